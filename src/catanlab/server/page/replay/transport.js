/** Time in a replay: play, step, speed, and a scrubber with what happened where. */

import { icon } from "../parts/icons.js";
import { live } from "../vendor/lit-html/directives/live.js";
import { html, svg } from "../vendor/lit-html/lit-html.js";

/** @typedef {import("./player.js").Player} Player */

export const SPEEDS = [0.5, 1, 2, 4];
const WIDTH = 800;

/** @param {Player} player */
export function transport(player) {
  const { words, frames } = player;
  const last = (frames?.length ?? 1) - 1;
  const button = (/** @type {string} */ key, /** @type {string} */ sign, /** @type {() => void} */ act) => {
    const label = words.text(key);
    return html`<button class="btn icon" aria-label=${label} title=${label} @click=${act}>
      ${icon(sign)}
    </button>`;
  };
  const play = words.text(player.playing ? "replay.pause" : "replay.play");
  return html`<section class="panel transport" aria-label=${words.text("replay.time")}>
    <div class="steps">
      ${button("replay.first", "turnback", () => player.go(0))}
      ${button("replay.previous", "before", () => player.go(player.index - 1))}
      <button class="btn strong round" aria-label=${play} title=${play} @click=${() => player.toggle()}>
        ${icon(player.playing ? "pause" : "play")}
      </button>
      ${button("replay.next", "step", () => player.go(player.index + 1))}
      ${button("replay.last", "turn", () => player.go(last))}
    </div>
    ${scrubber(player, last)}
    <div class="segments" role="group" aria-label=${words.text("replay.speed")}>
      ${SPEEDS.map(
        (speed) =>
          html`<button
            aria-pressed=${String(speed === player.speed)}
            @click=${() => player.setSpeed(speed)}
          >
            ${speed === 0.5 ? "½" : speed}×
          </button>`,
      )}
    </div>
  </section>`;
}

/**
 * @param {Player} player
 * @param {number} last
 */
function scrubber(player, last) {
  const { words, frames, index } = player;
  const frame = frames?.frame(index);
  const where = words.text("replay.where", {
    ply: frame?.ply ?? 0,
    plies: frames?.frame(last).ply ?? 0,
    turn: frame?.view?.turn ?? 0,
  });
  const x = (/** @type {number} */ at) => (last ? (WIDTH * at) / last : 0);
  const { buildings, sevens } = frames?.marks() ?? { buildings: [], sevens: [] };
  return html`<div class="scrub">
    <svg viewBox=${`0 0 ${WIDTH} 50`} preserveAspectRatio="none" aria-hidden="true">
      <path class="rail" d=${`M0 40H${WIDTH}`} />
      <path class="past" d=${`M0 40H${x(index)}`} />
      ${sevens.map((at) => svg`<path class="seven" d=${`M${x(at)} 35v10`} />`)}
    </svg>
    <svg class="pieces" viewBox=${`0 0 ${WIDTH} 50`} aria-hidden="true">
      ${buildings.map(({ index: at, piece, seat }, i) => {
        const place = `translate(${x(at)} ${i % 2 ? 9 : 22}) scale(.45)`;
        return svg`<use href=${`#${piece}-${seat}`} transform=${place} />`;
      })}
    </svg>
    <input
      type="range"
      min="0"
      max=${last}
      .value=${live(String(index))}
      aria-label=${words.text("replay.position")}
      aria-valuetext=${where}
      @input=${(/** @type {InputEvent} */ event) => player.go(Number(/** @type {HTMLInputElement} */ (event.target).value))}
    />
    <p>
      <span>${words.text("replay.begin")}</span><span>${where}</span
      ><span>${words.text("replay.end")}</span>
    </p>
  </div>`;
}
