// The referee's page of one table: everything that its feed has, and requests under the token's name.

import { Board } from "./board.js";
import { openFeed } from "./feed.js";
import { loadFieldWords } from "./field-words.js";
import { emptyModel, freshness, openAlerts, takeDocument } from "./model.js";
import { COLORS, PlayerPanel, differenceWords, drawNow, sideToMove } from "./panels.js";
import { Alerts } from "./desk/alerts.js";
import { Desk } from "./desk/desk.js";
import { Evidence, woodOf } from "./desk/evidence.js";
import { allowSound, call, forbidSound } from "./desk/sound.js";
import { clockPanel } from "./desk/clocks.js";
import { recordPanel } from "./desk/record.js";
import { startPanel } from "./desk/start.js";
import { endingPanel, ledgerPanel, reportPanel, sealingPanel } from "./desk/tasks.js";
import { signIn } from "./sign-in.js";
import { html } from "./svg.js";
import { fillWords, languageList, word } from "./words.js";

/** As on the board's page: tenths at the end of a period. */
const TICK_MS = 100;

const find = (id) => document.getElementById(id);
const table = decodeURIComponent(/^\/referee\/([^/]+)/.exec(location.pathname)?.[1] ?? "");

fillWords();
languageList(find("language"));
find("table").textContent = table;
find("to-board").href = `/board/${table}`;
document.title = `${word("referee")} ${table}`;

let model = emptyModel();
let dirty = new Set();
let frozenAt = null;
let look = "record";
/** Alerts that have been called for, so that each is heard once. */
const called = new Map();

/** Sound is on from the first tap or key on the page, unless the button has switched it off. */
function soundButton() {
  const element = find("sound");
  const isOn = () => element.getAttribute("aria-pressed") === "true";
  const say = (on) => {
    element.setAttribute("aria-pressed", String(on));
    element.textContent = word(on ? "sound-on" : "sound-off");
  };
  const first = ["pointerup", "keydown"];
  const wake = async ({ target }) => {
    for (const name of first) removeEventListener(name, wake);
    if (!element.contains(target)) say(await allowSound());
  };
  say(false);
  for (const name of first) addEventListener(name, wake);
  element.addEventListener("click", async () => {
    const on = !isOn();
    for (const name of first) removeEventListener(name, wake);
    if (!on) forbidSound();
    say(on && await allowSound());
  });
}

async function start(token) {
  await loadFieldWords();
  find("desk").hidden = false;
  const desk = new Desk(table, token, find("answers"));
  const board = new Board(find("board"));
  const players = COLORS.map((color) => new PlayerPanel(find(color)));
  const evidence = new Evidence(find("evidence"), (rows, vertex) => board.show({ ...model.game, board: rows, moves: [], discrepancies: [], last_move: vertex ? { vertex } : undefined }, []));
  const alerts = new Alerts(find("alerts"), desk, (alert) => { if (model.game) { choose("evidence"); evidence.open(model.alerts.get(alert.id) ?? alert, model.game); } });
  const state = () => model;
  const [ledger, clocks, record] = [ledgerPanel(desk), clockPanel(desk, state), recordPanel(desk, state)];
  const [sealing, ending] = [sealingPanel(desk, state), endingPanel(desk, state)];
  find("panels").append(ledger.element, clocks.element, reportPanel(desk), record.element, ending.element, sealing.element, startPanel(desk, state));

  function choose(name) {
    look = name;
    for (const one of find("looks").children) one.setAttribute("aria-pressed", String(one.dataset.look === name));
    if (name !== "evidence") evidence.close();
    dirty.add("game");
    draw();
  }

  function showBoard() {
    const { game } = model;
    if (look === "evidence" && evidence.isOpen) return;
    board.dead = look === "dead" ? ending.dead : [];
    if (look === "wood" && game) board.show({ ...game, board: woodOf(game), moves: [], discrepancies: [] }, []);
    else board.show(game, openAlerts(model));
  }

  function draw() {
    if (dirty.size === 0) return;
    const changed = dirty;
    dirty = new Set();
    if (changed.has("game") || changed.has("alerts")) {
      alerts.show(model);
      showBoard();
      drawNow(find("now"), model.game, model.clock, false);
      callOut();
    }
    clocks.show(model);
    if (changed.has("game") && model.game) {
      for (const panel of players) panel.fill(model.game);
      for (const panel of [ledger, record, sealing, ending]) panel.show(model.game);
      showDifferences(model.game);
      document.body.dataset.phase = model.game.phase;
    }
  }

  function tick() {
    draw();
    const now = performance.now();
    const fresh = freshness(model, { now, serverHeard: feed.heardAt() });
    const trusted = fresh.level === "live" || fresh.level === "degraded";
    document.body.dataset.level = fresh.level;
    write("status-label", fresh.label);
    write("status-detail", fresh.detail);
    frozenAt = trusted ? null : frozenAt ?? now;
    for (const panel of players) panel.tick(model.clock, frozenAt ?? now, model.info?.time, sideToMove(model.game), trusted);
  }

  // A reopened stream keeps the picture, and what is being typed in it, until its first pulse says that everything has come.
  let kept = new Set();
  const forget = (game = null, alerts = new Map()) => {
    model = { ...emptyModel(), game, alerts };
    kept = new Set(alerts.keys());
    dirty = new Set(["game", "alerts"]);
  };
  const feed = openFeed({ table, token }, {
    opened: () => forget(model.game, model.alerts),
    reset: () => forget(),
    refused: (status) => { if (status === 401 || status === 403) location.reload(); },
    pulse(pulse, at) {
      model.pulse = { ...pulse, at };
      for (const id of kept) if (model.alerts.delete(id)) dirty.add("alerts");
      kept.clear();
    },
    document(message, at) {
      kept.delete(message.topic.slice("alert/".length));
      for (const part of takeDocument(model, message, at)) dirty.add(part);
    },
  });
  find("looks").addEventListener("click", ({ target }) => {
    const name = target.closest("[data-look]")?.dataset.look;
    const [first] = openAlerts(model);
    if (name === "evidence" && first && model.game) { choose(name); evidence.open(first, model.game); } else if (name) choose(name);
    if (name === "dead") document.querySelector("[data-panel=ending]").open = true;
  });
  find("board").addEventListener("click", (event) => {
    const vertex = board.vertexAt(event);
    if (!vertex) return;
    if (look === "dead") board.dead = ending.toggle(vertex);
    else if (record.element.open) record.tap(vertex);
  });
  setInterval(tick, TICK_MS);
}

function write(id, text) {
  const element = find(id);
  if (element.textContent !== text) element.textContent = text;
}

/** Point by point; without any, nothing. */
function showDifferences(game) {
  const all = game.discrepancies ?? [];
  const element = find("differs");
  element.hidden = all.length === 0;
  element.replaceChildren(html("strong", {}, html("span", { class: "square-sign", "aria-hidden": "true" }), word("board-differs")),
    html("ul", {}, ...all.map((wrong) => html("li", { "data-point": wrong.vertex }, differenceWords(wrong)))));
}

/** The most urgent new alert is heard; one that has become more urgent is new. A muted kind calls nobody. */
function callOut() {
  const rank = { ruling: 2, attention: 1, notice: 0 };
  const open = openAlerts(model);
  const fresh = open.filter(({ id, severity, announce }) => announce !== "muted" && (called.get(id) ?? -1) < rank[severity]);
  for (const { id, severity } of fresh) called.set(id, rank[severity]);
  if (fresh.length > 0) call(fresh[0].severity);
  const rulings = open.filter(({ severity }) => severity === "ruling").length;
  document.title = `${rulings > 0 ? `(${rulings}) ` : ""}${word("referee")} ${table}`;
}

soundButton();
signIn(start);
