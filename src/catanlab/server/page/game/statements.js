/** Statements of interest in the words that robots use: "I want sheep and wheat. I am selling ore." */

import { RESOURCES } from "./resources.js";

/** @typedef {"want" | "sell" | "lack" | "keep" | "decline" | "want?" | "sell?"} StatementKind */
/** @typedef {{kind: StatementKind, resources: string[]}} Statement */

/** @type {[RegExp, StatementKind][]} */
const FORMS = [
  [/^I want (.+)\.$/, "want"],
  [/^I am selling (.+)\.$/, "sell"],
  [/^I don't have (.+)\.$/, "lack"],
  [/^I am not selling (.+)\.$/, "keep"],
  [/^I don't want (.+)\.$/, "decline"],
  [/^Does anyone want (.+)\?$/, "want?"],
  [/^Is anyone selling (.+)\?$/, "sell?"],
];

/**
 * @param {string} text
 * @returns {Statement[] | null} null if the text says anything else
 */
export function readStatements(text) {
  const sentences = text.match(/[^.?]+[.?]/g)?.map((sentence) => sentence.trim()) ?? [];
  if (sentences.join(" ") !== text.trim()) return null;
  const found = sentences.map(readStatement);
  return found.length && found.every((each) => each !== null) ? /** @type {Statement[]} */ (found) : null;
}

/**
 * @param {string} sentence
 * @returns {Statement | null}
 */
function readStatement(sentence) {
  for (const [form, kind] of FORMS) {
    const found = form.exec(sentence);
    if (!found) continue;
    const resources = found[1].split(/ and | or |, /);
    if (resources.every((each) => RESOURCES.includes(/** @type {any} */ (each))))
      return { kind, resources };
  }
  return null;
}

/**
 * An advert: only what one wants and has.
 * @param {string} text
 * @returns {{wants: string[], has: string[]} | null}
 */
export function readAdvert(text) {
  const statements = readStatements(text);
  if (!statements?.every(({ kind }) => kind === "want" || kind === "sell")) return null;
  const of = (/** @type {StatementKind} */ wanted) =>
    statements.filter(({ kind }) => kind === wanted).flatMap(({ resources }) => resources);
  return { wants: of("want"), has: of("sell") };
}
