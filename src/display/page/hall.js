// All tables at a glance. Each has a card that is built once and changed only where something has changed; one timer moves all clocks.

import { formatSeconds, phaseWords, reading } from "./clock.js";
import { kindWord, loadFieldWords } from "./field-words.js";
import { freshness, openAlerts, resultWords } from "./model.js";
import { disc, playerName, severitySign, vertexWords } from "./panels.js";
import { html } from "./svg.js";
import { byName, followAll } from "./tables.js";
import { drawTiny } from "./tiny-board.js";
import { forgetToken, keptToken } from "./token.js";
import { fillWords, languageList, nameWord, word } from "./words.js";

/** Clocks of a hall are read from afar: seconds are enough. */
const TICK_MS = 250;
/** With very many of them half a second is: each look that changes something makes the browser paint. */
const DENSE_TICK_MS = 500;
/** More tables than this do not fit on a projector with their boards. */
const DENSE = 24;
/** So few stand in one row, as large as it allows. */
const FEW = 4;
const RANK = { ruling: 0, attention: 1, notice: 2 };

const find = (id) => document.getElementById(id);
const cards = new Map();
const changed = new Set();
let order = "";
let hall = null;
let token = keptToken();

fillWords();
languageList(find("language"));

function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function setData(element, name, value) {
  if (element.dataset[name] !== String(value)) element.dataset[name] = value;
}

/** A card: what is written often has its own element. */
class Card {
  constructor(id) {
    const side = (color) => {
      const of = { name: html("span", { class: "name" }), digits: html("span", { class: "time", role: "timer" }), phase: html("small", {}) };
      of.line = html("div", { class: "side", "data-color": color }, disc(color), of.name, of.phase, of.digits);
      return of;
    };
    this.sides = { white: side("white"), black: side("black") };
    this.canvas = html("canvas", { class: "tiny", role: "img" });
    this.state = html("span", { class: "state" });
    this.now = html("span", { class: "card-now" });
    // One finger from the alert to the desk.
    this.call = html("a", { class: "call", href: `/referee/${id}`, hidden: "" });
    this.trouble = html("div", { class: "trouble", hidden: "" });
    const links = html("span", { class: "links" }, html("a", { href: `/referee/${id}` }, word("referee")));
    this.element = html("article", { class: "card", "data-table": id },
      html("header", {}, html("a", { class: "to-board", href: `/board/${id}` }, html("b", {}, id)), this.state, links),
      html("div", { class: "picture" }, this.canvas, this.trouble),
      this.sides.white.line, this.sides.black.line, this.now, this.call);
  }

  fill(model) {
    const { game } = model;
    for (const color of ["white", "black"]) setText(this.sides[color].name, playerName(game?.players?.[color], color));
    const key = JSON.stringify([game?.board, game?.last_move, game?.discrepancies]);
    if (key !== this.drawn && this.canvas.clientWidth > 0) {
      this.drawn = key;
      drawTiny(this.canvas, game);
      this.canvas.setAttribute("aria-label", word("board-label", { move: game?.move_number ?? 0, stones: (game?.board ?? []).join("").replaceAll(".", "").length }));
    }
    setText(this.state, game ? nameWord("phase", game.phase) : "");
    setData(this.element, "phase", game?.phase ?? "none");
    const last = game?.last_move;
    setText(this.now, game?.phase === "ended" && game.result ? `${resultWords(game.result, game.count)} · ${game.result.sgf}`
      : last ? `${word("move-n", { n: game.move_number })} · ${vertexWords(last.vertex)}` : "");
    const alerts = openAlerts(model);
    this.alerts = alerts;
    setData(this.element, "severity", alerts[0]?.severity ?? "none");
    this.call.hidden = alerts.length === 0;
    if (alerts.length > 0) {
      const more = alerts.length > 1 ? html("b", { class: "more" }, `+${alerts.length - 1}`) : "";
      this.call.className = `call ${alerts[0].severity}`;
      this.call.replaceChildren(severitySign(alerts[0].severity), html("span", {}, `${nameWord("severity", alerts[0].severity)}: ${kindWord(alerts[0].kind)}`), more);
    }
  }

  tick(model, now, serverHeard) {
    const fresh = freshness(model, { now, serverHeard });
    setData(this.element, "level", fresh.level);
    const wrong = fresh.level === "lost" || fresh.level === "stale" || fresh.level === "degraded";
    // Even the same word written again makes the browser work.
    if (this.trouble.hidden === wrong) this.trouble.hidden = !wrong;
    if (wrong) setText(this.trouble, [fresh.label, fresh.detail].filter(Boolean).join(" – "));
    const trusted = fresh.level === "live" || fresh.level === "degraded";
    this.frozen = trusted ? null : this.frozen ?? now;
    for (const color of ["white", "black"]) {
      const { line, digits, phase } = this.sides[color];
      const state = reading(model.clock, color, this.frozen ?? now, model.game?.time?.system);
      setData(line, "running", trusted && state.running);
      // Whole seconds: tenths would be written ten times as often, and nobody reads them in a hall.
      setText(digits, state.known ? formatSeconds(state.ms) : "–:––");
      setText(phase, state.known && state.side.phase !== "main" ? phaseWords(state.side, model.game?.time) : "");
    }
  }
}

function draw() {
  for (const id of changed) {
    const model = hall.models.get(id);
    if (!model) { cards.get(id)?.element.remove(); cards.delete(id); continue; }
    if (!cards.has(id)) cards.set(id, new Card(id));
    // Clock documents are for the timer alone.
    const key = [model.game, model.status, ...model.alerts.values()];
    const card = cards.get(id);
    if (card.key?.length !== key.length || key.some((part, n) => part !== card.key[n])) { card.key = key; card.fill(model); }
  }
  changed.clear();
  const rank = (id) => RANK[cards.get(id).element.dataset.severity] ?? 3;
  const ids = [...cards.keys()].sort((one, other) => rank(one) - rank(other) || byName(one, other));
  if (ids.join() !== order) {
    order = ids.join();
    // So many that their boards would fill several screens are shown without.
    document.body.classList.toggle("dense", ids.length > DENSE);
    document.body.classList.toggle("few", ids.length <= FEW);
    find("tables").append(...ids.map((id) => cards.get(id).element));
    // A canvas has its size only once it stands on the page.
    for (const [id, card] of cards) if (!card.drawn) card.fill(hall.models.get(id));
  }
}

function tick() {
  draw();
  const now = performance.now();
  for (const [id, card] of cards) {
    const model = hall.models.get(id);
    if (!model) continue;
    card.tick(model, now, hall.heardAt());
  }
  const silent = now - hall.heardAt() > 3500;
  const level = silent || hall.broker() === false ? "lost" : cards.size === 0 ? "waiting" : "live";
  setData(document.body, "level", level);
  setText(find("status-label"), word(silent ? "fresh.no-server" : hall.broker() === false ? "fresh.no-broker" : cards.size === 0 ? "fresh.no-table" : "fresh.ready"));
  const count = (test) => [...cards.values()].filter(test).length;
  setText(find("summary"), word("hall-summary", {
    tables: cards.size, playing: count((card) => card.element.dataset.phase === "playing"),
    lost: count((card) => ["lost", "stale"].includes(card.element.dataset.level)),
  }));
}

function follow() {
  hall?.close();
  hall = followAll(token, (id) => changed.add(id), (status) => {
    if (status !== 401 && status !== 403) return;
    // The token is nobody's any more: what is public is still everybody's.
    forgetToken();
    token = null;
    document.body.classList.remove("referees");
    follow();
  });
}

document.body.classList.toggle("referees", token !== null);
if (token) await loadFieldWords();
follow();
(function lookForEver() {
  tick();
  setTimeout(lookForEver, cards.size > DENSE ? DENSE_TICK_MS : TICK_MS);
})();
