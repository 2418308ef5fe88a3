/** The finished games of the server, and a place for a record from elsewhere. */

import { logo, seatShape } from "../parts/icons.js";
import { languageButton, themeButton } from "../parts/settings.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

/** @typedef {import("../app/app.js").PageApp} PageApp */
/** @typedef {import("../types").Refusal} Refusal */
/** @typedef {import("../../api/api").Game} FinishedGame */

export class Chooser {
  /**
   * @param {PageApp} app
   * @param {(record: string) => void} watch
   */
  constructor(app, watch) {
    this._app = app;
    this._watch = watch;
    /** @type {FinishedGame[]} */
    this._games = [];
    this._next = "";
    this._loaded = false;
    this._refusal = "";
    this._record = "";
  }

  /** Ask for a page of finished games. */
  async load() {
    try {
      const query = this._next ? `&before=${encodeURIComponent(this._next)}` : "";
      const page = await this._app.fetch(`/api/games?limit=12${query}`);
      this._games = [...this._games, ...page.games];
      this._next = page.next ?? "";
    } catch (refused) {
      this._refusal = /** @type {Refusal} */ (refused).text;
    }
    this._loaded = true;
    this._app.redraw();
  }

  /** @param {string} text why the record cannot be shown */
  refused(text) {
    this._refusal = text;
  }

  render() {
    const { words } = this._app;
    const home = (/** @type {Event} */ event) => {
      event.preventDefault();
      this._app.go("/");
    };
    return html`<main class="replays">
      <header class="mast">
        <a class="brand" href="/" @click=${home}>${logo()}catanlab</a>
        <nav class="tools">${languageButton(this._app)}${themeButton(this._app)}</nav>
      </header>
      <section class="panel finished" aria-labelledby="finished-title">
        <h1 id="finished-title">${words.text("replay.finished")}</h1>
        ${
          this._games.length
            ? html`<ul>
                ${this._games.map((game) => this._line(game))}
              </ul>`
            : html`<p class="reason">${words.text(this._loaded ? "replay.none" : "replay.loading")}</p>`
        }
        ${this._next ? html`<button class="btn" @click=${() => this.load()}>${words.text("replay.more")}</button>` : nothing}
      </section>
      <form class="panel pasted" aria-labelledby="pasted-title" @submit=${this._submit}>
        <h2 id="pasted-title">${words.text("replay.pasted")}</h2>
        <p class="reason">${words.text("replay.pastedNote")}</p>
        <label class="hidden-text" for="record">${words.text("replay.record")}</label>
        <textarea
          id="record"
          class="field"
          rows="10"
          spellcheck="false"
          .value=${this._record}
          @input=${(/** @type {InputEvent} */ event) => (this._record = /** @type {HTMLTextAreaElement} */ (event.target).value)}
        ></textarea>
        <input type="file" aria-label=${words.text("replay.file")} @change=${this._read} />
        <p class="hint" role="alert">${this._refusal}</p>
        <button class="btn strong">${words.text("replay.watch")}</button>
      </form>
    </main>`;
  }

  /** @param {FinishedGame} game */
  _line(game) {
    const { words } = this._app;
    const path = `/replay/${game.room}`;
    const go = (/** @type {Event} */ event) => {
      event.preventDefault();
      this._app.go(path);
    };
    const when = new Intl.DateTimeFormat(words.language, {
      dateStyle: "medium",
      timeStyle: "short",
    }).format(game.ended_at);
    const winner =
      game.winner === null
        ? words.text("end.nobody")
        : words.text("end.wins", { name: game.seats[game.winner].name });
    return html`<li>
      <div>
        <strong>${winner}</strong>
        <small>${words.text("replay.about", { when, turns: game.turns })}</small>
      </div>
      <span class="players"
        >${game.seats.map((seat, i) => html`<span title=${seat.name}>${seatShape(i)} ${seat.name} ${seat.score}</span>`)}</span
      >
      <a class="btn" href=${path} @click=${go}>${words.text("replay.watch")}</a>
    </li>`;
  }

  /** @param {Event} event */
  _submit = (event) => {
    event.preventDefault();
    this._refusal = "";
    if (this._record.trim()) this._watch(this._record);
    else this._refusal = this._app.words.text("replay.empty");
    this._app.redraw();
  };

  /** @param {Event} event */
  _read = async (event) => {
    const file = /** @type {HTMLInputElement} */ (event.target).files?.[0];
    if (file) this._record = await file.text();
    this._app.redraw();
  };
}
