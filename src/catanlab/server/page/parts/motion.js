/**
 * Small movements that follow from events. They own no state: what they show is already so when they begin,
 * and `settle` ends them all at once. Nothing waits for them, and a pointer reaches what is under them.
 *
 * @typedef {import("../board/types").Point} Point
 * @typedef {import("../board/types").Flight} Flight
 */

/** The durations of tokens.css, should they not be readable yet. */
const USUAL = { "--t-quick": 90, "--t-move": 180, "--t-fly": 320 };
const EASE = "cubic-bezier(0.2, 0.7, 0.2, 1)";
const MOST_CARDS = 3;
const STAGGER = 45;

/** @type {Map<string, number>} */
const known = new Map();
/** @type {Set<Animation>} */
const running = new Set();
const reduced = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)");

/** Whether nothing may move: by the system's setting, or by `data-motion="still"` at the root. */
export function isStill() {
  return Boolean(reduced?.matches) || document.documentElement.dataset.motion === "still";
}

/**
 * A duration of tokens.css in milliseconds; 0 if nothing may move.
 * @param {keyof typeof USUAL} token
 */
export function duration(token) {
  if (isStill()) return 0;
  let value = known.get(token);
  if (value === undefined) {
    value = parseFloat(getComputedStyle(document.documentElement).getPropertyValue(token));
    if (!(value > 0)) return USUAL[token];
    known.set(token, value);
  }
  return value;
}

/** End all movements of the page now: for what makes them pointless, as another screen or a jump. */
export function settle() {
  for (const animation of [...running]) animation.finish();
  running.clear();
}

/**
 * @param {Element} element
 * @param {Keyframe[]} frames
 * @param {keyof typeof USUAL} token
 * @param {KeyframeAnimationOptions} [options]
 * @returns {Animation | null} null if nothing may move
 */
function animate(element, frames, token, options = {}) {
  const time = duration(token);
  if (!time) return null;
  const animation = element.animate(frames, { duration: time, easing: EASE, ...options });
  running.add(animation);
  animation.finished.catch(() => {}).then(() => running.delete(animation));
  return animation;
}

/**
 * A piece is set: it drops by 8 pixels.
 * @param {Element} element
 */
export function drop(element) {
  const frames = [{ translate: "0 -8px", opacity: 0.3 }, { translate: "0 0", opacity: 1 }];
  return animate(element, frames, "--t-move");
}

/**
 * Something slides to where it stands now from where it stood, told in its own units.
 * @param {Element} element
 * @param {Point} away the old place, seen from the new one
 */
export function slide(element, { x, y }) {
  return animate(element, [{ translate: `${x}px ${y}px` }, { translate: "0 0" }], "--t-fly");
}

/**
 * Something lights up once.
 * @param {Element} element an overlay that is transparent otherwise
 */
export function flash(element) {
  const frames = [{ opacity: 0 }, { opacity: 0.75, offset: 0.25 }, { opacity: 0 }];
  const time = 2.5 * duration("--t-fly");
  return animate(element, frames, "--t-fly", { duration: time, easing: "ease-out" });
}

/**
 * Dice tumble in their corner.
 * @param {Iterable<Element>} dice
 */
export function tumble(dice) {
  let turn = -1;
  for (const die of dice) {
    turn = -turn;
    animate(
      die,
      [
        { rotate: `${turn * -400}deg`, scale: 0.55, translate: `${turn * -16}px 22px` },
        { rotate: `${turn * -70}deg`, scale: 1.12, translate: `${turn * 3}px -7px`, offset: 0.6 },
        { rotate: "0deg", scale: 1, translate: "0 0" },
      ],
      "--t-fly",
    );
  }
}

/**
 * Cards fly in a straight line between two points of the window, at most three one after another.
 * @param {Flight} flight
 */
export function fly({ resource, from, to, count = 1 }) {
  if (!duration("--t-fly")) return;
  const layer = flightLayer();
  for (let card = 0; card < Math.min(count, MOST_CARDS); card++) {
    const element = drawCard(resource);
    layer.append(element);
    const steps = [
      { transform: `translate(${from.x}px, ${from.y}px) scale(0.7)`, opacity: 0 },
      { opacity: 1, offset: 0.15 },
      { opacity: 1, offset: 0.85 },
      { transform: `translate(${to.x}px, ${to.y}px) scale(1)`, opacity: 0 },
    ];
    const animation = animate(element, steps, "--t-fly", {
      duration: 1.5 * duration("--t-fly"),
      delay: card * STAGGER,
      fill: "both",
    });
    animation?.finished.catch(() => {}).then(() => element.remove());
  }
}

/**
 * The middle of an element, as `fly` wants it.
 * @param {Element} element
 * @returns {Point}
 */
export function middleOf(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/** @returns {Element} the layer above everything, made when it is first needed */
function flightLayer() {
  const found = document.querySelector(".flights");
  if (found) return found;
  const layer = document.createElement("div");
  layer.className = "flights";
  layer.setAttribute("aria-hidden", "true");
  document.body.append(layer);
  return layer;
}

/** @param {string} resource */
function drawCard(resource) {
  const card = document.createElement("div");
  card.className = `flight ${resource}`;
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", resource === "unknown" ? "#i-star" : `#r-${resource}`);
  svg.append(use);
  card.append(svg);
  return card;
}
