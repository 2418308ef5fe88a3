/** Which screen is shown. Each is loaded when it is asked for; the HTML preloads the one of its address. */

import { refusalOf } from "../connection/refusals.js";
import { withStyle } from "./style.js";

/** @typedef {import("../types").Screen} Screen */
/** @typedef {import("../types").Route} Route */
/** @typedef {import("./app.js").PageApp} PageApp */

/** When the lobby stands, the table is fetched: most people play at once. */
const IDLE_MS = 500;

export class Screens {
  /** @param {PageApp} app */
  constructor(app) {
    this._app = app;
    /** @type {Screen | null} */
    this.current = null;
    this._shown = "";
    this._invitation = "";
  }

  /** @param {Route} route */
  async show(route) {
    const name = JSON.stringify({ ...route, invitation: "" });
    const invitation = "invitation" in route ? route.invitation : "";
    // Who was shown out may come again with an invitation.
    const isInvited = invitation !== "" && invitation !== this._invitation;
    if (name === this._shown && !isInvited) return this._app.redraw();
    this._shown = name;
    this._invitation = invitation;
    const screen = await this._make(route).catch((error) => this._missed(error));
    if (!screen || name !== this._shown) return; // another one was asked for meanwhile
    this.current?.close?.();
    this.current = screen;
    screen.open?.();
    this._app.redraw();
  }

  /**
   * A module did not come: the server is away, or has a newer page, whose modules have other addresses.
   * @param {unknown} error
   */
  async _missed(error) {
    const isModule = error instanceof TypeError && /module/i.test(error.message);
    if (!this.current || !isModule) throw error;
    this._shown = "";
    const isReached = await fetch("/health").then((answer) => answer.ok, () => false);
    if (isReached) location.reload();
    else this._app.update({ refusal: refusalOf(this._app.words, { code: "unreachable", text: "" }) });
    return null;
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
        return (await import("../table/table.js")).create(app, route.room, route.invitation);
      case "replay":
        return (await withStyle("replay", import("../replay/replay.js"))).create(app, route.room, route.invitation);
      case "learn":
        return (await withStyle("learn", import("../learn/learn.js"))).create(app);
      default:
        setTimeout(() => import("../table/table.js").catch(() => {}), IDLE_MS); // it is asked for again when it is needed
        return (await import("../lobby/lobby.js")).create(app);
    }
  }
}
