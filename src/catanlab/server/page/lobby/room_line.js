/** A room in words: what it is called, how it plays, and what one can do there. */

import { roomName } from "../parts/seats.js";

import { isWithoutTrade, pointsToWin } from "../parts/rules.js";

/** @typedef {import("../types").Words} Words */
/** @typedef {import("../../protocol/wire").RoomLine} RoomLine */


/**
 * What a table in a list is called.
 * @param {Words} words
 * @param {RoomLine} room
 */
export function titleOf(words, room) {
  return roomName(words, room, room.seats);
}

/**
 * "Waiting for 2 · 10 points · clocks"
 * @param {Words} words
 * @param {RoomLine} room
 */
export function detailsOf(words, room) {
  const free = freeSeats(room);
  const goal = pointsOf(room);
  const parts = [
    ...(room.status === "waiting" && free ? [words.text("games.waitingFor", { n: free })] : []),
    ...(room.turn ? [words.text("games.turn", { n: room.turn })] : []),
    room.turn && room.points ? words.text("games.pointsSoFar", { n: room.points, goal }) : words.text("games.points", { n: goal }),
    ...(room.clocks ? [words.text("games.clocks")] : []),
    ...(isWithoutTrade(room.rules) ? [words.text("games.noTrade")] : []),
    ...(room.spectators ? [words.text("games.watching", { n: room.spectators })] : []),
  ];
  return parts.join(" · ");
}

/** @param {RoomLine} room */
export function pointsOf(room) {
  return pointsToWin(room.rules);
}

/**
 * How many seats anybody may take: empty ones before the start, those of robots that are not locked later.
 * @param {RoomLine} room
 */
function freeSeats(room) {
  return room.free ?? 0;
}

/**
 * What somebody can do at a table: go back to the own seat, join before the start, sit down for a robot, or watch.
 * @param {RoomLine} room
 * @param {string} person empty for somebody who has not come in
 * @returns {"return" | "join" | "sit" | "watch"}
 */
export function doorOf(room, person) {
  if (person && room.seats.some((seat) => seat.person === person)) return "return";
  if (!freeSeats(room)) return "watch";
  return room.status === "waiting" ? "join" : "sit";
}
