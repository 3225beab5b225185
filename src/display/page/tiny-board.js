// A board as small as a stamp, on a canvas: sixty of them cost little.

import { parseVertex, starPoints } from "./coordinates.js";

/**
 * Draws the rows of a `game` document.
 * @param {HTMLCanvasElement} canvas square
 * @param {{board?: string[], last_move?: {vertex: string}, discrepancies?: {vertex: string}[]}} game
 * @param {{noisy?: string[], dead?: string[]}} [sensors] marked, where the page shows them
 */
export function drawTiny(canvas, game, sensors = {}) {
  const rows = game?.board ?? Array(19).fill(".".repeat(19));
  const size = rows.length;
  const side = Math.round((canvas.clientWidth || 180) * Math.min(2, devicePixelRatio || 1));
  if (canvas.width !== side) canvas.width = canvas.height = side;
  const pen = canvas.getContext("2d");
  const cell = side / (size + 0.4);
  const at = (n) => (n + 0.7) * cell;
  pen.fillStyle = "#dfb46c";
  pen.fillRect(0, 0, side, side);
  pen.strokeStyle = "#5d4420";
  pen.lineWidth = Math.max(0.6, cell * 0.05);
  pen.beginPath();
  for (let n = 0; n < size; n += 1) {
    pen.moveTo(at(n), at(0)); pen.lineTo(at(n), at(size - 1));
    pen.moveTo(at(0), at(n)); pen.lineTo(at(size - 1), at(n));
  }
  pen.stroke();
  const disc = (col, row, radius, color) => {
    pen.fillStyle = color;
    pen.beginPath();
    pen.arc(at(col), at(row), radius * cell, 0, 7);
    pen.fill();
  };
  for (const [col, row] of starPoints(size)) disc(col, row, 0.11, "#5d4420");
  rows.forEach((line, row) => [...line].forEach((point, col) => {
    if (point === "X" || point === "O") disc(col, row, 0.48, point === "X" ? "#141517" : "#fbf9f2");
  }));
  const last = game?.last_move && parseVertex(game.last_move.vertex, size);
  if (last) disc(last.col, last.row, 0.22, "#e4572e");
  const frame = (vertex, color, dashed) => {
    const point = parseVertex(vertex, size);
    if (!point) return;
    pen.strokeStyle = color;
    pen.lineWidth = cell * 0.2;
    pen.setLineDash(dashed ? [cell * 0.25, cell * 0.15] : []);
    pen.strokeRect(at(point.col) - cell * 0.5, at(point.row) - cell * 0.5, cell, cell);
    pen.setLineDash([]);
  };
  for (const { vertex } of game?.discrepancies ?? []) frame(vertex, "#a3006b", false);
  for (const vertex of sensors.noisy ?? []) frame(vertex, "#0b4f85", true);
  for (const vertex of sensors.dead ?? []) frame(vertex, "#b8430a", false);
}
