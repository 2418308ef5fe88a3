/** What a place on the board brings, in words: for the prompt and as the names of the spots. */

import { describeHex, describeNode } from "../parts/places.js";
import { placingOf, victimsAt, buildingsAt } from "./placing.js";

/** @typedef {import("./context.js").TableContext} TableContext */
/** @typedef {import("../board/types").SpotKind} SpotKind */
/** @typedef {import("../../protocol/wire").Board} Board */

/**
 * "wheat 4", or "desert".
 * @param {TableContext} table
 * @param {number} hex
 */
export function hexText({ words, game }, hex) {
  return game?.board ? describeHex(words, game.board, hex) : "";
}

/**
 * What one may have at a node: its hexes and its port.
 * @param {TableContext} table
 * @param {number} node
 */
function nodeText({ words, game }, node) {
  return (game?.board ? describeNode(words, game.board, node) : "") || words.text("table.bringsNothing");
}

/**
 * The whole name of a spot: where it is and what it brings.
 * @param {TableContext} table
 * @param {SpotKind} kind
 * @param {number} id
 */
export function spotText(table, kind, id) {
  const { words } = table;
  if (kind === "victim") return victimText(table, id);
  if (kind === "edge")
    return words.text("table.spotRoad", { edge: edgeName(table, id), brings: roadText(table, id) });
  if (kind === "hex") return words.text("table.spotHex", { hex: id, brings: robberText(table, id) });
  return words.text("table.spotNode", { node: id, brings: nodeBrings(table, id) });
}

/**
 * "wheat 4, wood port 2 : 1, makes 8 points"; the points are told once a game is under way.
 * @param {TableContext} table
 * @param {number} node
 */
export function nodeBrings(table, node) {
  const own = table.seat === null ? null : table.view?.seats[table.seat];
  const brings = nodeText(table, node);
  if (!own || table.view?.phase === "setup-settlement") return brings;
  return table.words.text("table.makesPoints", { brings, n: own.points.total + 1 });
}

/**
 * @param {TableContext} table
 * @param {number} edge
 */
export function edgeName(table, edge) {
  return (table.game?.board?.edges[edge] ?? []).join("-");
}

/**
 * Where a road leads: what lies at the ends that one does not reach yet.
 * @param {TableContext} table
 * @param {number} edge
 */
export function roadText(table, edge) {
  const board = /** @type {Board} */ (table.game?.board);
  const own = table.seat === null ? null : table.view?.seats[table.seat];
  const reached = new Set(own?.roads.flatMap((road) => board.edges[road]));
  for (const node of [...(own?.settlements ?? []), ...(own?.cities ?? [])]) reached.add(node);
  const ends = board.edges[edge].filter((node) => !reached.has(node));
  if (!ends.length) return table.words.text("table.joinsRoads");
  return table.words.text("table.leadsTo", {
    brings: ends.map((node) => nodeText(table, node)).join(" / "),
  });
}

/**
 * "wheat 6, blocks Mia and you"
 * @param {TableContext} table
 * @param {number} hex
 */
export function robberText(table, hex) {
  const { words, view, seat } = table;
  const blocked = (view?.seats ?? [])
    .map((_, other) => other)
    .filter((other) => buildingsAt(table, hex, other).length);
  const names = blocked.map((other) => (other === seat ? words.text("table.you") : table.name(other)));
  const land = hexText(table, hex);
  return names.length
    ? words.text("table.blocks", { land, names: words.list(names) })
    : words.text("table.blocksNobody", { land });
}

/**
 * @param {TableContext} table
 * @param {number} node
 */
function victimText(table, node) {
  const hex = table.ui.chosen?.id ?? -1;
  const seat = victimsAt(table, hex).find((other) => buildingsAt(table, hex, other).includes(node)) ?? 0;
  return robText(table, seat);
}

/**
 * "Rob Tobor, 6 cards"
 * @param {TableContext} table
 * @param {number} seat
 */
export function robText(table, seat) {
  return table.words.text("table.rob", {
    name: table.name(seat),
    n: table.view?.seats[seat].hand_size ?? 0,
  });
}

/**
 * The sentence that names the whole board.
 * @param {TableContext} table
 */
export function captionOf(table) {
  const { words, view } = table;
  if (!view) return words.text("table.board");
  const placing = placingOf(table);
  const robber = words.text("table.boardRobber", { hex: view.robber, land: hexText(table, view.robber) });
  return placing ? `${words.text(`table.place.${placing}`)}. ${robber}` : robber;
}
