/** Discards: which cards go, and how many are still owed. */

import { RESOURCES } from "../parts/cards.js";

/** @typedef {import("./context.js").TableContext} TableContext */

/** @param {TableContext} table */
export function discardsChosen(table) {
  return table.ui.discards.reduce((sum, count) => sum + count, 0);
}

/**
 * @param {TableContext} table
 * @param {number} index of the resource
 */
export function chooseDiscard(table, index) {
  const owed = table.legal.discard;
  if (!owed || discardsChosen(table) >= owed.owes || table.ui.discards[index] >= owed.hand[index]) return;
  change(table, index, 1);
}

/**
 * @param {TableContext} table
 * @param {number} index of the resource
 */
export function keepDiscard(table, index) {
  if (table.ui.discards[index] > 0) change(table, index, -1);
}

/** @param {TableContext} table */
export function sendDiscards(table) {
  const owed = table.legal.discard;
  if (!owed || discardsChosen(table) !== owed.owes) return;
  const cards = RESOURCES.flatMap((resource, i) => Array(table.ui.discards[i]).fill(resource));
  table.move(`discard ${cards.join(" ")}`);
}

/**
 * @param {TableContext} table
 * @param {number} index
 * @param {number} step
 */
function change(table, index, step) {
  table.set({
    discards: table.ui.discards.map((count, i) => (i === index ? count + step : count)),
    hint: "",
  });
}
