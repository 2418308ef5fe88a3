/** Acts that wait for their answer. The server does each once, however often it is sent with the same id. */

/** @typedef {import("../../protocol/wire").Ack} Ack */
/** @typedef {import("../types").Refusal} Refusal */

/**
 * @typedef {object} Waiting
 * @property {{id: string, t: string, room?: string}} message
 * @property {(ack: Ack) => void} resolve
 * @property {(refusal: Refusal) => void} reject
 * @property {number} sentAt
 * @property {number} put how often it was put off
 */

const AGAIN_MS = 3000;
const SOON_MS = 1500;
const MAX_POSTPONED = 20;
/** Refusals that say: send it again a little later. */
const PASSING = new Set(["too-fast", "not-committed"]);

export class Acts {
  /**
   * @param {(message: object) => void} send
   * @param {() => number} [now]
   */
  constructor(send, now = () => performance.now()) {
    this._send = send;
    this._now = now;
    /** @type {Map<string, Waiting>} */
    this._waiting = new Map();
    this._timer = setInterval(() => this.resend(AGAIN_MS), 1000);
  }

  /** Stop sending again. */
  close() {
    clearInterval(this._timer);
  }

  /**
   * @param {{t: string, [field: string]: unknown}} message
   * @returns {Promise<Ack>}
   */
  do(message) {
    const id = newId();
    return new Promise((resolve, reject) => {
      const entry = { message: { ...message, id }, resolve, reject, sentAt: this._now(), put: 0 };
      this._waiting.set(id, entry);
      this._send(entry.message);
    });
  }

  /**
   * Send again what was not answered for so long.
   * @param {number} [afterMs]
   */
  resend(afterMs = 0) {
    const now = this._now();
    for (const entry of this._waiting.values()) {
      if (now - entry.sentAt < afterMs) continue;
      entry.sentAt = now;
      this._send(entry.message);
    }
  }

  /** @param {Ack} ack */
  acknowledged(ack) {
    const entry = this._take(ack.id);
    entry?.resolve(ack);
  }

  /**
   * @param {string} id
   * @param {Refusal} refusal
   * @returns {boolean} whether somebody waited for it
   */
  refused(id, refusal) {
    if (PASSING.has(refusal.code) && this.postpone(id)) return true;
    const entry = this._take(id);
    entry?.reject(refusal);
    return Boolean(entry);
  }

  /**
   * Send an act again in a moment.
   * @param {string} id
   * @returns {boolean} false if nobody waits for it, or if it was put off too often
   */
  postpone(id) {
    const entry = this._waiting.get(id);
    if (!entry || entry.put >= MAX_POSTPONED) return false;
    entry.put += 1;
    entry.sentAt = this._now() - AGAIN_MS + SOON_MS;
    return true;
  }

  /**
   * No answers will come any more.
   * @param {Refusal} refusal
   */
  giveUp(refusal) {
    const waiting = [...this._waiting.values()];
    this._waiting.clear();
    for (const entry of waiting) entry.reject(refusal);
  }

  /** Whether any act waits for its answer. */
  get busy() {
    return this._waiting.size > 0;
  }

  /** @param {string} id */
  _take(id) {
    const entry = this._waiting.get(id);
    this._waiting.delete(id);
    return entry;
  }
}

/** An id that nobody else has: acts are kept under it. */
export function newId() {
  return randomHex(12);
}

/** @param {number} bytes */
export function randomHex(bytes) {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
