import { html } from "../vendor/lit-html/lit-html.js";

/**
 * @param {import("../app/app.js").PageApp} app
 * @param {string} [room]
 * @returns {import("../types").Screen}
 */
export function create(app, room) {
  return { title: () => "catanlab", render: () => html`<main></main>` };
}
