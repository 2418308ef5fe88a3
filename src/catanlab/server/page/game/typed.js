/** What somebody types at the table: a move of the notation, a move that is not quite one, or chat. */

import { dealText, readMove } from "./moves.js";

/** The words that begin a move, with an example of each. Dice and draws are not typed. */
const EXAMPLES = {
  roll: "roll",
  "end turn": "end turn",
  road: "road 12-17",
  settlement: "settlement 38",
  city: "city 38",
  "buy card": "buy card",
  knight: "knight",
  "road building": "road building",
  plenty: "plenty wood ore",
  monopoly: "monopoly sheep",
  bank: "bank 4 wood for 1 ore",
  offer: "offer 1 wood for 1 ore",
  accept: "accept",
  reject: "reject",
  counter: "counter 2 wood for 1 ore",
  confirm: "confirm 2",
  take: "take 2",
  cancel: "cancel",
  discard: "discard wood ore",
  robber: "robber 7 from 2",
  skip: "skip",
};

/** After these words a number or a resource is meant as a move even if it is wrong; other words are talk. */
const MEANT = new RegExp(
  "^(?:(?:road|settlement|city|robber|confirm|take|bank|offer|counter|discard) \\d" +
    "|(?:plenty|monopoly|discard) (?:wood|clay|sheep|wheat|ore)\\b)",
);

/**
 * @param {string} text
 * @param {{others: number[]}} table the seats that an offer without seats goes to
 * @returns {{move: string} | {example: string} | null} a move; what it should look like; or null for chat
 */
export function readTyped(text, { others }) {
  const plain = text
    .trim()
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(/(\d) ?[-–] ?(\d)/g, "$1-$2");
  const words = plain.replace(/[.!]$/, "");
  const found = readMove(words);
  if (found && found.kind in EXAMPLES && !/ by \d$/.test(words)) {
    if (found.kind === "offer" && found.give && found.get) {
      const to = found.to?.length ? found.to : others;
      return { move: `offer ${dealText(found.give, found.get)} to ${to.join(" ")}` };
    }
    if (found.kind === "discard" || found.kind === "plenty")
      return { move: `${found.kind} ${found.cards?.join(" ")}` };
    return { move: words };
  }
  if (!MEANT.test(plain)) return null;
  return { example: EXAMPLES[/** @type {keyof typeof EXAMPLES} */ (plain.split(" ")[0])] };
}
