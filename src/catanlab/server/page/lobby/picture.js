/** The picture of the entry: a game that goes well, drawn by the same board as all games. */

import { Board } from "../board/board.js";

/** @typedef {import("../../protocol/wire").Board} Layout */
/** @typedef {Layout["hexes"][number]["resource"]} Resource */

const LAND = "h9c10s8/c12o5w4h3/c11h6o11w9o6/h4s3ds2/w8s10w5";
const HARBOURS = "os33c3hw3";
const ROBBER = 2;
const PIECES = [
  { settlements: [47], cities: [8, 48], roads: "8-13 27-33 33-38 38-43 43-47 47-51 48-51" },
  { settlements: [16], cities: [24, 25, 28], roads: "16-22 19-24 19-25 22-28" },
  { settlements: [35, 49], cities: [23], roads: "23-29 29-35 49-52" },
  { settlements: [0, 1, 2, 10, 39], cities: [9], roads: "0-4 1-4 1-5 2-5 5-9 9-14 10-14 34-39" },
];

/** The unit of layouts is a quarter of a hex: of its width across, of its side down. */
const QUARTERS = 4;
const HEX_ROWS = [3, 4, 5, 4, 3];
const NODE_ROWS = [3, 4, 4, 5, 5, 6, 6, 5, 5, 4, 4, 3];
const PORT_NODES = [[0, 3], [1, 5], [10, 15], [26, 32], [42, 46], [49, 52], [47, 51], [33, 38], [11, 16]];
/** @type {Record<string, Resource>} */
const LETTERS = { w: "wood", c: "clay", s: "sheep", h: "wheat", o: "ore", d: null, 3: null };

/** @returns {HTMLElement} */
export function picture() {
  const layout = layoutOf();
  const edgeOf = new Map(layout.edges.map(([a, b], edge) => [`${a}-${b}`, edge]));
  const seats = PIECES.map(({ settlements, cities, roads }) => ({
    settlements,
    cities,
    roads: roads.split(" ").map((road) => edgeOf.get(road) ?? 0),
  }));
  const board = new Board({ zoom: false, reducedMotion: () => true });
  board.set({ layout, robber: ROBBER, seats });
  return board.element;
}

/**
 * Points in rows around the middle.
 * @param {number[]} rows
 * @param {(row: number) => number} height
 */
function inRows(rows, height) {
  return rows.flatMap((count, row) =>
    Array.from({ length: count }, (_, i) => ({ x: (2 * i - count + 1) * (QUARTERS / 2), y: height(row) * QUARTERS })),
  );
}

/**
 * The layout as the server writes it, as far as a drawing needs it.
 * @returns {Layout}
 */
function layoutOf() {
  const middles = inRows(HEX_ROWS, (row) => (row - 2) * 1.5);
  const corners = inRows(NODE_ROWS, (row) => Math.floor(row / 2) * 1.5 - 4 + (row % 2) * 0.5);
  const near = (/** @type {{x: number, y: number}} */ a, /** @type {{x: number, y: number}} */ b) =>
    Math.hypot((a.x - b.x) * Math.sqrt(3), a.y - b.y) < QUARTERS * 1.01;
  /** @type {[number, number][]} */
  const edges = corners.flatMap((corner, a) =>
    corners.flatMap((other, b) => (a < b && near(corner, other) ? [/** @type {[number, number]} */ ([a, b])] : [])),
  );
  const tiles = LAND.match(/[a-z]\d*/g) ?? [];
  const hexes = middles.map((middle, hex) => {
    const nodes = corners.flatMap((corner, node) => (near(middle, corner) ? [node] : []));
    const sides = edges.flatMap((ends, edge) => (ends.every((node) => nodes.includes(node)) ? [edge] : []));
    const tile = tiles[hex];
    return { q: 0, r: 0, ...middle, resource: LETTERS[tile[0]], number: Number(tile.slice(1)) || null, nodes, edges: sides };
  });
  const ports = PORT_NODES.map(([a, b], port) => {
    const resource = LETTERS[HARBOURS[port]];
    const edge = edges.findIndex(([from, to]) => from === a && to === b);
    return { edge, nodes: /** @type {[number, number]} */ ([a, b]), resource, ratio: resource ? 2 : 3 };
  });
  const nodes = corners.map((corner) => ({ ...corner, hexes: [], edges: [], port: null }));
  return { resources: [], cards: [], hexes, nodes, edges, ports };
}
