/** The banner that tells of a lost connection, for every screen. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { icon } from "./icons.js";

/**
 * @param {import("../types").App} app
 * @returns {unknown} nothing while all is well
 */
export function connectionBanner(app) {
  const { connection, connectionText } = app.state;
  const { words } = app;
  if (connection === "lost")
    return html`<p class="notice lost" role="status">${icon("wifi")} ${words.text("connection.lost")}</p>`;
  if (connection === "ended")
    return html`<p class="notice ended" role="status">
      ${icon("warn")} ${connectionText || words.text("connection.ended")}
      <button class="btn" type="button" @click=${() => location.reload()}>${words.text("connection.reload")}</button>
    </p>`;
  return nothing;
}
