/** Sentences of the page in the person's language, from one catalogue per language. */

/**
 * A sentence, or one for each plural form of `n`.
 * @typedef {string | {one: string, other: string}} Sentence
 */

/** @typedef {import("../types").Words} Catalogue */

/** @implements {Catalogue} */
export class Words {
  /**
   * @param {"en" | "de"} language
   * @param {Record<string, Sentence>} catalogue
   */
  constructor(language, catalogue) {
    this.language = language;
    this._catalogue = catalogue;
    this._plural = new Intl.PluralRules(language);
    this._list = new Intl.ListFormat(language, { type: "conjunction" });
  }

  /** @param {string} key */
  has(key) {
    return Object.hasOwn(this._catalogue, key);
  }

  /**
   * @param {string} key
   * @param {Record<string, string | number>} [values]
   */
  text(key, values) {
    return this.parts(key, values).join("");
  }

  /**
   * Return the pieces of a sentence, with the values in their places; templates take them as they are.
   * @param {string} key
   * @param {Record<string, unknown>} [values]
   * @returns {unknown[]}
   */
  parts(key, values = {}) {
    const sentence = this._catalogue[key];
    if (sentence === undefined) throw new Error(`no sentence ${key} in ${this.language}`);
    const text = typeof sentence === "string" ? sentence : sentence[this._form(values.n)];
    return text.split(/\{(\w+)\}/).map((piece, i) => (i % 2 ? values[piece] ?? `{${piece}}` : piece)).filter((piece) => piece !== "");
  }

  /** @param {string[]} items */
  list(items) {
    return this._list.format(items);
  }

  /** @param {unknown} n */
  _form(n) {
    return this._plural.select(Number(n)) === "one" ? "one" : "other";
  }
}
