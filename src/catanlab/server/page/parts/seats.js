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

/**
 * What a room is called: after who made it if nobody gave it a name, and after its first player if the maker never sat
 * there.
 * @param {Words} words
 * @param {{title?: string, maker?: string}} room
 * @param {readonly import("../../protocol/wire").Occupant[]} seats
 */
export function roomName(words, { title, maker }, seats) {
  if (title) return title;
  const name = maker || seats.find(({ kind }) => kind === "person")?.name;
  if (name) return words.text("room.of", { name });
  return words.text(seats.every(({ kind }) => kind === "robot") ? "room.robotsOnly" : "room.table");
}
