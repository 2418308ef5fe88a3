/** The drawing of what stays the same in a game: sea, ports, hexes and their tokens. */

import { INSET, at, edgeLine, hexOutline, jettyLine, waves, ways } from "./geometry.js";
import { make } from "./markup.js";

/**
 * @typedef {import("./geometry.js").Geometry} Geometry
 * @typedef {import("./types").Layout} Layout
 */

const DOT = 4.8;

/**
 * Draw sea, ports and hexes. The groups of the hexes come back as well, since the robber changes them.
 * @param {Layout} layout
 * @param {Geometry} geometry
 * @returns {{ parts: SVGElement[], hexes: SVGElement[] }}
 */
export function drawLand(layout, geometry) {
  const coast = geometry.hexes.map((middle) => hexOutline(1, middle)).join("");
  const hexes = layout.hexes.map((hex, id) => drawHex(geometry, id, hex.resource, hex.number));
  const ports = layout.ports.map((port, index) => {
    const [a, b] = port.nodes.map((node) => geometry.nodes[node]);
    return drawPort(geometry.ports[index], [a, b], port.resource, port.ratio);
  });
  return {
    parts: [
      make("path", { class: "waves", d: waves(geometry) }),
      make("path", { class: "shallows", d: coast }),
      make("path", { class: "sand", d: coast }),
      ...ports,
      ...hexes,
    ],
    hexes,
  };
}

/**
 * The numbers of nodes and hexes, as the notation has them; the style shows them to those who type moves.
 * @param {Geometry} geometry
 * @returns {SVGElement[]}
 */
export function drawNumbers({ nodes, hexes }) {
  const number = (/** @type {{x: number, y: number}} */ { x, y }, /** @type {number} */ id, /** @type {string} */ kind) => {
    const text = make("text", { y: 4.5 });
    text.textContent = String(id);
    return make("g", { class: kind, transform: at({ x, y }) }, make("circle", { r: 10 }), text);
  };
  return [
    ...hexes.map(({ x, y }, id) => number({ x, y: y - 38 }, id, "hex-number")),
    ...nodes.map((node, id) => number(node, id, "node-number")),
  ];
}

/**
 * @param {Geometry} geometry
 * @param {number} id
 * @param {string | null} resource
 * @param {number | null} number
 */
function drawHex(geometry, id, resource, number) {
  const terrain = resource ?? "desert";
  const outline = hexOutline(INSET);
  const group = make(
    "g",
    { class: "hex", "data-hex": id, transform: at(geometry.hexes[id]) },
    make("path", { class: `ground ${terrain}`, d: outline }),
    make("use", { href: `#land-${terrain}` }),
    make("path", { class: "shade", d: outline }),
  );
  if (number !== null) {
    group.setAttribute("data-number", String(number));
    group.append(drawToken(number));
  }
  group.append(make("path", { class: "flash", d: outline }));
  return group;
}

/**
 * A number token: the likelier the number, the larger, the brighter, and the more dots it has.
 * @param {number} number
 */
function drawToken(number) {
  const chance = ways(number);
  const span = DOT * (chance - 1);
  return make(
    "g",
    { class: `token w${chance}` },
    make("circle", { cy: 14, r: 13 + 1.5 * chance }),
    make("text", { y: 17.5 + chance * 0.35, "font-size": 12 + 2 * chance }, String(number)),
    // A little longer than the dots are: some renderers leave out one that lies at the very end.
    make("path", { d: `M${(-span / 2).toFixed(1)} ${21.5 + chance / 2}h${(span + 0.2).toFixed(1)}` }),
  );
}

/**
 * A port: its badge out at sea and a jetty to each of its two nodes.
 * @param {import("./types").Point} badge
 * @param {[import("./types").Point, import("./types").Point]} nodes
 * @param {string | null} resource
 * @param {number} ratio
 */
function drawPort(badge, [a, b], resource, ratio) {
  const jetty = jettyLine([a, badge, b]);
  const rate = `${ratio}:1`;
  const sign = resource
    ? [
        make("use", { href: `#sign-${resource}`, transform: "translate(0 -8) scale(.68)" }),
        make("rect", { class: "rate", x: -15, y: 4, width: 30, height: 15, rx: 7.5 }),
        make("text", { y: 16, "font-size": 13 }, rate),
      ]
    : [make("text", { y: 5.5, "font-size": 16 }, rate)];
  return make(
    "g",
    { class: "port" },
    make("path", { class: "post", d: jetty }),
    make("path", { class: "plank", d: jetty }),
    make(
      "g",
      { transform: at(badge) },
      make("circle", { class: `badge ${resource ?? "any"}`, r: 21 }),
      ...sign,
    ),
  );
}

/**
 * Names all that the drawing of the land depends on.
 * @param {Layout} layout
 */
export function landKey({ hexes, nodes, edges, ports }) {
  return JSON.stringify([
    hexes.map(({ x, y, resource, number }) => [x, y, resource, number]),
    nodes.map(({ x, y }) => [x, y]),
    edges,
    ports.map(({ nodes: ends, resource, ratio }) => [ends, resource, ratio]),
  ]);
}

/**
 * The glow of the last move.
 * @param {Geometry} geometry
 * @param {"node" | "edge" | "hex"} kind
 * @param {number} id
 */
export function drawGlow(geometry, kind, id) {
  if (kind === "edge") return make("path", { class: "glow edge", d: edgeLine(geometry.edges[id], 0.1) });
  if (kind === "hex")
    return make("path", { class: "glow hexagon", d: hexOutline(0.9, geometry.hexes[id]) });
  const { x, y } = geometry.nodes[id];
  return make("circle", { class: "glow node", cx: x.toFixed(1), cy: y.toFixed(1), r: 24 });
}
