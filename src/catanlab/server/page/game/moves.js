/** Moves and deals as text: read for display, written for the wire. docs/reference/notation.md has all of them. */

import { RESOURCES } from "./resources.js";

/** @typedef {import("../table/types").Counts} Counts */

/**
 * A move, taken apart. What a kind does not have is left out.
 * @typedef {object} MoveText
 * @property {string} kind the words that begin it: "road", "end turn", "offer", "dice", ...
 * @property {number[]} [places] nodes of a road, a settlement or a city; the hex of the robber
 * @property {Counts} [give] of a deal, from the side of the seat that makes the move
 * @property {Counts} [get]
 * @property {number[]} [to] the seats that an offer goes to
 * @property {number} [with] the seat that is robbed, confirmed, taken or dealt with
 * @property {number} [sum] of the dice
 * @property {string} [card] a development card, or a resource; "unknown" where it is not seen
 * @property {string[]} [cards] the resources of a discard or of year of plenty
 * @property {number[]} [took] what a monopoly took, by seat
 */

/** @returns {Counts} */
export function noCards() {
  return [0, 0, 0, 0, 0];
}

/** @param {readonly number[]} counts */
export function total(counts) {
  return counts.reduce((sum, count) => sum + count, 0);
}

/**
 * @param {readonly number[]} a
 * @param {readonly number[]} b
 */
export function sameCards(a, b) {
  return a.every((count, i) => count === b[i]);
}

/**
 * "1 wood + 2 clay"
 * @param {readonly number[]} counts
 */
export function sideText(counts) {
  return RESOURCES.flatMap((resource, i) => (counts[i] ? [`${counts[i]} ${resource}`] : [])).join(" + ");
}

/**
 * "1 wood + 2 clay for 1 ore"
 * @param {readonly number[]} give
 * @param {readonly number[]} get
 */
export function dealText(give, get) {
  return `${sideText(give)} for ${sideText(get)}`;
}

/**
 * @param {string} text "1 wood + 2 clay"; several counts of a resource add up
 * @returns {Counts | null}
 */
function readSide(text) {
  const counts = noCards();
  for (const piece of text.split("+")) {
    const found = /^\s*(\d+) (\w+)\s*$/.exec(piece);
    const index = RESOURCES.indexOf(/** @type {any} */ (found?.[2]));
    if (!found || index < 0) return null;
    counts[index] += Number(found[1]);
  }
  return counts;
}

/**
 * @param {string} text "1 wood for 1 ore"
 * @returns {{give: Counts, get: Counts} | null}
 */
export function readDeal(text) {
  const [first, second, ...more] = text.split(" for ");
  if (second === undefined || more.length) return null;
  const give = readSide(first);
  const get = readSide(second);
  return give && get ? { give, get } : null;
}

/** @param {readonly string[]} resources */
export function countsOf(resources) {
  return RESOURCES.map((resource) => resources.filter((each) => each === resource).length);
}

/** @type {[RegExp, (found: string[]) => Omit<MoveText, "kind"> | null][]} */
const FORMS = [
  [/^(end turn|roll|buy card|knight|road building|accept|reject|cancel|skip)$/, () => ({})],
  [/^(road) (\d+)-(\d+)$/, ([, , a, b]) => ({ places: [Number(a), Number(b)] })],
  [/^(settlement|city) (\d+)$/, ([, , node]) => ({ places: [Number(node)] })],
  [/^(robber) (\d+)(?: from (\d))?$/, ([, , hex, seat]) => ({ places: [Number(hex)], ...seatOf(seat) })],
  [/^(bank|counter) (.+ for .+)$/, ([, , deal]) => readDeal(deal)],
  [/^(offer) (.+ for .+?)(?: to (\d(?:[ ,]+\d)*))?$/, ([, , deal, to]) => withSeats(readDeal(deal), to)],
  [/^(deal) (.+ for .+) with (\d)$/, ([, , deal, seat]) => withSeat(readDeal(deal), seat)],
  [/^(confirm|take) (\d)$/, ([, , seat]) => seatOf(seat)],
  [/^(plenty|discard) (.+)$/, ([, , cards]) => readCards(cards)],
  [/^(monopoly) (\w+)(?: took ([\d ]+))?$/, ([, , card, took]) => readMonopoly(card, took)],
  [/^(dice) (\d+)$/, ([, , sum]) => ({ sum: Number(sum) })],
  [/^(draw|steal) (.+)$/, ([, , card]) => ({ card })],
];

/**
 * @param {string} text a move of the notation; "by 2" at its end is left out, since events name the seat
 * @returns {MoveText | null}
 */
export function readMove(text) {
  const plain = text.trim().replace(/ by \d$/, "");
  for (const [form, read] of FORMS) {
    const found = form.exec(plain);
    const rest = found && read(found);
    if (rest) return { kind: found[1], ...rest };
  }
  return null;
}

/** @param {string | undefined} seat */
function seatOf(seat) {
  return seat === undefined ? {} : { with: Number(seat) };
}

/**
 * @param {{give: Counts, get: Counts} | null} deal
 * @param {string} seat
 */
function withSeat(deal, seat) {
  return deal && { ...deal, with: Number(seat) };
}

/**
 * @param {{give: Counts, get: Counts} | null} deal
 * @param {string | undefined} seats
 */
function withSeats(deal, seats) {
  return deal && { ...deal, to: seats ? seats.split(/[ ,]+/).map(Number) : [] };
}

/**
 * "wood wood ore", "unknown", and as people type it "2 wood 1 ore".
 * @param {string} text
 */
function readCards(text) {
  /** @type {string[]} */
  const cards = [];
  let count = 1;
  for (const word of text.split(/[ ,+]+/)) {
    if (/^\d+$/.test(word)) count = Math.min(Number(word), 95);
    else if (word === "unknown" || RESOURCES.includes(/** @type {any} */ (word))) {
      for (let i = 0; i < count; i++) cards.push(word);
      count = 1;
    } else return null;
  }
  return { cards };
}

/**
 * @param {string} card
 * @param {string | undefined} took
 */
function readMonopoly(card, took) {
  if (!RESOURCES.includes(/** @type {any} */ (card))) return null;
  return { card, took: took ? took.trim().split(" ").map(Number) : [] };
}
