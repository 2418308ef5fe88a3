/** The tables that wait or play: who sits there, and the way in. */

import { face, faceFor, icon, ROBOT_FACES } from "../parts/icons.js";
import { follow } from "../parts/link.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { sitDown, watchRoom } from "./acts.js";
import { detailsOf, doorOf, titleOf } from "./room_line.js";

/** @typedef {import("./context.js").LobbyContext} LobbyContext */
/** @typedef {import("../../protocol/wire").RoomLine} RoomLine */
/** @typedef {import("../../protocol/wire").Occupant} Occupant */

/** @param {LobbyContext} lobby */
export function games(lobby) {
  const { words, rooms } = lobby;
  const trouble = lobby.trouble("games");
  return html`<section class="panel games" aria-labelledby="games-title">
    <header>
      <h2 id="games-title">${words.text("games.title")}</h2>
      <span class="reason">${counts(lobby)}</span>
    </header>
    ${trouble ? html`<p class="trouble">${icon("warn")}<span>${trouble}</span></p>` : nothing}
    ${rooms && !rooms.length ? html`<p class="empty">${words.text("games.none")}</p>` : nothing}
    ${rooms?.length
      ? html`<ul tabindex="-1">
          ${repeat(rooms, ({ room }) => room, (room) => line(lobby, room))}
        </ul>`
      : nothing}
    <p class="finished"><a href="/replay" @click=${follow(lobby.app)}>${words.text("games.finished")}</a></p>
  </section>`;
}

/** @param {LobbyContext} lobby */
function counts({ words, rooms, state }) {
  const people = state.lobby?.connected ?? 0;
  const counted = [
    ...(rooms?.length ? [words.text("games.tables", { n: rooms.length })] : []),
    ...(people ? [words.text("games.people", { n: people })] : []),
  ];
  return counted.join(", ");
}

/**
 * @param {LobbyContext} lobby
 * @param {RoomLine} room
 */
function line(lobby, room) {
  const { words } = lobby;
  const title = titleOf(words, room);
  const details = detailsOf(words, room);
  const door = doorOf(room, lobby.state.me?.person ?? "");
  const watch = () => watchRoom(lobby, room.room);
  const enter = door === "join" || door === "sit" ? () => sitDown(lobby, room.room) : watch;
  const busy = lobby.ui.busy.endsWith(` ${room.room}`);
  const eye = words.text("games.watchIt", { table: title });
  return html`<li class="game">
    <div><strong title=${title}>${title}</strong><small title=${details}>${details}</small></div>
    <span class="seats" role="img" aria-label=${seated(lobby, room)}>${room.seats.map((seat) => seatFace(lobby, seat))}</span>
    <span class="doors">
      ${door === "sit"
        ? html`<button class="btn icon" type="button" aria-label=${eye} title=${eye} @click=${watch}>${icon("eye")}</button>`
        : nothing}
      <button
        class=${door === "return" ? "btn strong" : "btn"}
        type="button"
        aria-label=${words.text(`games.${door}It`, { table: title })}
        ?disabled=${busy}
        @click=${enter}
      >
        ${door === "watch" ? icon("eye") : nothing}${words.text(`games.${door}`)}
      </button>
    </span>
  </li>`;
}

/**
 * @param {LobbyContext} lobby
 * @param {Occupant} seat
 */
function seatFace({ words }, seat) {
  if (seat.kind === "nobody") return html`<span class="face free" title=${words.text("games.freeSeat")}></span>`;
  const faces = seat.kind === "robot" ? ROBOT_FACES : undefined;
  return html`<span class="someone" title=${seat.name ?? ""}>${face(seat.face || faceFor(seat.name ?? "", faces))}</span>`;
}

/**
 * Who sits there, for those who do not see the faces.
 * @param {LobbyContext} lobby
 * @param {RoomLine} room
 */
function seated({ words }, room) {
  const names = room.seats.map((seat) => (seat.kind === "nobody" ? words.text("games.freeSeat") : seat.name ?? ""));
  return words.list(names.filter(Boolean));
}
