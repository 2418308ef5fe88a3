/**
 * The board: a state in, a drawing and callbacks out. It knows no rules: the caller says which places may be
 * chosen and what they are called.
 *
 *     const board = new Board({ onPick: (kind, id) => ..., label: (kind, id) => "Spot 38" });
 *     html`<div class="sea">${board.element}</div>`;
 *     board.set({ layout, robber: 2, seats, spots: { nodes: [38, 40] }, ghost: { piece: "settlement", seat: 0 } });
 *
 * @typedef {import("./types").BoardState} BoardState
 * @typedef {import("./types").BoardOptions} BoardOptions
 * @typedef {import("./types").Box} Box
 * @typedef {import("./types").Point} Point
 * @typedef {import("./types").Spot} Spot
 * @typedef {import("./types").SpotKind} SpotKind
 * @typedef {import("./types").Spots} Spots
 */

import { drop, duration, flash, isStill, settle, slide } from "../parts/motion.js";
import { Geometry, nearestSpot, RADIUS } from "./geometry.js";
import { listen } from "./gestures.js";
import { drawGlow, drawLand, landKey } from "./land.js";
import { Layer, make, put } from "./markup.js";
import { drawBuilding, drawGhost, drawRoad, drawRobber, listBuildings, listRoads, robberPoint } from "./pieces.js";
import { spotKey, SpotButtons } from "./spots.js";
import { boxAround, boxBetween, isZoomed, keepInside, zoomAround } from "./zoom.js";

/** How near a spot has to be, in pixels of the window: a finger is wider than a mouse. */
const REACH = { touch: 22, pen: 16, mouse: 10 };

/** More pieces than these at once are a jump to another position, which is not animated. */
const MOST_DROPS = 3;

/** @type {Omit<BoardState, "layout">} */
const EMPTY = {
  robber: null,
  seats: [],
  spots: {},
  ghost: null,
  chosen: null,
  last: null,
  production: null,
  caption: "",
};

export class Board {
  #options;
  #svg;
  #land;
  #hexes = /** @type {SVGElement[]} */ ([]);
  #robber = make("g", { class: "robbers" });
  #robberAt = /** @type {number | null} */ (null);
  #spots;
  /** @type {BoardState | null} */
  #state = null;
  /** @type {Geometry | null} */
  #geometry = null;
  #landKey = "";
  /** @type {Box} */
  #box = { x: 0, y: 0, width: 1, height: 1 };
  #moving = 0;
  /** @type {Spot | null} */
  #pointed = null;
  /** What `onPoint` was told last. @type {Spot | null} */
  #told = null;

  /** @param {BoardOptions} [options] */
  constructor(options = {}) {
    this.#options = options;
    this.#spots = new SpotButtons(options.label ?? ((kind, id) => `${kind} ${id}`));
    const shape = () => /** @type {Geometry} */ (this.#geometry);
    const hidden = { "aria-hidden": "true" };
    /** @type {Layer<[("node" | "edge" | "hex"), number]>} */
    this.glow = new Layer({ class: "glows", ...hidden }, ([kind, id]) => drawGlow(shape(), kind, id));
    /** @type {Layer<number>} */
    this.roads = new Layer({ class: "roads", ...hidden }, (seat, edge) => drawRoad(shape(), Number(edge), seat));
    /** @type {Layer<string>} */
    this.buildings = new Layer({ class: "buildings", ...hidden }, (name, node) =>
      drawBuilding(shape(), Number(node), name),
    );
    this.ghosts = make("g", { class: "ghosts", ...hidden });
    this.#land = make("g", { class: "land", ...hidden });
    put(this.#robber, "aria-hidden", "true");
    const { hexes, edges, under, over } = this.#spots.layers;
    const layers = [
      this.#land, this.#robber, hexes.element, this.glow.element, edges.element, this.roads.element,
      under.element, this.buildings.element, over.element, this.ghosts,
    ];
    this.#svg = /** @type {SVGSVGElement} */ (make("svg", { role: "img", "aria-label": "" }, ...layers));
    this.element = document.createElement("div");
    this.element.className = options.zoom === false ? "board" : "board zooms";
    this.element.append(this.#svg);
    this.#listen();
  }

  /**
   * Show a state. Only what differs from the last one is touched; what is left out of the state is empty.
   * @param {Partial<BoardState> & Pick<BoardState, "layout">} wanted
   */
  set(wanted) {
    const before = this.#state;
    const state = { ...EMPTY, ...wanted };
    const fresh = this.#setLand(state);
    this.#state = state;
    const geometry = /** @type {Geometry} */ (this.#geometry);
    const roads = this.roads.update(listRoads(state.seats));
    const buildings = this.buildings.update(listBuildings(state.seats));
    this.glow.update(state.last ? [["last", [state.last.kind, state.last.id]]] : []);
    this.#spots.update(geometry, state.spots, (node) => this.buildings.get(String(node)) !== undefined);
    if (this.#pointed && !this.#spots.has(this.#pointed)) this.#pointed = null;
    const robbed = this.#setRobber(state, fresh);
    const added = [...roads.added.values(), ...buildings.added.values()];
    if (before && !fresh && !this.#isStill()) {
      if (added.length || robbed) settle();
      if (added.length <= MOST_DROPS) added.forEach(drop);
      if (robbed && added.length <= MOST_DROPS) slide(this.#robber, robbed);
      if (state.production && state.production !== before.production) this.flash(state.production);
    }
    put(this.#svg, "role", this.#spots.list.length ? "group" : "img");
    put(this.#svg, "aria-label", state.caption);
    this.#point();
  }

  /** The state that is shown. */
  get state() {
    return this.#state;
  }

  /** Let the hexes that bear a number flash once. @param {number} number */
  flash(number) {
    if (this.#isStill()) return;
    const robbed = this.#state?.robber;
    this.#hexes.forEach((hex, id) => {
      const light = hex.querySelector(".flash");
      if (light && id !== robbed && hex.getAttribute("data-number") === String(number)) flash(light);
    });
  }

  /** Give the focus to the first spot, if there is one. */
  focus() {
    this.#spots.focus();
  }

  /**
   * Show the part of the board where some spots are; null shows the whole.
   * @param {Spots | null} spots
   */
  zoomTo(spots) {
    const geometry = this.#geometry;
    if (!geometry) return;
    /** @type {[SpotKind, readonly number[] | undefined][]} */
    const kinds = [["hex", spots?.hexes], ["edge", spots?.edges], ["victim", spots?.victims], ["node", spots?.nodes]];
    const points = kinds.flatMap(([kind, ids]) => (ids ?? []).map((id) => geometry.point(kind, id)));
    const found = points.filter((point) => point !== undefined);
    this.#glide(boxAround(geometry.box, found, 1.25 * RADIUS));
  }

  /** Show the whole board. */
  reset() {
    this.zoomTo(null);
  }

  get zoomed() {
    return this.#geometry !== null && isZoomed(this.#geometry.box, this.#box);
  }

  /**
   * Where a place is in the window, in pixels.
   * @param {SpotKind} kind
   * @param {number} id
   * @returns {Point | null}
   */
  place(kind, id) {
    const point = this.#geometry?.point(kind, id);
    const matrix = this.#svg.getScreenCTM();
    if (!point || !matrix) return null;
    const { x, y } = new DOMPoint(point.x, point.y).matrixTransform(matrix);
    return { x, y };
  }

  /**
   * @param {BoardState} state
   * @returns {boolean} whether the board is another one
   */
  #setLand({ layout }) {
    if (this.#state?.layout === layout) return false;
    const key = landKey(layout);
    if (this.#landKey === key) return false;
    this.#landKey = key;
    this.#geometry = new Geometry(layout);
    for (const layer of [this.roads, this.buildings, this.glow]) layer.clear();
    this.#spots.clear();
    this.#pointed = null;
    this.#robber.replaceChildren();
    this.#robberAt = null;
    const { parts, hexes } = drawLand(layout, this.#geometry);
    this.#land.replaceChildren(...parts);
    this.#hexes = hexes;
    this.#show(this.#geometry.box);
    return true;
  }

  /**
   * @param {BoardState} state
   * @param {boolean} fresh
   * @returns {Point | null} where the robber came from, seen from its new place
   */
  #setRobber({ layout, robber }, fresh) {
    if (robber === this.#robberAt) return null;
    const geometry = /** @type {Geometry} */ (this.#geometry);
    const spot = (/** @type {number} */ hex) => robberPoint(geometry, hex, layout.hexes[hex].number !== null);
    const from = this.#robberAt;
    this.#robberAt = robber;
    this.#robber.replaceChildren(...(robber === null ? [] : [drawRobber(spot(robber))]));
    if (fresh || from === null || robber === null) return null;
    const [old, now] = [spot(from), spot(robber)];
    return { x: old.x - now.x, y: old.y - now.y };
  }

  /** Show which spot is pointed at, has the focus or is chosen, and what would stand there. */
  #point() {
    const state = this.#state;
    const geometry = this.#geometry;
    if (!state || !geometry) return;
    const active = this.#pointed ?? this.#spots.focused();
    const chosen = state.chosen && this.#spots.has(state.chosen) ? state.chosen : null;
    this.#spots.mark([active, chosen]);
    put(this.#svg, "class", this.#pointed ? "pointing" : null);
    const shown = [chosen, active].filter((spot) => spot !== null);
    this.#showGhosts(state, geometry, shown);
    const told = this.#told;
    if (active ? told && spotKey(told) === spotKey(active) : !told) return;
    this.#told = active;
    const { kind } = /** @type {Spot} */ (active ?? told);
    this.#options.onPoint?.(kind, active ? active.id : null);
  }

  /**
   * @param {BoardState} state
   * @param {Geometry} geometry
   * @param {Spot[]} shown
   */
  #showGhosts({ ghost, robber, layout }, geometry, shown) {
    const drawn = new Map();
    /** @type {number | null} */
    let thief = null;
    for (const spot of ghost ? shown : []) {
      if (spot.kind === "hex" && ghost?.piece === "robber") thief = spot.id;
      else if (ghost) drawn.set(spotKey(spot), drawGhost(geometry, ghost, spot));
    }
    const moving = thief !== null && thief !== robber;
    this.#hexes.forEach((hex, id) => {
      const robbed = id === robber || id === thief;
      put(hex, "class", `hex${robbed ? " robbed" : ""}${id === robber && moving ? " was" : ""}`);
    });
    put(this.#robber, "class", moving ? "robbers was" : "robbers");
    if (thief !== null && moving) {
      const pawn = drawRobber(robberPoint(geometry, thief, layout.hexes[thief].number !== null));
      pawn.classList.add("ghost");
      drawn.set("robber", pawn);
    }
    const parts = [...drawn.values()].filter((part) => part !== null);
    if (parts.length || this.ghosts.firstChild) this.ghosts.replaceChildren(...parts);
  }

  #isStill() {
    return isStill() || Boolean(this.#options.reducedMotion?.());
  }

  /** @param {Box} box */
  #show(box) {
    this.#box = box;
    put(this.#svg, "viewBox", [box.x, box.y, box.width, box.height].map((n) => n.toFixed(1)).join(" "));
    this.element.classList.toggle("zoomed", this.zoomed);
  }

  /** @param {Box} box */
  #glide(box) {
    cancelAnimationFrame(this.#moving);
    const time = this.#isStill() ? 0 : duration("--t-move");
    const from = this.#box;
    const start = performance.now();
    const step = () => {
      const share = time ? Math.min(1, (performance.now() - start) / time) : 1;
      this.#show(boxBetween(from, box, 1 - (1 - share) ** 3));
      if (share < 1) this.#moving = requestAnimationFrame(step);
    };
    step();
  }

  /** @param {Point} point a point of the window */
  #toBoard({ x, y }) {
    const matrix = this.#svg.getScreenCTM();
    return matrix ? new DOMPoint(x, y).matrixTransform(matrix.inverse()) : { x: 0, y: 0 };
  }

  /**
   * @param {Point} point
   * @param {string} type
   */
  #nearest(point, type) {
    const scale = this.#svg.getScreenCTM()?.a;
    if (!this.#geometry || !scale || !this.#spots.list.length) return null;
    const pixels = REACH[/** @type {keyof typeof REACH} */ (type)] ?? REACH.mouse;
    // A spot is drawn 13 units wide or more: a mouse upon it is always near enough.
    const reach = Math.max(pixels / scale, 14);
    return nearestSpot(this.#geometry, this.#spots.list, this.#toBoard(point), reach);
  }

  /** @param {Spot} spot */
  #pick({ kind, id }) {
    this.#options.onPick?.(kind, id);
  }

  #listen() {
    const hover = (/** @type {Spot | null} */ spot) => {
      if (spot ? this.#pointed && spotKey(spot) === spotKey(this.#pointed) : !this.#pointed) return;
      this.#pointed = spot;
      this.#point();
    };
    listen(
      this.#svg,
      {
        zoomed: () => this.zoomed,
        hover: (point, type) => hover(this.#nearest(point, type)),
        leave: () => hover(null),
        press: (point, type, target) => {
          const spot = type === "key" ? this.#spots.of(target) : this.#nearest(point, type);
          if (spot) this.#pick(spot);
          return spot !== null;
        },
        move: (factor, from, to) => this.#move(factor, this.#toBoard(from), this.#toBoard(to)),
        twice: (point) => (this.zoomed ? this.reset() : this.#zoomAt(this.#toBoard(point))),
      },
      this.#options.zoom !== false,
    );
    this.#svg.addEventListener("focusin", () => this.#point());
    this.#svg.addEventListener("focusout", () => queueMicrotask(() => this.#point()));
    this.#svg.addEventListener("keydown", (event) => {
      if (!this.#spots.key(event, (spot) => this.#pick(spot))) return;
      event.preventDefault();
      event.stopPropagation();
    });
  }

  /**
   * @param {number} factor
   * @param {Point} from
   * @param {Point} to
   */
  #move(factor, from, to) {
    if (!this.#geometry) return;
    cancelAnimationFrame(this.#moving);
    const { x, y, ...size } = this.#box;
    const shifted = { x: x + from.x - to.x, y: y + from.y - to.y, ...size };
    const zoomed = zoomAround(this.#geometry.box, shifted, factor, from);
    this.#show(keepInside(this.#geometry.box, zoomed));
  }

  /** @param {Point} point */
  #zoomAt(point) {
    if (this.#geometry) this.#glide(zoomAround(this.#geometry.box, this.#box, 2, point));
  }
}
