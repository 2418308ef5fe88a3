/** The trade tray: give and get by presses, to whom, the bank, adverts and questions. Always usable. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { isEmpty } from "../game/draft.js";
import { refusers } from "../game/turn_talk.js";
import { RESOURCES, sign } from "../parts/cards.js";
import { dealRows } from "../parts/deal_rows.js";
import { seatShape } from "../parts/icons.js";
import { othersOf } from "../parts/seats.js";
import { button } from "./button.js";
import {
  addressees,
  bankRatio,
  bankTrades,
  onTurn,
  ownHand,
  ownOffer,
  ownProposal,
  whyNoBank,
  whyNoOffer,
} from "./deal_state.js";
import { advertise, ask, clear, offer, press, toggle, tradeWithBank, whyNoWords } from "./trade_acts.js";

export { giveOne } from "./trade_acts.js";
export { keys } from "./trade_keys.js";

/** @typedef {import("./context.js").TableContext} TableContext */

/** @param {TableContext} table */
export function tray(table) {
  if (table.seat === null) return nothing;
  const { words, ui } = table;
  const interests = table.game?.table?.options.interest_buttons ?? true;
  return html`<section class="panel tray" id="tray" tabindex="-1" aria-label=${words.text("trade.title")}>
    <header>
      <h2>${words.text("trade.title")}</h2>
      ${interests ? interestButtons(table) : nothing}
      ${button(table, words.text("trade.clear"), {
        kind: "quiet",
        act: "clear",
        why: () => (isEmpty(table.ui.draft) ? words.text("trade.why.some") : ""),
        press: () => clear(table),
      })}
    </header>
    ${dealRows(words, ui.draft, { hand: ownHand(table), press: (side, i, by) => press(table, side, i, by) })}
    ${to(table)} ${ui.asking ? questions(table) : pay(table)}
  </section>`;
}

/** @param {TableContext} table */
function interestButtons(table) {
  const { words, ui } = table;
  return html`<button
      type="button"
      class="btn quiet"
      data-act="ask"
      aria-expanded=${ui.asking ? "true" : "false"}
      @click=${() => table.set({ asking: !ui.asking })}
    >
      ${words.text("trade.ask")}
    </button>
    ${button(table, words.text("trade.advertise"), {
      kind: "quiet",
      act: "advertise",
      why: () => whyNoWords(table),
      press: () => advertise(table),
    })}`;
}

/**
 * Whom the offer goes to: seats to toggle, or off turn the player on turn.
 * @param {TableContext} table
 */
function to(table) {
  const { game, words, view } = table;
  if (!game) return nothing;
  if (view?.phase === "finished") return html`<p class="to">${words.text("trade.why.over")}</p>`;
  if (view && !onTurn(table) && !table.ui.asking)
    return html`<p class="to">
      ${seatShape(view.on_turn)}${words.text("trade.toTurn", { name: table.name(view.on_turn) })}
    </p>`;
  const chosen = addressees(table);
  const refused = refusers(game, table.seat, table.ui.draft);
  return html`<div class="to" role="group" aria-label=${words.text("trade.toLabel")}>
    ${words.text("trade.to")}
    ${othersOf(game).map((seat) => {
      const name = table.name(seat);
      const key = refused.includes(seat) ? "trade.saidNo" : "trade.toSeat";
      return html`<button
        type="button"
        class="toggle"
        data-seat=${seat}
        aria-pressed=${chosen.includes(seat) ? "true" : "false"}
        aria-label=${words.text("trade.toSeat", { name })}
        title=${words.text(key, { name })}
        @click=${() => toggle(table, seat)}
      >
        ${seatShape(seat)}<span>${name}</span>
      </button>`;
    })}
  </div>`;
}

/**
 * The offer and the bank; while something of one's own is open, how to take it back.
 * @param {TableContext} table
 */
function pay(table) {
  const { words } = table;
  const turns = bankTrades(table).length;
  const ratio = bankRatio(table);
  return html`<div class="pay">
    ${offerButton(table)}
    ${button(table, words.text(turns > 1 ? "trade.bankTimes" : "trade.bank", { ratio, n: turns }), {
      act: "bank",
      why: () => whyNoBank(table),
      press: () => tradeWithBank(table),
    })}
  </div>`;
}

/** @param {TableContext} table */
function offerButton(table) {
  const { words } = table;
  if (ownOffer(table) && table.legal.cancel)
    return button(table, words.text("trade.cancelOffer"), {
      act: "cancel",
      title: words.text("trade.open"),
      press: () => table.move("cancel"),
    });
  const why = () => whyNoOffer(table);
  const proposal = onTurn(table) ? null : ownProposal(table);
  if (proposal && why())
    return button(table, words.text("trade.withdraw"), {
      act: "withdraw",
      title: words.text("trade.proposed"),
      press: () => table.act({ t: "withdraw" }),
    });
  const label = words.text(onTurn(table) || !table.view ? "trade.offer" : "trade.propose");
  return button(table, label, { kind: "strong", act: "offer", why, press: () => offer(table) });
}

/**
 * Questions about interests: who sells what I want, who wants what I have.
 * @param {TableContext} table
 */
function questions(table) {
  const { words } = table;
  const { give, get } = table.ui.draft;
  const signs = (/** @type {readonly number[]} */ counts) => {
    const some = RESOURCES.filter((_, i) => counts[i] > 0);
    return some.length ? some.map((resource) => sign(words, resource)) : "…";
  };
  const row = (/** @type {"sell" | "want" | "need" | "lack"} */ kind) => {
    const side = kind === "want" ? "give" : "get";
    const key = `trade.ask${kind[0].toUpperCase()}${kind.slice(1)}`;
    return button(
      table,
      html`<span>${words.parts(key, { signs: signs(side === "give" ? give : get) })}</span>`,
      {
        act: `ask-${kind}`,
        why: () => whyNoWords(table, side),
        press: () => ask(table, kind),
      },
    );
  };
  return html`<div class="pay asks">${row("sell")} ${row("want")} ${row("need")} ${row("lack")}</div>`;
}
