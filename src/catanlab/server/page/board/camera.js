/** Which part of the board an SVG element shows, and where points of the window lie on the board. */

import { duration } from "../parts/motion.js";
import { boxBetween, isZoomed, keepInside, zoomAround } from "./zoom.js";

/**
 * @typedef {import("./types").Box} Box
 * @typedef {import("./types").Point} Point
 */

export class Camera {
  /** @type {Box} */
  #whole = { x: 0, y: 0, width: 1, height: 1 };
  /** What is shown now. */
  #box = this.#whole;
  /** What is shown when the board has come to rest. */
  #target = this.#whole;
  #frame = 0;
  #svg;
  #isStill;
  #onShow;

  /**
   * @param {SVGSVGElement} svg
   * @param {() => boolean} isStill
   * @param {() => void} onShow called when another part is shown
   */
  constructor(svg, isStill, onShow) {
    this.#svg = svg;
    this.#isStill = isStill;
    this.#onShow = onShow;
  }

  /** Show the whole of another board. @param {Box} whole */
  begin(whole) {
    cancelAnimationFrame(this.#frame);
    this.#whole = whole;
    this.#show(whole);
  }

  get whole() {
    return this.#whole;
  }

  get zoomed() {
    return isZoomed(this.#whole, this.#box);
  }

  /** How many pixels of the window a unit of the board has; 0 while it is not shown. */
  get scale() {
    return this.#svg.getScreenCTM()?.a ?? 0;
  }

  /** @param {Point} point a point of the window */
  toBoard({ x, y }) {
    const matrix = this.#svg.getScreenCTM();
    return matrix ? new DOMPoint(x, y).matrixTransform(matrix.inverse()) : { x: 0, y: 0 };
  }

  /**
   * @param {Point} point a point of the board
   * @returns {Point | null}
   */
  toWindow({ x, y }) {
    const matrix = this.#svg.getScreenCTM();
    if (!matrix) return null;
    const place = new DOMPoint(x, y).matrixTransform(matrix);
    return { x: place.x, y: place.y };
  }

  /**
   * Zoom by a factor, and bring what is at one point of the window to another.
   * @param {number} factor
   * @param {Point} from
   * @param {Point} to
   */
  move(factor, from, to) {
    cancelAnimationFrame(this.#frame);
    const [start, end] = [this.toBoard(from), this.toBoard(to)];
    const { x, y, ...size } = this.#box;
    const shifted = { x: x + start.x - end.x, y: y + start.y - end.y, ...size };
    this.#show(zoomAround(this.#whole, shifted, factor, start));
  }

  /** Zoom in around a point of the window. @param {Point} point */
  zoomIn(point) {
    this.glide(zoomAround(this.#whole, this.#box, 2, this.toBoard(point)));
  }

  /** Move a zoomed board as far as a point needs to be seen. @param {Point} point a point of the board */
  reveal({ x, y }) {
    const box = this.#target;
    const room = box.width / 6;
    const left = Math.min(x - room, Math.max(box.x, x + room - box.width));
    const top = Math.min(y - room, Math.max(box.y, y + room - box.height));
    if (left !== box.x || top !== box.y) this.glide(keepInside(this.#whole, { ...box, x: left, y: top }));
  }

  /** @param {Box} box */
  glide(box) {
    cancelAnimationFrame(this.#frame);
    this.#target = box;
    const time = this.#isStill() ? 0 : duration("--t-move");
    const from = this.#box;
    const start = performance.now();
    const step = () => {
      const share = time ? Math.min(1, (performance.now() - start) / time) : 1;
      this.#draw(boxBetween(from, box, 1 - (1 - share) ** 3));
      if (share < 1) this.#frame = requestAnimationFrame(step);
    };
    step();
  }

  /** @param {Box} box */
  #show(box) {
    this.#target = box;
    this.#draw(box);
  }

  /** @param {Box} box */
  #draw(box) {
    this.#box = box;
    const { x, y, width, height } = box;
    this.#svg.setAttribute("viewBox", [x, y, width, height].map((n) => n.toFixed(1)).join(" "));
    this.#onShow();
  }
}
