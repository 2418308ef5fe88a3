/** Replays: choose a finished game or paste a record, then watch it through anybody's eyes. */

import { html } from "../vendor/lit-html/lit-html.js";
import { Chooser } from "./chooser.js";
import { Player } from "./player.js";

/** @typedef {import("../app/app.js").PageApp} PageApp */
/** @typedef {import("../types").Screen} Screen */

/**
 * @param {PageApp} app
 * @param {string} room empty for the list of games
 * @returns {Screen}
 */
export function create(app, room) {
  return new ReplayScreen(app, room);
}

/** @implements {Screen} */
class ReplayScreen {
  /**
   * @param {PageApp} app
   * @param {string} room
   */
  constructor(app, room) {
    this._app = app;
    const invitation = location.hash.slice(1);
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
    const player = new Player(this._app, { record });
    if (await player.load()) this._player = player;
    else this._chooser.refused(player.refusal);
    this._app.redraw();
  }
}
