/** After the end: the statistics in the place of the table, loaded when they are first wanted. */

import { withStyle } from "../app/style.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { icon } from "../parts/icons.js";
import { rematch } from "./rematch.js";

/** @typedef {import("./context.js").TableContext} TableContext */
/** @typedef {import("../end/end.js").End} End */

/** The winning move is seen for so long before the statistics come. */
const LOOK_MS = 2500;

export class Ending {
  /** @param {TableContext} table */
  constructor(table) {
    this._table = table;
    /** @type {End | null} */
    this._end = null;
    this._known = false;
    this._timer = 0;
  }

  /**
   * Look whether the game is over: who comes later sees the statistics at once.
   * @param {boolean} live whether the end was seen
   */
  look(live) {
    if (this._known || this._table.game?.table?.status !== "over") return;
    this._known = true;
    this._timer = setTimeout(
      () => this._table.set({ statistics: true, overlay: null }),
      live ? LOOK_MS : 0,
    );
    this._load();
  }

  close() {
    clearTimeout(this._timer);
  }

  /** What is shown instead of the table; null while the table is. */
  render() {
    if (!this._table.ui.statistics || !this._end) return null;
    const faces = this._table.game?.table?.seats.map(({ occupant }) => occupant.face ?? "");
    return this._end.render(this._acts(), this._table.seat, faces);
  }

  async _load() {
    const { app, room, game, invitation } = this._table;
    const { create } = await withStyle("end", import("../end/end.js"));
    this._end = create(app, { room, invitation: game?.invitation || invitation });
    await this._end.load();
  }

  _acts() {
    const table = this._table;
    const { words, app, room } = table;
    const secret = table.game?.invitation || table.invitation;
    return html`${
        table.seat === null
          ? nothing
          : html`<button class="btn main" @click=${() => rematch(table)}>
              ${icon("again")}${words.text("turn.rematch")}
            </button>`
      }
      <button class="btn" @click=${() => app.go(`/replay/${room}${secret ? `#${secret}` : ""}`)}>
        ${icon("play")}${words.text("ending.replay")}
      </button>
      <button class="btn" @click=${() => table.set({ statistics: false })}>
        ${icon("back")}${words.text("ending.board")}
      </button>
      <button class="btn" @click=${() => app.go("/")}>${words.text("turn.lobby")}</button>`;
  }
}
