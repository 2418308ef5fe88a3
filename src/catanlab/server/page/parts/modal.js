/** Dialogs: the browser keeps the focus inside, closes them by Esc, and gives the focus back. */

import { Directive, directive } from "../vendor/lit-html/directive.js";
import { html } from "../vendor/lit-html/lit-html.js";
import { icon } from "./icons.js";

class Shown extends Directive {
  render() {
    return undefined;
  }

  /** @param {import("../vendor/lit-html/directive.js").ElementPart} part */
  update(part) {
    const dialog = /** @type {HTMLDialogElement} */ (part.element);
    if (!dialog.open) queueMicrotask(() => dialog.isConnected && !dialog.open && dialog.showModal());
  }
}

const shown = directive(Shown);

/**
 * A dialog that is open as long as it is drawn. `closed` has to take it out of the state.
 * @param {import("../types").Words} words
 * @param {{title: string, name: string, closed: () => void, content: unknown}} dialog
 */
export function modal(words, { title, name, closed, content }) {
  return html`<dialog
    ${shown()}
    class="modal panel"
    data-name=${name}
    aria-labelledby=${`${name}-heading`}
    @close=${closed}
    @mousedown=${closeOutside}
  >
    <header>
      <h2 id=${`${name}-heading`}>${title}</h2>
      <button class="btn icon" type="button" aria-label=${words.text("common.close")} @click=${close}>${icon("no")}</button>
    </header>
    ${content}
  </dialog>`;
}

/**
 * Close the dialog of an event.
 * @param {Event} event
 */
export function close(event) {
  const at = /** @type {Element} */ (event.currentTarget);
  at.closest("dialog")?.close();
}

/** @param {MouseEvent} event */
function closeOutside(event) {
  // The ground behind a dialog belongs to the dialog, its content does not.
  if (event.target === event.currentTarget) close(event);
}
