/** The points that are shown: as the view has them, and after the end with what was hidden. */

/** @typedef {import("../types").Game} Game */

/**
 * @param {Game | null} game
 * @param {number} seat
 * @returns {number | null} null before the game
 */
export function pointsOf(game, seat) {
  const shown = game?.view?.seats[seat];
  if (!game || !shown) return null;
  const last = game.view?.phase === "finished" ? game.events.findLast(({ event }) => event?.e === "ended")?.event : null;
  return (last?.e === "ended" ? last.scores[seat] : null) ?? shown.points.total;
}
