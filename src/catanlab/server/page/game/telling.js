/** A line before it has its number: who did what. */

/** @typedef {import("./lines.js").Line} Line */
/** @typedef {import("./lines.js").Value} Value */

/**
 * @typedef {Omit<Line, "seq" | "at">} Telling a line before it has its number
 */

/**
 * @param {number | null} seat
 * @param {string} key
 * @param {Record<string, Value>} [values]
 * @param {{impersonal?: boolean}} [options] `impersonal` for what is not the player's own act
 * @returns {Telling}
 */
export function told(seat, key, values = {}, { impersonal = false } = {}) {
  return { seat: impersonal ? null : seat, key, values, tone: "event" };
}
