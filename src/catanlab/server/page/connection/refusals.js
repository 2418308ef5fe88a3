/** Refusals in the page's words: the catalogue has a sentence for the codes that people meet. */

/** @typedef {import("../types").Refusal} Refusal */

/**
 * @param {import("../types").Words} words
 * @param {{code: string, text: string}} refused
 * @returns {Refusal}
 */
export function refusalOf(words, refused) {
  const key = `refused.${refused.code}`;
  const told = words.has(key) ? words.text(key) : sentence(refused.text);
  return { code: refused.code, text: told };
}

/** @param {string} text */
function sentence(text) {
  const trimmed = text.trim();
  const begun = trimmed.charAt(0).toUpperCase() + trimmed.slice(1);
  return /[.?!]$/.test(begun) ? begun : `${begun}.`;
}
