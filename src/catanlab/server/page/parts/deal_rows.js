/** The two rows of a deal: press a card for one more, its minus for one less. Tray, counter and sheet have them. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { RESOURCES } from "./cards.js";
import { sign } from "./icons.js";

/** @typedef {import("../types").Words} Words */

/**
 * @param {Words} words
 * @param {{give: readonly number[], get: readonly number[]}} deal
 * @param {object} options
 * @param {readonly number[]} options.hand what one can give
 * @param {(side: "give" | "get", index: number, by: 1 | -1) => void} options.press
 */
export function dealRows(words, deal, { hand, press }) {
  return html`<div class="rows">
    ${
      /** @type {const} */ (["give", "get"]).map(
        (side) =>
          html`<span>${words.text(`trade.${side}`)}</span> ${RESOURCES.map((resource, i) =>
              cell(words, side, resource, deal[side][i], {
                full: side === "give" && deal.give[i] >= hand[i],
                press: (by) => press(side, i, by),
              }),
            )}`,
      )
    }
  </div>`;
}

/**
 * @param {Words} words
 * @param {"give" | "get"} side
 * @param {string} resource
 * @param {number} count
 * @param {{full: boolean, press: (by: 1 | -1) => void}} options
 */
function cell(words, side, resource, count, { full, press }) {
  const name = words.text(`resource.${resource}`);
  const label = words.text(`trade.${side}One`, { resource: name, n: count });
  return html`<div class=${count ? "cell on" : "cell"} data-side=${side} data-resource=${resource}>
    <button
      type="button"
      class=${`more ${resource}`}
      aria-label=${label}
      ?disabled=${full}
      @click=${() => press(1)}
    >
      ${sign(resource)}<b>${count}</b>
    </button>
    ${
      count
        ? html`<button
            type="button"
            class="less"
            aria-label=${words.text("trade.less", { resource: name })}
            @click=${() => press(-1)}
          >
            −
          </button>`
        : nothing
    }
  </div>`;
}
