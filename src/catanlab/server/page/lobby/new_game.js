/** The dialog in which a person makes a game. */

import { icon } from "../parts/icons.js";
import { close, modal } from "../parts/modal.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { beginNow, openTable } from "./acts.js";
import { LAYOUTS, LEAST_POINTS, LEVELS, MOST_POINTS, PACES, SIZES } from "./options.js";

/** @typedef {import("./context.js").LobbyContext} LobbyContext */
/** @typedef {import("./types").NewGame} NewGame */

/** @param {LobbyContext} lobby */
export function newGameDialog(lobby) {
  const { words, ui } = lobby;
  const trouble = lobby.trouble("new") || lobby.trouble("name");
  /** @param {SubmitEvent} event */
  const submit = (event) => {
    event.preventDefault();
    const pressed = /** @type {HTMLButtonElement | null} */ (event.submitter);
    if (pressed?.value === "open") openTable(lobby);
    else beginNow(lobby);
  };
  return modal(words, {
    title: words.text("new.title"),
    name: "new",
    closed: () => lobby.set({ dialog: null, trouble: null }),
    content: html`<form class="newgame" @submit=${submit}>
      ${title(lobby)} ${segments(lobby, "public", [true, false])} ${segments(lobby, "players", SIZES)} ${points(lobby)}
      ${robots(lobby)} ${select(lobby, "speed", ["slow", "usual", "fast"])}
      ${segments(lobby, "pace", Object.keys(PACES))} ${select(lobby, "board", LAYOUTS)} ${rules(lobby)}
      ${trouble ? html`<p class="trouble" role="alert">${icon("warn")}<span>${trouble}</span></p>` : nothing}
      <footer>
        <button class="btn" type="button" @click=${close}>${words.text("common.cancel")}</button>
        <button class="btn" name="act" value="open" ?disabled=${Boolean(ui.busy)}>${words.text("new.open")}</button>
        <button class="btn strong" name="act" value="begin" ?disabled=${Boolean(ui.busy)}>${words.text("new.begin")}</button>
      </footer>
    </form>`,
  });
}

/**
 * @param {LobbyContext} lobby
 * @param {Partial<NewGame>} patch
 */
function change(lobby, patch) {
  lobby.set({ newGame: { ...lobby.ui.newGame, ...patch } });
}

/** @param {LobbyContext} lobby */
function title(lobby) {
  const { words, ui } = lobby;
  const name = lobby.name || ui.proposal;
  return html`<label for="new-title">${words.text("new.name")}</label>
    <input
      class="field"
      id="new-title"
      maxlength="40"
      autocomplete="off"
      placeholder=${words.text("room.of", { name })}
      .value=${ui.newGame.title}
      @input=${(/** @type {InputEvent} */ event) => change(lobby, { title: valueOf(event) })}
    />`;
}

/**
 * One of a few, as buttons side by side.
 * @param {LobbyContext} lobby
 * @param {"public" | "players" | "pace"} name
 * @param {readonly (string | number | boolean)[]} values
 */
function segments(lobby, name, values) {
  const { words, ui } = lobby;
  return html`<span class="label" id=${`new-${name}`}>${words.text(`new.${name}`)}</span>
    <div>
      <div class="segments" role="group" aria-labelledby=${`new-${name}`}>
        ${values.map(
          (value) => html`<button
            type="button"
            aria-pressed=${String(ui.newGame[name] === value)}
            @click=${() => change(lobby, { [name]: value })}
          >
            ${name === "players" ? value : words.text(`new.${name}.${value}`)}
          </button>`,
        )}
      </div>
      ${name === "pace" ? html`<p class="reason">${words.text(`new.pace.${ui.newGame.pace}.explained`)}</p>` : nothing}
    </div>`;
}

/** @param {LobbyContext} lobby */
function points(lobby) {
  const { words, ui } = lobby;
  return html`<label for="new-points">${words.text("new.points")}</label>
    <input
      class="field short"
      id="new-points"
      type="number"
      inputmode="numeric"
      required
      min=${LEAST_POINTS}
      max=${MOST_POINTS}
      .value=${String(ui.newGame.points)}
      @change=${(/** @type {Event} */ event) => change(lobby, { points: Number(valueOf(event)) })}
    />`;
}

/**
 * The robots of the seats that no person takes.
 * @param {LobbyContext} lobby
 */
function robots(lobby) {
  const { words, ui } = lobby;
  const { robots: levels, players } = ui.newGame;
  /** @param {number} index @param {Event} event */
  const choose = (index, event) => change(lobby, { robots: levels.map((level, i) => (i === index ? valueOf(event) : level)) });
  return html`<span class="label">${words.text("new.robots")}</span>
    <div class="robots">
      ${levels.slice(0, players - 1).map(
        (level, index) => html`<select
          class="field"
          aria-label=${words.text("new.robot", { n: index + 1 })}
          @change=${(/** @type {Event} */ event) => choose(index, event)}
        >
          ${LEVELS.map((name) => option(words.text(`level.${name}`), name, level))}
        </select>`,
      )}
      <p class="reason">${words.text("new.robotsExplained")}</p>
    </div>`;
}

/**
 * @param {LobbyContext} lobby
 * @param {"board" | "speed"} name
 * @param {string[]} values
 */
function select(lobby, name, values) {
  const { words, ui } = lobby;
  return html`<label for=${`new-${name}`}>${words.text(`new.${name}`)}</label>
    <select
      class="field"
      id=${`new-${name}`}
      @change=${(/** @type {Event} */ event) => change(lobby, { [name]: valueOf(event) })}
    >
      ${values.map((value) => option(words.text(`new.${name}.${value}`), value, ui.newGame[name]))}
    </select>`;
}

/**
 * @param {string} text
 * @param {string} value
 * @param {string} chosen
 */
function option(text, value, chosen) {
  return html`<option value=${value} ?selected=${value === chosen}>${text}</option>`;
}

/** @param {LobbyContext} lobby */
function rules(lobby) {
  const { words, ui } = lobby;
  const names = /** @type {const} */ (["trade", "friendlyRobber", "lateSevens"]);
  return html`<span class="label" id="new-rules">${words.text("new.rules")}</span>
    <div class="switches" role="group" aria-labelledby="new-rules">
      ${names.map(
        (name) => html`<label class="switch">
          <input
            type="checkbox"
            .checked=${ui.newGame[name]}
            @change=${(/** @type {Event} */ event) =>
              change(lobby, { [name]: /** @type {HTMLInputElement} */ (event.target).checked })}
          />
          ${words.text(`new.rules.${name}`)}
        </label>`,
      )}
    </div>`;
}

/** @param {Event} event */
function valueOf(event) {
  return /** @type {HTMLInputElement | HTMLSelectElement} */ (event.target).value;
}
