/**
 * People who send messages that are almost right, from seats in games of their own and into the rooms of others.
 *
 * Every answer is checked: it is JSON of a kind that the protocol has, and a refusal has a documented code and a
 * sentence. After every few messages comes one whose answer is known, so nobody sends faster than the server reads.
 */

import { randomOf, sleep } from "./client.mjs";
import { LEVELS, fromSchema, mutated } from "./mutations.mjs";
import { chooseMove } from "./player.mjs";
import { TEXT, frame, openRaw } from "./raw_socket.mjs";

const AT_ONCE = 20;
const ANSWER_SECONDS = 30;
const RULES = "trading,points_to_win=7,offers_per_turn=5";
const OWN = { rules: RULES, robots: ["greedy"], robot_seconds: 0.05, grace: 600 };

class Mutator {
  constructor(work, number) {
    this.work = work;
    this.random = randomOf(7919 * work.seed + number);
    this.name = `Mutator ${work.seed}-${number}`;
    this.token = "";
    this.person = "";
    this.room = "";
    this.view = null;
    this.board = null;
    this.numbers = 0;
    this.fences = new Map();
    this.recent = [];
  }

  async run() {
    const { work } = this;
    while (work.sent < work.total && !work.broken) await this.#session();
  }

  #session() {
    return new Promise((resolve) => {
      const socket = new WebSocket(this.work.address);
      this.socket = socket;
      socket.addEventListener("open", () => {
        const hello = { t: "hello", protocol: 1, name: this.name };
        if (this.token) hello.token = this.token;
        socket.send(JSON.stringify(hello));
      });
      socket.addEventListener("message", (event) => this.#heard(event.data));
      socket.addEventListener("close", (event) => {
        const { work } = this;
        // A message that is too long is not read to its end, so the connection may be reset.
        const isLong = event.code === 1006 && this.recent.some((text) => text.length >= 32768);
        const code = isLong ? 1009 : event.code;
        work.closes[code] = (work.closes[code] ?? 0) + 1;
        work.connections += 1;
        for (const fence of this.fences.values()) fence(false);
        this.fences.clear();
        this.room = "";
        resolve();
      });
      socket.addEventListener("error", () => {});
    });
  }

  #send(text) {
    if (this.socket.readyState !== WebSocket.OPEN) return false;
    this.socket.send(text);
    return true;
  }

  #heard(data) {
    const { work } = this;
    let message;
    try {
      message = JSON.parse(data);
    } catch {
      work.fault(`an answer is no JSON: ${String(data).slice(0, 200)}`);
      return;
    }
    if (!work.kinds.has(message.t)) work.fault(`an answer has the unknown kind ${JSON.stringify(message.t)}`);
    work.answers[message.t] = (work.answers[message.t] ?? 0) + 1;
    switch (message.t) {
      case "welcome":
        this.person = message.person;
        if (message.token) this.token = message.token;
        work.persons.push(message.person);
        this.#mutate();
        break;
      case "ping":
        this.#send(JSON.stringify({ t: "pong", n: message.n }));
        break;
      case "update":
        if (message.seat !== null && message.seat !== undefined) {
          this.room = message.room;
          this.view = message.view ?? this.view;
          this.board = message.board ?? this.board;
        }
        break;
      case "rooms":
        for (const line of message.rooms) if (!work.rooms.includes(line.room)) work.rooms.push(line.room);
        break;
      case "refused":
        this.#refused(message);
        break;
    }
    const fence = this.fences.get(message.id);
    if (fence) {
      this.fences.delete(message.id);
      fence(true);
    }
  }

  #refused(message) {
    const { work } = this;
    work.codes[message.code] = (work.codes[message.code] ?? 0) + 1;
    if (!work.documented.has(message.code)) work.fault(`a refusal has the code ${message.code}, which is not documented`);
    if (typeof message.text !== "string" || !message.text || message.text.length > 1000) {
      work.fault(`a refusal has no sentence: ${JSON.stringify(message).slice(0, 300)}`);
    }
    if (message.code === "server-error") {
      const after = this.recent.slice(-AT_ONCE).map((text) => text.slice(0, 300));
      work.fault(`the server failed at one of these: ${JSON.stringify(after).slice(0, 3000)}`);
    }
    // Who has left the own room by a message comes back.
    if (message.code === "not-joined" && this.room && message.room === this.room) {
      this.#send(JSON.stringify({ t: "join", room: this.room }));
    }
  }

  /** Wait until everything that was sent is answered; false if the connection was lost or nothing comes. */
  #fence() {
    return new Promise((resolve) => {
      const id = `fence${(this.numbers += 1)}`;
      const late = setTimeout(() => {
        this.work.fault(`no answer came within ${ANSWER_SECONDS} seconds after ${this.recent.at(-1)?.slice(0, 500)}`);
        this.work.broken = true;
        this.socket.close();
        resolve(false);
      }, 1000 * ANSWER_SECONDS);
      this.fences.set(id, (held) => {
        clearTimeout(late);
        resolve(held);
      });
      if (!this.#send(JSON.stringify({ t: "stand", id, room: "nosuchroom" }))) this.fences.get(id)(false);
    });
  }

  async #mutate() {
    const { work, random } = this;
    // A seat in a game of one's own, beside robots.
    this.#send(JSON.stringify({ t: "rooms" }));
    this.#send(JSON.stringify({ t: "quick", id: this.#id(), options: OWN, robots: true }));
    if (!(await this.#fence())) return;
    const most = 300 + random.below(500);
    for (let sent = 0; sent < most && work.sent < work.total && !work.broken; ) {
      for (let place = 0; place < AT_ONCE; place += 1) {
        const [level, text] = this.#next();
        this.recent.push(text);
        if (this.recent.length > 2 * AT_ONCE) this.recent.shift();
        if (!this.#send(text)) return;
        work.levels[level] = (work.levels[level] ?? 0) + 1;
        work.sent += 1;
        sent += 1;
      }
      if (!(await this.#fence())) return;
    }
    this.socket.close();
  }

  #id() {
    this.numbers += 1;
    return `m${this.numbers}`;
  }

  /** Return what is sent next, and what was done to it. */
  #next() {
    const { random, work } = this;
    const what = random.next();
    if (what < 0.35) return ["valid", JSON.stringify(this.#valid())];
    if (what < 0.5) {
      const made = fromSchema(random, random.pick(work.schema.messages), work.schema.definitions);
      if (made && typeof made === "object" && made.t !== "hello") {
        // Mostly about a room and an act that there are: else the server would look no further.
        if (made.room !== undefined && random.chance(0.8)) made.room = this.#room(made.t);
        if (made.id !== undefined && random.chance(0.8)) made.id = this.#id();
        if (made.decision !== undefined && random.chance(0.8)) made.decision = this.view?.decision ?? 1;
      }
      return ["schema", JSON.stringify(made) ?? "null"];
    }
    const level = random.pick(LEVELS);
    return [level, mutated(random, this.#valid(), level)];
  }

  /** Return a room: mostly one's own, where only the rules stand in the way; never a seat in one of others. */
  #room(kind) {
    const { random, work } = this;
    if (kind === "sit" || kind === "join" || random.chance(0.75)) return this.room || "nosuchroom";
    return random.pick([...work.rooms, "nosuchroom", ""]);
  }

  /** Return a message that the protocol allows, whether or not the moment does. */
  #valid() {
    const { random, work, view } = this;
    const kind = random.pick(KINDS);
    const act = { t: kind, id: this.#id(), room: this.#room(kind) };
    const resource = () => random.pick(["wood", "clay", "sheep", "wheat", "ore"]);
    const seat = () => random.below(4);
    const deal = `${1 + random.below(3)} ${resource()} for ${1 + random.below(2)} ${resource()}`;
    const person = random.pick([...work.persons, "nobody"]);
    switch (kind) {
      case "move":
        return { ...act, room: this.room || act.room, decision: view?.decision ?? 1, move: this.#move(deal, resource, seat) };
      case "sit":
        return { ...act, seat: random.pick([null, 0, 1, 2, 3]), nonce: "9f86d081884c7d65" };
      case "stand":
      case "start":
      case "withdraw":
      case "rematch":
        return act;
      case "lock":
        return { ...act, seat: seat(), locked: random.chance(0.5) };
      case "propose":
        return { ...act, turn: view?.turn ?? 1, deal };
      case "take":
        return { ...act, seat: seat(), proposal: random.below(300) };
      case "say":
        return { ...act, text: `I need ${resource()}` };
      case "ask":
        return { ...act, kind: random.pick(["need", "want", "sell", "lack"]), resources: [resource()], to: [seat()], has: [] };
      case "reply":
        return { ...act, ask: random.below(300), answer: random.pick(["yes", "no", "offer"]) };
      case "chat":
        return { ...act, text: random.pick(["hello", `my ${resource()} for your ${resource()}?`, "no", "2 wood for 3 ore and 1 clay"]), turn: view?.turn ?? null };
      case "more-time":
        return { ...act, seat: seat() };
      case "why":
        return { ...act, seat: seat(), seq: random.below(300) };
      case "invite":
        return { ...act, person, seat: seat() };
      case "face":
        return { ...act, face: random.pick(["owl", "fox", "bear"]) };
      case "join":
        return { t: kind, room: act.room, seq: random.below(50) };
      case "part":
        return { t: kind, room: random.pick([...work.rooms, "nosuchroom"]) };
      case "history":
        return { t: kind, room: act.room, after: random.below(300) };
      case "count":
        return { t: kind, room: act.room };
      case "create":
        return { t: kind, id: act.id, options: { ...OWN, public: false, title: "Friday table" } };
      case "enter":
      case "leave":
        return { t: kind, channel: random.pick(["beginners", "harbour"]) };
      case "talk":
        return { t: kind, id: act.id, channel: "beginners", text: "Who plays?" };
      case "mute":
        return { t: kind, person, on: random.chance(0.5) };
      case "report":
        return { t: kind, id: act.id, person, text: "insults", room: act.room, channel: "" };
      case "watch":
      case "available":
        return { t: kind, on: random.chance(0.3) };
      default:
        return { t: kind };
    }
  }

  #move(deal, resource, seat) {
    const { random, view, board } = this;
    const legal = view && board ? chooseMove(random, view, board) : null;
    if (legal && random.chance(0.5)) return legal;
    return random.pick([
      "roll", "end turn", "buy card", "knight", "road building", "accept", "reject", "cancel", "skip",
      `settlement ${random.below(60)}`, `city ${random.below(60)}`, `road ${random.below(60)}-${random.below(60)}`,
      `offer ${deal} to ${seat()}`, `counter ${deal}`, `bank 4 ${resource()} for 1 ${resource()}`,
      `discard ${resource()} ${resource()}`, `robber ${random.below(25)} from ${seat()}`, `confirm ${seat()}`,
      `take ${seat()}`, `dice ${random.below(14)}`, `steal ${resource()}`, "draw knight", "draw victory point",
      `monopoly ${resource()}`, `plenty ${resource()} ${resource()}`, `accept by ${seat()}`,
      `deal ${deal} with ${seat()}`, "offer 99999999999999999999 wood for 1 ore to 1",
    ]);
  }
}

const KINDS = [
  ...Array(12).fill("move"),
  ...["sit", "stand", "start", "lock", "propose", "propose", "withdraw", "take", "say", "ask", "ask", "reply", "chat", "chat"],
  ...["more-time", "why", "invite", "face", "rematch", "rooms", "join", "part", "history", "count", "watch", "enter"],
  ...["leave", "talk", "available", "mute", "report"],
];

/** Send bytes that are no UTF-8, or a binary frame, on connections of their own; return how each ended. */
async function brokenFrames(work, count) {
  const ends = {};
  for (let number = 0; number < count; number += 1) {
    const socket = await openRaw(work.address);
    const bad = number % 2 ? frame(TEXT, Buffer.from([0x7b, 0xff, 0xfe, 0x80, 0x7d])) : frame(2, Buffer.from('{"t":"rooms"}'));
    const end = await new Promise((resolve) => {
      let heard = Buffer.alloc(0);
      const late = setTimeout(() => resolve("open"), 1000 * ANSWER_SECONDS);
      socket.on("data", (bytes) => {
        heard = Buffer.concat([heard, bytes]);
        const place = heard.findIndex((byte, at) => byte === 0x88 && heard[at + 1] >= 2 && heard[at + 1] < 126);
        const isClosed = number % 2 && place >= 0;
        if (!isClosed && !heard.includes("bad-message")) return;
        clearTimeout(late);
        resolve(isClosed ? `closed ${heard.readUInt16BE(place + 2)}` : "refused");
      });
      socket.on("error", () => {});
      socket.write(frame(TEXT, JSON.stringify({ t: "hello", protocol: 1, name: `Bytes ${number}` })));
      socket.write(bad);
    });
    ends[end] = (ends[end] ?? 0) + 1;
    socket.destroy();
    await sleep(1);
  }
  return ends;
}

export const calls = {
  /** Send so many messages over so many connections; return what was answered. */
  async mutate({ address, connections, total, seed, codes, schema, broken }) {
    const definitions = schema.$defs;
    const nameOf = (each) => each.$ref.split("/").at(-1);
    const work = {
      address, total, seed,
      documented: new Set(codes),
      schema: { definitions, messages: definitions.ClientMessage.anyOf },
      kinds: new Set(definitions.ServerMessage.anyOf.flatMap((each) => definitions[nameOf(each)].properties.t.enum)),
      sent: 0, connections: 0, broken: false,
      rooms: [], persons: [], levels: {}, codes: {}, answers: {}, closes: {}, faults: [],
      fault(sentence) {
        if (this.faults.length < 20) this.faults.push(sentence);
      },
    };
    const mutators = Array.from({ length: connections }, (_, number) => new Mutator(work, number));
    await Promise.all(mutators.map((each) => each.run()));
    const ends = await brokenFrames(work, broken);
    const { sent, levels, answers, closes, faults } = work;
    return { sent, connections: work.connections, levels, codes: work.codes, answers, closes, faults, ends };
  },
};
