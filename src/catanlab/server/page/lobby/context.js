/** What the parts of the lobby share: the page, what the person has begun, and how to act. */

import { readChannels } from "./channel_list.js";
import { readNewGame } from "./options.js";
import { proposeName } from "./names.js";

/** @typedef {import("../app/app.js").PageApp} PageApp */
/** @typedef {import("../types").Refusal} Refusal */
/** @typedef {import("./types").LobbyUi} LobbyUi */
/** @typedef {import("./types").Place} Place */

export class LobbyContext {
  /** @param {PageApp} app */
  constructor(app) {
    this.app = app;
    const channels = readChannels(app.words.language);
    /** @type {LobbyUi} */
    this.ui = {
      name: null,
      proposal: proposeName(app.words),
      reserved: false,
      busy: "",
      trouble: null,
      done: null,
      dialog: null,
      invited: null,
      copied: false,
      rooms: null,
      newGame: readNewGame(),
      channels,
      channel: channels[0] ?? "",
      choosing: false,
      somebody: null,
      reporting: false,
      available: false,
      accountOpen: false,
      account: "",
    };
  }

  get words() {
    return this.app.words;
  }

  get state() {
    return this.app.state;
  }

  /** @param {Partial<LobbyUi>} patch */
  set(patch) {
    this.ui = { ...this.ui, ...patch };
    this.app.redraw();
  }

  /** The name in the field. */
  get name() {
    return this.ui.name ?? (this.state.me?.name || this.state.settings.name);
  }

  /** The rooms that are listed; null if they are not known yet. */
  get rooms() {
    return this.state.lobby?.rooms ?? this.ui.rooms;
  }

  /**
   * Do something once at a time. What is refused is told at its place.
   * @param {string} what
   * @param {Place} at
   * @param {() => Promise<void>} work
   * @returns {Promise<boolean>} whether it was done
   */
  async do(what, at, work) {
    if (this.ui.busy) return false;
    this.set({ busy: what, trouble: null, done: null });
    try {
      await work();
      return true;
    } catch (refused) {
      if (refused instanceof Error) throw refused;
      this.tell(at, /** @type {Refusal} */ (refused));
      return false;
    } finally {
      this.set({ busy: "" });
    }
  }

  /**
   * Say at its place why something was not done.
   * @param {Place} at
   * @param {Refusal} refusal
   */
  tell(at, refusal) {
    const place = NAME_CODES.has(refusal.code) && at !== "account" ? "name" : at;
    const reserved = place === "name" && (refusal.code === "name-reserved" || refusal.code === "wrong-password");
    this.set({ trouble: { at: place, text: refusal.text }, reserved: reserved || this.ui.reserved });
    this.app.announce(refusal.text);
  }

  /**
   * The trouble at a place, if there is any.
   * @param {Place} at
   */
  trouble(at) {
    return this.ui.trouble?.at === at ? this.ui.trouble.text : "";
  }
}

const NAME_CODES = new Set(["bad-name", "name-taken", "name-reserved", "wrong-password"]);
