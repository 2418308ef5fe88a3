/** One person's conversation with the server: greeting, rooms that are followed, acts and their answers. */

import { Acts } from "./acts.js";
import { Socket } from "./socket.js";

/** @typedef {import("../../protocol/wire").ServerMessage} ServerMessage */
/** @typedef {import("../../protocol/wire").Welcome} Welcome */

const PROTOCOL = 1;

/**
 * @typedef {object} Listener
 * @property {(welcome: Welcome) => void} welcome
 * @property {(message: ServerMessage) => void} message
 * @property {(code: string, text: string) => void} refused a refusal that belongs to no act that waits
 * @property {(text: string) => void} lost
 * @property {(code: string, text: string) => void} ended
 * @property {(room: string, url: string) => void} elsewhere
 * @property {(room: string) => number} lastSeq
 */

export class Session {
  /**
   * @param {string} url
   * @param {() => {name: string, token: string}} identity
   * @param {Listener} on
   */
  constructor(url, identity, on) {
    this._identity = identity;
    this._on = on;
    this._bye = { code: "", text: "" };
    this._welcome = false;
    /** @type {Map<string, string>} rooms that are followed, with their invitations */
    this.rooms = new Map();
    /** @type {Map<string, object>} what is said again after each greeting, such as the channels */
    this._standing = new Map();
    this._socket = new Socket(url, {
      open: () => this._greet(),
      message: (message) => this._take(message),
      lost: () => this._lost(),
      ended: () => on.ended(this._bye.code, this._bye.text),
    });
    this.acts = new Acts((message) => this.send(message));
  }

  start() {
    this._socket.start();
  }

  stop() {
    this._socket.stop();
  }

  /** Greet again, for instance under another name. */
  restart() {
    this._socket.start();
    this._socket.again();
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
    if (this.rooms.delete(room)) this.send({ t: "part", room });
  }

  /**
   * Ask for what happened in a room after the last event that is known.
   * @param {string} room
   */
  join(room) {
    const invitation = this.rooms.get(room) ?? "";
    this.send({ t: "join", room, invitation, seq: this._on.lastSeq(room) });
  }

  _greet() {
    const { name, token } = this._identity();
    this._bye = { code: "", text: "" };
    /** @type {Record<string, unknown>} */
    const hello = { t: "hello", protocol: PROTOCOL, name };
    if (token) hello.token = token;
    this._socket.send(hello);
  }

  /** @param {ServerMessage} message */
  _take(message) {
    switch (message.t) {
      case "ping":
        this.send({ t: "pong", n: message.n });
        for (const room of this.rooms.keys()) this.join(room);
        return;
      case "welcome":
        this._welcome = true;
        this._socket.settled();
        this._on.welcome(message);
        for (const room of this.rooms.keys()) this.join(room);
        for (const standing of this._standing.values()) this.send(standing);
        this.acts.resend();
        return;
      case "ack":
        if (message.room && message.invitation) this.rooms.set(message.room, message.invitation);
        this._on.message(message);
        this.acts.acknowledged(message);
        return;
      case "refused":
        if (!message.id || !this.acts.refused(message.id, message)) this._on.refused(message.code, message.text);
        return;
      case "bye":
        this._bye = message;
        return;
      case "elsewhere":
        this._move(message.room, message.url);
        return;
      default:
        this._on.message(message);
    }
  }

  /**
   * Another server has the room. The policy of the page lets it talk to its own origin alone.
   * @param {string} room
   * @param {string} url
   */
  _move(room, url) {
    if (new URL(url).host === location.host) this._socket.move(url);
    else this._on.elsewhere(room, url);
  }

  _lost() {
    this._welcome = false;
    this._on.lost(this._bye.text);
  }
}
