// The field's words: kinds of incidents, sanctions, remedies and results, in the five languages, as the program itself has them.

import { plainWords } from "./model.js";
import { language } from "./words.js";

let groups = {};

/** Fetches the words; until they are there, and where there are none, names are shown as they are. */
export async function loadFieldWords() {
  groups = await fetch("/api/words").then((answer) => answer.json()).catch(() => ({}));
  return groups;
}

function told(group, name) {
  return groups[group]?.[name]?.[language];
}

/** "wrong capture" of "wrong-capture". */
export function kindWord(name) {
  return told("kind", name) ?? plainWords(name);
}

/** All kinds as [name, word], in the order of the words. */
export function allKinds() {
  const names = Object.keys(groups.kind ?? {});
  return names.map((name) => [name, kindWord(name)]).toSorted(([, one], [, other]) => one.localeCompare(other, language));
}

/** "2 penalty points" of "points:2". */
export function sanctionWord(text) {
  const [name, points] = String(text).split(":");
  const told1 = told("sanction", points === undefined ? name : "points:1");
  if (!told1) return plainWords(text);
  return points === undefined || points === "1" ? told1 : told1.replace("1", points).replace(/point$/, "points");
}

/** What becomes of the position. */
export function remedyWord(name) {
  return told("remedy", name) ?? plainWords(name);
}

/** Any other name: an outcome, or a result. */
export function termWord(name) {
  return told("term", name) ?? plainWords(name);
}

/** A choice of an alert: an outcome of `rule`, a sanction, or a remedy. */
export function choiceWord(name) {
  return told("term", name) ?? told("remedy", name) ?? sanctionWord(name);
}
