/** What players say about cards, with the signs of the cards: wants, has, questions and plain words. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { peopleOf } from "../game/sentences.js";
import { spokenText } from "../game/spoken.js";
import { readAdvert, readStatements } from "../game/statements.js";
import { sign } from "../parts/cards.js";

/** @typedef {import("./context.js").TableContext} TableContext */
/** @typedef {import("../types").Words} Words */

/** @type {Record<import("../game/statements.js").StatementKind, string>} */
const KEYS = {
  "want?": "balloon.askWant",
  "sell?": "balloon.askSell",
  want: "balloon.askNeed",
  lack: "balloon.askLack",
  sell: "balloon.sell",
  keep: "balloon.keep",
  decline: "balloon.decline",
};

const ASKED = /** @type {const} */ ({ want: "want?", sell: "sell?", need: "want", lack: "lack" });

/**
 * @param {Words} words
 * @param {import("../game/statements.js").StatementKind} kind
 * @param {readonly string[]} resources
 */
function interest(words, kind, resources) {
  const signs = resources.map((resource) => sign(words, resource));
  return html`<span class="interest">${words.parts(KEYS[kind], { signs })}</span>`;
}

/**
 * What a button said: a question, or what one wants and has.
 * @param {TableContext} table
 * @param {{kind: "want" | "sell" | "need" | "lack", resources: readonly string[], has?: readonly string[]}} event
 */
export function asked(table, { kind, resources, has }) {
  if (has?.length) return advertParts(table, { wants: resources, has });
  return interest(table.words, ASKED[kind], resources);
}

/**
 * @param {TableContext} table
 * @param {string} text
 */
export function statement(table, text) {
  const advert = readAdvert(text);
  if (advert) return advertParts(table, advert);
  const statements = readStatements(text);
  return (
    statements?.map(({ kind, resources }) => interest(table.words, kind, resources)) ?? quote(table, text)
  );
}

/**
 * @param {TableContext} table
 * @param {{wants: readonly string[], has: readonly string[]}} advert
 */
export function advertParts({ words }, { wants, has }) {
  const part = (/** @type {string} */ key, /** @type {readonly string[]} */ resources) => {
    const signs = resources.map((resource) => sign(words, resource));
    return signs.length ? html`<span class="interest">${words.parts(key, { signs })}</span>` : nothing;
  };
  return html`${part("balloon.wants", wants)} ${part("balloon.has", has)}`;
}

/**
 * Words of a player or robot as they are, with names for seats.
 * @param {TableContext} table
 * @param {string} text
 */
export function quote(table, text) {
  return html`<q>${table.game ? spokenText(table.words, text, peopleOf(table.words, table.game)) : text}</q>`;
}
