/** What a player says, under the player's box: one balloon, the most pressing one. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { readDeal } from "../game/moves.js";
import { advertOf, lastWords, SAID_MS } from "../game/turn_talk.js";
import { chips } from "../parts/cards.js";
import { asksToMe, counterDraft, offerToMe, proposalsToMe } from "./answers.js";
import { ownOffer } from "./deal_state.js";
import { redrawIn, serverNow } from "./moments.js";
import { askBalloon, counteredBalloon, offerBalloon, proposalBalloon } from "./offer_balloon.js";
import { offerToOthers, refusal, replyToMe, says, spoken } from "./says.js";
import { advertParts } from "./statements.js";

/** @typedef {import("./context.js").TableContext} TableContext */

/**
 * @param {TableContext} table
 * @param {number} seat another seat than one's own
 */
export function balloon(table, seat) {
  return (
    pressing(table, seat) ??
    discarding(table, seat) ??
    justSaid(table, seat) ??
    lasting(table, seat) ??
    nothing
  );
}

/**
 * Whether the reader makes a counter-offer to a seat: its balloon is larger then.
 * @param {TableContext} table
 * @param {number} seat
 */
export function isCountering(table, seat) {
  return offerToMe(table)?.by === seat && counterDraft(table) !== null;
}

/**
 * What waits for the reader, or is a part of the open offer.
 * @param {TableContext} table
 * @param {number} seat
 */
function pressing(table, seat) {
  const toMe = offerToMe(table);
  if (toMe?.by === seat) return offerBalloon(table, seat, toMe);
  const mine = ownOffer(table);
  if (mine?.to.includes(seat)) {
    const reply = mine.answers[seat] ?? null;
    return reply?.kind === "counter" ? counteredBalloon(table, seat, reply) : replyToMe(table, seat, reply);
  }
  const proposal = proposalsToMe(table).find((each) => each.seat === seat);
  if (proposal) return proposalBalloon(table, proposal);
  const ask = asksToMe(table).find((each) => each.seat === seat);
  if (ask) return askBalloon(table, ask);
  const offer = table.view?.offer;
  return offer?.by === seat ? offerToOthers(table, offer) : null;
}

/**
 * @param {TableContext} table
 * @param {number} seat
 */
function discarding(table, seat) {
  const { view, words, game } = table;
  if (view?.phase !== "discarding" || !view.seats[seat]?.owes) return null;
  const chosen = game?.table?.chosen?.includes(seat);
  return says(
    words.text(chosen ? "balloon.chosen" : "balloon.discards", { n: view.seats[seat].owes }),
    `owes ${chosen}`,
  );
}

/**
 * @param {TableContext} table
 * @param {number} seat
 */
function justSaid(table, seat) {
  const { game } = table;
  if (!game) return null;
  const now = serverNow(table);
  const last = lastWords(game, seat, now);
  if (!last) return null;
  redrawIn(table, Math.max(20, SAID_MS - (now - last.at)));
  const stays =
    last.event && ["moved", "said", "explained"].includes(last.event.e) ? refusal(table, seat) : null;
  if (stays) return stays;
  const content = last.event ? spoken(table, seat, last.event) : html`<q>${last.text}</q>`;
  return says(content, `${last.seq} ${last.at}`, { fades: true });
}

/**
 * What holds as long as the turn: a robot's refusal, a proposal to somebody else, wants and has.
 * @param {TableContext} table
 * @param {number} seat
 */
function lasting(table, seat) {
  const { game, words } = table;
  if (!game || table.view?.phase === "finished") return null;
  const refused = refusal(table, seat);
  if (refused) return refused;
  const proposal = game.table?.proposals?.find((each) => each.seat === seat);
  const deal = proposal && !table.ui.ignored.includes(proposal.proposal) ? readDeal(proposal.deal) : null;
  if (deal) {
    const values = { give: chips(words, deal.give), get: chips(words, deal.get) };
    return says(
      html`<span>${words.parts("balloon.proposesOthers", values)}</span>`,
      `proposal ${proposal?.proposal}`,
    );
  }
  const advert = advertOf(game, seat);
  return advert && says(advertParts(table, advert), `advert ${advert.wants} ${advert.has}`);
}
