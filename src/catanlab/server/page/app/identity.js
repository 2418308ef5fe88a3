/**
 * Who this browser is for the server. The session is a cookie that no script can read; the token is kept here
 * only where the server gave one, because there was no cookie. Other tabs may change it at any time.
 */

import { readJson, writeJson } from "./settings.js";

const KEY = "catanlab.identity";

export class Identity {
  /** @param {() => void} [changed] another tab came in, changed the name or logged out */
  constructor(changed = () => {}) {
    this.name = "";
    this.token = "";
    this._read();
    addEventListener("storage", (event) => {
      if (event.key !== KEY && event.key !== null) return;
      const { name, token } = this;
      this._read();
      if (name !== this.name || token !== this.token) changed();
    });
  }

  /** Whether somebody came in from this browser before. */
  get known() {
    return this.name !== "";
  }

  /** @param {{name: string, token: string}} identity */
  keep({ name, token }) {
    this.name = name;
    this.token = token;
    writeJson(KEY, { name, token });
  }

  forget() {
    this.keep({ name: "", token: "" });
  }

  _read() {
    const kept = readJson(KEY);
    this.name = typeof kept.name === "string" ? kept.name : "";
    this.token = typeof kept.token === "string" ? kept.token : "";
  }
}
