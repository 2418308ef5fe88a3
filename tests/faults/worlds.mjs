/**
 * Two servers whose games differ only in a card that an audience may not know: it must get the same bytes of both.
 *
 * One person after the other comes to a room at both servers, looks at everything that can be asked for, and tries
 * a number of acts, most of which are refused. Each message is answered before the next is sent, so the order of
 * the answers is no matter of chance, and nobody else is there who might come or go meanwhile.
 */

import { randomOf } from "./client.mjs";

const RESOURCES = ["wood", "clay", "sheep", "wheat", "ore"];
const ANSWER_SECONDS = 60;
/** Lawful moves whose outcome may depend on the very card: everybody may see that they differ. */
const TELLING = ["robber", "knight", "buy card", "monopoly", "plenty", "discard", "end turn", "road building"];
/** Lawful moves that are tried in the end, the first that there is. */
const HARMLESS = ["roll", "reject", "offer", "bank", "road"];
/** When the rooms were recorded: later times are those of the run. */
const NEW = 1_750_000_000_000;

/** A connection of a person to one of the servers; it keeps every frame as it came. */
class Eye {
  constructor(address, name, token) {
    this.frames = [];
    this.oddities = [];
    this.view = "";
    this.waiting = null;
    this.room = null;
    this.opened = new Promise((resolve, reject) => {
      const socket = (this.socket = new WebSocket(address));
      socket.addEventListener("open", () => socket.send(JSON.stringify({ t: "hello", protocol: 1, name, token })));
      socket.addEventListener("message", ({ data }) => {
        const message = JSON.parse(data);
        if (message.t === "welcome") resolve();
        if (message.t === "ping") socket.send(JSON.stringify({ t: "pong", n: message.n }));
        if (message.t === "update") this.room = { ...this.room, ...message };
        if (message.t === "welcome" || message.t === "ping") return;
        if (message.t === "update") {
          const view = JSON.stringify(message.view);
          // Who came and went is told by a timer, at no certain place; nothing else may be in it.
          const isByTimer = !message.reset && !message.events?.length;
          if (isByTimer && view !== this.view) this.oddities.push(data);
          this.view = view;
          if (isByTimer) return;
        }
        this.frames.push(data);
        if (this.waiting?.isIt(message)) this.waiting.resolve(message);
      });
      socket.addEventListener("close", (event) => {
        reject(new Error(`closed with ${event.code}`));
        this.waiting?.reject(new Error(`closed with ${event.code}`));
      });
      socket.addEventListener("error", () => {});
    });
  }

  /** Send a message, and wait for what answers it. */
  say(message, isIt) {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`no answer to ${JSON.stringify(message)}`)), 1000 * ANSWER_SECONDS);
      const end = (then) => (value) => {
        clearTimeout(late);
        this.waiting = null;
        then(value);
      };
      this.waiting = { isIt, resolve: end(resolve), reject: end(reject) };
      this.socket.send(JSON.stringify(message));
    });
  }

  act(message) {
    return this.say(message, (each) => (each.t === "ack" || each.t === "refused") && each.id === message.id);
  }

  take() {
    const frames = this.frames.map((text) => text.replace(/"at":(\d+)/g, (all, at) => (Number(at) > NEW ? '"at":NEW' : all)));
    this.frames = [];
    return frames;
  }
}

/** Return acts without ids, lawful ones and many that are not, the same for both worlds. */
function actsFor(random, room, count) {
  const { view, table, board } = room;
  const resource = () => random.pick(RESOURCES);
  const seat = () => random.below(4);
  const deal = () => `${1 + random.below(2)} ${resource()} for 1 ${resource()}`;
  const legal = view.legal ?? {};
  const isTelling = (text) => TELLING.some((kind) => text.startsWith(kind) && kind in legal);
  const acts = [];
  const move = (text, decision = view.decision) => {
    if (!isTelling(text)) acts.push({ t: "move", decision, move: text });
  };
  const MOVES = [
    () => `accept by ${seat()}`, () => "accept", () => "cancel", () => `confirm ${seat()}`, () => `take ${seat()}`,
    () => `deal ${deal()} with ${seat()}`, () => `offer ${deal()} to ${seat()}`, () => `offer ${deal()} to 0 1 2 3`,
    () => `counter ${deal()}`, () => `bank 4 ${resource()} for 1 ${resource()}`, () => `monopoly ${resource()}`,
    () => `discard ${resource()}`, () => `discard ${resource()} ${resource()} ${resource()} ${resource()}`,
    () => `robber ${random.below(19)} from ${seat()}`, () => `steal ${resource()}`, () => `settlement ${random.below(54)}`,
    () => `city ${random.below(54)}`, () => "knight", () => "buy card", () => "dice 7", () => "draw knight",
    () => `plenty ${resource()} ${resource()}`, () => "road building", () => "nonsense",
  ];
  for (let number = 0; number < count; number += 1) move(random.pick(MOVES)());
  move("discard ore", view.decision + 1);
  const room_ = (act) => acts.push(act);
  for (let number = 0; number < 3; number += 1) room_({ t: "propose", turn: view.turn, deal: deal() });
  for (const { seat: by, proposal } of table.proposals ?? []) room_({ t: "take", seat: by, proposal });
  room_({ t: "take", seat: seat(), proposal: random.below(100) });
  room_({ t: "withdraw" });
  room_({ t: "chat", text: random.pick([`my ${resource()} for your ${resource()}?`, `i have no ${resource()}`, "yes"]) });
  room_({ t: "ask", kind: random.pick(["want", "sell"]), resources: [resource()] });
  room_({ t: "reply", ask: table.asks?.[0]?.ask ?? 1, answer: "yes" });
  room_({ t: "say", text: `I need ${resource()}` });
  room_({ t: "sit", seat: seat() });
  room_({ t: "why", seat: seat() });
  room_({ t: "more-time", seat: seat() });
  const last = HARMLESS.find((kind) => kind in legal);
  if (last === "roll" || last === "reject") move(last);
  else if (last === "offer" && legal.offer.max.some(Boolean)) {
    const give = RESOURCES[legal.offer.max.findIndex(Boolean)];
    move(`offer 1 ${give} for 1 ${RESOURCES.find((name) => name !== give)} to ${legal.offer.to.join(" ")}`);
  } else if (last === "road") move(`road ${board.edges[legal.road[0]].join("-")}`);
  return acts;
}

/** Let a person look at a room and act there; return every frame that came. */
async function look(eye, { room, invitation }, seed, isActing, count) {
  const random = randomOf(seed);
  const about = (kind) => (each) => (each.t === kind || each.t === "refused") && each.room === room;
  eye.room = null;
  const joined = await eye.say({ t: "join", room, invitation }, about("update"));
  if (joined.t === "refused") throw new Error(`join: ${JSON.stringify(joined)}`);
  await eye.say({ t: "history", room, after: 0 }, about("history"));
  await eye.say({ t: "history", room, after: 100 }, about("history"));
  await eye.say({ t: "count", room }, about("counting"));
  const codes = {};
  let number = 0;
  for (const act of isActing ? actsFor(random, eye.room, count) : []) {
    const answer = await eye.act({ ...act, id: `w${seed}x${(number += 1)}`, room });
    const code = answer.t === "ack" ? "ack" : answer.code;
    codes[code] = (codes[code] ?? 0) + 1;
  }
  await eye.say({ t: "count", room }, about("counting"));
  eye.socket.send(JSON.stringify({ t: "part", room }));
  return { frames: eye.take(), codes };
}

/** Return where two texts differ, with some of what is around. */
function difference(one, other) {
  let place = 0;
  while (place < one.length && one[place] === other[place]) place += 1;
  const from = Math.max(0, place - 150);
  return `${one.slice(from, place + 120)} | ${other.slice(from, place + 120)}`;
}

export const calls = {
  /** Compare pairs of rooms at two servers; each pair names the people who cannot tell them apart. */
  async compare({ addresses, people, pairs, seed, acts }) {
    const eyes = {};
    for (const { person, name, token } of people) {
      eyes[person] = addresses.map((address) => new Eye(address, name, token));
      await Promise.all(eyes[person].map((eye) => eye.opened));
    }
    const found = { frames: 0, bytes: 0, audiences: {}, codes: {}, told: 0, wrong: [], answers: 0 };
    for (const [number, pair] of pairs.entries()) {
      for (const { person, audience, isEqual } of pair.audiences) {
        const mark = 1000 * seed + 10 * number + audience;
        const [one, other] = await Promise.all(eyes[person].map((eye) => look(eye, pair, mark, isEqual, acts)));
        if (!isEqual) {
          found.told += one.frames.join() !== other.frames.join();
          continue;
        }
        const key = `${pair.kind}, ${pair.spectator === audience ? "spectator" : `seat ${audience}`}`;
        found.audiences[key] = (found.audiences[key] ?? 0) + 1;
        found.frames += one.frames.length;
        for (const text of one.frames) found.bytes += text.length;
        for (const [code, count] of Object.entries(one.codes)) {
          found.codes[code] = (found.codes[code] ?? 0) + count;
          found.answers += count;
        }
        const count = Math.max(one.frames.length, other.frames.length);
        for (let place = 0; place < count; place += 1) {
          const [a, b] = [one.frames[place] ?? "", other.frames[place] ?? ""];
          if (a === b) continue;
          if (found.wrong.length < 20) {
            found.wrong.push(`${pair.room}, ${pair.kind} at ${pair.first}, to audience ${audience}: ${difference(a, b)}`);
          }
          break;
        }
      }
    }
    for (const eye of Object.values(eyes).flat()) {
      eye.socket.close();
      for (const text of eye.oddities) found.wrong.push(`an update without events shows something new: ${text.slice(0, 500)}`);
    }
    return found;
  },
};
