/** A button that tells why it does nothing. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";

/** @typedef {import("./context.js").TableContext} TableContext */

/**
 * @param {TableContext} table
 * @param {unknown} label
 * @param {object} options
 * @param {string} [options.kind] more classes: "yes", "strong", "quiet"
 * @param {() => string} [options.why] why it cannot be pressed now; a press shows it in the prompt, unless it holds no
 *   longer: a press may come before the page has drawn what changed
 * @param {string} [options.title]
 * @param {string} [options.name] what it would do, where its label tells why it does not
 * @param {string} [options.act] a name for tests and keys
 * @param {() => unknown} options.press
 */
export function button(table, label, { kind = "", why = () => "", title = "", name = "", act = "", press }) {
  const reason = why();
  const pressed = () => {
    const hint = reason && why();
    return hint ? table.set({ hint: `${hint}.` }) : press();
  };
  return html`<button
    type="button"
    class=${`btn ${kind}`.trim()}
    data-act=${act || nothing}
    title=${reason || title || nothing}
    aria-label=${reason && name ? `${name}: ${reason}` : nothing}
    aria-disabled=${reason ? "true" : nothing}
    @click=${pressed}
  >
    ${label}
  </button>`;
}
