import { html } from "../vendor/lit-html/lit-html.js";

/**
 * @param {import("./context.js").TableContext} table
 * @param {number} [seat]
 */
export function talk(table, seat) {
  return html``;
}
