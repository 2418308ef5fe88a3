/** Lines as plain sentences, for the live region and wherever no chips are drawn. */

import { countsText } from "./resources.js";
import { spokenText } from "./spoken.js";
import { nameOf } from "../parts/seats.js";

/** @typedef {import("../types").Words} Words */
/** @typedef {import("../types").Game} Game */
/** @typedef {import("./lines.js").Line} Line */
/** @typedef {import("./lines.js").Value} Value */

/**
 * Who is who for a reader: the reader's own seat is "you", null for a spectator and for texts without "you".
 * @typedef {object} People
 * @property {number | null} seat
 * @property {number} count how many seats there are
 * @property {(seat: number) => string} name
 * @property {(hex: number) => string} hex "wheat 6"
 * @property {import("../../protocol/wire").Board | null} [board] to tell where a spot is
 * @property {(seq: number) => People} [at] the same people as they were called at an event
 */

/**
 * @param {Words} words
 * @param {Game} game
 * @returns {People}
 */
export function peopleOf(words, game) {
  const former = formerNames(game);
  const name = (/** @type {number} */ seat) => nameOf(words, game, seat);
  const people = {
    seat: game.seat,
    count: game.view?.seats.length ?? game.table?.seats.length ?? 0,
    name,
    hex: (/** @type {number} */ id) => hexName(words, game.board?.hexes[id]),
    board: game.board,
  };
  const at = (/** @type {number} */ seq) => ({
    ...people,
    name: (/** @type {number} */ seat) => former.find((one) => one.seat === seat && seq < one.until)?.name ?? name(seat),
  });
  return { ...people, at };
}

/**
 * Who sat in a seat before somebody else did, as far as the events tell: a robot may have taken it since.
 * @param {Game} game
 */
function formerNames({ events, table }) {
  /** @type {Map<number, string>} */
  const known = new Map();
  /** @type {{seat: number, name: string, until: number}[]} */
  const former = [];
  for (const { seq, event } of events) {
    if (event?.e !== "seated") continue;
    const info = table?.seats[event.seat];
    const name = known.get(event.seat) ?? (event.away && info?.away ? info.kept_for : "");
    if (name) former.push({ seat: event.seat, name, until: seq });
    known.set(event.seat, event.occupant.name ?? "");
  }
  return former;
}

/**
 * @param {Words} words
 * @param {import("../../protocol/wire").BoardHex | undefined} hex
 */
function hexName(words, hex) {
  if (!hex?.resource) return words.text("line.desert");
  return `${words.text(`resource.${hex.resource}`)} ${hex.number}`;
}

/**
 * The key of a line in the catalogue: what the reader did has a sentence of its own.
 * @param {Line} line
 * @param {People} people
 */
export function keyOf(line, people) {
  const own = line.seat !== null && line.seat === people.seat;
  return `line.${line.key}${own ? ".you" : ""}`;
}

/**
 * @param {Words} words
 * @param {Line} line
 * @param {People} people
 */
export function whoText(words, line, people) {
  if (line.seat === null) return line.name ?? "";
  return line.seat === people.seat ? words.text("line.You") : people.name(line.seat);
}

/**
 * A value as text: players by name, the reader as "you".
 * @param {Words} words
 * @param {Value} value
 * @param {People} people
 * @returns {string}
 */
export function valueText(words, value, people) {
  if (typeof value !== "object") return String(value);
  if ("seat" in value) return playerText(words, value.seat, people);
  if ("seats" in value) return playersText(words, value.seats, people);
  if ("cards" in value) return countsText(words, value.cards);
  if ("signs" in value)
    return words.list(value.signs.map((resource) => words.text(`resource.${resource}`)));
  if ("hex" in value) return people.hex(value.hex);
  if ("card" in value) return words.text(`line.card.${value.card.replaceAll(" ", "_")}`);
  return value.gains
    .map((gain) => `${gainerText(words, gain.seat, people)} ${gainText(words, gain)}`)
    .join(", ");
}

/**
 * @param {Words} words
 * @param {number} seat
 * @param {People} people
 */
export function playerText(words, seat, people) {
  return seat === people.seat ? words.text("line.you") : people.name(seat);
}

/**
 * Who got something, in a list of who got what.
 * @param {Words} words
 * @param {number} seat
 * @param {People} people
 */
export function gainerText(words, seat, people) {
  return seat === people.seat ? words.text("line.youToo") : people.name(seat);
}

/**
 * Several players: "everybody" if nobody is left out.
 * @param {Words} words
 * @param {number[]} seats
 * @param {People} people
 */
export function playersText(words, seats, people) {
  if (seats.length > 1 && seats.length >= people.count - 1) return words.text("line.everybody");
  return words.list(seats.map((seat) => playerText(words, seat, people)));
}

/**
 * @param {Words} words
 * @param {{cards: number[] | null, count: number}} gain
 */
export function gainText(words, { cards, count }) {
  return cards ? countsText(words, cards) : words.text("line.cards", { n: count });
}

/**
 * What a player or robot said, with names in place of "seat 2".
 * @param {string} text
 * @param {People} people
 */
export function withNames(text, people) {
  return text.replace(/\bseat (\d)\b/gi, (all, seat) =>
    Number(seat) < people.count ? people.name(Number(seat)) : all,
  );
}

/**
 * A line as one sentence.
 * @param {Words} words
 * @param {Line} line
 * @param {People} now
 */
export function sentence(words, line, now) {
  const people = now.at?.(line.seq) ?? now;
  const who = whoText(words, line, people);
  if (line.tone === "why") return words.text("line.why", { who, text: spokenText(words, line.text ?? "", people) });
  if (line.tone === "said")
    return words.text("line.said", { who, text: spokenText(words, line.text ?? "", people) });
  if (line.key === "rolled" || line.key === "rolledFor") return rolledSentence(words, line, people);
  if (line.key === "offered" && toReader(line, people)) {
    const { give, get } = texts(words, line, people);
    return words.text("line.offersYou", { who, give, get });
  }
  const told = withStop(words.text(keyOf(line, people), { who, ...texts(words, line, people) }));
  return line.late ? `${told} ${words.text("line.late")}` : told;
}

/** @param {string} text lines that end with cards have no full stop in the log, but are spoken with one */
function withStop(text) {
  return /[.?!…]$/.test(text) ? text : `${text}.`;
}

/**
 * @param {Line} line
 * @param {People} people
 */
function toReader(line, people) {
  const to = line.values.to;
  return typeof to === "object" && "seats" in to && people.seat !== null && to.seats.includes(people.seat);
}

/**
 * "Tobor rolled 9. You get nothing. Marvin gets 1 wheat."
 * @param {Words} words
 * @param {Line} line
 * @param {People} people
 */
function rolledSentence(words, line, people) {
  const who = whoText(words, line, people);
  const value = /** @type {{gains: {seat: number, cards: number[] | null, count: number}[]}} */ (
    line.values.gains
  );
  const own = value.gains.find(({ seat }) => seat === people.seat);
  const others = value.gains.filter(({ seat }) => seat !== people.seat);
  const told = [
    words.text(keyOf({ ...line, key: "rolled" }, people), { who, sum: Number(line.values.sum) }),
  ];
  if (people.seat !== null && line.values.sum !== 7)
    told.push(
      words.text("line.youGet", { cards: own ? gainText(words, own) : words.text("cards.nothing") }),
    );
  for (const gain of others)
    told.push(words.text("line.gets", { who: people.name(gain.seat), cards: gainText(words, gain) }));
  return told.join(" ");
}

/**
 * @param {Words} words
 * @param {Line} line
 * @param {People} people
 * @returns {Record<string, string | number>}
 */
function texts(words, line, people) {
  return Object.fromEntries(
    Object.entries(line.values).map(([name, value]) => [
      name,
      typeof value === "number" ? value : valueText(words, value, people),
    ]),
  );
}
