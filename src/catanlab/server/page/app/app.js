/** The page as one object: what screens read, and what they can have done. */

import { callApi } from "../connection/api.js";
import { randomHex } from "../connection/acts.js";
import { refusalOf } from "../connection/refusals.js";
import { Session } from "../connection/session.js";
import { render } from "../vendor/lit-html/lit-html.js";
import { emptyGame } from "../game/reducer.js";
import { Words } from "../words/words.js";
import { Announcer } from "./announcer.js";
import { Mailbox } from "./mailbox.js";
import { own } from "./own.js";
import { Presses } from "./presses.js";
import { routeOf } from "./router.js";
import { Screens } from "./screens.js";
import { keepSettings, readSettings } from "./settings.js";
import { Store } from "./store.js";
import { Visitor } from "./visitor.js";

/** @typedef {import("../types").App} App */
/** @typedef {import("../types").AppState} AppState */
/** @typedef {import("../types").Settings} Settings */

/** @implements {App} */
export class PageApp {
  /** @param {HTMLElement} root */
  constructor(root) {
    this._root = root;
    const settings = readSettings();
    this._store = new Store(firstState(settings), () => this._draw());
    this._announcer = new Announcer();
    this._mailbox = new Mailbox(this);
    this._screens = new Screens(this);
    this.presses = new Presses();
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this._session = new Session(
      `${scheme}//${location.host}/ws`,
      () => this._visitor.greeting,
      {
        welcome: (welcome) => this._visitor.welcomed(welcome),
        message: (message) => this._mailbox.take(message),
        refused: (code, text) => this.update({ refusal: refusalOf(this.words, { code, text }) }),
        lost: (text) => this.update({ connection: "lost", connectionText: text }),
        ended: (code, text) => this._visitor.ended(code, text),
        shut: (room, code, text) => this._shut(room, { code, text }),
        elsewhere: (room, url, invitation) => location.assign(addressAt(url, room, invitation)),
        lastSeq: (room) => own(this.state.games, room)?.seq ?? 0,
      },
    );
    /** @type {Visitor} */
    this._visitor = new Visitor(this, this._session);
  }

  async start() {
    const { language } = this.state.settings;
    const catalogue = language === "de" ? await import("../words/de/all.js") : await import("../words/en/all.js");
    this.words = new Words(language, catalogue.default);
    addEventListener("popstate", () => this._arrived());
    addEventListener("keydown", (event) => this._screens.key(event));
    await this._visitor.comeBack();
    await this._arrived();
  }

  /** @type {import("../types").Words} */
  words = new Words("en", {});

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
   * @param {string} name
   * @param {string} [password]
   */
  enter(name, password) {
    return this._visitor.enter(name, password);
  }

  leave() {
    this._visitor.leave();
  }

  /**
   * @param {string} path
   * @param {{method?: string, body?: unknown}} [options]
   */
  async fetch(path, options) {
    try {
      return await callApi(path, { ...options, token: this._visitor.token });
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

  /**
   * @param {string} room
   * @param {import("../../protocol/wire").ChatLine[]} lines
   */
  said(room, lines) {
    this._screens.current?.said?.(room, lines);
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

  /**
   * @param {string} room
   * @param {{code: string, text: string}} refused
   */
  _shut(room, refused) {
    const refusal = refusalOf(this.words, refused);
    const game = own(this.state.games, room) ?? emptyGame(room);
    this.update({ games: { ...this.state.games, [room]: { ...game, shut: refusal } }, refusal });
  }

  _draw() {
    const screen = this._screens.current;
    if (!screen) return;
    document.title = screen.title();
    render(screen.render(), this._root);
    queueMicrotask(() => this.presses.drawn()); // after what the drawing itself puts off
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
