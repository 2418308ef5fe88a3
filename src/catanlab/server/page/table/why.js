/** *Why?*: a robot's public reason, on request. */

import { html } from "../vendor/lit-html/lit-html.js";

/** @typedef {import("./context.js").TableContext} TableContext */

/**
 * Whether a seat may be asked for reasons: a robot's, in a room whose robots give them.
 * @param {TableContext} table
 * @param {number} seat
 */
export function canAskWhy(table, seat) {
  const info = table.game?.table;
  return info?.seats[seat]?.occupant.kind === "robot" && (info.options.reasons ?? true);
}

/**
 * @param {TableContext} table
 * @param {number} seat
 * @param {number} seq of the move that is asked about
 */
export function whyButton(table, seat, seq) {
  return html`<button type="button" class="linkish" data-act="why" @click=${() => askWhy(table, seat, seq)}>
    ${table.words.text("balloon.why")}
  </button>`;
}

/**
 * @param {TableContext} table
 * @param {number} seat
 * @param {number} seq
 */
export function askWhy(table, seat, seq) {
  return table.act({ t: "why", seat, seq });
}
