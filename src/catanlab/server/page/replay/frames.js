/** The frames of a replay as games, made by the same reducer as live play. */

import { emptyGame, reduce } from "../game/reducer.js";

/** @typedef {import("../../api/api").Replay} Replay */
/** @typedef {import("../types").Game} Game */

export class Frames {
  /** @param {Replay} replay */
  constructor(replay) {
    this.replay = replay;
    /** @type {Game[]} the games after the frames so far */
    this._games = [];
  }

  get length() {
    return this.replay.frames.length;
  }

  /** @param {number} index */
  frame(index) {
    return this.replay.frames[index];
  }

  /**
   * The game after a frame.
   * @param {number} index
   * @returns {Game}
   */
  game(index) {
    for (let i = this._games.length; i <= index; i++) {
      const before = this._games[i - 1] ?? emptyGame(this.replay.room ?? "");
      const frame = this.replay.frames[i];
      const after = reduce(before, /** @type {import("../../protocol/wire").Update} */ (frame), 0);
      this._games.push({ ...after, counting: frame.counting ?? null });
    }
    return this._games[index];
  }

  /**
   * The frame at which a turn begins: the first of its number, or of the set-up.
   * @param {number} index
   * @param {1 | -1} direction
   */
  turnFrom(index, direction) {
    const turnAt = (/** @type {number} */ i) => this.replay.frames[i]?.view?.turn ?? 0;
    const begins = (/** @type {number} */ i) => i <= 0 || turnAt(i) !== turnAt(i - 1);
    let at = index + direction;
    while (at > 0 && at < this.length - 1 && !begins(at)) at += direction;
    return Math.max(0, Math.min(this.length - 1, at));
  }

  /** Where buildings came and sevens were rolled, for the scrubber. */
  marks() {
    /** @type {{index: number, piece: string, seat: number}[]} */
    const buildings = [];
    /** @type {number[]} */
    const sevens = [];
    this.replay.frames.forEach(({ events = [] }, index) => {
      for (const { event } of events) {
        if (event?.e === "outcome" && event.move === "dice 7") sevens.push(index);
        if (event?.e !== "moved") continue;
        const [piece] = event.move.split(" ");
        if (piece === "settlement" || piece === "city") buildings.push({ index, piece, seat: event.seat });
      }
    });
    return { buildings, sevens };
  }
}
