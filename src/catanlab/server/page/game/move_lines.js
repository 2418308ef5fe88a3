/** Moves and what chance decided, as lines. */

import { countsOf, readMove } from "./moves.js";
import { told } from "./telling.js";

/** @typedef {import("./telling.js").Telling} Telling */
/** @typedef {import("./lines.js").Value} Value */
/** @typedef {import("../../protocol/wire").Moved} Moved */
/** @typedef {import("../../protocol/wire").Outcome} Outcome */
/** @typedef {import("../../protocol/wire").Changes} Changes */
/** @typedef {import("./moves.js").MoveText} MoveText */

/**
 * @param {Moved} event
 * @returns {Telling[]}
 */
export function movedLines({ seat, move, changes = {}, late }) {
  const read = readMove(move);
  const line = read && moveLine(seat, read, changes);
  const lines = line ? [{ ...line, moved: true, ...(late ? { late } : {}) }] : [];
  return [...lines, ...awardLines(changes)];
}

/**
 * @param {number} seat
 * @param {MoveText} move
 * @param {Changes} changes
 * @returns {Telling | null} null for moves that another line tells: the roll by its dice, a turn's end by the next turn
 */
function moveLine(seat, move, changes) {
  if (changes.trade) return tradeLine(changes.trade);
  switch (move.kind) {
    case "roll":
    case "end turn":
      return null;
    case "settlement":
      return builtLine(seat, changes);
    case "bank":
      return told(seat, "bank", dealOf(move));
    case "offer":
      return told(seat, "offered", { ...dealOf(move), to: { seats: move.to ?? [] } });
    case "counter":
      return told(seat, "countered", dealOf(move));
    case "plenty":
      return told(seat, "plenty", { cards: { cards: countsOf(move.cards ?? []) } });
    case "discard":
      return discardLine(seat, move.cards ?? []);
    case "monopoly":
      return monopolyLine(seat, move);
    case "robber":
      return told(seat, "robber", { hex: { hex: move.places?.[0] ?? 0 } });
    case "confirm":
    case "take":
    case "deal":
      return null;
    default:
      return told(seat, move.kind.replace(" ", "_"));
  }
}

/** @param {MoveText} move */
function dealOf({ give = [], get = [] }) {
  return { give: { cards: give }, get: { cards: get } };
}

/** @param {import("../../protocol/wire").Trade} trade */
function tradeLine({ by, with: partner, give, get }) {
  const deal = { give: { cards: give }, get: { cards: get } };
  return partner === null
    ? told(by, "bank", deal)
    : told(by, "traded", { ...deal, with: { seat: partner } });
}

/**
 * The second settlement of the set-up brings cards.
 * @param {number} seat
 * @param {Changes} changes
 */
function builtLine(seat, changes) {
  const cards = changes.hands?.find((hand) => hand.seat === seat)?.cards;
  if (cards?.some((count) => count > 0)) return told(seat, "settlementFor", { cards: { cards } });
  return told(seat, "settlement");
}

/**
 * @param {number} seat
 * @param {string[]} cards
 */
function discardLine(seat, cards) {
  if (cards.includes("unknown")) return told(seat, "discardedCount", { n: cards.length });
  return told(seat, "discarded", { cards: { cards: countsOf(cards) } });
}

/**
 * @param {number} seat
 * @param {MoveText} move
 */
function monopolyLine(seat, { card = "", took = [] }) {
  const gains = took.flatMap((count, from) =>
    count ? [{ seat: from, cards: countsOf(Array(count).fill(card)), count }] : [],
  );
  return told(seat, gains.length ? "monopolyTook" : "monopoly", {
    signs: { signs: [card] },
    gains: { gains },
  });
}

/**
 * @param {Outcome} event
 * @param {number | null} onTurn
 * @returns {Telling[]}
 */
export function outcomeLines({ move, changes = {} }, onTurn) {
  const read = readMove(move);
  const line = read && outcomeLine(read, changes, onTurn);
  return [...(line ? [line] : []), ...unpaidLines(changes), ...awardLines(changes)];
}

/**
 * @param {MoveText} move
 * @param {Changes} changes
 * @param {number | null} onTurn
 * @returns {Telling | null}
 */
function outcomeLine(move, changes, onTurn) {
  if (changes.theft) {
    const { by, from, card } = changes.theft;
    if (card === null) return told(by, "stole", { from: { seat: from } });
    return told(by, "stoleCard", { from: { seat: from }, cards: { cards: countsOf([card]) } });
  }
  if (move.kind === "dice") {
    const gains = (changes.hands ?? []).map(({ seat, cards, count }) => ({
      seat,
      cards: cards ?? null,
      count: count ?? 0,
    }));
    const key = gains.length ? "rolledFor" : "rolled";
    return told(onTurn, key, { sum: move.sum ?? 0, gains: { gains } });
  }
  const drawn = changes.drawn;
  return drawn?.card ? told(drawn.seat, "drew", { card: { card: drawn.card } }) : null;
}

/**
 * @param {Changes} changes
 * @returns {Telling[]}
 */
function unpaidLines({ unpaid = [] }) {
  return unpaid.map(({ seat, cards }) =>
    told(seat, "unpaid", { to: { seat }, cards: { cards } }, { impersonal: true }),
  );
}

/**
 * @param {Changes} changes
 * @returns {Telling[]}
 */
function awardLines({ awards = {} }) {
  /** @type {Telling[]} */
  const lines = [];
  for (const [award, change] of Object.entries(awards)) {
    const line = change.to === null ? told(null, `lost_${award}`) : told(change.to, award);
    lines.push({ ...line, tone: "award" });
  }
  return lines;
}
