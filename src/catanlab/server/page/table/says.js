/** The small balloons: what a player has just said or answered. They fade; a robot's refusal stays for *Why?*. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { countsOf, readMove } from "../game/moves.js";
import { peopleOf, playersText } from "../game/sentences.js";
import { lastDiscards, toldThisTurn } from "../game/turn_talk.js";
import { chips } from "../parts/cards.js";
import { button } from "./button.js";
import { asked, quote, statement } from "./statements.js";
import { canAskWhy, whyButton } from "./why.js";

/** @typedef {import("./context.js").TableContext} TableContext */
/** @typedef {import("../../protocol/wire").AnyEvent} AnyEvent */

/**
 * @param {unknown} content
 * @param {string | number} key what is said: something new appears anew
 * @param {{fades?: boolean}} [options]
 */
export function says(content, key, { fades = false } = {}) {
  const kind = fades ? "balloon says fades" : "balloon says";
  return html`${repeat([key], String, () => html`<p class=${kind}>${content}</p>`)}`;
}

/**
 * What an event of a seat says.
 * @param {TableContext} table
 * @param {number} seat
 * @param {AnyEvent} event
 * @returns {unknown}
 */
export function spoken(table, seat, event) {
  const { words } = table;
  switch (event.e) {
    case "said":
      return statement(table, event.words || event.text);
    case "asked":
      return asked(table, event);
    case "replied":
      return event.text ? statement(table, event.text) : words.text(`balloon.said.${event.answer}`);
    case "explained":
      return quote(table, event.text);
    case "moved":
      return answered(table, seat, event.move);
    default:
      return nothing;
  }
}

/**
 * @param {TableContext} table
 * @param {number} seat
 * @param {string} text of the move
 */
function answered(table, seat, text) {
  const { words, game } = table;
  const move = readMove(text);
  switch (move?.kind) {
    case "accept":
      return words.text("balloon.deal.yes");
    case "reject":
      return words.text("balloon.no");
    case "cancel":
      return words.text("balloon.tookBack");
    case "counter":
      return words.parts("balloon.counterOther", {
        give: chips(words, move.give ?? []),
        get: chips(words, move.get ?? []),
      });
    case "discard": {
      const cards = game ? lastDiscards(game, seat) : [];
      if (cards.includes("unknown")) return words.text("balloon.discardedCount", { n: cards.length });
      return words.parts("balloon.discarded", { cards: chips(words, countsOf(cards)) });
    }
    default:
      return nothing;
  }
}

/**
 * A robot's refusal in this turn, with *Why?* or its reason; null if its last move was another one.
 * @param {TableContext} table
 * @param {number} seat
 */
export function refusal(table, seat) {
  const { game } = table;
  if (!game || table.view?.phase === "finished") return null;
  const own = toldThisTurn(game).filter(({ event }) => "seat" in event && event.seat === seat);
  const last = own.findLast(({ event }) => event.e === "moved");
  if (last?.event.e !== "moved" || readMove(last.event.move)?.kind !== "reject") return null;
  const reason = own.findLast(({ seq, event }) => event.e === "explained" && seq > last.seq)?.event;
  if (reason?.e === "explained") return says(quote(table, reason.text), `why ${last.seq}`);
  if (!canAskWhy(table, seat)) return null;
  const more = own.findLast(({ seq, event }) => event.e === "said" && seq > last.seq)?.event;
  const added = more?.e === "said" ? statement(table, more.text) : nothing;
  return says(
    html`${table.words.text("balloon.no")} ${added} ${whyButton(table, seat, last.seq)}`,
    last.seq,
  );
}

/**
 * What the other seats see of an offer or a proposal that does not ask the reader.
 * @param {TableContext} table
 * @param {import("../../protocol/wire").Offer} offer
 */
export function offerToOthers(table, offer) {
  const { words, game, seat } = table;
  if (!game) return nothing;
  const values = { give: chips(words, offer.give), get: chips(words, offer.get) };
  const mine = seat === null ? null : offer.answers[seat];
  const told = mine
    ? { accept: "youAccepted", reject: "youSaidNo", counter: "youCountered" }[mine.kind]
    : "offersOthers";
  const to = playersText(words, offer.to, peopleOf(words, game));
  return says(
    html`<span>${words.parts(`balloon.${told}`, { ...values, to })}</span>`,
    `offer ${table.view?.decision}`,
  );
}

/**
 * What an addressee says to the reader's own open offer.
 * @param {TableContext} table
 * @param {number} seat
 * @param {import("../../protocol/wire").Accepted | import("../../protocol/wire").Rejected | null} reply
 */
export function replyToMe(table, seat, reply) {
  const { words } = table;
  const key = `reply ${seat} ${table.view?.decision} ${reply?.kind}`;
  if (!reply) return says(html`<span class="thinks">${words.text("balloon.thinks")}</span>`, key);
  if (reply.kind === "reject") return refusal(table, seat) ?? says(words.text("balloon.no"), key);
  const confirm = table.legal.confirm?.includes(seat)
    ? button(table, words.text("balloon.confirm"), {
        kind: "yes",
        act: "confirm",
        press: () => table.move(`confirm ${seat}`),
      })
    : nothing;
  return says(html`${words.text("balloon.deal.yes")} ${confirm}`, key);
}
