/** Whom to rob: a button under the box of each player who has a building at the hex. */

import { html } from "../vendor/lit-html/lit-html.js";
import { icon } from "../parts/icons.js";
import { buildingsAt, placingOf, robSeat, victimsAt } from "./placing.js";
import { robText } from "./spots.js";

/** @typedef {import("./context.js").TableContext} TableContext */

/**
 * The balloon of a seat while a victim is to be chosen; null if none is.
 * @param {TableContext} table
 * @param {number} seat
 */
export function robPick(table, seat) {
  const { chosen } = table.ui;
  if (placingOf(table) !== "robber" || chosen?.kind !== "hex") return null;
  if (victimsAt(table, chosen.id).includes(seat))
    return html`<p class="balloon pick">
      <button class="btn strong" data-rob=${seat} @click=${() => robSeat(table, seat)}>
        ${icon("robber")}${robText(table, seat)}
      </button>
    </p>`;
  const built = buildingsAt(table, chosen.id, seat).length > 0;
  return html`<p class="balloon says">
    <span class="reason">${table.words.text(built ? "table.noCardsToRob" : "table.noBuildingThere")}</span>
  </p>`;
}
