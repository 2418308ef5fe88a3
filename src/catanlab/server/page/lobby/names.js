/** Friendly names for people who type none. */

/**
 * A name such as "Calm Otter".
 * @param {import("../types").Words} words
 * @param {() => number} [random]
 */
export function proposeName(words, random = Math.random) {
  const pick = (/** @type {string} */ key) => {
    const all = words.text(key).split(" ");
    return all[Math.floor(random() * all.length)];
  };
  return `${pick("names.first")} ${pick("names.second")}`;
}
