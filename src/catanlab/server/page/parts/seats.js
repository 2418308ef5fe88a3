/** Who sits where, in words. */

/** @typedef {import("../types").Game} Game */
/** @typedef {import("../types").Words} Words */

/**
 * The name of the player in a seat; "Seat 2" where nobody has one.
 * @param {Words} words
 * @param {Game} game
 * @param {number} seat
 */
export function nameOf(words, game, seat) {
  return game.table?.seats[seat]?.occupant.name || words.text("seat.number", { seat: seat + 1 });
}

/**
 * The seats of the others in order of play, the next one first; all of them for a spectator.
 * @param {Game} game
 */
export function othersOf(game) {
  const count = game.view?.seats.length ?? game.table?.seats.length ?? 0;
  const first = game.seat ?? -1;
  const order = Array.from({ length: count }, (_, i) => (first + 1 + i) % count);
  return order.filter((seat) => seat !== game.seat);
}
