// Earlier positions of the game, from its set-up, moves and edits. Pure.
//
// The `game` document tells what each move captured, so nothing of the rules is needed here. A record that does not lead to the document's own
// board (one that was cut to fit, say) is not stepped through at all: better no earlier position than a wrong one.

import { parseVertex, stonesOf } from "./coordinates.js";

/** The stones after `n` moves, as a map from vertex to colour. */
function stonesAfter(game, n) {
  const stones = new Map();
  const put = ({ black = [], white = [], empty = [] }) => {
    for (const vertex of black) stones.set(vertex, "black");
    for (const vertex of white) stones.set(vertex, "white");
    for (const vertex of empty) stones.delete(vertex);
  };
  const edit = (after) => { for (const one of game.edits ?? []) if (one.after === after) put(one); };
  put(game.setup ?? {});
  edit(0);
  for (const move of game.moves ?? []) {
    if (move.n > n) break;
    if (move.vertex !== "pass") stones.set(move.vertex, move.color);
    for (const vertex of move.captured ?? []) stones.delete(vertex);
    edit(move.n);
  }
  return stones;
}

function sameStones(one, other) {
  return one.size === other.size && [...one].every(([vertex, color]) => other.get(vertex) === color);
}

/** True when the record leads to the board that the document shows. */
export function isWhole(game) {
  return Boolean(game?.board) && sameStones(stonesAfter(game, Infinity), stonesOf(game.board));
}

/** The document as it was after `n` moves, as far as a board shows it. */
export function gameAfter(game, n) {
  const size = game.board.length;
  const rows = Array.from({ length: size }, () => Array(size).fill("."));
  for (const [vertex, color] of stonesAfter(game, n)) {
    const { col, row } = parseVertex(vertex, size);
    rows[row][col] = color === "black" ? "X" : "O";
  }
  const moves = (game.moves ?? []).filter((move) => move.n <= n);
  return { ...game, board: rows.map((row) => row.join("")), moves, move_number: n, last_move: moves.at(-1), discrepancies: [], verified: undefined };
}
