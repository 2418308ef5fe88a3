/** What the panels of the table share: the game, the person's unfinished choices, and how to act. */

import { own } from "../app/own.js";
import { nameOf } from "../parts/seats.js";
import { moveFocus } from "./overlay_focus.js";

/** @typedef {import("../app/app.js").PageApp} PageApp */
/** @typedef {import("../types").Refusal} Refusal */
/** @typedef {import("./types").TableUi} TableUi */

export class TableContext {
  /**
   * @param {PageApp} app
   * @param {string} room
   * @param {string} [invitation]
   */
  constructor(app, room, invitation = "") {
    this.app = app;
    this.room = room;
    this.invitation = invitation;
    /** @type {TableUi} */
    this.ui = emptyUi();
    /** The move that was sent and is not yet answered. */
    this._sent = "";
  }

  get words() {
    return this.app.words;
  }

  /**
   * The game, or null before its first update came.
   * @returns {import("../types").Game | null}
   */
  get game() {
    return own(this.app.state.games, this.room) ?? null;
  }

  get view() {
    return this.game?.view ?? null;
  }

  get seat() {
    return this.game?.seat ?? null;
  }

  /** The moves that are open to one's own seat now. */
  get legal() {
    return this.view?.legal ?? {};
  }

  /** Whether one's own seat has something to decide. */
  get decides() {
    return this.seat !== null && Object.keys(this.legal).length > 0;
  }

  /** @param {number} seat */
  name(seat) {
    return this.game ? nameOf(this.words, this.game, seat) : "";
  }

  /** @param {Partial<TableUi>} patch */
  set(patch) {
    if (patch.overlay !== undefined) moveFocus(patch.overlay !== null, this.ui.overlay !== null);
    this.ui = { ...this.ui, ...patch };
    this.app.redraw();
  }

  /**
   * Make a move, written as in the notation, in answer to the question that is open now.
   * @param {string} move
   * @returns {Promise<boolean>} whether it was done; a refusal is shown in the prompt
   */
  async move(move) {
    const decision = this.view?.decision ?? 0;
    const sent = `${decision} ${move}`;
    if (sent === this._sent) return false; // a double click
    this._sent = sent;
    try {
      return await this.act({ t: "move", decision, move });
    } finally {
      this._sent = "";
    }
  }

  /**
   * Do something in the room.
   * @param {{t: string, [field: string]: unknown}} act
   * @returns {Promise<boolean>}
   */
  async act(act) {
    try {
      await this.app.act(this.room, act);
      return true;
    } catch (refused) {
      this.app.update({ refusal: /** @type {Refusal} */ (refused) });
      return false;
    }
  }
}

/** @returns {TableUi} */
export function emptyUi() {
  return {
    placing: null,
    chosen: null,
    pointed: null,
    discards: [0, 0, 0, 0, 0],
    card: null,
    picks: [],
    draft: { give: [0, 0, 0, 0, 0], get: [0, 0, 0, 0, 0], to: null, again: [] },
    counter: null,
    asking: false,
    ignored: [],
    talk: { phrases: false, logOnly: false, about: "", reporting: false, note: "" },
    sheet: null,
    reasons: [],
    overlay: null,
    hint: "",
    ending: false,
    statistics: false,
  };
}
