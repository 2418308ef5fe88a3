/** A new game as its form has it, and as the server wants it. */

import { readJson, writeJson } from "../app/settings.js";

/** @typedef {import("./types").NewGame} NewGame */
/** @typedef {import("../../protocol/wire").RoomOptions} RoomOptions */

const KEY = "catanlab.newgame";

export const LEVELS = ["easy", "medium", "hard", "expert", "champion"];
export const LAYOUTS = ["random", "no-adjacent-reds", "beginner", "tournament", "random-numbers"];
export const SIZES = [2, 3, 4];
export const LEAST_POINTS = 3;
export const MOST_POINTS = 20;

/** Clocks in seconds, as `/api/choices` has them. */
export const PACES = {
  none: null,
  relaxed: { decision: 120, bank: 300, answer: 40, discard: 60, grant: 120 },
  normal: { decision: 60, bank: 120, answer: 20, discard: 30, grant: 60 },
  quick: { decision: 25, bank: 60, answer: 12, discard: 20, grant: 30 },
};
const SPEEDS = { slow: 2.5, usual: 1, fast: 0.3 };
const LATE_SEVENS_ROUNDS = 2;

/** @type {NewGame} */
const USUAL = {
  title: "",
  public: true,
  players: 4,
  points: 10,
  robots: ["medium", "medium", "medium"],
  pace: "none",
  board: "random",
  speed: "usual",
  trade: true,
  friendlyRobber: false,
  lateSevens: false,
};

/**
 * What the person chose last; the storage may hold anything.
 * @returns {NewGame}
 */
export function readNewGame() {
  const kept = readJson(KEY);
  /** @param {unknown[]} values @param {"players" | "pace" | "board" | "speed"} name */
  const oneOf = (values, name) => (values.includes(kept[name]) ? kept[name] : USUAL[name]);
  /** @param {"public" | "trade" | "friendlyRobber" | "lateSevens"} name */
  const flag = (name) => (typeof kept[name] === "boolean" ? kept[name] : USUAL[name]);
  const robots = Array.isArray(kept.robots) ? kept.robots : USUAL.robots;
  const isPoints = Number.isInteger(kept.points) && kept.points >= LEAST_POINTS && kept.points <= MOST_POINTS;
  return {
    title: typeof kept.title === "string" ? kept.title.slice(0, 40) : "",
    public: flag("public"),
    players: oneOf(SIZES, "players"),
    points: isPoints ? kept.points : USUAL.points,
    robots: USUAL.robots.map((usual, i) => (LEVELS.includes(robots[i]) ? robots[i] : usual)),
    pace: oneOf(Object.keys(PACES), "pace"),
    board: oneOf(LAYOUTS, "board"),
    speed: oneOf(Object.keys(SPEEDS), "speed"),
    trade: flag("trade"),
    friendlyRobber: flag("friendlyRobber"),
    lateSevens: flag("lateSevens"),
  };
}

/** @param {NewGame} game */
export function keepNewGame(game) {
  writeJson(KEY, game);
}

/**
 * The options of the room for somebody who sits in this seat: the robots are in the others.
 * @param {NewGame} game
 * @param {number} seat
 * @returns {RoomOptions}
 */
export function roomOptions(game, seat) {
  const robots = game.robots.slice(0, game.players - 1);
  robots.splice(seat, 0, robots[0] ?? LEVELS[1]);
  return {
    title: game.title.trim(),
    public: game.public,
    rules: rulesOf(game),
    board: game.board === USUAL.board ? "" : game.board,
    robots,
    pace: PACES[game.pace],
    robot_seconds: SPEEDS[game.speed],
  };
}

/** @param {NewGame} game */
function rulesOf(game) {
  const fields = [game.trade ? "trading" : "base"];
  if (game.players !== USUAL.players) fields.push(`players=${game.players}`);
  if (game.points !== USUAL.points) fields.push(`points_to_win=${game.points}`);
  if (game.friendlyRobber) fields.push("friendly_robber=yes");
  if (game.lateSevens) fields.push(`no_sevens_rounds=${LATE_SEVENS_ROUNDS}`);
  return fields.join(",");
}
