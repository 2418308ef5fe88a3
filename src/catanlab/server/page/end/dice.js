/** The dice against what is to be expected. */

import { html, svg } from "../vendor/lit-html/lit-html.js";

/** @typedef {import("../types").Words} Words */
/** @typedef {import("../../api/api").DiceStatistics} DiceStatistics */

const SUMS = Array.from({ length: 11 }, (_, i) => i + 2);
const STEP = 45.8;
const WIDTH = 33.8;
const BASE = 178;
const TALL = 150;

/**
 * @param {Words} words
 * @param {DiceStatistics} dice
 */
export function diceChart(words, { counts, expected, rolls }) {
  const most = Math.max(1, ...counts, ...expected);
  const label = words.text("end.diceLabel", {
    n: rolls,
    counts: SUMS.map((sum, i) => `${sum}: ${counts[i]}`).join(", "),
  });
  return html`<svg class="chart" viewBox="0 0 520 200" role="img" aria-label=${label}>
    <path class="grid" d=${`M8 ${BASE}H512`} />
    ${SUMS.map((sum, i) => column(sum, 14 + STEP * i, (TALL * counts[i]) / most, (TALL * expected[i]) / most, counts[i]))}
  </svg>`;
}

/**
 * @param {number} sum
 * @param {number} x
 * @param {number} height
 * @param {number} wanted
 * @param {number} count
 */
function column(sum, x, height, wanted, count) {
  const middle = x + WIDTH / 2;
  const top = BASE - Math.max(height, wanted) - 5;
  return svg`<g>
    <rect class=${sum === 7 ? "bar seven" : "bar"} x=${x} y=${BASE - height} width=${WIDTH} height=${height} rx="2" />
    <path class="expect" d=${`M${x - 4} ${BASE - wanted}h${WIDTH + 8}`} />
    <text class="num" x=${middle} y=${top} text-anchor="middle">${count}</text>
    <text class=${sum === 6 || sum === 8 ? "red" : "sum"} x=${middle} y="194" text-anchor="middle">${sum}</text>
  </g>`;
}
