// What stands around the board: players with their clocks, the state of the game, alerts, moves, the result.
//
// Clocks are written many times a second and therefore touch only text that has changed; the rest is drawn anew when its document comes.

import { formatTime, isUrgent, phaseWords, reading } from "./clock.js";
import { alertText, plainWords, resultWords } from "./model.js";
import { html, svg } from "./svg.js";
import { kindWord } from "./field-words.js";
import { language, nameWord, word } from "./words.js";

export const COLORS = ["black", "white"];
/** More moves than this are not listed at once: a phone shows a few, a projector some dozens. */
const MOVES_LISTED = 400;

/** A small stone for text lines. */
export function disc(color) {
  return html("i", { class: `disc ${color}`, "aria-hidden": "true" });
}

/** A sign whose shape alone tells the severity: octagon, triangle, circle. */
export function severitySign(severity) {
  const shapes = {
    ruling: svg("path", { d: "M7.8 1.5h8.4l6.3 6.3v8.4l-6.3 6.3H7.8l-6.3-6.3V7.8z" }),
    attention: svg("path", { d: "M12 1.8 23.4 22H.6z" }),
  };
  const shape = shapes[severity] ?? svg("circle", { cx: 12, cy: 12, r: 10.5 });
  const mark = severity === "notice" ? "i" : "!";
  return svg("svg", { viewBox: "0 0 24 24", class: "severity-sign", "aria-hidden": "true" }, shape, svg("text", { x: 12, y: severity === "attention" ? 19 : 17.4 }, mark));
}

/** A player's panel: built once, then filled. */
export class PlayerPanel {
  #element; #color; #name; #rank; #digits; #phase; #turn; #captures; #periods;

  constructor(element) {
    this.#element = element;
    this.#color = element.dataset.color;
    this.#name = html("span", { class: "name" });
    this.#rank = html("span", { class: "rank" });
    this.#captures = html("span", { class: "captures" });
    this.#turn = html("span", { class: "turn" }, html("span", { class: "arrow", "aria-hidden": "true" }, "▶"), html("span", { class: "turn-words" }));
    this.#digits = html("div", { class: "digits", role: "timer" });
    this.#phase = html("span", { class: "phase-words" });
    this.#periods = html("span", { class: "pips", "aria-hidden": "true" });
    element.append(
      html("div", { class: "who" }, html("i", { class: `stone-sign ${this.#color}`, "aria-hidden": "true" }), this.#name, this.#rank, this.#captures),
      this.#digits,
      html("div", { class: "under" }, this.#turn, html("span", { class: "phase" }, this.#phase, this.#periods)),
    );
  }

  /** Names, captures: from `game`. */
  fill(game) {
    const player = game?.players?.[this.#color] ?? {};
    this.#name.textContent = this.#name.title = playerName(player, this.#color);
    this.#rank.textContent = [player.rank, player.team, player.country].filter(Boolean).join(" · ");
    const captured = game?.captured?.[this.#color];
    this.#captures.replaceChildren(disc(this.#color === "black" ? "white" : "black"), html("b", {}, captured === undefined ? "–" : String(captured)), html("span", { class: "captures-word" }, ` ${word("captured")}`));
    this.#captures.title = captured === undefined ? word("captures-unknown") : word("captures-are", { n: captured });
    this.#captures.dataset.captured = captured ?? "unknown";
  }

  /** The clock at this moment; `trusted` false: it stands still and is grey. */
  tick(clock, now, time, toMove, trusted) {
    const state = reading(clock, this.#color, now, time?.system);
    const { side } = state;
    const flagged = side.phase === "flagged";
    const running = state.running && !flagged;
    const element = this.#element;
    setData(element, "running", running);
    setData(element, "toMove", toMove === this.#color);
    setData(element, "urgent", trusted && isUrgent(state));
    setData(element, "flagged", flagged);
    setData(element, "phase", side.phase ?? "none");
    setText(this.#turn.lastChild, word(running ? "clock-runs" : "to-move"));
    setText(this.#digits, state.known ? `${clock.approximate ? "≈" : ""}${formatTime(state.ms)}` : "–:––");
    setData(this.#digits, "ms", state.known ? Math.round(state.ms) : "unknown");
    const words = state.known ? phaseWords(side, time) : word("no-clock");
    setText(this.#phase, state.delayMs > 0 && running ? `${words} · ${word("delay", { n: (state.delayMs / 1000).toFixed(1) })}` : words);
    this.#pips(side, time);
  }

  #pips(side, time) {
    const left = side.phase === "byo-yomi" ? side.periods_left ?? 0 : 0;
    const all = Math.max(left, side.phase === "byo-yomi" ? time?.periods ?? left : 0);
    const key = `${left}/${all}`;
    if (this.#periods.dataset.key === key) return;
    this.#periods.dataset.key = key;
    this.#periods.replaceChildren(...Array.from({ length: all > 12 ? 0 : all }, (_, n) => html("i", { class: n < left ? "pip" : "pip used" })));
  }
}

/** Whose turn it is; nobody's before the game, while it is counted and after it. */
export function sideToMove(game) {
  return ["playing", "paused", "adjourned", "setup"].includes(game?.phase) ? game.to_move : null;
}

/** A player's name in the page's language, where there is one. */
export function playerName(player, color) {
  return player?.names?.[language] ?? player?.names?.[language.split("-")[0]] ?? player?.name ?? word(color);
}

function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function setData(element, name, value) {
  const text = String(value);
  if (element.dataset[name] !== text) element.dataset[name] = text;
}

/** Move number, last move, phase. */
export function drawNow(element, game, clock, lookingBack) {
  if (!game) return element.replaceChildren(html("span", { class: "nothing" }, word("no-game")));
  const last = game.last_move;
  const move = (game.moves ?? []).find((played) => played.n === last?.n);
  const phase = clock?.document.capture_neutral && game.phase === "playing" ? word("capture-neutral") : nameWord("phase", game.phase ?? "");
  element.replaceChildren(...[
    html("span", { class: "number-now", "data-move-number": game.move_number ?? 0 }, html("small", {}, `${word("move")} `), String(game.move_number ?? 0)),
    last && html("span", { class: "last-now" }, disc(last.color), html("b", {}, vertexWords(last.vertex)), move?.provisional ? html("small", {}, ` ${word("not-final")}`) : ""),
    html("span", { class: "chip", "data-phase": lookingBack ? "earlier" : game.phase ?? "" }, lookingBack ? word("earlier-position") : phase),
    game.verified === false && html("span", { class: "chip warn" }, word("not-verified")),
  ].filter(Boolean));
  return undefined;
}

export function vertexWords(vertex) {
  return vertex === "pass" ? word("pass") : vertex;
}

/** The end of the game, large. */
export function drawResult(element, game) {
  const result = game?.phase === "ended" ? game.result : undefined;
  const counted = game?.phase === "counting" ? countWords(game.count) : "";
  element.hidden = !result && !counted;
  if (element.hidden) return;
  element.classList.toggle("count", !result);
  if (!result) {
    element.dataset.winner = "none";
    element.replaceChildren(html("div", {}, html("b", {}, counted), html("small", {}, nameWord("count", game.count.state))));
    return;
  }
  element.dataset.winner = result.winner ?? "none";
  const state = ["unconfirmed", "changed"].includes(result.state) ? word(`result-state.${result.state}`) : "";
  element.replaceChildren(
    ...(result.winner ? [html("i", { class: `stone-sign ${result.winner}`, "aria-hidden": "true" })] : []),
    html("div", {}, html("b", {}, resultWords(result, game.count)), html("small", {}, [result.sgf, state].filter(Boolean).join(" · "))),
  );
}

/** What each side has by a count, and who leads by how much; nothing where none was made. */
export function countWords(count) {
  const sides = count?.area ?? count?.points;
  const leads = count?.margin > 0 ? "black" : "white";
  const margin = count?.margin === undefined ? "" : count.margin === 0 ? word("result.draw") : `${word(leads)} +${Math.abs(count.margin)}`;
  return [sides && `${word("black")} ${sides.black} – ${word("white")} ${sides.white}`, margin].filter(Boolean).join(" · ");
}

/** Where wood and record differ, in words. */
export function drawDifferences(element, game) {
  const all = game?.discrepancies ?? [];
  element.hidden = all.length === 0;
  const few = all.slice(0, 4).map((wrong) => html("li", {}, differenceWords(wrong)));
  if (all.length > few.length) few.push(html("li", {}, word("and-more-points", { n: all.length - few.length })));
  element.replaceChildren(html("strong", {}, html("span", { class: "square-sign", "aria-hidden": "true" }), word("board-differs")), html("ul", {}, ...few));
}

/** One point: what should be there, and what is. */
export function differenceWords({ vertex, expected, seen }) {
  return word("difference", { vertex, expected: nameWord("seen", expected), seen: nameWord("seen", seen) });
}

/** What an alert says, with what belongs to it. */
export function alertHead(alert) {
  const tags = [
    alert.color && word(alert.color),
    alert.n && word("move-n", { n: alert.n }),
    ...(alert.vertices ?? []).slice(0, 6),
    alert.basis === "suspected" && word("suspected"),
    alert.state === "cured" && word("put-right"),
    alert.taken_by && word("taken-by", { name: alert.taken_by }),
    alert.announce === "muted" && word("muted"),
    alert.announce === "offender-turn" && word("told-on-turn"),
    alert.claim?.state === "open" && word("may-claim", { who: word(alert.claim.by) }),
    alert.cite?.article && word("article", { book: alert.cite.book, article: alert.cite.article }),
  ].filter(Boolean);
  return [
    html("header", {}, html("b", {}, nameWord("severity", alert.severity)), html("span", { class: "kind" }, kindWord(alert.kind))),
    html("p", { lang: alert.text?.[language] ? language : "en" }, alertText(alert)),
    html("p", { class: "tags" }, ...tags.map((tag) => html("span", {}, tag))),
  ];
}

/** The moves, the newest turn first, Black at the left; `shown` is the number of the one that the board shows. */
export function drawMoves(element, game, shown) {
  const rows = turns((game?.moves ?? []).slice(-MOVES_LISTED)).reverse();
  element.replaceChildren(...rows.flatMap((row, n) => row.map((move) => {
    const line = html("li", { "data-n": move.n, "data-color": move.color, class: move.n === shown ? "last" : null, "aria-current": move.n === shown ? "step" : null },
      html("span", { class: "n" }, String(move.n)), disc(move.color), html("b", {}, vertexWords(move.vertex)),
      html("span", { class: "taken" }, move.captured?.length ? `×${move.captured.length}` : ""), html("span", { class: "notes" }, notes(move)),
      html("span", { class: "used" }, move.used_ms === undefined ? "" : used(move.used_ms)));
    line.style.gridRow = n + 1;
    return line;
  })));
}

/** Moves by two, as long as White follows Black. */
function turns(moves) {
  const rows = [];
  for (const move of moves) {
    const row = rows.at(-1);
    if (move.color === "white" && row?.length === 1 && row[0].color === "black") row.push(move);
    else rows.push([move]);
  }
  return rows;
}

function notes(move) {
  return [
    move.provisional && word("not-final"),
    move.forced && word("forced"),
    move.illegal && word("illegal", { kinds: [move.illegal].flat().map(kindWord).join(", ") }),
    move.disputed && word("disputed"),
  ].filter(Boolean).join(" · ");
}

function used(ms) {
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}


