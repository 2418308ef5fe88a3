/** The table on a phone: the same panels in one column; build, trade, talk and the players are sheets. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { pointsOf } from "../game/score.js";
import { peopleOf } from "../game/sentences.js";
import { icon, seatShape } from "../parts/icons.js";
import { logLine } from "../parts/line.js";
import { othersOf } from "../parts/seats.js";
import { balloon } from "./balloons.js";
import { BUILDABLE, build, canBuild } from "./build.js";
import { asksToMe, offerToMe, proposalsToMe } from "./answers.js";
import { ownOffer } from "./deal_state.js";
import { cardChoice } from "./development.js";
import { hand } from "./hand.js";
import { brand, tools } from "./head.js";
import { overlay } from "./overlays.js";
import { placingOf, spotsOf } from "./placing.js";
import { ownBox, rivals } from "./players.js";
import { promptOf } from "./prompt.js";
import { robRow } from "./robber.js";
import { sea } from "./sea.js";
import { ownClock } from "./seats.js";
import { linesAt, talk } from "./talk.js";
import { tray } from "./trade.js";
import { mainAct } from "./turn.js";
import { waitingPanel, watchPanel } from "./waiting.js";

/** @typedef {import("./context.js").TableContext} TableContext */
/** @typedef {import("../board/board.js").Board} Board */
/** @typedef {NonNullable<import("./types").TableUi["sheet"]>} Sheet */

/** Windows that show the table in one column. */
export const PHONE = matchMedia("(max-width: 699px)");

const LINES_SHOWN = 7;

/** So few spots are shown larger, since a finger is wider than the way between them. */
const FEW_SPOTS = 16;

/** The spots that a board was zoomed to last. @type {WeakMap<Board, string>} */
const zoomed = new WeakMap();

/**
 * @param {TableContext} table
 * @param {Board} board
 */
export function phone(table, board) {
  const sheet = openSheet(table);
  queueMicrotask(() => zoom(table, board));
  const kind = ["phone", table.seat === null && "watches", !sheet && takesBar(table) && "asks"];
  return html`<div class=${kind.filter(Boolean).join(" ")}>
    ${top(table)}${minis(table)}${sea(table, board)}
    ${sheet ? sheetPanel(table, sheet) : html`${stage(table)}${hand(table)}${bar(table)}`} ${overlay(table)}
  </div>`;
}

/**
 * Whether what is asked may stand where the bar is, in a window that is too low for both: while the main
 * button can do nothing, or only what the question itself offers to leave.
 * @param {TableContext} table
 */
function takesBar(table) {
  const { view, seat } = table;
  if (!view || seat === null || view.phase === "finished") return false;
  if (confirming(table) || cardChoice(table)) return true;
  const offered = ownOffer(table) ?? offerToMe(table) ?? proposalsToMe(table)[0] ?? asksToMe(table)[0];
  return Boolean(offered) && !mainAct(table).press;
}

/**
 * A sheet closes when the board is needed.
 * @param {TableContext} table
 * @returns {Sheet | null}
 */
function openSheet(table) {
  return table.ui.sheet === "build" && placingOf(table) ? null : table.ui.sheet;
}

/**
 * @param {TableContext} table
 * @param {Board} board
 */
function zoom(table, board) {
  const spots = placingOf(table) ? spotsOf(table) : {};
  const count = Object.values(spots).flat().length;
  const key = count ? JSON.stringify(spots) : "";
  if ((zoomed.get(board) ?? "") === key) return;
  zoomed.set(board, key);
  board.zoomTo(count && count <= FEW_SPOTS ? spots : null);
}

/** @param {TableContext} table */
function top(table) {
  const { seat, words } = table;
  const { mood, title, text, refused } = promptOf(table);
  const points = seat === null ? undefined : pointsOf(table.game, seat);
  return html`<header class=${`top ${mood}`}>
    ${seat === null ? nothing : html`<span class="me" data-seat=${seat}>${seatShape(seat)}<b>${points}</b></span>`}
    <p role="status" aria-live="off">
      <strong>${title}</strong><span class=${refused ? "refusal" : nothing}>${text}</span>
    </p>
    ${ownClock(table) ?? nothing}
    <button class="btn icon" aria-label=${words.text("head.tools")} @click=${() => table.set({ sheet: "players" })}>
      ${icon("menu")}
    </button>
  </header>`;
}

/** @param {TableContext} table */
function minis(table) {
  const { game, words } = table;
  const seats = game?.table ? othersOf(game) : [];
  return html`<ul class="minis" data-count=${seats.length} aria-label=${words.text("table.others")}>
    ${seats.map((seat) => html`<li>${mini(table, seat)}</li>`)}
  </ul>`;
}

/**
 * @param {TableContext} table
 * @param {number} seat
 */
function mini(table, seat) {
  const { view } = table;
  const shown = view?.seats[seat];
  const state = view && view.phase !== "finished" && view.on_turn === seat ? "turn" : nothing;
  const awards = [view?.largest_army === seat && "knight", view?.longest_road === seat && "road"].filter(Boolean);
  return html`<button class="mini" data-seat=${seat} data-state=${state} @click=${() => table.set({ sheet: "players" })}>
    <span class="band">${seatShape(seat)}<b>${pointsOf(table.game, seat)}</b></span>
    <span class="rest">
      <span class="name">${table.name(seat)}</span>
      <span>
        ${shown ? html`${icon("cards")}${shown.hand_size}` : nothing}
        ${awards.map((sign) => html`<i class="award">${icon(String(sign))}</i>`)}
      </span>
    </span>
  </button>`;
}

/**
 * What needs an answer comes first, then what the others say, else what happened last. In low windows the
 * last line stays beside what is asked, which has the place of the bar there.
 * @param {TableContext} table
 */
function stage(table) {
  const waits = confirming(table) ?? choosing(table) ?? offers(table);
  const log = html`<section class="stage log">${lastLines(table)}</section>`;
  if (!waits) return log;
  return html`${takesBar(table) ? log : nothing}
    <section class="stage" aria-label=${table.words.text("phone.stage")}>${waits}</section>`;
}

/** @param {TableContext} table */
function confirming(table) {
  const { acts, title, text } = promptOf(table);
  const victims = robRow(table);
  if ((!acts.length && !victims) || ownOffer(table)) return null; // answers come with the offer
  return html`<div class="panel offercard">
    <header>
      <p><strong>${title}</strong><small>${text}</small></p>
    </header>
    ${victims} ${promptActs(acts)}
  </div>`;
}

/** @param {import("./types").PromptAct[]} acts */
function promptActs(acts) {
  return html`<p class="acts">
    ${acts.map(({ label, press, kind = "" }) => html`<button class=${`btn ${kind}`} @click=${press}>${label}</button>`)}
  </p>`;
}

/** @param {TableContext} table */
function choosing(table) {
  if (table.seat === null) return table.view?.phase === "finished" ? null : watchPanel(table);
  return table.view ? cardChoice(table) : waitingPanel(table);
}

/** @param {TableContext} table */
function offers(table) {
  const seats = table.game?.view ? othersOf(table.game) : [];
  const said = seats.map((seat) => ({ seat, says: balloon(table, seat) })).filter(({ says }) => says !== nothing);
  if (!said.length) return null;
  return html`<ul class="saying">
      ${said.map(({ seat, says }) => html`<li data-seat=${seat}>${seatShape(seat)} <b>${table.name(seat)}</b> ${says}</li>`)}
    </ul>
    ${ownOffer(table) ? promptActs(promptOf(table).acts) : nothing}`;
}

/** @param {TableContext} table */
function lastLines(table) {
  const { words, game } = table;
  if (!game) return nothing;
  const people = peopleOf(words, game);
  return html`<ol class="stream" @click=${() => table.set({ sheet: "talk" })}>
    ${linesAt(table, game).slice(-LINES_SHOWN).map((line) => logLine(words, line, people))}
  </ol>`;
}

/** @param {TableContext} table */
function bar(table) {
  const { label, press, reason = "" } = mainAct(table);
  const ready = table.view ? BUILDABLE.filter((kind) => canBuild(table, kind)).length : 0;
  const plays = table.seat !== null && table.view !== null;
  return html`<nav class="bar" aria-label=${table.words.text("phone.bar")}>
    ${plays ? html`${tab(table, "build", "build", ready)}${tab(table, "trade", "swap", 0)}` : nothing}
    ${tab(table, "talk", "chat", 0)}
    <button
      class="btn main"
      aria-disabled=${press ? nothing : "true"}
      @click=${() => (press ? press() : reason && table.set({ hint: reason }))}
    >
      ${label}
    </button>
  </nav>`;
}

/**
 * @param {TableContext} table
 * @param {Sheet} sheet
 * @param {string} sign
 * @param {number} count
 */
function tab(table, sheet, sign, count) {
  return html`<button class="tab" data-sheet=${sheet} @click=${() => table.set({ sheet })}>
    ${icon(sign)}<span>${table.words.text(`phone.${sheet}`)}</span>${count ? html`<em>${count}</em>` : nothing}
  </button>`;
}

/**
 * @param {TableContext} table
 * @param {Sheet} sheet
 */
function sheetPanel(table, sheet) {
  const { words } = table;
  const close = () => table.set({ sheet: null });
  return html`<section class=${`sheet ${sheet}sheet`} aria-labelledby="sheet-title">
    <header>
      <h2 id="sheet-title">${words.text(`phone.${sheet}`)}</h2>
      <button class="btn icon" aria-label=${words.text("common.close")} @click=${close}>${icon("no")}</button>
    </header>
    ${sheet === "build" ? build(table) : nothing}${sheet === "trade" ? tray(table) : nothing}
    ${sheet === "talk" ? talk(table) : nothing}
    ${sheet === "players" ? html`${brand(table)}${tools(table)}${ownBox(table)}${rivals(table)}` : nothing}
  </section>`;
}
