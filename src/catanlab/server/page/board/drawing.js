/** What lies on the board: land, pieces, the robber, the glow of the last move, and ghosts of pieces. */

import { Geometry } from "./geometry.js";
import { drawGlow, drawLand, drawNumbers, landKey } from "./land.js";
import { Layer, make, put } from "./markup.js";
import {
  drawBuilding, drawGhost, drawRoad, drawRobber, listBuildings, listRoads, robberPoint,
} from "./pieces.js";
import { spotKey } from "./spots.js";

/**
 * @typedef {import("./types").BoardState} BoardState
 * @typedef {import("./types").Point} Point
 * @typedef {import("./types").Spot} Spot
 */

const HIDDEN = { "aria-hidden": "true" };

export class Drawing {
  land = make("g", { class: "land", ...HIDDEN });
  robber = make("g", { class: "robbers", ...HIDDEN });
  ghosts = make("g", { class: "ghosts", ...HIDDEN });
  numbers = make("g", { class: "numbers", ...HIDDEN });
  /** @type {Layer<["node" | "edge" | "hex", number]>} */
  glow = new Layer({ class: "glows", ...HIDDEN }, ([kind, id]) => drawGlow(this.geometry, kind, id));
  /** @type {Layer<number>} */
  roads = new Layer({ class: "roads", ...HIDDEN }, (seat, edge) => drawRoad(this.geometry, +edge, seat));
  /** @type {Layer<string>} */
  buildings = new Layer({ class: "buildings", ...HIDDEN }, (shape, node) =>
    drawBuilding(this.geometry, +node, shape),
  );
  /** @type {SVGElement[]} */
  #hexes = [];
  /** @type {number | null} */
  #robbed = null;
  /** @type {BoardState["layout"] | null} */
  #layout = null;
  /** @type {Geometry | null} */
  #geometry = null;
  #landKey = "";

  /** The places of the board that is shown; there are none before the first one. */
  get geometry() {
    if (!this.#geometry) throw new Error("the board has no layout yet");
    return this.#geometry;
  }

  /** Whether something is shown yet. */
  get begun() {
    return this.#geometry !== null;
  }

  /**
   * Draw the land of another board, without pieces; the same board stays as it is.
   * @param {BoardState["layout"]} layout
   * @returns {boolean} whether it is another board
   */
  begin(layout) {
    if (this.#layout === layout) return false;
    this.#layout = layout;
    const key = landKey(layout);
    if (this.#landKey === key) return false;
    this.#landKey = key;
    this.#geometry = new Geometry(layout);
    for (const layer of [this.roads, this.buildings, this.glow]) layer.clear();
    this.robber.replaceChildren();
    this.ghosts.replaceChildren();
    this.#robbed = null;
    const { parts, hexes } = drawLand(layout, this.#geometry);
    this.numbers.replaceChildren(...drawNumbers(this.#geometry));
    this.land.replaceChildren(...parts);
    this.#hexes = hexes;
    return true;
  }

  /**
   * @param {BoardState} state
   * @returns {{ added: SVGElement[], robbed: Point | null }}
   *   the pieces that are new, and from where the robber came, seen from its new place
   */
  update({ layout, seats, robber, last }) {
    const roads = this.roads.update(listRoads(seats));
    const buildings = this.buildings.update(listBuildings(seats));
    this.glow.update(last ? [["last", [last.kind, last.id]]] : []);
    const robbed = this.#moveRobber(layout, robber);
    return { added: [...roads.added.values(), ...buildings.added.values()], robbed };
  }

  /**
   * @param {BoardState["layout"]} layout
   * @param {number | null} hex
   */
  #moveRobber(layout, hex) {
    const from = this.#robbed;
    if (hex === from) return null;
    this.#robbed = hex;
    if (hex === null) this.robber.replaceChildren();
    else this.robber.replaceChildren(drawRobber(this.#robberPoint(layout, hex)));
    if (hex === null || from === null) return null;
    const [old, now] = [this.#robberPoint(layout, from), this.#robberPoint(layout, hex)];
    return { x: old.x - now.x, y: old.y - now.y };
  }

  /**
   * @param {BoardState["layout"]} layout
   * @param {number} hex
   */
  #robberPoint(layout, hex) {
    return robberPoint(this.geometry, hex, layout.hexes[hex].number !== null);
  }

  /** @param {number} node */
  isBuilt(node) {
    return this.buildings.get(String(node)) !== undefined;
  }

  /**
   * The overlays of the hexes that bear a number and are not robbed.
   * @param {number} number
   * @returns {Element[]}
   */
  lights(number) {
    return this.#hexes
      .filter((hex, id) => id !== this.#robbed && hex.getAttribute("data-number") === String(number))
      .flatMap((hex) => [...hex.querySelectorAll(".flash")]);
  }

  /**
   * Show what would stand at some spots.
   * @param {BoardState} state
   * @param {Spot[]} spots
   */
  haunt({ layout, ghost, robber }, spots) {
    /** @type {Map<string, SVGElement>} */
    const drawn = new Map();
    /** @type {Set<string>} */
    const covered = new Set();
    let robbing = /** @type {number | null} */ (null);
    for (const spot of ghost ? spots : []) {
      if (spot.kind === "hex" && ghost?.piece === "robber") robbing = spot.id;
      const piece = ghost && drawGhost(this.geometry, ghost, spot);
      if (!piece) continue;
      drawn.set(spotKey(spot), piece);
      if (spot.kind === "node") covered.add(String(spot.id));
    }
    const moving = robbing !== null && robbing !== robber;
    if (robbing !== null && moving) {
      const pawn = drawRobber(this.#robberPoint(layout, robbing));
      pawn.classList.add("ghost");
      drawn.set("robber", pawn);
    }
    this.#hexes.forEach((hex, id) => {
      const robbed = id === robber || id === robbing ? " robbed" : "";
      put(hex, "class", `hex${robbed}${id === robber && moving ? " was" : ""}`);
    });
    put(this.robber, "class", moving ? "robbers was" : "robbers");
    for (const [node, building] of this.buildings)
      put(building, "class", covered.has(node) ? "building covered" : "building");
    if (drawn.size || this.ghosts.firstChild) this.ghosts.replaceChildren(...drawn.values());
  }
}
