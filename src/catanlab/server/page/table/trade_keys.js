/** The keys of trade, as rows that the table collects and the help shows. */

import { RESOURCES } from "../parts/cards.js";
import {
  answer,
  asksToMe,
  beginCounter,
  ignore,
  offerToMe,
  proposalsToMe,
  reply,
  takeProposal,
  whyNotPay,
} from "./answers.js";
import { ownOffer } from "./deal_state.js";
import { offer, press, tradeWithBank } from "./trade_acts.js";

/** @typedef {import("./context.js").TableContext} TableContext */
/** @typedef {import("./types").KeyRow} KeyRow */

/**
 * @param {TableContext} table
 * @returns {KeyRow[]}
 */
export function keys(table) {
  const seated = () => table.seat !== null;
  const pressing = () =>
    offerToMe(table) !== null ||
    ownOffer(table) !== null ||
    proposalsToMe(table).length > 0 ||
    asksToMe(table).length > 0;
  return [
    { key: "t", label: "key.trade", when: seated, act: () => openTray(table) },
    ...RESOURCES.flatMap((_, i) => [
      {
        key: `${i + 1}`,
        label: i ? "" : "key.give",
        shown: "1 – 5",
        when: seated,
        act: () => press(table, "give", i, 1),
      },
      {
        key: `Shift+${i + 1}`,
        label: i ? "" : "key.get",
        shown: "Shift+1–5",
        when: seated,
        act: () => press(table, "get", i, 1),
      },
    ]),
    { key: "Enter", label: "key.offer", when: () => inTray(), act: () => offer(table) },
    { key: "Shift+t", label: "key.bank", when: seated, act: () => tradeWithBank(table) },
    { key: "o", label: "key.open", when: pressing, act: () => focusOpen() },
    { key: "a", label: "key.accept", when: pressing, act: () => accept(table) },
    { key: "n", label: "key.reject", when: pressing, act: () => decline(table) },
    { key: "u", label: "key.counter", when: () => Boolean(table.legal.counter), act: () => counter(table) },
  ];
}

/** @param {TableContext} table */
function openTray(table) {
  table.set({ sheet: "trade" });
  requestAnimationFrame(() => document.getElementById("tray")?.focus());
}

/** Whether the tray itself has the focus: on a button in it, Enter presses that button. */
function inTray() {
  return document.activeElement?.id === "tray";
}

function focusOpen() {
  /** @type {HTMLElement | null} */ (
    document.querySelector("[data-open] .acts .btn, [data-act=confirm]")
  )?.focus();
}

/** @param {TableContext} table */
function accept(table) {
  const open = offerToMe(table);
  const [proposal] = proposalsToMe(table);
  const [ask] = asksToMe(table);
  const tell = (/** @type {string} */ text) => table.set({ hint: `${text}.` });
  const { confirm = [], take = [] } = table.legal;
  if (confirm.length) return table.move(`confirm ${confirm[0]}`);
  if (take.length) return table.move(`take ${take[0]}`);
  if (open) return table.legal.accept ? answer(table, "accept") : tell(whyNotPay(table, open.get));
  if (proposal) return takeProposal(table, proposal);
  if (ask) return reply(table, ask, "yes");
}

/** @param {TableContext} table */
function decline(table) {
  const [proposal] = proposalsToMe(table);
  const [ask] = asksToMe(table);
  if (ownOffer(table) && table.legal.cancel) return table.move("cancel");
  if (offerToMe(table)) return answer(table, "reject");
  if (proposal) return ignore(table, proposal.proposal);
  if (ask) return reply(table, ask, "no");
}

/** @param {TableContext} table */
function counter(table) {
  beginCounter(table);
  requestAnimationFrame(() =>
    /** @type {HTMLElement | null} */ (document.querySelector(".countering .more:not(:disabled)"))?.focus(),
  );
}
