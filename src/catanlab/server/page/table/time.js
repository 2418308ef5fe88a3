/** The clocks of a room, as they run between two updates. */

import { clock } from "../parts/clock.js";

/** @typedef {import("./context.js").TableContext} TableContext */

/**
 * The seconds that a seat has left for its decision; null where no clock runs.
 * @param {TableContext} table
 * @param {number} seat
 * @param {number} [now]
 */
export function secondsLeft({ game }, seat, now = performance.now()) {
  const left = game?.table?.seats[seat]?.left;
  return left === undefined || !game ? null : Math.max(0, left - (now - game.tableAt) / 1000);
}

/**
 * The clock of a seat, or null if none runs.
 * @param {TableContext} table
 * @param {number} seat
 */
export function seatClock(table, seat) {
  const left = secondsLeft(table, seat);
  return left === null ? null : clock(table.words, left, left / wholeTime(table, seat));
}

/** @param {TableContext} table */
export function anyClock({ game }) {
  return Boolean(game?.table?.seats.some((seat) => seat.left !== undefined));
}

/**
 * What the ring stands for: the seconds of this kind of decision, and the bank where it counts.
 * @param {TableContext} table
 * @param {number} seat
 */
function wholeTime({ game, view }, seat) {
  const pace = game?.table?.options.pace;
  const bank = game?.table?.seats[seat]?.bank ?? 0;
  if (view?.phase === "discarding") return pace?.discard ?? 30;
  if (view?.phase === "answering" && seat !== view.on_turn) return pace?.answer ?? 20;
  return (pace?.decision ?? 60) + bank;
}
