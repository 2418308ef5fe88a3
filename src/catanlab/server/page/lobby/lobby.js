/** The entry: a name, a table at once, games to join or watch, channels. */

import { html } from "../vendor/lit-html/lit-html.js";

/**
 * @param {import("../app/app.js").PageApp} app
 * @returns {import("../types").Screen}
 */
export function create(app) {
  const play = async () => {
    if (!app.state.me) await app.enter("Ada");
    const ack = await app.ask({ t: "quick", nonce: app.nonce() });
    if (ack.room) app.go(`/room/${ack.room}`);
  };
  return {
    title: () => "catanlab",
    render: () => html`<main class="lobby"><button class="btn main" @click=${play}>${app.words.text("lobby.playNow")}</button> ${app.state.connection}</main>`,
  };
}
