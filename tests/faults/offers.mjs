/** People who make one offer after the other to robots, and note when each robot answers. */

import { Client, randomOf, sleep } from "./client.mjs";
import { chooseMove } from "./player.mjs";

const RESOURCES = ["wood", "clay", "sheep", "wheat", "ore"];
const OFFERS_IN_A_TURN = 15;

class Asker {
  constructor(work, number) {
    this.work = work;
    this.random = randomOf(31 * work.seed + number);
    this.client = new Client([work.address], `Asker ${work.seed}-${number}`, { random: this.random, patience: 60 });
    this.open = null;
    this.turn = -1;
    this.offers = 0;
  }

  async run() {
    const { work, client } = this;
    await client.open();
    const options = { rules: "trading,offers_per_turn=100", robots: work.robots, robot_seconds: work.robotSeconds, interest_buttons: false };
    const made = await client.act({ t: "quick", options, robots: true, seat: 0 });
    if (made.t !== "ack") throw new Error(JSON.stringify(made));
    client.onMessage = (message) => this.#heard(message);
    const room = await client.follow(made.room, made.invitation ?? "");
    while (!work.isDone() && !room.ended) {
      await sleep(10);
      const move = this.#next(room);
      if (move) await client.act({ t: "move", room: room.name, decision: room.view.decision, move });
    }
    await client.close();
  }

  #next(room) {
    const { view, board } = room;
    if (!view?.legal) return null;
    if (view.turn !== this.turn) [this.turn, this.offers] = [view.turn, 0];
    const { offer, cancel } = view.legal;
    if (view.phase === "answering" && view.on_turn === room.seat) return null;
    if (cancel && view.phase !== "main") return "cancel";
    if (offer && this.offers < OFFERS_IN_A_TURN) {
      const can = RESOURCES.filter((_, place) => offer.max[place] > 0);
      if (can.length) {
        this.offers += 1;
        const give = this.random.pick(can);
        const get = this.random.pick(RESOURCES.filter((name) => name !== give));
        return `offer 1 ${give} for ${1 + this.random.below(2)} ${get} to ${offer.to.join(" ")}`;
      }
    }
    return chooseMove(this.random, view, board);
  }

  #heard(message) {
    if (message.t !== "update") return;
    const now = performance.now();
    for (const { seq, at, event } of message.events ?? []) {
      if (event?.e !== "moved") continue;
      const kind = event.move.split(" ")[0];
      if (event.seat === 0 && kind === "offer") this.open = { room: message.room, offer: event.move, from: seq, at, heard: now };
      else if (this.open && event.seat !== 0 && ["accept", "reject", "counter"].includes(kind)) {
        const { heard, at: begun, ...offer } = this.open;
        this.work.answers.push({ ...offer, seat: event.seat, answer: kind, seq, after: at - begun, heard: now - heard });
      } else this.open = null;
    }
  }
}

export const calls = {
  /** Let so many people ask until so many refusals came, or the time is over; return every answer. */
  async offer({ address, people, refusals, seconds, robots, robotSeconds, seed }) {
    const end = performance.now() + 1000 * seconds;
    const work = {
      address, robots, robotSeconds, seed, answers: [],
      isDone: () => performance.now() > end || work.answers.filter((each) => each.answer === "reject").length >= refusals,
    };
    await Promise.all(Array.from({ length: people }, (_, number) => new Asker(work, number).run()));
    return work.answers;
  },
};
