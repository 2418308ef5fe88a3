/**
 * The part of the board that is shown: boxes with the shape of the whole, kept inside of it.
 *
 * @typedef {import("./types").Box} Box
 * @typedef {import("./types").Point} Point
 */

/** How many times larger the board can be shown. */
export const MOST = 4;

/**
 * Keep a box within the whole: not larger, not too small, not beyond its sides.
 * @param {Box} whole
 * @param {Box} box
 * @returns {Box}
 */
export function keepInside(whole, box) {
  const width = Math.min(whole.width, Math.max(whole.width / MOST, box.width));
  const height = (width * whole.height) / whole.width;
  const x = box.x + (box.width - width) / 2;
  const y = box.y + (box.height - height) / 2;
  return {
    x: Math.min(whole.x + whole.width - width, Math.max(whole.x, x)),
    y: Math.min(whole.y + whole.height - height, Math.max(whole.y, y)),
    width,
    height,
  };
}

/**
 * Zoom so that a point stays where it is on the screen.
 * @param {Box} whole
 * @param {Box} box
 * @param {number} factor above 1 to show things larger
 * @param {Point} point
 * @returns {Box}
 */
export function zoomAround(whole, box, factor, point) {
  const width = Math.min(whole.width, Math.max(whole.width / MOST, box.width / factor));
  const share = width / box.width;
  return keepInside(whole, {
    x: point.x - (point.x - box.x) * share,
    y: point.y - (point.y - box.y) * share,
    width,
    height: box.height * share,
  });
}

/**
 * The box that shows some points with room around them, at most twice as large as the whole is shown.
 * @param {Box} whole
 * @param {Point[]} points
 * @param {number} room
 * @returns {Box}
 */
export function boxAround(whole, points, room) {
  if (!points.length) return whole;
  const left = Math.min(...points.map(({ x }) => x)) - room;
  const right = Math.max(...points.map(({ x }) => x)) + room;
  const top = Math.min(...points.map(({ y }) => y)) - room;
  const bottom = Math.max(...points.map(({ y }) => y)) + room;
  const shape = whole.width / whole.height;
  const width = Math.max(right - left, (bottom - top) * shape, whole.width / 2);
  const height = width / shape;
  const [x, y] = [(left + right - width) / 2, (top + bottom - height) / 2];
  return keepInside(whole, { x, y, width, height });
}

/**
 * The box on the way from one to another.
 * @param {Box} from
 * @param {Box} to
 * @param {number} share 0 to 1
 * @returns {Box}
 */
export function boxBetween(from, to, share) {
  const mix = (/** @type {number} */ a, /** @type {number} */ b) => a + (b - a) * share;
  return {
    x: mix(from.x, to.x),
    y: mix(from.y, to.y),
    width: mix(from.width, to.width),
    height: mix(from.height, to.height),
  };
}

/**
 * @param {Box} whole
 * @param {Box} box
 */
export function isZoomed(whole, box) {
  return box.width < whole.width - 0.5;
}
