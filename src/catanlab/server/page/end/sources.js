/** Points by source: a bar for each player, the best first. */

import { html, nothing, svg } from "../vendor/lit-html/lit-html.js";

/** @typedef {import("../types").Words} Words */
/** @typedef {import("../../api/api").SeatStatistics} SeatStatistics */

const SOURCES = /** @type {const} */ ([
  ["settlements", "house"],
  ["cities", "city"],
  ["longest_road", "road"],
  ["largest_army", "knight"],
  ["cards", "star"],
]);
const ROW = 47.5;
const LEFT = 128;
const GAP = 3;
/** A point is not drawn wider than in a game to five. */
const LEAST = 5;

/**
 * @param {Words} words
 * @param {readonly SeatStatistics[]} ranked
 */
export function sources(words, ranked) {
  const most = Math.max(...ranked.map(({ score }) => score), LEAST);
  const unit = 448 / most;
  const text = ranked.map(({ name, score }) => words.text("end.pointsOf", { name, n: score })).join(", ");
  return html`<svg class="chart" viewBox=${`0 0 610 ${ranked.length * ROW}`} role="img" aria-label=${text}>
    ${ranked.map((seat, row) => bar(words, seat, row * ROW + 5, unit))}
  </svg>`;
}

/**
 * @param {Words} words
 * @param {SeatStatistics} seat
 * @param {number} y
 * @param {number} unit the width of a point
 */
function bar(words, { seat, name, score, points }, y, unit) {
  let x = LEFT;
  const parts = SOURCES.map(([source, icon]) => {
    const count = points[source] ?? 0;
    if (!count) return nothing;
    const width = count * unit - GAP;
    const at = x;
    x += count * unit;
    const middle = at + width / 2;
    return svg`<g><rect class="src" x=${at} y=${y} width=${width} height="37.5" rx="5"><title>${words.text(`end.from.${source}`, { n: count })}</title></rect>
      <svg class="srcicon" x=${middle - 19} y=${y + 9.8} width="18" height="18"><use href=${`#i-${icon}`} /></svg>
      <text class="srcnum" x=${middle + 3} y=${y + 24.8}>${count}</text></g>`;
  });
  return svg`<g data-seat=${seat}>
    <use href=${`#settlement-${seat}`} transform=${`translate(14 ${y + 18.8}) scale(.8)`} />
    <foreignObject x="32" y=${y + 8.8} width=${LEFT - 38} height="21">${html`<div class="whose">${name}</div>`}</foreignObject>
    ${parts}
    <text class="total" x=${x + 8} y=${y + 25.8}>${score}</text>
  </g>`;
}
