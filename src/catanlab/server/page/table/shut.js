/** A room that cannot be entered, or not any more: why, and the way back. */

import { logo } from "../parts/icons.js";
import { follow } from "../parts/link.js";
import { html } from "../vendor/lit-html/lit-html.js";

/**
 * @param {import("./context.js").TableContext} table
 * @param {import("../types").Refusal} refusal
 */
export function shutRoom({ app, words }, refusal) {
  return html`<main class="doorstep">
    <div class="panel">
      <h1>${logo()}${words.text("shut.title")}</h1>
      <p role="alert">${refusal.text}</p>
      <p class="acts"><a class="btn main" href="/" @click=${follow(app)}>${words.text("head.lobby")}</a></p>
    </div>
  </main>`;
}
