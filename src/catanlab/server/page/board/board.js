/**
 * The board: a state in, a drawing and callbacks out. It knows no rules: the caller says which places may
 * be chosen and what they are called.
 *
 *     const board = new Board({ onPick: (kind, id) => ..., label: (kind, id) => "Spot 38" });
 *     html`<div class="sea">${board.element}</div>`;
 *     board.set({ layout, seats, robber: 2, spots: { nodes: [38] }, ghost: { piece: "city", seat: 0 } });
 *
 * @typedef {import("./types").BoardState} BoardState
 * @typedef {import("./types").BoardOptions} BoardOptions
 * @typedef {import("./types").Point} Point
 * @typedef {import("./types").Spot} Spot
 * @typedef {import("./types").SpotKind} SpotKind
 * @typedef {import("./types").Spots} Spots
 */

import { drop, flash, isStill, slide } from "../parts/motion.js";
import { Camera } from "./camera.js";
import { Drawing } from "./drawing.js";
import { listSpots, nearestSpot, RADIUS } from "./geometry.js";
import { listen } from "./gestures.js";
import { make, put } from "./markup.js";
import { SpotButtons, spotKey } from "./spots.js";
import { boxAround } from "./zoom.js";

/** How near a spot has to be, in pixels of the window: a finger is wider than a mouse. */
const REACH = { touch: 22, pen: 16, mouse: 10 };

/** More new pieces than these are a jump to another position, which is not animated. */
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
  #camera;
  #spots;
  #drawing = new Drawing();
  /** @type {BoardState | null} */
  #state = null;
  /** Its movements that have not ended. @type {(Animation | null)[]} */
  #moving = [];
  /** The spot at the mouse. @type {Spot | null} */
  #pointed = null;
  /** What `onPoint` was told last. @type {Spot | null} */
  #told = null;

  /** @param {BoardOptions} [options] */
  constructor(options = {}) {
    this.#options = options;
    this.#spots = new SpotButtons(options.label ?? ((kind, id) => `${kind} ${id}`));
    const { land, robber, glow, roads, buildings, ghosts, numbers } = this.#drawing;
    const { hexes, edges, under, over } = this.#spots.layers;
    const layers = [
      land, robber, hexes.element, glow.element, edges.element, roads.element,
      under.element, buildings.element, over.element, ghosts, numbers,
    ];
    this.#svg = /** @type {SVGSVGElement} */ (make("svg", { role: "img", "aria-label": "" }, ...layers));
    /** The element to put into a page; it fills its parent. */
    this.element = document.createElement("div");
    this.element.className = options.zoom === false ? "board" : "board zooms";
    this.element.append(this.#svg);
    const show = () => this.element.classList.toggle("zoomed", this.#camera.zoomed);
    this.#camera = new Camera(this.#svg, () => this.#isStill(), show);
    this.#listen();
  }

  /**
   * Show a state. Only what differs from the last one is touched; what is left out of the state is empty.
   * @param {Partial<BoardState> & Pick<BoardState, "layout">} wanted
   */
  set(wanted) {
    const before = this.#state;
    const state = { ...EMPTY, ...wanted };
    const fresh = this.#drawing.begin(state.layout);
    if (fresh) this.#camera.begin(this.#drawing.geometry.box);
    if (fresh) this.#spots.clear();
    this.#state = state;
    const { added, robbed } = this.#drawing.update(state);
    this.#spots.update(this.#drawing.geometry, state.spots, (node) => this.#drawing.isBuilt(node));
    if (this.#pointed && !this.#spots.has(this.#pointed)) this.#pointed = null;
    if (before && !fresh) this.#animate(added, robbed, state.production !== before.production);
    put(this.#svg, "role", this.#spots.list.length ? "group" : "img");
    put(this.#svg, "aria-label", state.caption);
    this.#point();
  }

  /** The state that is shown. */
  get state() {
    return this.#state;
  }

  /** Whether a part of the board is shown larger. */
  get zoomed() {
    return this.#camera.zoomed;
  }

  /** Let the hexes that bear a number flash once. @param {number} number */
  flash(number) {
    if (!this.#isStill()) this.#moving.push(...this.#drawing.lights(number).map(flash));
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
    if (!this.#drawing.begun) return;
    const { geometry } = this.#drawing;
    const points = listSpots(spots ?? {}).map(({ kind, id }) => geometry.point(kind, id));
    const known = points.filter((point) => point !== undefined);
    this.#camera.glide(boxAround(geometry.box, known, 1.25 * RADIUS));
  }

  /** Show the whole board. */
  reset() {
    this.zoomTo(null);
  }

  /**
   * Where a place is in the window, in pixels; null if there is no such place or the board is not shown.
   * @param {SpotKind} kind
   * @param {number} id
   * @returns {Point | null}
   */
  place(kind, id) {
    const point = this.#drawing.begun ? this.#drawing.geometry.point(kind, id) : undefined;
    return point ? this.#camera.toWindow(point) : null;
  }

  #isStill() {
    return isStill() || Boolean(this.#options.reducedMotion?.());
  }

  /**
   * @param {SVGElement[]} added
   * @param {Point | null} robbed
   * @param {boolean} produced
   */
  #animate(added, robbed, produced) {
    if (this.#isStill()) return;
    const produces = produced ? this.#state?.production : null;
    if (!added.length && !robbed && !produces) return;
    // The next event cuts short what the last one moved.
    for (const animation of this.#moving) animation?.finish();
    this.#moving = [];
    if (added.length <= MOST_DROPS) {
      this.#moving = added.map(drop);
      if (robbed) this.#moving.push(slide(this.#drawing.robber, robbed));
    }
    if (produces) this.flash(produces);
  }

  /** Show which spot is pointed at, has the focus or is chosen, and what would stand there. */
  #point() {
    const state = this.#state;
    if (!state) return;
    const active = this.#pointed ?? this.#spots.focused();
    const chosen = state.chosen && this.#spots.has(state.chosen) ? state.chosen : null;
    this.#spots.mark([active, chosen]);
    put(this.#svg, "class", this.#pointed ? "pointing" : null);
    this.#drawing.haunt(state, [chosen, active].filter((spot) => spot !== null));
    this.#tell(active);
  }

  /** @param {Spot | null} spot */
  #tell(spot) {
    const told = this.#told;
    if (isSame(spot, told)) return;
    this.#told = spot;
    const { kind } = /** @type {Spot} */ (spot ?? told);
    this.#options.onPoint?.(kind, spot ? spot.id : null);
  }

  #focusCame() {
    this.#point();
    const spot = this.#spots.focused();
    const point = spot && this.#drawing.geometry.point(spot.kind, spot.id);
    if (point && this.zoomed) this.#camera.reveal(point);
  }

  /** @param {Spot | null} spot */
  #hover(spot) {
    if (isSame(spot, this.#pointed)) return;
    this.#pointed = spot;
    this.#point();
  }

  /** @param {Spot} spot */
  #pick({ kind, id }) {
    this.#options.onPick?.(kind, id);
  }

  /**
   * @param {Point} point a point of the window
   * @param {string} type the kind of pointer
   */
  #nearest(point, type) {
    const { scale } = this.#camera;
    if (!scale || !this.#spots.list.length) return null;
    const pixels = REACH[/** @type {keyof typeof REACH} */ (type)] ?? REACH.mouse;
    // A spot is drawn 13 units wide: a mouse upon it is always near enough.
    const reach = Math.max(pixels / scale, 14);
    return nearestSpot(this.#drawing.geometry, this.#spots.list, this.#camera.toBoard(point), reach);
  }

  #listen() {
    /** @type {import("./gestures.js").Asked} */
    const pointer = {
      zoomed: () => this.zoomed,
      leave: () => this.#hover(null),
      hover: (point, type) => this.#hover(this.#nearest(point, type)),
      press: (point, type, target) => {
        const spot = type === "key" ? this.#spots.of(target) : this.#nearest(point, type);
        if (spot) this.#pick(spot);
        return spot !== null;
      },
      move: this.#camera.move.bind(this.#camera),
      twice: (point) => (this.zoomed ? this.reset() : this.#camera.zoomIn(point)),
    };
    listen(this.#svg, pointer, this.#options.zoom !== false);
    // On the element around it: chromium lets an SVG element with listeners for the focus have the focus.
    this.element.addEventListener("focusin", () => this.#focusCame());
    this.element.addEventListener("focusout", () => queueMicrotask(() => this.#point()));
    this.element.addEventListener("keydown", (event) => {
      if (!this.#spots.key(event, (spot) => this.#pick(spot))) return;
      event.preventDefault();
      event.stopPropagation();
    });
  }
}

/**
 * @param {Spot | null} a
 * @param {Spot | null} b
 */
function isSame(a, b) {
  return a && b ? spotKey(a) === spotKey(b) : a === b;
}
