/** Cards and time: what the dice brought to each seat, thefts, discards, trades. */

import { cardsText, RESOURCES } from "../parts/cards.js";
import { seatShape } from "../parts/icons.js";
import { html, nothing, svg } from "../vendor/lit-html/lit-html.js";

/** @typedef {import("../types").Words} Words */
/** @typedef {import("../../api/api").GameStatistics} GameStatistics */
/** @typedef {import("../../api/api").SeatStatistics} SeatStatistics */

/** A part of a bar that is narrower has no count in it. */
const NARROW = 12;
/** A part that is at least so wide has the drawing of its resource, too. */
const WIDE = 34;
const WIDTH = 160;

/**
 * @param {Words} words
 * @param {GameStatistics} game
 * @param {readonly SeatStatistics[]} ranked
 */
export function production(words, game, ranked) {
  const most = Math.max(1, ...ranked.map(({ produced }) => sum(produced)));
  const heads = /** @type {const} */ ([
    "produced",
    "blocked",
    "stolen",
    "discards",
    "trades",
    "bank",
    "time",
  ]);
  return html`<h2>${words.text("end.cards")}</h2>
    <div class="scroller" tabindex="0" role="region" aria-label=${words.text("end.cards")}>
      <table class="prod">
        <thead>
          <tr>
            <th scope="col"><span class="hidden-text">${words.text("end.player")}</span></th>
            ${heads.map((head) => {
              const place = head === "produced" ? "left" : nothing;
              const note = words.text(`end.${head}Note`);
              return html`<th scope="col" class=${place} title=${note}>${words.text(`end.${head}`)}</th>`;
            })}
          </tr>
        </thead>
        <tbody>
          ${ranked.map((seat) => row(words, seat, most))}
        </tbody>
      </table>
    </div>`;
}

/**
 * @param {Words} words
 * @param {SeatStatistics} seat
 * @param {number} most
 */
function row(words, seat, most) {
  return html`<tr>
    <th scope="row">${seatShape(seat.seat)} ${seat.name}</th>
    <td class="left">${bars(words, seat, most)}</td>
    <td>${sum(seat.blocked)}</td>
    <td>${sum(seat.stolen)} / ${sum(seat.lost)}</td>
    <td>${sum(seat.discarded)}</td>
    <td>${seat.trades.count}</td>
    <td>${seat.bank.count}</td>
    <td>${time(seat.seconds)}</td>
  </tr>`;
}

/**
 * @param {Words} words
 * @param {SeatStatistics} seat
 * @param {number} most
 */
function bars(words, { produced }, most) {
  let x = 0;
  const label = RESOURCES.map((resource, i) => `${produced[i]} ${words.text(`resource.${resource}`)}`).join(
    ", ",
  );
  return html`<svg
    class="bars"
    viewBox="0 0 192 34"
    preserveAspectRatio="xMinYMid meet"
    role="img"
    aria-label=${label}
  >
    ${RESOURCES.map((resource, i) => {
      const width = (WIDTH * produced[i]) / most;
      const at = x;
      x += width;
      if (!produced[i]) return nothing;
      const middle = at + width / 2;
      const drawn = width >= WIDE;
      const text = width < NARROW ? nothing : svg`<text x=${drawn ? middle + 9 : middle} y="22">${produced[i]}</text>`;
      const drawing = drawn ? svg`<use href=${`#r-${resource}`} x=${middle - 18} y="8" width="18" height="18" />` : nothing;
      return svg`<g>
        <rect class=${`p-${resource}`} x=${at} y="4" width=${width} height="26" rx="3">
          <title>${cardsText(words, resource, produced[i])}</title>
        </rect>
        ${drawing}${text}
      </g>`;
    })}
    <text class="sum" x=${x + 16} y="22">${sum(produced)}</text>
  </svg>`;
}

/** @param {readonly number[]} counts */
function sum(counts) {
  return counts.reduce((a, b) => a + b, 0);
}

/** @param {number} seconds */
function time(seconds) {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
