/** Connections that ping as fast as they can and never read what the server answers. */

import { sleep } from "./client.mjs";
import { PING, TEXT, frame, openRaw } from "./raw_socket.mjs";

/** Ping so often; return how many pings the server took, and whether it ended the connection. */
async function flood(address, name, pings, seconds) {
  const socket = await openRaw(address);
  socket.pause();
  let ended = false;
  socket.on("error", () => (ended = true));
  socket.on("close", () => (ended = true));
  socket.write(frame(TEXT, JSON.stringify({ t: "hello", protocol: 1, name })));
  await sleep(300);
  const burst = Buffer.concat(Array.from({ length: 500 }, () => frame(PING, Buffer.alloc(125, 120))));
  const end = performance.now() + 1000 * seconds;
  let pong = performance.now();
  let sent = 0;
  while (!ended && sent < pings && performance.now() < end) {
    const flushed = new Promise((resolve) => socket.write(burst, resolve));
    await Promise.race([flushed, sleep(1000)]);
    sent += 500;
    // It looks alive: the server hears from it every few seconds.
    if (performance.now() - pong > 5000) {
      pong = performance.now();
      socket.write(frame(TEXT, '{"t":"pong","n":1}'));
    }
    // A full buffer is not filled further: the pings are to reach the server, not to wait here.
    while (!ended && socket.writableLength > burst.length && performance.now() < end) await sleep(5);
  }
  // What was written is read before the end is: the server has to deal with all of it.
  await Promise.race([new Promise((resolve) => socket.end(resolve)), sleep(2000)]);
  await sleep(1000);
  socket.destroy();
  return { sent, ended };
}

export const calls = {
  /** Let so many connections flood a server with so many pings each, for so many seconds at the most. */
  async flood({ address, connections, pings, seconds }) {
    const names = Array.from({ length: connections }, (_, number) => `Flood ${number}`);
    const found = await Promise.all(names.map((name) => flood(address, name, pings, seconds)));
    return {
      pings: found.reduce((sum, each) => sum + each.sent, 0),
      ended: found.filter((each) => each.ended).length,
    };
  },
};
