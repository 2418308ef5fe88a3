/** A replay: the position, the log around it, time below; through any seat's eyes. */

import { Board } from "../board/board.js";
import { withStyle } from "../app/style.js";
import { newId } from "../connection/acts.js";
import { sea } from "../table/sea.js";
import { TableContext } from "../table/context.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { Frames } from "./frames.js";
import { head } from "./head.js";
import { log } from "./log.js";
import { seats } from "./seats.js";
import { SPEEDS, transport } from "./transport.js";

/** @typedef {import("../app/app.js").PageApp} PageApp */
/** @typedef {import("../types").Refusal} Refusal */
/** @typedef {import("../../api/api").Replay} Replay */
/** @typedef {Replay["eyes"]} Eyes */
/** @typedef {{room: string, invitation: string} | {record: string}} Source */

const FRAME_MS = 900;

/** A table whose game is that of a frame: what draws the table draws the replay. */
class FrameContext extends TableContext {
  /** @type {import("../types").Game | null} */
  shown = null;

  get game() {
    return this.shown;
  }
}

export class Player {
  /**
   * @param {PageApp} app
   * @param {Source} source
   * @param {() => void} [left] what leads back to the list of games
   */
  constructor(app, source, left = () => app.go("/replay")) {
    this.app = app;
    this.source = source;
    this._left = left;
    this.table = new FrameContext(app, "");
    /** @type {Eyes} */
    this.eyes = "everything";
    /** @type {Eyes} */
    this._wanted = this.eyes;
    this.index = 0;
    this.speed = 1;
    this.refusal = "";
    /** Whether the reason of the robot's move is shown. */
    this.reasons = false;
    /** @type {Map<Eyes, Frames>} */
    this._seen = new Map();
    this._timer = 0;
    this._board = new Board({});
    /** @type {import("../end/end.js").End | null} */
    this._statistics = null;
    this._showsStatistics = false;
  }

  get words() {
    return this.app.words;
  }

  get frames() {
    return this._seen.get(this.eyes) ?? null;
  }

  get playing() {
    return this._timer !== 0;
  }

  /** @returns {Promise<boolean>} whether the game can be shown */
  async load() {
    return this.see(this.eyes);
  }

  /**
   * Look through other eyes, at the same point of the game.
   * @param {Eyes} eyes
   */
  async see(eyes) {
    const seq = this.frames?.frame(this.index).seq;
    this._wanted = eyes;
    try {
      if (!this._seen.has(eyes)) this._seen.set(eyes, new Frames(await this._fetch(eyes)));
    } catch (refused) {
      this.refusal = /** @type {Refusal} */ (refused).text;
      this.app.redraw();
      return false;
    }
    if (this._wanted !== eyes) return true; // others were asked for meanwhile
    this.eyes = eyes;
    this.refusal = "";
    const { frames } = this;
    if (frames && seq !== undefined) {
      const at = frames.replay.frames.findIndex((frame) => frame.seq >= seq);
      this.index = at < 0 ? frames.length - 1 : at;
    }
    this.app.redraw();
    return true;
  }

  /** @param {number} index */
  go(index) {
    const { frames } = this;
    if (!frames) return;
    this.index = Math.max(0, Math.min(frames.length - 1, index));
    this.app.redraw();
  }

  toggle() {
    if (this.playing) return this.stop();
    if (this.frames && this.index === this.frames.length - 1) this.index = 0;
    this._timer = setInterval(() => this._tick(), FRAME_MS / this.speed);
    this.app.redraw();
  }

  stop() {
    clearInterval(this._timer);
    this._timer = 0;
    this.app.redraw();
  }

  /** @param {number} speed */
  setSpeed(speed) {
    const { playing } = this;
    this.stop();
    this.speed = speed;
    if (playing) this.toggle();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { frames } = this;
    const typing = "input:not([type=range]), textarea, select";
    if (!frames || (event.target instanceof Element && event.target.closest(typing))) return false;
    if (this._showsStatistics) return false;
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step) this.go(event.shiftKey ? frames.turnFrom(this.index, step) : this.index + step);
    else if (event.key === "Home") this.go(0);
    else if (event.key === "End") this.go(frames.length - 1);
    else if (event.key === " " && !(event.target instanceof Element && event.target.closest("button, a")))
      this.toggle();
    else if (/^[0-4]$/.test(event.key)) this._seeByNumber(Number(event.key));
    else if (event.key === "+" || event.key === "-") this._changeSpeed(event.key === "+" ? 1 : -1);
    else return false;
    return true;
  }

  render() {
    const { frames, words } = this;
    if (!frames) {
      return html`<main class="replay waits">
        <p class="panel" role="status">${this.refusal || words.text("replay.loading")}</p>
        <p><a class="btn" href="/replay" @click=${this.leave}>${words.text("replay.others")}</a></p>
      </main>`;
    }
    if (this._showsStatistics && this._statistics) return this._statistics.render(this._statisticsActs());
    const game = frames.game(this.index);
    this.table.shown = game;
    return html`<div class="replay">
      ${head(this)}${seats(this, game)}${sea(this.table, this._board)}
      <section class="panel talk" aria-label=${words.text("replay.log")}>
        ${log(this, game)}${this._playOn(game)}
      </section>
      ${transport(this)}
      <p class="notice" role="status" ?hidden=${!this.refusal}>${this.refusal}</p>
    </div>`;
  }

  /** @param {Event} event */
  leave = (event) => {
    event.preventDefault();
    this._left();
  };

  /** Download the record of the game as text. */
  get recordPath() {
    if ("record" in this.source)
      return `data:text/plain;charset=utf-8,${encodeURIComponent(this.source.record)}`;
    const { room, invitation } = this.source;
    return `/records/${room}${invitation ? `?invitation=${invitation}` : ""}`;
  }

  showStatistics = async () => {
    this.stop();
    const { create } = await withStyle("end", import("../end/end.js"));
    this._statistics ??= create(this.app, this.source);
    this._showsStatistics = true;
    await this._statistics.load();
  };

  _statisticsActs() {
    const back = () => {
      this._showsStatistics = false;
      this.app.redraw();
    };
    return html`<button class="btn main" @click=${back}>${this.words.text("replay.back")}</button>`;
  }

  /** @param {import("../types").Game} game */
  _playOn(game) {
    if (!game.view || game.view.phase === "finished") return nothing;
    const seat = this.eyes === "everything" ? game.view.on_turn : Number(this.eyes);
    const name = this.table.name(seat);
    return html`<button class="btn strong" @click=${() => this._continue(seat)}>
      ${this.words.text("replay.playOn", { name })}
    </button>`;
  }

  /** @param {number} seat */
  async _continue(seat) {
    const at = this.frames?.frame(this.index).seq ?? 0;
    const from =
      "record" in this.source
        ? { record: this.source.record }
        : { room: this.source.room, invitation: this.source.invitation };
    try {
      if (!this.app.state.me)
        await this.app.enter(
          this.app.state.settings.name ||
            this.words.text("replay.guest", { n: Math.floor(Math.random() * 9000) + 1000 }),
        );
      const body = { id: newId(), ...from, at, seat, nonce: this.app.nonce() };
      const made = await this.app.fetch("/api/continue", { method: "POST", body });
      this.app.go(`/room/${made.room}#${made.invitation}`);
    } catch (refused) {
      this.refusal = /** @type {Refusal} */ (refused).text;
      this.app.redraw();
    }
  }

  _tick() {
    const last = (this.frames?.length ?? 1) - 1;
    if (this.index >= last) this.stop();
    else this.go(this.index + 1);
  }

  /** @param {number} number 0 for everything, else the seat after */
  _seeByNumber(number) {
    const count = this.frames?.replay.seats.length ?? 0;
    if (number <= count) this.see(number === 0 ? "everything" : /** @type {Eyes} */ (String(number - 1)));
  }

  /** @param {1 | -1} direction */
  _changeSpeed(direction) {
    const at = SPEEDS.indexOf(this.speed) + direction;
    if (SPEEDS[at]) this.setSpeed(SPEEDS[at]);
  }

  /**
   * @param {Eyes} eyes
   * @returns {Promise<Replay>}
   */
  _fetch(eyes) {
    if ("record" in this.source) {
      return this.app.fetch("/api/replay", { method: "POST", body: { record: this.source.record, eyes } });
    }
    const { room, invitation } = this.source;
    return this.app.fetch(
      `/api/rooms/${room}/replay?eyes=${eyes}${invitation ? `&invitation=${invitation}` : ""}`,
    );
  }
}
