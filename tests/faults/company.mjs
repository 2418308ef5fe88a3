/**
 * The people of a run: all of them are asked at its end what they were told, and what the server says then.
 *
 * A module of scenarios makes its clients here, and passes `callsOf` on to the driver.
 */

import { writeFileSync } from "node:fs";

import { Client, randomOf, sleep, until } from "./client.mjs";

export class Company {
  constructor({ addresses, seed, patience = 6 }) {
    this.addresses = addresses;
    this.seed = seed;
    this.patience = patience;
    this.random = randomOf(seed);
    this.clients = [];
    /** The invitations to rooms, by name. */
    this.invitations = new Map();
    /** Refusals that nothing explains. */
    this.oddities = [];
    this.over = false;
  }

  /** Make a person, or with a token another connection of one; everybody begins at another server. */
  make(name, words = {}) {
    const turn = this.clients.length % this.addresses.length;
    const addresses = [...this.addresses.slice(turn), ...this.addresses.slice(0, turn)];
    const random = randomOf(this.random.below(2 ** 31));
    const client = new Client(addresses, name, { random, patience: this.patience, ...words });
    this.clients.push(client);
    return client;
  }

  /** Follow a room, and remember how to come back to it. */
  follow(client, { room, invitation = "" }) {
    if (invitation) this.invitations.set(room, invitation);
    return client.follow(room, this.invitations.get(room) ?? "");
  }

  get acknowledged() {
    return this.clients.reduce((sum, client) => sum + client.acknowledged.length, 0);
  }
}

/** Return the calls of the driver that every module with a company has. */
export function callsOf(company) {
  return {
    /** Return how many acts are acknowledged, and how many are not answered yet. */
    counts() {
      const { clients, acknowledged } = company();
      return { acknowledged, pending: clients.reduce((sum, client) => sum + client.pending.size, 0) };
    },

    /** Wait until so many more acts are acknowledged. */
    async acts({ more, seconds }) {
      const mark = company().acknowledged + more;
      const inTime = await until(() => company().acknowledged >= mark, seconds, 2);
      return { inTime, acknowledged: company().acknowledged };
    },

    /** Let everybody connect to other addresses from the next time on. */
    addresses({ addresses }) {
      company().addresses = addresses;
      for (const client of company().clients) {
        client.addresses = [...addresses];
        if (!addresses.includes(client.address)) client.address = addresses[0];
      }
    },

    /** Let everybody end, wait for open answers, leave the rooms, and write all that was told to a file. */
    async end({ path, seconds }) {
      const { clients, oddities } = company();
      company().over = true;
      await until(() => clients.every((client) => !client.pending.size), seconds);
      for (const client of clients) for (const name of [...client.rooms.keys()]) client.part(name);
      await sleep(100);
      writeFileSync(path, JSON.stringify({ clients: clients.map((client) => client.report()) }));
      return { oddities: oddities.slice(0, 20) };
    },

    /** Ask the server for the history of every room that anybody saw, through each pair of eyes; write it. */
    async histories({ path }) {
      const { clients, invitations } = company();
      const found = [];
      const lost = [];
      await Promise.all(
        clients.map(async (client) => {
          const rooms = new Set(client.report().seen.map((each) => each.room));
          for (const name of rooms) {
            try {
              await client.follow(name, invitations.get(name) ?? "");
              found.push(await client.history(name));
            } catch (error) {
              lost.push({ room: name, person: client.person, why: String(error.message) });
            }
            client.part(name);
          }
        }),
      );
      writeFileSync(path, JSON.stringify({ histories: found, lost }));
      return { histories: found.length, lost };
    },

    /** End all connections. */
    async close() {
      await Promise.all(company().clients.map((client) => client.close()));
    },
  };
}
