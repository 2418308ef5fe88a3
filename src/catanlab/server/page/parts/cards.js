/** Resource cards as templates: chips in sentences, signs, and the stacks of one's own hand. */

import { RESOURCES, cardsText, countsText } from "../game/resources.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { icon, sign as drawing } from "./icons.js";

/** @typedef {import("../types").Words} Words */

export { RESOURCES, cardsText, countsText };

/** Where the short name of a card may break. It is no part of the text on the page: an accessible name has none. */
const SOFT_HYPHEN = "\u00ad";

/**
 * Some cards of one resource. The count may be a range such as "2-3".
 * @param {Words} words
 * @param {string} resource
 * @param {number | string} count
 * @param {{lack?: boolean}} [options] `lack` marks cards that one does not have
 */
export function chip(words, resource, count, { lack = false } = {}) {
  const name = cardsText(words, resource, count);
  return html`<span
    class=${`chip ${resource}${lack ? " lack" : ""}`}
    role="img"
    aria-label=${name}
    title=${name}
    >${drawing(resource)}<b>${count}</b></span
  >`;
}

/**
 * A chip for each resource of which there is any.
 * @param {Words} words
 * @param {readonly number[]} counts
 * @param {{have?: readonly number[]}} [options] with a hand, chips that it cannot pay are marked
 */
export function chips(words, counts, { have } = {}) {
  return RESOURCES.map((resource, i) =>
    counts[i]
      ? html`${chip(words, resource, counts[i], { lack: have !== undefined && have[i] < counts[i] })} `
      : nothing,
  );
}

/**
 * A resource in a sentence, without a count.
 * @param {Words} words
 * @param {string} resource
 */
export function sign(words, resource) {
  const name = words.text(`resource.${resource}`);
  return html`<span class=${`chip sign ${resource}`} role="img" aria-label=${name} title=${name}
    >${drawing(resource)}</span
  >`;
}

/**
 * The stack of one resource in one's own hand: always there, dashed if it is empty.
 * @param {Words} words
 * @param {string} resource
 * @param {number} count what is left of it
 * @param {{out?: number, act?: string, still?: boolean, press?: (event: Event) => void, putBack?: () => void}} [options]
 *   `out` cards are chosen to go, `putBack` takes one of them back; `act` tells what a press does, `still` that
 *   it does nothing
 */
export function resourceCard(
  words,
  resource,
  count,
  { out = 0, act = "", still = false, press, putBack } = {},
) {
  const name = words.text(`resource.${resource}`);
  const kind = ["card", count + out === 0 && "none", count > 1 && "many", out > 0 && "up"]
    .filter(Boolean)
    .join(" ");
  const stack = cardsText(words, resource, count); // in the order in which it is seen
  const label = act ? `${stack}. ${act}` : stack;
  return html`<div class="slot" data-resource=${resource}>
    <button
      class=${kind}
      aria-label=${label}
      title=${act || nothing}
      ?disabled=${still || count === 0}
      @click=${press}
    >
      <b>${count}</b>
      <span class=${`art ${resource}`}>${drawing(resource)}<span class="name">${name}</span></span>
    </button>
    ${
      out
        ? html`<button
            class="out"
            data-act="keep"
            aria-label=${words.text("cards.keep", { resource: name, n: out })}
            @click=${putBack}
          >
            −${out}
          </button>`
        : nothing
    }
  </div>`;
}

/**
 * Development cards of one kind.
 * @param {string} sprite the name of the sign
 * @param {string} name
 * @param {string} label all that a screen reader says, with what a press does or why it does nothing
 * @param {{count: number, note?: string, pressed?: boolean, press?: (event: Event) => void}} options
 *   without `press` the card cannot be played now
 */
export function developmentCard(sprite, name, label, { count, note = "", pressed = false, press }) {
  const kind = ["card", "dev", count > 1 && "many", !press && "still", note && "noted"]
    .filter(Boolean)
    .join(" ");
  return html`<button
    class=${kind}
    aria-label=${label}
    title=${label}
    aria-pressed=${press ? String(pressed) : nothing}
    aria-disabled=${press ? nothing : "true"}
    @click=${press ?? nothing}
  >
    <span class="art"
      >${icon(sprite)}${note ? html`<small class="note">${note}</small>` : nothing}<span class="name"
        >${name.split(SOFT_HYPHEN).map((part, i) => (i ? html`<wbr />${part}` : part))}</span
      ></span
    >
    ${count > 1 ? html`<b>${count}</b>` : nothing}
  </button>`;
}
