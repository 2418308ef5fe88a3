/** Links between the screens of the page: they change the screen without loading, unless the person wants a new tab. */

/**
 * @param {import("../types").App} app
 * @returns {(event: MouseEvent) => void}
 */
export function follow(app) {
  return (event) => {
    if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const { pathname, hash } = /** @type {HTMLAnchorElement} */ (event.currentTarget);
    app.go(pathname + hash);
  };
}
