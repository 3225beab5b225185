// What a referee does beside ruling and the clocks: reports, the sealed move, the end and the count.

import { allKinds, choiceWord, kindWord, sanctionWord, remedyWord, termWord } from "../field-words.js";
import { countWords } from "../panels.js";
import { html } from "../svg.js";
import { nameWord, word } from "../words.js";
import { decisionForm } from "./decision.js";
import { button, colors, field, forBoth, form, list, panel, sure, text } from "./desk.js";

/** What no sensor sees, and who is at the board. */
export function reportPanel(desk) {
  const kind = list("kind", [["", "–"], ...allKinds()]);
  kind.required = true;
  return panel("report", word("report"),
    form("report", async (fields, element) => { if (await desk.send("report", fields, `${word("do.report")}: ${kindWord(fields.kind)}`)) element.reset(); },
      field(word("kind"), kind), field(word("whose"), colors("color", word("nobody"))), field(word("note"), text("note"))),
    html("div", { class: "choices less" }, ...forBoth("call", desk), ...forBoth("arrived", desk), ...forBoth("leave", desk), ...forBoth("returned", desk)),
    html("h2", {}, word("mute")), muteForm(desk));
}

/** Nobody is called for a kind, to the end of the game or for some minutes; none at all lifts it. */
function muteForm(desk) {
  const kind = list("kind", [["", "–"], ...allKinds()]);
  kind.required = true;
  const minutes = html("input", { name: "minutes", type: "number", min: 0, max: 600, step: 1 });
  return form("mute", ({ kind: name, minutes: typed }) => {
    const until = typed === undefined ? {} : { until: new Date(Date.now() + Number(typed) * 60_000).toISOString() };
    return desk.send("mute", { kind: name, ...until }, `${word(typed === "0" ? "unmute" : "do.mute")}: ${kindWord(name)}`);
  }, field(word("kind"), kind), field(word("minutes-hint"), minutes));
}

/** Adjourning, the envelope, and opening it. */
export function sealingPanel(desk, state) {
  const stage = html("p", { class: "stage" });
  const element = panel("sealing", word("sealing"), stage,
    html("div", { class: "choices" },
      button(word("do.adjourn-sealed"), () => desk.send("adjourn", { sealed: true }, word("do.adjourn-sealed")), { "data-verb": "adjourn" }),
      button(word("do.adjourn"), () => desk.send("adjourn", { sealed: false }, word("do.adjourn")), { "data-verb": "adjourn" })),
    form("seal", (fields) => desk.send("seal", { color: state().game?.to_move, ...fields }, word("do.seal")),
      field(word("custodian"), text("custodian", true)), field(word("envelope"), text("envelope"))),
    form("hand-over", (fields) => desk.send("hand-over", fields, word("do.hand-over")), field(word("custodian"), text("custodian", true))),
    form("open-sealed", ({ vertex, opened_by }) => desk.send("open-sealed",
      { ...(vertex ? { vertex: vertex.toLowerCase() === "pass" ? "pass" : vertex.toUpperCase() } : { unreadable: true }), opened_by }, word("do.open-sealed")),
    field(word("vertex-or-unreadable"), text("vertex")), field(word("opened-by"), text("opened_by", true))));
  return {
    element,
    show({ sealing }) {
      const custody = sealing?.envelope?.custody?.at(-1);
      stage.textContent = sealing
        ? [nameWord("seal", sealing.stage), word(sealing.color), custody && word("kept-by", { name: custody.custodian })].filter(Boolean).join(" · ") : word("no-sealing");
    },
  };
}

/** Agreeing on the end, dead stones, counting, the result. */
export function endingPanel(desk, state) {
  const dead = html("input", { name: "vertices", maxlength: 2000, placeholder: "D4 E5" });
  const count = html("p", { class: "count" });
  const results = ["resignation", "score", "time", "forfeit", "ruling", "absence", "draw", "both-lose", "void", "no-result"].map((by) => [by, termWord(by)]);
  const alone = ["draw", "both-lose", "void", "no-result"];
  const expect = () => ({ game_id: state().game?.game_id, rev: state().game?.rev });
  const element = panel("ending", word("ending"),
    html("div", { class: "choices less" }, ...forBoth("accept-end", desk), ...forBoth("dispute-end", desk)),
    form("mark-dead", ({ vertices = "" }) => desk.send("mark-dead", { vertices: vertices.toUpperCase().split(/[\s,]+/).filter(Boolean) }, word("do.mark-dead")),
      field(word("dead-stones"), dead)),
    html("div", { class: "choices" }, button(word("do.count"), () => desk.send("count", {}, word("do.count")), { "data-verb": "count" })), count,
    form("enter-count", ({ color, stones }) => desk.send("enter-count", { color, stones: Number(stones) }, word("do.enter-count")),
      field(word("whose"), colors("color")), field(word("stones"), html("input", { name: "stones", type: "number", step: 0.5, min: 0, required: "" }))),
    html("div", { class: "choices less" }, ...forBoth("confirm-score", desk)),
    form("end-game", async ({ winner, by, margin }) => {
      const result = { by, ...(alone.includes(by) ? {} : { winner }), ...(by === "score" && margin ? { margin: Number(margin) } : {}) };
      if (await sure(word("sure-ends", { what: termWord(by), who: alone.includes(by) ? "" : word(winner) }))) await desk.send("end-game", { result, expect: expect() }, word("do.end-game"));
    }, field(word("winner"), colors("winner")), field(word("how"), list("by", results)), field(word("margin"), html("input", { name: "margin", type: "number", step: 0.5, min: 0 }))));
  return {
    element,
    /** Taps a stone: dead, or alive again. */
    toggle(vertex) {
      const names = new Set(dead.value.toUpperCase().split(/[\s,]+/).filter(Boolean));
      if (!names.delete(vertex)) names.add(vertex);
      dead.value = [...names].join(" ");
      return [...names];
    },
    show(game) {
      const { count: of } = game;
      if (of && document.activeElement !== dead && game.rev !== this.rev) dead.value = (of.dead ?? []).join(" ");
      this.rev = game.rev;
      count.textContent = of ? [nameWord("count", of.state), countWords(of)].filter(Boolean).join(" · ") : "";
    },
    get dead() { return dead.value.toUpperCase().split(/[\s,]+/).filter(Boolean); },
  };
}

/** Cautions, warnings and points of both, and the rulings, to be appealed against or overruled. */
export function ledgerPanel(desk) {
  const [table, rulings] = [html("table", { class: "ledger" }), html("div", { class: "rulings" })];
  const element = panel("ledger", word("ledger"), table, rulings);
  element.open = true;
  let key = "";
  /** A line whose ruling is as it was stays, with what is being filled in there. */
  let lines = new Map();
  const lineOf = (ruling, game) => {
    const said = JSON.stringify([ruling, game.game_id]);
    return { said, element: lines.get(ruling.id)?.said === said ? lines.get(ruling.id).element : rulingLine(ruling, game, desk) };
  };
  return {
    element,
    show(game) {
      const now = JSON.stringify([game.ledger, game.rulings]);
      if (now === key) return;
      key = now;
      const row = (label, of) => html("tr", {}, html("th", { scope: "row" }, label), ...["black", "white"].map((color) => html("td", {}, String(of(game.ledger?.[color] ?? {}) ?? 0))));
      table.replaceChildren(
        html("tr", {}, html("th", { scope: "col" }, html("span", { class: "unseen" }, word("ledger"))), ...["black", "white"].map((color) => html("th", { scope: "col" }, word(color)))),
        row(word("cautions"), ({ cautions }) => cautions), row(word("warnings"), ({ warnings }) => warnings),
        row(word("points-overtime"), ({ points }) => points?.overtime), row(word("points-conduct"), ({ points }) => points?.conduct));
      lines = new Map((game.rulings ?? []).toReversed().map((ruling) => [ruling.id, lineOf(ruling, game)]));
      const wanted = [...lines.values()].map(({ element: line }) => line);
      for (const line of [...rulings.children]) if (!wanted.includes(line)) line.remove();
      wanted.forEach((line, place) => { if (rulings.children[place] !== line) rulings.insertBefore(line, rulings.children[place] ?? null); });
    },
  };
}

function rulingLine(ruling, game, desk) {
  const what = [ruling.kind && kindWord(ruling.kind), ruling.color && word(ruling.color), termWord(ruling.outcome), ...ruling.sanctions?.map(sanctionWord) ?? [], ruling.board && remedyWord(ruling.board)];
  const change = html("div", { class: "change", hidden: "" });
  const fields = { ruling: ruling.id, game_id: game.game_id };
  const overrule = button(word("do.overrule"), () => {
    const decide = (decision, what) => desk.send("overrule", { ...fields, ...decision }, what);
    const nothing = `${word("do.overrule")}: ${choiceWord("dismiss")}`;
    // What was no offence after all has nothing in its place.
    if (change.childElementCount === 0) {
      change.append(html("div", { class: "choices" }, button(nothing, () => decide({ outcome: "dismiss" }, nothing), { class: "choice", "data-choice": "dismiss", "data-verb": "overrule" })),
        decisionForm(ruling, (decision) => decide(decision, word("do.overrule"))));
    }
    change.hidden = !change.hidden;
  }, { "data-verb": "overrule" });
  const stands = ruling.status === "standing" || ruling.status === "appealed";
  const appeals = ["black", "white"].map((color) => button(`${word("do.appeal")}: ${word(color)}`, () => desk.send("appeal", { ...fields, color }, word("do.appeal")), { "data-verb": "appeal" }));
  return html("article", { class: "ruling-line", "data-ruling": ruling.id },
    html("p", {}, html("b", {}, what.filter(Boolean).join(" · ")), html("small", {}, ` ${[ruling.by, nameWord("status", ruling.status)].filter(Boolean).join(" · ")}`)),
    stands ? html("div", { class: "choices less" }, ...appeals, overrule) : "", change);
}
