/** The box of a player: points, face, name and the counts that everybody may know. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { icon, seatShape } from "./icons.js";

/** @typedef {import("../types").Words} Words */

/**
 * @typedef {object} BoxContent
 * @property {number} seat
 * @property {string} name
 * @property {string} note the line under the name: what kind of player, or what state
 * @property {number | null} points null before the start
 * @property {unknown} face
 * @property {"" | "turn" | "must" | "away" | "free" | "won"} [state]
 * @property {string} [tag] what the player has to do, in the place of the note
 * @property {unknown} [aside] buttons and clock at the right of the name
 * @property {unknown} [foot] a row below the counts
 * @property {Counted | null} counts
 */

/**
 * @typedef {object} Counted
 * @property {number} cards
 * @property {number} developments
 * @property {number} knights
 * @property {number} road
 * @property {boolean} army whether the seat has the Largest Army
 * @property {boolean} longest whether it has the Longest Road
 */

/**
 * @param {Words} words
 * @param {BoxContent} content
 */
export function playerBox(
  words,
  { seat, name, note, points, face, state = "", tag = "", aside, foot, counts },
) {
  const title = points === null ? name : words.text("box.label", { name, n: points });
  return html`<article
    class="box"
    data-seat=${seat}
    data-state=${state || nothing}
    aria-label=${title}
    tabindex="-1"
  >
    <div class="band">
      ${seatShape(seat)}${points === null ? nothing : html`<b>${points}</b><small>${words.text("box.points", { n: points })}</small>`}
    </div>
    <div class="about">
      <header class="who">
        ${face}
        <p>
          <strong title=${name}>${name}</strong
          >${tag ? html`<span class="tag">${tag}</span>` : html`<small title=${note}>${note}</small>`}
        </p>
        ${aside ?? nothing}
      </header>
      ${counts ? countsRow(words, counts) : nothing}${foot ?? nothing}
    </div>
  </article>`;
}

/**
 * @param {Words} words
 * @param {Counted} counts
 */
function countsRow(words, { cards, developments, knights, road, army, longest }) {
  const armyTitle = army ? words.text("box.armyTitle") : "";
  const roadTitle = longest ? words.text("box.roadTitle") : "";
  return html`<dl class="counts">
    ${count("cards", cards, words.text("box.cards", { n: cards }), "")}
    ${count("dev", developments, words.text("box.developments"), "", words.text("box.developmentsTitle", { n: developments }))}
    ${count("knight", knights, army ? words.text("box.army") : words.text("box.knights", { n: knights }), army ? "award" : "", armyTitle)}
    ${count("road", road, longest ? words.text("box.longest") : words.text("box.road"), longest ? "award" : "", roadTitle)}
  </dl>`;
}

/**
 * @param {string} sign
 * @param {number} number
 * @param {string} label
 * @param {string} kind
 * @param {string} [title]
 */
function count(sign, number, label, kind, title = "") {
  return html`<div class=${kind || nothing} data-count=${sign} title=${title || nothing}>
    <dt>${label}</dt>
    <dd>${icon(sign)}${number}</dd>
  </div>`;
}
