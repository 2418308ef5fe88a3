/** Points over the game: a line for each player, in steps. */

import { html, svg } from "../vendor/lit-html/lit-html.js";
import { pointsToWin } from "../parts/rules.js";

/** @typedef {import("../types").Words} Words */
/** @typedef {import("../../api/api").GameStatistics} GameStatistics */

const LEFT = 30;
const RIGHT = 530;
const TOP = 8;
const BASE = 202;

/**
 * @param {Words} words
 * @param {GameStatistics} game
 */
export function pointsChart(words, game) {
  const last = Math.max(1, game.turns);
  const goal = pointsToWin(game.rules);
  const most = Math.max(goal, ...game.standings.flatMap(({ points }) => points));
  const x = (/** @type {number} */ turn) => LEFT + ((RIGHT - LEFT) * turn) / last;
  const y = (/** @type {number} */ points) => BASE - ((BASE - TOP) * points) / most;
  const step = most > 6 ? 2 : 1;
  const even = Array.from({ length: Math.floor(most / step) + 1 }, (_, i) => step * i);
  const ticks = even.includes(goal) ? even : [...even, goal];
  const turns = [0, 0.25, 0.5, 0.75, 1].map((part) => Math.round(last * part));
  const order = game.seats
    .map(({ seat }) => seat)
    .sort((a, b) => Number(a === game.winner) - Number(b === game.winner));
  const text = game.seats
    .map(({ name, score }) => words.text("end.pointsOf", { name, n: score }))
    .join(", ");
  return html`<svg
    class="chart"
    viewBox="0 0 620 224"
    role="img"
    aria-label=${`${words.text("end.overTime")}: ${text}`}
  >
    ${ticks.map((n) => tick(n, y(n), n === goal))}
    ${turns.map((turn, i) => svg`<text x=${x(turn)} y="218" text-anchor="middle">${i ? turn : words.text("end.turn", { turn })}</text>`)}
    ${order.map((seat, i) => line(game, seat, x, y, (i - (order.length - 1) / 2) * 1.6))} ${ends(game, y)}
  </svg>`;
}

/**
 * @param {GameStatistics} game
 * @param {number} seat
 * @param {(turn: number) => number} x
 * @param {(points: number) => number} y
 * @param {number} shift lines that lie on each other are a little apart
 */
function line(game, seat, x, y, shift) {
  const [first, ...rest] = game.standings;
  if (!first) return svg``;
  const at = (/** @type {number} */ points) => (y(points) + shift).toFixed(1);
  const d = rest.reduce(
    (path, { turn, points }) => `${path}H${x(turn).toFixed(1)}V${at(points[seat])}`,
    `M${x(first.turn)} ${at(first.points[seat])}`,
  );
  return svg`<g data-seat=${seat}><path class="line rim" d=${d} /><path class="line" d=${d} /></g>`;
}

/**
 * The seats' signs where their lines end, beside each other where they end at the same height.
 * @param {GameStatistics} game
 * @param {(points: number) => number} y
 */
function ends(game, y) {
  /** @type {Map<number, number>} */
  const taken = new Map();
  return game.seats.map(({ seat, score }) => {
    const beside = taken.get(score) ?? 0;
    taken.set(score, beside + 1);
    return svg`<use href=${`#settlement-${seat}`} transform=${`translate(${RIGHT + 15 + 20 * beside} ${y(score)}) scale(.6)`} />`;
  });
}

/**
 * A line of the grid, with its points.
 * @param {number} points
 * @param {number} y
 * @param {boolean} goal
 */
function tick(points, y, goal) {
  return svg`<g>
    <path class=${goal ? "grid goal" : "grid"} d=${`M${LEFT} ${y}H${RIGHT}`} />
    <text x="22" y=${y + 4} text-anchor="end">${points}</text>
  </g>`;
}
