/** Log and chat: one stream of what happened and what was said, and a line to say or type something. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { linesOf, withChat } from "../game/lines.js";
import { peopleOf } from "../game/sentences.js";
import { icon } from "../parts/icons.js";
import { logLine } from "../parts/line.js";
import { say } from "./talk_acts.js";
import { mutedHere, personMenu, personName } from "./talk_person.js";
import { canAskWhy, whyButton } from "./why.js";

export { keys } from "./talk_keys.js";

/** @typedef {import("./context.js").TableContext} TableContext */
/** @typedef {import("../types").Game} Game */
/** @typedef {import("../game/lines.js").Line} Line */

/** @param {TableContext} table */
export function talk(table) {
  const { words, game } = table;
  return html`<section class="panel talk" aria-label=${words.text("talk.label")}>
    <div
      class="stream scroll"
      tabindex="0"
      role="log"
      aria-live="off"
      aria-label=${words.text("talk.stream")}
    >
      <ol>
        ${game ? stream(table, game) : nothing}
      </ol>
    </div>
    ${table.ui.talk.phrases ? phrases(table) : nothing} ${form(table)}
  </section>`;
}

/**
 * All lines that a person sees: events, and the chat of those who are not muted.
 * @param {TableContext} table
 * @param {Game} game
 * @returns {Line[]}
 */
export function linesAt(table, game) {
  const lines = linesOf(game.events, game.view);
  if (table.ui.talk.logOnly) return lines;
  const muted = new Set(table.app.state.muted);
  return withChat(
    lines,
    game.chat.filter(({ person }) => !muted.has(person)),
    (person) => seatOf(game, person),
  );
}

/**
 * @param {Game} game
 * @param {string} person
 */
function seatOf(game, person) {
  const seat = game.table?.seats.findIndex(({ occupant }) => occupant.person === person) ?? -1;
  return seat < 0 ? null : seat;
}

/**
 * @param {TableContext} table
 * @param {Game} game
 */
function stream(table, game) {
  const { words } = table;
  const people = peopleOf(words, game);
  const lines = linesAt(table, game);
  const asked = openDecisions(table, lines);
  const keys = distinctKeys(lines);
  return repeat(
    lines,
    (_, i) => keys[i],
    (line) => {
      if (line.person !== undefined) return chatLine(table, line);
      const why =
        line.seat !== null && asked.has(line) ? html` ${whyButton(table, line.seat, line.seq)}` : "";
      return logLine(words, line, people, why);
    },
  );
}

/**
 * The keys of lines; two lines of one event may be alike.
 * @param {Line[]} lines
 */
function distinctKeys(lines) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  return lines.map((line) => {
    const key = keyOf(line);
    const before = counts.get(key) ?? 0;
    counts.set(key, before + 1);
    return before ? `${key} #${before}` : key;
  });
}

/** @param {Line} line */
function keyOf({ seq, at, tone, key, person, text }) {
  return `${seq} ${at} ${tone} ${key} ${person ?? ""} ${text ?? ""}`;
}

/**
 * The decisions that robots may be asked about: those of the last round without a reason below them.
 * @param {TableContext} table
 * @param {Line[]} lines
 */
function openDecisions(table, lines) {
  const turns = lines.filter(({ tone }) => tone === "turn");
  const since = turns.at(-(table.view?.seats.length ?? 4))?.seq ?? 0;
  const explained = new Set(lines.filter(({ tone }) => tone === "why").map(({ of }) => of));
  return new Set(
    lines.filter(
      ({ seq, seat, moved }) =>
        moved && seq >= since && canAskWhy(table, seat ?? -1) && !explained.has(seq),
    ),
  );
}

/**
 * @param {TableContext} table
 * @param {Line} line
 */
function chatLine(table, line) {
  const watching =
    line.seat === null ? html` <small>${table.words.text("talk.watching")}</small>` : nothing;
  return html`<li class=${line.seat === null ? "said watching" : "said"}>
    ${personName(table, line)}${watching}: ${line.text} ${personMenu(table, line)}
  </li>`;
}

/** @param {TableContext} table */
function form(table) {
  const { words } = table;
  const { talk: open } = table.ui;
  const placeholder = words.text(table.seat === null ? "talk.placeholderWatch" : "talk.placeholder");
  return html`<form
      autocomplete="off"
      @submit=${(/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        submit(table, /** @type {HTMLFormElement} */ (event.currentTarget));
      }}
    >
      <input
        class="field"
        id="say"
        name="text"
        maxlength="300"
        aria-label=${words.text("talk.input")}
        placeholder=${placeholder}
        @keydown=${leave}
      />
      <button
        type="button"
        class="btn icon"
        data-act="phrases"
        aria-expanded=${open.phrases ? "true" : "false"}
        aria-label=${words.text("talk.phrases")}
        title=${words.text("talk.phrases")}
        @click=${() => table.set({ talk: { ...open, phrases: !open.phrases } })}
      >
        ${icon("chat")}
      </button>
    </form>
    ${mutedHere(table)} ${open.note ? html`<p class="note">${open.note}</p>` : nothing}`;
}

/** @param {KeyboardEvent} event */
function leave(event) {
  if (event.key === "Escape") /** @type {HTMLElement} */ (event.currentTarget).blur();
}

/**
 * @param {TableContext} table
 * @param {HTMLFormElement} filled
 */
async function submit(table, filled) {
  const field = /** @type {HTMLInputElement} */ (filled.elements.namedItem("text"));
  const text = field.value;
  field.value = "";
  if (!(await say(table, text)) && !field.value) field.value = text;
}

const PHRASES = ["hello", "luck", "nice", "thanks", "sorry", "moment", "robber", "game"];

/** @param {TableContext} table */
function phrases(table) {
  const { words } = table;
  const choose = (/** @type {string} */ text) => {
    table.set({ talk: { ...table.ui.talk, phrases: false } });
    table.act({ t: "chat", text });
  };
  return html`<ul class="phrases" aria-label=${words.text("talk.phrases")}>
    ${PHRASES.map((name) => {
      const text = words.text(`talk.phrase.${name}`);
      return html`<li><button type="button" class="btn" @click=${() => choose(text)}>${text}</button></li>`;
    })}
  </ul>`;
}
