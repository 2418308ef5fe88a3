/** What robots say and why, in the page's words: their sentences are few, so each is known by its form. */

import { describeNode } from "../parts/places.js";
import { countsText, RESOURCES } from "./resources.js";
import { playersText, withNames } from "./sentences.js";
import { readStatements } from "./statements.js";

/** @typedef {import("../types").Words} Words */
/** @typedef {import("./sentences.js").People} People */
/** @typedef {"cards" | "kinds" | "node" | "n" | "seat" | "seats" | "port"} Slot */

/** Each form of a reason, its sentence in the catalogue, and what stands in its gaps. @type {[RegExp, string, ...Slot[]][]} */
const REASONS = [
  [/^It brings nothing with 0 pips\.$/, "nothing"],
  [/^It brings nothing with 0 pips and the port for (\S+)\.$/, "onlyPort", "port"],
  [/^It brings (.+) with (\d+) pips\.$/, "brings", "kinds", "n"],
  [/^It brings (.+) with (\d+) pips and the port for (\S+)\.$/, "bringsPort", "kinds", "n", "port"],
  [/^It is a point more, and doubles what comes in\.$/, "point"],
  [/^It is a point more, and doubles (.+)\.$/, "doubles", "kinds"],
  [/^It carries my road on\.$/, "carriesOn"],
  [/^It leads to node (\d+), where nobody has built\.$/, "leadsTo", "node"],
  [/^It takes Largest Army\.$/, "army"],
  [/^The robber stands on one of my hexes\.$/, "robberMine"],
  [/^The robber can stand somewhere better\.$/, "robberBetter"],
  [/^Seat (\d) leads with (\d+) points\.$/, "leads", "seat", "n"],
  [/^Of those at that hex seat (\d) shows most points\.$/, "most", "seat"],
  [/^There it stops what a (\d+) brings to seat (.+)\.$/, "stops", "n", "seats"],
  [/^There it does me no harm\.$/, "noHarm"],
  [/^I want (\d.+) most\.$/, "wantMost", "cards"],
  [/^I want all (\w+) that there is\.$/, "wantAll", "kinds"],
  [/^I have more use for (.+) than for (.+)\.$/, "moreUse", "cards", "cards"],
  [/^For (.+) I would give (.+)\.$/, "would", "cards", "cards"],
  [/^The deal suits me\.$/, "suits"],
  [/^Seat (\d) is too near to winning\.$/, "near", "seat"],
  [/^I would give more cards than I get\.$/, "giveMore"],
  [/^Seat (\d) leads, and I would rather not help\.$/, "notHelp", "seat"],
  [/^That deal is not good enough for me\.$/, "notEnough"],
  [/^Seat (\d) takes what I offered\.$/, "takes", "seat"],
  [/^What seat (\d) asks for is worth it\.$/, "worth", "seat"],
  [/^That is all for this turn\.$/, "thatsAll"],
  [/^The turn begins with the dice\.$/, "dice"],
  [/^It may be a knight or a point\.$/, "card"],
  [/^Two roads for nothing are welcome\.$/, "roads"],
  [/^None of the answers suits me\.$/, "none"],
  [/^A seven takes half of a large hand\.$/, "seven"],
  [/^I need no more roads now\.$/, "noRoads"],
  [/^Seat (\d) is close to winning\.$/, "close", "seat"],
];

/**
 * Words of a player or robot, in the reader's language where they are one of the robots' sentences, and with names for seats.
 * @param {Words} words
 * @param {string} text
 * @param {People} people
 */
export function spokenText(words, text, people) {
  return reasonText(words, text, people) ?? statementText(words, text) ?? withNames(text, people);
}

/**
 * @param {Words} words
 * @param {string} text
 * @param {People} people
 */
function reasonText(words, text, people) {
  for (const [form, key, ...slots] of REASONS) {
    const found = form.exec(text);
    if (!found) continue;
    /** @type {Record<string, string | number>} */
    const values = {};
    let own = false;
    for (const [i, slot] of slots.entries()) {
      const value = valueOf(words, slot, found[i + 1], people);
      if (value === null) return null;
      own ||= slot === "seat" && Number(found[i + 1]) === people.seat;
      values[slot in values ? "more" : slot] = value;
    }
    const told = own ? `${key}.you` : key;
    return words.text(`reason.${told}`, values);
  }
  return null;
}

/**
 * @param {Words} words
 * @param {Slot} slot
 * @param {string} text
 * @param {People} people
 * @returns {string | number | null} null if the text is none of that
 */
function valueOf(words, slot, text, people) {
  switch (slot) {
    case "n":
      return Number(text);
    case "seat":
      return Number(text) < people.count ? people.name(Number(text)) : null;
    case "seats":
      return playersText(words, (text.match(/\d/g) ?? []).map(Number), { ...people, count: Infinity });
    case "node":
      return people.board?.nodes[Number(text)] ? describeNode(words, people.board, Number(text)) : null;
    case "port":
      return text === "3:1" ? "3 : 1" : kindsText(words, text);
    case "kinds":
      return kindsText(words, text);
    case "cards":
      return cardsOf(words, text);
  }
}

/**
 * "wood and ore"
 * @param {Words} words
 * @param {string} text
 */
function kindsText(words, text) {
  const kinds = text.split(/ and |, /);
  if (!kinds.every(isResource)) return null;
  return words.list(kinds.map((kind) => words.text(`resource.${kind}`)));
}

/**
 * "2 wheat + 1 ore"
 * @param {Words} words
 * @param {string} text
 */
function cardsOf(words, text) {
  const counts = [0, 0, 0, 0, 0];
  for (const part of text.split(" + ")) {
    const [, count, kind] = /^(\d+) (\w+)$/.exec(part) ?? [];
    if (!isResource(kind)) return null;
    counts[RESOURCES.indexOf(/** @type {(typeof RESOURCES)[number]} */ (kind))] = Number(count);
  }
  return countsText(words, counts);
}

/**
 * "Is anyone selling clay? Does anyone want ore?"
 * @param {Words} words
 * @param {string} text
 */
function statementText(words, text) {
  const told = readStatements(text)?.map(({ kind, resources }) => {
    const named = resources.map((resource) => words.text(`resource.${resource}`));
    const kinds = kind === "want" || kind === "sell" ? words.list(named) : named.join(` ${words.text("says.or")} `);
    return words.text(`says.${kind.replace("?", "Ask")}`, { kinds });
  });
  return told?.join(" ") ?? null;
}

/** @param {string | undefined} kind */
function isResource(kind) {
  return RESOURCES.some((each) => each === kind);
}
