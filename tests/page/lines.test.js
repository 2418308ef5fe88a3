/** Events as lines of the log and as spoken sentences. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { linesOf, withChat } from "../../src/catanlab/server/page/game/lines.js";
import { peopleOf, sentence } from "../../src/catanlab/server/page/game/sentences.js";
import de from "../../src/catanlab/server/page/words/de/all.js";
import en from "../../src/catanlab/server/page/words/en/all.js";
import { Words } from "../../src/catanlab/server/page/words/words.js";

const NAMES = ["Ada", "Tobor", "Mia", "Marvin"];
const people = (seat) => ({ seat, count: 4, name: (other) => NAMES[other], hex: (id) => `hex ${id}` });
const english = new Words("en", en);
const german = new Words("de", de);

/** Events with numbers from 1 on. */
const numbered = (...events) => events.map((event, i) => ({ seq: i + 1, at: 1000 * (i + 1), event }));
const moved = (seat, move, changes) => ({ e: "moved", seat, move, changes });
const view = { turn: 61, on_turn: 0 };

const spoken = (events, seat = 0, words = english) =>
  linesOf(numbered(...events), view)
    .filter(({ tone }) => tone !== "turn")
    .map((line) => sentence(words, line, people(seat)));

test("a roll tells who gets what, the reader first", () => {
  const dice = { e: "outcome", move: "dice 9", changes: { hands: [{ seat: 3, cards: [0, 0, 0, 1, 0] }] } };
  assert.deepEqual(spoken([dice]), ["You rolled 9. You get nothing. Marvin gets 1 wheat."]);
  assert.deepEqual(spoken([dice], null), ["Ada rolled 9. Marvin gets 1 wheat."]);
  assert.deepEqual(spoken([dice], 3), ["Ada rolled 9. You get 1 wheat."]);
  assert.deepEqual(spoken([dice], 0, german), ["Du würfelst 9. Du bekommst nichts. Marvin bekommt 1 Korn."]);
});

test("a seven gives nobody anything", () => {
  assert.deepEqual(spoken([{ e: "outcome", move: "dice 7" }]), ["You rolled 7."]);
});

test("an offer to the reader says how to answer, one to others does not", () => {
  const offer = moved(2, "offer 1 ore for 1 sheep to 0 1");
  assert.deepEqual(spoken([offer]), ["Mia offers you 1 ore for 1 sheep. O to answer."]);
  assert.deepEqual(spoken([offer], 3), ["Mia offered Ada and Tobor 1 ore for 1 sheep."]);
});

test("a trade is told once, from the seat on turn, and bank trades too", () => {
  const trade = { by: 0, with: 2, give: [1, 0, 0, 0, 0], get: [0, 0, 0, 0, 2] };
  assert.deepEqual(spoken([moved(0, "confirm 2", { trade })]), ["You gave Mia 1 wood for 2 ore."]);
  assert.deepEqual(spoken([moved(0, "bank 4 wood for 1 ore", { trade: { ...trade, with: null } })]), [
    "You gave the bank 1 wood for 2 ore.",
  ]);
});

test("a theft names the card only to those who see it", () => {
  const theft = (card) => ({ e: "outcome", move: "steal x", changes: { theft: { by: 3, from: 0, card } } });
  assert.deepEqual(spoken([theft("ore")]), ["Marvin stole 1 ore from you."]);
  assert.deepEqual(spoken([theft(null)], 1), ["Marvin stole a card from Ada."]);
});

test("the discards of a seat are one line, with the cards or their number", () => {
  assert.deepEqual(spoken([moved(2, "discard clay"), moved(2, "discard clay"), moved(2, "discard wheat by 2")]), [
    "Mia discarded 2 clay and 1 wheat.",
  ]);
  assert.deepEqual(spoken([moved(2, "discard unknown"), moved(2, "discard unknown"), moved(1, "discard ore")]), [
    "Mia discarded 2 cards.",
    "Tobor discarded 1 ore.",
  ]);
});

test("turns are numbered back from the view", () => {
  const events = numbered(moved(3, "road 12-17"), moved(3, "end turn"), moved(0, "roll"));
  const turns = linesOf(events, view).filter(({ tone }) => tone === "turn");
  assert.deepEqual(turns.map(({ seat, values }) => [seat, values.turn]), [[3, 60], [0, 61]]);
});

test("a turn of which only its end is known has no line", () => {
  const lines = linesOf(numbered(moved(3, "end turn"), moved(0, "roll")), view);
  assert.deepEqual(lines.map(({ values }) => values.turn), [61]);
});

test("the set-up has its own line, and turn 1 begins with the first roll", () => {
  const events = numbered({ e: "started", nonces: [] }, moved(0, "settlement 12"), moved(0, "road 12-17"), moved(0, "roll"));
  const lines = linesOf(events, { turn: 1, on_turn: 0 });
  assert.deepEqual(lines.map(({ key }) => key), ["setup", "settlement", "road", "turn"]);
});

test("a reason stands below the last decision of its robot", () => {
  const events = [moved(1, "reject"), moved(2, "reject"), { e: "explained", seat: 1, text: "Seat 0 could win." }];
  const lines = linesOf(numbered(...events), view).filter(({ tone }) => tone !== "turn");
  assert.deepEqual(lines.map(({ seat, tone }) => [seat, tone]), [[1, "event"], [1, "why"], [2, "event"]]);
  assert.equal(lines[1].of, 1);
  assert.equal(sentence(english, lines[1], people(2)), "Tobor: Ada could win.");
});

test("a reason stands below the line that the server names", () => {
  const events = [moved(1, "reject"), moved(1, "road 12-17"), { e: "explained", seat: 1, text: "No.", of: 1 }];
  const lines = linesOf(numbered(...events), view).filter(({ tone }) => tone !== "turn");
  assert.deepEqual(lines.map(({ tone }) => tone), ["event", "why", "event"]);
});

test("chat stands after the event before it, and never between a line and its reason", () => {
  const events = numbered(moved(1, "reject"), moved(2, "reject"), { e: "explained", seat: 2, text: "No." });
  const chat = [{ seq: 2, at: 5, person: "p", name: "Ada", text: "oh" }];
  const lines = withChat(linesOf(events, view), chat, () => 0);
  assert.deepEqual(lines.filter(({ tone }) => tone !== "turn").map(({ tone }) => tone), ["event", "event", "why", "said"]);
});

test("what one wants and has is told with the cards, other statements in their words", () => {
  assert.deepEqual(spoken([{ e: "said", seat: 3, text: "I want sheep and wheat. I am selling ore." }]), [
    "Marvin wants sheep and wheat, has ore.",
  ]);
  const need = { e: "asked", seat: 3, kind: "need", resources: ["sheep"], has: ["ore"], text: "" };
  assert.deepEqual(spoken([need]), ["Marvin wants sheep, has ore."]);
  assert.deepEqual(spoken([{ e: "said", seat: 3, text: "I will remember this, seat 2." }]), [
    "Marvin: I will remember this, Mia.",
  ]);
  assert.deepEqual(spoken([{ e: "said", seat: 3, text: "I want ore.", words: "i need ore" }]), []);
});

const MOVES = {
  roll: [], "end turn": [], "settlement 12": ["settlement"], "city 12": ["city"], "road 12-17": ["road"],
  "buy card": ["buy_card"], knight: ["knight"], "road building": ["road_building"], "plenty wood ore": ["plenty"],
  "monopoly sheep": ["monopoly"], "monopoly ore took 0 2 0 1": ["monopolyTook"], "bank 4 wood for 1 ore": ["bank"],
  "offer 1 wood + 1 clay for 1 ore to 1 2 3": ["offered"], accept: ["accept"], reject: ["reject"],
  "accept by 2": ["accept"], "counter 2 wood for 1 ore": ["countered"], cancel: ["cancel"], "discard clay": ["discarded"],
  "robber 7": ["robber"], "robber 7 from 2": ["robber"], skip: ["skip"],
};

test("every move of the notation has its line in both languages", () => {
  for (const [move, keys] of Object.entries(MOVES)) {
    const lines = linesOf(numbered(moved(2, move)), { turn: 5, on_turn: 2 }).filter(({ tone }) => tone !== "turn");
    assert.deepEqual(lines.map(({ key }) => key), keys, move);
    for (const line of lines)
      for (const words of [english, german])
        for (const seat of [2, 0, null]) assert.doesNotMatch(sentence(words, line, people(seat)), /[{}]|undefined/, move);
  }
});

const EVENTS = {
  created: { board: "", commitment: "" },
  seated: { seat: 1, occupant: { kind: "person", name: "Bob" } },
  returning: { seat: 1, name: "Bob" },
  locked: { seat: 1, locked: true },
  started: { nonces: [] },
  moved: { seat: 1, move: "knight", changes: { awards: { largest_army: { from: null, to: 1 } } }, late: true },
  outcome: { move: "draw knight", changes: { drawn: { seat: 1, card: "knight" } } },
  chosen: { seat: 1 },
  said: { seat: 1, text: "Why me?" },
  asked: { seat: 1, kind: "sell", resources: ["ore"], text: "" },
  replied: { seat: 1, ask: 1, answer: "offer" },
  proposed: { seat: 1, deal: "1 wood for 1 ore" },
  withdrawn: { seat: 1, lapsed: true },
  granted: { seat: 1, by: 2, seconds: 60 },
  explained: { seat: 1, text: "It carries my road on." },
  resumed: { epoch: 2 },
  incident: { seat: 1, kind: "timeout" },
  ended: { winner: 1, scores: [1, 10, 2, 3], termination: "finished", secret: "", salt: "" },
  rematched: { room: "a", invitation: "b" },
  faced: { seat: 1, face: "fox" },
  renamed: { seat: 1, name: "Bobby" },
};
const SILENT = new Set(["created", "started", "faced"]);

test("every event of the wire is told in both languages", () => {
  const wire = readFileSync(new URL("../../src/catanlab/server/protocol/wire.d.ts", import.meta.url), "utf8");
  const kinds = [...wire.matchAll(/^ {2}e: "(\w+)";/gm)].map(([, kind]) => kind);
  assert.ok(kinds.length > 15);
  for (const kind of kinds) {
    assert.ok(EVENTS[kind], `an example of ${kind}`);
    const lines = linesOf(numbered({ e: kind, ...EVENTS[kind] }), view).filter(({ tone }) => tone !== "turn");
    if (!SILENT.has(kind)) assert.ok(lines.length, kind);
    for (const line of lines)
      for (const words of [english, german])
        for (const seat of [1, null]) assert.doesNotMatch(sentence(words, line, people(seat)), /[{}]|undefined/, kind);
  }
});

test("a newcomer sits down once, and who comes back is back", () => {
  const seated = { e: "seated", seat: 1, occupant: { kind: "person", name: "Bob" } };
  const told = (words, event) => spoken([event, moved(0, "skip"), seated], 0, words).filter((line) => /Bob/.test(line));
  const back = { e: "returning", seat: 1, name: "Bob" };
  assert.deepEqual(told(english, { ...back, new: true }), ["Bob sits down and plays from the next decision."]);
  assert.deepEqual(told(english, back), ["Bob is back and plays from the next decision."]);
  assert.deepEqual(told(german, { ...back, new: true }), ["Bob setzt sich und spielt ab der nächsten Entscheidung."]);
  assert.equal(spoken([seated]).length, 1);
  assert.equal(spoken([back, { ...seated, occupant: { kind: "person", name: "Eve" } }]).length, 2);
});

test("what somebody did before a robot took the seat stays theirs", () => {
  const robot = { kind: "robot", name: "Marvin", agent: "greedy" };
  const seats = [{ occupant: { kind: "person", name: "Ada" } }, { occupant: robot, away: true, kept_for: "Eva" }];
  const events = numbered(
    moved(1, "settlement 12"),
    { e: "seated", seat: 1, occupant: robot, away: true },
    moved(1, "city 12"),
  );
  const game = { seat: 0, events, view: null, board: null, table: { seats } };
  const now = peopleOf(english, game);
  const told = linesOf(events, view)
    .filter(({ key }) => key.startsWith("built") || key.startsWith("settled") || key === "city" || key === "settlement")
    .map((line) => sentence(english, line, now));
  assert.equal(told.length, 2);
  assert.match(told[0], /^Eva /);
  assert.match(told[1], /^Marvin /);
});
