/** Places of the board in words: "wheat 4, wood port 2 : 1". */

/** @typedef {import("../../protocol/wire").Board} Layout */
/** @typedef {import("../types").Words} Words */

/**
 * @param {Words} words
 * @param {Layout} layout
 * @param {number} id
 */
export function describeHex(words, layout, id) {
  const { resource, number } = layout.hexes[id];
  return resource ? words.text("place.hex", { resource: words.text(`resource.${resource}`), number: number ?? "" }) : words.text("place.desert");
}

/**
 * What a building at a node gets: its hexes that yield something, and its port.
 * @param {Words} words
 * @param {Layout} layout
 * @param {number} id
 */
export function describeNode(words, layout, id) {
  const hexes = layout.nodes[id].hexes.filter((hex) => layout.hexes[hex].resource).map((hex) => describeHex(words, layout, hex));
  const port = layout.ports.find(({ nodes }) => nodes.includes(id));
  if (port) hexes.push(describePort(words, port));
  return hexes.join(", ");
}

/**
 * @param {Words} words
 * @param {Layout["ports"][number]} port
 */
function describePort(words, { resource, ratio }) {
  return resource
    ? words.text("place.port", { resource: words.text(`resource.${resource}`), ratio })
    : words.text("place.anyPort", { ratio });
}
