/** What can become of the deal in the tray now, and why not: the page asks `legal`, and words it. */

import { bankMoves, bestRatio, canOffer, goesTo, lacking } from "../game/draft.js";
import { readDeal, sameCards, total } from "../game/moves.js";
import { refusers } from "../game/turn_talk.js";
import { cardsText, RESOURCES } from "../parts/cards.js";
import { othersOf } from "../parts/seats.js";

/** @typedef {import("./context.js").TableContext} TableContext */

/** @param {TableContext} table */
export function ownHand(table) {
  return table.view?.seats[table.seat ?? -1]?.hand ?? [0, 0, 0, 0, 0];
}

/** @param {TableContext} table */
export function onTurn(table) {
  return table.view !== null && table.view.on_turn === table.seat;
}

/**
 * The open offer of one's own seat.
 * @param {TableContext} table
 */
export function ownOffer(table) {
  const offer = table.view?.offer;
  return offer && offer.by === table.seat ? offer : null;
}

/**
 * The open proposal of one's own seat.
 * @param {TableContext} table
 */
export function ownProposal(table) {
  return table.game?.table?.proposals?.find(({ seat }) => seat === table.seat) ?? null;
}

/**
 * Whom the offer in the tray goes to: those that were chosen, else all who have not said no to it.
 * @param {TableContext} table
 * @returns {number[]}
 */
export function addressees(table) {
  const { draft } = table.ui;
  const game = table.game;
  return game ? goesTo(othersOf(game), draft, refusers(game, table.seat, draft)) : [];
}

/**
 * Why the deal cannot be offered, or proposed off turn; "" if it can.
 * @param {TableContext} table
 * @returns {string}
 */
export function whyNoOffer(table) {
  const { view, words } = table;
  const { draft } = table.ui;
  if (!view) return words.text("trade.why.notBegun");
  if (table.seat === null) return words.text("trade.why.watching");
  if (view.phase === "finished") return words.text("trade.why.over");
  const offer = table.legal.offer;
  const missing = whyIncomplete(table, offer?.max ?? ownHand(table));
  if (!onTurn(table)) return missing || whyNoProposal(table);
  if (!offer) return whyClosed(table);
  if (missing) return missing;
  if (offer.left <= 0) return words.text("trade.why.left");
  const to = addressees(table);
  if (canOffer(draft, to, offer)) return "";
  const refused = !to.length && table.game && refusers(table.game, table.seat, draft).length;
  return words.text(refused ? "trade.why.refused" : "trade.why.to");
}

/** @param {TableContext} table */
function whyClosed({ view, words }) {
  if (view?.phase === "before-roll") return words.text("trade.why.roll");
  if (view?.phase !== "main") return words.text("trade.why.now");
  return words.text(view.offers_left ? "trade.why.noTrade" : "trade.why.left");
}

/** @param {TableContext} table */
function whyNoProposal(table) {
  const { view, words } = table;
  const { draft } = table.ui;
  if (view?.phase !== "main")
    return words.text("trade.why.notMain", { name: table.name(view?.on_turn ?? 0) });
  const open = readDeal(ownProposal(table)?.deal ?? "");
  if (open && sameCards(open.give, draft.give) && sameCards(open.get, draft.get))
    return words.text("trade.proposed");
  return "";
}

/**
 * @param {TableContext} table
 * @param {readonly number[]} hand
 */
function whyIncomplete({ words, ui }, hand) {
  const { give, get } = ui.draft;
  if (!total(give)) return words.text("trade.why.give");
  if (!total(get)) return words.text("trade.why.get");
  return whyLacking(words, give, hand);
}

/**
 * @param {import("../types").Words} words
 * @param {readonly number[]} give
 * @param {readonly number[]} hand
 */
export function whyLacking(words, give, hand) {
  const resource = lacking(give, hand);
  if (!resource) return "";
  const have = hand[RESOURCES.indexOf(resource)];
  if (!have) return words.text("trade.why.lackNone", { resource: words.text(`resource.${resource}`) });
  return words.text("trade.why.lack", { have: cardsText(words, resource, have) });
}

/**
 * The moves with which the bank makes the deal in the tray; none if it does not.
 * @param {TableContext} table
 */
export function bankTrades(table) {
  return bankMoves(table.ui.draft, table.legal.bank ?? [], ownHand(table), table.view?.bank ?? null);
}

/** @param {TableContext} table */
export function bankRatio(table) {
  return bestRatio(table.ui.draft, table.view?.seats[table.seat ?? -1]?.ratios ?? [4, 4, 4, 4, 4]);
}

/**
 * Why the bank does not make the deal; "" if it does.
 * @param {TableContext} table
 */
export function whyNoBank(table) {
  const { view, words } = table;
  if (bankTrades(table).length) return "";
  if (!view || !onTurn(table)) return words.text("trade.why.bankTurn");
  if (view.phase !== "main") return whyClosed(table);
  const { give, get } = table.ui.draft;
  const hand = ownHand(table);
  const incomplete = whyIncomplete(table, hand);
  if (incomplete) return incomplete;
  const short = RESOURCES.find((_, i) => view.bank && get[i] > view.bank[i]);
  if (short) return words.text("trade.why.bankShort", { resource: words.text(`resource.${short}`) });
  return words.text("trade.why.bankRate", {
    ratio: bestRatio({ give, get }, view.seats[table.seat ?? 0].ratios),
  });
}
