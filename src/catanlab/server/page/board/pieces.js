/** The drawing of the pieces: roads, settlements, cities, the robber, and their ghosts. */

import { at, edgeLine } from "./geometry.js";
import { make } from "./markup.js";

/**
 * @typedef {import("./geometry.js").Geometry} Geometry
 * @typedef {import("./types").SeatPieces} SeatPieces
 * @typedef {import("./types").Ghost} Ghost
 */

const SIZE = 1.12;
const GHOST_SIZE = 1.2;

/**
 * A road: rim, colour and the stripe of its seat.
 * @param {Geometry} geometry
 * @param {number} edge
 * @param {number} seat
 */
export function drawRoad(geometry, edge, seat) {
  const d = edgeLine(geometry.edges[edge], 0.17);
  return make(
    "g",
    { class: `road s${seat}`, "data-edge": edge },
    make("path", { class: "rim", d }),
    make("path", { class: "way", d }),
    make("path", { class: "stripe", d }),
  );
}

/**
 * @param {Geometry} geometry
 * @param {number} node
 * @param {string} shape the name of a drawing in the sprite: "settlement-0", "city-3"
 */
export function drawBuilding(geometry, node, shape) {
  return make("use", {
    class: "building",
    "data-node": node,
    href: `#${shape}`,
    transform: at(geometry.nodes[node], SIZE),
  });
}

/**
 * Where the robber stands on a hex: beside the token, or near the middle of a hex that has none.
 * @param {Geometry} geometry
 * @param {number} hex
 * @param {boolean} token
 */
export function robberPoint(geometry, hex, token) {
  const { x, y } = geometry.hexes[hex];
  return { x: x + (token ? -22 : -6), y: y + 12 };
}

/** @param {import("./types").Point} point */
export function drawRobber(point) {
  return make("use", { class: "robber", href: "#pawn", transform: at(point) });
}

/**
 * What would stand at a place, or nothing if the ghost does not fit there.
 * @param {Geometry} geometry
 * @param {Ghost} ghost
 * @param {import("./types").Spot} spot
 */
export function drawGhost(geometry, ghost, { kind, id }) {
  if (kind === "edge" && ghost.piece === "road") {
    const road = drawRoad(geometry, id, ghost.seat);
    road.classList.add("ghost");
    road.removeAttribute("data-edge");
    return road;
  }
  if (kind === "node" && (ghost.piece === "settlement" || ghost.piece === "city"))
    return make("use", {
      class: "ghost",
      href: `#${ghost.piece}-${ghost.seat}`,
      transform: at(geometry.nodes[id], GHOST_SIZE),
    });
  return null;
}

/**
 * All buildings by node.
 * @param {readonly SeatPieces[]} seats
 * @returns {[key: string, shape: string][]}
 */
export function listBuildings(seats) {
  const found = seats.flatMap(({ settlements, cities }, seat) => [
    ...settlements.map((node) => /** @type {const} */ ([node, `settlement-${seat}`])),
    ...cities.map((node) => /** @type {const} */ ([node, `city-${seat}`])),
  ]);
  return found.sort(([a], [b]) => a - b).map(([node, shape]) => [String(node), shape]);
}

/**
 * All roads by edge.
 * @param {readonly SeatPieces[]} seats
 * @returns {[key: string, seat: number][]}
 */
export function listRoads(seats) {
  const found = seats.flatMap(({ roads }, seat) =>
    roads.map((edge) => /** @type {const} */ ([edge, seat])),
  );
  return found.sort(([a], [b]) => a - b).map(([edge, seat]) => [String(edge), seat]);
}
