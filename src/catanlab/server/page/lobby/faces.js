/** The dialog in which a person chooses a face. */

import { face, FACES, faceFor } from "../parts/icons.js";
import { close, modal } from "../parts/modal.js";
import { html } from "../vendor/lit-html/lit-html.js";

/** @typedef {import("./context.js").LobbyContext} LobbyContext */

/** @param {LobbyContext} lobby */
export function facesDialog(lobby) {
  const { words, state } = lobby;
  const current = state.settings.face || faceFor(lobby.name || lobby.ui.proposal);
  /** @param {string} name @param {Event} event */
  const choose = (name, event) => {
    lobby.app.set({ face: name });
    if (state.me) lobby.app.ask({ t: "face", face: name }).catch((refused) => lobby.tell("name", refused));
    close(event);
  };
  return modal(words, {
    title: words.text("faces.title"),
    name: "faces",
    closed: () => lobby.set({ dialog: null }),
    content: html`<ul class="faces">
      ${FACES.map(
        (name) => html`<li>
          <button
            type="button"
            aria-pressed=${String(name === current)}
            aria-label=${faceName(words, name)}
            title=${faceName(words, name)}
            @click=${(/** @type {Event} */ event) => choose(name, event)}
          >
            ${face(name)}
          </button>
        </li>`,
      )}
    </ul>`,
  });
}

/**
 * @param {import("../types").Words} words
 * @param {string} name
 */
function faceName(words, name) {
  const key = `face.${name}`;
  return words.has(key) ? words.text(key) : name.charAt(0).toUpperCase() + name.slice(1);
}
