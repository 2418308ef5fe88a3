/** What is done with the deal in the tray. */

import { change, emptyDeal, toggled } from "../game/draft.js";
import { dealText } from "../game/moves.js";
import { refusers } from "../game/turn_talk.js";
import { RESOURCES } from "../parts/cards.js";
import { othersOf } from "../parts/seats.js";
import { addressees, bankTrades, onTurn, ownHand, whyNoBank, whyNoOffer } from "./deal_state.js";

/** @typedef {import("./context.js").TableContext} TableContext */

/**
 * @param {TableContext} table
 * @param {"give" | "get"} side
 * @param {number} index of the resource
 * @param {1 | -1} by
 */
export function press(table, side, index, by) {
  const { draft } = table.ui;
  table.set({ draft: { ...change(draft, side, index, by, ownHand(table)), again: [] } });
}

/**
 * Put a card of one's hand into *I give*.
 * @param {TableContext} table
 * @param {string} resource
 */
export function giveOne(table, resource) {
  press(table, "give", RESOURCES.indexOf(/** @type {any} */ (resource)), 1);
}

/** @param {TableContext} table */
export function clear(table) {
  table.set({ draft: { ...emptyDeal(), to: null, again: [] } });
}

/**
 * @param {TableContext} table
 * @param {number} seat
 */
export function toggle(table, seat) {
  const { game } = table;
  const { draft } = table.ui;
  if (game) table.set({ draft: toggled(othersOf(game), draft, refusers(game, table.seat, draft), seat) });
}

/**
 * Offer the deal on one's own turn, else propose it to the player on turn.
 * @param {TableContext} table
 */
export async function offer(table) {
  const why = whyNoOffer(table);
  if (why) return tell(table, why);
  const { give, get } = table.ui.draft;
  const deal = dealText(give, get);
  const done = onTurn(table)
    ? await table.move(`offer ${deal} to ${addressees(table).join(" ")}`)
    : await table.act({ t: "propose", turn: table.view?.turn ?? 0, deal });
  if (done) showPlayers(table);
  return done;
}

/**
 * On small windows the sheet makes way for what the players say.
 * @param {TableContext} table
 */
export function showPlayers(table) {
  if (table.ui.sheet === "trade" || table.ui.sheet === "build") table.set({ sheet: null });
}

/**
 * Trade with the bank: one move for each card that it gives, in order.
 * @param {TableContext} table
 */
export async function tradeWithBank(table) {
  const moves = bankTrades(table);
  if (!moves.length) return tell(table, whyNoBank(table));
  for (const move of moves) if (!(await table.move(move))) return false;
  clear(table);
  return true;
}

/** @param {TableContext} table */
function chosen(table) {
  const { give, get } = table.ui.draft;
  return {
    wants: RESOURCES.filter((_, i) => get[i] > 0),
    has: RESOURCES.filter((_, i) => give[i] > 0),
  };
}

/**
 * Why nothing can be advertised or asked; "" if it can.
 * @param {TableContext} table
 * @param {"any" | "give" | "get"} [side] where cards are needed
 */
export function whyNoWords(table, side = "any") {
  const { words, view } = table;
  if (!view) return words.text("trade.why.notBegun");
  const { wants, has } = chosen(table);
  if (side === "get" && !wants.length) return words.text("trade.why.get");
  if (side === "give" && !has.length) return words.text("trade.why.give");
  return wants.length + has.length ? "" : words.text("trade.why.some");
}

/**
 * Tell what one wants and has, without an offer.
 * @param {TableContext} table
 */
export function advertise(table) {
  const { wants, has } = chosen(table);
  const to = table.ui.draft.to ?? [];
  if (!wants.length) return table.act({ t: "ask", kind: "want", resources: has, to });
  return table.act({ t: "ask", kind: "need", resources: wants, has, to });
}

/**
 * Ask for interests, or state one's own.
 * @param {TableContext} table
 * @param {"sell" | "want" | "need" | "lack"} kind
 */
export function ask(table, kind) {
  const { wants, has } = chosen(table);
  const to = table.ui.draft.to ?? [];
  table.set({ asking: false });
  showPlayers(table);
  return table.act({ t: "ask", kind, resources: kind === "want" ? has : wants, to });
}

/**
 * @param {TableContext} table
 * @param {string} why
 */
function tell(table, why) {
  table.set({ hint: `${why}.` });
  return false;
}
