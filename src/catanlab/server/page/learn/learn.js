/** Learn the game in five minutes: a lesson on a live board, for somebody who never played. */

import { Board } from "../board/board.js";
import { chips, RESOURCES, resourceCard } from "../parts/cards.js";
import { describeNode, describeHex } from "../parts/places.js";
import { die, icon, logo, seatShape } from "../parts/icons.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { BOARD, POSITIONS } from "./positions.js";
import { STEPS } from "./steps.js";

/** @typedef {import("../../protocol/wire").Board} Layout */

const LAYOUT = /** @type {Layout} */ (/** @type {unknown} */ (BOARD));
const NAMES = ["", "Mia", "Tobor"];

/**
 * @param {import("../app/app.js").PageApp} app
 * @returns {import("../types").Screen}
 */
export function create(app) {
  return new Lesson(app);
}

class Lesson {
  /** @param {import("../app/app.js").PageApp} app */
  constructor(app) {
    this._app = app;
    this._at = 0;
    this._hint = "";
    this._board = new Board({
      onPick: (kind, id) => this._pick(kind, id),
      label: (kind, id) => this._label(kind, id),
      zoom: false,
    });
  }

  title() {
    return this._app.words.text("learn.title");
  }

  open() {
    this._show();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (
      event.target instanceof Element &&
      event.target.closest("button, a, [role=button]") &&
      event.key !== "ArrowRight"
    )
      return false;
    if (event.key === "Enter" && !this._step.task) this._next();
    else return false;
    return true;
  }

  render() {
    const { words } = this._app;
    const step = this._step;
    const position = POSITIONS[step.at];
    return html`<main class="learn">
      <header class="mast">
        <a class="brand" href="/" @click=${this._leave}>${logo()}catanlab</a>
        <a class="btn quiet" href="/" @click=${this._leave}>${words.text("learn.close")}</a>
      </header>
      <section class="panel lesson" aria-labelledby="lesson-title">
        <p class="reason">${words.text("learn.progress", { step: this._at + 1, steps: STEPS.length })}</p>
        <progress class="hidden-text" max=${STEPS.length} value=${this._at + 1}></progress>
        <h1 id="lesson-title" tabindex="-1">${words.text(`learn.${step.id}.title`)}</h1>
        <p>${words.text(`learn.${step.id}.text`)}</p>
        ${step.deal ? this._deal(step.deal) : nothing}
        ${step.task ? html`<p class="todo">${icon("back")}${words.text(`learn.${step.id}.todo`)}</p>` : nothing}
        <p class="hint" role="status">${this._hint}</p>
        ${this._buttons()}
      </section>
      <section class="sea" aria-label=${words.text("learn.board")}>
        ${this._board.element}
        ${position.dice ? html`<div class="corner-dice">${this._dice(position.dice)}</div>` : nothing}
      </section>
      <section class="panel holdings" aria-label=${words.text("learn.cards")}>
        <div class="hand">
          ${RESOURCES.map((resource, i) => resourceCard(words, resource, position.hand[i], { still: true }))}
        </div>
        <ul class="points">
          ${position.seats.map((seat, i) => {
            const name = NAMES[i] || words.text("learn.you");
            return html`<li>
              ${seatShape(i)} <b>${name}</b> ${words.text("learn.points", { n: seat.points })}
            </li>`;
          })}
        </ul>
      </section>
    </main>`;
  }

  get _step() {
    return STEPS[this._at];
  }

  /** @param {readonly [readonly number[], readonly number[]]} deal */
  _deal([give, get]) {
    const { words } = this._app;
    const got = get.some(Boolean)
      ? html`<span>${words.text("learn.get")}</span> ${chips(words, get)}`
      : nothing;
    return html`<p class="deal"><span>${words.text("learn.give")}</span> ${chips(words, give)} ${got}</p>`;
  }

  /** @param {number} sum */
  _dice(sum) {
    const first = Math.max(1, Math.min(6, Math.floor(sum / 2)));
    return html`<span class="dice" role="img" aria-label=${this._app.words.text("learn.rolled", { sum })}
      >${die(first)}${die(sum - first)}</span
    >`;
  }

  _buttons() {
    const { words } = this._app;
    const back = this._at
      ? html`<button class="btn" @click=${() => this._go(this._at - 1)}>
          ${words.text("learn.back")}
        </button>`
      : nothing;
    const step = this._step;
    if (this._at === STEPS.length - 1) {
      return html`<p class="acts">
        ${back}<a class="btn strong" href="/" @click=${this._leave}>${words.text("learn.play")}</a>
      </p>`;
    }
    if (step.task) return html`<p class="acts">${back}</p>`;
    const name = words.text(step.press ? `learn.${step.id}.press` : "learn.next");
    return html`<p class="acts">
      ${back}<button class="btn strong" @click=${() => this._next()}>${name}</button>
    </p>`;
  }

  /** @param {Event} event */
  _leave = (event) => {
    event.preventDefault();
    this._app.go("/");
  };

  _next() {
    this._go(Math.min(this._at + 1, STEPS.length - 1));
  }

  /** @param {number} at */
  _go(at) {
    this._at = at;
    this._hint = "";
    this._show();
    this._app.redraw();
    requestAnimationFrame(() => document.getElementById("lesson-title")?.focus());
  }

  /** Put the step's position on the board, with the places that are open there. */
  _show() {
    const step = this._step;
    const { robber, dice, seats, legal } = POSITIONS[step.at];
    const open = /** @type {Record<string, number[]>} */ (legal);
    const { task } = step;
    const places = task ? (task.piece ? open[task.piece] : BOARD.hexes.map((_, i) => i)) : [];
    const spots = task ? { [{ node: "nodes", edge: "edges", hex: "hexes" }[task.pick]]: places } : {};
    this._board.set({
      layout: LAYOUT,
      robber,
      seats,
      spots,
      ghost: task?.piece ? { piece: task.piece, seat: 0 } : null,
      production: dice,
      caption: this._app.words.text("learn.board"),
    });
  }

  /**
   * @param {string} kind
   * @param {number} id
   */
  _pick(kind, id) {
    const { task, id: step } = this._step;
    if (!task || task.pick !== kind) return;
    if (task.right.includes(id)) return this._next();
    this._hint = this._app.words.text(`learn.${step}.hint`, { place: capital(this._label(kind, id)) });
    this._app.redraw();
  }

  /**
   * @param {string} kind
   * @param {number} id
   */
  _label(kind, id) {
    const { words } = this._app;
    if (kind === "hex") return describeHex(words, LAYOUT, id);
    if (kind === "node") return describeNode(words, LAYOUT, id);
    const [a, b] = LAYOUT.edges[id];
    return words.text("learn.edge", { a, b });
  }
}

/** @param {string} text */
function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
