/** Fingers and mouse on the board: pinch, pan, double tap, Ctrl + wheel. Says what they ask for. */

/**
 * @typedef {import("./types").Point} Point
 * @typedef {object} Asked
 * @property {(factor: number, from: Point, to: Point) => void} move
 *   zoom by a factor around `to`, and bring what was at `from` there; points of the window
 * @property {() => boolean} zoomed
 * @property {(point: Point, type: string) => void} hover a mouse is at a point
 * @property {() => void} leave the mouse went away
 * @property {(point: Point, type: string, target: EventTarget | null) => boolean} press
 *   a click or tap; true if it took something
 * @property {(point: Point) => void} twice a double tap beside all spots
 */

/** A mouse has to go so far before it drags the board. */
const SLOP = 4;
const TWICE_MS = 350;
const TWICE_PX = 32;

/**
 * Listen on an element.
 * @param {SVGSVGElement} element
 * @param {Asked} asked
 * @param {boolean} zoom whether zooming is wanted at all
 */
export function listen(element, asked, zoom) {
  /** @type {Map<number, Point>} */
  const down = new Map();
  let dragged = false;
  let type = "mouse";
  let touched = { x: 0, y: 0 };
  /** @type {{ time: number, point: Point } | null} */
  let tap = null;

  element.addEventListener("pointerdown", (event) => {
    type = event.pointerType;
    touched = place(event);
    if (event.pointerType === "mouse" && event.button !== 0) return;
    if (event.isPrimary) down.clear();
    if (!down.size) dragged = false;
    down.set(event.pointerId, place(event));
  });

  element.addEventListener("pointermove", (event) => {
    const point = place(event);
    const before = down.get(event.pointerId);
    if (!before) {
      if (event.pointerType !== "touch") asked.hover(point, event.pointerType);
      return;
    }
    if (!zoom) return;
    if (down.size === 1) {
      if (!dragged && away(point, before) < SLOP) return;
      if (!asked.zoomed()) return;
      if (!dragged) {
        dragged = true;
        element.setPointerCapture(event.pointerId);
        asked.leave();
      }
      asked.move(1, before, point);
    } else if (down.size === 2) {
      dragged = true;
      const other = [...down].find(([id]) => id !== event.pointerId)?.[1] ?? before;
      const factor = away(point, other) / Math.max(1, away(before, other));
      asked.move(factor, middle(before, other), middle(point, other));
    }
    down.set(event.pointerId, point);
  });

  for (const name of /** @type {const} */ (["pointerup", "pointercancel"]))
    element.addEventListener(name, (event) => down.delete(event.pointerId));
  element.addEventListener("pointerleave", (event) => {
    if (event.pointerType !== "touch") asked.leave();
  });

  element.addEventListener("click", (event) => {
    if (dragged) {
      dragged = false;
      return;
    }
    // A press by a screen reader has no place of its own: its target says what is meant.
    const placed = event.detail !== 0;
    // Browsers move the click of a finger to what they think it meant; the board knows better.
    const point = type === "touch" && placed ? touched : place(event);
    if (asked.press(point, placed ? type : "key", event.target) || !zoom) {
      tap = null;
      return;
    }
    if (tap && event.timeStamp - tap.time < TWICE_MS && away(point, tap.point) < TWICE_PX) {
      tap = null;
      if (type === "touch" || asked.zoomed()) asked.twice(point);
    } else tap = { time: event.timeStamp, point };
  });

  if (zoom)
    element.addEventListener(
      "wheel",
      (event) => {
        if (!event.ctrlKey) return;
        event.preventDefault();
        asked.move(Math.exp(-event.deltaY / (event.deltaMode ? 10 : 250)), place(event), place(event));
      },
      { passive: false },
    );
}

/**
 * @param {MouseEvent} event
 * @returns {Point}
 */
const place = (event) => ({ x: event.clientX, y: event.clientY });

/**
 * @param {Point} a
 * @param {Point} b
 */
const away = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

/**
 * @param {Point} a
 * @param {Point} b
 * @returns {Point}
 */
const middle = (a, b) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
