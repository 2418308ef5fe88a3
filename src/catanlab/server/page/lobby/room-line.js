/** A room in words: what it is called, how it plays, and what one can do there. */

/** @typedef {import("../types").Words} Words */
/** @typedef {import("../../protocol/wire").RoomLine} RoomLine */
/** @typedef {import("../../protocol/wire").Occupant} Occupant */

const USUAL_POINTS = 10;
const WITHOUT_TRADE = /^(base|szita|roelofs|tuma|catanatron)(,|$)/;

/**
 * What a table is called; after its first player if nobody gave it a name.
 * @param {Words} words
 * @param {RoomLine} room
 */
export function titleOf(words, room) {
  if (room.title) return room.title;
  const people = room.seats.filter(({ kind }) => kind === "person");
  if (people[0]?.name) return words.text("games.tableOf", { name: people[0].name });
  return words.text(room.seats.every(({ kind }) => kind === "robot") ? "games.robotsOnly" : "games.table");
}

/**
 * "Waiting for 2 · 10 points · clocks"
 * @param {Words} words
 * @param {RoomLine} room
 */
export function detailsOf(words, room) {
  const free = freeSeats(room);
  const noTrade = WITHOUT_TRADE.test(room.rules) && !room.rules.includes("player_trade=yes");
  const parts = [
    ...(room.status === "waiting" && free ? [words.text("games.waitingFor", { n: free })] : []),
    words.text("games.points", { n: pointsOf(room) }),
    ...(room.clocks ? [words.text("games.clocks")] : []),
    ...(noTrade ? [words.text("games.noTrade")] : []),
    ...(room.spectators ? [words.text("games.watching", { n: room.spectators })] : []),
  ];
  return parts.join(" · ");
}

/** @param {RoomLine} room */
export function pointsOf(room) {
  const [, points] = /(?:^|,)\s*points_to_win=(\d+)/.exec(room.rules) ?? [];
  if (points) return Number(points);
  return room.rules.startsWith("tuma") ? 7 : USUAL_POINTS;
}

/** @param {RoomLine} room */
export function freeSeats(room) {
  return room.seats.filter(({ kind }) => kind === "nobody").length;
}

/**
 * What somebody can do at a table: go back to the own seat, join before the start, sit down for a robot, or watch.
 * @param {RoomLine} room
 * @param {string} person empty for somebody who has not come in
 * @returns {"return" | "join" | "sit" | "watch"}
 */
export function doorOf(room, person) {
  if (person && room.seats.some((seat) => seat.person === person)) return "return";
  if (room.status === "waiting") return freeSeats(room) ? "join" : "watch";
  return room.seats.some(isReplaceable) ? "sit" : "watch";
}

/**
 * Whether a robot sits there for nobody in particular.
 * @param {Occupant} seat
 */
function isReplaceable(seat) {
  return seat.kind === "robot" && !seat.person;
}
