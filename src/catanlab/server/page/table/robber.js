/** Whom to rob: a button for each player who has a building at the hex, under the boxes or, on phones, side by side. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { icon, seatShape } from "../parts/icons.js";
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

/**
 * All victims in one row; null if none is to be chosen.
 * @param {TableContext} table
 */
export function robRow(table) {
  const { chosen } = table.ui;
  if (placingOf(table) !== "robber" || chosen?.kind !== "hex") return null;
  const victims = victimsAt(table, chosen.id);
  return victims.length ? html`<p class="victims">${victims.map((seat) => victim(table, seat))}</p>` : null;
}

/**
 * @param {TableContext} table
 * @param {number} seat
 */
function victim(table, seat) {
  return html`<button
    class="btn strong"
    data-rob=${seat}
    aria-label=${robText(table, seat)}
    @click=${() => robSeat(table, seat)}
  >
    ${seatShape(seat)}<span class="name">${table.name(seat)}</span>
    <span class="cards">${icon("cards")}${table.view?.seats[seat].hand_size ?? nothing}</span>
  </button>`;
}
