/** The lesson, step by step: where it stops, and what the learner does there. */

import { BOARD } from "./positions.js";

/** @typedef {keyof typeof import("./positions.js").POSITIONS} Stop */
/**
 * @typedef {object} Task
 * @property {"node" | "edge" | "hex"} pick what kind of place is chosen
 * @property {readonly number[]} right the places that lead on
 * @property {"settlement" | "city" | "road" | "robber" | null} piece what is placed there; null for a question
 */
/**
 * @typedef {object} Step
 * @property {string} id the sentences are `learn.ID.title`, `.text`, `.press` and `.hint`
 * @property {Stop} at
 * @property {Task} [task]
 * @property {boolean} [press] whether a button leads on, which does what it says
 * @property {readonly [readonly number[], readonly number[]]} [deal] what is given and got
 */

/** @type {readonly Step[]} */
export const STEPS = [
  { id: "island", at: "start" },
  { id: "numbers", at: "start", task: { pick: "hex", right: hexesWith(6, 8), piece: null } },
  { id: "settlement", at: "start", task: { pick: "node", right: [39], piece: "settlement" } },
  { id: "road", at: "settled", task: { pick: "edge", right: [edge(39, 44)], piece: "road" } },
  { id: "setup", at: "ready" },
  { id: "roll", at: "ready", press: true },
  {
    id: "offer",
    at: "rolled",
    press: true,
    deal: [
      [0, 0, 0, 1, 0],
      [0, 1, 0, 0, 0],
    ],
  },
  {
    id: "agree",
    at: "answered",
    press: true,
    deal: [
      [0, 0, 0, 1, 0],
      [0, 1, 0, 0, 0],
    ],
  },
  { id: "build", at: "traded", task: { pick: "edge", right: [edge(44, 48)], piece: "road" } },
  { id: "others", at: "grown" },
  { id: "grow", at: "grown", task: { pick: "node", right: [48], piece: "settlement" } },
  { id: "seven", at: "seven", task: { pick: "hex", right: [11], piece: "robber" } },
  { id: "city", at: "rich", task: { pick: "node", right: [48], piece: "city" } },
  {
    id: "bank",
    at: "bank",
    press: true,
    deal: [
      [0, 0, 0, 4, 0],
      [0, 0, 0, 0, 1],
    ],
  },
  {
    id: "card",
    at: "paid",
    press: true,
    deal: [
      [0, 0, 1, 1, 1],
      [0, 0, 0, 0, 0],
    ],
  },
  { id: "cards", at: "card" },
  { id: "awards", at: "knight" },
  { id: "win", at: "knight" },
];

/**
 * The number of an edge, by its two nodes.
 * @param {number} a
 * @param {number} b
 */
function edge(a, b) {
  return BOARD.edges.findIndex(([from, to]) => from === a && to === b);
}

/** @param {...number} numbers */
function hexesWith(...numbers) {
  return BOARD.hexes.flatMap((hex, i) => (hex.number && numbers.includes(hex.number) ? [i] : []));
}
