/**
 * A client of the game, written from docs/reference/protocol.md alone: it shares no code with the project.
 *
 * A `Client` is one connection of one person. It comes back by itself, joins its rooms again with the last
 * number that it has, and sends unanswered acts again with the same id. It keeps all that it was told:
 * acknowledgements, refusals, events and lines of chat, and what broke the protocol's promises. Its rooms must
 * all be at one server, because it has one socket: see `elsewhere`.
 */

/** Refusals after which the same act is sent again: it was not done, and may be done a little later. */
export const LATER = new Set(["not-committed", "overloaded", "too-fast", "not-joined"]);

/** Acts that make a room, which their person then follows. */
const MAKES = new Set(["create", "quick"]);

/** Refusals that end a person: nobody may come back with this token. */
const FINAL = new Set(["bad-token", "banned", "bad-name", "bad-protocol"]);

/** Return a source of random numbers, the same for the same seed; it has what a player needs. */
export function randomOf(seed) {
  let state = (Math.imul(seed, 0x9e3779b9) ^ 0x5bd1e995) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    below: (count) => Math.floor(next() * count),
    pick: (items) => items[Math.floor(next() * items.length)],
    chance: (probability) => next() < probability,
    between: (least, most) => least + next() * (most - least),
  };
}

export const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Wait until a condition holds, and say whether it did in time. */
export async function until(condition, seconds, everyMilliseconds = 20) {
  const end = performance.now() + 1000 * seconds;
  while (!condition()) {
    if (performance.now() > end) return false;
    await sleep(everyMilliseconds);
  }
  return true;
}

/** The server refused; `code` says why. */
export class Refused extends Error {
  constructor(message) {
    super(`${message.code}: ${message.text}`);
    this.code = message.code;
  }
}

/** What a client knows of a room. */
export class Room {
  name;
  invitation;
  /** The number of the last event, and the epoch and seat of the last update; null for spectators. */
  seq = 0;
  epoch = 0;
  seat = null;
  /** The last board, view and table, as they came. */
  board = null;
  view = null;
  table = null;
  /** The event that ended the game. */
  ended = null;
  /** The room and invitation of the next game, once somebody asked for a rematch. */
  rematch = null;
  /** Why the room cannot be joined any more. */
  gone = "";
  /** Whether an update came since the connection was made. */
  joined = false;
  /** How many updates came. */
  updates = 0;
  /** The number of the last move of each seat. */
  moves = new Map();

  constructor(name, invitation) {
    this.name = name;
    this.invitation = invitation;
  }
}

export class Client {
  /** `addresses` are those of the servers of one database; the first is tried first. */
  constructor(addresses, name, { token = "", patience = 6, random = randomOf(1), prefix = "" } = {}) {
    this.addresses = [...addresses];
    this.address = this.addresses[0];
    this.name = name;
    this.token = token;
    /** The seconds after which a server that does not answer is given up, for another or a new connection. */
    this.patience = this.firstPatience = patience;
    this.random = random;
    this.person = "";
    this.welcome = null;
    this.rooms = new Map();
    this.acknowledged = [];
    this.refused = [];
    /** How often an act or a join had to be sent again, by the code of the refusal. */
    this.troubles = {};
    /** What the server did that it promises not to do, a sentence each. */
    this.violations = [];
    /** Events by room, seat and number, as they came. */
    this.seen = new Map();
    this.lines = [];
    this.closes = {};
    this.connections = 0;
    this.sent = 0;
    this.received = 0;
    /** Called with each message that comes. */
    this.onMessage = null;
    this.prefix = prefix || Math.random().toString(36).slice(2, 10);
    this.pending = new Map();
    this.questions = [];
    this.closed = false;
    this.socket = null;
    this.numbers = 0;
    this.over = null;
  }

  // The connection.

  /** Connect, and keep connected until `close`; return the first `welcome`, or throw Refused. */
  open() {
    return new Promise((resolve, reject) => {
      this.opening = { resolve, reject };
      this.running = this.#run();
    });
  }

  async #run() {
    let failed = 0;
    while (!this.closed) {
      const wasWelcome = await this.#session();
      if (this.closed) break;
      failed = wasWelcome ? 0 : failed + 1;
      if (failed && this.addresses.length > 1) this.#nextAddress();
      await sleep(Math.max(this.waitMilliseconds ?? 0, this.random.between(50, 200) * Math.min(1 + failed, 5)));
      this.waitMilliseconds = 0;
    }
  }

  #nextAddress() {
    const place = this.addresses.indexOf(this.address);
    this.address = this.addresses[(place + 1) % this.addresses.length];
  }

  /** Hold one connection; return whether the server said welcome. */
  #session() {
    return new Promise((resolve) => {
      const socket = new WebSocket(this.address);
      const begun = performance.now();
      let welcome = false;
      let done = false;
      this.connections += 1;
      const watch = setInterval(() => {
        const now = performance.now();
        const waiting = welcome
          ? [...this.pending.values()].some((act) => act.at && now - act.at > 1000 * this.patience)
          : now - begun > 1000 * this.patience;
        if (waiting) {
          // A server that is only slow is not to be given up again and again.
          this.patience = Math.min(2 * this.patience, 60);
          this.#trouble(welcome ? "no answer" : "no welcome");
          if (welcome && this.addresses.length > 1) this.#nextAddress();
          over();
        }
      }, 250);
      const over = () => {
        if (done) return;
        done = true;
        clearInterval(watch);
        this.socket = null;
        for (const room of this.rooms.values()) room.joined = false;
        for (const act of this.pending.values()) act.at = 0;
        for (const question of this.questions.splice(0)) question.reject(new Error("the connection was lost"));
        try {
          socket.close();
        } catch {
          // it was never open
        }
        resolve(welcome);
      };
      this.over = over;
      socket.addEventListener("open", () => {
        if (done) return;
        const hello = { t: "hello", protocol: 1, name: this.name };
        if (this.token) hello.token = this.token;
        socket.send(JSON.stringify(hello));
      });
      socket.addEventListener("message", (event) => {
        if (done) return;
        const message = JSON.parse(event.data);
        this.received += 1;
        if (message.t === "welcome") {
          welcome = true;
          this.socket = socket;
          this.#welcomed(message);
        } else if (message.t === "refused" && !welcome) {
          if (FINAL.has(message.code) && this.person) {
            this.violations.push(`hello of a known person is refused: ${message.code}`);
          }
          if (!this.person || FINAL.has(message.code)) this.#giveUp(new Refused(message));
          else this.#trouble(`hello ${message.code}`);
          over();
        } else this.#heard(message);
        this.onMessage?.(message);
      });
      socket.addEventListener("close", (event) => {
        this.closes[event.code] = (this.closes[event.code] ?? 0) + 1;
        over();
      });
      socket.addEventListener("error", over);
    });
  }

  #giveUp(error) {
    if (!this.opening) {
      this.closed = true;
      return;
    }
    // Before the first welcome the caller decides, unless the server may do better in a moment.
    if (["not-committed", "overloaded", "too-fast", "server-error"].includes(error.code)) {
      this.#trouble(`hello ${error.code}`);
      return;
    }
    this.closed = true;
    this.opening.reject(error);
    this.opening = null;
  }

  #welcomed(message) {
    if (this.person && message.person !== this.person) {
      this.violations.push(`came back as ${message.person}, not as ${this.person}`);
    }
    this.person = message.person;
    this.welcome = message;
    if (message.token) this.token = message.token;
    for (const room of this.rooms.values()) this.#join(room);
    for (const act of this.pending.values()) this.#deliver(act);
    this.opening?.resolve(message);
    this.opening = null;
  }

  /** Send a message, or a text as it is; false if there is no connection now. */
  send(message) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.sent += 1;
    this.socket.send(typeof message === "string" ? message : JSON.stringify(message));
    return true;
  }

  /** Lose the connection; the client comes back. */
  drop() {
    this.over?.();
  }

  /** End the connection for good. */
  async close() {
    this.closed = true;
    this.over?.();
    await this.running;
  }

  #trouble(code) {
    this.troubles[code] = (this.troubles[code] ?? 0) + 1;
  }

  // Rooms.

  /** Follow a room; return it when its first update has come, or throw Refused. */
  follow(name, invitation = "") {
    let room = this.rooms.get(name);
    if (!room) {
      room = new Room(name, invitation);
      this.rooms.set(name, room);
    }
    room.invitation ||= invitation;
    if (room.joined) return Promise.resolve(room); // whoever makes a room follows it already
    return new Promise((resolve, reject) => {
      room.followed = { resolve: () => resolve(room), reject };
      this.#join(room);
    });
  }

  /** Follow a room no longer. */
  part(name) {
    if (this.rooms.delete(name)) this.send({ t: "part", room: name });
  }

  #join(room) {
    if (room.gone) return;
    const message = { t: "join", room: room.name, seq: room.seq };
    if (room.invitation) message.invitation = room.invitation;
    this.send(message);
  }

  #joinRefused(room, message) {
    if (LATER.has(message.code) || message.code === "server-error") {
      this.#trouble(`join ${message.code}`);
      setTimeout(() => {
        if (!room.joined && this.rooms.get(room.name) === room) this.#join(room);
      }, this.random.between(300, 600));
      return;
    }
    room.gone = message.code;
    this.rooms.delete(room.name);
    room.followed?.reject(new Refused(message));
    room.followed = null;
    for (const act of [...this.pending.values()]) {
      if (act.message.room === room.name && !act.at) this.#answered({ ...message, id: act.message.id });
    }
  }

  // Acts.

  /** Return an id that this person has not used. */
  newId() {
    this.numbers += 1;
    return `${this.prefix}-${this.numbers}`;
  }

  /** Do an act, however often it must be sent; return its `ack` or its `refused`. */
  act(message) {
    const full = { ...message, id: message.id ?? this.newId() };
    return new Promise((resolve) => {
      const act = { message: full, resolve, at: 0, times: 0, begun: performance.now() };
      this.pending.set(full.id, act);
      this.#deliver(act);
    });
  }

  #deliver(act) {
    const room = this.rooms.get(act.message.room);
    if (room && !room.joined) return; // it goes out when the room is there
    if (!this.send(act.message)) return;
    act.at = performance.now();
    act.times += 1;
  }

  #answered(message) {
    const act = this.pending.get(message.id);
    if (act === undefined) {
      // A copy of an act that was sent again: both copies are answered, and alike.
      const known = this.acknowledged.find((each) => each.id === message.id);
      if (message.t !== "ack") {
        if (known && !LATER.has(message.code)) {
          this.violations.push(`${message.id} is refused as ${message.code}, though it was acknowledged`);
        }
      } else if (!known) this.violations.push(`an ack for ${message.id}, which was never sent or was refused`);
      else if (known.seq !== message.seq || known.room !== (message.room ?? "")) {
        this.violations.push(`two acks for ${message.id}: ${known.seq} and ${message.seq}`);
      }
      return;
    }
    if (message.t === "refused" && LATER.has(message.code)) {
      this.#trouble(message.code);
      act.at = performance.now();
      const room = this.rooms.get(act.message.room);
      if (message.code === "not-joined" && room) {
        room.joined = false;
        this.#join(room);
      }
      setTimeout(() => {
        if (this.pending.get(message.id) === act) this.#deliver(act);
      }, this.random.between(200, 500));
      return;
    }
    this.pending.delete(message.id);
    const kept = { t: act.message.t, id: message.id, room: message.room ?? act.message.room ?? "" };
    if (message.t === "ack") {
      this.patience = this.firstPatience;
      const milliseconds = Math.round(performance.now() - act.begun);
      this.acknowledged.push({ ...kept, seq: message.seq ?? 0, times: act.times, milliseconds });
    } else this.refused.push({ ...kept, code: message.code, text: message.text, act: act.message });
    act.resolve(message);
  }

  /** Send a request without an id, and return the next message of a kind about its room, or throw Refused. */
  ask(message, kind, seconds = 60) {
    return new Promise((resolve, reject) => {
      const question = { kind, room: message.room, resolve, reject };
      const late = setTimeout(() => question.reject(new Error(`no ${kind} came`)), 1000 * seconds);
      const end = (then) => (value) => {
        clearTimeout(late);
        this.questions = this.questions.filter((each) => each !== question);
        then(value);
      };
      question.resolve = end(resolve);
      question.reject = end(reject);
      this.questions.push(question);
      if (!this.send(message)) question.reject(new Error("there is no connection"));
    });
  }

  // What comes.

  #heard(message) {
    const question = this.questions.find((each) => each.kind === message.t && each.room === message.room);
    if (question) question.resolve(message);
    switch (message.t) {
      case "ping":
        this.send({ t: "pong", n: message.n });
        break;
      case "update":
        this.#updated(message);
        break;
      case "ack":
        this.#answered(message);
        break;
      case "refused":
        this.#wasRefused(message);
        break;
      case "chat":
        for (const line of message.lines) this.lines.push({ room: message.room, ...line });
        break;
      case "elsewhere":
        this.#elsewhere(message);
        break;
      case "bye":
        if (message.seconds === undefined || message.seconds === null) {
          this.violations.push(`told not to come back: ${message.code} ${message.text}`);
          this.closed = true;
        } else this.waitMilliseconds = 1000 * message.seconds * this.random.between(0.1, 1);
        this.#trouble(`bye ${message.code}`);
        break;
    }
  }

  #wasRefused(message) {
    if (message.id) {
      this.#answered(message);
      return;
    }
    const question = this.questions.find((each) => each.room === message.room);
    if (question) {
      question.reject(new Refused(message));
      return;
    }
    const room = this.rooms.get(message.room);
    if (room && !room.joined) this.#joinRefused(room, message);
    else this.#trouble(`refused ${message.code}`);
  }

  /** Another server has a room: go there, or if the server names itself ask again in a moment. */
  #elsewhere(message) {
    this.#trouble("elsewhere");
    const url = message.url || this.address;
    if (url !== this.address) {
      if (!this.addresses.includes(url)) this.addresses.push(url);
      this.address = url;
      this.over?.();
      return;
    }
    setTimeout(() => {
      const room = this.rooms.get(message.room);
      if (room) this.#join(room);
      const act = message.id && this.pending.get(message.id);
      if (act) this.#deliver(act);
    }, this.random.between(300, 600));
  }

  #updated(message) {
    let room = this.rooms.get(message.room);
    if (!room) {
      // The first update of a room that this client makes comes before the answer. Any other is of a room
      // that it has left.
      if (!message.reset || ![...this.pending.values()].some((act) => MAKES.has(act.message.t))) return;
      room = new Room(message.room, "");
      this.rooms.set(room.name, room);
    }
    room.updates += 1;
    if (message.epoch < room.epoch) {
      this.violations.push(`room ${room.name}: epoch ${message.epoch} after ${room.epoch}`);
    }
    room.epoch = message.epoch;
    if (message.reset) {
      room.board = message.board ?? room.board;
      room.seat = message.seat ?? null;
      if (message.seq < room.seq) {
        this.violations.push(`room ${room.name}: number ${message.seq} after ${room.seq} was shown`);
      }
    }
    let last = message.reset ? null : room.seq;
    for (const event of message.events ?? []) {
      if (last !== null && event.seq !== last + 1) {
        this.violations.push(`room ${room.name}: event ${event.seq} after ${last}`);
      }
      last = event.seq;
      this.#see(room, event);
    }
    if (last !== null && message.seq !== last) {
      this.violations.push(`room ${room.name}: the update says ${message.seq} after event ${last}`);
    }
    room.seq = message.seq;
    room.table = message.table ?? room.table;
    room.view = message.view ?? room.view;
    if (!room.joined) {
      room.joined = true;
      room.followed?.resolve();
      room.followed = null;
      for (const act of this.pending.values()) {
        if (act.message.room === room.name && !act.at) this.#deliver(act);
      }
    }
  }

  #see(room, event) {
    const key = `${room.name} ${room.seat ?? "-"}`;
    let events = this.seen.get(key);
    if (!events) this.seen.set(key, (events = new Map()));
    const before = events.get(event.seq);
    if (before === undefined) events.set(event.seq, event);
    else if (JSON.stringify(before) !== JSON.stringify(event)) {
      this.violations.push(
        `room ${room.name}: event ${event.seq} was ${JSON.stringify(before)}, now ${JSON.stringify(event)}`,
      );
    }
    if (event.event?.e === "ended") room.ended = event.event;
    if (event.event?.e === "rematched") room.rematch = event.event;
    if (event.event?.e === "moved") room.moves.set(event.event.seat, event.seq);
  }

  /** Return all events of a room as this person sees them now, and the seat, page by page. */
  async history(name) {
    const events = [];
    for (;;) {
      const page = await this.ask({ t: "history", room: name, after: events.at(-1)?.seq ?? 0 }, "history");
      events.push(...page.events);
      if (page.events.length < 500) return { room: name, seat: page.seat ?? null, events };
    }
  }

  /** Return all that this client was told, for the comparison with the log. */
  report() {
    return {
      person: this.person,
      name: this.name,
      acknowledged: this.acknowledged,
      refused: this.refused,
      unanswered: [...this.pending.values()].map((act) => act.message),
      troubles: this.troubles,
      violations: this.violations,
      closes: this.closes,
      connections: this.connections,
      seen: [...this.seen].map(([key, events]) => {
        const [room, seat] = key.split(" ");
        return { room, seat: seat === "-" ? null : Number(seat), events: [...events.values()] };
      }),
      lines: this.lines,
    };
  }
}
