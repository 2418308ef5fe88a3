/** The dialog with the link to one's own table. */

import { icon } from "../parts/icons.js";
import { close, modal } from "../parts/modal.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

/** @typedef {import("./context.js").LobbyContext} LobbyContext */

/** @param {LobbyContext} lobby */
export function linkDialog(lobby) {
  const { words, ui, app } = lobby;
  const { room, link } = ui.invited ?? { room: "", link: "" };
  const toTable = () => {
    lobby.set({ dialog: null, invited: null });
    app.go(`/room/${room}`);
  };
  const copy = async () => {
    const field = /** @type {HTMLInputElement | null} */ (document.getElementById("invitation-link"));
    field?.select();
    // Without encryption there is no clipboard but the old command, which copies what is selected.
    const copied = navigator.clipboard
      ? await navigator.clipboard.writeText(link).then(() => true, () => false)
      : document.execCommand("copy");
    lobby.set({ copied });
    if (copied) app.announce(words.text("link.copied"));
  };
  const share = () => navigator.share({ title: "catanlab", text: words.text("link.message"), url: link }).catch(() => {});
  return modal(words, {
    title: words.text("link.title"),
    name: "link",
    closed: toTable,
    content: html`<p>${words.text("link.explained")}</p>
      <label for="invitation-link">${words.text("link.label")}</label>
      <div class="linkrow">
        <input class="field" id="invitation-link" readonly .value=${link} />
        <button class="btn strong" type="button" autofocus @click=${copy}>
          ${icon(ui.copied ? "yes" : "copy")}${words.text(ui.copied ? "link.done" : "link.copy")}
        </button>
        ${"share" in navigator
          ? html`<button class="btn" type="button" @click=${share}>${icon("send")}${words.text("link.share")}</button>`
          : nothing}
      </div>
      <footer><button class="btn" type="button" @click=${close}>${words.text("link.toTable")}</button></footer>`,
  });
}
