/** Above a replay: whose eyes, the record, the statistics. */

import { icon, logo, seatShape } from "../parts/icons.js";
import { html } from "../vendor/lit-html/lit-html.js";

/** @typedef {import("./player.js").Player} Player */
/** @typedef {import("./player.js").Eyes} Eyes */

/** @param {Player} player */
export function head(player) {
  const { words, frames } = player;
  const when = frames?.replay.ended_at;
  const date = when ? new Intl.DateTimeFormat(words.language, { dateStyle: "long" }).format(when) : "";
  return html`<header class="rhead">
    <h1 class="brand">${logo()}<span>${words.text("replay.title")}</span> <small>${date}</small></h1>
    ${eyes(player)}
    <nav class="tools">
      <a class="btn" href=${player.recordPath} download="catan.txt"
        >${icon("down")}<span>${words.text("replay.download")}</span></a
      >
      <button class="btn" @click=${player.showStatistics}>${words.text("replay.statistics")}</button>
      <a class="btn quiet" href="/replay" @click=${player.leave}>${words.text("common.close")}</a>
    </nav>
  </header>`;
}

/** @param {Player} player */
function eyes(player) {
  const { words, frames } = player;
  const button = (/** @type {Eyes} */ value, /** @type {unknown} */ content) =>
    html`<button aria-pressed=${String(player.eyes === value)} @click=${() => player.see(value)}>
      ${content}
    </button>`;
  return html`<div class="eyes">
    ${icon("eye")}<span>${words.text("replay.seenBy")}</span>
    <div class="segments" role="group" aria-label=${words.text("replay.seenBy")}>
      ${button("everything", words.text("replay.everything"))}
      ${frames?.replay.seats.map(({ seat, occupant }) =>
        button(
          /** @type {Eyes} */ (String(seat)),
          html`${seatShape(seat)}<span
              >${occupant.name || words.text("seat.number", { seat: seat + 1 })}</span
            >`,
        ),
      )}
    </div>
  </div>`;
}
