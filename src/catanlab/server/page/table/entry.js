/** For somebody who came by a link and has no name yet: a name, and one press to sit down or to watch. */

import { html } from "../vendor/lit-html/lit-html.js";
import { face, logo } from "../parts/icons.js";
import { beginsAtOnce } from "./rematch.js";
import { sitDown } from "./seats.js";

/** @typedef {import("./context.js").TableContext} TableContext */

/** Whether a person is to be seated as soon as the room answers. */
export class Entry {
  /** @param {TableContext} table */
  constructor(table) {
    this._table = table;
    this.sits = false;
    this._refused = "";
    /** Whether the room has told who sits where. */
    this._answered = false;
  }

  /** Whether a name is to be asked for before anything else. */
  get open() {
    const { connection } = this._table.app.state;
    return connection === "off";
  }

  /** Take a seat once the room has answered: if that was wished, or the seat is kept for this person. */
  sitDown() {
    const { game, seat, app } = this._table;
    if (!game?.table || this._answered) return;
    this._answered = true;
    const kept = game.table.seats.some((info) => info.kept_for && info.kept_for === app.state.me?.name);
    const begins = beginsAtOnce();
    if (seat === null && (this.sits || kept)) this._sit(begins && game.table.status === "waiting");
  }

  /** @param {boolean} begins whether nobody else is waited for */
  async _sit(begins) {
    if ((await sitDown(this._table, null)) && begins) await this._table.act({ t: "start" });
  }

  render() {
    const { words, app } = this._table;
    const { name, face: chosen } = app.state.settings;
    return html`<main class="doorstep">
      <form class="panel" @submit=${(/** @type {SubmitEvent} */ event) => this._enter(event)}>
        <h1>${logo()}${words.text("invited.title")}</h1>
        <label for="entry-name">${words.text("invited.name")}</label>
        <p class="named">
          ${face(chosen || name || "ada")}
          <input
            id="entry-name"
            class="field"
            name="name"
            required
            maxlength="24"
            autocomplete="nickname"
            .defaultValue=${name}
            autofocus
          />
        </p>
        ${this._refused ? html`<p class="refusal" role="alert">${this._refused}</p>` : ""}
        <p class="acts">
          <button class="btn main" name="act" value="sit">${words.text("invited.sit")}</button>
          <button class="btn" name="act" value="watch">${words.text("invited.watch")}</button>
        </p>
      </form>
    </main>`;
  }

  /** @param {SubmitEvent} event */
  async _enter(event) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const name = String(new FormData(form).get("name") ?? "").trim();
    this.sits = /** @type {HTMLButtonElement | null} */ (event.submitter)?.value !== "watch";
    this._refused = "";
    try {
      await this._table.app.enter(name);
    } catch (refused) {
      this._refused = /** @type {import("../types").Refusal} */ (refused).text;
      this._table.app.redraw();
    }
  }
}
