/** The board in its sea; only the corners carry something else: turn, dice, bank and deck. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { RESOURCES, chip } from "../parts/cards.js";
import { die } from "../parts/icons.js";
import { placingOf, spotsOf } from "./placing.js";
import { captionOf } from "./spots.js";

/** @typedef {import("./context.js").TableContext} TableContext */
/** @typedef {import("../board/board.js").Board} Board */
/** @typedef {import("../../protocol/wire").View} View */

/**
 * @param {TableContext} table
 * @param {Board} board
 */
export function sea(table, board) {
  const { view, words, game } = table;
  if (game?.board) showBoard(table, board);
  return html`<main class="sea" aria-label=${words.text("table.board")}>
    ${game?.board ? board.element : nothing}${view ? corners(table, view) : nothing}
  </main>`;
}

/**
 * @param {TableContext} table
 * @param {View} view
 */
function corners(table, view) {
  const { words } = table;
  return html`<div class="corner-turn">${turnCorner(table, view)}</div>
    <div class="corner-dice">${diceCorner(table, view)}</div>
    ${
      view.bank
        ? html`<div class="corner-bank">
            ${words.text("table.bank")}
            <ul>
              ${RESOURCES.map((resource, i) => html`<li>${chip(words, resource, view.bank?.[i] ?? 0)}</li>`)}
            </ul>
          </div>`
        : nothing
    }
    <div class="corner-deck">
      ${words.text("table.deck")}
      <span class="deck" role="img" aria-label=${words.text("table.deckCount", { n: view.deck })}
        ><b>${view.deck}</b></span
      >
    </div>`;
}

/**
 * @param {TableContext} table
 * @param {View} view
 */
function turnCorner({ words }, view) {
  if (view.phase.startsWith("setup")) return html`<strong>${words.text("table.setup")}</strong>`;
  return html`<strong>${words.text("table.turn", { turn: view.turn })}</strong>
    <span>${words.text("table.round", { round: Math.ceil(view.turn / view.seats.length) })}</span>`;
}

/**
 * @param {TableContext} table
 * @param {View} view
 */
function diceCorner(table, view) {
  const { dice } = view;
  if (!dice) return nothing;
  const [first, second] = diceOf(dice);
  const said = rolledText(table, view);
  return html`<span class="dice" role="img" aria-label=${said}>${die(first)}${die(second)}</span>
    <p aria-hidden="true">${said}</p>`;
}

/**
 * Two dice that show the sum: the game is told no more than that. The same turn always shows the same two.
 * @param {{sum: number, turn: number}} dice
 */
export function diceOf({ sum, turn }) {
  const least = Math.max(1, sum - 6);
  const most = Math.min(6, sum - 1);
  const first = least + ((turn * 7) % (most - least + 1));
  return [first, sum - first];
}

/**
 * @param {TableContext} table
 * @param {View} view
 */
function rolledText(table, view) {
  const { words, seat } = table;
  const { sum, turn } = /** @type {{sum: number, turn: number}} */ (view.dice);
  const count = view.seats.length;
  const who = (((view.on_turn - (view.turn - turn)) % count) + count) % count;
  return who === seat
    ? words.text("table.youRolled", { sum })
    : words.text("table.rolled", { name: table.name(who), sum });
}

/**
 * @param {TableContext} table
 * @param {Board} board
 */
function showBoard(table, board) {
  const { game, view, ui, seat } = table;
  const layout = game?.board;
  if (!layout) return;
  const placing = placingOf(table);
  board.set({
    layout,
    robber: view ? view.robber : null,
    seats: view?.seats ?? [],
    spots: spotsOf(table),
    ghost: placing ? { piece: placing, seat: seat ?? 0 } : null,
    chosen: ui.chosen,
    last: lastPlace(table),
    caption: captionOf(table),
  });
}

/**
 * Where something was placed last, until a turn has passed over it.
 * @param {TableContext} table
 * @returns {{kind: "node" | "edge" | "hex", id: number} | null}
 */
function lastPlace({ game }) {
  let ends = 0;
  for (let i = (game?.events.length ?? 0) - 1; i >= 0; i--) {
    const event = game?.events[i].event;
    if (event?.e !== "moved") continue;
    const [verb, place] = event.move.split(" ");
    if (verb === "settlement" || verb === "city") return { kind: "node", id: Number(place) };
    if (verb === "robber") return { kind: "hex", id: Number(place) };
    if (verb === "road" && place.includes("-")) {
      const id = game?.board?.edges.findIndex((edge) => edge.join("-") === place) ?? -1;
      return id < 0 ? null : { kind: "edge", id };
    }
    if (event.move === "end turn" && ++ends > 1) return null;
  }
  return null;
}
