/** One's own cards: five stacks that never move, then the development cards. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { RESOURCES, resourceCard } from "../parts/cards.js";
import { developments } from "./development.js";
import { chooseDiscard, keepDiscard } from "./discard.js";
import { giveOne } from "./trade.js";

/** @typedef {import("./context.js").TableContext} TableContext */

/** @param {TableContext} table */
export function hand(table) {
  const { words, view, seat } = table;
  const own = seat === null ? null : view?.seats[seat];
  if (!own?.hand) return nothing;
  const owes = table.legal.discard?.owes ?? 0;
  const label = owes ? words.text("table.chooseDiscards", { n: owes }) : words.text("table.yourCards");
  const cards = developments(table);
  return html`<section
    class=${cards.length > 2 ? "panel handbar full" : "panel handbar"}
    aria-label=${label}
  >
    ${RESOURCES.map((resource, i) => stack(table, resource, i, own.hand?.[i] ?? 0))}
    ${cards.length ? html`<span class="gap"></span>` : nothing}
    <div class="developments" data-kinds=${cards.length}>
      ${repeat(
        cards,
        ({ kind }) => kind,
        ({ card }) => card,
      )}
    </div>
  </section>`;
}

/**
 * @param {TableContext} table
 * @param {string} resource
 * @param {number} index
 * @param {number} count
 */
function stack(table, resource, index, count) {
  const { words, legal, ui } = table;
  const name = words.text(`resource.${resource}`);
  if (legal.discard) {
    const out = ui.discards[index];
    return resourceCard(words, resource, count - out, {
      out,
      act: words.text("table.discardOne", { resource: name }),
      press: () => chooseDiscard(table, index),
      putBack: () => keepDiscard(table, index),
    });
  }
  return resourceCard(words, resource, count, {
    act: words.text("table.giveOne", { resource: name }),
    press: () => giveOne(table, resource),
  });
}
