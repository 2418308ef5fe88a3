/** One sentence on how the game was won. */

/** @typedef {import("../types").Words} Words */
/** @typedef {import("../../api/api").GameStatistics} GameStatistics */

/**
 * @param {Words} words
 * @param {GameStatistics} game
 */
export function howWon(words, game) {
  const { won } = game;
  if (!won)
    return words.text(game.termination === "unfinished" ? "end.unfinished" : "end.cut", {
      turn: game.turns,
    });
  const how = words.text(`end.how.${kindOf(won.move)}`);
  const parts = [words.text("end.inTurn", { turn: won.turn, how })];
  if (won.award) {
    const award = words.text(`end.award.${won.award}`);
    const from = won.taken_from === null ? "" : game.seats[won.taken_from].name;
    parts.push(from ? words.text("end.took", { award, name: from }) : words.text("end.got", { award }));
  }
  if (won.hidden) parts.push(words.text("end.hidden", { n: won.hidden }));
  parts.push(words.text("end.margin", { n: won.margin }));
  return parts.join(" ");
}

/**
 * The kind of the move that won.
 * @param {string} move
 */
function kindOf(move) {
  for (const kind of ["settlement", "city", "road", "knight", "robber", "draw"])
    if (move.startsWith(kind)) return kind;
  return "other";
}
