/** The places that may be chosen, as buttons: drawn, named, and gone through by keys. */

import { nextPoint } from "./direction.js";
import { at, edgeArea, edgeLine, hexOutline, listSpots } from "./geometry.js";
import { Layer, make, put } from "./markup.js";

/**
 * @typedef {import("./geometry.js").Geometry} Geometry
 * @typedef {import("./types").Spot} Spot
 * @typedef {import("./types").SpotKind} SpotKind
 * @typedef {import("./types").Spots} Spots
 * @typedef {import("./types").Point} Point
 */

/** @type {Record<string, import("./direction.js").Direction>} */
const ARROWS = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };

/** @param {Spot} spot */
export const spotKey = ({ kind, id }) => `${kind}-${id}`;

export class SpotButtons {
  /** @type {Spot[]} */
  list = [];
  /** @type {Geometry | null} */
  #geometry = null;
  /** @type {Map<string, SVGElement>} */
  #buttons = new Map();
  /** Where the focus was when its spot went away. @type {Point | null} */
  #lost = null;
  #label;

  /** @param {(kind: SpotKind, id: number) => string} label */
  constructor(label) {
    this.#label = label;
    const draw = (/** @type {[Spot, boolean]} */ [spot, built]) =>
      drawSpot(/** @type {Geometry} */ (this.#geometry), spot, built);
    /** @type {Record<"hexes" | "edges" | "under" | "over", Layer<[Spot, boolean]>>} */
    this.layers = {
      hexes: new Layer({ class: "spots" }, draw),
      edges: new Layer({ class: "spots" }, draw),
      // Below the buildings: those that may be robbed or become a city.
      under: new Layer({ class: "spots" }, draw),
      over: new Layer({ class: "spots" }, draw),
    };
  }

  clear() {
    this.list = [];
    this.#buttons.clear();
    for (const layer of Object.values(this.layers)) layer.clear();
  }

  /**
   * @param {Geometry} geometry
   * @param {Spots} spots
   * @param {(node: number) => boolean} isBuilt
   */
  update(geometry, spots, isBuilt) {
    const focused = this.focused();
    this.#geometry = geometry;
    this.list = listSpots(spots).filter(({ kind, id }) => geometry.point(kind, id));
    /** @type {Record<string, [string, [Spot, boolean]][]>} */
    const entries = { hexes: [], edges: [], under: [], over: [] };
    for (const spot of this.list) {
      const built = spot.kind === "victim" || (spot.kind === "node" && isBuilt(spot.id));
      const nodes = built ? "under" : "over";
      const layer = { hex: "hexes", edge: "edges", victim: nodes, node: nodes }[spot.kind];
      entries[layer].push([spotKey(spot), [spot, built]]);
    }
    for (const [name, layer] of Object.entries(this.layers)) layer.update(entries[name]);
    this.#buttons.clear();
    for (const spot of this.list) {
      const key = spotKey(spot);
      const button = Object.values(this.layers).map((layer) => layer.get(key)).find(Boolean);
      if (!button) continue;
      put(button, "aria-label", this.#label(spot.kind, spot.id));
      this.#buttons.set(key, button);
    }
    this.#keepFocus(geometry, focused);
  }

  /**
   * Keys stay on the board: if the spot with the focus goes, the nearest one has it, at once or when spots
   * come again, unless the focus is elsewhere by then.
   * @param {Geometry} geometry
   * @param {Spot | null} before
   */
  #keepFocus(geometry, before) {
    if (before && !this.#buttons.has(spotKey(before)))
      this.#lost = geometry.point(before.kind, before.id) ?? null;
    if (!this.#lost || !this.list.length) return;
    const from = this.#lost;
    this.#lost = null;
    if (document.activeElement !== document.body && document.activeElement !== null) return;
    const away = (/** @type {Spot} */ { kind, id }) => {
      const point = /** @type {Point} */ (geometry.point(kind, id));
      return Math.hypot(point.x - from.x, point.y - from.y);
    };
    this.focus(this.list.reduce((best, spot) => (away(spot) < away(best) ? spot : best)));
  }

  /** @param {Spot} spot */
  has(spot) {
    return this.#buttons.has(spotKey(spot));
  }

  /** @param {Spot} [spot] the first one unless told */
  focus(spot = this.list[0]) {
    if (spot) this.#buttons.get(spotKey(spot))?.focus({ preventScroll: true });
  }

  /**
   * The spot that has the focus of the keyboard, not one that was pressed with a mouse.
   * @returns {Spot | null}
   */
  focused() {
    const element = document.activeElement;
    return element instanceof SVGElement && element.matches(":focus-visible") ? this.of(element) : null;
  }

  /**
   * The spot that an element belongs to.
   * @param {EventTarget | null} target
   * @returns {Spot | null}
   */
  of(target) {
    const button = target instanceof Element ? target.closest(".spot") : null;
    const id = button?.getAttribute("data-id");
    const spot = this.list.find((one) => spotKey(one) === id);
    return spot && this.#buttons.get(spotKey(spot)) === button ? spot : null;
  }

  /**
   * Show which spots are pointed at or chosen.
   * @param {(Spot | null)[]} active
   */
  mark(active) {
    const keys = new Set(active.map((spot) => spot && spotKey(spot)));
    for (const [key, button] of this.#buttons) button.classList.toggle("at", keys.has(key));
  }

  /**
   * Take a key on a spot: arrows, Home and End move the focus, Enter and Space pick.
   * @param {KeyboardEvent} event
   * @param {(spot: Spot) => void} pick
   * @returns {boolean} whether it was used
   */
  key(event, pick) {
    const spot = this.of(event.target);
    if (!spot || !this.#geometry || event.altKey || event.ctrlKey || event.metaKey) return false;
    const direction = ARROWS[event.key];
    if (direction) {
      const places = this.#geometry;
      const points = this.list.map(({ kind, id }) => /** @type {Point} */ (places.point(kind, id)));
      const next = nextPoint(points, points[this.list.indexOf(spot)], direction);
      if (next >= 0) this.focus(this.list[next]);
    } else if (event.key === "Home") this.focus(this.list[0]);
    else if (event.key === "End") this.focus(this.list[this.list.length - 1]);
    else if (event.key === "Enter" || event.key === " ") pick(spot);
    else return false;
    return true;
  }
}

/**
 * @param {Geometry} geometry
 * @param {Spot} spot
 * @param {boolean} built whether a building stands on the node
 */
function drawSpot(geometry, spot, built) {
  const { kind, id } = spot;
  const attributes = {
    class: `spot ${kind}${built ? " built" : ""}`,
    "data-id": spotKey(spot),
    role: "button",
    tabindex: 0,
  };
  if (kind === "edge") {
    const d = edgeLine(geometry.edges[id], 0.2);
    const parts = ["ring", "rim", "mark"].map((name) => make("path", { class: name, d }));
    // An area, since the box of an upright line is empty, and what has no box counts as hidden.
    const hit = make("path", { class: "hit", d: edgeArea(geometry.edges[id], 14) });
    return make("g", attributes, hit, ...parts);
  }
  const place = at(/** @type {Point} */ (geometry.point(kind, id)));
  if (kind === "hex") {
    const d = hexOutline(0.86);
    return make(
      "g",
      { ...attributes, transform: place },
      ...["ring", "mark"].map((name) => make("path", { class: name, d })),
    );
  }
  const sizes = built ? { hit: 28, ring: 30, mark: 26 } : { hit: 22, ring: 25, mark: 13 };
  return make(
    "g",
    { ...attributes, transform: place },
    ...Object.entries(sizes).map(([name, r]) => make("circle", { class: name, r })),
  );
}
