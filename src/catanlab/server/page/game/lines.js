/**
 * Events become lines: what the log shows and what the live region says. A line is plain data, a key of the
 * catalogue and its values, so that the table, the end and the replay can put it into words and templates.
 */

import { eventLines } from "./event_lines.js";

/** @typedef {import("../../protocol/wire").Numbered} Numbered */
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
  /** Who has asked for a seat of which a robot still makes a decision. @type {Map<number, string>} */
  const coming = new Map();
  for (const { seq, at = 0, event } of events) {
    if (!event) continue;
    if (!begun && turn && event.e === "moved" && !/^(settlement|road) /.test(event.move)) {
      begun = true;
      lines.push(turnLine(turn, seq, at));
    }
    // Who comes into a game has been told of: the seat is theirs after the robot's decision.
    const isTold = event.e === "seated" && coming.get(event.seat) === (event.occupant.name ?? "");
    if (!isTold)
      for (const line of eventLines(event, turn?.seat ?? null, persons)) addLine(lines, { ...line, seq, at });
    if (event.e === "returning") coming.set(event.seat, event.name);
    else if (event.e === "seated") coming.delete(event.seat);
    if (event.e === "seated" && event.occupant.kind === "person")
      persons.set(event.seat, event.occupant.name ?? "");
    if (event.e === "seated" && event.occupant.kind === "robot" && !event.away) persons.delete(event.seat);
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
  const owners = events.flatMap(({ event }) =>
    event?.e === "moved" && event.move === "end turn" ? [event.seat] : [],
  );
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
  if (more)
    return {
      cards: { cards: cards.map((/** @type {number} */ n, /** @type {number} */ i) => n + more[i]) },
    };
  return { n: Number(a.n) + Number(b.n) };
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
      ({ seq, seat, moved, tone }) =>
        tone !== "turn" && (line.of ? seq === line.of : seat === line.seat && moved),
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
  const said = chat.map(
    ({ seq, at, person, name, text }) =>
      /** @type {Line} */ ({
        seq,
        at,
        seat: seatOf(person),
        key: "",
        values: {},
        tone: "said",
        text,
        person,
        name,
      }),
  );
  /** @type {Line[]} */
  const all = [];
  let next = 0;
  for (const line of lines) {
    while (next < said.length && line.tone !== "why" && said[next].seq < line.seq) all.push(said[next++]);
    all.push(line);
  }
  return [...all, ...said.slice(next)];
}
