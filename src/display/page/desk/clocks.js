// The clocks: pause and resume, change what they show, and keep time by hand where no clock is.

import { formatSeconds, overtimePhase, parseClock, phaseWords } from "../clock.js";
import { COLORS } from "../panels.js";
import { html } from "../svg.js";
import { nameWord, word } from "../words.js";
import { button, colors, field, forBoth, form, list, panel, sure, text } from "./desk.js";

/** What a phase counts, by the name that it has in the `clock` document. */
const COUNTED = { "byo-yomi": "periods_left", canadian: "stones_left", reserve: "minutes_left", nhk: "units_left", "ing-penalty": "period" };

/** The fields of `set-clock` for one side, from what was typed over what its clock shows now. */
export function sideToSet(now, { phase, time, left }) {
  const counted = COUNTED[phase];
  const kept = now?.phase === phase ? now : {};
  const { block, in_unit: inUnit } = kept;
  return {
    phase, remaining_ms: time === "" || time === undefined ? now?.remaining_ms ?? 0 : parseClock(time), total_used_ms: now?.total_used_ms ?? 0,
    ...(counted ? { [counted]: Number(left || kept[counted] || 1) } : {}), ...(block ? { block } : {}), ...(inUnit ? { in_unit: true } : {}),
  };
}

/** One side's part of the form: the part of the time that runs, what is left of it, and how many periods, stones or minutes. */
function sideFields(color) {
  const phase = list(`${color}_phase`, []);
  const time = html("input", { name: `${color}_time`, placeholder: "1:29:59", pattern: "(\\d+:)?\\d+:[0-5]\\d|\\d+", title: word("time-hint"), autocomplete: "off" });
  const left = html("input", { name: `${color}_left`, type: "number", min: 0, max: 99, step: 1 });
  return {
    phase, time, left,
    element: html("fieldset", {}, html("legend", {}, word(color)), field(word("time-part"), phase), field(word("time-shown"), time), field(word("left-of-it"), left)),
  };
}

/** Sets both clocks to what is typed; begins with what they show. */
function setForm(desk, state) {
  const sides = { black: sideFields("black"), white: sideFields("white") };
  const running = colors("running", word("nobody"));
  const element = form("set-clock", async () => {
    const clock = state().clock?.document;
    const of = (color) => sideToSet(clock?.[color], { phase: sides[color].phase.value, time: sides[color].time.value.trim(), left: sides[color].left.value });
    await desk.send("set-clock", { black: of("black"), white: of("white"), running: running.value || "none" }, word("do.set-clock"));
  }, sides.black.element, sides.white.element, field(word("whose-runs"), running));
  let key = "";
  return {
    element,
    /** Fills in what the clocks show, unless somebody is typing. */
    show({ clock, game }) {
      const now = JSON.stringify([game?.time?.system, ...COLORS.map((color) => clock?.document[color]?.phase), clock?.document.running]);
      if (now === key || element.contains(document.activeElement)) return;
      key = now;
      for (const color of COLORS) {
        const side = clock?.document[color];
        const parts = [...new Set(["main", overtimePhase(game?.time), side?.phase].filter((part) => part && part !== "flagged"))];
        sides[color].phase.replaceChildren(...parts.map((part) => html("option", { value: part, selected: part === side?.phase ? "" : null }, nameWord("part-of-time", part))));
        sides[color].left.value = side?.[COUNTED[side?.phase]] ?? "";
        sides[color].time.placeholder = side?.remaining_ms === undefined ? "0:00" : formatSeconds(side.remaining_ms);
      }
      running.value = { black: "black", white: "white" }[clock?.document.running] ?? "";
    },
  };
}

/** What `time-left` has answered, in words. */
function timeLeftWords(color, clock, time) {
  const side = clock?.[color];
  return side ? `${word(color)} ${formatSeconds(side.remaining_ms ?? 0)} · ${phaseWords(side, time)}` : "";
}

/** Pause, resume, adjust, set, and the turns of a human time keeper. */
export function clockPanel(desk, state) {
  const kinds = ["ruling", "lunch", "fault", "leave"].map((name) => [name, nameWord("pause", name)]);
  const quick = COLORS.flatMap((color) => [60, -60].map((seconds) => {
    const label = word("clock-change", { who: word(color), n: seconds > 0 ? "+60" : "−60" });
    return button(label, () => desk.send("adjust-clock", { color, delta_ms: seconds * 1000, reason: "referee" }, label), { "data-verb": "adjust-clock", "data-color": color });
  }));
  const plain = (verb) => button(word(`do.${verb}`), () => desk.send(verb, {}, word(`do.${verb}`)), { "data-verb": verb });
  const set = setForm(desk, state);
  const element = panel("clocks", word("clocks"),
    form("pause", (fields) => desk.send("pause", fields, word("do.pause")), field(word("why"), list("kind", kinds)), field(word("note"), text("reason"))),
    html("div", { class: "choices" },
      button(word("do.resume"), () => desk.send("resume", {}, word("do.resume")), { class: "large", "data-verb": "resume" }),
      button(word("do.resume-force"), async () => { if (await sure(word("sure-force"))) await desk.send("resume", { force: true }, word("do.resume-force")); }, { "data-verb": "resume", "data-force": "" })),
    html("div", { class: "choices less" }, ...quick),
    form("adjust-clock", ({ color, seconds, periods, reason = "" }) => desk.send("adjust-clock",
      { color, delta_ms: Math.round(Number(seconds ?? 0) * 1000), periods_delta: Number(periods ?? 0), reason }, word("do.adjust-clock")),
    field(word("whose"), colors("color")), field(word("seconds"), html("input", { name: "seconds", type: "number", step: 1 })),
    field(word("periods"), html("input", { name: "periods", type: "number", step: 1 })), field(word("why"), text("reason"))),
    html("h2", {}, word("by-hand")),
    html("div", { class: "choices less" }, plain("start-clock"), plain("stop-clock"), ...forBoth("press", desk), plain("adopt-clock"),
      ...forBoth("time-left", desk, (data, color) => timeLeftWords(color, data?.clock, state().game?.time))),
    html("h2", {}, word("set-both")), set.element);
  return { element, show: (model) => set.show(model) };
}
