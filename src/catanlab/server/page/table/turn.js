/** The main button: roll, end the turn, discard, start, rematch; or whose turn it is. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { BUILDABLE, canBuild } from "./build.js";
import { discardsChosen, sendDiscards } from "./discard.js";
import { rematch } from "./rematch.js";
import { ownClock } from "./seats.js";

/** @typedef {import("./context.js").TableContext} TableContext */
/** @typedef {{label: string, press: (() => void) | null, reason?: string, note?: string}} MainAct */

/** @param {TableContext} table */
export function turnPanel(table) {
  const { words } = table;
  const { label, press, reason = "", note = "" } = mainAct(table);
  const shown = ownClock(table);
  return html`<section class="panel go" aria-label=${words.text("turn.title")}>
    <p class="row">${shown ?? html`<span class="note">${note}</span>`}</p>
    <button
      class="btn main"
      aria-disabled=${press ? nothing : "true"}
      title=${reason || nothing}
      @click=${() => (press ? press() : reason && table.set({ hint: reason }))}
    >
      ${label}
    </button>
  </section>`;
}

/**
 * @param {TableContext} table
 * @returns {MainAct}
 */
export function mainAct(table) {
  const { view, words, legal, game } = table;
  if (game?.table?.status === "over") return overAct(table);
  if (!view) return startAct(table);
  if (legal.discard) return discardAct(table, legal.discard.owes);
  if (legal.roll)
    return {
      label: words.text("turn.roll"),
      press: () => rollDice(table),
      note: words.text("turn.rollNote"),
    };
  if (legal["end turn"]) return { label: words.text("turn.end"), press: () => endTurn(table) };
  if (view.on_turn === table.seat) {
    const reason = words.text(legal.cancel ? "turn.offerOpen" : "turn.finishFirst");
    const begun = view.rolled || view.phase.startsWith("setup");
    return { label: words.text(begun ? "turn.end" : "turn.roll"), press: null, reason };
  }
  return { label: words.text("turn.of", { name: table.name(view.on_turn) }), press: null };
}

/**
 * @param {TableContext} table
 * @param {number} owes
 * @returns {MainAct}
 */
function discardAct(table, owes) {
  const { words } = table;
  const chosen = discardsChosen(table);
  const label = words.text("turn.discard", { chosen, owes });
  const reason = words.text("turn.discardReason", { n: owes - chosen });
  const note = chosen ? words.text("turn.discardNote") : "";
  return chosen === owes
    ? { label, press: () => sendDiscards(table), note }
    : { label, press: null, reason, note };
}

/**
 * @param {TableContext} table
 * @returns {MainAct}
 */
function startAct(table) {
  const { words } = table;
  const label = words.text("turn.start");
  if (table.seat === null) return { label, press: null, reason: words.text("turn.sitFirst") };
  return { label, press: () => table.act({ t: "start" }) };
}

/**
 * @param {TableContext} table
 * @returns {MainAct}
 */
function overAct(table) {
  const { words } = table;
  if (table.seat === null) return { label: words.text("turn.lobby"), press: () => table.app.go("/") };
  return { label: words.text("turn.rematch"), press: () => rematch(table) };
}

/** @param {TableContext} table */
export function rollDice(table) {
  if (table.legal.roll) table.move("roll");
}

/** @param {TableContext} table */
export function endTurn(table) {
  if (!table.legal["end turn"]) return;
  table.set({ placing: null, chosen: null, card: null, picks: [], ending: false, hint: "" });
  table.move("end turn");
}

/**
 * End the turn by key: a second word is asked for if something can be built and people are at the table.
 * @param {TableContext} table
 */
export function endTurnByKey(table) {
  if (!table.legal["end turn"]) return;
  const others = table.game?.table?.seats.filter(
    (info, seat) => seat !== table.seat && info.occupant.kind === "person",
  );
  if (!table.ui.ending && others?.length && BUILDABLE.some((kind) => canBuild(table, kind)))
    table.set({ ending: true });
  else endTurn(table);
}
