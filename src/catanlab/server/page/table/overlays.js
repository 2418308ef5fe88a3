/** What opens from the tools, beside the board and never on it: settings, leaving, the list of keys. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { FACES, face, faceFor, icon } from "../parts/icons.js";
import { keyRows, shownKey } from "./keys.js";

/** @typedef {import("./context.js").TableContext} TableContext */
/** @typedef {import("../types").Settings} Settings */

/** @param {TableContext} table */
export function overlay(table) {
  switch (table.ui.overlay) {
    case "settings":
      return popover(table, "settings.title", settings(table));
    case "leave":
      return popover(table, "leave.title", leave(table));
    case "faces":
      return popover(table, "faces.choose", faces(table));
    case "help":
      return popover(table, "help.title", help(table));
    default:
      return nothing;
  }
}

/**
 * @param {TableContext} table
 * @param {string} title
 * @param {unknown} content
 */
function popover(table, title, content) {
  const { words } = table;
  return html`<section class="panel popover" role="dialog" aria-label=${words.text(title)}>
    <div class="top-row">
      <h2>${words.text(title)}</h2>
      <button
        class="btn icon"
        aria-label=${words.text("table.close")}
        @click=${() => table.set({ overlay: null })}
      >
        ${icon("no")}
      </button>
    </div>
    ${content}
  </section>`;
}

/** @param {TableContext} table */
function settings(table) {
  const { words, app } = table;
  const chosen = app.state.settings;
  return html`
    ${choice(table, "theme", [
      ["", "settings.themeSystem"],
      ["light", "settings.themeLight"],
      ["dark", "settings.themeDark"],
    ])}
    ${choice(table, "language", [
      ["en", "settings.english"],
      ["de", "settings.german"],
    ])}
    ${
      /** @type {const} */ (["sound", "counting", "confirm", "letters"]).map(
        (name) =>
          html`<label class="check">
            <input
              type="checkbox"
              .checked=${chosen[name]}
              @change=${() => app.set({ [name]: !chosen[name] })}
            />
            <span
              >${words.text(`settings.${name}`)}<small>${words.text(`settings.${name}Note`)}</small></span
            >
          </label>`,
      )
    }
  `;
}

/**
 * @param {TableContext} table
 * @param {"theme" | "language"} name
 * @param {[string, string][]} values
 */
function choice(table, name, values) {
  const { words, app } = table;
  return html`<fieldset class="choice-row">
    <legend>${words.text(`settings.${name}`)}</legend>
    <div class="segments">
      ${values.map(
        ([value, label]) =>
          html`<button
            aria-pressed=${String(app.state.settings[name] === value)}
            @click=${() => app.set(/** @type {Partial<Settings>} */ ({ [name]: value }))}
          >
            ${words.text(label)}
          </button>`,
      )}
    </div>
  </fieldset>`;
}

/** @param {TableContext} table */
function leave(table) {
  const { words, app, game } = table;
  const playing = game?.table?.status !== "over" && table.seat !== null;
  const stand = async () => {
    if (await table.act({ t: "stand" })) app.go("/");
  };
  return html`<p>
      ${words.text(playing ? (table.view ? "leave.playing" : "leave.waiting") : "leave.watching")}
    </p>
    <p class="acts column">
      ${playing ? html`<button class="btn strong" @click=${stand}>${words.text("leave.stand")}</button>` : nothing}
      <button class="btn" @click=${() => app.go("/")}>
        ${words.text(playing ? "leave.later" : "leave.lobby")}
      </button>
      <button class="btn" @click=${() => table.set({ overlay: null })}>${words.text("leave.stay")}</button>
    </p>`;
}

/** @param {TableContext} table */
function faces(table) {
  const { app } = table;
  const choose = (/** @type {string} */ name) => () => {
    app.set({ face: name });
    table.set({ overlay: null });
    table.act({ t: "face", face: name });
  };
  const current = app.state.settings.face || faceFor(app.state.me?.name ?? "");
  return html`<div class="face-list">
    ${FACES.map(
      (name) =>
        html`<button
          aria-label=${capital(name)}
          aria-pressed=${String(name === current)}
          @click=${choose(name)}
        >
          ${face(name)}
        </button>`,
    )}
  </div>`;
}

/** @param {string} name */
function capital(name) {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** @param {TableContext} table */
function help(table) {
  const { words, app } = table;
  /** @type {Map<string, string[]>} */
  const keys = new Map();
  for (const row of keyRows(table))
    if (row.label) keys.set(row.label, [...(keys.get(row.label) ?? []), shownKey(words, row)]);
  return html`<dl class="keys">
      ${[...keys].map(
        ([label, shown]) =>
          html`<div>
            <dt>${shown.map((key) => html`<kbd>${key}</kbd> `)}</dt>
            <dd>${words.text(label)}</dd>
          </div>`,
      )}
    </dl>
    <p>
      <button class="btn" @click=${() => app.go("/learn")}>
        ${icon("book")}${words.text("help.learn")}
      </button>
    </p>`;
}
