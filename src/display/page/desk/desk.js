// What a referee sends, and what comes of it: every request shows whether it was accepted, or why not.

import { ask } from "../ask.js";
import { COLORS } from "../panels.js";
import { html } from "../svg.js";
import { hasWord, word } from "../words.js";

/** Answers that stay in sight. */
const KEPT = 6;

/** The desk of one table. */
export class Desk {
  #table; #token; #log;

  constructor(table, token, log) {
    this.#table = table;
    this.#token = token;
    this.#log = log;
  }

  /**
   * Sends a request; `what` says in words what was asked for, and `tell` what was answered, where that is more than yes. True when the table
   * has accepted it.
   */
  async send(verb, fields, what, tell = () => "") {
    // What was refused has been read when something else is asked for.
    for (const old of this.#log.querySelectorAll(".refused")) old.remove();
    const line = html("p", { class: "answer waiting", "data-verb": verb, "data-status": "waiting" }, html("b", {}, what), html("span", {}, word("answer.waiting")));
    this.#log.prepend(line);
    while (this.#log.children.length > KEPT) this.#log.lastChild.remove();
    const answer = await ask(this.#table, this.#token, verb, fields);
    const ok = answer.status === "ok";
    line.className = `answer ${ok ? "ok" : "refused"}`;
    line.dataset.status = ok ? "ok" : "error";
    const code = `code.${answer.code}`;
    const why = [hasWord(code) ? word(code) : answer.code, answer.message].filter(Boolean).join(" – ");
    const said = ok ? tell(answer.data) : "";
    line.lastChild.textContent = ok ? said || word("answer.ok") : word("answer.refused", { why });
    // What went well need not stay; what was asked for is read, and what was refused stays until something else is done.
    if (ok) setTimeout(() => line.remove(), said ? 20_000 : 6000);
    return ok;
  }
}

/** A button that waits for its answer. */
export function button(label, act, attributes = {}) {
  const element = html("button", { type: "button", ...attributes }, ...[label].flat());
  element.addEventListener("click", async () => {
    // Not `disabled`, which would take the focus away from who works with the keyboard.
    if (element.ariaDisabled === "true") return;
    element.ariaDisabled = "true";
    try { await act(); } finally { element.ariaDisabled = null; }
  });
  return element;
}

/** Asks once more before what cannot be taken back easily; true when the person says yes. */
export function sure(text) {
  const dialog = document.getElementById("sure");
  document.getElementById("sure-text").textContent = text;
  dialog.showModal();
  return new Promise((done) => {
    const end = (answer) => { dialog.close(); done(answer); };
    document.getElementById("sure-yes").onclick = () => end(true);
    document.getElementById("sure-no").onclick = () => end(false);
    dialog.oncancel = () => done(false);
  });
}

/** A field with its label. */
export function field(label, input) {
  return html("label", {}, html("span", {}, label), input);
}

/** A list to choose from: [value, label] each. */
export function list(name, options) {
  return html("select", { name }, ...options.map(([value, label]) => html("option", { value }, label)));
}

/** Black, White, and where `empty` is a text also neither. */
export function colors(name, empty) {
  const both = [["black", word("black")], ["white", word("white")]];
  return list(name, empty === undefined ? both : [["", empty], ...both]);
}

/** The filled fields of a form by name. */
export function filled(form) {
  return Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== ""));
}

/** A part of the desk that opens and closes. */
export function panel(name, title, ...children) {
  return html("details", { class: "panel", "data-panel": name }, html("summary", {}, title), ...children);
}

/** A form whose button sends a verb; `send` gets what was filled in, and the form. */
export function form(verb, send, ...children) {
  const element = html("form", { class: "task" }, ...children, html("button", { type: "submit", "data-verb": verb }, word(`do.${verb}`)));
  element.addEventListener("submit", (event) => { event.preventDefault(); send(filled(element), element); });
  return element;
}

/** A line of text. */
export function text(name, required) {
  return html("input", { name, maxlength: 200, autocomplete: "off", required: required ? "" : null });
}

/** Both sides, a button each. `tell` says the answer in words; `agreed` asks once more before what cannot be taken back easily. */
export function forBoth(verb, desk, tell, agreed = () => true) {
  return COLORS.map((color) => {
    const label = `${word(`do.${verb}`)}: ${word(color)}`;
    const act = async () => { if (await agreed(label)) await desk.send(verb, { color }, label, tell ? (data) => tell(data, color) : undefined); };
    return button(label, act, { "data-verb": verb, "data-color": color });
  });
}
