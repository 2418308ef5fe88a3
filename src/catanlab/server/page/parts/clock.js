/** A clock: ring and digits; below ten seconds also a word. Screen readers ask for it, it does not speak. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";

/** @typedef {import("../types").Words} Words */

export const HURRY_SECONDS = 10;

/**
 * "0:48"
 * @param {number} seconds
 */
export function digits(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/**
 * @param {Words} words
 * @param {number} seconds what is left
 * @param {number} share of the ring, from 0 to 1
 */
export function clock(words, seconds, share) {
  const hurry = seconds < HURRY_SECONDS;
  const left = Math.round(100 * Math.min(1, Math.max(0, share)));
  return html`<span
    class=${hurry ? "clock hurry" : "clock"}
    role="timer"
    aria-label=${words.text("clock.left", { time: digits(seconds) })}
  >
    <svg viewBox="-14 -14 28 28" aria-hidden="true">
      <circle class="track" r="11" />
      <circle
        class="left"
        r="11"
        pathLength="100"
        stroke-dasharray=${`${left} 100`}
        transform="rotate(-90)"
      />
    </svg>
    ${digits(seconds)}${hurry ? html` <small>${words.text("clock.hurry")}</small>` : nothing}
  </span>`;
}
