/** Before the start: who comes, how to invite others, and what will be played. And the bar of those who watch. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { icon } from "../parts/icons.js";
import { rulesText } from "../parts/rules.js";
import { copyLink, linkOf } from "./head.js";
import { canSit, sitDown } from "./seats.js";

/** @typedef {import("./context.js").TableContext} TableContext */

/**
 * What stands where the hand and the building panel will be.
 * @param {TableContext} table
 */
export function waitingPanel(table) {
  const { words, game } = table;
  const options = game?.table?.options;
  if (!options) return html`<section class="panel waiting"></section>`;
  return html`<section class="panel waiting" aria-label=${words.text("waiting.title")}>
    <div class="invite">
      <h2>${words.text(options.public ? "waiting.invite" : "waiting.invitePrivate")}</h2>
      <p class="link">
        <input
          class="field"
          readonly
          aria-label=${words.text("waiting.link")}
          .value=${linkOf(table)}
          @focus=${selectAll}
        />
        <button class="btn strong" @click=${() => copyLink(table)}>
          ${icon("copy")}${words.text("waiting.copy")}
        </button>
      </p>
    </div>
    <dl class="terms">
      <div>
        <dt>${words.text("waiting.rules")}</dt>
        <dd>${rulesText(words, options.rules ?? "")}</dd>
      </div>
      <div>
        <dt>${words.text("waiting.robots")}</dt>
        <dd>${robotsText(table)}</dd>
      </div>
      <div>
        <dt>${words.text("waiting.clocks")}</dt>
        <dd>${paceText(table)}</dd>
      </div>
    </dl>
  </section>`;
}

/** @param {FocusEvent} event */
function selectAll(event) {
  /** @type {HTMLInputElement} */ (event.target).select();
}

/**
 * The levels of the robots that may come: "medium, hard"; each once.
 * @param {TableContext} table
 */
function robotsText({ words, game }) {
  const levels = [...new Set(game?.table?.options.robots ?? [])];
  const named = levels.map((level) => (words.has(`level.${level}`) ? words.text(`level.${level}`) : level));
  return named.join(", ") || words.text("waiting.usual");
}

/** @param {TableContext} table */
function paceText({ words, game }) {
  const pace = game?.table?.options.pace;
  if (!pace) return words.text("waiting.noClocks");
  return words.text("waiting.pace", { decision: pace.decision ?? 60, bank: pace.bank ?? 0 });
}

/**
 * For those who watch: one press to sit down, if there is a place.
 * @param {TableContext} table
 */
export function watchPanel(table) {
  const { words, game } = table;
  if (!game?.table) return html`<section class="panel watch"></section>`;
  const free = game.table.seats.some((info) => canSit(table, info));
  const begun = Boolean(table.view);
  return html`<section class="panel watch" aria-label=${words.text("waiting.watching")}>
    <p>${words.text(free ? (begun ? "waiting.takeRobot" : "waiting.sitDown") : "waiting.noSeat")}</p>
    ${
      free
        ? html`<button class="btn strong" @click=${() => sitDown(table, null)}>
            ${icon("person")}${words.text("waiting.sit")}
          </button>`
        : nothing
    }
  </section>`;
}
