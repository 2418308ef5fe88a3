/** The keys of the table, as data: the help lists them, one function takes them. */

import { isEmpty } from "../game/draft.js";
import * as balloons from "./balloons.js";
import { pressBuild } from "./build.js";
import { discardsChosen, sendDiscards } from "./discard.js";
import { confirmSpot, mustPlace, placingOf, stopPlacing } from "./placing.js";
import * as talk from "./talk.js";
import * as trade from "./trade.js";
import { clear } from "./trade_acts.js";
import { endTurnByKey, rollDice } from "./turn.js";

/** @typedef {import("./context.js").TableContext} TableContext */
/** @typedef {import("./types").KeyRow} KeyRow */
/** @typedef {import("../types").Words} Words */

/** Keys that work in pairs: the first waits for the second. */
const PREFIX = "g";
const PREFIX_MS = 1500;

/**
 * All keys, with those of the panels for trade and talk.
 * @param {TableContext} table
 * @returns {KeyRow[]}
 */
export function keyRows(table) {
  return [...ownRows(table), ...[trade, balloons, talk].flatMap((panel) => rowsOf(panel, table))];
}

/**
 * @param {object} panel a module that may have `keys(table)`
 * @param {TableContext} table
 * @returns {KeyRow[]}
 */
function rowsOf(panel, table) {
  const { keys } = /** @type {{keys?: (table: TableContext) => KeyRow[]}} */ (panel);
  return keys?.(table) ?? [];
}

/**
 * @param {TableContext} table
 * @returns {KeyRow[]}
 */
function ownRows(table) {
  const place = () => placingOf(table) !== null;
  return [
    { key: " ", label: "keys.roll", act: () => rollDice(table), when: () => Boolean(table.legal.roll) },
    { key: "d", label: "keys.roll", act: () => rollDice(table), when: () => Boolean(table.legal.roll) },
    {
      key: "e",
      label: "keys.end",
      act: () => endTurnByKey(table),
      when: () => Boolean(table.legal["end turn"]),
    },
    { key: "r", label: "keys.road", act: () => placeByKey(table, "road") },
    { key: "s", label: "keys.settlement", act: () => placeByKey(table, "settlement") },
    { key: "c", label: "keys.city", act: () => placeByKey(table, "city") },
    { key: "b", label: "keys.card", act: () => pressBuild(table, "card") },
    { key: "k", label: "keys.play", act: () => focusIn(".developments .card:not(.still)") },
    { key: "ArrowRight", label: "keys.arrows", shown: "← ↑ → ↓", act: () => focusBoard(), when: place },
    { key: "ArrowLeft", label: "", act: () => focusBoard(), when: place },
    { key: "ArrowUp", label: "", act: () => focusBoard(), when: place },
    { key: "ArrowDown", label: "", act: () => focusBoard(), when: place },
    { key: "Enter", label: "keys.take", act: () => takeIt(table), when: () => canTake(table) },
    { key: "Escape", label: "keys.cancel", act: () => cancel(table) },
    { key: "p", label: "keys.players", act: () => focusIn(".rival .box", true) },
    { key: "g b", label: "keys.goBoard", act: () => focusBoard() },
    { key: "g h", label: "keys.goHand", act: () => focusIn(".handbar .card:not(:disabled)") },
    {
      key: "?",
      label: "keys.help",
      act: () => table.set({ overlay: table.ui.overlay === "help" ? null : "help" }),
    },
  ];
}

/**
 * @param {TableContext} table
 * @param {"road" | "settlement" | "city"} kind
 */
function placeByKey(table, kind) {
  if (!mustPlace(table)) pressBuild(table, kind);
  if (placingOf(table)) requestAnimationFrame(() => requestAnimationFrame(focusBoard));
}

/**
 * Whether something waits for its confirmation: a place, or the discards.
 * @param {TableContext} table
 */
function canTake(table) {
  return table.ui.chosen !== null || discardsReady(table);
}

/** @param {TableContext} table */
function discardsReady(table) {
  return table.legal.discard?.owes === discardsChosen(table);
}

/** @param {TableContext} table */
function takeIt(table) {
  if (table.ui.chosen) confirmSpot(table);
  else sendDiscards(table);
}

/**
 * Leave what was begun, the last thing first.
 * @param {TableContext} table
 */
function cancel(table) {
  const { ui } = table;
  if (ui.overlay) table.set({ overlay: null });
  else if (ui.counter) table.set({ counter: null });
  else if (ui.asking || ui.talk.phrases) table.set({ asking: false, talk: { ...ui.talk, phrases: false } });
  else if (ui.card) table.set({ card: null, picks: [] });
  else if (ui.ending) table.set({ ending: false });
  else if (ui.chosen) table.set({ chosen: null });
  else if (ui.placing) stopPlacing(table);
  else if (ui.hint || table.app.state.refusal) {
    table.set({ hint: "" });
    table.app.update({ refusal: null });
  } else if (document.activeElement?.closest("#tray") && !isEmpty(ui.draft)) clear(table);
}

function focusBoard() {
  /** @type {HTMLElement | null} */ (document.querySelector(".sea [role=button]"))?.focus();
}

/**
 * Focus the first of some elements, or with `round` the one after the focused.
 * @param {string} selector
 * @param {boolean} [round]
 */
function focusIn(selector, round = false) {
  const found = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(selector)]);
  const at = found.findIndex((element) => element.contains(document.activeElement));
  found[round ? (at + 1) % found.length : 0]?.focus();
}

/** Takes keys, and remembers the first of a pair. */
export class Keys {
  /** @param {TableContext} table */
  constructor(table) {
    this._table = table;
    this._prefixAt = 0;
  }

  /**
   * @param {KeyboardEvent} event
   * @returns {boolean} whether the key was used
   */
  take(event) {
    const name = this._name(event);
    if (!name || inField(event) || (isLetter(name) && !this._table.app.state.settings.letters))
      return false;
    if (name === PREFIX) {
      this._prefixAt = event.timeStamp;
      return true;
    }
    if ((name === " " || name === "Enter") && this._isForControl(event) && !this._discards(event)) return false;
    if (event.repeat && !name.startsWith("Arrow")) return true; // a key that is held down acts once
    const row = keyRows(this._table).find((other) => other.key === name && (other.when?.() ?? true));
    row?.act();
    return row !== undefined;
  }

  /**
   * Whether Space or Enter is meant for the control that has the focus: not for one that has it from the mouse and
   * does something else by now.
   * @param {KeyboardEvent} event
   */
  _isForControl(event) {
    return onControl(event) && !this._table.app.presses.strays(event);
  }

  /**
   * Whether Enter at a card of the hand means the discards, all of which are chosen.
   * @param {KeyboardEvent} event
   */
  _discards(event) {
    const target = /** @type {Element | null} */ (event.target);
    return (
      event.key === "Enter" && discardsReady(this._table) && target?.matches(".handbar .card") === true
    );
  }

  /** @param {KeyboardEvent} event */
  _name(event) {
    const name = keyName(event);
    const pair = this._prefixAt > 0 && event.timeStamp - this._prefixAt < PREFIX_MS;
    this._prefixAt = 0;
    return pair ? `${PREFIX} ${name}` : name;
  }
}

/**
 * The name of a key: letters small, "Shift+" only where it makes another key of a letter or digit.
 * @param {KeyboardEvent} event
 */
function keyName(event) {
  const digit = /^Digit([1-5])$/.exec(event.code);
  const key = digit ? digit[1] : event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return event.shiftKey && /^[a-z0-9]$|^Enter$/.test(key) ? `Shift+${key}` : key;
}

/** @param {string} name */
function isLetter(name) {
  return /^(Shift\+|g )?[a-z0-9?/]$/.test(name);
}

/** @param {KeyboardEvent} event */
function inField(event) {
  const target = /** @type {Element | null} */ (event.target);
  return (
    target !== null &&
    target.closest("input:not([type=checkbox]), textarea, select") !== null &&
    event.key !== "Escape"
  );
}

/**
 * Whether the key belongs to a control that has the focus; one that does nothing now does not keep it.
 * @param {KeyboardEvent} event
 */
function onControl(event) {
  const target = /** @type {Element | null} */ (event.target);
  const control = target?.closest("button, a, input, [role=button]");
  return Boolean(control) && control?.getAttribute("aria-disabled") !== "true";
}

/**
 * How the help shows a key.
 * @param {Words} words
 * @param {KeyRow} row
 */
export function shownKey(words, row) {
  if (row.shown) return row.shown;
  const named = { " ": "keys.space", Escape: "keys.escape", Enter: "keys.enter" }[row.key];
  return named ? words.text(named) : row.key.replace(/\b[a-z]\b/g, (letter) => letter.toUpperCase());
}
