/** What can be built or bought: costs, and buttons that are enabled exactly when the server says so. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { RESOURCES, cardsText } from "../parts/cards.js";
import { piece, sign } from "../parts/icons.js";
import { cardChoice } from "./development.js";
import { placingOf, togglePlacing } from "./placing.js";

/** @typedef {import("./context.js").TableContext} TableContext */
/** @typedef {"road" | "settlement" | "city" | "card"} Buildable */

/** The prices on the box of the game, to be shown; whether one can build is not worked out from them. */
const COSTS = /** @type {Record<Buildable, number[]>} */ ({
  road: [1, 1, 0, 0, 0],
  settlement: [1, 1, 1, 1, 0],
  city: [0, 0, 0, 2, 3],
  card: [0, 0, 1, 1, 1],
});

export const BUILDABLE = /** @type {Buildable[]} */ (["road", "settlement", "city", "card"]);

/** @param {TableContext} table */
export function build(table) {
  if (table.seat === null || !table.view) return nothing;
  return (
    cardChoice(table) ??
    html`<section class="panel build-panel" aria-label=${table.words.text("build.title")}>
      <div class="builds">${BUILDABLE.map((kind) => buildButton(table, kind))}</div>
    </section>`
  );
}

/**
 * @param {TableContext} table
 * @param {Buildable} kind
 */
function buildButton(table, kind) {
  const { words } = table;
  const ready = canBuild(table, kind);
  const name = words.text(`build.${kind}`);
  const reason = ready ? words.text("build.ready") : whyNot(table, kind);
  const held = ownHand(table);
  return html`<button
    class="build"
    data-build=${kind}
    aria-disabled=${ready ? nothing : "true"}
    aria-pressed=${kind === "card" ? nothing : String(placingOf(table) === kind)}
    aria-label=${`${name}. ${reason}`}
    title=${reason}
    @click=${() => pressBuild(table, kind)}
  >
    ${kind === "card" ? cardPiece() : piece(kind, table.seat ?? 0)}<span class="name">${name}</span>
    <span class="cost">${costSigns(COSTS[kind], held)}</span>
  </button>`;
}

/** A development card as a piece on its button. */
function cardPiece() {
  return html`<svg class="piece card-piece" viewBox="-20 -20 40 40" aria-hidden="true">
    <rect x="-10" y="-15" width="21" height="30" rx="3.5" />
    <path d="M.5-7l2.4 5.2 5.6.6-4.2 3.8 1.2 5.6-5-2.9-5 2.9 1.2-5.6-4.2-3.8 5.6-.6z" />
  </svg>`;
}

/**
 * Build or buy; if it is not possible the prompt says why.
 * @param {TableContext} table
 * @param {Buildable} kind
 */
export function pressBuild(table, kind) {
  if (!canBuild(table, kind))
    return table.set({ hint: `${table.words.text(`build.${kind}`)}: ${whyNot(table, kind)}` });
  if (kind !== "card") return togglePlacing(table, kind);
  table.set({ placing: null, chosen: null, card: null, hint: "" });
  table.move("buy card");
}

/**
 * @param {TableContext} table
 * @param {Buildable} kind
 */
export function canBuild({ legal }, kind) {
  return kind === "card" ? Boolean(legal["buy card"]) : Boolean(legal[kind]?.length);
}

/**
 * What is missing, for somebody who cannot build.
 * @param {TableContext} table
 * @param {Buildable} kind
 */
function whyNot(table, kind) {
  const { words, view, seat } = table;
  const own = seat === null ? null : view?.seats[seat];
  if (!own) return words.text("build.notNow");
  if (kind === "card" && view?.deck === 0) return words.text("build.deckEmpty");
  const left = { road: own.left.roads, settlement: own.left.settlements, city: own.left.cities, card: 1 }[
    kind
  ];
  if (left === 0) return words.text(`build.noneLeft.${kind}`);
  const lacking = COSTS[kind].map((count, i) => Math.max(0, count - (own.hand?.[i] ?? 0)));
  const missing = RESOURCES.flatMap((resource, i) =>
    lacking[i] ? [cardsText(words, resource, lacking[i])] : [],
  );
  if (missing.length) return words.text("build.missing", { cards: words.list(missing) });
  if (view?.on_turn !== seat) return words.text("build.notYourTurn");
  if (view?.phase === "before-roll") return words.text("build.rollFirst");
  return kind === "card" || view?.phase !== "main"
    ? words.text("build.notNow")
    : words.text(`build.noSpot.${kind}`);
}

/**
 * A sign for each card of a cost; those that the hand lacks are dashed.
 * @param {number[]} cost
 * @param {readonly number[]} held
 */
function costSigns(cost, held) {
  return RESOURCES.flatMap((resource, i) =>
    Array.from(
      { length: cost[i] },
      (_, k) => html`<i class=${k < held[i] ? resource : "lack"}>${sign(resource)}</i>`,
    ),
  );
}

/** @param {TableContext} table */
function ownHand({ view, seat }) {
  return (seat === null ? null : view?.seats[seat].hand) ?? [0, 0, 0, 0, 0];
}
