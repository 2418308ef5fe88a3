/** The drawings of sprite.svg as templates: signs, resources, faces, dice and the shapes of the seats. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";

/** The faces that people may choose, in the order they are shown. */
export const FACES = [
  "ada", "ben", "mia", "kofi", "jo", "omar", "yuki", "piet", "nora", "sol", "ines", "lena",
  "sheep", "cat", "fox", "owl",
];

/** The faces of robots. */
export const ROBOT_FACES = ["tobor", "marvin", "bolt", "cog"];

/**
 * @param {string} id the name of a symbol
 * @param {string} className
 * @param {string} [label] what a screen reader says; without it the drawing is decoration
 */
function drawing(id, className, label) {
  return html`<svg
    class=${className}
    role=${label ? "img" : nothing}
    aria-label=${label || nothing}
    aria-hidden=${label ? nothing : "true"}
  ><use href=${`#${id}`} /></svg>`;
}

/**
 * A sign in the ink of the text: "yes", "no", "swap", "lock" and so on, see the `i-` symbols of sprite.svg.
 * @param {string} name
 * @param {string} [label]
 */
export function icon(name, label) {
  return drawing(`i-${name}`, "i", label);
}

/**
 * The sign of a resource.
 * @param {string} resource
 * @param {string} [label]
 */
export function sign(resource, label) {
  return drawing(`r-${resource}`, "i", label);
}

/**
 * The face of a player: always decoration, as the name stands beside it.
 * An unknown name gives one of the faces for people, the same for the same name.
 * @param {string} name
 */
export function face(name) {
  const known = FACES.includes(name) || ROBOT_FACES.includes(name);
  return html`<span class="face">${drawing(`face-${known ? name : faceFor(name)}`, "")}</span>`;
}

/**
 * A face for somebody who chose none: the same name always has the same face.
 * @param {string} name
 * @param {string[]} [faces]
 */
export function faceFor(name, faces = FACES) {
  let sum = 7;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return faces[sum % faces.length];
}

/**
 * The house of a seat: colour, roof and number.
 * @param {number} seat
 * @param {string} [label]
 */
export function seatShape(seat, label) {
  return drawing(`seat-${seat}`, "shape", label);
}

/**
 * One die.
 * @param {number} pips
 */
export function die(pips) {
  return drawing(`die-${pips}`, "die");
}

/** The mark of the project. */
export function logo() {
  return drawing("logo", "logo");
}

/**
 * A piece of a seat as on the board, for buttons: 40 units around its middle.
 * @param {"road" | "settlement" | "city"} kind
 * @param {number} seat
 */
export function piece(kind, seat) {
  if (kind === "road")
    return html`<svg class="piece" viewBox="-20 -20 40 40" aria-hidden="true">
      <g class=${`road s${seat}`}>
        <path class="rim" d="M-13 9L13-9" /><path class="way" d="M-13 9L13-9" />
        <path class="stripe" d="M-13 9L13-9" />
      </g>
    </svg>`;
  return html`<svg class="piece" viewBox="-20 -20 40 40" aria-hidden="true">
    <use href=${`#${kind}-${seat}`} transform="translate(0 2) scale(.95)" />
  </svg>`;
}
