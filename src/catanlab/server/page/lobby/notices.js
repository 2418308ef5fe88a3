/** What waits for the person: a game to return to, invitations, and what the server has to say. */

import { icon } from "../parts/icons.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { sitDown, watchRoom } from "./acts.js";
import { titleOf } from "./room_line.js";

/** @typedef {import("./context.js").LobbyContext} LobbyContext */
/** @typedef {import("../../protocol/wire").Invited} Invited */

/**
 * One's own game that is not over: the one that plays, else the one that waits.
 * @param {LobbyContext} lobby
 */
export function returnNotice(lobby) {
  const { words, state } = lobby;
  const games = state.me?.games ?? [];
  const game = games.find(({ status }) => status !== "waiting") ?? games[0];
  if (!game) return nothing;
  const title = titleOf(words, game);
  const key = game.status === "waiting" ? "return.waiting" : "return.playing";
  const more = games.length - 1;
  return html`<div class="notice" role="status">
    <p>${words.text(key, { table: title })} ${more ? words.text("return.more", { n: more }) : nothing}</p>
    <button class="btn" type="button" @click=${() => watchRoom(lobby, game.room)}>${words.text("return.act")}</button>
  </div>`;
}

/**
 * The invitations that came, each with its answer.
 * @param {LobbyContext} lobby
 */
export function invitations(lobby) {
  return repeat(lobby.state.invitations, ({ room }) => room, (invited) => invitation(lobby, invited));
}

/**
 * @param {LobbyContext} lobby
 * @param {Invited} invited
 */
function invitation(lobby, invited) {
  const { words, app } = lobby;
  const forget = () => app.update({ invitations: app.state.invitations.filter(({ room }) => room !== invited.room) });
  const accept = () => {
    forget();
    sitDown(lobby, invited.room, { seat: invited.seat ?? null, invitation: invited.invitation });
  };
  const decline = () => {
    forget();
    app.send({ t: "decline", room: invited.room });
  };
  return html`<div class="notice invitation" role="status">
    <p>${words.text("invited.by", { name: invited.name })}</p>
    <button class="btn strong" type="button" @click=${accept}>${words.text("invited.accept")}</button>
    <button class="btn" type="button" @click=${decline}>${words.text("invited.decline")}</button>
  </div>`;
}

/**
 * What belongs to no other place, such as a declined invitation.
 * @param {LobbyContext} lobby
 */
export function message({ app, words }) {
  const { refusal, connection } = app.state;
  if (!refusal || connection === "ended") return nothing;
  const dismiss = words.text("common.close");
  return html`<div class="notice" role="status">
    <p>${refusal.text}</p>
    <button class="btn icon" type="button" aria-label=${dismiss} title=${dismiss} @click=${() => app.update({ refusal: null })}>
      ${icon("no")}
    </button>
  </div>`;
}
