/** The focus goes into a panel of the head when it opens, and back to where it was when it closes. */

/** @type {Element | null} */
let opener = null;

/**
 * @param {boolean} opens
 * @param {boolean} wasOpen
 */
export function moveFocus(opens, wasOpen) {
  if (opens === wasOpen) return;
  if (opens) {
    opener = document.activeElement;
    requestAnimationFrame(() => requestAnimationFrame(enter));
    return;
  }
  if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
  opener = null;
}

function enter() {
  /** @type {HTMLElement | null} */ (document.querySelector(".popover button"))?.focus();
}
