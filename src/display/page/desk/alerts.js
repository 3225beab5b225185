// The open alerts: what is said, what is proposed, and the choices as large buttons.

import { choiceWord, remedyWord, sanctionWord } from "../field-words.js";
import { openAlerts } from "../model.js";
import { alertHead, severitySign } from "../panels.js";
import { html } from "../svg.js";
import { word } from "../words.js";
import { decisionForm } from "./decision.js";
import { button, sure } from "./desk.js";

const SANCTIONS = /^(caution|warning|points:\d+|loss|both-lose|draw|replay)$/;
const REMEDIES = ["restore", "stands", "retract", "forced-pass", "none"];
/** What ends a game is asked once more. */
const ENDS = ["loss", "both-lose", "draw", "replay"];

/** What is proposed, in words. */
export function proposalWords(proposal) {
  const clock = (proposal?.clock ?? []).map(({ color, delta_ms: ms, periods_delta: periods }) =>
    word("clock-change", { who: word(color), n: `${ms >= 0 ? "+" : "−"}${Math.abs(ms) / 1000}` }) + (periods ? ` ${word("periods-change", { n: periods })}` : ""));
  return [...(proposal?.sanctions ?? []).map(sanctionWord), ...(proposal?.board ? [remedyWord(proposal.board)] : []), ...clock].join(" · ");
}

/** The request of a choice: an outcome, or a change to a sanction or a remedy that the book lets the referee pick. */
export function decisionOf(alert, choice) {
  const { sanctions = [], board, clock = [] } = alert.proposal ?? {};
  const rest = { ...(board ? { board } : {}), ...(clock.length > 0 ? { clock } : {}), ...(sanctions.length > 0 ? { sanctions } : {}) };
  if (SANCTIONS.test(choice)) return { outcome: "change", ...rest, sanctions: [choice] };
  if (REMEDIES.includes(choice)) return { outcome: "change", ...rest, board: choice };
  return { outcome: choice };
}

/** What is the chief referee's is decided with the chief's own verb. */
function verbOf(alert) {
  return alert.requires === "chief" ? "overrule" : "rule";
}

/** Alerts as they are now; a card whose alert has not changed stays, with what is being typed in it. */
export class Alerts {
  #element; #desk; #look; #cards = new Map();

  /** `look` shows an alert's evidence. */
  constructor(element, desk, look) {
    this.#element = element;
    this.#desk = desk;
    this.#look = look;
  }

  show(model) {
    const alerts = openAlerts(model);
    const ids = new Set(alerts.map(({ id }) => id));
    for (const [id, card] of this.#cards) if (!ids.has(id)) { card.element.remove(); this.#cards.delete(id); }
    alerts.forEach((alert, place) => {
      let card = this.#cards.get(alert.id);
      if (!card || card.rev !== alert.rev) {
        const element = this.#card(alert);
        // Whoever works with the keyboard stays at the button that was pressed.
        const focused = card?.element.contains(document.activeElement) ? document.activeElement.dataset.choice ?? "" : null;
        card?.element.replaceWith(element);
        if (focused !== null) (element.querySelector(`[data-choice="${focused}"]`) ?? element.querySelector("button"))?.focus();
        card = { rev: alert.rev, element };
        this.#cards.set(alert.id, card);
      }
      if (this.#element.children[place] !== card.element) this.#element.insertBefore(card.element, this.#element.children[place] ?? null);
    });
    if (alerts.length === 0 && !this.#element.querySelector(".quiet")) this.#element.append(html("p", { class: "quiet" }, word("no-alerts")));
    if (alerts.length > 0) this.#element.querySelector(".quiet")?.remove();
  }

  #card(alert) {
    const change = html("div", { class: "change", hidden: "" });
    const proposal = proposalWords(alert.proposal);
    const choices = (alert.options ?? []).map((choice) => {
      if (choice === "change") return this.#changeButton(alert, change);
      const gives = choice === "confirm" && proposal ? html("small", {}, proposal) : "";
      return button([choiceWord(choice), gives].filter(Boolean), () => this.#rule(alert, choice, proposal), { class: `choice ${choice}`, "data-choice": choice, "data-verb": verbOf(alert) });
    });
    const less = [
      button(word("look-evidence"), () => this.#look(alert)),
      !alert.taken_by && button(word("take"), () => this.#desk.send("take", { alert: alert.id }, word("take")), { "data-choice": "take", "data-verb": "take" }),
      !alert.acknowledged && button(word("acknowledge"), () => this.#desk.send("acknowledge", { alert: alert.id }, word("acknowledge")), { "data-choice": "acknowledge", "data-verb": "acknowledge" }),
      alert.claim?.state === "open" && button(word("claims", { who: word(alert.claim.by) }),
        () => this.#desk.send("claim", { alert: alert.id, color: alert.claim.by }, word("claims", { who: word(alert.claim.by) })), { "data-choice": "claim", "data-verb": "claim" }),
    ].filter(Boolean);
    const conditional = alert.proposal?.conditional ? word("only-if-it-happened") : "";
    return html("article", { class: `alert ${alert.severity}`, "data-alert": alert.id, "data-kind": alert.kind, "data-severity": alert.severity, "data-state": alert.state },
      severitySign(alert.severity),
      html("div", {}, ...alertHead(alert),
        proposal ? html("p", { class: "proposal" }, html("b", {}, word("proposal")), ` ${proposal} `, html("small", {}, conditional)) : "",
        alert.requires === "chief" ? html("p", { class: "chief" }, word("chief-decides")) : "",
        alert.reported?.note ? html("p", { class: "note" }, alert.reported.note) : "",
        html("div", { class: "choices" }, ...choices), html("div", { class: "choices less" }, ...less), change));
  }

  #changeButton(alert, change) {
    const open = html("button", { type: "button", class: "choice change", "data-choice": "change", "aria-expanded": "false" }, choiceWord("change"));
    open.addEventListener("click", () => {
      if (change.childElementCount === 0) change.append(decisionForm(alert.proposal, (decision) => this.#send(alert, decision, choiceWord("change"))));
      change.hidden = !change.hidden;
      open.setAttribute("aria-expanded", String(!change.hidden));
      if (!change.hidden) change.querySelector("select, input")?.focus();
    });
    return open;
  }

  async #rule(alert, choice, proposal) {
    const decision = decisionOf(alert, choice);
    const sanctions = choice === "confirm" ? alert.proposal?.sanctions ?? [] : decision.sanctions ?? [];
    const ends = sanctions.filter((sanction) => ENDS.includes(sanction));
    if (ends.length > 0 && !await sure(word("sure-ends", { what: ends.map(sanctionWord).join(" · "), who: alert.color ? word(alert.color) : "" }))) return;
    await this.#send(alert, decision, [choiceWord(choice), choice === "confirm" ? proposal : ""].filter(Boolean).join(": "));
  }

  #send(alert, decision, what) {
    return this.#desk.send(verbOf(alert), { alert: alert.id, rev: alert.rev, game_id: alert.game_id, ...decision }, what);
  }
}
