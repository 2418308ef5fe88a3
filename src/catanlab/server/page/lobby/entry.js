/** The entry: a name, a face, and the buttons that lead to a table. */

import { face, faceFor, icon } from "../parts/icons.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { live } from "../vendor/lit-html/directives/live.js";
import { inviteFriends, playNow } from "./acts.js";

/** @typedef {import("./context.js").LobbyContext} LobbyContext */

const LONGEST_NAME = 24;

/** @param {LobbyContext} lobby */
export function entry(lobby) {
  const { words, ui } = lobby;
  /** @param {SubmitEvent} event */
  const submit = (event) => {
    event.preventDefault();
    playNow(lobby);
  };
  const playing = ui.busy === "play";
  return html`<form class="panel playform" @submit=${submit} aria-busy=${ui.busy ? "true" : nothing}>
    <h1>${words.text("lobby.title")}</h1>
    ${nameRow(lobby)}
    <button class="btn main" ?disabled=${playing}>${words.text(playing ? "lobby.comingIn" : "lobby.playNow")}</button>
    <p class="reason">${words.text("lobby.promise")}</p>
    <div class="two">
      <button class="btn" type="button" @click=${() => lobby.set({ dialog: "new", trouble: null })}>
        ${icon("dice")}${words.text("lobby.newGame")}
      </button>
      <button class="btn" type="button" ?disabled=${ui.busy === "invite"} @click=${() => inviteFriends(lobby)}>
        ${icon("link")}${words.text("lobby.inviteFriends")}
      </button>
    </div>
  </form>`;
}

/**
 * The name and the face, with the password if the name is somebody's.
 * @param {LobbyContext} lobby
 */
export function nameRow(lobby) {
  const { words, ui, state } = lobby;
  const trouble = lobby.trouble("name");
  /** @param {InputEvent} event */
  const typed = (event) => {
    const name = /** @type {HTMLInputElement} */ (event.target).value;
    lobby.set({ name, reserved: false, trouble: null });
  };
  const change = words.text("lobby.changeFace");
  const shown = state.settings.face || faceFor(lobby.name || ui.proposal);
  return html`<label for="name">${words.text("lobby.yourName")}</label>
    <div class="namerow">
      <button class="facebutton" type="button" aria-label=${change} title=${change} @click=${() => lobby.set({ dialog: "faces" })}>
        ${face(shown)}
      </button>
      <input
        class="field"
        id="name"
        name="name"
        maxlength=${LONGEST_NAME}
        autocomplete="nickname"
        spellcheck="false"
        placeholder=${ui.proposal}
        aria-invalid=${trouble ? "true" : nothing}
        aria-describedby=${trouble ? "name-trouble" : nothing}
        .value=${live(lobby.name)}
        @input=${typed}
      />
    </div>
    ${trouble ? html`<p class="trouble" id="name-trouble">${icon("warn")}<span>${trouble}</span></p>` : nothing}
    ${ui.reserved ? password(lobby) : nothing}`;
}

/** @param {LobbyContext} lobby */
function password({ words }) {
  return html`<label for="password">${words.text("account.password")}</label>
    <input class="field" id="password" name="password" type="password" maxlength="256" autocomplete="current-password" />`;
}
