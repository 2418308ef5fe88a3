/** One person's conversation with the server: greeting, rooms that are followed, acts and their answers. */

import { Acts } from "./acts.js";
import { Socket } from "./socket.js";

/** @typedef {import("../../protocol/wire").ServerMessage} ServerMessage */
/** @typedef {import("../../protocol/wire").Welcome} Welcome */
/** @typedef {import("../../protocol/wire").Refused} Refused */

const PROTOCOL = 1;
const WELCOME_MS = 4000;
const AGAIN_MS = 3000;
/** Refusals of a greeting that mean "later" and not "never". */
const PASSING = new Set(["too-fast", "overloaded", "server-error", "not-committed", "too-many-connections"]);
/** Refusals after which it is no use to ask for a room again. */
const SHUT = new Set(["no-such-room", "room-closed"]);
/** Refusals of what is asked for again by itself, or of a frame that came twice. */
const SILENT = new Set(["too-fast", "bad-message"]);

/**
 * @typedef {object} Listener
 * @property {(welcome: Welcome) => void} welcome
 * @property {(message: ServerMessage) => void} message
 * @property {(code: string, text: string) => void} refused a refusal that belongs to no act
 * @property {(room: string, code: string, text: string) => void} shut a room cannot be followed
 * @property {(text: string) => void} lost
 * @property {(code: string, text: string) => void} ended
 * @property {(room: string, url: string, invitation: string) => void} elsewhere
 * @property {(room: string) => number} lastSeq
 */

/** @typedef {{name: string, token: string, face: string}} Greeting */

export class Session {
  /**
   * @param {string} url
   * @param {() => Greeting} identity
   * @param {Listener} on
   */
  constructor(url, identity, on) {
    this._identity = identity;
    this._on = on;
    this._bye = { code: "", text: "" };
    this._welcome = false;
    this._greeted = 0;
    /** @type {Map<string, string>} rooms that are followed, with their invitations */
    this.rooms = new Map();
    /** @type {Map<string, number>} when a room was asked for that has not been answered */
    this._asked = new Map();
    /** @type {Map<string, object>} what is said again after each greeting, such as the channels */
    this._standing = new Map();
    this._socket = new Socket(url, {
      open: () => this._greet(),
      message: (message) => this._take(message),
      probe: () => this.send({ t: "rooms" }),
      lost: () => this._lost(),
      ended: () => this._end(this._bye.code, this._bye.text),
    });
    this.acts = new Acts((message) => this.send(message));
    setInterval(() => this._watch(), 1000);
  }

  stop() {
    this._welcome = false;
    this._socket.stop();
    this.forgetActs();
  }

  /** What one person wanted is not done for another. */
  forgetActs() {
    this.acts.giveUp({ code: "not-logged-in", text: "" });
  }

  /** Greet, or greet again under another name. */
  restart() {
    this._welcome = false;
    this._greeted = 0;
    this._socket.start();
  }

  /**
   * Send a message; without a connection it is lost.
   * @param {object} message
   */
  send(message) {
    if (this._welcome) this._socket.send(message);
  }

  /**
   * Send a message now and after each reconnect, until another one has the same key.
   * @param {string} key
   * @param {object | null} message
   */
  keep(key, message) {
    if (message) this._standing.set(key, message);
    else this._standing.delete(key);
    if (message) this.send(message);
  }

  /**
   * @param {string} room
   * @param {string} invitation
   */
  follow(room, invitation) {
    this.rooms.set(room, invitation || this.rooms.get(room) || "");
    this.join(room);
  }

  /** @param {string} room */
  unfollow(room) {
    this._asked.delete(room);
    if (this.rooms.delete(room)) this.send({ t: "part", room });
  }

  /**
   * Ask for what happened in a room after the last event that is known.
   * @param {string} room
   */
  join(room) {
    const invitation = this.rooms.get(room) ?? "";
    this._asked.set(room, performance.now());
    this.send({ t: "join", room, invitation, seq: this._on.lastSeq(room) });
  }

  _greet() {
    const { name, token, face } = this._identity();
    this._bye = { code: "", text: "" };
    this._greeted = performance.now();
    /** @type {Record<string, unknown>} */
    const hello = { t: "hello", protocol: PROTOCOL, name };
    if (token) hello.token = token;
    if (face) hello.face = face;
    this._socket.send(hello);
  }

  /** @param {ServerMessage} message */
  _take(message) {
    switch (message.t) {
      case "ping":
        this.send({ t: "pong", n: message.n });
        // What got lost on the way is noticed here at the latest: rooms, channels and the lobby are asked for again.
        this._askAll();
        return;
      case "welcome":
        if (this._welcome) return;
        this._welcome = true;
        this._greeted = 0;
        this._socket.settled();
        this._on.welcome(message);
        this._askAll();
        this.acts.resend();
        return;
      case "ack":
        if (message.room && message.invitation) this.rooms.set(message.room, message.invitation);
        this._on.message(message);
        this.acts.acknowledged(message);
        return;
      case "refused":
        return this._takeRefusal(message);
      case "bye":
        this._bye = message;
        return;
      case "elsewhere":
        this._move(message.room, message.url);
        return;
      default:
        if (message.t === "update") this._asked.delete(message.room);
        this._on.message(message);
    }
  }

  /** @param {Refused} refused */
  _takeRefusal(refused) {
    const { code, text, id, room = "" } = refused;
    if (!this._welcome) {
      if (PASSING.has(code)) return; // no welcome comes: `_watch` greets again
      this._socket.stop();
      this._end(code, text);
      return;
    }
    if (id && code === "not-joined" && this.rooms.has(room)) {
      this.join(room);
      if (this.acts.postpone(id)) return;
    }
    if (id && this.acts.refused(id, refused)) return;
    if (!id && SHUT.has(code) && this.rooms.delete(room)) {
      this._asked.delete(room);
      this._on.shut(room, code, text);
    } else if (id || !SILENT.has(code)) this._on.refused(code, text);
  }

  _askAll() {
    for (const room of this.rooms.keys()) this.join(room);
    for (const standing of this._standing.values()) this.send(standing);
  }

  /** A greeting, or a question for a room, that is not answered was lost. */
  _watch() {
    const now = performance.now();
    if (this._greeted && now - this._greeted > WELCOME_MS) {
      this._greeted = 0;
      this._lost();
      this._socket.again();
    }
    if (!this._welcome) return;
    for (const [room, asked] of this._asked)
      if (now - asked > AGAIN_MS && this.rooms.has(room) && !this._on.lastSeq(room)) this.join(room);
  }

  /**
   * Another server has the room. The policy of the page lets it talk to its own origin alone.
   * @param {string} room
   * @param {string} url
   */
  _move(room, url) {
    const { protocol, host } = new URL(url);
    if (protocol !== "ws:" && protocol !== "wss:") return;
    if (host === location.host) {
      this._welcome = false;
      this._socket.move(url);
    } else this._on.elsewhere(room, url, this.rooms.get(room) ?? "");
  }

  _lost() {
    this._welcome = false;
    this._greeted = 0;
    this._on.lost(this._bye.text);
  }

  /**
   * @param {string} code
   * @param {string} text
   */
  _end(code, text) {
    this._welcome = false;
    this._greeted = 0;
    this.acts.giveUp({ code, text });
    this._on.ended(code, text);
  }
}
