/** Development cards: which can be played, and what the two that need a choice ask. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { RESOURCES, developmentCard } from "../parts/cards.js";
import { icon, sign } from "../parts/icons.js";

/** @typedef {import("./context.js").TableContext} TableContext */

/** Names on the wire, in the order of all counts of cards; the word that begins the move, and the drawing. */
const KINDS = /** @type {const} */ ([
  { kind: "knight", move: "knight", sprite: "knight" },
  { kind: "roads", move: "road building", sprite: "road" },
  { kind: "plenty", move: "plenty", sprite: "plenty" },
  { kind: "monopoly", move: "monopoly", sprite: "monopoly" },
  { kind: "point", move: null, sprite: "star" },
]);

/**
 * A card for each kind that one holds.
 * @param {TableContext} table
 */
export function developments(table) {
  const { view, seat, words } = table;
  const own = seat === null ? null : view?.seats[seat];
  if (!own?.cards) return [];
  const { cards, bought } = own;
  return KINDS.flatMap(({ kind, move, sprite }, i) => {
    const fresh = bought?.[i] ?? 0;
    const count = cards[i] + fresh;
    if (!count) return [];
    const name = words.text(`card.${kind}`);
    const playable = move !== null && Boolean(table.legal[move]);
    const waits = move !== null && cards[i] === 0;
    const label = words.text("card.label", {
      name,
      count,
      state: stateText(table, playable, move === null, waits),
    });
    const card = developmentCard(sprite, words.text(`card.${kind}.short`), label, {
      count,
      note: waits ? words.text("card.nextTurn") : "",
      pressed: table.ui.card === kind,
      press: playable ? () => playCard(table, move) : undefined,
    });
    return [{ kind, playable, card }];
  });
}

/**
 * What a press does, or why it does nothing.
 * @param {TableContext} table
 * @param {boolean} playable
 * @param {boolean} point
 * @param {boolean} waits
 */
function stateText({ words, view, seat }, playable, point, waits) {
  if (point) return words.text("card.counts");
  if (playable) return words.text("card.play");
  if (waits) return words.text("card.waits");
  if (view?.on_turn !== seat) return words.text("card.notYourTurn");
  return words.text(view?.card_played ? "card.onePerTurn" : "card.notNow");
}

/**
 * Play a card at once, or ask for what it needs.
 * @param {TableContext} table
 * @param {"knight" | "road building" | "plenty" | "monopoly"} move
 */
function playCard(table, move) {
  if (move !== "plenty" && move !== "monopoly") {
    table.set({ placing: null, card: null, picks: [], hint: "" });
    return table.move(move);
  }
  const card = table.ui.card === move ? null : move;
  table.set({ card, picks: [], placing: null, chosen: null, hint: "", sheet: null });
}

/**
 * The choice that a card needs, in the place of the building panel; null if none is open.
 * @param {TableContext} table
 */
export function cardChoice(table) {
  const { ui, words, legal } = table;
  if (!ui.card || !legal[ui.card]) return null;
  const count = wanted(table);
  const ready = ui.picks.length === count;
  const title = words.text(`card.${ui.card}`);
  return html`<section class="panel choice" aria-label=${title}>
    <header>
      <h2>${title}</h2>
      <p>${words.text(`card.${ui.card}.ask`, { n: count })}</p>
    </header>
    <div class="choices">${RESOURCES.map((resource, i) => choiceButton(table, resource, i))}</div>
    <p class="acts">
      <button
        class="btn strong"
        aria-disabled=${ready ? nothing : "true"}
        @click=${() => ready && sendCard(table)}
      >
        ${icon("yes")}${words.text(`card.${ui.card}.take`)}
      </button>
      <button class="btn" @click=${() => table.set({ card: null, picks: [] })}>
        ${words.text("table.cancel")}
      </button>
    </p>
  </section>`;
}

/**
 * @param {TableContext} table
 * @param {typeof RESOURCES[number]} resource
 * @param {number} index
 */
function choiceButton(table, resource, index) {
  const { ui, words } = table;
  const picked = ui.picks.filter((pick) => pick === resource).length;
  const name = words.text(`resource.${resource}`);
  return html`<button
    class=${`more ${resource}`}
    aria-pressed=${String(picked > 0)}
    aria-label=${words.text("card.pick", { resource: name, n: picked })}
    ?disabled=${!offered(table, resource, index)}
    @click=${() => pick(table, resource, index)}
  >
    ${sign(resource)}<b>${picked || ""}</b>
  </button>`;
}

/** @param {TableContext} table */
function wanted({ ui, legal }) {
  return ui.card === "plenty" ? (legal.plenty?.count ?? 0) : 1;
}

/**
 * @param {TableContext} table
 * @param {typeof RESOURCES[number]} resource
 * @param {number} index
 */
function offered({ ui, legal }, resource, index) {
  if (ui.card === "monopoly") return legal.monopoly?.includes(resource) ?? false;
  return (legal.plenty?.stock[index] ?? 0) > 0;
}

/**
 * Take a resource; one too many pushes out the first, and a single choice is exchanged.
 * @param {TableContext} table
 * @param {string} resource
 * @param {number} index
 */
function pick(table, resource, index) {
  const { ui, legal } = table;
  const count = wanted(table);
  const stock = ui.card === "plenty" ? (legal.plenty?.stock[index] ?? 0) : 1;
  const full = ui.picks.filter((other) => other === resource).length >= stock;
  const picks = full
    ? ui.picks.filter((other) => other !== resource)
    : [...ui.picks, resource].slice(-count);
  table.set({ picks });
}

/** @param {TableContext} table */
function sendCard(table) {
  table.move(`${table.ui.card} ${table.ui.picks.join(" ")}`);
  table.set({ card: null, picks: [] });
}
