/**
 * Who this browser is for the server. The session is a cookie that no script can read; the token is kept here
 * only where the server gave one, because there was no cookie.
 */

import { readJson, writeJson } from "./settings.js";

const KEY = "catanlab.identity";

export class Identity {
  constructor() {
    const kept = readJson(KEY);
    this.name = typeof kept.name === "string" ? kept.name : "";
    this.token = typeof kept.token === "string" ? kept.token : "";
  }

  /** Whether somebody came in from this browser before. */
  get known() {
    return this.name !== "";
  }

  get greeting() {
    return { name: this.name, token: this.token };
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
}
