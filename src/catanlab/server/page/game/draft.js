/** A deal that is being put together: pressing cards, and what the bank would take. No rule, only counts. */

import { RESOURCES } from "./resources.js";
import { noCards, sameCards, total } from "./moves.js";

/** @typedef {import("../table/types").Counts} Counts */
/** @typedef {{give: Counts, get: Counts}} Deal */
/** @typedef {import("../../protocol/wire").BankTrade} BankTrade */
/** @typedef {import("../../protocol/wire").OfferTemplate} OfferTemplate */
/** @typedef {import("../../protocol/wire").CounterTemplate} CounterTemplate */

const MOST = 19;

/** @returns {Deal} */
export function emptyDeal() {
  return { give: noCards(), get: noCards() };
}

/**
 * Put one card more or less on a side; a resource cannot be on both, so the other side loses it.
 * @template {Deal} D
 * @param {D} deal
 * @param {"give" | "get"} side
 * @param {number} index of the resource
 * @param {1 | -1} by
 * @param {readonly number[]} [hand] no more than this can be given
 * @returns {D}
 */
export function change(deal, side, index, by, hand) {
  const most = side === "give" && hand ? hand[index] : MOST;
  const count = Math.max(0, Math.min(most, deal[side][index] + by));
  const other = side === "give" ? "get" : "give";
  const counts = deal[side].with(index, count);
  return { ...deal, [side]: counts, [other]: count ? deal[other].with(index, 0) : deal[other] };
}

/**
 * Whom a deal goes to: those that were chosen, without those who have said no to it and were not chosen again.
 * @param {readonly number[]} others the seats that there are
 * @param {{to: readonly number[] | null, again: readonly number[]}} draft
 * @param {readonly number[]} refused the seats that have said no to this very deal
 */
export function goesTo(others, { to, again }, refused) {
  return (to ?? others).filter((seat) => !refused.includes(seat) || again.includes(seat));
}

/**
 * Choose a seat, or leave it out.
 * @template {{to: number[] | null, again: number[]}} D
 * @param {readonly number[]} others
 * @param {D} draft
 * @param {readonly number[]} refused
 * @param {number} seat
 * @returns {D}
 */
export function toggled(others, draft, refused, seat) {
  const without = (/** @type {readonly number[]} */ seats) => seats.filter((each) => each !== seat);
  const chosen = without(draft.to ?? others);
  const again = without(draft.again);
  if (goesTo(others, draft, refused).includes(seat)) return { ...draft, to: chosen, again };
  const insists = refused.includes(seat) ? [...again, seat] : again;
  return { ...draft, to: [...chosen, seat].sort(), again: insists };
}

/** @param {Deal} deal */
export function isEmpty({ give, get }) {
  return total(give) + total(get) === 0;
}

/**
 * The first resource of which more is given than one has.
 * @param {readonly number[]} give
 * @param {readonly number[]} hand
 */
export function lacking(give, hand) {
  return RESOURCES.find((_, i) => give[i] > hand[i]) ?? null;
}

/**
 * Whether an offer is open to a seat.
 * @param {Deal} deal
 * @param {number[]} to
 * @param {OfferTemplate | undefined} offer
 */
export function canOffer(deal, to, offer) {
  if (!offer || offer.left <= 0 || !fair(deal)) return false;
  return !lacking(deal.give, offer.max) && to.length > 0 && to.every((seat) => offer.to.includes(seat));
}

/**
 * @param {Deal} deal
 * @param {CounterTemplate | undefined} counter
 */
export function canCounter(deal, counter) {
  if (!counter || !fair(deal) || lacking(deal.give, counter.max)) return false;
  return !(sameCards(deal.give, counter.except.give) && sameCards(deal.get, counter.except.get));
}

/** @param {Deal} deal */
function fair({ give, get }) {
  return total(give) > 0 && total(get) > 0 && give.every((count, i) => !count || !get[i]);
}

/**
 * The trades with the bank that a deal is: each gives one card. None if it does not come out even, or if one of them
 * is not open.
 * @param {Deal} deal
 * @param {BankTrade[]} open
 * @param {readonly number[]} hand
 * @param {readonly number[] | null} bank what the bank has, null where it has no limit
 * @returns {string[]} moves, in order
 */
export function bankMoves({ give, get }, open, hand, bank) {
  if (bank && get.some((count, i) => count > bank[i])) return [];
  /** @type {string[]} */
  const moves = [];
  const wanted = RESOURCES.flatMap((resource, i) => Array(get[i]).fill(resource));
  for (const [i, resource] of RESOURCES.entries()) {
    if (!give[i]) continue;
    const trade = open.find((each) => each.give === resource);
    if (!trade || give[i] % trade.ratio || give[i] > hand[i]) return [];
    for (let left = give[i]; left > 0; left -= trade.ratio) {
      const card = wanted.shift();
      if (!card || !trade.get.includes(card)) return [];
      moves.push(`bank ${trade.ratio} ${resource} for 1 ${card}`);
    }
  }
  return wanted.length ? [] : moves;
}

/**
 * The best rate of the bank for what is given, or for anything if that is nothing.
 * @param {Deal} deal
 * @param {readonly number[]} ratios
 */
export function bestRatio({ give }, ratios) {
  const given = ratios.filter((_, i) => give[i] > 0);
  return Math.min(...(given.length ? given : ratios));
}
