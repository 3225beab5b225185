// The operator's page: the devices of every table, what the sensors show, and what to do where something is wrong.

import { freshness, spokenAge } from "./model.js";
import { signIn } from "./sign-in.js";
import { html } from "./svg.js";
import { byName, followAll } from "./tables.js";
import { drawTiny } from "./tiny-board.js";
import { woodOf } from "./desk/evidence.js";
import { fillWords, languageList, nameWord, word } from "./words.js";

const TICK_MS = 500;
const PARTS = ["board", "clock", "broker", "disk", "engine"];
/** So few are shown larger. */
const FEW = 4;
const LEVELS = { lost: 0, stale: 1, degraded: 2, waiting: 3, live: 4 };

const find = (id) => document.getElementById(id);
fillWords();
languageList(find("language"));
document.title = word("operator");

/** A part of a table is well when it is there and nobody has to do anything. */
function isWell(part) {
  return part.present !== false && !part.what_to_do && !part.fault && !part.garbled;
}

function partLine(name, part, driver, differs = []) {
  const well = isWell(part);
  const facts = [
    driver, part.port,
    part.last_frame_age_ms !== undefined && word("heard-ago", { age: spokenAge(part.last_frame_age_ms) }),
    part.bad_frames > 0 && word("bad-frames", { n: part.bad_frames }),
    part.reopened > 0 && word("reopened", { n: part.reopened }),
    part.noisy?.length > 0 && word("noisy", { points: part.noisy.join(" ") }),
    part.dead?.length > 0 && word("dead-sensors", { points: part.dead.join(" ") }),
    differs.length > 0 && word("differs-at", { points: differs.map(({ vertex }) => vertex).join(" ") }),
    part.last_sync_ms !== undefined && word("last-sync", { n: part.last_sync_ms }),
  ].filter(Boolean);
  return html("li", { class: well ? "well" : "ill", "data-part": name, "data-well": String(well) },
    html("span", { class: "sign", "aria-hidden": "true" }),
    html("div", {}, html("b", {}, nameWord("part", name)), ` ${word(well ? "is-well" : part.present === false ? "is-missing" : "is-ill")} `, html("small", {}, facts.join(" · ")),
      part.what_to_do ? html("p", { class: "to-do", lang: "en" }, part.what_to_do) : "", part.hint ? html("p", { class: "hint", lang: "en" }, part.hint) : "", part.fault ? html("p", { class: "to-do", lang: "en" }, part.fault) : ""));
}

class Device {
  constructor(id) {
    this.canvas = html("canvas", { class: "tiny", role: "img", "aria-label": word("sensor-map") });
    this.state = html("span", { class: "state" });
    this.parts = html("ul", { class: "parts" });
    this.findings = html("div", { class: "findings" });
    this.facts = html("p", { class: "facts" });
    this.trouble = html("p", { class: "trouble", hidden: "" });
    this.element = html("article", { class: "device panel", "data-table": id },
      html("header", {}, html("h2", {}, html("a", { href: `/referee/${id}` }, id)), this.state),
      html("div", { class: "device-body" }, this.canvas, html("div", {}, this.trouble, this.findings, this.parts, this.facts)));
  }

  fill(model) {
    const { game, health, info } = model;
    if (game?.board) drawTiny(this.canvas, { board: woodOf(game), discrepancies: game.discrepancies }, health?.board);
    const drivers = { board: info?.drivers?.board, clock: info?.drivers?.clock };
    this.parts.replaceChildren(...PARTS.filter((name) => health?.[name]).map((name) => partLine(name, health[name], drivers[name], name === "board" ? game?.discrepancies : [])));
    // Causes first; what a part says itself stands there.
    const findings = (health?.findings ?? []).filter((found) => !health[found.part]?.what_to_do?.includes(found.what_to_do));
    this.findings.replaceChildren(...findings.map((found) => html("p", { class: "to-do", lang: "en", "data-code": found.code }, `${found.what}: ${found.what_to_do}`)));
    this.facts.textContent = [info?.version && `kifud ${info.version}`, info?.rulebook?.name, model.status?.bridge, game && nameWord("phase", game.phase),
      health?.outbox > 0 && word("outbox", { n: health.outbox }), health?.time_synced === false && word("time-not-synced")].filter(Boolean).join(" · ");
    this.ill = PARTS.some((name) => health?.[name] && !isWell(health[name])) || health?.time_synced === false || findings.length > 0;
  }

  tick(model, now, heardAt) {
    const { level, label, detail } = freshness(model, { now, serverHeard: heardAt });
    this.level = level;
    if (this.element.dataset.level !== level) this.element.dataset.level = level;
    if (this.state.textContent !== label) this.state.textContent = label;
    const away = ["lost", "stale"].includes(level);
    if (this.trouble.hidden === away) this.trouble.hidden = !away;
    if (!this.trouble.hidden && this.trouble.textContent !== detail) this.trouble.textContent = detail;
  }
}

signIn((token) => {
  const devices = new Map();
  const changed = new Set();
  let order = "";
  find("desk").hidden = false;
  const hall = followAll(token, (id) => changed.add(id), (status) => { if (status === 401 || status === 403) location.reload(); });

  setInterval(() => {
    const now = performance.now();
    const fresh = [];
    for (const id of changed) {
      const model = hall.models.get(id);
      if (!model) { devices.get(id)?.element.remove(); devices.delete(id); continue; }
      if (!devices.has(id)) devices.set(id, new Device(id));
      const device = devices.get(id);
      const key = [model.game, model.health, model.info, model.status];
      if (!device.key || key.some((part, n) => part !== device.key[n])) { device.key = key; fresh.push(id); }
    }
    changed.clear();
    for (const [id, device] of devices) device.tick(hall.models.get(id), now, hall.heardAt());
    // What needs a hand stands first.
    const rank = (id) => Math.min(LEVELS[devices.get(id).level] ?? 4, devices.get(id).ill ? 2 : 4);
    for (const id of fresh) devices.get(id).fill(hall.models.get(id));
    const ids = [...devices.keys()].sort((one, other) => rank(one) - rank(other) || byName(one, other));
    if (ids.join() !== order) {
      order = ids.join();
      document.body.classList.toggle("few", ids.length <= FEW);
      find("desk").append(...ids.map((id) => devices.get(id).element));
      // A canvas has its size only once it stands on the page.
      for (const id of fresh) devices.get(id).fill(hall.models.get(id));
    }
    const lost = now - hall.heardAt() > 3500 || hall.broker() === false;
    document.body.dataset.level = lost ? "lost" : "live";
    find("status-label").textContent = word(now - hall.heardAt() > 3500 ? "fresh.no-server" : hall.broker() === false ? "fresh.no-broker" : "fresh.ready");
    const troubled = [...devices.values()].filter(({ ill, level }) => ill || level === "lost" || level === "stale").length;
    find("summary").textContent = word("operator-summary", { tables: devices.size, troubled });
  }, TICK_MS);
});
