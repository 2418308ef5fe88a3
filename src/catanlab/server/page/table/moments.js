/** Time at the table: the server's clock as far as the page knows it, and drawing again when words have faded. */

/** @typedef {import("./context.js").TableContext} TableContext */

/**
 * What is known of the server's time: how far it is ahead of the page's own clock, once events were heard as they
 * happened, and the time of the last one.
 * @type {WeakMap<TableContext, {ahead: number | null, last: number, timer: number, at: number}>}
 */
const moments = new WeakMap();

/** @param {TableContext} table */
function momentsOf(table) {
  const known = moments.get(table) ?? { ahead: null, last: 0, timer: 0, at: 0 };
  moments.set(table, known);
  return known;
}

/**
 * An event tells the server's time if it has just happened; an old one, after a lost connection, only that it is later.
 * @param {TableContext} table
 * @param {number} at of the last event
 * @param {boolean} live whether it came as it happened
 */
export function heard(table, at, live) {
  const known = momentsOf(table);
  known.last = Math.max(known.last, at);
  if (live && at) known.ahead = Math.max(known.ahead ?? -Infinity, at - performance.now());
}

/**
 * Milliseconds since 1970 by the server's clock, or earlier; by the device's, if that is later than the last event,
 * until something was heard.
 * @param {TableContext} table
 */
export function serverNow(table) {
  const { ahead, last } = momentsOf(table);
  return Math.max(last, ahead === null ? Date.now() : performance.now() + ahead);
}

/**
 * Draw again after some time, at the latest.
 * @param {TableContext} table
 * @param {number} ms
 */
export function redrawIn(table, ms) {
  const known = momentsOf(table);
  const at = performance.now() + ms;
  if (known.timer && known.at <= at && known.at > performance.now()) return;
  clearTimeout(known.timer);
  known.at = at;
  known.timer = setTimeout(() => {
    known.timer = 0;
    table.app.redraw();
  }, ms);
}
