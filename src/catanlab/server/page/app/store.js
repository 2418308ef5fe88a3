/** The state of the page, and one drawing per animation frame after it changed. */

/** @typedef {import("../types").AppState} AppState */

export class Store {
  /**
   * @param {AppState} state
   * @param {() => void} draw
   */
  constructor(state, draw) {
    this.state = state;
    this._draw = draw;
    this._due = false;
  }

  /** @param {Partial<AppState>} patch */
  update(patch) {
    this.state = { ...this.state, ...patch };
    this.redraw();
  }

  /** Draw soon. A page in the background gets no animation frames, so that a timer has to do there. */
  redraw() {
    if (this._due) return;
    this._due = true;
    const draw = () => {
      if (!this._due) return;
      this._due = false;
      this._draw();
    };
    if (document.hidden) setTimeout(draw, 50);
    else requestAnimationFrame(draw);
  }
}
