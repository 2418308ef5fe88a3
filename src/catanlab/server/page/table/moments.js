/** Time at the table: the server's clock as far as the page knows it, and drawing again when words have faded. */

/** @typedef {import("./context.js").TableContext} TableContext */

/** @type {WeakMap<TableContext, {ahead: number, timer: number, at: number}>} */
const moments = new WeakMap();

/** @param {TableContext} table */
function momentsOf(table) {
  const known = moments.get(table) ?? { ahead: 0, timer: 0, at: 0 };
  moments.set(table, known);
  return known;
}

/**
 * An event that has just come tells the server's time.
 * @param {TableContext} table
 * @param {number} at
 */
export function heard(table, at) {
  if (at) momentsOf(table).ahead = at - Date.now();
}

/**
 * Milliseconds since 1970 by the server's clock; by one's own until something was heard.
 * @param {TableContext} table
 */
export function serverNow(table) {
  return Date.now() + momentsOf(table).ahead;
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
