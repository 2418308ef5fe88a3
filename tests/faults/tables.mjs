/**
 * Tables of people and robots who play one game after the other, whatever happens to the servers.
 *
 * The driver calls `begin`, then breaks something and asks by `goesOn` whether every table has gone on, as often
 * as it likes; `end` writes all that the people were told, and `histories` what the server says afterwards.
 */

import { Refused, randomOf, sleep, until } from "./client.mjs";
import { Company, callsOf } from "./company.mjs";
import { CROSSED, chooseAct } from "./player.mjs";

const PACE = { decision: 5, bank: 5, answer: 3, discard: 3, grant: 5 };
const SHORT_PACE = { decision: 1, bank: 1, answer: 1, discard: 1, grant: 1 };
const ROBOTS = { robots: ["greedy"], robot_seconds: 0.05, grace: 600 };

/** The kinds of tables, in turn: their people, how the room is made, and its options. */
const KINDS = [
  { people: 4, options: { rules: "trading,points_to_win=6", public: true } },
  { people: 2, options: { rules: "trading,trade_settlement=first", public: false } },
  { people: 3, options: { rules: "jsettlers,points_to_win=6", public: true, pace: PACE } },
  // Nobody acts: the clock and the robots alone keep this one going.
  { people: 1, idle: true, quick: true, options: { rules: "trading", public: true, pace: SHORT_PACE } },
];

/** Refusals of `create`, `sit` and `start` after which the table begins with another room. */
const LOST_ROOM = new Set(["no-such-room", "room-closed"]);

class Table {
  constructor(play, number) {
    this.play = play;
    this.number = number;
    this.kind = KINDS[number % KINDS.length];
    this.random = randomOf(1000 * play.seed + number);
    this.people = [];
    this.onlookers = [];
    this.room = "";
    this.games = 0;
    this.finished = 0;
    this.lostRooms = 0;
  }

  /** Let everybody come: the people, a second connection of the first one, and somebody who looks on. */
  async come() {
    const { play, number } = this;
    for (let place = 0; place < this.kind.people; place += 1) {
      const person = play.make(`T${play.seed} ${number}-${place}`);
      await person.open();
      this.people.push(person);
    }
    const [first] = this.people;
    this.tab = play.make(first.name, { token: first.token });
    this.watcher = play.make(`W${play.seed} ${number}`);
    await Promise.all([this.tab.open(), this.watcher.open()]);
    this.onlookers = [this.tab, this.watcher];
  }

  get clients() {
    return [...this.people, ...this.onlookers];
  }

  /** The last number that anybody has seen, and of which room. */
  get place() {
    const seen = this.clients.map((client) => client.rooms.get(this.room)?.seq ?? 0);
    return { games: this.games, seq: Math.max(0, ...seen) };
  }

  async run() {
    for (const person of this.people) this.play.tasks.push(this.#think(person));
    let next = null;
    while (!this.play.over) {
      const made = next ?? (await this.#make());
      next = null;
      if (!made) {
        await sleep(300);
        continue;
      }
      if (!(await this.#seat(made))) {
        this.lostRooms += 1;
        this.#leave(made.room);
        continue;
      }
      this.games += 1;
      this.room = made.room;
      const isOver = () => this.play.over || this.clients.some((each) => this.#isOver(each));
      while (!isOver()) await sleep(30);
      if (this.play.over) return;
      this.room = "";
      this.finished += 1;
      const [first] = this.people;
      const old = first.rooms.get(made.room);
      if (old && this.random.chance(0.7)) {
        // The answer is about this room; its event names the next one.
        await first.act({ t: "rematch", room: made.room });
        await until(() => old.rematch, 5);
        if (old.rematch) next = { room: old.rematch.room, invitation: old.rematch.invitation ?? "" };
      }
      await sleep(100);
      this.#leave(made.room);
    }
  }

  #isOver(client) {
    const room = client.rooms.get(this.room);
    return Boolean(room?.ended || room?.gone);
  }

  #leave(name) {
    for (const client of this.clients) client.part(name);
  }

  async #make() {
    const options = { ...ROBOTS, ...this.kind.options, ...this.play.options };
    const act = this.kind.quick ? { t: "quick", options, robots: true, nonce: "0123abcd" } : { t: "create", options };
    const answer = await this.people[0].act(act);
    if (answer.t !== "ack") return null;
    return { room: answer.room, invitation: answer.invitation ?? "", begun: this.kind.quick };
  }

  /** Let everybody follow the room and sit down, and start; false if the room is lost. */
  async #seat(made) {
    const { room } = made;
    try {
      await Promise.all(this.clients.map((client) => this.play.follow(client, made)));
    } catch (error) {
      if (error instanceof Refused) return false;
      throw error;
    }
    if (made.begun) return true;
    for (const person of this.people) {
      const answer = await person.act({ t: "sit", room, nonce: "0123456789abcdef" });
      if (answer.t === "refused" && answer.code !== "already-seated") return false;
    }
    const answer = await this.people[0].act({ t: "start", room });
    return answer.t === "ack" || answer.code === "already-begun";
  }

  /** Let a person act, one act after the other, at an honest pace. */
  async #think(person) {
    const { play, random } = this;
    const [least, most] = play.think;
    while (!play.over) {
      await sleep(random.between(least, most));
      const room = person.rooms.get(this.room);
      if (!room?.joined || this.kind.idle) continue;
      let act = chooseAct(random, room);
      const mayStand = this.people.length > 1 && person !== this.people[0];
      if (mayStand && random.chance(play.stands)) act = { t: "stand", room: room.name };
      if (!act && room.view && room.seat === null) act = { t: "sit", room: room.name };
      if (!act) continue;
      act.id = person.newId();
      // Sometimes the same act goes out on two sockets of the person.
      const copies = [person];
      if (person === this.people[0] && this.tab.rooms.has(room.name) && random.chance(0.3)) copies.push(this.tab);
      const answers = await Promise.all(copies.map((each) => each.act(act)));
      if (act.t === "stand" && answers[0].t === "ack") {
        await sleep(200);
        if (!play.over) await person.act({ t: "sit", room: room.name });
      }
      const [answer] = answers;
      if (answer.t === "refused" && !CROSSED.has(answer.code)) play.oddities.push({ act, answer });
    }
  }
}

class Play extends Company {
  constructor({ think = [10, 60], stands = 0.002, options = {}, ...words }) {
    super(words);
    Object.assign(this, { think, stands, options });
    this.tables = [];
    this.tasks = [];
  }
}

let play = null;
const common = callsOf(() => play);

export const calls = {
  ...common,

  /** Let tables come and begin. */
  async begin({ tables, ...words }) {
    play = new Play(words);
    for (let number = 0; number < tables; number += 1) {
      const table = new Table(play, number);
      play.tables.push(table);
      await table.come();
      play.tasks.push(table.run());
    }
    return { clients: play.clients.length };
  },

  /** Wait until every table has gone on by some events since now; return how long that took, and who has not. */
  async goesOn({ seconds, events = 5 }) {
    const begun = performance.now();
    const marks = play.tables.map((table) => table.place);
    const waiting = () =>
      play.tables.filter((table, number) => {
        const { games, seq } = table.place;
        return games === marks[number].games && seq < marks[number].seq + events;
      });
    await until(() => !waiting().length, seconds);
    return {
      seconds: (performance.now() - begun) / 1000,
      stuck: waiting().map((table) => ({
        table: table.number,
        room: table.room,
        ...table.place,
        pending: table.clients.map((client) => [...client.pending.values()].map((act) => act.message)),
        joined: table.clients.map((client) => client.rooms.get(table.room)?.joined ?? null),
        phase: table.people[0].rooms.get(table.room)?.view?.phase ?? null,
      })),
    };
  },

  /** As for every company, and count the games. */
  async end(words) {
    const ended = await common.end(words);
    const sum = (what) => play.tables.reduce((total, table) => total + table[what], 0);
    const counts = { games: sum("games"), "games to the end": sum("finished") };
    return { ...ended, counts: { ...counts, "rooms closed before the start": sum("lostRooms") } };
  },
};
