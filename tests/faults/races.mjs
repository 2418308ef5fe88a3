/**
 * Races for one thing: three people for one seat, one act on four sockets, an id with another content, two
 * starts at once. What must come of each follows from docs/reference/protocol.md alone.
 */

import { sleep, until } from "./client.mjs";
import { Company, callsOf } from "./company.mjs";
import { chooseMove } from "./player.mjs";

const OPTIONS = { rules: "trading", robots: ["greedy"], robot_seconds: 0.05 };

let company = null;

/** Return the acknowledgements among answers. */
const acks = (answers) => answers.filter((answer) => answer.t === "ack");
const codes = (answers) => answers.filter((answer) => answer.t === "refused").map((answer) => answer.code);
const all = (clients, act) => Promise.all(clients.map((client) => client.act(act(client))));
const distinct = (values) => new Set(values).size;

/** Play one round, and return how many races there were; a sentence for each that went wrong goes to `wrong`. */
async function round(number, wrong) {
  const people = [0, 1, 2].map((place) => company.make(`R${company.seed} ${number}-${place}`));
  for (const person of people) await person.open();
  const expect = (holds, sentence) => {
    if (!holds) wrong.push(`round ${number}: ${sentence}`);
  };

  // One `create` four times: the same room.
  const [maker] = people;
  const four = [maker];
  for (let place = 1; place < 4; place += 1) {
    const socket = company.make(maker.name, { token: maker.token });
    await socket.open();
    four.push(socket);
  }
  const createId = maker.newId();
  const made = await all(four, () => ({ t: "create", id: createId, options: OPTIONS }));
  expect(acks(made).length === 4 && distinct(made.map((each) => each.room)) === 1, `create: ${JSON.stringify(made)}`);
  const { room } = made[0];
  for (const client of [...people, ...four.slice(1)]) await company.follow(client, made[0]);

  // Three people for one seat.
  const seats = await all(people, () => ({ t: "sit", room, seat: 1 }));
  expect(acks(seats).length === 1, `three on a seat: ${JSON.stringify(seats)}`);
  expect(codes(seats).every((code) => code === "seat-taken"), `refused as ${codes(seats)}`);
  await all(people, () => ({ t: "sit", room }));

  // Two starts at once, and each on more than one socket.
  const [one, two] = [maker.newId(), people[1].newId()];
  const starts = await Promise.all([
    ...four.map((socket) => socket.act({ t: "start", id: one, room })),
    ...[0, 1].map(() => people[1].act({ t: "start", id: people[1].newId(), room })),
    people[2].act({ t: "start", id: two, room }),
  ]);
  const first = starts.slice(0, 4);
  expect(distinct(first.map((each) => each.t + (each.seq ?? each.code))) === 1, `one start: ${JSON.stringify(first)}`);
  expect(distinct(acks(starts).map((each) => each.seq)) === 1, `two starts: ${JSON.stringify(starts)}`);
  expect(codes(starts).every((code) => code === "already-begun"), `starts refused as ${codes(starts)}`);

  // The decision of a seat, four times under one id and then under four.
  const players = people.filter((person) => person.rooms.get(room).seat !== null);
  const turn = (legal) => players.find((person) => legal(person.rooms.get(room).view?.legal ?? {}));
  for (const sameId of [true, false]) {
    if (!(await until(() => turn((legal) => Object.keys(legal).length), 20))) return 4;
    const player = turn((legal) => Object.keys(legal).length);
    const { view, board } = player.rooms.get(room);
    const move = chooseMove(company.random, view, board);
    if (!move) continue;
    const sockets = player === maker ? four : [player];
    const id = player.newId();
    const answers = await Promise.all(
      sockets.map((socket) =>
        socket.act({ t: "move", room, decision: view.decision, move, id: sameId ? id : player.newId() }),
      ),
    );
    // A robot's or another player's answer may have closed the decision first.
    const done = acks(answers);
    expect(distinct(done.map((each) => each.seq)) <= 1, `one decision: ${JSON.stringify(answers)}`);
    expect(!sameId || [0, sockets.length].includes(done.length), `one move: ${JSON.stringify(answers)}`);
  }

  // The id of an act that was done, with another content: the old answer, and nothing new.
  const id = maker.newId();
  const said = await maker.act({ t: "chat", room, text: "first", id });
  const again = await four[1].act({ t: "chat", room, text: "second", id });
  expect(said.t === "ack" && again.t === "ack", `an id again: ${JSON.stringify([said, again])}`);
  const lockId = maker.newId();
  const robot = maker.rooms.get(room).table.seats.findIndex((each) => each.occupant?.kind === "robot");
  const locked = await maker.act({ t: "lock", room, seat: robot, locked: true, id: lockId });
  const unlocked = await four[2].act({ t: "lock", room, seat: robot, locked: false, id: lockId });
  expect(locked.t === "ack" && unlocked.seq === locked.seq, `an id again: ${JSON.stringify([locked, unlocked])}`);
  await sleep(20);
  expect(maker.rooms.get(room).table.seats[robot].locked === true, "an act with the id of another was done");
  const texts = maker.lines.filter((line) => line.room === room).map((line) => line.text);
  expect(!texts.includes("second"), "a line with the id of another was said");
  for (const client of [...people, ...four.slice(1)]) client.part(room);
  return 7;
}

export const calls = {
  ...callsOf(() => company),

  begin(words) {
    company = new Company(words);
  },

  /** Race so many times; return how often, and what went wrong. */
  async race({ rounds }) {
    const wrong = [];
    let races = 0;
    for (let number = 0; number < rounds; number += 1) races += await round(number, wrong);
    return { races, wrong };
  },
};
