// The pages' own words in five languages: one table for each, in /words. What alerts say comes with them, in the same five.

import en from "./words/en.js";
import ja from "./words/ja.js";
import ko from "./words/ko.js";
import zhHans from "./words/zh-hans.js";
import zhHant from "./words/zh-hant.js";

const TABLES = { en, "zh-Hans": zhHans, "zh-Hant": zhHant, ja, ko };
/** Each language by its own name. */
export const LANGUAGES = { en: "English", "zh-Hans": "简体中文", "zh-Hant": "繁體中文", ja: "日本語", ko: "한국어" };
const KEPT = "kifud.language";

/** The tag of ours for any language tag; undefined where we do not have it. */
function ours(tag) {
  if (/^zh-(TW|HK|MO|Hant)/i.test(tag)) return "zh-Hant";
  if (/^zh/i.test(tag)) return "zh-Hans";
  const short = String(tag).split("-")[0].toLowerCase();
  return short in TABLES ? short : undefined;
}

/** The language of this page: its address's, the one chosen last, the browser's. */
export const language = [new URLSearchParams(location.search).get("lang"), kept(KEPT), ...navigator.languages].filter(Boolean).map(ours).find(Boolean) ?? "en";
document.documentElement.lang = language;

function kept(name) {
  try { return localStorage.getItem(name); } catch { return null; } // A browser that keeps nothing.
}

/** A word of the page's own; `{name}` in it is replaced by `values.name`. */
export function word(key, values = {}) {
  const text = TABLES[language][key] ?? TABLES.en[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

/** True where the page has a word of its own for it. */
export function hasWord(key) {
  return key in TABLES.en;
}

/** A name of the documents, such as a phase, in words; one that a later version adds is shown as it is. */
export function nameWord(group, name) {
  const key = `${group}.${name}`;
  return hasWord(key) ? word(key) : String(name ?? "").replaceAll("-", " ");
}

/** Fills in the words of the page's own HTML: `data-word` is text, `data-label` a name for those who cannot see, `data-title` a hint. */
export function fillWords(root = document) {
  for (const element of root.querySelectorAll("[data-word]")) element.textContent = word(element.dataset.word);
  for (const element of root.querySelectorAll("[data-label]")) element.setAttribute("aria-label", word(element.dataset.label));
  for (const element of root.querySelectorAll("[data-title]")) element.title = word(element.dataset.title);
}

/** A list to choose the language from; choosing draws the page anew. */
export function languageList(select) {
  select.setAttribute("aria-label", word("language"));
  select.replaceChildren(...Object.entries(LANGUAGES).map(([tag, name]) => {
    const option = new Option(name, tag, tag === language, tag === language);
    option.lang = tag;
    return option;
  }));
  select.addEventListener("change", () => {
    try { localStorage.setItem(KEPT, select.value); } catch { /* A browser that keeps nothing: the address says it. */ }
    const address = new URL(location.href);
    address.searchParams.set("lang", select.value);
    location.replace(address);
  });
}
