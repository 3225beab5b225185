// What the page knows of a table. Pure: times are given, nothing is drawn here.
//
// The rules for consumers of the contract: the `game` document is the truth and is always taken whole; events only announce it. An event that
// is already known (same game, same or lower number) is dropped; when one is missing, or an announced document stays away, the page says that
// it is behind until the next `game` comes. Nothing is ever appended to a board by an event, so a lost message cannot leave a wrong line.

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
  if (announced && (!game || announced.game_id !== game.game_id || game.seq >= announced.seq)) model.announced = null;
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
  const gap = known > 0 && event.seq > known + 1;
  const since = gap ? -Infinity : (model.announced?.since ?? at);
  model.announced = { game_id: event.game_id, seq: event.seq, since };
  return ["event"];
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
  const last = age === null ? "" : `last word ${spokenAge(age)} ago`;
  if (now - serverHeard > SERVER_QUIET_MS) return { level: "lost", label: "No display server", detail: last || "trying again" };
  if (!model.pulse) return { level: "waiting", label: "Connecting", detail: "" };
  if (!model.pulse.broker) return { level: "lost", label: "No broker", detail: last || "trying again" };
  const state = model.status?.state;
  if (!state) return { level: "waiting", label: "No such table yet", detail: "waiting for it" };
  if (state === "lost") return { level: "lost", label: "Table lost", detail: last };
  if (state === "disconnected") return { level: "lost", label: "Table switched off", detail: last };
  if (!model.pulse.confirmed) return { level: "stale", label: "Waiting for the table", detail: last };
  const quiet = model.clock?.document.running && model.clock.document.running !== "none" && age !== null && age > QUIET_MS;
  if (quiet) return { level: "stale", label: "No news", detail: last };
  if (isBehind(model, now)) return { level: "stale", label: "Behind", detail: "a document is missing" };
  if (state === "init") return { level: "waiting", label: "Table is starting", detail: "" };
  if (state === "degraded") return { level: "degraded", label: "Degraded", detail: troubles(model.health).join(", ") || "see health" };
  if (state === "ready") return { level: "live", label: "Ready", detail: "" };
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
  if (seconds < 100) return `${seconds} s`;
  if (seconds < 6000) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 172800) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 86400)} d`;
}

/** The parts that `health` says are not there. */
export function troubles(health) {
  if (!health) return [];
  return Object.entries(health)
    .filter(([, part]) => part && typeof part === "object" && part.present === false)
    .map(([name]) => `no ${name}`);
}

/** Open alerts, the most urgent first, then the newest. Decided and gone ones are history. */
export function openAlerts(model) {
  const rank = { ruling: 0, attention: 1, notice: 2 };
  return [...model.alerts.values()]
    .filter((alert) => alert.state !== "decided" && alert.state !== "gone")
    .sort((a, b) => (rank[a.severity] ?? 1) - (rank[b.severity] ?? 1) || String(b.detected).localeCompare(String(a.detected)));
}

/** An alert's words in the first language that it has. */
export function alertText(alert, languages) {
  const text = alert.text ?? {};
  for (const language of languages) {
    const chinese = /^zh-(TW|HK|MO|Hant)/i.test(language) ? "zh-Hant" : /^zh/i.test(language) ? "zh-Hans" : null;
    const found = text[language] ?? (chinese && text[chinese]) ?? text[language.split("-")[0]];
    if (found) return found;
  }
  return text.en ?? plainWords(alert.kind ?? "alert");
}

/** "wrong-capture" as "wrong capture". */
export function plainWords(name) {
  return String(name).replaceAll("-", " ");
}

/** The result in words: "Black wins by 0.75 zi", "Draw". */
export function resultWords(result, count) {
  const name = { black: "Black", white: "White" }[result.winner];
  if (!name) return { draw: "Draw", "both-lose": "Both lose", void: "Void", "no-result": "No result" }[result.by] ?? plainWords(result.by);
  if (result.by === "score") {
    const margin = String(result.sgf ?? "").replace(/^[BW]\+/, "");
    // A result that was entered by hand may be another than the count's.
    const counted = count?.zi_margin !== undefined && (result.margin === undefined || Math.abs(count.margin) === result.margin);
    const zi = counted ? ` (${Math.abs(count.zi_margin)} zi)` : "";
    return margin && Number(margin) ? `${name} wins by ${margin} points${zi}` : `${name} wins by counting${zi}`;
  }
  const how = { resignation: "by resignation", time: "on time", forfeit: "by forfeit", ruling: "by ruling", absence: "by absence" };
  return `${name} wins ${how[result.by] ?? `by ${plainWords(result.by)}`}`;
}
