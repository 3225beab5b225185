// The last seconds before an alert: a slider over the changes of the points, and the wood as it was at each.

import { parseVertex } from "../coordinates.js";
import { html } from "../svg.js";
import { nameWord, word } from "../words.js";

const LETTERS = { black: "X", white: "O", empty: "." };

/** The rows as the sensors show them now: the record with the points that differ. */
export function woodOf(game) {
  return withPoints(game.board, (game.discrepancies ?? []).map(({ vertex, seen }) => [vertex, seen]));
}

function withPoints(rows, points) {
  const letters = rows.map((row) => [...row]);
  for (const [vertex, seen] of points) {
    const point = parseVertex(vertex, rows.length);
    if (point) letters[point.row][point.col] = LETTERS[seen] ?? letters[point.row][point.col];
  }
  return letters.map((row) => row.join(""));
}

/** The wood after the first `n` steps: what stands now with all of them undone, the last first, and the first ones done again. */
export function woodAfter(rows, steps, n) {
  const before = withPoints(rows, steps.toReversed().map(({ vertex, from }) => [vertex, from]));
  return withPoints(before, steps.slice(0, n).map(({ vertex, to }) => [vertex, to]));
}

/** The slider; `show(rows, vertex)` draws the wood at the moment that it stands at. */
export class Evidence {
  #element; #show; #alert = null; #rows = []; #slider; #line;

  constructor(element, show) {
    this.#element = element;
    this.#show = show;
    this.#slider = html("input", { type: "range", min: 0, "aria-label": word("evidence-slider") });
    this.#line = html("output", {});
    this.#slider.addEventListener("input", () => this.#draw());
    element.append(this.#line, this.#slider);
  }

  /** Begins with an alert's last step; without steps it says so. */
  open(alert, game) {
    this.#alert = alert;
    this.#rows = woodOf(game);
    const steps = alert.evidence?.steps ?? [];
    this.#slider.max = String(steps.length);
    this.#slider.value = String(steps.length);
    this.#element.hidden = false;
    this.#draw();
    this.#slider.focus();
  }

  close() {
    this.#element.hidden = true;
    this.#alert = null;
  }

  get isOpen() { return this.#alert !== null; }

  #draw() {
    const steps = this.#alert.evidence?.steps ?? [];
    const n = Number(this.#slider.value);
    const step = steps[n - 1];
    const ago = step && (Date.parse(this.#alert.happened) - Date.parse(step.at)) / 1000;
    this.#line.textContent = steps.length === 0 ? word("no-evidence")
      : !step ? word("before-all")
        : word("step", { n, all: steps.length, when: ago >= 0 ? `−${ago.toFixed(1)}` : `+${(-ago).toFixed(1)}`, vertex: step.vertex, from: nameWord("seen", step.from), to: nameWord("seen", step.to) });
    this.#slider.setAttribute("aria-valuetext", this.#line.textContent);
    this.#show(woodAfter(this.#rows, steps, n), step?.vertex);
  }
}
