/**
 * Where everything on a board lies, from the places in its layout. There a step of y is a quarter of a
 * hex's radius, and a step of x is longer by the square root of three; here the radius is RADIUS.
 *
 * @typedef {import("./types").Layout} Layout
 * @typedef {import("./types").Point} Point
 * @typedef {import("./types").Box} Box
 * @typedef {import("./types").Spot} Spot
 * @typedef {import("./types").SpotKind} SpotKind
 * @typedef {import("./types").Spots} Spots
 */

/** From the middle of a hex to a corner. */
export const RADIUS = 60;

/** How much of the radius a hex is drawn with; the rest is sand. */
export const INSET = 0.94;

const STEP = RADIUS / 4;
const PORT_DISTANCE = 0.62 * RADIUS;
const PORT_RADIUS = 21;
const MARGIN = 10;
const CORNERS = [[0, -1], [0.866, -0.5], [0.866, 0.5], [0, 1], [-0.866, 0.5], [-0.866, -0.5]];

/** @param {number} value */
const short = (value) => Number(value.toFixed(1));

/** The points of one layout. */
export class Geometry {
  /** @param {Layout} layout */
  constructor(layout) {
    const scale = (/** @type {Point} */ { x, y }) => ({ x: x * STEP * Math.sqrt(3), y: y * STEP });
    /** @type {Point[]} */
    this.hexes = layout.hexes.map(scale);
    /** @type {Point[]} */
    this.nodes = layout.nodes.map(scale);
    /** @type {[Point, Point][]} */
    this.edges = layout.edges.map(([a, b]) => [this.nodes[a], this.nodes[b]]);
    /** @type {Point[]} the badges of the ports, out at sea */
    this.ports = layout.ports.map((port) => this.#badge(layout, port.edge, port.nodes));
    /** @type {Box} what is shown without zoom */
    this.box = this.#around();
  }

  /**
   * @param {Layout} layout
   * @param {number} edge
   * @param {readonly number[]} nodes
   * @returns {Point}
   */
  #badge(layout, edge, [a, b]) {
    const middle = between(this.nodes[a], this.nodes[b]);
    const land = layout.hexes.findIndex((hex) => hex.edges.includes(edge));
    const inner = this.hexes[land];
    const away = Math.hypot(middle.x - inner.x, middle.y - inner.y);
    return {
      x: middle.x + ((middle.x - inner.x) / away) * PORT_DISTANCE,
      y: middle.y + ((middle.y - inner.y) / away) * PORT_DISTANCE,
    };
  }

  /** @returns {Box} */
  #around() {
    const points = [
      ...this.nodes.map((point) => ({ ...point, r: RADIUS / 2 })),
      ...this.ports.map((point) => ({ ...point, r: PORT_RADIUS + 2 })),
    ];
    // As much on either side, so that the middle of the land stays in the middle.
    const x = centre(this.nodes.map((node) => node.x));
    const y = centre(this.nodes.map((node) => node.y));
    const across = Math.max(...points.map((point) => Math.abs(point.x - x) + point.r)) + MARGIN;
    const along = Math.max(...points.map((point) => Math.abs(point.y - y) + point.r)) + MARGIN;
    return { x: x - across, y: y - along, width: 2 * across, height: 2 * along };
  }

  /**
   * The middle of a place.
   * @param {SpotKind} kind
   * @param {number} id
   * @returns {Point | undefined}
   */
  point(kind, id) {
    if (kind === "hex") return this.hexes[id];
    if (kind === "edge") return this.edges[id] && between(...this.edges[id]);
    return this.nodes[id];
  }

  /**
   * How far a point is from a spot; 0 upon it.
   * @param {Spot} spot
   * @param {Point} point
   */
  distance({ kind, id }, point) {
    if (kind === "edge") return toSegment(point, ...this.edges[id]);
    const middle = kind === "hex" ? this.hexes[id] : this.nodes[id];
    const away = Math.hypot(point.x - middle.x, point.y - middle.y);
    return Math.max(0, away - { hex: 0.8 * RADIUS, victim: 20, node: 0 }[kind]);
  }
}

/**
 * All spots, hexes first, each kind in the order of its numbers.
 * @param {Spots} spots
 * @returns {Spot[]}
 */
export function listSpots({ hexes = [], edges = [], victims = [], nodes = [] }) {
  const all = (/** @type {SpotKind} */ kind, /** @type {readonly number[]} */ ids) =>
    [...new Set(ids)].sort((a, b) => a - b).map((id) => ({ kind, id }));
  return [...all("hex", hexes), ...all("edge", edges), ...all("victim", victims), ...all("node", nodes)];
}

/**
 * The spot nearest to a point, or null if none is within `reach`.
 * @param {Geometry} geometry
 * @param {Spot[]} spots
 * @param {Point} point
 * @param {number} reach
 * @returns {Spot | null}
 */
export function nearestSpot(geometry, spots, point, reach) {
  let best = null;
  let least = Infinity;
  for (const spot of spots) {
    const away = geometry.distance(spot, point);
    if (away <= reach && away < least) [best, least] = [spot, away];
  }
  return best;
}

/**
 * The path of a hex around a point.
 * @param {number} scale
 * @param {Point} [middle]
 */
export function hexOutline(scale, { x, y } = { x: 0, y: 0 }) {
  const side = RADIUS * scale;
  const corners = CORNERS.map(([a, b]) => `${short(x + a * side)} ${short(y + b * side)}`);
  return `M${corners.join("L")}Z`;
}

/**
 * The path along an edge, without a share of it at either end.
 * @param {[Point, Point]} ends
 * @param {number} margin
 */
export function edgeLine([a, b], margin) {
  const dx = (b.x - a.x) * margin;
  const dy = (b.y - a.y) * margin;
  return `M${short(a.x + dx)} ${short(a.y + dy)}L${short(b.x - dx)} ${short(b.y - dy)}`;
}

/**
 * The path around an edge: a lozenge with room at either side, without the nodes.
 * @param {[Point, Point]} ends
 * @param {number} room
 */
export function edgeArea([a, b], room) {
  const along = { x: (b.x - a.x) / RADIUS, y: (b.y - a.y) / RADIUS };
  const corners = [[0.1, 0], [0.3, 1], [0.7, 1], [0.9, 0], [0.7, -1], [0.3, -1]].map(([share, side]) => ({
    x: a.x + (b.x - a.x) * share - along.y * side * room,
    y: a.y + (b.y - a.y) * share + along.x * side * room,
  }));
  return `M${corners.map(({ x, y }) => `${short(x)} ${short(y)}`).join("L")}Z`;
}

/**
 * The path from one node of a port to its badge and to the other node.
 * @param {Point[]} points
 */
export function jettyLine(points) {
  return `M${points.map(({ x, y }) => `${short(x)} ${short(y)}`).join("L")}`;
}

/**
 * A transform to a point.
 * @param {Point} point
 * @param {number} [scale]
 */
export function at({ x, y }, scale = 1) {
  return `translate(${short(x)} ${short(y)})${scale === 1 ? "" : ` scale(${scale})`}`;
}

/**
 * The path of the waves: rows of them around the land, far beyond the box for windows of any shape.
 * @param {Geometry} geometry
 */
export function waves({ hexes, box }) {
  const parts = [];
  const rows = Math.ceil(box.height / 44);
  const columns = Math.ceil(box.width / 66);
  for (let row = -rows; row < 2 * rows; row++)
    for (let column = -columns; column < 2 * columns; column++) {
      const x = box.x + 66 * column + 33 * (row & 1);
      const y = box.y + 10 + 44 * row;
      if (hexes.every((hex) => Math.hypot(x + 8 - hex.x, y - hex.y) > 104))
        parts.push(`M${short(x)} ${short(y)}q4-4 8 0t8 0`);
    }
  return parts.join("");
}

/**
 * How many of the 36 throws of two dice give a number.
 * @param {number} number
 */
export function ways(number) {
  return 6 - Math.abs(7 - number);
}

/** @param {number[]} values */
function centre(values) {
  return (Math.min(...values) + Math.max(...values)) / 2;
}

/**
 * @param {Point} a
 * @param {Point} b
 * @returns {Point}
 */
function between(a, b) {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

/**
 * @param {Point} point
 * @param {Point} a
 * @param {Point} b
 */
function toSegment(point, a, b) {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const share = ((point.x - a.x) * dx + (point.y - a.y) * dy) / (dx * dx + dy * dy);
  const t = Math.min(0.85, Math.max(0.15, share));
  return Math.hypot(point.x - a.x - t * dx, point.y - a.y - t * dy);
}
