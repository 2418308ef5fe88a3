/** The five resources, and cards in words. */

/** @typedef {import("../types").Words} Words */
/** @typedef {"wood" | "clay" | "sheep" | "wheat" | "ore"} Resource */

/** The order of all counts on the wire. */
export const RESOURCES = /** @type {const} */ (["wood", "clay", "sheep", "wheat", "ore"]);

/**
 * "2 sheep"
 * @param {Words} words
 * @param {string} resource
 * @param {number | string} count
 */
export function cardsText(words, resource, count) {
  return words.text("cards.count", { count, resource: words.text(`resource.${resource}`) });
}

/**
 * "1 wood and 2 sheep", or "nothing".
 * @param {Words} words
 * @param {readonly number[]} counts
 */
export function countsText(words, counts) {
  const some = RESOURCES.flatMap((resource, i) =>
    counts[i] ? [cardsText(words, resource, counts[i])] : [],
  );
  return some.length ? words.list(some) : words.text("cards.nothing");
}
