// What stands around the board: players with their clocks, the state of the game, alerts, moves, the result.
//
// Clocks are written many times a second and therefore touch only text that has changed; the rest is drawn anew when its document comes.

import { formatTime, isUrgent, phaseWords, reading } from "./clock.js";
import { alertText, openAlerts, plainWords, resultWords } from "./model.js";
import { html, svg } from "./svg.js";

export const COLORS = ["black", "white"];
const NAMES = { black: "Black", white: "White" };
/** More moves than this are not listed at once: a phone shows a few, a projector some dozens. */
const MOVES_LISTED = 400;

/** A small stone for text lines. */
function disc(color) {
  return html("i", { class: `disc ${color}`, "aria-hidden": "true" });
}

/** A sign whose shape alone tells the severity: octagon, triangle, circle. */
function severitySign(severity) {
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
  fill(game, languages) {
    const player = game?.players?.[this.#color] ?? {};
    const local = languages.map((language) => player.names?.[language] ?? player.names?.[language.split("-")[0]]).find(Boolean);
    this.#name.textContent = this.#name.title = local ?? player.name ?? NAMES[this.#color];
    this.#rank.textContent = [player.rank, player.team, player.country].filter(Boolean).join(" · ");
    const captured = game?.captured?.[this.#color];
    this.#captures.replaceChildren(disc(this.#color === "black" ? "white" : "black"), html("b", {}, captured === undefined ? "–" : String(captured)), html("span", { class: "captures-word" }, " captured"));
    this.#captures.title = captured === undefined ? "Captures are not known" : `${captured} stones captured`;
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
    setText(this.#turn.lastChild, running ? "clock runs" : "to move");
    setText(this.#digits, state.known ? `${clock.approximate ? "≈" : ""}${formatTime(state.ms)}` : "–:––");
    setData(this.#digits, "ms", state.known ? Math.round(state.ms) : "unknown");
    const words = state.known ? phaseWords(side, time) : "no clock";
    setText(this.#phase, state.delayMs > 0 && running ? `${words} · delay ${(state.delayMs / 1000).toFixed(1)}` : words);
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

function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function setData(element, name, value) {
  const text = String(value);
  if (element.dataset[name] !== text) element.dataset[name] = text;
}

/** Move number, last move, phase. */
export function drawNow(element, game, clock, lookingBack) {
  if (!game) return element.replaceChildren(html("span", { class: "nothing" }, "No game yet"));
  const last = game.last_move;
  const move = (game.moves ?? []).find((played) => played.n === last?.n);
  const phase = clock?.document.capture_neutral && game.phase === "playing" ? "capturing – time neutral" : plainWords(game.phase ?? "");
  element.replaceChildren(...[
    html("span", { class: "number-now", "data-move-number": game.move_number ?? 0 }, html("small", {}, "move "), String(game.move_number ?? 0)),
    last && html("span", { class: "last-now" }, disc(last.color), html("b", {}, vertexWords(last.vertex)), move?.provisional ? html("small", {}, " not final") : ""),
    html("span", { class: "chip", "data-phase": lookingBack ? "earlier" : game.phase ?? "" }, lookingBack ? "earlier position" : phase),
    game.verified === false && html("span", { class: "chip warn" }, "record not verified"),
  ].filter(Boolean));
  return undefined;
}

function vertexWords(vertex) {
  return vertex === "pass" ? "pass" : vertex;
}

/** The end of the game, large. */
export function drawResult(element, game) {
  const result = game?.result;
  element.hidden = !result || game.phase !== "ended";
  if (element.hidden) return;
  element.dataset.winner = result.winner ?? "none";
  const state = { unconfirmed: "not yet confirmed", changed: "changed by ruling" }[result.state];
  element.replaceChildren(
    ...(result.winner ? [html("i", { class: `stone-sign ${result.winner}`, "aria-hidden": "true" })] : []),
    html("div", {}, html("b", {}, resultWords(result, game.count)), html("small", {}, [result.sgf, state].filter(Boolean).join(" · "))),
  );
}

/** Where wood and record differ, in words. */
export function drawDifferences(element, game) {
  const all = game?.discrepancies ?? [];
  element.hidden = all.length === 0;
  const words = { empty: "empty", black: "black", white: "white" };
  const few = all.slice(0, 4).map(({ vertex, expected, seen }) =>
    html("li", {}, html("b", {}, vertex), ` should be ${words[expected] ?? expected}, is ${words[seen] ?? plainWords(seen)}`));
  if (all.length > few.length) few.push(html("li", {}, `and ${all.length - few.length} more points`));
  element.replaceChildren(html("strong", {}, html("span", { class: "square-sign", "aria-hidden": "true" }), "The board differs from the record"), html("ul", {}, ...few));
}

/** Open alerts; on a small screen a badge leads to them. */
export function drawAlerts(element, badge, model, languages) {
  const alerts = openAlerts(model);
  element.hidden = badge.hidden = alerts.length === 0;
  badge.className = alerts[0]?.severity ?? "";
  badge.setAttribute("aria-label", `${alerts.length} open alerts`);
  badge.replaceChildren(...(alerts.length > 0 ? [severitySign(alerts[0].severity), String(alerts.length)] : []));
  element.replaceChildren(...alerts.map((alert) => {
    const word = { ruling: "Ruling needed", attention: "Attention", notice: "Notice" }[alert.severity] ?? plainWords(alert.severity);
    const tags = [
      alert.color && NAMES[alert.color],
      alert.n && `move ${alert.n}`,
      ...(alert.vertices ?? []).slice(0, 6),
      alert.state === "cured" && "put right",
      alert.taken_by && `taken by ${alert.taken_by}`,
      alert.claim?.state === "open" && `${NAMES[alert.claim.by] ?? alert.claim.by} may claim`,
      alert.cite?.article && `${alert.cite.book} art. ${alert.cite.article}`,
    ].filter(Boolean);
    return html("article", { class: `alert ${alert.severity}`, "data-alert": alert.id, "data-severity": alert.severity, "data-state": alert.state },
      severitySign(alert.severity),
      html("div", {},
        html("header", {}, html("b", {}, word), html("span", { class: "kind" }, plainWords(alert.kind))),
        html("p", {}, alertText(alert, languages)),
        html("p", { class: "tags" }, ...tags.map((tag) => html("span", {}, tag)))));
  }));
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
    move.provisional && "not final",
    move.forced && "forced",
    move.illegal && `illegal: ${[move.illegal].flat().map(plainWords).join(", ")}`,
    move.disputed && "disputed",
  ].filter(Boolean).join(" · ");
}

function used(ms) {
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}


