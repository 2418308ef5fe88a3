/** A WebSocket that comes back: it reconnects by itself, and notices when nothing arrives any more. */

const SILENCE_MS = 20_000; // the server pings every 15 seconds
const ANSWER_MS = 4000;
const WAITS_MS = [300, 700, 1500, 3000, 5000];
const TRIES_ELSEWHERE = 3;
const RESTARTING = 1012;
const FINAL_CODES = new Set([4002, 4003, 4004]);

/** @typedef {import("../../protocol/wire").ServerMessage} ServerMessage */

/**
 * @typedef {object} Listener
 * @property {() => void} open
 * @property {(message: ServerMessage) => void} message
 * @property {() => void} probe say something that the server answers
 * @property {() => void} lost
 * @property {() => void} ended
 */

export class Socket {
  /**
   * @param {string} url
   * @param {Listener} on
   */
  constructor(url, on) {
    this._home = url;
    this._url = url;
    this._on = on;
    this._tries = 0;
    this._heard = 0;
    this._probed = 0;
    /** @type {WebSocket | null} */
    this._socket = null;
    this._timer = 0;
    this._stopped = true;
    addEventListener("online", () => this._hurry());
    addEventListener("offline", () => this._probe());
    addEventListener("pageshow", () => this._hurry());
    document.addEventListener("visibilitychange", () => this._hurry());
    setInterval(() => this._watch(), 1000);
  }

  /** Make a connection, and drop the one that is there. */
  start() {
    this._stopped = false;
    this.again();
  }

  stop() {
    this._stopped = true;
    clearTimeout(this._timer);
    this._drop();
  }

  /**
   * Talk to another server from now on, while it can be reached.
   * @param {string} url
   */
  move(url) {
    this._url = url;
    this.again();
  }

  /** Drop the connection and make another one at once. */
  again() {
    this._tries = 0;
    this._drop();
    this._connect();
  }

  /**
   * Send a message, if there is a connection; else it is lost.
   * @param {object} message
   */
  send(message) {
    if (this._socket?.readyState === WebSocket.OPEN) this._socket.send(JSON.stringify(message));
  }

  /** The server welcomed us. */
  settled() {
    this._tries = 0;
  }

  _connect() {
    clearTimeout(this._timer);
    if (this._stopped) return;
    const socket = (this._socket = new WebSocket(this._url));
    this._heard = performance.now();
    this._probed = 0;
    socket.onopen = () => {
      this._heard = performance.now();
      this._on.open();
    };
    socket.onmessage = ({ data }) => {
      this._heard = performance.now();
      this._probed = 0;
      this._on.message(JSON.parse(data));
    };
    socket.onclose = ({ code }) => {
      this._socket = null;
      this._closed(code);
    };
  }

  /** Forget the connection. A dead network does not say so: nobody waits for the end of it. */
  _drop() {
    const socket = this._socket;
    if (!socket) return;
    this._socket = null;
    socket.onclose = socket.onmessage = null;
    // A browser complains about one that is closed before it is open.
    socket.onopen = () => socket.close();
    if (socket.readyState !== WebSocket.CONNECTING) socket.close();
  }

  /** @param {number} code */
  _closed(code) {
    if (FINAL_CODES.has(code)) {
      this._stopped = true;
      this._on.ended();
      return;
    }
    if (this._stopped) return;
    this._on.lost();
    const wait = code === RESTARTING ? WAITS_MS[1] : WAITS_MS[Math.min(this._tries, WAITS_MS.length - 1)];
    this._tries += 1;
    if (this._tries >= TRIES_ELSEWHERE) this._url = this._home;
    this._timer = setTimeout(() => this._connect(), wait * (0.75 + Math.random() / 2));
  }

  /** Somebody looks at the page, or the network is back: do not wait any longer. */
  _hurry() {
    if (this._stopped || document.hidden) return;
    if (this._socket) this._probe();
    else this._connect();
  }

  /** Ask whether the connection still lives. */
  _probe() {
    if (!this._socket || this._probed) return;
    this._probed = performance.now();
    this._on.probe();
  }

  _watch() {
    if (!this._socket) return;
    const now = performance.now();
    if (this._probed && now - this._probed > ANSWER_MS) {
      this._drop();
      this._closed(0);
    } else if (now - this._heard > SILENCE_MS) this._probe();
  }
}
