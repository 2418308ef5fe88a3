/** Who is at the page: coming in, coming back, another name, leaving, and what other tabs do. */

import { refusalOf } from "../connection/refusals.js";
import { Identity } from "./identity.js";

/** @typedef {import("./app.js").PageApp} PageApp */
/** @typedef {import("../types").Refusal} Refusal */

/** Refusals of a greeting after which nobody is in: the name has to be chosen anew. */
const ANONYMOUS = new Set(["bad-token", "name-taken", "name-reserved", "bad-name"]);

export class Visitor {
  /**
   * @param {PageApp} app
   * @param {import("../connection/session.js").Session} session
   */
  constructor(app, session) {
    this._app = app;
    this._session = session;
    this._identity = new Identity(() => this._changedElsewhere());
  }

  /** Whether somebody came in from this browser. */
  get isKnown() {
    return this._identity.known;
  }

  get token() {
    return this._identity.token;
  }

  get greeting() {
    const { name, token } = this._identity;
    return { name, token, face: this._app.state.settings.face };
  }

  /** Be again who one was here: the HTML says whether there is a session of which this storage knows nothing. */
  async comeBack() {
    if (!this.isKnown && document.documentElement.hasAttribute("data-session")) {
      const me = await this._app.fetch("/api/me").catch(() => null);
      if (me) this._identity.keep({ name: me.name, token: "" });
    }
    if (this.isKnown) this._connect();
  }

  /**
   * Come in under a name: as a guest, or with the password that reserves it. Who is in already takes the name.
   * @param {string} name
   * @param {string} [password]
   */
  async enter(name, password = "") {
    const { connection } = this._app.state;
    const isIn = this._identity.name === name && connection !== "off" && connection !== "ended";
    if (isIn && !password) return;
    if (password || !(await this._rename(name))) {
      // Without cookies the session is a token, which lasts as long as this browser keeps it.
      const token = !navigator.cookieEnabled;
      const body = password ? { name, password, token } : { name, token };
      const me = await this._app.fetch("/api/session", { method: "POST", body });
      this._identity.keep({ name: me.name, token: me.token ?? "" });
    }
    this._app.set({ name: this._identity.name });
    this._app.update({ refusal: null });
    this._connect();
  }

  /** End this session here: after logging out, or after the server has deleted the person. */
  leave() {
    this._session.stop();
    this._identity.forget();
    const nobody = { me: null, lobby: null, channels: {}, invitations: [], muted: [], games: {} };
    this._app.update({ ...nobody, connection: "off", connectionText: "" });
  }

  /** @param {import("../../protocol/wire").Welcome} welcome */
  welcomed(welcome) {
    const { person, name, reserved = false, games = [] } = welcome;
    this._identity.keep({ name, token: welcome.token || this._identity.token });
    const { me } = this._app.state;
    // What another person saw is not what this one may see.
    const other = me && me.person !== person ? { games: {}, channels: {}, invitations: [], muted: [] } : {};
    if (me && me.person !== person) this._session.forgetActs();
    this._app.update({ ...other, connection: "open", connectionText: "", me: { person, name, reserved, games } });
  }

  /**
   * The server does not want this greeting, or not any more.
   * @param {string} code
   * @param {string} text
   */
  ended(code, text) {
    if (code === "bad-token" && this._identity.token) {
      this._identity.keep({ name: this._identity.name, token: "" }); // the cookie may still be good
      this._connect();
      return;
    }
    const refusal = refusalOf(this._app.words, { code, text });
    if (ANONYMOUS.has(code) && !this._app.state.me) {
      this.leave();
      this._app.update({ refusal });
      return;
    }
    if (ANONYMOUS.has(code)) this._identity.forget();
    this._app.update({ connection: "ended", connectionText: refusal.text, me: null });
  }

  _connect() {
    this._app.update({ connection: "connecting", connectionText: "" });
    this._session.restart();
  }

  /**
   * Take another name, if somebody is in already.
   * @param {string} name
   * @returns {Promise<boolean>} false if nobody is, or if the session has ended
   */
  async _rename(name) {
    if (!this.isKnown) return false;
    try {
      const me = await this._app.fetch("/api/me/name", { method: "PUT", body: { name } });
      this._identity.keep({ name: me.name, token: this.token });
      return true;
    } catch (refused) {
      const { code } = /** @type {Refusal} */ (refused);
      if (code !== "not-logged-in" && code !== "bad-token") throw refused;
      this._identity.forget();
      return false;
    }
  }

  /** Another tab came in, took another name or left. */
  _changedElsewhere() {
    if (!this.isKnown) return this.leave();
    if (this._app.state.me?.name !== this._identity.name) this._connect();
  }
}
