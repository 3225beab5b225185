// A decision of one's own: what a ruling may say beside confirm and dismiss.

import { allKinds, remedyWord, sanctionWord } from "../field-words.js";
import { html } from "../svg.js";
import { nameWord, word } from "../words.js";
import { colors, field, filled, list } from "./desk.js";

const SANCTIONS = ["caution", "warning", "loss", "both-lose", "draw", "replay"];
const REMEDIES = ["restore", "stands", "retract", "forced-pass", "none"];
const CAUSES = ["accident", "deliberate", "outside", "dropped"];

/**
 * A form that begins with what is proposed; `decide` gets the fields of `rule`.
 */
export function decisionForm(proposal, decide) {
  const given = new Set(proposal?.sanctions ?? []);
  const checks = SANCTIONS.map((name) => {
    const box = html("input", { type: "checkbox", name: "sanction", value: name, checked: given.has(name) ? "" : null });
    return html("label", { class: "check" }, box, html("span", {}, sanctionWord(name)));
  });
  const points = [...given].find((name) => name.startsWith("points:"))?.split(":")[1] ?? "";
  const board = list("board", [["", "–"], ...REMEDIES.map((name) => [name, remedyWord(name)])]);
  board.value = proposal?.board ?? "";
  const [remedy] = proposal?.clock ?? [];
  const clockColor = colors("clock_color", "–");
  clockColor.value = remedy?.color ?? "";
  const number = (name, value, step = 1) => html("input", { name, type: "number", step, value: value ?? "" });
  const form = html("form", { class: "decision" },
    html("fieldset", {}, html("legend", {}, word("sanctions")), ...checks, field(word("points"), html("input", { name: "points", type: "number", min: 1, max: 1000, value: points }))),
    field(word("the-board"), board),
    html("fieldset", {}, html("legend", {}, word("the-clock")), field(word("whose"), clockColor),
      field(word("seconds"), number("seconds", remedy ? remedy.delta_ms / 1000 : "")), field(word("periods"), number("periods", remedy?.periods_delta))),
    field(word("to-move-then"), colors("to_move", "–")),
    field(word("kind-then"), list("kind", [["", "–"], ...allKinds()])),
    field(word("color-then"), colors("color", "–")),
    field(word("cause"), list("cause", [["", "–"], ...CAUSES.map((name) => [name, nameWord("cause", name)])])),
    field(word("players-agree"), list("players_agree", [["", "–"], ["true", word("yes")], ["false", word("no")]])),
    field(word("cite"), html("input", { name: "cite", maxlength: 100 })),
    field(word("note"), html("input", { name: "note", maxlength: 400 })),
    html("button", { type: "submit", class: "large", "data-choice": "send-change" }, word("rule-so")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    decide(read(form));
  });
  return form;
}

function read(form) {
  const { points, seconds, periods, clock_color: clockColor, players_agree: agree, sanction: _, ...rest } = filled(form);
  const sanctions = new FormData(form).getAll("sanction");
  if (points) sanctions.push(`points:${points}`);
  const change = clockColor && (Number(seconds) || Number(periods))
    ? [{ color: clockColor, delta_ms: Math.round(Number(seconds ?? 0) * 1000), ...(Number(periods) ? { periods_delta: Number(periods) } : {}) }] : [];
  return {
    outcome: "change", ...rest, ...(sanctions.length > 0 ? { sanctions } : {}), ...(change.length > 0 ? { clock: change } : {}),
    ...(agree ? { players_agree: agree === "true" } : {}),
  };
}
