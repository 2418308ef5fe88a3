/**
 * Events become lines: what the log shows and what the live region says. A line is plain data, a key of the
 * catalogue and its values, so that the table, the end and the replay can put it into words and templates.
 */

import { movedLines, outcomeLines } from "./move_lines.js";
import { readDeal } from "./moves.js";
import { readAdvert } from "./statements.js";

/** @typedef {import("../../protocol/wire").Numbered} Numbered */
/** @typedef {import("../../protocol/wire").AnyEvent} AnyEvent */
/** @typedef {import("../../protocol/wire").ChatLine} ChatLine */
/** @typedef {import("../table/types").Counts} Counts */

/**
 * What stands in a sentence: a player, several, cards, resources without counts, who got what, or text.
 * @typedef {string | number | {seat: number} | {seats: number[]} | {cards: Counts} | {signs: string[]}
 *   | {hex: number} | {card: string} | {gains: {seat: number, cards: Counts | null, count: number}[]}} Value
 */

/**
 * @typedef {object} Line
 * @property {number} seq the number of its (first) event; of chat, that of the event before it
 * @property {number} at milliseconds since 1970
 * @property {number | null} seat who did it
 * @property {string} key of the catalogue, without "line."; "" for words of people and robots as they are
 * @property {Record<string, Value>} values
 * @property {"event" | "turn" | "award" | "said" | "why"} tone
 * @property {string} [text] the very words of a player or robot
 * @property {string} [person] whose chat it is
 * @property {string} [name] under which name it was said
 * @property {boolean} [late] whether the clock made the move
 * @property {boolean} [moved] whether it is a decision of the seat, for which a robot has a reason
 * @property {number} [of] of a reason: the event that it is about, 0 if that is not known
 */

/**
 * @param {readonly Numbered[]} events the oldest first, without gaps
 * @param {{turn: number, on_turn: number} | null} view of the game after the last event
 * @returns {Line[]}
 */
export function linesOf(events, view) {
  /** @type {Line[]} */
  const lines = [];
  const turns = turnsOf(events, view);
  let turn = turns[0];
  let begun = !events.some(({ event }) => event?.e === "created" || event?.e === "started");
  if (begun && turn) lines.push(turnLine(turn, events[0]?.seq ?? 0, events[0]?.at ?? 0));
  /** @type {Map<number, string>} */
  const persons = new Map();
  for (const { seq, at = 0, event } of events) {
    if (!event) continue;
    if (!begun && turn && event.e === "moved" && !/^(settlement|road) /.test(event.move)) {
      begun = true;
      lines.push(turnLine(turn, seq, at));
    }
    for (const line of eventLines(event, turn?.seat ?? null, persons)) addLine(lines, { ...line, seq, at });
    if (event.e === "seated" && event.occupant.kind === "person") persons.set(event.seat, event.occupant.name ?? "");
    if (event.e === "moved" && event.move === "end turn" && turns.length > 1) {
      turns.shift();
      turn = turns[0];
      addLine(lines, turnLine(turn, seq, at));
    }
  }
  return withReasons(lines);
}

/**
 * The turns that the events touch. Only the view has a number: each end of a turn before it counts one less.
 * @param {readonly Numbered[]} events
 * @param {{turn: number, on_turn: number} | null} view
 */
function turnsOf(events, view) {
  if (!view) return [];
  const owners = events.flatMap(({ event }) => (event?.e === "moved" && event.move === "end turn" ? [event.seat] : []));
  owners.push(view.on_turn);
  return owners.map((seat, i) => ({ seat, turn: view.turn - owners.length + 1 + i }));
}

/**
 * @param {{seat: number, turn: number}} turn
 * @param {number} seq
 * @param {number} at
 * @returns {Line}
 */
function turnLine({ seat, turn }, seq, at) {
  return { seq, at, seat, key: "turn", values: { turn }, tone: "turn" };
}

/**
 * Discards come card by card: those of a seat are one line. A turn of which nothing is known has no line.
 * @param {Line[]} lines
 * @param {Line} line
 */
function addLine(lines, line) {
  const last = lines.at(-1);
  if (last && line.key === "turn" && last.key === "turn") lines[lines.length - 1] = line;
  else if (last && line.key.startsWith("discarded") && line.key === last.key && line.seat === last.seat)
    lines[lines.length - 1] = { ...last, values: addedValues(last.values, line.values) };
  else lines.push(line);
}

/**
 * @param {Record<string, Value>} a
 * @param {Record<string, Value>} b
 * @returns {Record<string, Value>}
 */
function addedValues(a, b) {
  const [more, cards] = [/** @type {any} */ (b.cards)?.cards, /** @type {any} */ (a.cards)?.cards];
  if (more) return { cards: { cards: cards.map((/** @type {number} */ n, /** @type {number} */ i) => n + more[i]) } };
  return { n: Number(a.n) + Number(b.n) };
}

/**
 * @typedef {Omit<Line, "seq" | "at">} Telling a line before it has its number
 */

/**
 * @param {AnyEvent} event
 * @param {number | null} onTurn
 * @param {Map<number, string>} persons who sat where, by the events before
 * @returns {Telling[]}
 */
function eventLines(event, onTurn, persons) {
  switch (event.e) {
    case "started":
      return [{ seat: null, key: "setup", values: {}, tone: "turn" }];
    case "moved":
      return movedLines(event);
    case "outcome":
      return outcomeLines(event, onTurn);
    case "seated":
      return [seatedLine(event, persons)];
    case "returning":
      return [told(event.seat, "returning", { name: event.name }, { impersonal: true })];
    case "renamed":
      return [told(event.seat, "renamed", { name: event.name }, { impersonal: true })];
    case "locked":
      return [told(event.seat, event.locked ? "locked" : "unlocked", { whose: { seat: event.seat } }, { impersonal: true })];
    case "chosen":
      return [told(event.seat, "chosen")];
    case "said":
      return event.words ? [] : [saidLine(event)];
    case "asked":
      return [askedLine(event)];
    case "replied":
      return event.words ? [] : [told(event.seat, `replied.${event.answer}`)];
    case "proposed":
      return [told(event.seat, "proposed", dealValues(event.deal))];
    case "withdrawn":
      return [told(event.seat, event.lapsed ? "lapsed" : "withdrawn")];
    case "granted":
      return [told(event.by, "granted", { to: { seat: event.seat }, n: event.seconds })];
    case "explained":
      return [{ seat: event.seat, key: "", values: {}, tone: "why", text: event.text, of: event.of ?? 0 }];
    case "incident":
      return [told(event.seat, "incident")];
    case "resumed":
      return [told(null, "resumed")];
    case "ended":
      return [endedLine(event)];
    case "rematched":
      return [told(null, "rematched")];
    default:
      return [];
  }
}

/**
 * @param {number | null} seat
 * @param {string} key
 * @param {Record<string, Value>} [values]
 * @param {{impersonal?: boolean}} [options] `impersonal` for what is not the player's own act
 * @returns {Telling}
 */
export function told(seat, key, values = {}, { impersonal = false } = {}) {
  return { seat: impersonal ? null : seat, key, values, tone: "event" };
}

/**
 * Wants and has are told with the signs of the cards, all else in the player's words.
 * @param {import("../../protocol/wire").Said} event
 * @returns {Telling}
 */
function saidLine({ seat, text }) {
  const advert = readAdvert(text);
  return advert ? advertLine(seat, advert) : { seat, key: "", values: {}, tone: "said", text };
}

/** @param {import("../../protocol/wire").Asked} event */
function askedLine({ seat, kind, resources, has }) {
  if (has?.length) return advertLine(seat, { wants: resources, has });
  return told(seat, `asked.${kind}`, { signs: { signs: resources } });
}

/**
 * @param {number} seat
 * @param {{wants: string[], has: string[]}} advert
 */
function advertLine(seat, { wants, has }) {
  if (!has.length) return told(seat, "asked.need", { signs: { signs: wants } });
  if (!wants.length) return told(seat, "has", { has: { signs: has } });
  return told(seat, "advert", { wants: { signs: wants }, has: { signs: has } });
}

/** @param {string} deal */
function dealValues(deal) {
  const { give, get } = readDeal(deal) ?? { give: [], get: [] };
  return { give: { cards: give }, get: { cards: get } };
}

/**
 * @param {import("../../protocol/wire").Seated} event
 * @param {Map<number, string>} persons
 */
function seatedLine({ seat, occupant, away }, persons) {
  const name = occupant.name || { seat };
  if (occupant.kind === "nobody") return told(seat, "stood", { name: persons.get(seat) || { seat } }, { impersonal: true });
  if (away) return told(seat, "away", { name: persons.get(seat) || name }, { impersonal: true });
  if (occupant.kind === "robot") return told(seat, "satRobot", { name }, { impersonal: true });
  return told(seat, "sat", { name });
}

/**
 * @param {import("../../protocol/wire").Ended} event
 * @returns {Telling}
 */
function endedLine({ winner, scores }) {
  if (winner === null) return { ...told(null, "endedCut"), tone: "award" };
  return { ...told(winner, "ended", { n: scores[winner] ?? 0 }), tone: "award" };
}

/**
 * Put every reason below the line that it is about: the one that the server names, else the last decision.
 * @param {Line[]} lines
 */
function withReasons(lines) {
  /** @type {Line[]} */
  const kept = [];
  for (const line of lines) {
    if (line.tone !== "why") {
      kept.push(line);
      continue;
    }
    const found = kept.findLastIndex(
      ({ seq, seat, moved, tone }) => tone !== "turn" && (line.of ? seq === line.of : seat === line.seat && moved),
    );
    const reason = { ...line, of: found < 0 ? 0 : kept[found].seq };
    if (found < 0) kept.push(reason);
    else kept.splice(found + 1, 0, reason);
  }
  return kept;
}

/**
 * Put chat between the lines: each line of it came after the event of its number.
 * @param {readonly Line[]} lines
 * @param {readonly ChatLine[]} chat
 * @param {(person: string) => number | null} seatOf the seat of a person, null for spectators
 * @returns {Line[]}
 */
export function withChat(lines, chat, seatOf) {
  const said = chat.map(({ seq, at, person, name, text }) =>
    /** @type {Line} */ ({ seq, at, seat: seatOf(person), key: "", values: {}, tone: "said", text, person, name }));
  /** @type {Line[]} */
  const all = [];
  let next = 0;
  for (const line of lines) {
    while (next < said.length && line.tone !== "why" && said[next].seq < line.seq) all.push(said[next++]);
    all.push(line);
  }
  return [...all, ...said.slice(next)];
}
