// A layer for a broadcast: the board, the clocks or a lower third, on nothing; from what is public, with its delay.

import { Board } from "./board.js";
import { formatTime, phaseWords, reading } from "./clock.js";
import { openFeed } from "./feed.js";
import { emptyModel, freshness, resultWords, takeDocument } from "./model.js";
import { disc, playerName, vertexWords } from "./panels.js";
import { html } from "./svg.js";
import { fillWords, nameWord, word } from "./words.js";

const TICK_MS = 100;
/** A longer name is written smaller, so that it is not cut. */
const LONG = 14;
const find = (id) => document.getElementById(id);
const parameters = new URLSearchParams(location.search);
const table = decodeURIComponent(/^\/overlay\/([^/]+)/.exec(location.pathname)?.[1] ?? parameters.get("table") ?? "");
const show = ["board", "clocks", "lower-third"].find((name) => name === parameters.get("show")) ?? "board";
/** In pixels: the side of the board, or the height of the letters. */
const size = Number.parseInt(parameters.get("size"), 10);

fillWords();
document.body.dataset.show = show;
if (size > 0) document.documentElement.style.setProperty("--size", `${size}px`);

class Plate {
  constructor(color) {
    this.color = color;
    this.name = html("span", { class: "name" });
    this.rank = html("span", { class: "rank" });
    this.time = html("span", { class: "time", role: "timer" });
    this.periods = html("span", { class: "periods" });
    this.element = html("div", { class: "plate", "data-color": color }, disc(color), this.name, this.rank, html("span", { class: "arrow", "aria-hidden": "true" }, "▶"), this.time, this.periods);
  }

  fill(game) {
    const player = game?.players?.[this.color] ?? {};
    const name = playerName(player, this.color);
    this.name.textContent = name;
    this.element.classList.toggle("long", name.length > LONG);
    this.rank.textContent = [player.rank, player.country].filter(Boolean).join(" ");
  }

  tick(clock, now, time, trusted) {
    const state = reading(clock, this.color, now, time?.system);
    setText(this.time, state.known ? formatTime(state.ms) : "–:––");
    setText(this.periods, state.known && state.side.phase !== "main" ? phaseWords(state.side, time) : "");
    const running = String(trusted && state.running);
    if (this.element.dataset.running !== running) this.element.dataset.running = running;
  }
}

function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

const board = show === "board" ? new Board(find("board")) : null;
const plates = ["white", "black"].map((color) => new Plate(color));
const line = html("div", { class: "line" });
find({ board: "board", clocks: "clocks", "lower-third": "lower" }[show]).hidden = false;
if (show === "clocks") find("clocks").append(...plates.map(({ element }) => element));
if (show === "lower-third") find("lower").append(...plates.map(({ element }) => element), line);

let model = emptyModel();
let dirty = true;
let frozenAt = null;
const forget = (game = null) => { model = { ...emptyModel(), game }; dirty = true; };
const feed = openFeed({ table }, {
  opened: () => forget(model.game),
  reset: () => forget(),
  pulse: (pulse, at) => { model.pulse = { ...pulse, at }; },
  document: (message, at) => { if (takeDocument(model, message, at).includes("game")) dirty = true; },
});

function draw() {
  dirty = false;
  const { game } = model;
  board?.show(game, []);
  for (const plate of plates) plate.fill(game);
  const { event, round } = game?.match ?? {};
  const last = game?.last_move;
  const parts = [event, round !== undefined && word("round", { n: round }), game && nameWord("phase", game.phase),
    last && `${word("move-n", { n: game.move_number })} ${vertexWords(last.vertex)}`, game?.phase === "ended" && game.result && resultWords(game.result, game.count)];
  line.replaceChildren(...parts.filter(Boolean).map((part) => html("span", {}, part)));
}

setInterval(() => {
  if (dirty) draw();
  const now = performance.now();
  const { level } = freshness(model, { now, serverHeard: feed.heardAt() });
  const trusted = level === "live" || level === "degraded";
  if (document.body.dataset.level !== level) document.body.dataset.level = level;
  frozenAt = trusted ? null : frozenAt ?? now;
  if (show !== "board") for (const plate of plates) plate.tick(model.clock, frozenAt ?? now, model.game?.time, trusted);
}, TICK_MS);
