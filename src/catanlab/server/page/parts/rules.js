/** What the text of a game's rules says, in words. */

/** @typedef {import("../types").Words} Words */

const USUAL_POINTS = 10;
const TUMA_POINTS = 7;
const WITHOUT_TRADE = /^(base|szita|roelofs|tuma|catanatron)(,|$)/;

/** @param {string} rules such as "standard,points_to_win=5" */
export function pointsToWin(rules) {
  const [, points] = /(?:^|,)\s*points_to_win=(\d+)/.exec(rules) ?? [];
  if (points) return Number(points);
  return rules.startsWith("tuma") ? TUMA_POINTS : USUAL_POINTS;
}

/** @param {string} rules */
export function isWithoutTrade(rules) {
  return WITHOUT_TRADE.test(rules) && !rules.includes("player_trade=yes");
}

/**
 * "5 points · no trade"
 * @param {Words} words
 * @param {string} rules
 */
export function rulesText(words, rules) {
  return [
    words.text("games.points", { n: pointsToWin(rules) }),
    ...(isWithoutTrade(rules) ? [words.text("games.noTrade")] : []),
    ...(rules.includes("friendly_robber=yes") ? [words.text("new.rules.friendlyRobber")] : []),
    ...(/no_sevens_rounds=[1-9]/.test(rules) ? [words.text("new.rules.lateSevens")] : []),
  ].join(" · ");
}
