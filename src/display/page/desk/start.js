// Before the game and between games: who plays, under which conditions, and the start by request.

import { html } from "../svg.js";
import { word } from "../words.js";
import { button, colors, field, form, list, panel, sure, text } from "./desk.js";

/** A number that was typed, under its name; nothing where the field was left empty. */
function number(name, typed) {
  return typed === undefined ? {} : { [name]: Number(typed) };
}

/** The fields of `prepare-game` and `start-game` from what was typed; what was left empty comes from the configuration. */
export function preparation({ black, black_rank, white, white_rank, komi, handicap, event, round, board }) {
  const player = (name, rank) => (name ? { name, ...(rank ? { rank } : {}) } : undefined);
  const [one, other] = [player(black, black_rank), player(white, white_rank)];
  const match = { ...(event ? { event } : {}), ...number("round", round), ...number("board", board) };
  return {
    ...(one || other ? { players: { ...(one ? { black: one } : {}), ...(other ? { white: other } : {}) } } : {}),
    ...number("komi", komi), ...number("handicap", handicap), ...(Object.keys(match).length > 0 ? { match } : {}),
  };
}

/** Players and conditions, colours, the start. */
export function startPanel(desk, state) {
  const count = (name, step = 1, min = 0) => html("input", { name, type: "number", step, min });
  const ready = form("prepare-game", (fields) => desk.send("prepare-game", preparation(fields), word("do.prepare-game")),
    field(word("black"), text("black")), field(word("rank-of", { who: word("black") }), text("black_rank")),
    field(word("white"), text("white")), field(word("rank-of", { who: word("white") }), text("white_rank")),
    field(word("komi"), count("komi", 0.5, -100)), field(word("handicap"), count("handicap")),
    field(word("event"), text("event")), field(word("round-field"), count("round", 1, 1)), field(word("board-field"), count("board", 1, 1)));
  const adopt = html("input", { type: "checkbox", name: "adopt", value: "yes" });
  const begin = form("start-game", async ({ adopt: taken, to_move }) => {
    const fields = { ...preparation(Object.fromEntries([...new FormData(ready)].filter(([, value]) => value !== ""))), ...(taken ? { adopt: true, ...(to_move ? { to_move } : {}) } : {}) };
    if (await sure(word("sure", { what: word("do.start-game") }))) await desk.send("start-game", fields, word("do.start-game"));
  }, html("label", { class: "check" }, adopt, html("span", {}, word("adopt-board"))), field(word("to-move"), colors("to_move", "–")));
  const seats = form("set-colors", (fields) => desk.send("set-colors", fields, word("do.set-colors")),
    field(word("who-has-black"), text("black")), field(word("side-of-black"), list("black_side", [["", "–"], ["left", word("left")], ["right", word("right")]])));
  const exchange = button(word("exchange-colors"), () => {
    const name = state().game?.players?.white?.name;
    return name && desk.send("set-colors", { black: name }, word("exchange-colors"));
  }, { "data-verb": "set-colors" });
  return panel("start", word("start"), ready, begin, html("h2", {}, word("colors")), html("div", { class: "choices less" }, exchange), seats,
    html("h2", {}, word("table")),
    html("div", { class: "choices less" }, ...["republish", "ping"].map((verb) => button(word(`do.${verb}`), () => desk.send(verb, {}, word(`do.${verb}`)), { "data-verb": verb }))));
}
