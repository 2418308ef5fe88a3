/** Who is here, and what one can do about somebody: invite, mute, report. */

import { face, faceFor, icon } from "../parts/icons.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { invitePerson, watchRoom } from "./acts.js";

/** @typedef {import("./context.js").LobbyContext} LobbyContext */
/** @typedef {import("./types").Somebody} Somebody */
/** @typedef {import("../../protocol/wire").Presence} Presence */

/**
 * A name that opens what one can do about its person.
 * @param {LobbyContext} lobby
 * @param {Somebody} who
 */
export function nameButton(lobby, { person, name }) {
  if (!lobby.state.me || person === lobby.state.me.person) return html`<b>${name}</b>`;
  const open = lobby.ui.somebody?.person === person;
  const toggle = () => lobby.set({ somebody: open ? null : { person, name }, reporting: false, done: null });
  return html`<button class="name" type="button" aria-expanded=${String(open)} @click=${toggle}>${name}</button>`;
}

/**
 * What one can do about the person whose name was pressed.
 * @param {LobbyContext} lobby
 */
export function somebodyBar(lobby) {
  const { words, ui, state, app } = lobby;
  const who = /** @type {Somebody} */ (ui.somebody);
  const isMuted = state.muted.includes(who.person);
  const isHere = state.lobby?.people.some(({ person }) => person === who.person) ?? false;
  const mute = () => {
    app.send({ t: "mute", person: who.person, on: !isMuted });
    lobby.set({ somebody: null, done: { at: "channels", text: words.text(isMuted ? "people.heard" : "people.muted", { name: who.name }) } });
  };
  return html`<div class="somebody" role="group" aria-label=${who.name}>
    <strong>${who.name}</strong>
    <button class="btn" type="button" ?disabled=${!isHere} @click=${() => invitePerson(lobby, who.person)}>
      ${words.text("people.invite")}
    </button>
    <button class="btn" type="button" @click=${mute}>
      ${icon("mute")}${words.text(isMuted ? "people.unmute" : "people.mute")}
    </button>
    <button
      class="btn"
      type="button"
      aria-expanded=${String(ui.reporting)}
      @click=${() => lobby.set({ reporting: !ui.reporting })}
    >
      ${icon("flag")}${words.text("people.report")}
    </button>
    ${ui.reporting ? reportForm(lobby, who) : nothing}
  </div>`;
}

/**
 * @param {LobbyContext} lobby
 * @param {Somebody} who
 */
function reportForm(lobby, { person, name }) {
  const { words, ui, app } = lobby;
  /** @param {SubmitEvent} event */
  const submit = async (event) => {
    event.preventDefault();
    const text = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("text")).trim();
    const sent = await lobby.do("report", "channels", async () => {
      await app.ask({ t: "report", person, text, channel: ui.channel });
    });
    const done = /** @type {const} */ ({ at: "channels", text: words.text("people.reported", { name }) });
    if (sent) lobby.set({ somebody: null, reporting: false, done });
  };
  return html`<form class="inline" @submit=${submit}>
    <input
      class="field"
      name="text"
      required
      maxlength="300"
      autocomplete="off"
      aria-label=${words.text("people.reportWhy", { name })}
      placeholder=${words.text("people.reportWhy", { name })}
    />
    <button class="btn strong">${words.text("people.send")}</button>
  </form>`;
}

/**
 * Everybody who is connected, those first who wait for an invitation.
 * @param {LobbyContext} lobby
 */
export function people(lobby) {
  const { words, state, ui } = lobby;
  const me = state.me?.person;
  const others = (state.lobby?.people ?? []).filter(({ person }) => person !== me);
  const wait = (/** @type {Event} */ event) => {
    const available = /** @type {HTMLInputElement} */ (event.target).checked;
    lobby.set({ available });
    lobby.app.keep("available", available ? { t: "available", on: true } : null);
    if (!available) lobby.app.send({ t: "available", on: false });
  };
  return html`${me
      ? html`<label class="switch">
          <input type="checkbox" .checked=${ui.available} @change=${wait} />${words.text("people.available")}
        </label>`
      : nothing}
    ${others.length
      ? html`<ul class="people" tabindex="0">${repeat(others, ({ person }) => person, (who) => personLine(lobby, who))}</ul>`
      : html`<p class="empty">${words.text(me ? "people.alone" : "channels.first")}</p>`}`;
}

/**
 * @param {LobbyContext} lobby
 * @param {Presence} who
 */
function personLine(lobby, who) {
  const { words } = lobby;
  const { room } = who;
  return html`<li>
    ${face(who.face || faceFor(who.name))}
    <span>${nameButton(lobby, who)}<small>${words.text(doing(who))}</small></span>
    ${who.available
      ? html`<button class="btn" type="button" @click=${() => invitePerson(lobby, who.person)}>${words.text("people.invite")}</button>`
      : nothing}
    ${!who.available && room
      ? html`<button class="btn" type="button" @click=${() => watchRoom(lobby, room)}>${icon("eye")}${words.text("games.watch")}</button>`
      : nothing}
  </li>`;
}

/** @param {Presence} who */
function doing(who) {
  if (who.available) return "people.waits";
  if (who.room) return "people.plays";
  return who.bot ? "people.bot" : "people.looks";
}
