/** What was said and answered in this turn: worked out from the events, so that a fresh load shows the same. */

import { readDeal, readMove, sameCards } from "./moves.js";
import { readAdvert } from "./statements.js";

/** @typedef {import("../types").Game} Game */
/** @typedef {import("../../protocol/wire").Asked} Asked */
/** @typedef {import("../../protocol/wire").OpenAsk} OpenAsk */
/** @typedef {import("../../protocol/wire").AnyEvent} AnyEvent */

/** @typedef {{seq: number, at: number, event: AnyEvent}} Seen */

/**
 * The events since the last end of a turn.
 * @param {Game} game
 * @returns {Seen[]}
 */
export function thisTurn({ events }) {
  const ended = events.findLastIndex(({ event }) => event?.e === "moved" && event.move === "end turn");
  return events.slice(ended + 1).flatMap(({ seq, at = 0, event }) => (event ? [{ seq, at, event }] : []));
}

/**
 * The events of this turn that may be told of: what was taken over from another game was said there.
 * @param {Game} game
 */
export function toldThisTurn(game) {
  return thisTurn(game).filter(({ seq }) => seq > (game.table?.taken_over ?? 0));
}

/**
 * Whether one of the new events settled a deal that a seat has made or offered last: as it was, or after a counter-offer.
 * @param {Game} game
 * @param {number} seat
 * @param {ReadonlySet<number>} fresh the numbers of the new events
 * @param {{give: readonly number[], get: readonly number[]}} deal
 */
export function isSettled({ events }, seat, fresh, deal) {
  const isIt = (/** @type {{give?: readonly number[], get?: readonly number[]} | null} */ other) =>
    other !== null && sameCards(other.give ?? [], deal.give) && sameCards(other.get ?? [], deal.get);
  let isOpen = false;
  for (const { seq, event } of events) {
    if (event?.e === "proposed" && event.seat === seat) isOpen = isIt(readDeal(event.deal));
    if (event?.e !== "moved") continue;
    const move = readMove(event.move);
    if (move?.kind === "offer" && event.seat === seat) isOpen = isIt(move);
    const { trade } = event.changes ?? {};
    if (trade && trade.with !== null && (trade.by === seat || trade.with === seat)) {
      const own = trade.by === seat ? trade : { give: trade.get, get: trade.give };
      if (fresh.has(seq) && (isOpen || isIt(own))) return true;
      isOpen = false;
    }
    if (move?.kind === "end turn") isOpen = false;
  }
  return false;
}

/**
 * The seats that said no in this turn to the very deal that a seat offered.
 * @param {Game} game
 * @param {number | null} seat
 * @param {{give: readonly number[], get: readonly number[]}} deal
 * @returns {number[]}
 */
export function refusers(game, seat, { give, get }) {
  /** @type {Set<number>} */
  const refused = new Set();
  let same = false;
  for (const { event } of thisTurn(game)) {
    if (event.e !== "moved") continue;
    const move = readMove(event.move);
    if (move?.kind === "offer")
      same = event.seat === seat && sameCards(move.give ?? [], give) && sameCards(move.get ?? [], get);
    else if (same && move?.kind === "reject") refused.add(event.seat);
  }
  return [...refused];
}

/**
 * What a seat was asked in this turn and has not answered, the newest first.
 * @param {Game} game
 * @param {number | null} seat
 * @returns {OpenAsk[]}
 */
export function openAsks(game, seat) {
  if (seat === null) return [];
  return (game.table?.asks ?? []).filter(({ waiting }) => waiting?.includes(seat)).reverse();
}

/**
 * What a seat said in this turn that it wants and has; null if nothing.
 * @param {Game} game
 * @param {number} seat
 */
export function advertOf(game, seat) {
  for (const { event } of toldThisTurn(game).reverse()) {
    if (!("seat" in event) || event.seat !== seat) continue;
    const advert =
      event.e === "said" ? readAdvert(event.text) : event.e === "asked" ? askedAdvert(event) : null;
    if (advert) return advert;
  }
  return null;
}

/**
 * @param {Asked} asked
 * @returns {{wants: string[], has: string[]} | null}
 */
function askedAdvert({ kind, resources, has = [] }) {
  if (kind === "need") return { wants: resources, has };
  return kind === "want" ? { wants: [], has: resources } : null;
}

/** How long words stand under a player's box, at the most. What was said of a turn goes with it. */
export const SAID_MS = 6000;

/**
 * The last thing that a seat said or chose to tell, if it is still to be seen: its event, or a line of chat.
 * @param {Game} game
 * @param {number} seat
 * @param {number} now milliseconds since 1970, as the server counts them
 * @returns {{at: number, event?: AnyEvent, seq: number, text?: string} | null}
 */
export function lastWords(game, seat, now) {
  const person = game.table?.seats[seat]?.occupant.person;
  const chat = person ? game.chat.findLast((line) => line.person === person) : undefined;
  const said = toldThisTurn(game).findLast(({ event }) => tells(event, seat));
  const newer =
    chat && (!said || chat.at >= said.at) ? { at: chat.at, seq: chat.seq, text: chat.text } : null;
  const last = newer ?? said ?? null;
  return last && now - last.at < SAID_MS ? last : null;
}

/** The moves of which a balloon tells. */
const TOLD = new Set(["accept", "reject", "counter", "cancel", "discard"]);

/**
 * @param {AnyEvent} event
 * @param {number} seat
 */
function tells(event, seat) {
  if (!("seat" in event) || event.seat !== seat) return false;
  switch (event.e) {
    case "said":
    case "asked":
    case "replied":
    case "explained":
      return true;
    case "moved":
      return TOLD.has(readMove(event.move)?.kind ?? "");
    default:
      return false;
  }
}

/**
 * The cards that a seat discarded last, as far as they are seen: those since the roll that wanted them.
 * @param {Game} game
 * @param {number} seat
 * @returns {string[]}
 */
export function lastDiscards({ events }, seat) {
  /** @type {string[]} */
  const cards = [];
  for (const { event } of events.toReversed()) {
    if (event?.e === "outcome" && event.move.startsWith("dice") && cards.length) break;
    if (event?.e !== "moved" || event.seat !== seat) continue;
    const move = readMove(event.move);
    if (move?.kind === "discard") cards.unshift(...(move.cards ?? []));
  }
  return cards;
}
