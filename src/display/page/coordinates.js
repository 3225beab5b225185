// GTP vertices and rows of a board. Pure.

/** The columns, without I. */
export const COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

/** Column and row from the top left of "Q16" on a board of this size; null for "pass" and anything else. */
export function parseVertex(vertex, size) {
  const match = /^([A-HJ-Z])(\d{1,2})$/.exec(String(vertex).toUpperCase());
  if (!match) return null;
  const col = COLUMNS.indexOf(match[1]);
  const row = size - Number(match[2]);
  return col < size && row >= 0 && row < size ? { col, row } : null;
}

/** "Q16" of a column and a row from the top left. */
export function vertexName(col, row, size) {
  return `${COLUMNS[col]}${size - row}`;
}

/** The marked points of a board. */
export function starPoints(size) {
  if (size < 7) return [];
  const edge = size >= 13 ? 3 : 2;
  const far = size - 1 - edge;
  const middle = (size - 1) / 2;
  const corners = [[edge, edge], [far, edge], [edge, far], [far, far]];
  if (size % 2 === 0) return corners;
  const sides = size >= 19 ? [[edge, middle], [far, middle], [middle, edge], [middle, far]] : [];
  return [...corners, [middle, middle], ...sides];
}

/** The stones of the `game` document's rows, as a map from vertex to "black" or "white". */
export function stonesOf(rows) {
  const stones = new Map();
  rows.forEach((line, row) => [...line].forEach((point, col) => {
    const color = { X: "black", O: "white" }[point];
    if (color) stones.set(vertexName(col, row, rows.length), color);
  }));
  return stones;
}

/** The number of the move that each standing stone was played by; set-up stones have none. */
export function moveNumbers(moves, stones) {
  const numbers = new Map();
  for (const move of moves ?? []) if (stones.get(move.vertex) === move.color) numbers.set(move.vertex, move.n);
  return numbers;
}
