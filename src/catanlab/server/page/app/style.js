/** Style sheets of screens that a first visit does not need. */

/**
 * Load the style of a screen beside its module.
 * @template T
 * @param {string} name
 * @param {Promise<T>} module
 * @returns {Promise<T>}
 */
export async function withStyle(name, module) {
  module.catch(() => {}); // whoever awaits it hears of it; until then it is not "unhandled"
  const href = new URL(`../style/${name}.css`, import.meta.url).href;
  if (!document.querySelector(`link[href="${href}"]`)) {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
    await new Promise((done) => {
      link.onload = link.onerror = done;
      document.head.append(link);
    });
  }
  return module;
}
