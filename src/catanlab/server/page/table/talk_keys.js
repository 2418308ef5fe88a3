/** The keys of log and chat. */

import { readAgain } from "./announcing.js";

/** @typedef {import("./context.js").TableContext} TableContext */
/** @typedef {import("./types").KeyRow} KeyRow */

/**
 * @param {TableContext} table
 * @returns {KeyRow[]}
 */
export function keys(table) {
  return [
    { key: "/", label: "key.talk", act: () => openTalk(table) },
    { key: "l", label: "key.read", act: () => readAgain(table) },
    { key: "Shift+l", label: "key.log", act: () => filter(table) },
  ];
}

/** @param {TableContext} table */
function openTalk(table) {
  table.set({ sheet: "talk" });
  requestAnimationFrame(() => {
    const field = /** @type {HTMLInputElement | null} */ (document.getElementById("say"));
    field?.focus();
    field?.select(); // what was refused is written over, or changed with the arrows
  });
}

/** @param {TableContext} table */
function filter(table) {
  const logOnly = !table.ui.talk.logOnly;
  table.set({ talk: { ...table.ui.talk, logOnly } });
  table.app.announce(table.words.text(logOnly ? "talk.logOnly" : "talk.logAll"), { assertive: true });
}
