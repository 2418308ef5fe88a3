/** What is typed at the table is done: moves as moves, everything else as chat. */

import { readTyped } from "../game/typed.js";
import { othersOf } from "../parts/seats.js";

/** @typedef {import("./context.js").TableContext} TableContext */

const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/g;

/**
 * @param {TableContext} table
 * @param {string} typed
 * @returns {Promise<boolean>} whether it was done
 */
export async function say(table, typed) {
  const text = typed.replace(CONTROLS, " ").trim();
  if (!text) return true;
  note(table, "");
  const others = table.legal.offer?.to ?? (table.game ? othersOf(table.game) : []);
  const read = table.seat === null || !table.view ? null : readTyped(text, { others });
  if (!read) return table.act({ t: "chat", text, turn: table.view?.turn ?? null });
  if ("example" in read) {
    const told = table.words.text("talk.noMove", { example: read.example });
    table.set({ hint: told });
    note(table, told);
    return false;
  }
  const done = await table.move(read.move);
  if (!done) note(table, table.app.state.refusal?.text ?? "");
  return done;
}

/**
 * @param {TableContext} table
 * @param {string} text
 */
export function note(table, text) {
  const { talk } = table.ui;
  if (talk.note === text) return;
  table.set({ talk: { ...talk, note: text } });
  if (text) table.app.announce(text, { assertive: true });
}
