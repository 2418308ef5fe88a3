/** The head of the table: which room it is, and the tools: link, sounds, colours, help, settings, leave. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { isDark } from "../app/settings.js";
import { invitationLink } from "../app/router.js";
import { icon, logo } from "../parts/icons.js";
import { roomName } from "../parts/seats.js";

/** @typedef {import("./context.js").TableContext} TableContext */

/**
 * What the room is called.
 * @param {TableContext} table
 */
export function titleOf({ words, game }) {
  if (!game?.table) return "catanlab";
  const { seats, options, maker } = game.table;
  return roomName(words, { title: options.title, maker }, seats.map(({ occupant }) => occupant));
}

/** @param {TableContext} table */
export function brand(table) {
  const { words, game } = table;
  const watching = game?.table?.spectators ?? 0;
  return html`<h1 class="brand">
    <a
      href="/"
      aria-label=${words.text("head.lobby")}
      title=${words.text("head.lobby")}
      @click=${(/** @type {Event} */ event) => toLobby(table, event)}
      >${logo()}</a
    >
    <span title=${titleOf(table)}>${titleOf(table)}</span>
    ${watching ? html`<small>${words.text("head.watching", { n: watching })}</small>` : nothing}
  </h1>`;
}

/**
 * @param {TableContext} table
 * @param {Event} event
 */
function toLobby(table, event) {
  event.preventDefault();
  table.app.go("/");
}

/** @param {TableContext} table */
export function tools(table) {
  const { words, app, ui } = table;
  const { settings } = app.state;
  const dark = isDark(settings);
  const toggle = (/** @type {"help" | "settings" | "leave"} */ overlay) => () =>
    table.set({ overlay: ui.overlay === overlay ? null : overlay });
  return html`<nav class="tools" aria-label=${words.text("head.tools")}>
    ${tool("link", words.text("head.copyLink"), () => copyLink(table))}
    ${tool(settings.sound ? "sound" : "mute", words.text(settings.sound ? "head.soundOff" : "head.soundOn"), () => app.set({ sound: !settings.sound }))}
    ${tool(dark ? "sun" : "moon", words.text(dark ? "head.light" : "head.dark"), () => app.set({ theme: dark ? "light" : "dark" }))}
    ${tool("help", words.text("head.help"), toggle("help"), ui.overlay === "help")}
    ${tool("settings", words.text("head.settings"), toggle("settings"), ui.overlay === "settings")}
    <button class="btn quiet" aria-expanded=${String(ui.overlay === "leave")} @click=${toggle("leave")}>
      ${words.text("head.leave")}
    </button>
  </nav>`;
}

/**
 * @param {string} sign
 * @param {string} label
 * @param {() => void} press
 * @param {boolean} [open] whether what it opens is open
 */
function tool(sign, label, press, open) {
  return html`<button
    class="btn icon"
    data-tool=${sign}
    aria-label=${label}
    title=${label}
    aria-expanded=${open === undefined ? nothing : String(open)}
    @click=${press}
  >
    ${icon(sign)}
  </button>`;
}

/**
 * The address that invites to this table.
 * @param {TableContext} table
 */
export function linkOf(table) {
  return invitationLink(table.room, table.game?.invitation || table.invitation);
}

/** @param {TableContext} table */
export async function copyLink(table) {
  try {
    await navigator.clipboard.writeText(linkOf(table));
    table.set({ hint: table.words.text("head.linkCopied") });
  } catch {
    table.set({ hint: linkOf(table) });
  }
}
