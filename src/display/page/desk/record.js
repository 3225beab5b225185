// The operator's hand on the record: moves, passes and resignations that no sensor has seen, and corrections of what was taken down wrongly.

import { parseVertex, stonesOf } from "../coordinates.js";
import { html } from "../svg.js";
import { word } from "../words.js";
import { button, colors, field, forBoth, form, list, panel, sure } from "./desk.js";
import { woodOf } from "./evidence.js";

/** "q16" as "Q16", "PASS" as "pass". */
export function tidyVertex(typed) {
  const name = String(typed ?? "").trim();
  return name.toLowerCase() === "pass" ? "pass" : name.toUpperCase();
}

/** All stones of the wood as it stands, as `set-position` and `start-game` take them. */
export function setupOf(game) {
  const stones = [...stonesOf(woodOf(game))];
  const of = (color) => stones.filter(([, one]) => one === color).map(([vertex]) => vertex);
  return { black: of("black"), white: of("white") };
}

/** Play, pass, resign, undo, correct, and the position as it stands. */
export function recordPanel(desk, state) {
  // Requests that change what stands in the record say which record they mean: a later one is not changed by mistake.
  const expect = () => ({ expect: { game_id: state().game?.game_id, rev: state().game?.rev } });
  const point = () => html("input", { name: "vertex", maxlength: 4, placeholder: "Q16", autocomplete: "off", autocapitalize: "characters", "data-point-field": "" });
  const [played, corrected] = [point(), point()];
  played.required = true;
  const mover = colors("color");
  const number = (name, value) => html("input", { name, type: "number", min: 1, step: 1, required: "", value });
  const correction = list("op", ["insert", "replace", "delete"].map((op) => [op, word(`op.${op}`)]));
  for (const one of [played, corrected]) one.addEventListener("input", () => one.setCustomValidity(isPoint(one.value, state().game?.size ?? 19) ? "" : word("no-such-point")));
  const element = panel("record", word("record"),
    form("play", async ({ color, vertex }) => {
      if (await desk.send("play", { color, vertex: tidyVertex(vertex) }, `${word("do.play")}: ${word(color)} ${tidyVertex(vertex)}`)) played.value = "";
    }, field(word("whose"), mover), field(word("vertex-hint"), played)),
    html("div", { class: "choices less" }, ...forBoth("pass", desk), ...forBoth("resign", desk, null, (label) => sure(word("sure", { what: label })))),
    html("h2", {}, word("correct-it")),
    form("undo", async ({ moves }) => {
      const label = word("undo-n", { n: moves });
      if (await sure(word("sure", { what: label }))) await desk.send("undo", { moves: Number(moves), ...expect() }, label);
    }, field(word("how-many-moves"), number("moves", 1))),
    form("correct-record", async ({ at, op, color, vertex }) => {
      const what = op === "delete" ? {} : { color, vertex: tidyVertex(vertex) };
      const label = [word("move-n", { n: at }), word(`op.${op}`), what.vertex].filter(Boolean).join(" · ");
      if (await sure(word("sure", { what: label }))) await desk.send("correct-record", { at: Number(at), op, ...what, ...expect() }, label);
    }, field(word("move-number"), number("at", "")), field(word("what-is-done"), correction), field(word("whose"), colors("color")), field(word("vertex-hint"), corrected)),
    form("set-position", async ({ to_move }) => {
      const label = word("do.set-position");
      if (state().game && await sure(word("sure", { what: label }))) await desk.send("set-position", { setup: setupOf(state().game), to_move, ...expect() }, label);
    }, field(word("to-move-then"), colors("to_move"))));
  return {
    element,
    /** A tap on the board is written into the field that was used last, or into the first. */
    tap(vertex) {
      const target = document.activeElement?.closest?.("[data-panel=record]") && document.activeElement.form === corrected.form ? corrected : played;
      target.value = vertex;
    },
    show(game) {
      // Whoever is typing has chosen already.
      if (!element.contains(document.activeElement) && game.to_move) mover.value = game.to_move;
    },
  };
}

function isPoint(typed, size) {
  const vertex = tidyVertex(typed);
  return vertex === "" || vertex === "pass" || parseVertex(vertex, size) !== null;
}
