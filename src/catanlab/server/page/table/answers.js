/** Answers to the offers, proposals and questions of others: what is open, and what a button or key does. */

import { canCounter, change, lacking } from "../game/draft.js";
import { dealText, readDeal } from "../game/moves.js";
import { openAsks } from "../game/turn_talk.js";
import { RESOURCES } from "../parts/cards.js";
import { othersOf } from "../parts/seats.js";
import { onTurn, ownHand, whyLacking } from "./deal_state.js";

/** @typedef {import("./context.js").TableContext} TableContext */

/**
 * The open offer of another seat that waits for one's own answer.
 * @param {TableContext} table
 */
export function offerToMe(table) {
  const offer = table.view?.offer;
  if (!offer || table.seat === null || offer.by === table.seat || !table.legal.reject) return null;
  return offer;
}

/**
 * The proposals of others that one may take, since it is one's turn, in order of play.
 * @param {TableContext} table
 */
export function proposalsToMe(table) {
  const { game, view } = table;
  if (!game || !onTurn(table) || view?.phase !== "main") return [];
  const open = (game.table?.proposals ?? []).filter(({ proposal }) => !table.ui.ignored.includes(proposal));
  return othersOf(game).flatMap((seat) => open.filter((each) => each.seat === seat));
}

/**
 * The questions that wait for one's own answer.
 * @param {TableContext} table
 */
export function asksToMe(table) {
  const { game, seat, view } = table;
  if (!game || seat === null || !view || view.phase === "finished") return [];
  if (!(game.table?.options.interest_buttons ?? true)) return [];
  return openAsks(game, seat).filter(({ ask }) => !table.ui.ignored.includes(ask));
}

/**
 * Why an offer or a proposal cannot be accepted; "" if it can.
 * @param {TableContext} table
 * @param {readonly number[]} give what one would give
 */
export function whyNotPay(table, give) {
  return whyLacking(table.words, give, ownHand(table));
}

/**
 * Accept or reject; an answer that came too late says so.
 * @param {TableContext} table
 * @param {string} move
 */
export async function answer(table, move) {
  if (await table.move(move)) return table.set({ counter: null });
  const { refusal } = table.app.state;
  if (refusal && ["stale-decision", "not-asked", "not-your-decision"].includes(refusal.code))
    table.app.update({ refusal: { ...refusal, text: table.words.text("balloon.late") } });
}

/**
 * Begin a counter-offer as the offer itself, from one's own side.
 * @param {TableContext} table
 */
export function beginCounter(table) {
  const offer = offerToMe(table);
  if (!offer || !table.legal.counter) return;
  table.set({
    counter: { give: [...offer.get], get: [...offer.give], decision: table.view?.decision ?? 0 },
  });
}

/**
 * The counter-offer that is being made, while its offer is open.
 * @param {TableContext} table
 */
export function counterDraft(table) {
  const { counter } = table.ui;
  return counter && table.legal.counter && counter.decision === table.view?.decision ? counter : null;
}

/**
 * Put one card more or less into the counter-offer.
 * @param {TableContext} table
 * @param {"give" | "get"} side
 * @param {number} index of the resource
 * @param {1 | -1} by
 */
export function pressCounter(table, side, index, by) {
  const counter = counterDraft(table);
  if (counter) table.set({ counter: change(counter, side, index, by, ownHand(table)) });
}

/**
 * Why the counter-offer cannot be sent; "" if it can.
 * @param {TableContext} table
 */
export function whyNoCounter(table) {
  const counter = counterDraft(table);
  const open = table.legal.counter;
  if (!counter || !open) return table.words.text("balloon.noCounter");
  if (canCounter(counter, open)) return "";
  if (lacking(counter.give, open.max)) return whyLacking(table.words, counter.give, open.max);
  if (!counter.give.some(Boolean)) return table.words.text("trade.why.give");
  if (!counter.get.some(Boolean)) return table.words.text("trade.why.get");
  return table.words.text("balloon.same");
}

/** @param {TableContext} table */
export function sendCounter(table) {
  const counter = counterDraft(table);
  if (counter && !whyNoCounter(table))
    return answer(table, `counter ${dealText(counter.give, counter.get)}`);
}

/**
 * @param {TableContext} table
 * @param {{seat: number, proposal: number}} proposal
 */
export function takeProposal(table, { seat, proposal }) {
  return table.act({ t: "take", seat, proposal });
}

/**
 * @param {TableContext} table
 * @param {number} seq of a proposal or a question
 */
export function ignore(table, seq) {
  table.set({ ignored: [...table.ui.ignored.slice(-20), seq] });
}

/**
 * Answer a question. Who makes an offer instead finds its cards in the tray.
 * @param {TableContext} table
 * @param {import("../../protocol/wire").OpenAsk} open
 * @param {"yes" | "no" | "offer"} said
 */
export async function reply(table, { ask, kind, resources }, said) {
  if (!(await table.act({ t: "reply", ask, answer: said }))) return;
  if (said !== "offer") return;
  const counts = RESOURCES.map((resource) => Number(resources.includes(resource)));
  const hand = ownHand(table);
  const none = counts.map(() => 0);
  const deal =
    kind === "want"
      ? { give: none, get: counts }
      : { give: counts.map((count, i) => Math.min(count, hand[i])), get: none };
  table.set({ draft: { ...deal, to: null, again: [] } });
  document.getElementById("tray")?.focus();
}

/**
 * What a proposal gives and takes, from the reader's side.
 * @param {{deal: string}} proposal
 */
export function dealToMe({ deal }) {
  const read = readDeal(deal) ?? { give: [0, 0, 0, 0, 0], get: [0, 0, 0, 0, 0] };
  return { give: read.get, get: read.give };
}
