/** Which screen is shown. Those that a first visit does not need are loaded when they are. */

import { createDoor } from "../lobby/door.js";
import { create as createLobby } from "../lobby/lobby.js";
import { create as createTable } from "../table/table.js";

/** @typedef {import("../types").Screen} Screen */
/** @typedef {import("../types").Route} Route */
/** @typedef {import("./app.js").PageApp} PageApp */

export class Screens {
  /** @param {PageApp} app */
  constructor(app) {
    this._app = app;
    /** @type {Screen | null} */
    this.current = null;
    this._shown = "";
  }

  /** @param {Route} route */
  async show(route) {
    const name = JSON.stringify({ ...route, invitation: "" });
    if (name === this._shown) return this._app.redraw();
    this._shown = name;
    const screen = await this._make(route);
    if (name !== this._shown) return; // another one was asked for meanwhile
    this.current?.close?.();
    this.current = screen;
    screen.open?.();
    this._app.redraw();
  }

  /**
   * Somebody came in at the door of a table.
   * @param {Route} route
   */
  _opened(route) {
    this._shown = "";
    this.show(route);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.current?.key?.(event)) event.preventDefault();
  }

  /**
   * @param {Route} route
   * @returns {Promise<Screen>}
   */
  async _make(route) {
    const app = this._app;
    switch (route.screen) {
      case "table":
        if (!app.isKnown) return createDoor(app, () => this._opened(route));
        return createTable(app, route.room, route.invitation);
      case "replay":
        return (await withStyle("replay", import("../replay/replay.js"))).create(app, route.room);
      case "learn":
        return (await withStyle("learn", import("../learn/learn.js"))).create(app);
      default:
        return createLobby(app);
    }
  }
}

/**
 * Load the style of a screen beside its module.
 * @template T
 * @param {string} name
 * @param {Promise<T>} module
 * @returns {Promise<T>}
 */
export async function withStyle(name, module) {
  const href = new URL(`../style/${name}.css`, import.meta.url).href;
  if (!document.querySelector(`link[href="${href}"]`)) {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
    await new Promise((done) => {
      link.onload = link.onerror = done;
      document.head.append(link);
    });
  }
  return module;
}
