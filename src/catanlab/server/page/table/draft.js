/** A card of the hand that is pressed goes into what one would give, in the trade tray. */

/** @typedef {import("./context.js").TableContext} TableContext */

/**
 * @param {TableContext} table
 * @param {number} index of the resource
 */
export function givePressed(table, index) {
  const { draft } = table.ui;
  const held = table.seat === null ? 0 : (table.view?.seats[table.seat].hand?.[index] ?? 0);
  if (draft.give[index] >= held) return;
  const give = draft.give.map((count, i) => (i === index ? count + 1 : count));
  const get = draft.get.map((count, i) => (i === index ? 0 : count));
  table.set({ draft: { ...draft, give, get }, hint: "" });
}
