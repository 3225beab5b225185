// The board of one table, from what is public: the feed fills the model, the model is drawn, the clocks run.

import { Board } from "./board.js";
import { openFeed } from "./feed.js";
import { dataAge, emptyModel, freshness, spokenAge, takeDocument } from "./model.js";
import { COLORS, PlayerPanel, drawMoves, drawNow, drawResult, playerName, sideToMove } from "./panels.js";
import { gameAfter, isWhole } from "./replay.js";
import { html } from "./svg.js";
import { fillWords, languageList, nameWord, word } from "./words.js";

/** Clocks show tenths at the end, and may never be wrong by more than one: two looks in that time, a third of the work of every frame. */
const TICK_MS = 40;
/** The list of tables is asked for so often; a hall's tables come and go slowly. */
const LIST_MS = 5000;
/** As long as there is no table, people wait for the first. */
const FIRST_LIST_MS = 500;

/** Who looks at an earlier move and goes away comes back to the game: a screen in a hall must not stay behind. */
const LOOK_BACK_MS = 60_000;

const find = (id) => document.getElementById(id);
const parameters = new URLSearchParams(location.search);

fillWords();
languageList(find("language"));

const board = new Board(find("board"));
const players = COLORS.map((color) => new PlayerPanel(find(color)));
/** The table of "/board/t1", and of "/?table=t1". */
let table = /^\/board\/([^/]+)/.exec(location.pathname)?.[1] ?? parameters.get("table");
let model = emptyModel();
let feed = null;
let dirty = new Set();
/** The moment at which the clocks stand while the page is not to be trusted. */
let frozenAt = null;
/** The move that is looked back at, and since when; null shows the game as it is. */
let back = null;

function watch(name) {
  table = name;
  // The list comes later, and perhaps without it.
  const select = find("tables");
  if (![...select.options].some(({ value }) => value === name)) select.append(html("option", { value: name }, name));
  select.value = name;
  back = null;
  feed?.close();
  forget();
  feed = openFeed({ table }, {
    opened: () => forget(model.game, model.gameAt),
    reset: () => forget(),
    pulse: takePulse,
    document: (message, at) => { for (const part of takeDocument(model, message, at)) dirty.add(part); },
  });
}

/**
 * What comes next is complete. A reopened stream keeps the picture, so that nothing flickers until the same document comes again.
 */
function forget(game = null, gameAt = null) {
  model = { ...emptyModel(), game, gameAt, kept: game };
  dirty = new Set(["game", "clock", "info"]);
}

/** The first pulse follows after all documents: a kept picture that none of them replaced is of a game that is no more. */
function takePulse(pulse, at) {
  model.pulse = { ...pulse, at };
  if (model.kept && model.game === model.kept) {
    model.game = model.gameAt = null;
    dirty.add("game");
  }
  model.kept = null;
}

function draw() {
  if (dirty.size === 0) return;
  const changed = dirty;
  dirty = new Set();
  const { game } = model;
  if (changed.has("game")) {
    if (back && (back.game_id !== game?.game_id || back.n >= lastNumber(game) || !isWhole(game))) back = null;
    const shown = back ? gameAfter(game, back.n) : game;
    // While a game is counted, and after it, everybody sees which stones are called dead.
    board.dead = back ? [] : game?.count?.dead ?? [];
    board.show(shown, []);
    drawMoves(find("moves"), game, shown?.last_move?.n);
    drawNow(find("now"), shown, model.clock, back !== null);
    drawSteps(game);
    for (const panel of players) panel.fill(game);
    drawResult(find("result"), game);
    drawEvent(game);
    document.body.dataset.phase = game?.phase ?? "none";
  }
  if (changed.has("clock") && !back) drawNow(find("now"), game, model.clock, false);
}

function lastNumber(game) {
  return game?.moves?.at(-1)?.n ?? 0;
}

function drawSteps(game) {
  const last = lastNumber(game);
  const n = back?.n ?? last;
  find("live").hidden = back === null;
  find("earlier").disabled = n <= 0 || !isWhole(game);
  find("later").disabled = back === null;
}

/** Shows the position after move `n`; the last one is the game as it is. */
function lookAt(n) {
  const { game } = model;
  if (!isWhole(game)) return;
  back = n >= lastNumber(game) ? null : { n: Math.max(0, n), game_id: game.game_id, at: performance.now() };
  dirty.add("game");
}

function step(by) {
  lookAt((back?.n ?? lastNumber(model.game)) + by);
}

function drawEvent(game) {
  const { event, round, board: number } = game?.match ?? {};
  find("event").textContent = [event, round !== undefined && word("round", { n: round }), number !== undefined && word("board-n", { n: number })].filter(Boolean).join(" · ");
  const { black, white } = game?.players ?? {};
  document.title = game ? `${playerName(white, "white")} – ${playerName(black, "black")} · ${table}` : `${table ?? "kifud"}`;
}

function drawStatus(now) {
  const fresh = freshness(model, { now, serverHeard: feed?.heardAt() ?? now });
  const body = document.body;
  if (body.dataset.level !== fresh.level) body.dataset.level = fresh.level;
  write("status-label", fresh.label);
  write("status-detail", fresh.detail);
  const age = dataAge(model, now);
  write("age", age === null ? "" : age < 1000 ? word("updated-now") : word("updated", { age: spokenAge(age) }));
  const veil = find("veil");
  const hidden = fresh.level === "live" || fresh.level === "degraded" || (fresh.level === "waiting" && !model.game);
  if (veil.hidden !== hidden) veil.hidden = hidden;
  const words = [fresh.label, fresh.detail].filter(Boolean).join(" – ");
  if (!hidden && veil.textContent !== words) veil.textContent = words;
  return fresh.level === "live" || fresh.level === "degraded";
}

function write(id, text) {
  const element = find(id);
  if (element.textContent !== text) element.textContent = text;
}

function tick() {
  const now = performance.now();
  if (back && now - back.at > LOOK_BACK_MS) lookAt(Infinity);
  draw();
  const trusted = drawStatus(now);
  frozenAt = trusted ? null : frozenAt ?? now;
  for (const panel of players) panel.tick(model.clock, frozenAt ?? now, model.game?.time, sideToMove(model.game), trusted);
}

async function listTables() {
  const answer = await fetch("/api/tables").then((response) => response.json()).catch(() => null);
  if (!answer) return false;
  const select = find("tables");
  answer.tables.sort((one, other) => one.id.localeCompare(other.id, "en", { numeric: true }));
  const options = answer.tables.map(({ id, black, white, phase }) => [id, [id, black && white && `${white} – ${black}`, phase !== "playing" && phase && nameWord("phase", phase)].filter(Boolean).join(" · ")]);
  if (table && !answer.tables.some(({ id }) => id === table)) options.push([table, table]);
  const key = JSON.stringify(options);
  if (select.dataset.key !== key) {
    select.dataset.key = key;
    select.replaceChildren(...options.map(([value, label]) => html("option", { value, selected: value === table ? "" : null }, label)));
  }
  if (!table && answer.tables.length > 0) watch(liveliest(answer.tables));
  if (table) select.value = table;
  return true;
}

/** The table to begin with: the first one where a game is played, failing that one that is there. */
function liveliest(tables) {
  const rank = ({ confirmed, phase, move_number }) => (!confirmed ? 3 : phase === "playing" && move_number > 0 ? 0 : ["idle", "ended", undefined].includes(phase) ? 2 : 1);
  return tables.toSorted((one, other) => rank(one) - rank(other))[0].id;
}

function toggleNumbers() {
  board.showNumbers = !board.showNumbers;
  find("numbers").setAttribute("aria-pressed", String(board.showNumbers));
}

function toggleFull() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen?.().catch(() => {});
}

find("numbers").addEventListener("click", toggleNumbers);
find("full").addEventListener("click", toggleFull);
find("earlier").addEventListener("click", () => step(-1));
find("later").addEventListener("click", () => step(1));
find("live").addEventListener("click", () => lookAt(Infinity));
find("moves").addEventListener("click", (event) => {
  const line = event.target.closest("[data-n]");
  if (line) lookAt(Number(line.dataset.n));
});
find("tables").addEventListener("change", (event) => {
  const address = new URL(location.href);
  if (address.pathname.startsWith("/board")) address.pathname = `/board/${event.target.value}`;
  else address.searchParams.set("table", event.target.value);
  history.replaceState(null, "", address);
  watch(event.target.value);
});
addEventListener("keydown", (event) => {
  if (event.target instanceof HTMLSelectElement || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "ArrowLeft") step(-1);
  if (event.key === "ArrowRight") step(1);
  if (event.key === "Home") lookAt(0);
  if (event.key === "Escape" || event.key === "End") lookAt(Infinity);
  if (event.key === "n") toggleNumbers();
  if (event.key === "f") toggleFull();
});

if (parameters.get("numbers") === "1") toggleNumbers();
if (table) watch(table);
dirty.add("game");
(async function listForEver() {
  const listed = await listTables();
  setTimeout(listForEver, listed && table ? LIST_MS : FIRST_LIST_MS);
})();
setInterval(tick, TICK_MS);
