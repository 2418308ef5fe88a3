/** What the text of a game's rules says about its goal. */

const USUAL_POINTS = 10;
const TUMA_POINTS = 7;

/** @param {string} rules such as "standard,points_to_win=5" */
export function pointsToWin(rules) {
  const [, points] = /(?:^|,)\s*points_to_win=(\d+)/.exec(rules) ?? [];
  if (points) return Number(points);
  return rules.startsWith("tuma") ? TUMA_POINTS : USUAL_POINTS;
}
