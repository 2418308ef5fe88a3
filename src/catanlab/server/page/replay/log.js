/** The log of a replay around the position that is shown, with the reasons of robots. */

import { linesOf, withChat } from "../game/lines.js";
import { peopleOf } from "../game/sentences.js";
import { spokenText } from "../game/spoken.js";
import { logLine } from "../parts/line.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

/** @typedef {import("./player.js").Player} Player */
/** @typedef {import("../types").Game} Game */

const LINES_SHOWN = 40;

/**
 * @param {Player} player
 * @param {Game} game
 */
export function log(player, game) {
  const { words, frames } = player;
  const people = peopleOf(words, { ...game, seat: null });
  const chat = (frames?.replay.chat ?? []).filter(({ seq }) => seq <= game.seq);
  const seatOf = (/** @type {string} */ person) => {
    const seat = frames?.replay.seats.find(({ occupant }) => occupant.person === person);
    return seat ? seat.seat : null;
  };
  const lines = withChat(linesOf(game.events, game.view), chat, seatOf).slice(-LINES_SHOWN);
  return html`<div
    class="stream scroll"
    role="log"
    aria-live="off"
    tabindex="0"
    aria-label=${words.text("replay.log")}
  >
    <ol>
      ${lines.map((line) => logLine(words, line, people))} ${reason(player, people)} ${now(player, game)}
    </ol>
  </div>`;
}

/**
 * @param {Player} player
 * @param {import("../game/sentences.js").People} people
 */
function reason(player, people) {
  const frame = player.frames?.frame(player.index);
  const text = frame?.full_reason || frame?.reason;
  if (!text) return nothing;
  const toggle = () => {
    player.reasons = !player.reasons;
    player.app.redraw();
  };
  const label = player.words.text("replay.why");
  return html`<li>
      <button class="linkish" aria-expanded=${String(player.reasons)} @click=${toggle}>${label}</button>
    </li>
    ${player.reasons ? html`<li class="why">${spokenText(player.words, text, people)}</li>` : nothing}`;
}

/**
 * @param {Player} player
 * @param {Game} game
 */
function now({ words, table }, { view }) {
  if (!view || view.phase === "finished" || !view.deciders.length) return nothing;
  const name = words.list(view.deciders.map((seat) => table.name(seat)));
  return html`<li class="now">${words.text("replay.aboutToMove", { name })}</li>`;
}
