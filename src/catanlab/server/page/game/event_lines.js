/** Every event of the wire as lines. */

import { movedLines, outcomeLines } from "./move_lines.js";
import { readDeal } from "./moves.js";
import { readAdvert } from "./statements.js";
import { told } from "./telling.js";

/** @typedef {import("../../protocol/wire").AnyEvent} AnyEvent */
/** @typedef {import("./telling.js").Telling} Telling */

/**
 * @param {AnyEvent} event
 * @param {number | null} onTurn
 * @param {Map<number, string>} persons who sat where, by the events before
 * @returns {Telling[]}
 */
export function eventLines(event, onTurn, persons) {
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
      return [told(event.seat, event.new ? "joining" : "returning", { name: event.name }, { impersonal: true })];
    case "renamed":
      return [told(event.seat, "renamed", { name: event.name }, { impersonal: true })];
    case "locked":
      return [
        told(
          event.seat,
          event.locked ? "locked" : "unlocked",
          { whose: { seat: event.seat } },
          { impersonal: true },
        ),
      ];
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
  if (occupant.kind === "nobody")
    return told(seat, "stood", { name: persons.get(seat) || { seat } }, { impersonal: true });
  if (away) return told(seat, "away", { name: persons.get(seat) || name }, { impersonal: true });
  if (occupant.kind === "robot") {
    const before = persons.get(seat);
    return before
      ? told(seat, "satFor", { name, before }, { impersonal: true })
      : told(seat, "satRobot", { name }, { impersonal: true });
  }
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
