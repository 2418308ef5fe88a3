/** Replays: choose a finished game or paste a record, then watch it through anybody's eyes. */

import { html } from "../vendor/lit-html/lit-html.js";
import { Chooser } from "./chooser.js";
import { Player } from "./player.js";

/** @typedef {import("../app/app.js").PageApp} PageApp */
/** @typedef {import("../types").Screen} Screen */

/**
 * @param {PageApp} app
 * @param {string} room empty for the list of games
 * @param {string} invitation
 * @returns {Screen}
 */
export function create(app, room, invitation) {
  return new ReplayScreen(app, room, invitation);
}

/** @implements {Screen} */
class ReplayScreen {
  /**
   * @param {PageApp} app
   * @param {string} room
   * @param {string} invitation
   */
  constructor(app, room, invitation) {
    this._app = app;
    /** @type {Player | null} */
    this._player = room ? new Player(app, { room, invitation }) : null;
    this._chooser = new Chooser(app, (record) => this._watch(record));
  }

  open() {
    if (this._player) this._player.load();
    else this._chooser.load();
  }

  close() {
    this._player?.stop();
  }

  title() {
    return `${this._app.words.text("replay.title")} – catanlab`;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    return this._player?.key(event) ?? false;
  }

  render() {
    return this._player ? this._player.render() : html`${this._chooser.render()}`;
  }

  /** @param {string} record */
  async _watch(record) {
    const player = new Player(this._app, { record }, () => this._close());
    if (await player.load()) this._player = player;
    else this._chooser.refused(player.refusal);
    this._app.redraw();
  }

  /** Leave the replay of a record: it has no address of its own. */
  _close() {
    this._player?.stop();
    this._player = null;
    this._app.redraw();
  }
}
