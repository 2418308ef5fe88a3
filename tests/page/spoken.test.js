/** What robots say and why, in both languages. */

import assert from "node:assert/strict";
import test from "node:test";

import { spokenText } from "../../src/catanlab/server/page/game/spoken.js";
import de from "../../src/catanlab/server/page/words/de/all.js";
import en from "../../src/catanlab/server/page/words/en/all.js";
import { Words } from "../../src/catanlab/server/page/words/words.js";

const NAMES = ["Ada", "Tobor", "Mia", "Marvin"];
const board = { hexes: [{ resource: "clay", number: 11 }, { resource: "sheep", number: 12 }], nodes: { 10: { hexes: [0, 1] } }, ports: [] };
const people = { seat: 0, count: 4, name: (seat) => NAMES[seat], hex: () => "", board };
const english = new Words("en", en);
const german = new Words("de", de);

/** @type {[string, string, string][]} */
const SAID = [
  ["It leads to node 10, where nobody has built.", "It leads to a free spot: clay 11, sheep 12.", "Sie führt zu einem freien Ort: Lehm 11, Schaf 12."],
  ["It brings wheat and wood with 11 pips.", "It brings wheat and wood, with 11 dots together.", "Das bringt Korn und Holz, mit zusammen 11 Punkten auf den Zahlen."],
  ["Seat 0 is too near to winning.", "You are too near to winning.", "Du gewinnst fast schon."],
  ["Seat 2 leads with 5 points.", "Mia leads with 5 points.", "Mia führt mit 5 Punkten."],
  ["There it stops what a 6 brings to seat 0 and 3.", "There it stops what a 6 brings to you and Marvin.", "Dort hält er auf, was eine 6 bringt: dir und Marvin."],
  ["I have more use for 1 wood + 2 ore than for 1 clay.", "I have more use for 1 wood and 2 ore than for 1 clay.", "1 Holz und 2 Erz nützt mir mehr als 1 Lehm."],
  ["Is anyone selling wheat or ore? Does anyone want clay?", "Is anyone selling wheat or ore? Does anyone want clay?", "Gibt jemand Korn oder Erz ab? Möchte jemand Lehm?"],
  ["Seat 3, look at seat 1.", "Marvin, look at Tobor.", "Marvin, look at Tobor."],
];

for (const [said, inEnglish, inGerman] of SAID)
  test(said, () => {
    assert.equal(spokenText(english, said, people), inEnglish);
    assert.equal(spokenText(german, said, people), inGerman);
  });
