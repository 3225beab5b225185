// Clocks that count down between messages. Pure: a document, its origin and a moment in; what to show out.
//
// A document is true at its origin (its arrival at the server, told as an age, so that nobody's calendar has to be right). From there the
// running side's time goes down with this browser's own monotonic clock, never below zero: what happens at zero is for the table to say.

import { word } from "./words.js";

/**
 * The state of one side now.
 * @param {{document: object, origin: number}|null} clock
 * @param {"black"|"white"} color
 * @param {number} now in ms of performance.now()
 * @param {string|undefined} system the time control's system
 * @returns {{known: boolean, running: boolean, ms: number, delayMs: number, side: object}}
 */
export function reading(clock, color, now, system) {
  const side = clock?.document[color];
  if (!side || (side.remaining_ms === undefined && side.phase !== "flagged")) return { known: false, running: false, ms: 0, delayMs: 0, side: side ?? {} };
  const document = clock.document;
  const running = document.running === color;
  const passed = Math.max(0, now - clock.origin);
  let ms = side.remaining_ms ?? 0;
  let delayMs = side.delay_left_ms ?? 0;
  if (running && side.phase !== "flagged" && !stands(document)) {
    const beyondDelay = Math.max(0, passed - delayMs);
    delayMs = Math.max(0, delayMs - passed);
    ms = Math.max(0, ms - beyondDelay);
  } else if (system === "hourglass" && document.running !== "none" && !running && document.running !== undefined) {
    ms += passed;
  }
  return { known: true, running, ms, delayMs, side };
}

/** Time taken for capturing does not count where the table keeps time; a device runs on and is credited by ruling. */
function stands(document) {
  return document.capture_neutral === true && document.source === "daemon";
}

/**
 * Time as people read it, rounded up: nobody loses with time on the display, and zero means zero.
 * "1:29:59", "29:59", "0:41", and under ten seconds "9.8".
 */
export function formatTime(ms) {
  if (ms < 10_000) return (Math.ceil(ms / 100) / 10).toFixed(1);
  const seconds = Math.ceil(ms / 1000);
  const h = Math.floor(seconds / 3600);
  const m = Math.floor((seconds % 3600) / 60);
  const s = String(seconds % 60).padStart(2, "0");
  return h > 0 ? `${h}:${String(m).padStart(2, "0")}:${s}` : `${m}:${s}`;
}

/** The same in whole seconds, for clocks that are read from afar and written seldom: "0:07". */
export function formatSeconds(ms) {
  const seconds = Math.ceil(ms / 1000);
  return seconds < 10 ? `0:0${seconds}` : formatTime(seconds * 1000);
}

/** Ms of a time as a clock shows it: "1:29:59", "4:30", "45". */
export function parseClock(text) {
  return text.split(":").reduce((total, part) => total * 60 + Number(part), 0) * 1000;
}

/** The part of the time that follows the main one in a time control; undefined where there is none. */
export function overtimePhase(time) {
  return {
    "byo-yomi": "byo-yomi", "ing-rs": "byo-yomi", canadian: "canadian", progressive: "canadian", "china-reserve": "reserve", nhk: "nhk", "ing-pp": "ing-penalty",
  }[time?.system];
}

/** Ms of "2h", "1h 30m", "60s", "500ms" or a number of ms; undefined for anything else. */
export function parseDuration(text) {
  if (typeof text === "number") return text;
  if (typeof text !== "string") return undefined;
  const unit = { h: 3_600_000, m: 60_000, min: 60_000, s: 1000, ms: 1 };
  let total = 0;
  const rest = text.replace(/(\d+(?:\.\d+)?)\s*(ms|min|h|m|s)/g, (_, n, u) => { total += Number(n) * unit[u]; return ""; });
  return rest.trim() === "" && text.trim() !== "" ? total : undefined;
}

/** What stands under the digits; a number and its unit never part. `time` is the table's time control. */
export function phaseWords(side, time) {
  return words(side, time).replace(/(\d) /g, "$1\u00a0").replaceAll(" ×", "\u00a0×").replaceAll("× ", "×\u00a0");
}

function words(side, time) {
  const each = seconds(time?.period);
  switch (side.phase) {
    case "main": return overtimeAhead(time);
    case "byo-yomi": {
      const n = side.periods_left;
      if (n === 1) return each ? word("clock.last-period-of", { each }) : word("clock.last-period");
      return each ? word("clock.periods-of", { n, each }) : word("clock.periods", { n });
    }
    case "canadian": return word("clock.canadian", { n: side.stones_left });
    case "reserve": return word("clock.reserve", { n: side.minutes_left });
    case "nhk": return word("clock.nhk", { n: side.units_left });
    case "ing-penalty": return word("clock.ing", { n: side.period ?? "", points: side.penalty_points ?? "?" });
    case "flagged": return word(side.provisional ? "clock.flag-checked" : "clock.flagged");
    default: return String(side.phase ?? "").replaceAll("-", " ");
  }
}

function seconds(text) {
  const ms = parseDuration(text);
  return ms === undefined ? null : word("clock.seconds", { n: ms / 1000 });
}

function overtimeAhead(time) {
  const each = seconds(time?.period);
  if (time?.system === "byo-yomi" && each) return word("clock.main-then", { n: time.periods, each });
  if (time?.system === "fischer" && seconds(time.increment)) return word("clock.fischer", { each: seconds(time.increment) });
  return word("clock.main");
}

/** In a counted period, or short of time altogether. */
export function isUrgent(state) {
  return state.running && state.ms < 10_000 && state.side.phase !== "flagged";
}
