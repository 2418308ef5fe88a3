/** The large balloons: an offer to the reader, the counter to it, a proposal, a question, an answer to take. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { chips } from "../parts/cards.js";
import { dealRows } from "../parts/deal_rows.js";
import { icon } from "../parts/icons.js";
import { button } from "./button.js";
import {
  answer,
  beginCounter,
  counterDraft,
  dealToMe,
  ignore,
  pressCounter,
  reply,
  sendCounter,
  takeProposal,
  whyNoCounter,
  whyNotPay,
} from "./answers.js";
import { ownHand } from "./deal_state.js";
import { redrawIn } from "./moments.js";
import { asked } from "./statements.js";

/** @typedef {import("./context.js").TableContext} TableContext */
/** @typedef {import("../../protocol/wire").Offer} Offer */
/** @typedef {{give: readonly number[], get: readonly number[]}} Deal */

/**
 * "You get ... you give ...", always from the reader's side; what cannot be paid is marked.
 * @param {TableContext} table
 * @param {Deal} deal
 */
function dealLine(table, deal, key = "balloon.deal", name = "") {
  const { words } = table;
  const give = chips(words, deal.give, { have: ownHand(table) });
  const arrow = html`<svg class="arrow" aria-hidden="true"><use href="#i-swap" /></svg>`;
  return html`<p class="deal">${words.parts(key, { get: chips(words, deal.get), give, arrow, name })}</p>`;
}

/**
 * The button that says yes; where one cannot, it tells why in its place.
 * @param {TableContext} table
 * @param {string} key
 * @param {{act: string, why: () => string, press: () => unknown}} options
 */
function yesButton(table, key, { act, why, press }) {
  const reason = why();
  const label = reason ? html`<span>${reason}</span>` : html`${icon("yes")}${table.words.text(key)}`;
  return button(table, label, { kind: "yes", act, why, name: table.words.text(key), press });
}

/**
 * @param {TableContext} table
 * @param {number} seat
 * @param {Offer} offer
 */
export function offerBalloon(table, seat, offer) {
  const { words } = table;
  const deal = { give: offer.get, get: offer.give };
  if (counterDraft(table)) return counterBalloon(table, seat, deal);
  const why = () => (table.legal.accept ? "" : whyNotPay(table, deal.give) || words.text("trade.why.now"));
  return html`<section
    class="balloon offer"
    data-open="offer"
    data-about=${table.view?.decision ?? nothing}
    aria-label=${words.text("balloon.offers", { name: table.name(seat) })}
  >
    ${dealLine(table, deal)}
    <p class="acts">
      ${yesButton(table, "balloon.accept", { act: "accept", why, press: () => answer(table, "accept") })}
      ${button(table, words.text("balloon.reject"), { act: "reject", press: () => answer(table, "reject") })}
      ${
        table.legal.counter
          ? button(table, html`${icon("swap")}${words.text("balloon.counter")}`, {
              act: "counter",
              press: () => beginCounter(table),
            })
          : nothing
      }
    </p>
    ${answerClock(table)}
  </section>`;
}

/**
 * @param {TableContext} table
 * @param {number} seat
 * @param {Deal} offer from the reader's side
 */
function counterBalloon(table, seat, offer) {
  const { words } = table;
  const draft = /** @type {NonNullable<ReturnType<typeof counterDraft>>} */ (counterDraft(table));
  const name = table.name(seat);
  const hand = ownHand(table);
  const why = () => whyNoCounter(table);
  return html`<section
    class="balloon offer countering"
    data-open="offer"
    data-about=${table.view?.decision ?? nothing}
    aria-label=${words.text("balloon.yourCounter", { name })}
  >
    ${dealLine(table, offer, "balloon.counterOf", name)}
    ${dealRows(words, draft, { hand, press: (side, i, by) => pressCounter(table, side, i, by) })}
    <p class="acts">
      ${button(table, words.text("balloon.send"), { kind: "strong", act: "send", why, press: () => sendCounter(table) })}
      ${button(table, html`${icon("back")}${words.text("balloon.revert")}`, {
        act: "revert",
        title: words.text("balloon.revertTo", { name }),
        press: () => beginCounter(table),
      })}
      ${button(table, words.text("balloon.cancel"), { act: "cancel-counter", press: () => table.set({ counter: null }) })}
    </p>
    ${answerClock(table)}
  </section>`;
}

/**
 * @param {TableContext} table
 * @param {import("../../protocol/wire").OpenProposal} proposal
 */
export function proposalBalloon(table, proposal) {
  const { words } = table;
  const deal = dealToMe(proposal);
  const why = () => whyNotPay(table, deal.give);
  return html`<section
    class="balloon offer"
    data-open="proposal"
    data-about=${proposal.proposal}
    aria-label=${words.text("balloon.proposes", { name: table.name(proposal.seat) })}
  >
    ${dealLine(table, deal)}
    <p class="acts">
      ${yesButton(table, "balloon.take", { act: "take-proposal", why, press: () => takeProposal(table, proposal) })}
      ${button(table, words.text("balloon.ignore"), { act: "ignore", press: () => ignore(table, proposal.proposal) })}
    </p>
  </section>`;
}

/**
 * A counter to the reader's own offer.
 * @param {TableContext} table
 * @param {number} seat
 * @param {import("../../protocol/wire").Countered} counter from the side of the seat that counters
 */
export function counteredBalloon(table, seat, counter) {
  const { words } = table;
  const deal = { give: counter.get, get: counter.give };
  const open = () => table.legal.take?.includes(seat);
  const why = () => (open() ? "" : whyNotPay(table, deal.give) || words.text("trade.why.now"));
  return html`<section
    class="balloon offer"
    data-open="countered"
    data-about=${table.view?.decision ?? nothing}
    aria-label=${words.text("balloon.counters", { name: table.name(seat) })}
  >
    ${dealLine(table, deal)}
    <p class="acts">
      ${yesButton(table, "balloon.take", { act: "take", why, press: () => table.move(`take ${seat}`) })}
    </p>
  </section>`;
}

/**
 * A question about interests that the reader may answer.
 * @param {TableContext} table
 * @param {import("../../protocol/wire").OpenAsk} ask
 */
export function askBalloon(table, ask) {
  const { words } = table;
  return html`<section
    class="balloon offer asks"
    data-open="ask"
    data-about=${ask.ask}
    aria-label=${words.text("balloon.asksYou", { name: table.name(ask.seat) })}
  >
    <p class="deal">${asked(table, ask)}</p>
    <p class="acts">
      ${button(table, words.text("balloon.yes"), { act: "reply-yes", press: () => reply(table, ask, "yes") })}
      ${button(table, words.text("balloon.replyNo"), { act: "reply-no", press: () => reply(table, ask, "no") })}
      ${button(table, words.text("balloon.replyOffer"), { act: "reply-offer", press: () => reply(table, ask, "offer") })}
    </p>
  </section>`;
}

/**
 * The time for the answer as a thin line at the balloon's foot.
 * @param {TableContext} table
 */
function answerClock(table) {
  const { game, seat } = table;
  const left = game?.table?.seats[seat ?? -1]?.left;
  const whole = game?.table?.options.pace?.answer;
  if (!game || left === undefined || !whole) return nothing;
  const now = Math.max(0, left - (performance.now() - game.tableAt) / 1000);
  if (now > 0) redrawIn(table, 250);
  const label = table.words.text("balloon.clock", { n: Math.ceil(now) });
  return html`<svg
    class="answer-clock"
    viewBox="0 0 100 2"
    preserveAspectRatio="none"
    role="timer"
    aria-label=${label}
  >
    <rect width=${Math.min(100, (100 * now) / whole).toFixed(1)} height="2" />
  </svg>`;
}
