/** Making SVG elements, and layers of them that change only where their state does. */

const NAMESPACE = "http://www.w3.org/2000/svg";

/**
 * @param {string} name
 * @param {Record<string, string | number>} [attributes]
 * @param {...(Node | string)} children
 * @returns {SVGElement}
 */
export function make(name, attributes = {}, ...children) {
  const element = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/**
 * Set an attribute if it is different; null removes it.
 * @param {Element} element
 * @param {string} name
 * @param {string | null} value
 */
export function put(element, name, value) {
  if (value === null) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
  } else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/**
 * A group whose children have keys. After `update` it has exactly the children asked for, in their order;
 * a child whose key and value are as before is not touched.
 *
 * @template V
 */
export class Layer {
  /** @type {Map<string, { value: string, element: SVGElement }>} */
  #children = new Map();
  /** @type {(value: V, key: string) => SVGElement} */
  #draw;

  /**
   * @param {Record<string, string>} attributes
   * @param {(value: V, key: string) => SVGElement} draw
   */
  constructor(attributes, draw) {
    this.element = make("g", attributes);
    this.#draw = draw;
  }

  /**
   * @param {[key: string, value: V][]} entries
   * @returns {{ added: Map<string, SVGElement>, removed: SVGElement[] }} what came and what went
   */
  update(entries) {
    const added = new Map();
    const removed = [];
    const keys = new Set(entries.map(([key]) => key));
    for (const [key, { element }] of this.#children)
      if (!keys.has(key)) {
        element.remove();
        removed.push(element);
        this.#children.delete(key);
      }
    /** @type {Element | null} */
    let next = this.element.firstElementChild;
    for (const [key, value] of entries) {
      const text = JSON.stringify(value);
      const child = this.#children.get(key);
      if (child && child.value === text) {
        if (child.element === next) next = next.nextElementSibling;
        else this.element.insertBefore(child.element, next);
        continue;
      }
      const element = this.#draw(value, key);
      if (child) {
        if (child.element === next) next = next.nextElementSibling;
        child.element.replaceWith(element);
        removed.push(child.element);
      } else this.element.insertBefore(element, next);
      this.#children.set(key, { value: text, element });
      added.set(key, element);
    }
    return { added, removed };
  }

  /** @param {string} key */
  get(key) {
    return this.#children.get(key)?.element;
  }

  /**
   * The keys with their elements.
   * @returns {Iterator<[string, SVGElement]>}
   */
  *[Symbol.iterator]() {
    for (const [key, { element }] of this.#children) yield [key, element];
  }

  clear() {
    this.update([]);
  }
}
