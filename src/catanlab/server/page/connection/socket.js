/** A WebSocket that comes back: it reconnects by itself, and notices when nothing arrives any more. */

const SILENCE_SECONDS = 40; // the server pings every 15 seconds
const WAITS_MS = [300, 700, 1500, 3000, 5000];
const RESTARTING = 1012;
const FINAL_CODES = new Set([4002, 4003, 4004]);

/** @typedef {import("../../protocol/wire").ServerMessage} ServerMessage */

export class Socket {
  /**
   * @param {string} url
   * @param {{open(): void, message(message: ServerMessage): void, lost(): void, ended(): void}} on
   */
  constructor(url, on) {
    this.url = url;
    this._on = on;
    this._tries = 0;
    this._heard = 0;
    /** @type {WebSocket | null} */
    this._socket = null;
    this._timer = 0;
    this._stopped = true;
    addEventListener("online", () => this._hurry());
    document.addEventListener("visibilitychange", () => this._hurry());
    setInterval(() => this._watch(), 5000);
  }

  start() {
    this._stopped = false;
    if (!this._socket) this._connect();
  }

  stop() {
    this._stopped = true;
    clearTimeout(this._timer);
    this._socket?.close();
  }

  /**
   * Talk to another address from now on.
   * @param {string} url
   */
  move(url) {
    this.url = url;
    this.again();
  }

  /** Drop the connection and make another one at once. */
  again() {
    this._tries = 0;
    if (this._socket) this._socket.close();
    else this._connect();
  }

  /**
   * Send a message, if there is a connection; else it is lost.
   * @param {object} message
   */
  send(message) {
    if (this._socket?.readyState === WebSocket.OPEN) this._socket.send(JSON.stringify(message));
  }

  _connect() {
    clearTimeout(this._timer);
    if (this._stopped) return;
    const socket = (this._socket = new WebSocket(this.url));
    this._heard = performance.now();
    socket.onopen = () => this._on.open();
    socket.onmessage = ({ data }) => {
      this._heard = performance.now();
      this._on.message(JSON.parse(data));
    };
    socket.onclose = ({ code }) => {
      if (socket !== this._socket) return;
      this._socket = null;
      this._closed(code);
    };
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
    this._timer = setTimeout(() => this._connect(), wait * (0.75 + Math.random() / 2));
  }

  /** Somebody looks at the page, or the network is back: do not wait any longer. */
  _hurry() {
    if (!this._stopped && !this._socket && !document.hidden) this._connect();
  }

  _watch() {
    if (!this._socket || performance.now() - this._heard < SILENCE_SECONDS * 1000) return;
    const silent = this._socket;
    this._socket = null;
    silent.onclose = silent.onmessage = null;
    silent.close();
    this._closed(0);
  }

  /** The server welcomed us. */
  settled() {
    this._tries = 0;
  }
}
