/** The door of a table, for somebody who comes by a link and has no name yet. */

import { languageButton } from "../parts/settings.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { comeIn } from "./acts.js";
import { LobbyContext } from "./context.js";
import { nameRow } from "./entry.js";
import { facesDialog } from "./faces.js";

/**
 * @param {import("../app/app.js").PageApp} app
 * @param {() => void} opened somebody came in
 * @returns {import("../types").Screen}
 */
export function createDoor(app, opened) {
  const lobby = new LobbyContext(app);
  const { words } = app;
  /** @param {SubmitEvent} event */
  const submit = async (event) => {
    event.preventDefault();
    if (await lobby.do("door", "name", () => comeIn(lobby))) opened();
  };
  return {
    title: () => words.text("lobby.pageTitle"),
    render: () => html`<main class="doorway">
        <form class="panel entry" @submit=${submit}>
          <h1>${words.text("door.title")}</h1>
          ${nameRow(lobby)}
          <button class="btn main" ?disabled=${Boolean(lobby.ui.busy)}>${words.text("door.enter")}</button>
          <p class="reason">${words.text("door.explained")}</p>
          ${languageButton(app)}
        </form>
      </main>
      ${lobby.ui.dialog === "faces" ? facesDialog(lobby) : nothing}`,
  };
}
