/** The live regions: what happened, for those who do not see it. */

const GATHER_MS = 150;

export class Announcer {
  constructor() {
    this._polite = /** @type {HTMLElement} */ (document.getElementById("told"));
    this._assertive = /** @type {HTMLElement} */ (document.getElementById("called"));
    /** @type {string[]} */
    this._waiting = [];
    this._timer = 0;
  }

  /**
   * @param {string} text
   * @param {{assertive?: boolean}} [options]
   */
  say(text, { assertive = false } = {}) {
    if (assertive) {
      this._assertive.textContent = text;
      return;
    }
    this._waiting.push(text);
    clearTimeout(this._timer);
    this._timer = setTimeout(() => {
      this._polite.textContent = this._waiting.join(" ");
      this._waiting = [];
    }, GATHER_MS);
  }
}
