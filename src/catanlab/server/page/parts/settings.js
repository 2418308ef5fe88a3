/** What a person can choose everywhere: light or dark, the language. */

import { isDark } from "../app/settings.js";
import { html } from "../vendor/lit-html/lit-html.js";
import { icon } from "./icons.js";

/** @typedef {import("../types").App} App */

/**
 * The button that makes the page dark or light.
 * @param {App} app
 */
export function themeButton(app) {
  const dark = isDark(app.state.settings);
  const label = app.words.text(dark ? "settings.light" : "settings.dark");
  const change = () => app.set({ theme: dark ? "light" : "dark" });
  return html`<button class="btn icon" type="button" aria-label=${label} title=${label} @click=${change}>
    ${icon(dark ? "sun" : "moon")}
  </button>`;
}

/**
 * The button that changes to the other language; it is written in that language.
 * @param {App} app
 */
export function languageButton(app) {
  const other = app.words.language === "de" ? "en" : "de";
  const name = other === "de" ? "Deutsch" : "English";
  const label = `${other.toUpperCase()}: ${name}`;
  const change = () => app.set({ language: other });
  return html`<button class="btn quiet language" type="button" lang=${other} aria-label=${label} title=${name} @click=${change}>
    ${other.toUpperCase()}
  </button>`;
}
