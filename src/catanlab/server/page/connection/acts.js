/** Acts that wait for their answer. The server does each once, however often it is sent with the same id. */

/** @typedef {import("../../protocol/wire").Ack} Ack */
/** @typedef {import("../types").Refusal} Refusal */
/** @typedef {{message: {id: string, t: string, room?: string}, resolve(ack: Ack): void, reject(refusal: Refusal): void, sentAt: number}} Waiting */

const AGAIN_MS = 4000;
const TOO_FAST_MS = 1500;

export class Acts {
  /** @param {(message: object) => void} send */
  constructor(send) {
    this._send = send;
    /** @type {Map<string, Waiting>} */
    this._waiting = new Map();
    setInterval(() => this.resend(AGAIN_MS), 1000);
  }

  /**
   * @param {{t: string, [field: string]: unknown}} message
   * @returns {Promise<Ack>}
   */
  do(message) {
    const id = newId();
    return new Promise((resolve, reject) => {
      const entry = { message: { ...message, id }, resolve, reject, sentAt: performance.now() };
      this._waiting.set(id, entry);
      this._send(entry.message);
    });
  }

  /**
   * Send again what was not answered for so long.
   * @param {number} [afterMs]
   */
  resend(afterMs = 0) {
    const now = performance.now();
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
    if (refusal.code === "too-fast") {
      const entry = this._waiting.get(id);
      if (entry) entry.sentAt = performance.now() - AGAIN_MS + TOO_FAST_MS;
      return Boolean(entry);
    }
    const entry = this._take(id);
    entry?.reject(refusal);
    return Boolean(entry);
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
