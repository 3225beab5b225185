// The board: wood beneath, lines, stones and marks as SVG above it.
//
// Drawn from whole documents: `show` compares with what stands and changes only the difference, so that a 64-table hall costs little and a
// lost message cannot leave anything behind. Every stone carries data-vertex and data-stone for tests and for people who read pages by program.

import { COLUMNS, moveNumbers, parseVertex, starPoints, stonesOf, vertexName } from "./coordinates.js";
import { svg } from "./svg.js";
import { nameWord, word } from "./words.js";
import { paintWood } from "./wood.js";

/** Units between two lines; all other lengths follow. */
const CELL = 40;
const RADIUS = 19.3;
/** Wood around the lines, and the height of the coordinates in it: both look alike on a small board and a large one. */
function rim(size) {
  return size > 13 ? { margin: 50, letter: 15 } : size > 9 ? { margin: 44, letter: 12.5 } : { margin: 40, letter: 10.5 };
}

/** A board inside `frame` (an element that is square by its style). */
export class Board {
  #frame; #canvas; #root; #layers = {}; #size = 0; #margin = 0; #stones = new Map(); #showNumbers = false; #game = null; #alerts = []; #dead = [];

  constructor(frame) {
    this.#frame = frame;
    this.#canvas = document.createElement("canvas");
    this.#canvas.className = "wood";
    this.#root = svg("svg", { class: "lines", role: "img" });
    frame.append(this.#canvas, this.#root);
    new ResizeObserver(() => this.#paint()).observe(frame);
    this.#resize(19);
  }

  /** Numbers on the stones, or not. */
  set showNumbers(on) {
    this.#showNumbers = on;
    this.#marks();
  }

  get showNumbers() { return this.#showNumbers; }

  /**
   * Shows a `game` document, or an empty board for null.
   * @param {object|null} game
   * @param {object[]} alerts the open ones
   */
  show(game, alerts) {
    const rows = game?.board ?? [];
    if (game?.size && game.size !== this.#size) this.#resize(game.size);
    this.#game = game;
    this.#alerts = alerts;
    const wanted = stonesOf(rows);
    for (const [vertex, stone] of this.#stones) if (wanted.get(vertex) !== stone.color) this.#lift(vertex);
    for (const [vertex, color] of wanted) if (!this.#stones.has(vertex)) this.#place(vertex, color);
    this.#root.setAttribute("aria-label", word("board-label", { move: game?.move_number ?? 0, stones: wanted.size }));
    this.#marks();
  }

  /** The point that was tapped, or null beside the lines. */
  vertexAt(event) {
    const box = this.#root.getBoundingClientRect();
    const side = (this.#size - 1) * CELL + 2 * this.#margin;
    const line = (at, from, length) => Math.round((((at - from) / length) * side - this.#margin) / CELL);
    const [col, row] = [line(event.clientX, box.left, box.width), line(event.clientY, box.top, box.height)];
    const inside = (n) => n >= 0 && n < this.#size;
    return inside(col) && inside(row) ? vertexName(col, row, this.#size) : null;
  }

  /** Stones that are called dead: a cross on each. */
  set dead(vertices) {
    this.#dead = vertices;
    this.#marks();
  }

  #at(vertex) {
    const point = parseVertex(vertex, this.#size);
    return point && { x: this.#margin + point.col * CELL, y: this.#margin + point.row * CELL, ...point };
  }

  #paint() {
    const side = Math.round(this.#frame.clientWidth * Math.min(2, devicePixelRatio || 1));
    if (side === 0 || this.#canvas.width === side) return;
    this.#canvas.width = this.#canvas.height = side;
    paintWood(this.#canvas);
  }

  #resize(size) {
    this.#size = size;
    this.#stones.clear();
    const span = (size - 1) * CELL;
    const { margin, letter } = rim(size);
    this.#margin = margin;
    const side = span + 2 * margin;
    this.#root.style.setProperty("--letter", `${letter}px`);
    this.#root.setAttribute("viewBox", `0 0 ${side} ${side}`);
    this.#root.setAttribute("data-size", size);
    for (const name of ["shadows", "stones", "marks"]) this.#layers[name] = svg("g", { class: name });
    this.#root.replaceChildren(definitions(), grid(size, span, margin), this.#layers.shadows, this.#layers.stones, this.#layers.marks);
  }

  #place(vertex, color) {
    const at = this.#at(vertex);
    if (!at) return;
    // Hands do not put stones on the crossing to a hair's breadth; the same stone always lies the same way.
    const lie = (at.col * 7 + at.row * 13) % 11;
    const [x, y] = [at.x + (lie - 5) * 0.12, at.y + (((at.col * 5 + at.row * 3) % 7) - 3) * 0.14];
    const shadow = svg("circle", { cx: x + 2.2, cy: y + 3.2, r: RADIUS + 2.4, fill: "url(#shadow)" });
    const body = [svg("circle", { cx: x, cy: y, r: RADIUS, fill: `url(#stone-${color})` })];
    if (color === "white") body.push(svg("circle", { cx: x, cy: y, r: RADIUS - 0.6, fill: "url(#shell)", transform: `rotate(${lie * 33} ${x} ${y})` }));
    body.push(svg("ellipse", { cx: x - 6.2, cy: y - 7.4, rx: 7, ry: 4.6, fill: `url(#gloss-${color})`, transform: `rotate(-38 ${x - 6.2} ${y - 7.4})` }));
    const stone = svg("g", { class: "stone", "data-vertex": vertex, "data-stone": color }, ...body);
    this.#layers.shadows.append(shadow);
    this.#layers.stones.append(stone);
    this.#stones.set(vertex, { color, shadow, stone });
  }

  #lift(vertex) {
    const { shadow, stone } = this.#stones.get(vertex);
    this.#stones.delete(vertex);
    shadow.remove();
    stone.removeAttribute("data-stone");
    stone.classList.add("leaving");
    stone.addEventListener("animationend", () => stone.remove(), { once: true });
    // Without animations no end of one is told.
    setTimeout(() => stone.remove(), 400);
  }

  /** Everything that lies on top of the stones. */
  #marks() {
    const game = this.#game;
    const marks = [];
    if (game) {
      const standing = new Map([...this.#stones].map(([vertex, { color }]) => [vertex, color]));
      const numbers = this.#showNumbers ? moveNumbers(game.moves, standing) : new Map();
      for (const [vertex, n] of numbers) marks.push(this.#number(vertex, n, standing.get(vertex), n === game.last_move?.n));
      marks.push(...this.#disputed(game.moves ?? [], standing), this.#last(game, standing, numbers));
      for (const alert of this.#alerts) for (const vertex of alert.vertices ?? []) marks.push(this.#alertMark(vertex, alert));
      for (const vertex of this.#dead) marks.push(this.#deadMark(vertex));
      for (const wrong of game.discrepancies ?? []) marks.push(this.#discrepancy(wrong));
    }
    this.#layers.marks.replaceChildren(...marks.filter(Boolean));
  }

  #number(vertex, n, color, last) {
    const at = this.#at(vertex);
    return at && svg("text", {
      x: at.x, y: at.y, class: `number on-${color}${last ? " last" : ""}`, "font-size": n > 99 ? 14.5 : 17, "data-number": n, "data-vertex": vertex,
    }, String(n));
  }

  /** A dot on the last stone; a dashed ring while the move may still change. */
  #last(game, standing, numbers) {
    const last = game.last_move;
    const at = last && this.#at(last.vertex);
    if (!at) return null;
    const move = (game.moves ?? []).find((played) => played.n === last.n);
    const provisional = Boolean(move?.provisional);
    const shape = provisional
      ? [svg("circle", { cx: at.x, cy: at.y, r: numbers.has(last.vertex) ? RADIUS - 1.8 : 12, class: "ring" })]
      : numbers.has(last.vertex) ? [svg("circle", { cx: at.x, cy: at.y, r: RADIUS - 1.6, class: "halo" })] : [svg("circle", { cx: at.x, cy: at.y, r: 8, class: "dot" })];
    return svg("g", {
      class: `last-move on-${standing.get(last.vertex) ?? "wood"}${provisional ? " provisional" : ""}`, "data-last-move": last.vertex, "data-provisional": provisional,
    }, ...shape);
  }

  #disputed(moves, standing) {
    return moves.filter((move) => (move.disputed || move.illegal) && standing.get(move.vertex) === move.color).map((move) => {
      const at = this.#at(move.vertex);
      return at && svg("text", { x: at.x + 12, y: at.y - 12, class: "question", "data-disputed": move.vertex }, move.illegal ? "!" : "?");
    });
  }

  /** A diamond around each point of an open alert. */
  #alertMark(vertex, alert) {
    const at = this.#at(vertex);
    const r = 25;
    return at && svg("path", {
      d: `M${at.x} ${at.y - r}L${at.x + r} ${at.y}L${at.x} ${at.y + r}L${at.x - r} ${at.y}Z`, class: `alert-mark ${alert.severity}`, "data-alert-vertex": vertex,
    });
  }

  #deadMark(vertex) {
    const at = this.#at(vertex);
    const r = 10;
    const cross = at && `M${at.x - r} ${at.y - r}L${at.x + r} ${at.y + r}M${at.x + r} ${at.y - r}L${at.x - r} ${at.y + r}`;
    return at && svg("g", { class: "dead-mark", "data-dead": vertex }, svg("path", { d: cross, class: "seen-empty under" }), svg("path", { d: cross, class: "seen-empty" }));
  }

  /** What should be here and what is: a square, and inside it what the wood shows instead. */
  #discrepancy({ vertex, expected, seen }) {
    const at = this.#at(vertex);
    if (!at) return null;
    const small = 8.5;
    const cross = `M${at.x - small} ${at.y - small}L${at.x + small} ${at.y + small}M${at.x + small} ${at.y - small}L${at.x - small} ${at.y + small}`;
    const inside = seen === "black" || seen === "white"
      ? [svg("circle", { cx: at.x, cy: at.y, r: small + 1, class: `seen seen-${seen}` })]
      : seen === "empty"
        ? ["seen-empty under", "seen-empty"].map((name) => svg("path", { d: cross, class: name }))
        : [svg("text", { x: at.x, y: at.y, class: "seen-unknown" }, "?")];
    const frame = ["frame-under", "frame"].map((name) => svg("rect", { x: at.x - 19, y: at.y - 19, width: 38, height: 38, rx: 4, class: name }));
    const words = word("difference", { vertex, expected: nameWord("seen", expected), seen: nameWord("seen", seen) });
    return svg("g", { class: "discrepancy", "data-discrepancy": vertex, "data-expected": expected, "data-seen": seen }, svg("title", {}, words), ...frame, ...inside);
  }
}

function grid(size, span, margin) {
  const [near, far] = [margin, margin + span];
  const [before, after] = [margin * 0.38, far + margin * 0.62];
  const group = svg("g", { class: "grid" });
  for (let n = 0; n < size; n += 1) {
    const p = margin + n * CELL;
    const edge = n === 0 || n === size - 1 ? "edge" : "line";
    group.append(svg("path", { d: `M${p} ${near}V${far}M${near} ${p}H${far}`, class: edge, "stroke-linecap": "square" }));
  }
  for (const [col, row] of starPoints(size)) group.append(svg("circle", { cx: margin + col * CELL, cy: margin + row * CELL, r: 3.6, class: "star" }));
  for (let n = 0; n < size; n += 1) {
    const p = margin + n * CELL;
    for (const y of [before, after]) group.append(svg("text", { x: p, y, class: "coordinate" }, COLUMNS[n]));
    for (const x of [before, after]) group.append(svg("text", { x, y: p, class: "coordinate" }, String(size - n)));
  }
  return group;
}

/** Slate, clamshell, their gloss and their shadow. */
function definitions() {
  const stop = (offset, color, opacity) => svg("stop", { offset, "stop-color": color, "stop-opacity": opacity });
  const radial = (id, cx, cy, r, ...stops) => svg("radialGradient", { id, cx, cy, r }, ...stops);
  const shell = svg("pattern", { id: "shell", width: 5.2, height: 44, patternUnits: "userSpaceOnUse" },
    svg("path", { d: "M2.6 0V44", stroke: "#b9ad97", "stroke-width": 1.1, "stroke-opacity": 0.17 }));
  return svg("defs", {},
    radial("stone-black", 0.36, 0.32, 0.74, stop(0, "#5b5d61"), stop(0.28, "#3a3b3f"), stop(0.7, "#1b1c1f"), stop(1, "#08090a")),
    radial("stone-white", 0.38, 0.33, 0.76, stop(0, "#ffffff"), stop(0.5, "#f7f4ed"), stop(0.8, "#e6e0d4"), stop(1, "#b9b1a2")),
    radial("gloss-black", 0.5, 0.5, 0.5, stop(0, "#ffffff", 0.3), stop(1, "#ffffff", 0)),
    radial("gloss-white", 0.5, 0.5, 0.5, stop(0, "#ffffff", 0.95), stop(1, "#ffffff", 0)),
    radial("shadow", 0.5, 0.5, 0.5, stop(0, "#1d0e00", 0.75), stop(0.78, "#1d0e00", 0.5), stop(1, "#1d0e00", 0)),
    shell);
}
