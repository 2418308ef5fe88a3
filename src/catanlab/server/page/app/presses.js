/**
 * A press means what was seen. Whoever presses twice, or presses what changes at that moment, meant what stood there
 * before: a control that has just got another meaning takes no press until it has been seen for a while. That holds for
 * every control of the page, whether it is pressed by mouse, finger or key, and nothing has to be told to this module.
 */

/** How long a control is to be seen before it can be pressed, counted from when it was drawn. */
export const SEEN_MS = 600;

/** Whether the pointer is somewhere while it does not press. */
const HOVERS = matchMedia("(any-hover: hover)");
const CONTROLS = "button, a[href], summary, [role=button]";
const FIELDS = "input, textarea, select";

export class Presses {
  constructor() {
    /** What a press of each control meant when it was drawn last. @type {WeakMap<Element, string>} */
    this._meanings = new WeakMap();
    /** When a control was first seen with its meaning; `Infinity` until it is. @type {WeakMap<Element, number>} */
    this._seen = new WeakMap();
    /** Where the pointer pressed last, and the control that is there. @type {{x: number, y: number, control: Element} | null} */
    this._pressed = null;
    /** The control that a key pressed last, unless another key came after it. @type {Element | null} */
    this._keyed = null;
    /** The control that has the focus from the pointer, and what it meant then. @type {{control: Element, meaning: string} | null} */
    this._focused = null;
    addEventListener("pointerdown", (event) => this._pointed(event), true);
    addEventListener("keydown", (event) => this._key(event), true);
    addEventListener("click", (event) => this._click(event), true);
    addEventListener("focusin", (event) => this._focus(event), true);
  }

  /** Look at what was drawn: which control means something else than before, or stands where another one was. */
  drawn() {
    /** @type {Set<Element>} */
    const changed = new Set();
    for (const control of document.querySelectorAll(CONTROLS)) {
      const before = this._meanings.get(control);
      const now = meaningOf(control);
      this._meanings.set(control, now);
      // What could not be pressed for a while is not pressed by mistake.
      const another = before !== undefined && before !== now && (before || isFresh(control));
      if (another && this._isAtHand(control)) changed.add(control);
    }
    const there = this._pressed && controlAt(this._pressed);
    if (this._pressed && there && !isSame(there, this._pressed.control)) {
      this._pressed.control = there;
      changed.add(there);
    }
    const focused = controlOf(document.activeElement);
    if (this._keyed && focused && focused !== this._keyed) {
      this._keyed = null;
      changed.add(focused);
    }
    if (changed.size) this._renew(changed);
  }

  /**
   * Whether somebody may be about to press a control: it is under the pointer, has the focus, or was pressed last. Where
   * would a finger be that does not touch?
   * @param {Element} control
   */
  _isAtHand(control) {
    return !HOVERS.matches || control.matches(":hover, :focus") || control === this._pressed?.control;
  }

  /**
   * Whether a key would press a control that the pointer chose for something else, such as the button that rolled.
   * @param {Event} event
   */
  strays(event) {
    const control = controlOf(event.target);
    return control !== null && control === this._focused?.control && meaningOf(control) !== this._focused.meaning;
  }

  /** @param {Set<Element>} controls */
  _renew(controls) {
    for (const control of controls) {
      this._seen.set(control, Infinity);
      control.setAttribute(FRESH, "");
    }
    // The frame after this one begins when this one is on the screen, however long that takes.
    requestAnimationFrame(() => {
      for (const control of controls) this._seen.set(control, performance.now());
      this._ripen([...controls]);
    });
  }

  /** @param {Element[]} controls */
  _ripen(controls) {
    setTimeout(() => {
      const young = controls.filter((control) => this._age(control, performance.now()) < SEEN_MS);
      for (const control of controls) if (!young.includes(control)) control.removeAttribute(FRESH);
      if (young.length) this._ripen(young);
    }, SEEN_MS);
  }

  /**
   * How long a control has been seen with its meaning.
   * @param {Element} control
   * @param {number} now
   */
  _age(control, now) {
    return now - (this._seen.get(control) ?? -Infinity);
  }

  /** @param {PointerEvent} event */
  _pointed(event) {
    const control = controlOf(event.target);
    this._focused = control && { control, meaning: meaningOf(control) };
    this._keyed = null;
  }

  /** @param {FocusEvent} event */
  _focus(event) {
    if (controlOf(event.target) !== this._focused?.control) this._focused = null;
  }

  /** @param {KeyboardEvent} event */
  _key(event) {
    const control = event.key === "Enter" || event.key === " " ? controlOf(event.target) : null;
    if (!control) this._keyed = null;
    // A key that is held down presses once.
    else if (event.repeat || this._age(control, event.timeStamp) < SEEN_MS) swallow(event);
    else this._keyed = control;
  }

  /** @param {MouseEvent} event */
  _click(event) {
    const control = controlOf(event.target);
    if (!control) return;
    const isByKey = event.detail === 0 && event.isTrusted;
    if (isByKey && document.activeElement?.matches(FIELDS)) return; // Enter in a field sends its form by a click
    if (this._age(control, event.timeStamp) < SEEN_MS || (isByKey && this.strays(event))) return swallow(event);
    if (isByKey) this._focused = null;
    this._pressed = event.detail ? { x: event.clientX, y: event.clientY, control } : null;
  }
}

/** Marks a control that does not take presses yet. */
const FRESH = "data-fresh";

/** @param {Element} control */
function isFresh(control) {
  return control.hasAttribute(FRESH);
}

/** @param {Event} event */
function swallow(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/**
 * @param {EventTarget | null} target
 * @returns {Element | null}
 */
function controlOf(target) {
  return target instanceof Element ? target.closest(CONTROLS) : null;
}

/** @param {{x: number, y: number}} point */
function controlAt({ x, y }) {
  return controlOf(document.elementFromPoint(x, y));
}

/**
 * Whether it is the same control, or the same spot of the board drawn anew.
 * @param {Element} a
 * @param {Element} b
 */
function isSame(a, b) {
  const id = a.getAttribute("data-id");
  return a === b || (id !== null && id === b.getAttribute("data-id"));
}

/**
 * What a press of a control means: what it does and to what, without counts and times; "" if it cannot be pressed.
 * @param {Element} control
 */
function meaningOf(control) {
  if (control.matches(":disabled, [aria-disabled=true]")) return "";
  const about = control.closest("[data-about]")?.getAttribute("data-about") ?? "";
  const act = control.getAttribute("data-act") ?? control.getAttribute("data-id");
  const name = act ?? (control.getAttribute("aria-label") ?? control.textContent ?? "").replace(/\d+/g, "").trim();
  return `${about} ${name}`;
}
