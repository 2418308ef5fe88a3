/** The table: one game, its board, players, cards, trade and talk. */

import { Board } from "../board/board.js";
import { html } from "../vendor/lit-html/lit-html.js";
import { announce, announceChat } from "./announcing.js";
import { build } from "./build.js";
import { TableContext } from "./context.js";
import { Ending } from "./ending.js";
import { Entry } from "./entry.js";
import { hand } from "./hand.js";
import { brand, titleOf, tools } from "./head.js";
import { Keys } from "./keys.js";
import { Motion } from "./motion.js";
import { overlay } from "./overlays.js";
import { PHONE, phone } from "./phone.js";
import { pickSpot, settle } from "./placing.js";
import { ownBox, rivals } from "./players.js";
import { prompt, promptOf } from "./prompt.js";
import { sea } from "./sea.js";
import { shutRoom } from "./shut.js";
import { spotText } from "./spots.js";
import { talk } from "./talk.js";
import { anyClock } from "./time.js";
import { tray } from "./trade.js";
import { turnPanel } from "./turn.js";
import { waitingPanel, watchPanel } from "./waiting.js";

/** @typedef {import("../app/app.js").PageApp} PageApp */
/** @typedef {import("../types").News} News */
/** @typedef {import("../types").Screen} Screen */

const TICK_MS = 1000;
const SAID_MS = 8000;

/**
 * @param {PageApp} app
 * @param {string} room
 * @param {string} invitation
 * @returns {Screen}
 */
export function create(app, room, invitation) {
  return new TableScreen(app, room, invitation);
}

/** @implements {Screen} */
class TableScreen {
  /**
   * @param {PageApp} app
   * @param {string} room
   * @param {string} invitation
   */
  constructor(app, room, invitation) {
    this._app = app;
    const table = new TableContext(app, room, invitation);
    this._table = table;
    this._keys = new Keys(table);
    this._entry = new Entry(table);
    this._ending = new Ending(table);
    this._ticker = 0;
    /** The sentence that says no, and since when it is shown. */
    this._said = { text: "", at: 0 };
    this._board = new Board({
      onPick: (kind, id) => pickSpot(table, kind, id),
      onPoint: (kind, id) => table.set({ pointed: kind === null || id === null ? null : { kind, id } }),
      label: (kind, id) => spotText(table, kind, id),
    });
    this._motion = new Motion(table, this._board);
  }

  open() {
    const { room, invitation } = this._table;
    this._app.follow(room, invitation);
    this._ticker = setInterval(() => this._tick(), TICK_MS);
    PHONE.addEventListener("change", this._resized);
  }

  close() {
    clearInterval(this._ticker);
    PHONE.removeEventListener("change", this._resized);
    this._ending.close();
    this._app.unfollow(this._table.room);
  }

  /** Why the room cannot be entered, if it cannot. */
  get _shut() {
    const { game, app } = this._table;
    const { connection, connectionText } = app.state;
    if (connection === "ended" && !game?.table) return { code: "ended", text: connectionText };
    return game?.shut ?? null;
  }

  _resized = () => this._app.redraw();

  title() {
    if (this._shut) return `${this._app.words.text("shut.title")} – catanlab`;
    const { mood, title } = promptOf(this._table);
    const name = titleOf(this._table);
    return mood === "quiet" && this._table.view?.phase !== "finished" ? name : `${title} – ${name}`;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    return !this._entry.open && !this._shut && this._keys.take(event);
  }

  /**
   * @param {string} room
   * @param {import("../../protocol/wire").ChatLine[]} lines
   */
  said(room, lines) {
    if (room === this._table.room) announceChat(this._table, lines);
  }

  /** @param {News} news */
  news(news) {
    if (news.room !== this._table.room) return;
    settle(this._table);
    this._entry.sitDown();
    this._count();
    announce(this._app, this._table, news);
    this._motion.follow(news);
    this._ending.look(news.events.length > 0);
    this._follow(news);
  }

  render() {
    const table = this._table;
    if (this._entry.open) return this._entry.render();
    if (this._shut) return shutRoom(table, this._shut);
    const statistics = this._ending.render();
    if (statistics) return statistics;
    if (PHONE.matches) return phone(table, this._board);
    const kind = `table${table.seat === null ? " watches" : ""}${table.view ? "" : " waits"}`;
    return html`<div class=${kind} data-tab=${table.ui.sheet ?? "players"}>
      <header class="head">${brand(table)}${prompt(table)}</header>
      ${sea(table, this._board)}
      <section class="dock" aria-label=${table.words.text("table.yours")}>
        ${ownBox(table)}${this._bar()}${turnPanel(table)}
      </section>
      ${this._tabs()}${rivals(table)}
      <div class="side">${tray(table)}${talk(table)}</div>
      ${tools(table)}${overlay(table)}
    </div>`;
  }

  _bar() {
    const table = this._table;
    if (table.seat === null) return watchPanel(table);
    return table.view ? html`${hand(table)}${build(table)}` : waitingPanel(table);
  }

  /** Clocks go on, and a sentence that said no leaves after a while. */
  _tick() {
    const table = this._table;
    const said = this._app.state.refusal?.text || table.ui.hint;
    if (said !== this._said.text) this._said = { text: said, at: performance.now() };
    else if (said && performance.now() - this._said.at > SAID_MS) {
      table.set({ hint: "" });
      this._app.update({ refusal: null });
    }
    if (anyClock(table)) this._app.redraw();
  }

  /** In windows of middle width one of three panels is shown beside the board. */
  _tabs() {
    const { ui, words } = this._table;
    const shown = ui.sheet ?? "players";
    return html`<div class="tabs segments" role="group" aria-label=${words.text("tabs.label")}>
      ${
        /** @type {const} */ (["players", "trade", "talk"]).map(
          (tab) =>
            html`<button
              aria-pressed=${String(shown === tab)}
              @click=${() => this._table.set({ sheet: tab })}
            >
              ${words.text(`tabs.${tab}`)}
            </button>`,
        )
      }
    </div>`;
  }

  /** Ask what counting cards tells, if the person wants that help. */
  _count() {
    const { view, room } = this._table;
    if (this._app.state.settings.counting && view) this._app.send({ t: "count", room });
  }

  /** @param {News} news */
  _follow({ events }) {
    for (const { event } of events)
      if (event?.e === "rematched") this._app.go(`/room/${event.room}#${event.invitation}`);
  }
}
