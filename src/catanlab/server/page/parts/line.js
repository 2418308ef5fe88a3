/** A line of the log as a template: names, chips for cards, and the words of players. */

import { html } from "../vendor/lit-html/lit-html.js";
import { gainerText, gainText, keyOf, valueText, whoText } from "../game/sentences.js";
import { spokenText } from "../game/spoken.js";
import { chips, sign } from "./cards.js";
import { seatShape } from "./icons.js";

/** @typedef {import("../types").Words} Words */
/** @typedef {import("../game/lines.js").Line} Line */
/** @typedef {import("../game/lines.js").Value} Value */
/** @typedef {import("../game/sentences.js").People} People */

/**
 * @param {Words} words
 * @param {Line} line
 * @param {People} now
 * @param {unknown} [after] what follows in the same line, such as *Why?*
 */
export function logLine(words, line, now, after = "") {
  const people = now.at?.(line.seq) ?? now;
  if (line.tone === "turn")
    return html`<li class="turnline">${words.text(keyOf(line, people), lineWho(words, line, people))}</li>`;
  if (line.tone === "why") return html`<li class="why">“${spokenText(words, line.text ?? "", people)}”</li>`;
  if (line.tone === "said")
    return html`<li class="said">
      ${who(words, line, people)}: ${spokenText(words, line.text ?? "", people)}${after}
    </li>`;
  const told = words.parts(keyOf(line, people), {
    ...valuesOf(words, line, people),
    who: who(words, line, people),
  });
  const late = line.late ? html` ${words.text("line.late")}` : "";
  return html`<li class=${line.tone === "award" ? "award" : ""}>${told}${late}${after}</li>`;
}

/**
 * @param {Words} words
 * @param {Line} line
 * @param {People} people
 */
function lineWho(words, line, people) {
  return { who: line.seat === null ? "" : people.name(line.seat), turn: Number(line.values.turn) };
}

/**
 * @param {Words} words
 * @param {Line} line
 * @param {People} people
 */
function who(words, line, people) {
  const name = html`<b>${whoText(words, line, people)}</b>`;
  return line.seat === null ? name : html`${seatShape(line.seat)} ${name}`;
}

/**
 * @param {Words} words
 * @param {Line} line
 * @param {People} people
 */
function valuesOf(words, line, people) {
  return Object.fromEntries(
    Object.entries(line.values).map(([name, value]) => [name, valuePart(words, value, people)]),
  );
}

/**
 * @param {Words} words
 * @param {Value} value
 * @param {People} people
 * @returns {unknown}
 */
export function valuePart(words, value, people) {
  if (typeof value !== "object") return value;
  if ("cards" in value) return chips(words, value.cards);
  if ("signs" in value) return value.signs.map((resource) => html`${sign(words, resource)} `);
  if ("gains" in value)
    return value.gains.map(
      (gain) =>
        html`${gainerText(words, gain.seat, people)}
        ${gain.cards ? chips(words, gain.cards) : gainText(words, gain)} `,
    );
  return valueText(words, value, people);
}
