/** The end of a game, drawn: who won and how, points, dice, cards, time. */

import { ROBOT_FACES, face, seatShape } from "../parts/icons.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { diceChart } from "./dice.js";
import { pointsChart } from "./points.js";
import { production } from "./production.js";
import { sources } from "./sources.js";
import { howWon } from "./won.js";

/** @typedef {import("../app/app.js").PageApp} PageApp */
/** @typedef {import("../../api/api").GameStatistics} GameStatistics */
/** @typedef {import("../types").Refusal} Refusal */
/** @typedef {{room: string, invitation?: string} | {record: string}} Source a finished game of the server, or a record */

/**
 * @param {PageApp} app
 * @param {Source} source
 */
export function create(app, source) {
  return new End(app, source);
}

export class End {
  /**
   * @param {PageApp} app
   * @param {Source} source
   */
  constructor(app, source) {
    this._app = app;
    this._source = source;
    /** @type {GameStatistics | null} */
    this._statistics = null;
    this._refusal = "";
    this._checks = false;
  }

  /** Ask the server for the statistics. */
  async load() {
    try {
      this._statistics = await this._fetch();
      this._refusal = "";
    } catch (refused) {
      this._refusal = /** @type {Refusal} */ (refused).text;
    }
    this._app.redraw();
  }

  /**
   * @param {unknown} acts the buttons: rematch, replay, lobby
   * @param {number | null} [seat] the own seat
   * @param {readonly string[]} [faces] that the seats chose
   */
  render(acts, seat = null, faces = []) {
    const { words } = this._app;
    const game = this._statistics;
    if (!game) {
      const text = this._refusal || words.text("end.loading");
      return html`<main class="end waits">
        <p class="panel" role="status">${text}</p>
        <nav>${acts}</nav>
      </main>`;
    }
    const ranked = [...game.seats].sort(
      (a, b) => Number(b.won) - Number(a.won) || b.score - a.score || a.seat - b.seat,
    );
    return html`<main class="end">
      ${this._winner(game, acts, seat, faces)}
      <section class="panel fig">
        <h2>${words.text("end.sources")}</h2>
        ${sources(words, ranked)}
      </section>
      <section class="panel fig dicefig">${this._dice(game)}</section>
      <section class="panel fig">
        <h2>${words.text("end.overTime")}</h2>
        ${pointsChart(words, game)}
      </section>
      <section class="panel fig">${production(words, game, ranked)}</section>
    </main>`;
  }

  /**
   * @param {GameStatistics} game
   * @param {unknown} acts
   * @param {number | null} seat
   * @param {readonly string[]} faces
   */
  _winner(game, acts, seat, faces) {
    const { words } = this._app;
    const winner = game.winner === null ? null : game.seats[game.winner];
    const title = winner
      ? winner.seat === seat
        ? words.text("end.youWin")
        : words.text("end.wins", { name: winner.name })
      : words.text("end.nobody");
    const band = winner
      ? html`<div class="band" data-seat=${winner.seat}>
          ${seatShape(winner.seat)}<b>${winner.score}</b>
        </div>`
      : nothing;
    return html`<header class="panel winner">
      ${band}${winner ? html`<span class="big">${face(faceOf(winner, faces))}</span>` : nothing}
      <div>
        <h1>${title}</h1>
        <p>${howWon(words, game)}</p>
      </div>
      <nav>${acts}</nav>
    </header>`;
  }

  /** @param {GameStatistics} game */
  _dice(game) {
    const { words } = this._app;
    const { dice, check } = game;
    const toggle = () => {
      this._checks = !this._checks;
      this._app.redraw();
    };
    return html`<h2>
        ${words.text("end.dice")} <span class="reason">${words.text("end.rolls", { n: dice.rolls })}</span>
      </h2>
      ${this._checks ? this._check(check) : diceChart(words, dice)}
      <p class="reason">
        <span>${dice.rolls ? spread(words, dice.probability) : nothing}</span>
        <button class="btn quiet" aria-pressed=${String(this._checks)} @click=${toggle}>
          ${words.text("end.check")}
        </button>
      </p>`;
  }

  /** @param {GameStatistics["check"]} check */
  _check(check) {
    const { words } = this._app;
    const rows = /** @type {const} */ (["commitment", "secret", "salt", "seed"]).filter(
      (name) => check[name],
    );
    return html`<div class="dicecheck">
      <p><b>${words.text(`end.verdict.${check.verdict}`)}</b></p>
      <dl>
        ${rows.map(
          (name) =>
            html`<dt>${words.text(`end.${name}`)}</dt>
              <dd>${check[name]}</dd>`,
        )}
      </dl>
      <p class="reason">${words.text("end.checkNote")}</p>
    </div>`;
  }

  /** @returns {Promise<GameStatistics>} */
  _fetch() {
    if ("record" in this._source) {
      return this._app.fetch("/api/statistics", { method: "POST", body: { record: this._source.record } });
    }
    const { room, invitation } = this._source;
    const query = invitation ? `?invitation=${invitation}` : "";
    return this._app.fetch(`/api/rooms/${room}/statistics${query}`);
  }
}

/**
 * The face that a seat had at the table.
 * @param {GameStatistics["seats"][number]} winner
 * @param {readonly string[]} faces
 */
function faceOf({ seat, name, kind }, faces) {
  return faces[seat] || (kind === "robot" ? ROBOT_FACES[seat % ROBOT_FACES.length] : name);
}

/**
 * How rare a spread of the dice is: "1 of 5 games".
 * @param {import("../types").Words} words
 * @param {number} probability
 */
function spread(words, probability) {
  if (probability > 0.5) return words.text("end.spreadUsual");
  return words.text("end.spread", { n: Math.round(1 / Math.max(probability, 1e-4)) });
}
