/**
 * HTTP requests that are almost right, made from the server's own OpenAPI document and sent over plain sockets.
 *
 * Every answer is checked: its status is none of a failure, and what is refused under /api is JSON with a
 * documented code and a sentence. What is not HTTP at all may be answered in plain text, with 400.
 */

import { connect } from "node:net";

import { randomOf } from "./client.mjs";
import { LEVELS, fromSchema, mutated } from "./mutations.mjs";

const ANSWER_SECONDS = 60;
const METHODS = ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "TRACE", "CONNECT", "FOO", "get", "", " "];
const PAGES = [
  "/", "/room/{room}", "/replay/{room}", "/records/{room}", "/health", "/ready", "/about", "/page/x/app/main.js",
  "/ws", "/metrics", "/favicon.ico", "/robots.txt", "/api/", "/api//rooms", "/api/rooms/", "//api/rooms", "/nowhere",
];
const NASTY = [
  "nope", "..", "../x", "..%2f..%2fetc%2fpasswd", "%2e%2e", "%00", "%ff%fe", "%", "%zz", "a".repeat(3000), "'%20or%201=1--",
  "0", "-1", "9".repeat(40), "1e9", "NaN", "true", "null", "%F0%9F%90%91", "everything", "person", "4", "", "{room}",
];
const HEADERS = [
  "Origin: null", "Origin: https://evil.example", "Sec-Fetch-Site: cross-site", "X-Forwarded-For: 1.2.3.4, ::1",
  `Accept-Language: ${"de,".repeat(2000)}`, "Accept-Encoding: gzip;q=0,*;q=1", `If-None-Match: "${"a".repeat(500)}`,
  "Range: bytes=0-1", "Expect: 100-continue", "Upgrade: websocket", `X: ${"y".repeat(70000)}`, "Accept: text/html;q=x",
  "Transfer-Encoding: chunked, chunked", "Content-Length: -5", "Content-Length: 5\r\nContent-Length: 6", "Host: evil.example",
  "Cookie: catanlab_session=x; catanlab_theme=\"<", `Cookie: a=${"b".repeat(4000)}`, "Cookie: =;=;;", "X-Bad: \u00ff\u0001",
  "Authorization: Basic YTpi", "Authorization: Bearer", `Authorization: Bearer ${"z".repeat(5000)}`, "Bad header", ": empty",
];

class Requests {
  constructor(words) {
    Object.assign(this, words);
    this.random = randomOf(104729 * words.seed);
    this.documented = new Set(words.codes);
    this.rooms = [...words.rooms];
    this.tokens = [];
    this.persons = [];
    this.sent = 0;
    this.statuses = {};
    this.refusals = {};
    this.counts = {};
    this.faults = [];
  }

  fault(sentence) {
    if (this.faults.length < 20) this.faults.push(sentence);
  }

  count(name) {
    this.counts[name] = (this.counts[name] ?? 0) + 1;
  }

  /** Send the bytes of a request; return the answer as text, or null if the server only ended the connection. */
  #exchange(bytes, isStream) {
    return new Promise((resolve) => {
      const socket = connect(this.port, "127.0.0.1");
      const chunks = [];
      const end = () => {
        clearTimeout(late);
        socket.destroy();
        resolve(chunks.length ? Buffer.concat(chunks).toString("latin1") : null);
      };
      const late = setTimeout(() => {
        if (!chunks.length) this.fault(`no answer came within ${ANSWER_SECONDS} s: ${bytes.toString("latin1").slice(0, 500)}`);
        end();
      }, 1000 * ANSWER_SECONDS);
      socket.on("data", (chunk) => {
        chunks.push(chunk);
        if (isStream && chunks.length === 1) setTimeout(end, 1000);
        // A WebSocket goes on for ever, and so does the stream of a bot, which ends a second later.
        if (/^HTTP\/1\.1 101/.test(chunks[0].toString("latin1", 0, 20))) end();
      });
      socket.on("end", end);
      socket.on("error", end);
      socket.on("connect", () => socket.write(bytes));
    });
  }

  async #guest() {
    const body = JSON.stringify({ name: `Asker ${this.random.below(1e9)}`, token: true });
    const answer = await this.#exchange(
      Buffer.from(
        `POST /api/session HTTP/1.1\r\nHost: 127.0.0.1:${this.port}\r\nConnection: close\r\n` +
          `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      ),
    );
    const found = /\{.*\}/s.exec(answer ?? "");
    if (!found) return;
    const me = JSON.parse(found[0]);
    if (!me.token) return;
    this.tokens.push(me.token);
    this.persons.push(me.person);
    if (this.tokens.length > 12) this.tokens.shift();
    if (this.persons.length > 30) this.persons.shift();
  }

  async run() {
    const { paths, components } = this.document;
    this.definitions = components.schemas;
    this.operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
    );
    for (let number = 0; number < 4; number += 1) await this.#guest();
    const one = async () => {
      while (this.sent < this.total) {
        this.sent += 1;
        if (this.sent % 150 === 0) await this.#guest();
        await this.#one();
      }
    };
    await Promise.all(Array.from({ length: this.connections }, one));
  }

  async #one() {
    const { random } = this;
    let known = random.chance(0.88) ? random.pick(this.operations) : null;
    // A session that has ended is good for nothing: seldom.
    if (known?.method === "DELETE" && random.chance(0.7)) known = random.pick(this.operations);
    const path = known?.path ?? random.pick(PAGES);
    let method = known?.method ?? "GET";
    const isExact = random.chance(0.9);
    if (!isExact) method = random.pick(METHODS);
    const target = this.#target(path, known?.operation);
    const headers = [`Host: 127.0.0.1:${this.port}`, "Connection: close"];
    const token = random.chance(0.7) ? (random.pick(this.tokens) ?? "unknown") : "";
    if (token) headers.push(`Authorization: Bearer ${token}`);
    if (random.chance(0.12)) headers.push(random.pick(HEADERS));
    let body = Buffer.alloc(0);
    if (known?.operation.requestBody ? random.chance(0.97) : random.chance(0.05)) {
      body = this.#body(known?.operation);
      headers.push(`Content-Type: ${random.chance(0.9) ? "application/json" : random.pick(["text/plain", "application/json; charset=utf-16", ""])}`);
      const what = random.next();
      if (what < 0.95) headers.push(`Content-Length: ${body.length}`);
      else if (what < 0.97) headers.push(`Content-Length: ${body.length + 5}`);
      else {
        headers.push("Transfer-Encoding: chunked");
        const size = random.chance(0.7) ? body.length.toString(16) : "zz";
        body = Buffer.concat([Buffer.from(`${size}\r\n`), body, Buffer.from("\r\n0\r\n\r\n")]);
      }
    }
    const version = random.chance(0.98) ? "HTTP/1.1" : random.pick(["HTTP/1.0", "HTTP/2", "HTTP/9.9", "", "FTP/1.1"]);
    let bytes = Buffer.concat([Buffer.from(`${method} ${target} ${version}\r\n${headers.join("\r\n")}\r\n\r\n`, "latin1"), body]);
    const isBroken = random.chance(0.02);
    if (isBroken) {
      bytes = Buffer.from(bytes);
      bytes[random.below(Math.min(bytes.length, 200))] = random.below(256);
    }
    const answer = await this.#exchange(bytes, path === "/api/bot/stream");
    this.#check(answer, bytes, known && isExact && !isBroken ? known : null);
    // Who has left, or is deleted, comes again as somebody else.
    if (token && answer?.includes('"bad-token"')) {
      this.tokens = this.tokens.filter((each) => each !== token);
      if (this.tokens.length < 4) await this.#guest();
    }
  }

  #target(path, operation) {
    const { random } = this;
    const fill = (value) => (random.chance(0.75) ? value : random.pick(NASTY));
    let target = path
      .replace("{room}", () => fill(random.pick(this.rooms)))
      .replace("{person}", () => fill(random.pick(this.persons) ?? "x"));
    const asked = (operation?.parameters ?? []).filter((each) => each.in === "query");
    const words = asked.filter(() => random.chance(0.6)).map((each) => {
      const value = random.chance(0.6) ? fromSchema(random, each.schema, this.definitions) : random.pick(NASTY);
      return `${each.name}=${String(value).replace(/[\s\u0000-\u001f\u007f-\uffff]/g, encodeURIComponent2)}`;
    });
    if (random.chance(0.08)) words.push(`${random.pick(["x", "eyes", "seq", "invitation", "limit", ""])}=${random.pick(NASTY)}`);
    if (words.length) target += `?${words.join("&")}`;
    return target;
  }

  #body(operation) {
    const { random } = this;
    const schema = operation?.requestBody?.content?.["application/json"]?.schema;
    let made = schema ? fromSchema(random, schema, this.definitions) : { t: "create", id: "a1" };
    if (made && typeof made === "object" && "record" in made && random.chance(0.7)) {
      const record = random.pick(this.records);
      const place = random.below(record.length);
      const change = random.below(3);
      made.record =
        change === 0 ? record
        : change === 1 ? record.slice(0, place)
        : record.slice(0, place) + random.pick(["0", "x", "=", "\n", "]", "٣", " "]) + record.slice(place + random.below(3));
      if (random.chance(0.5)) delete made.room;
    }
    if (made && typeof made === "object" && "name" in made && random.chance(0.6)) made.name = `Asker ${random.below(1e9)}`;
    if (made && typeof made === "object" && Object.keys(made).length && random.chance(0.35)) {
      return Buffer.from(mutated(random, made, random.pick(LEVELS)));
    }
    if (random.chance(0.02)) return Buffer.alloc(random.pick([32768, 32769, 599999, 600001]), 120);
    return Buffer.from(JSON.stringify(made) ?? "");
  }

  #check(answer, bytes, known) {
    const asked = () => JSON.stringify(bytes.toString("latin1").slice(0, 400));
    if (answer === null) {
      this.count("connection ended without an answer");
      return;
    }
    const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(answer)?.[1]);
    if (!status) {
      this.fault(`an answer is no HTTP: ${answer.slice(0, 200)} to ${asked()}`);
      return;
    }
    this.statuses[status] = (this.statuses[status] ?? 0) + 1;
    if (status >= 500) this.fault(`${status} to ${asked()}: ${answer.slice(-300)}`);
    if (status < 400) {
      if (known) this.count("done as documented");
      return;
    }
    const at = answer.indexOf("\r\n\r\n");
    const [head, body] = [answer.slice(0, at), answer.slice(at + 4)];
    if (status === 400 && body.includes("Invalid HTTP request received.")) {
      this.count("not HTTP: refused in plain text");
      return;
    }
    if (!known) return;
    if (!/content-type: application\/json/i.test(head)) {
      this.fault(`${status} with another type than JSON to ${asked()}: ${answer.slice(0, 300)}`);
      return;
    }
    let refusal;
    try {
      refusal = JSON.parse(Buffer.from(body, "latin1").toString("utf8"));
    } catch {
      this.fault(`${status} whose body is no JSON to ${asked()}: ${body.slice(0, 200)}`);
      return;
    }
    const { code, text } = refusal;
    this.refusals[code] = (this.refusals[code] ?? 0) + 1;
    if (!this.documented.has(code)) this.fault(`${status} has the code ${code}, which is not documented, to ${asked()}`);
    if (typeof text !== "string" || !text || text.length > 1000) this.fault(`${status} has no sentence to ${asked()}`);
    // A path that was changed may be another endpoint's, or nobody's.
    const isNobodys = code === "no-such-page" || code === "wrong-method";
    if (!isNobodys && !(status in known.operation.responses)) {
      this.fault(`${known.method} ${known.path} answered ${status} ${code}, which its document does not have: ${asked()}`);
    }
  }
}

function encodeURIComponent2(letter) {
  return letter.charCodeAt(0) >= 0xd800 && letter.charCodeAt(0) < 0xe000 ? "%ed%a0%80" : encodeURIComponent(letter);
}

export const calls = {
  /** Send so many requests over so many connections at once; return what was answered. */
  async ask(words) {
    const document = await (await fetch(`http://127.0.0.1:${words.port}/api/openapi.json`)).json();
    const requests = new Requests({ ...words, document });
    await requests.run();
    const { sent, statuses, refusals, counts, faults } = requests;
    return { sent, statuses, refusals, counts, faults };
  },
};
