/** What is seen and heard of an event: dice, flashing hexes, flying cards, sounds. It follows, and delays nothing. */

import { RESOURCES } from "../parts/cards.js";
import { fly, middleOf, settle, tumble } from "../parts/motion.js";
import { createSounds } from "../parts/sounds.js";

/** @typedef {import("./context.js").TableContext} TableContext */
/** @typedef {import("../board/board.js").Board} Board */
/** @typedef {import("../board/types").Point} Point */
/** @typedef {import("../types").News} News */
/** @typedef {import("../../protocol/wire").Changes} Changes */
/** @typedef {import("../../protocol/wire").Moved | import("../../protocol/wire").Outcome} Happened */

/** More events than these at once are a jump to another position. */
const MOST_EVENTS = 10;

export class Motion {
  /**
   * @param {TableContext} table
   * @param {Board} board
   */
  constructor(table, board) {
    this._table = table;
    this._board = board;
    this._sounds = createSounds(() => table.app.state.settings.sound);
  }

  /** @param {News} news */
  follow(news) {
    this._sound(news);
    if (!news.events.length || news.events.length > MOST_EVENTS || document.hidden) return;
    // The page draws at the next frame, and these movements start from what it drew.
    requestAnimationFrame(() => {
      settle();
      for (const { event } of news.events)
        if (event?.e === "outcome" || event?.e === "moved") this._move(event);
    });
  }

  /** @param {Happened} event */
  _move(event) {
    const dice = /^dice (\d+)$/.exec(event.move);
    const { changes } = event;
    if (dice) {
      tumble(document.querySelectorAll(".corner-dice .die"));
      this._board.flash(Number(dice[1]));
      if (changes) this._produce(Number(dice[1]), changes);
    } else if (changes?.trade) this._trade(changes.trade);
    else if (changes?.theft) {
      const { by, from, card } = changes.theft;
      this._fly(card ?? "unknown", this._seat(from, card), this._seat(by, card), 1);
    } else if (changes?.hands && /^(discard|plenty|monopoly)\b/.test(event.move))
      this._exchange(changes.hands);
  }

  /**
   * Cards fly from the hexes that bear a number to those who have built there.
   * @param {number} number
   * @param {Changes} changes
   */
  _produce(number, { hands = [] }) {
    const { view, game } = this._table;
    const layout = game?.board;
    if (!layout || !view) return;
    for (const { seat, cards } of hands)
      cards?.forEach((count, i) => {
        if (count <= 0) return;
        const built = new Set([...view.seats[seat].settlements, ...view.seats[seat].cities]);
        const hexes = layout.hexes.flatMap((hex, id) =>
          hex.number === number &&
          hex.resource === RESOURCES[i] &&
          id !== view.robber &&
          hex.nodes.some((node) => built.has(node))
            ? [id]
            : [],
        );
        const share = Math.ceil(count / Math.max(1, hexes.length));
        for (const hex of hexes)
          this._fly(RESOURCES[i], this._board.place("hex", hex), this._seat(seat, RESOURCES[i]), share);
      });
  }

  /** @param {NonNullable<Changes["trade"]>} trade */
  _trade({ by, with: partner, give, get }) {
    RESOURCES.forEach((resource, i) => {
      const here = this._seat(by, resource);
      const there = partner === null ? this._bank(i) : this._seat(partner, resource);
      if (give[i]) this._fly(resource, here, there, give[i]);
      if (get[i]) this._fly(resource, there, here, get[i]);
    });
  }

  /**
   * Cards go to the bank or come from it; where several hands change, from the others to the one that gains.
   * @param {NonNullable<Changes["hands"]>} hands
   */
  _exchange(hands) {
    const gains = hands.find(({ cards, count = 0 }) => (cards ? cards.some((n) => n > 0) : count > 0));
    for (const { seat, cards } of hands)
      cards?.forEach((count, i) => {
        if (count < 0)
          this._fly(
            RESOURCES[i],
            this._seat(seat, RESOURCES[i]),
            gains ? this._seat(gains.seat, RESOURCES[i]) : this._bank(i),
            -count,
          );
        else if (count > 0 && hands.length === 1)
          this._fly(RESOURCES[i], this._bank(i), this._seat(seat, RESOURCES[i]), count);
      });
  }

  /**
   * @param {string} resource
   * @param {Point | null} from
   * @param {Point | null} to
   * @param {number} count
   */
  _fly(resource, from, to, count) {
    if (from && to) fly({ resource, from, to, count });
  }

  /**
   * Where the cards of a seat are: the stack of one's own hand, or the count in another's box.
   * @param {number} seat
   * @param {string | null} resource
   */
  _seat(seat, resource) {
    const own = seat === this._table.seat;
    const stack = own && resource ? document.querySelector(`.handbar [data-resource="${resource}"]`) : null;
    return middleOfShown(
      stack ?? document.querySelector(`.table .box[data-seat="${seat}"] [data-count="cards"]`),
    );
  }

  /** @param {number} index */
  _bank(index) {
    return middleOfShown(document.querySelectorAll(".corner-bank .chip")[index] ?? null);
  }

  /** @param {News} news */
  _sound({ before, after, events }) {
    if (!before?.view || !after.view) return;
    const rolled = events
      .map(({ event }) => (event?.e === "outcome" ? event.move : ""))
      .find((move) => move.startsWith("dice "));
    const mine = after.seat !== null && after.view.on_turn === after.seat;
    if (before.view.phase !== "finished" && after.view.phase === "finished") this._sounds.play("win");
    else if (rolled) this._sounds.play(rolled === "dice 7" ? "seven" : "dice");
    else if (mine && before.view.turn !== after.view.turn) this._sounds.play("turn");
    else if (after.view.legal?.accept && !before.view.legal?.accept) this._sounds.play("offer");
  }
}

/**
 * The middle of an element; null if it is not shown.
 * @param {Element | null} element
 */
function middleOfShown(element) {
  return element && element.getClientRects().length ? middleOf(element) : null;
}
