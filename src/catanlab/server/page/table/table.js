/** The table: one game, its board, players, cards, trade and talk. */

import { html } from "../vendor/lit-html/lit-html.js";
import { balloon } from "./balloons.js";
import { TableContext } from "./context.js";
import { talk } from "./talk.js";
import { tray } from "./trade.js";

/**
 * @param {import("../app/app.js").PageApp} app
 * @param {string} room
 * @param {string} invitation
 * @returns {import("../types").Screen}
 */
export function create(app, room, invitation) {
  const table = new TableContext(app, room);
  return {
    title: () => "catanlab",
    open: () => app.follow(room, invitation),
    close: () => app.unfollow(room),
    render: () => html`<main class="table"><pre>${JSON.stringify(table.view?.legal)}</pre>${talk(table)}${tray(table)}${balloon(table, 0)}</main>`,
  };
}
