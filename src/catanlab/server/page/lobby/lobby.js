/** The entry and lobby: a name, a table at once, games to join or watch, channels. */

import { connectionBanner } from "../parts/connection.js";
import { icon, logo } from "../parts/icons.js";
import { follow } from "../parts/link.js";
import { languageButton, themeButton } from "../parts/settings.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { account } from "./account.js";
import { channels } from "./channels.js";
import { LobbyContext } from "./context.js";
import { entry } from "./entry.js";
import { facesDialog } from "./faces.js";
import { games } from "./games.js";
import { linkDialog } from "./link_dialog.js";
import { newGameDialog } from "./new_game.js";
import { invitations, message, returnNotice } from "./notices.js";
import { picture } from "./picture.js";

const ROOMS_EVERY_MS = 10_000;

/**
 * @param {import("../app/app.js").PageApp} app
 * @returns {import("../types").Screen}
 */
export function create(app) {
  const lobby = new LobbyContext(app);
  const drawing = picture();
  let timer = 0;
  return {
    title: () => app.words.text("lobby.pageTitle"),
    open() {
      app.keep("watch", { t: "watch" });
      for (const channel of lobby.ui.channels) app.keep(`channel ${channel}`, { t: "enter", channel });
      refresh(lobby);
      timer = setInterval(() => document.hidden || refreshRooms(lobby), ROOMS_EVERY_MS);
    },
    close() {
      clearInterval(timer);
      app.keep("watch", null);
      app.send({ t: "watch", on: false });
      if (lobby.ui.available) {
        app.keep("available", null);
        app.send({ t: "available", on: false });
      }
      // One stays in the channels: what is said there meanwhile is not lost.
      app.update({ lobby: null });
    },
    render: () => html`<div class="lobby">
        ${head(lobby)}
        <div class="notices">
          ${connectionBanner(app)} ${message(lobby)} ${returnNotice(lobby)} ${invitations(lobby)}
        </div>
        <main class="start" aria-label=${app.words.text("lobby.play")}>
          <div class="picture" aria-hidden="true">${drawing}</div>
          ${entry(lobby)}
        </main>
        ${games(lobby)} ${channels(lobby)}
      </div>
      ${dialog(lobby)}`,
  };
}

/** @param {LobbyContext} lobby */
function head(lobby) {
  const { app, words } = lobby;
  return html`<header class="mast">
    <p class="brand">${logo()}catanlab</p>
    <nav class="tools" aria-label=${words.text("lobby.tools")}>
      <a class="btn quiet" href="/learn" @click=${follow(app)}>${icon("book")}<span>${words.text("lobby.learn")}</span></a>
      <a class="btn quiet" href="/replay" @click=${follow(app)}>${icon("play")}<span>${words.text("lobby.replays")}</span></a>
      ${languageButton(app)} ${themeButton(app)} ${account(lobby)}
    </nav>
  </header>`;
}

/** @param {LobbyContext} lobby */
function dialog(lobby) {
  switch (lobby.ui.dialog) {
    case "new":
      return newGameDialog(lobby);
    case "faces":
      return facesDialog(lobby);
    case "link":
      return linkDialog(lobby);
    default:
      return nothing;
  }
}

/**
 * What the lobby knows without being told: the rooms, and one's own games.
 * @param {LobbyContext} lobby
 */
async function refresh(lobby) {
  refreshRooms(lobby);
  const { app } = lobby;
  if (!app.state.me) return;
  const { person, games: mine = [] } = await app.fetch("/api/me").catch(() => ({}));
  if (app.state.me?.person === person) app.update({ me: { ...app.state.me, games: mine } });
}

/**
 * Who has not come in gets the list over HTTP.
 * @param {LobbyContext} lobby
 */
async function refreshRooms(lobby) {
  if (lobby.state.connection === "open") return;
  const answer = await lobby.app.fetch("/api/rooms").catch(() => null);
  if (answer) lobby.set({ rooms: answer.rooms });
}
