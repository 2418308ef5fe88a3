/** A WebSocket in bytes, for what no honest client does: pings without end, and never reading. */

import { randomBytes } from "node:crypto";
import { connect } from "node:net";

export const TEXT = 1;
export const PING = 9;

/** Return a frame of a client, masked as RFC 6455 demands. */
export function frame(opcode, payload) {
  const body = Buffer.from(payload);
  const length =
    body.length < 126
      ? Buffer.from([0x80 | body.length])
      : body.length < 65536
        ? Buffer.from([0xfe, body.length >> 8, body.length & 255])
        : Buffer.concat([Buffer.from([0xff, 0, 0, 0, 0]), Buffer.from(new Uint32Array([body.length]).buffer).swap32()]);
  const mask = randomBytes(4);
  for (let place = 0; place < body.length; place += 1) body[place] ^= mask[place & 3];
  return Buffer.concat([Buffer.from([0x80 | opcode]), length, mask, body]);
}

/** Open a WebSocket at an address such as ws://127.0.0.1:8000/ws; return the plain socket after the handshake. */
export function openRaw(address) {
  const { hostname, port, pathname } = new URL(address);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    socket.once("error", reject);
    socket.once("connect", () => {
      const key = randomBytes(16).toString("base64");
      socket.write(
        `GET ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
          `Sec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
      );
    });
    let head = "";
    const read = (bytes) => {
      head += bytes.toString("latin1");
      if (!head.includes("\r\n\r\n")) return;
      socket.off("data", read);
      socket.off("error", reject);
      if (head.startsWith("HTTP/1.1 101")) resolve(socket);
      else reject(new Error(head.split("\r\n")[0]));
    };
    socket.on("data", read);
  });
}
