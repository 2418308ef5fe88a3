/** The page as one object: what screens read, and what they can have done. */

import { callApi } from "../connection/api.js";
import { randomHex } from "../connection/acts.js";
import { refusalOf } from "../connection/refusals.js";
import { Session } from "../connection/session.js";
import { render } from "../vendor/lit-html/lit-html.js";
import { emptyGame } from "../game/reducer.js";
import { Words } from "../words/words.js";
import { Announcer } from "./announcer.js";
import { Identity } from "./identity.js";
import { Mailbox } from "./mailbox.js";
import { routeOf } from "./router.js";
import { Screens } from "./screens.js";
import { keepSettings, readSettings } from "./settings.js";
import { Store } from "./store.js";

/** @typedef {import("../types").App} App */
/** @typedef {import("../types").AppState} AppState */
/** @typedef {import("../types").Settings} Settings */

/** Refusals of a greeting after which nobody is in: the name has to be chosen anew. */
const ANONYMOUS = new Set(["bad-token", "name-taken", "name-reserved", "bad-name"]);

/** @implements {App} */
export class PageApp {
  /** @param {HTMLElement} root */
  constructor(root) {
    this._root = root;
    const settings = readSettings();
    this._store = new Store(firstState(settings), () => this._draw());
    this._identity = new Identity(() => this._changedElsewhere());
    this._announcer = new Announcer();
    this._mailbox = new Mailbox(this);
    this._screens = new Screens(this);
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this._session = new Session(
      `${scheme}//${location.host}/ws`,
      () => ({ name: this._identity.name, token: this._identity.token, face: this.state.settings.face }),
      {
        welcome: (welcome) => this._welcomed(welcome),
        message: (message) => this._mailbox.take(message),
        refused: (code, text) => this.update({ refusal: refusalOf(this.words, { code, text }) }),
        lost: (text) => this.update({ connection: "lost", connectionText: text }),
        ended: (code, text) => this._ended(code, text),
        shut: (room, code, text) => this._shut(room, { code, text }),
        elsewhere: (room, url, invitation) => location.assign(addressAt(url, room, invitation)),
        lastSeq: (room) => this.state.games[room]?.seq ?? 0,
      },
    );
  }

  async start() {
    const { language } = this.state.settings;
    const catalogue = language === "de" ? await import("../words/de/all.js") : await import("../words/en/all.js");
    this.words = new Words(language, catalogue.default);
    addEventListener("popstate", () => this._arrived());
    addEventListener("keydown", (event) => this._screens.key(event));
    if (this._identity.known) this._connect();
    await this._arrived();
  }

  /** @type {import("../types").Words} */
  words = new Words("en", {});

  /** Whether somebody came in from this browser; else a name is asked for first. */
  get isKnown() {
    return this._identity.known;
  }

  get state() {
    return this._store.state;
  }

  /** @param {Partial<AppState>} patch */
  update(patch) {
    this._store.update(patch);
  }

  redraw() {
    this._store.redraw();
  }

  /**
   * @param {string} room
   * @param {{t: string, [field: string]: unknown}} act
   */
  act(room, act) {
    return this.ask({ ...act, room });
  }

  /** @param {{t: string, [field: string]: unknown}} message */
  async ask(message) {
    if (this.state.refusal) this.update({ refusal: null });
    try {
      return await this._session.acts.do(message);
    } catch (refused) {
      throw refusalOf(this.words, /** @type {{code: string, text: string}} */ (refused));
    }
  }

  /** @param {{t: string, [field: string]: unknown}} message */
  send(message) {
    this._session.send(message);
  }

  /**
   * Say something now and after each reconnect: which channels one is in, whether one watches the lobby.
   * @param {string} key
   * @param {{t: string, [field: string]: unknown} | null} message
   */
  keep(key, message) {
    this._session.keep(key, message);
  }

  /**
   * @param {string} room
   * @param {string} [invitation]
   */
  follow(room, invitation = "") {
    this._session.follow(room, invitation);
  }

  /** @param {string} room */
  unfollow(room) {
    this._session.unfollow(room);
    const { [room]: gone, ...games } = this.state.games;
    if (gone) this.update({ games });
  }

  /** @param {string} room */
  rejoin(room) {
    this._session.join(room);
  }

  /**
   * Come in under a name: as a guest, or with the password that reserves it. Who is in already takes the name.
   * @param {string} name
   * @param {string} [password]
   */
  async enter(name, password = "") {
    const { connection } = this.state;
    const isIn = this._identity.name === name && connection !== "off" && connection !== "ended";
    if (isIn && !password) return;
    if (password || !(await this._rename(name))) {
      const me = await this.fetch("/api/session", { method: "POST", body: password ? { name, password } : { name } });
      this._identity.keep({ name: me.name, token: "" });
    }
    this.set({ name: this._identity.name });
    this.update({ connection: "connecting", connectionText: "" });
    this._session.restart();
  }

  /** End this session here: log out, or after the server has deleted the person. */
  leave() {
    this._session.stop();
    this._session.rooms.clear();
    this._identity.forget();
    this.update({ connection: "off", connectionText: "", me: null, lobby: null, channels: {}, invitations: [], games: {} });
  }

  /**
   * Take another name, if somebody is in already.
   * @param {string} name
   * @returns {Promise<boolean>} false if the session has ended
   */
  async _rename(name) {
    if (!this._identity.known) return false;
    try {
      const me = await this.fetch("/api/me/name", { method: "PUT", body: { name } });
      this._identity.keep({ name: me.name, token: this._identity.token });
      return true;
    } catch (refused) {
      const { code } = /** @type {import("../types").Refusal} */ (refused);
      if (code !== "not-logged-in" && code !== "bad-token") throw refused;
      this._identity.forget();
      return false;
    }
  }

  /**
   * @param {string} path
   * @param {{method?: string, body?: unknown}} [options]
   */
  async fetch(path, options) {
    try {
      return await callApi(path, { ...options, token: this._identity.token });
    } catch (refused) {
      throw refusalOf(this.words, /** @type {{code: string, text: string}} */ (refused));
    }
  }

  /** @param {string} path */
  go(path) {
    if (path !== location.pathname + location.hash) history.pushState(null, "", path);
    this._arrived();
  }

  /** @param {Partial<Settings>} settings */
  set(settings) {
    const all = { ...this.state.settings, ...settings };
    keepSettings(all);
    this.update({ settings: all });
    if (settings.language && settings.language !== this.words.language) location.reload();
  }

  /**
   * @param {string} text
   * @param {{assertive?: boolean}} [options]
   */
  announce(text, options) {
    this._announcer.say(text, options);
  }

  /** @param {import("../types").News} news */
  news(news) {
    this._screens.current?.news?.(news);
  }

  /** Bytes for the dice that nobody else chose. */
  nonce() {
    return randomHex(16);
  }

  async _arrived() {
    const route = routeOf(location);
    this.update({ route, refusal: null });
    await this._screens.show(route);
  }

  _connect() {
    this.update({ connection: "connecting", connectionText: "" });
    this._session.start();
  }

  /** @param {import("../../protocol/wire").Welcome} welcome */
  _welcomed(welcome) {
    this._identity.keep({ name: welcome.name, token: welcome.token || this._identity.token });
    const { person, name, reserved = false, games = [] } = welcome;
    // What another person saw is not what this one may see.
    const others = this.state.me && this.state.me.person !== person ? { games: {}, channels: {}, invitations: [] } : {};
    this.update({ ...others, connection: "open", connectionText: "", me: { person, name, reserved, games } });
  }

  /**
   * @param {string} code
   * @param {string} text
   */
  _ended(code, text) {
    if (code === "bad-token" && this._identity.token) {
      // The cookie may still be good.
      this._identity.keep({ name: this._identity.name, token: "" });
      this._connect();
      return;
    }
    if (ANONYMOUS.has(code)) this._identity.forget();
    const refused = refusalOf(this.words, { code, text });
    this.update({ connection: "ended", connectionText: refused.text, me: null, refusal: refused });
  }

  /** Another tab came in, took another name or left. */
  _changedElsewhere() {
    if (!this._identity.known) return this.leave();
    this.set({ name: this._identity.name });
    if (this.state.me?.name === this._identity.name) return;
    this.update({ connection: "connecting", connectionText: "" });
    this._session.restart();
  }

  /**
   * @param {string} room
   * @param {{code: string, text: string}} refused
   */
  _shut(room, refused) {
    const refusal = refusalOf(this.words, refused);
    const game = this.state.games[room] ?? emptyGame(room);
    this.update({ games: { ...this.state.games, [room]: { ...game, shut: refusal } }, refusal });
  }

  _draw() {
    const screen = this._screens.current;
    if (!screen) return;
    document.title = screen.title();
    render(screen.render(), this._root);
  }
}

/**
 * The page of the server that has a room.
 * @param {string} url its WebSocket
 * @param {string} room
 * @param {string} invitation
 */
function addressAt(url, room, invitation) {
  const origin = url.replace(/^ws/, "http").replace(/\/ws$/, "");
  return `${origin}/room/${room}${invitation ? `#${invitation}` : ""}`;
}

/**
 * @param {Settings} settings
 * @returns {AppState}
 */
function firstState(settings) {
  return {
    route: routeOf(location),
    settings,
    connection: "off",
    connectionText: "",
    me: null,
    lobby: null,
    channels: {},
    invitations: [],
    muted: [],
    games: {},
    refusal: null,
  };
}
