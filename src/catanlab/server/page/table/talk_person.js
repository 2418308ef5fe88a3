/** Whoever wrote a line of chat: muted or reported from there. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { seatShape } from "../parts/icons.js";
import { note } from "./talk_acts.js";

/** @typedef {import("./context.js").TableContext} TableContext */
/** @typedef {import("../game/lines.js").Line} Line */

/** @param {Line} line */
function nameOf({ at, person }) {
  return `${at} ${person}`;
}

/**
 * The name before a line of chat; that of another person opens the menu.
 * @param {TableContext} table
 * @param {Line} line
 */
export function personName(table, line) {
  const shape = line.seat === null ? nothing : html`${seatShape(line.seat)} `;
  const { talk } = table.ui;
  if (line.person === table.app.state.me?.person) return html`${shape}<b>${line.name}</b>`;
  const open = talk.about === nameOf(line);
  return html`${shape}<button
      type="button"
      class="person"
      aria-expanded=${open ? "true" : "false"}
      aria-label=${table.words.text("talk.person", { name: line.name ?? "" })}
      @click=${() => table.set({ talk: { ...talk, about: open ? "" : nameOf(line), reporting: false } })}
    >
      ${line.name}
    </button>`;
}

/**
 * @param {TableContext} table
 * @param {Line} line
 */
export function personMenu(table, line) {
  const { words } = table;
  const { talk } = table.ui;
  if (talk.about !== nameOf(line) || !line.person) return nothing;
  const name = line.name ?? "";
  const mute = () => {
    table.app.send({ t: "mute", person: line.person, on: true });
    close(table);
    table.app.announce(words.text("talk.muted", { name }));
  };
  return html`<span class="person-acts">
    <button type="button" class="btn" data-act="mute" @click=${mute}>
      ${words.text("talk.mute", { name })}
    </button>
    ${
      talk.reporting
        ? reportForm(table, line)
        : html`<button
            type="button"
            class="btn"
            data-act="report"
            @click=${() => table.set({ talk: { ...talk, reporting: true } })}
          >
            ${words.text("talk.report")}
          </button>`
    }
    <button type="button" class="btn quiet" @click=${() => close(table)}>
      ${words.text("talk.close")}
    </button>
  </span>`;
}

/**
 * Those at the table whom one does not hear, and how to hear them again.
 * @param {TableContext} table
 */
export function mutedHere(table) {
  const { app, words, game } = table;
  const here = new Map(game?.chat.map(({ person, name }) => [person, name]));
  const muted = app.state.muted.filter((person) => here.has(person));
  return muted.map((person) => {
    const name = here.get(person) ?? "";
    const hear = () => {
      app.send({ t: "mute", person, on: false });
      note(table, "");
    };
    return html`<p class="note">
      ${words.text("talk.muted", { name })}
      <button type="button" class="linkish" data-act="hear" @click=${hear}>
        ${words.text("talk.hear")}
      </button>
    </p>`;
  });
}

/** @param {TableContext} table */
function close(table) {
  table.set({ talk: { ...table.ui.talk, about: "", reporting: false } });
}

/**
 * @param {TableContext} table
 * @param {Line} line
 */
function reportForm(table, line) {
  const { words, app } = table;
  const send = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const filled = /** @type {HTMLFormElement} */ (event.currentTarget);
    const text = String(new FormData(filled).get("why") ?? "").trim();
    if (!text) return;
    try {
      await app.ask({ t: "report", person: line.person, text, room: table.room });
      close(table);
      note(table, words.text("talk.reported"));
    } catch (refused) {
      app.update({ refusal: /** @type {import("../types").Refusal} */ (refused) });
    }
  };
  return html`<form class="report" @submit=${send}>
    <input
      class="field"
      name="why"
      maxlength="300"
      required
      aria-label=${words.text("talk.reportLabel", { name: line.name ?? "" })}
      placeholder=${words.text("talk.reportLabel", { name: line.name ?? "" })}
    />
    <button class="btn">${words.text("talk.reportSend")}</button>
  </form>`;
}
