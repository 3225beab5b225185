// What the page knows of a table. Pure: times are given, nothing is drawn here.
//
// The rules for consumers of the contract: the `game` document is the truth and is always taken whole; events only announce it. An event that
// is already known (same game, same or lower number) is dropped; when one is missing, or an announced document stays away, the page says that
// it is behind until the next `game` comes. Whether a document is announced is told by `rev`: clock and board events change none, and no `game`
// follows them. Nothing is ever appended to a board by an event, so a lost message cannot leave a wrong line.

import { language, nameWord, word } from "./words.js";

/** Documents follow what changed them within 250 ms; later than this the board is behind. */
export const BEHIND_MS = 1500;
/** While a clock runs, word comes every 2 s. */
export const QUIET_MS = 6000;
/** The server speaks every second. */
export const SERVER_QUIET_MS = 3500;

/** A model that knows nothing. */
export function emptyModel() {
  return { status: null, game: null, gameAt: null, clock: null, health: null, info: null, alerts: new Map(), lastEvent: null, announced: null, pulse: null, heardAt: null };
}

/**
 * Takes one document. Returns the names of what changed.
 * @param {object} model changed in place
 * @param {{topic: string, retained: boolean, age_ms: number, document?: object}} message
 * @param {number} at arrival, in ms of performance.now()
 */
export function takeDocument(model, message, at) {
  const { topic, document, retained } = message;
  const origin = at - message.age_ms;
  // What was sent just now is a sign of life; a will is the broker's word, not the table's.
  if (!retained && document?.state !== "lost") model.heardAt = Math.max(model.heardAt ?? -Infinity, origin);
  if (topic.startsWith("alert/")) {
    const id = topic.slice("alert/".length);
    if (document) model.alerts.set(id, { ...document, id, origin });
    else model.alerts.delete(id);
    return ["alerts"];
  }
  switch (topic) {
    case "status": model.status = document ?? null; return ["status"];
    case "health": model.health = document ?? null; return ["health"];
    case "info": model.info = document ?? null; return ["info"];
    case "clock": model.clock = document ? { document, origin, approximate: retained } : null; return ["clock"];
    case "event": return document ? takeEvent(model, document, at) : [];
    case "game": return takeGame(model, document, origin);
    default: return []; // Kinds that a later version adds.
  }
}

function takeGame(model, game, origin) {
  model.game = game ?? null;
  model.gameAt = origin;
  const announced = model.announced;
  if (announced && (!game || announced.game_id !== game.game_id || isAsNew(game, announced))) model.announced = null;
  return ["game"];
}

function takeEvent(model, event, at) {
  const last = model.lastEvent;
  const known = Math.max(
    last?.game_id === event.game_id ? last.seq : 0,
    model.game?.game_id === event.game_id ? model.game.seq : 0,
  );
  if (event.seq <= known) return [];
  model.lastEvent = { game_id: event.game_id, seq: event.seq };
  // The countdown and its periods are told by events alone: nothing of the document is missing, nor was in a gap before them.
  if (model.game?.game_id === event.game_id && isAsNew(model.game, event)) return ["event"];
  const gap = known > 0 && event.seq > known + 1;
  const since = gap ? -Infinity : (model.announced?.since ?? at);
  model.announced = { game_id: event.game_id, seq: event.seq, rev: event.rev, since };
  return ["event"];
}

/** The document shows everything that the event, or what it announces, has changed. */
function isAsNew(game, { seq, rev }) {
  return game.seq >= seq || (rev !== undefined && game.rev >= rev);
}

/** The `game` document lags behind what events have announced. */
export function isBehind(model, now) {
  return model.announced !== null && now - model.announced.since > BEHIND_MS;
}

/**
 * How far the page can be trusted.
 *
 * level: "live"; "degraded" (the table says that something is wrong); "waiting" (nothing known yet); "stale" (should have heard more by now);
 * "lost" (no way to the table). Everything but "live" and "degraded" stops the clocks and greys the page.
 * @param {object} model
 * @param {{now: number, serverHeard: number}} when in ms of performance.now()
 * @returns {{level: string, label: string, detail: string}}
 */
export function freshness(model, { now, serverHeard }) {
  const age = dataAge(model, now);
  const last = age === null ? "" : word("fresh.last-word", { age: spokenAge(age) });
  const level = (name, key, detail = "") => ({ level: name, label: word(`fresh.${key}`), detail });
  if (now - serverHeard > SERVER_QUIET_MS) return level("lost", "no-server", last || word("fresh.trying"));
  if (!model.pulse) return level("waiting", "connecting");
  if (!model.pulse.broker) return level("lost", "no-broker", last || word("fresh.trying"));
  const state = model.status?.state;
  if (!state) return level("waiting", "no-table", word("fresh.waiting-for-it"));
  if (state === "lost") return level("lost", "table-lost", last);
  if (state === "disconnected") return level("lost", "table-off", last);
  if (!model.pulse.confirmed) return level("stale", "unconfirmed", last);
  const quiet = model.clock?.document.running && model.clock.document.running !== "none" && age !== null && age > QUIET_MS;
  if (quiet) return level("stale", "no-news", last);
  if (isBehind(model, now)) return level("stale", "behind", word("fresh.document-missing"));
  if (state === "init") return level("waiting", "starting");
  if (state === "degraded") return level("degraded", "degraded", troubles(model.health).join(", "));
  if (state === "ready") return level("live", "ready");
  return { level: "live", label: state, detail: "" };
}

/** Since the last word of the table, in ms; null when there was none. */
export function dataAge(model, now) {
  const byServer = model.pulse?.heard_ms === undefined ? null : model.pulse.at - model.pulse.heard_ms;
  const live = Math.max(byServer ?? -Infinity, model.heardAt ?? -Infinity);
  const origin = live > -Infinity ? live : model.gameAt;
  return origin === null ? null : Math.max(0, now - origin);
}

/** "3 s", "12 min", "5 h", "2 d". */
export function spokenAge(ms) {
  const seconds = Math.floor(ms / 1000);
  if (seconds < 100) return word("age.s", { n: seconds });
  if (seconds < 6000) return word("age.min", { n: Math.floor(seconds / 60) });
  if (seconds < 172800) return word("age.h", { n: Math.floor(seconds / 3600) });
  return word("age.d", { n: Math.floor(seconds / 86400) });
}

/** The parts that `health` says are not there. */
export function troubles(health) {
  if (!health) return [];
  return Object.entries(health)
    .filter(([, part]) => part && typeof part === "object" && part.present === false)
    .map(([name]) => word("health.none", { part: nameWord("part", name) }));
}

/** Open alerts, the most urgent first, then the newest. Decided and gone ones are history. */
export function openAlerts(model) {
  const rank = { ruling: 0, attention: 1, notice: 2 };
  return [...model.alerts.values()]
    .filter((alert) => alert.state !== "decided" && alert.state !== "gone")
    .sort((a, b) => (rank[a.severity] ?? 1) - (rank[b.severity] ?? 1) || String(b.detected).localeCompare(String(a.detected)));
}

/** An alert's words in the page's language, failing that in English. */
export function alertText(alert) {
  return alert.text?.[language] ?? alert.text?.en ?? plainWords(alert.kind ?? "");
}

/** "wrong-capture" as "wrong capture". */
export function plainWords(name) {
  return String(name).replaceAll("-", " ");
}

/** The result in words: "Black wins by 0.75 zi", "Draw". */
export function resultWords(result, count) {
  if (!result.winner) return nameWord("result", result.by);
  const winner = word(result.winner);
  if (result.by === "score") {
    const margin = String(result.sgf ?? "").replace(/^[BW]\+/, "");
    // A result that was entered by hand may be another than the count's.
    const counted = count?.zi_margin !== undefined && (result.margin === undefined || Math.abs(count.margin) === result.margin);
    const zi = counted ? ` ${word("result.zi", { n: Math.abs(count.zi_margin) })}` : "";
    return (margin && Number(margin) ? word("result.by-points", { winner, n: margin }) : word("result.by-counting", { winner })) + zi;
  }
  return word("result.wins", { winner, how: nameWord("won", result.by) });
}
