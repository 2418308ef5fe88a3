/**
 * Honest games beside an attack: one person and three robots at each table, all at a human pace.
 *
 * Everybody takes about as long for each decision, so a game makes about as many moves in one second as in the
 * next: what an attack takes from it can be measured in a few seconds.
 */

import { until } from "./client.mjs";
import { Company, callsOf } from "./company.mjs";
import { CROSSED, chooseAct } from "./player.mjs";

const PACE_SECONDS = 0.3;
const OPTIONS = { rules: "base", robots: ["greedy"], robot_seconds: PACE_SECONDS, grace: 600 };

/** Keep playing at one table, and count what happens there. */
class Game {
  constructor(company, number) {
    this.company = company;
    this.person = company.make(`Honest ${number}`);
    this.room = null;
    this.moves = 0;
  }

  async begin() {
    const { person } = this;
    await person.open();
    person.onMessage = (message) => {
      if (message.t !== "update" || message.reset) return;
      this.moves += (message.events ?? []).filter((each) => each.event?.e === "moved").length;
    };
    const answer = await person.act({ t: "create", options: OPTIONS });
    if (answer.t !== "ack") throw new Error(`no game: ${answer.code}`);
    const { room } = answer;
    this.room = await this.company.follow(person, answer);
    for (const act of [{ t: "sit", room, nonce: "0123abcd" }, { t: "start", room }]) {
      const { t, code } = await person.act(act);
      if (t !== "ack") throw new Error(`no game: ${act.t} is refused, ${code}`);
    }
    this.task = this.#play();
  }

  async #play() {
    const { company, person, room } = this;
    let decided = null;
    let since = 0;
    while (!company.over && !room.ended) {
      await until(() => company.over || (room.joined && room.view?.legal), 3600, 5);
      if (company.over) return;
      // A person thinks from the moment on at which they see the question.
      if (room.view.decision !== decided) {
        decided = room.view.decision;
        since = performance.now();
      }
      await until(() => company.over || performance.now() >= since + 1000 * PACE_SECONDS, 10, 5);
      if (company.over) return;
      const act = room.view?.legal && chooseAct(company.random, room, { talks: 0 });
      if (!act) continue;
      const answer = await person.act(act);
      if (answer.t === "refused" && !CROSSED.has(answer.code)) company.oddities.push({ act, answer });
      await until(() => company.over || room.view?.decision !== decided || !room.view?.legal, 0.05, 5);
    }
  }
}

let company = null;
let games = [];

export const calls = {
  ...callsOf(() => company),

  /** Let so many games begin. */
  async begin({ tables, ...words }) {
    company = new Company(words);
    games = Array.from({ length: tables }, (_, number) => new Game(company, number));
    await Promise.all(games.map((game) => game.begin()));
    return { clients: games.length };
  },

  /** Return how many moves were seen by now, how often anybody connected, and how long the last answers took. */
  figures() {
    return {
      moves: games.reduce((sum, game) => sum + game.moves, 0),
      connections: Math.max(...games.map((game) => game.person.connections)),
      ended: games.filter((game) => game.room.ended).length,
      waits: games.flatMap((game) => game.person.acknowledged.map((each) => each.milliseconds)),
    };
  },

  /** Let somebody new make a room and enter a channel; return the answers, "ok" or a code. */
  async newcomer({ name }) {
    const person = company.make(name);
    await person.open();
    const made = await person.act({ t: "create", options: { public: false } });
    const entered = new Promise((resolve) => {
      person.onMessage = (message) => {
        if (message.t === "channel") resolve("ok");
        if (message.t === "refused") resolve(message.code);
      };
    });
    person.send({ t: "enter", channel: `honest-${company.clients.length}` });
    const channel = await entered;
    await person.close();
    return { room: made.t === "ack" ? "ok" : made.code, channel };
  },

  /** Begin a public game with robots, and leave it at a decision of the person; return the room. */
  async sleeper({ addresses, seed, grace }) {
    const person = new Company({ addresses, seed }).make("Sleeper");
    await person.open();
    const options = { ...OPTIONS, robot_seconds: 0.05, grace, public: true };
    const answer = await person.act({ t: "quick", options, robots: true });
    const room = await person.follow(answer.room);
    for (let moves = 0; moves < 8; ) {
      if (!(await until(() => room.view?.legal, 20, 5))) throw new Error("the game does not go on");
      const act = chooseAct(person.random, room, { talks: 0 });
      if (act && (await person.act(act)).t === "ack") moves += 1;
    }
    if (!(await until(() => room.view?.legal, 20, 5))) throw new Error("the game does not go on");
    await person.close();
    return { room: answer.room };
  },
};
