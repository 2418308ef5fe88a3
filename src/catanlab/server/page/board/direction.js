/**
 * Which spot an arrow key leads to.
 *
 * @typedef {import("./types").Point} Point
 * @typedef {"left" | "right" | "up" | "down"} Direction
 */

/** @type {Record<Direction, Point>} */
const STEPS = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
};

// A little more than 45 degrees, so that every place lies in at least one of the four cones.
const CONE = 1.05;

/**
 * The index of the nearest point in a direction. Points within a cone come first, then those anywhere
 * ahead. Returns -1 if nothing lies ahead.
 * @param {readonly Point[]} points
 * @param {Point} from
 * @param {Direction} direction
 */
export function nextPoint(points, from, direction) {
  const step = STEPS[direction];
  let best = -1;
  let least = Infinity;
  points.forEach((point, index) => {
    const dx = point.x - from.x;
    const dy = point.y - from.y;
    const ahead = dx * step.x + dy * step.y;
    if (ahead < 0.5) return;
    const aside = Math.abs(dx * step.y - dy * step.x);
    const outside = aside > CONE * ahead ? 1e6 : 0;
    const cost = outside + Math.hypot(ahead, 2 * aside);
    if (cost < least) [best, least] = [index, cost];
  });
  return best;
}
