/** The state of the page, and one drawing per animation frame after it changed. */

/** @typedef {import("../types").AppState} AppState */

const HIDDEN_MS = 50;

export class Store {
  /**
   * @param {AppState} state
   * @param {() => void} draw
   */
  constructor(state, draw) {
    this.state = state;
    this._draw = draw;
    this._due = false;
    document.addEventListener("visibilitychange", () => {
      if (this._due && document.hidden) this._drawLater(); // the frame that was asked for does not come
    });
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
    if (document.hidden) this._drawLater();
    else requestAnimationFrame(this._drawOnce);
  }

  _drawLater() {
    setTimeout(this._drawOnce, HIDDEN_MS);
  }

  _drawOnce = () => {
    if (!this._due) return;
    this._due = false;
    this._draw();
  };
}
