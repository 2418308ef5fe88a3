/** Deals: moves as text, typed moves, the draft in the tray, and what was said in a turn. */

import assert from "node:assert/strict";
import test from "node:test";

import { bankMoves, bestRatio, canCounter, canOffer, change, emptyDeal, goesTo, toggled } from "../../src/catanlab/server/page/game/draft.js";
import { dealText, readDeal, readMove } from "../../src/catanlab/server/page/game/moves.js";
import { readAdvert, readStatements } from "../../src/catanlab/server/page/game/statements.js";
import { advertOf, isSettled, lastWords, openAsks, refusers, SAID_MS, toldThisTurn } from "../../src/catanlab/server/page/game/turn_talk.js";
import { readTyped } from "../../src/catanlab/server/page/game/typed.js";

const others = [1, 2, 3];

test("a deal is written and read back", () => {
  const deal = { give: [1, 2, 0, 0, 0], get: [0, 0, 0, 0, 3] };
  assert.equal(dealText(deal.give, deal.get), "1 wood + 2 clay for 3 ore");
  assert.deepEqual(readDeal("1 wood + 2 clay for 3 ore"), deal);
  assert.equal(readDeal("1 gold for 1 ore"), null);
  assert.equal(readDeal("wood for ore"), null);
});

test("moves are taken apart", () => {
  assert.deepEqual(readMove("road 12-17"), { kind: "road", places: [12, 17] });
  assert.deepEqual(readMove("robber 7 from 2"), { kind: "robber", places: [7], with: 2 });
  assert.deepEqual(readMove("offer 1 wood for 1 ore to 1 3")?.to, [1, 3]);
  assert.deepEqual(readMove("deal 1 wood for 1 ore with 2")?.with, 2);
  assert.deepEqual(readMove("monopoly ore took 0 2 0 1")?.took, [0, 2, 0, 1]);
  assert.equal(readMove("draw victory point")?.card, "victory point");
  assert.equal(readMove("castle 12"), null);
});

test("what is typed as a move is a move, talk is talk", () => {
  for (const [typed, move] of [
    ["Settlement 38", "settlement 38"],
    ["road 12 - 17", "road 12-17"],
    ["end turn", "end turn"],
    ["offer 1 wood for 1 ore", "offer 1 wood for 1 ore to 1 2 3"],
    ["offer 2 wood for 1 ore to 2", "offer 2 wood for 1 ore to 2"],
    ["discard 2 wood 1 ore", "discard wood wood ore"],
    ["accept", "accept"],
  ])
    assert.deepEqual(readTyped(typed, { others }), { move }, typed);
  for (const talk of ["road to nowhere", "roll on, Columbia", "take care", "I offer 1 wood for 1 ore", "dice 8", "draw knight", "good game"])
    assert.equal(readTyped(talk, { others }), null, talk);
  assert.deepEqual(readTyped("settlement 38 please", { others }), { example: "settlement 38" });
  assert.deepEqual(readTyped("offer 1 gold for 1 ore", { others }), { example: "offer 1 wood for 1 ore" });
});

test("a press adds a card, no more than one has, and takes it off the other side", () => {
  const hand = [2, 0, 0, 0, 0];
  let deal = change(emptyDeal(), "give", 0, 1, hand);
  deal = change(change(deal, "give", 0, 1, hand), "give", 0, 1, hand);
  assert.deepEqual(deal.give, [2, 0, 0, 0, 0]);
  assert.deepEqual(change(deal, "give", 1, 1, hand).give, [2, 0, 0, 0, 0]);
  const turned = change(deal, "get", 0, 1, hand);
  assert.deepEqual(turned, { give: [0, 0, 0, 0, 0], get: [1, 0, 0, 0, 0] });
  assert.deepEqual(change(turned, "get", 0, -1, hand), emptyDeal());
  assert.deepEqual(change(emptyDeal(), "get", 3, -1), emptyDeal());
});

test("an offer is open exactly as the server says", () => {
  const open = { max: [1, 0, 2, 0, 0], to: [1, 2], left: 1 };
  const deal = { give: [1, 0, 0, 0, 0], get: [0, 0, 0, 0, 1] };
  assert.ok(canOffer(deal, [1], open));
  assert.ok(!canOffer(deal, [], open));
  assert.ok(!canOffer(deal, [3], open));
  assert.ok(!canOffer(deal, [1], { ...open, left: 0 }));
  assert.ok(!canOffer(deal, [1], undefined));
  assert.ok(!canOffer({ ...deal, give: [2, 0, 0, 0, 0] }, [1], open));
  assert.ok(!canOffer({ ...deal, get: [0, 0, 0, 0, 0] }, [1], open));
  assert.ok(!canOffer({ ...deal, get: [1, 0, 0, 0, 0] }, [1], open));
});

test("a counter differs from the offer", () => {
  const open = { max: [2, 0, 0, 0, 0], except: { give: [1, 0, 0, 0, 0], get: [0, 0, 0, 0, 1] } };
  assert.ok(!canCounter(open.except, open));
  assert.ok(canCounter({ ...open.except, give: [2, 0, 0, 0, 0] }, open));
  assert.ok(!canCounter({ ...open.except, give: [3, 0, 0, 0, 0] }, open));
});

test("the bank takes whole rates, and gives a card for each", () => {
  const open = [
    { give: "wood", ratio: 4, get: ["clay", "ore"] },
    { give: "sheep", ratio: 2, get: ["ore"] },
  ];
  const hand = [8, 0, 4, 0, 0];
  const bank = [19, 19, 19, 19, 1];
  const moves = (give, get, stock = bank) => bankMoves({ give, get }, open, hand, stock);
  assert.deepEqual(moves([4, 0, 0, 0, 0], [0, 0, 0, 0, 1]), ["bank 4 wood for 1 ore"]);
  assert.deepEqual(moves([8, 0, 0, 0, 0], [0, 1, 0, 0, 1]), ["bank 4 wood for 1 clay", "bank 4 wood for 1 ore"]);
  assert.deepEqual(moves([8, 0, 0, 0, 0], [0, 0, 0, 0, 2]), [], "the bank has one ore");
  assert.deepEqual(moves([8, 0, 0, 0, 0], [0, 0, 0, 0, 2], null).length, 2);
  assert.deepEqual(moves([3, 0, 0, 0, 0], [0, 0, 0, 0, 1]), []);
  assert.deepEqual(moves([4, 0, 0, 0, 0], [0, 0, 0, 0, 0]), []);
  assert.deepEqual(moves([0, 0, 2, 0, 0], [0, 1, 0, 0, 0]), [], "not what the bank gives for sheep");
  assert.equal(bestRatio({ give: [0, 0, 2, 0, 0], get: [] }, [4, 4, 2, 4, 3]), 2);
  assert.equal(bestRatio({ give: [1, 0, 0, 0, 0], get: [] }, [4, 4, 2, 4, 3]), 4);
  assert.equal(bestRatio(emptyDeal(), [4, 4, 2, 4, 3]), 2);
});

test("statements are read in the robots' words only", () => {
  assert.deepEqual(readAdvert("I want clay. I am selling sheep and ore."), { wants: ["clay"], has: ["sheep", "ore"] });
  assert.equal(readAdvert("I want gold."), null);
  assert.equal(readAdvert("I want clay. Why me?"), null);
  assert.deepEqual(readStatements("Is anyone selling wheat or ore?"), [{ kind: "sell?", resources: ["wheat", "ore"] }]);
});

/** A game of these events, one a second. */
const game = (...events) => ({
  events: events.map((event, i) => ({ seq: i + 1, at: 1000 * (i + 1), event })),
  chat: [],
  table: { seats: [{ occupant: { person: "a" } }, { occupant: { person: "b" } }] },
});
const moved = (seat, move) => ({ e: "moved", seat, move });

test("who said no to a deal is known until the turn ends or the deal changes", () => {
  const deal = { give: [1, 0, 0, 0, 0], get: [0, 0, 0, 0, 1] };
  const offered = [moved(0, "offer 1 wood for 1 ore to 1 2"), moved(1, "reject"), moved(2, "reject by 2")];
  assert.deepEqual(refusers(game(...offered), 0, deal), [1, 2]);
  assert.deepEqual(refusers(game(...offered), 0, { ...deal, give: [2, 0, 0, 0, 0] }), []);
  assert.deepEqual(refusers(game(...offered, moved(0, "cancel"), moved(0, "end turn")), 0, deal), []);
});

test("who said no is left out until asked again, and a choice outlives a refusal", () => {
  const draft = { ...emptyDeal(), to: null, again: [] };
  assert.deepEqual(goesTo(others, draft, []), [1, 2, 3]);
  assert.deepEqual(goesTo(others, draft, [1, 3]), [2]);
  const again = toggled(others, draft, [1, 3], 3);
  assert.deepEqual(goesTo(others, again, [1, 3]), [2, 3]);
  assert.deepEqual(goesTo(others, toggled(others, again, [1, 3], 3), [1, 3]), [2]);
  const chosen = toggled(others, draft, [], 2);
  assert.deepEqual(goesTo(others, chosen, []), [1, 3]);
  assert.deepEqual(goesTo(others, chosen, [1, 3]), [], "all who were asked said no");
  assert.deepEqual(goesTo(others, change(chosen, "give", 0, 1, [1, 0, 0, 0, 0]), []), [1, 3]);
});

test("who takes an offer back says so", () => {
  const back = game(moved(1, "offer 1 wood for 1 ore to 0"), moved(1, "cancel"));
  assert.equal(lastWords(back, 1, 2001)?.event?.move, "cancel");
});

test("a question is open to those who may still answer, the newest first", () => {
  const asks = [
    { seat: 1, ask: 5, kind: "sell", resources: ["ore"], waiting: [0, 2] },
    { seat: 2, ask: 7, kind: "need", resources: ["ore"], waiting: [0] },
    { seat: 3, ask: 8, kind: "lack", resources: ["ore"] },
  ];
  const asked = { ...game(), table: { seats: [], asks } };
  assert.deepEqual(openAsks(asked, 0).map(({ ask }) => ask), [7, 5]);
  assert.deepEqual(openAsks(asked, 2).map(({ ask }) => ask), [5]);
  assert.deepEqual(openAsks(asked, null), []);
  assert.deepEqual(openAsks(game(), 0), []);
});

test("what is asked for and given is an advert until the turn ends", () => {
  const need = { e: "asked", seat: 1, kind: "need", resources: ["wheat"], has: ["clay"], text: "" };
  assert.deepEqual(advertOf(game(need), 1), { wants: ["wheat"], has: ["clay"] });
  assert.deepEqual(advertOf(game({ ...need, kind: "want", has: undefined }), 1), { wants: [], has: ["wheat"] });
  assert.equal(advertOf(game({ ...need, kind: "sell", has: undefined }), 1), null);
  assert.equal(advertOf(game(need, moved(0, "end turn")), 1), null);
});

test("words stand for six seconds, adverts for the turn", () => {
  const said = game({ e: "said", seat: 1, text: "I want ore." });
  assert.ok(lastWords(said, 1, 1000 + SAID_MS - 1));
  assert.equal(lastWords(said, 1, 1000 + SAID_MS), null);
  assert.equal(lastWords(said, 0, 1001), null);
  assert.deepEqual(advertOf(said, 1), { wants: ["ore"], has: [] });
  const chat = { ...said, chat: [{ seq: 1, at: 1500, person: "b", name: "B", text: "hm" }] };
  assert.equal(lastWords(chat, 1, 2000)?.text, "hm");
});

test("what was said of a turn goes with the turn, talk does not", () => {
  const no = game(moved(1, "reject"));
  assert.equal(lastWords(no, 1, 1001)?.event?.move, "reject");
  const over = game(moved(1, "reject"), moved(0, "end turn"));
  assert.equal(lastWords(over, 1, 1001), null);
  const chat = { ...over, chat: [{ seq: 1, at: 1500, person: "b", name: "B", text: "hm" }] };
  assert.equal(lastWords(chat, 1, 2000)?.text, "hm");
});

test("what was said in a game that this one continues is not told again", () => {
  const need = { e: "asked", seat: 1, kind: "need", resources: ["wheat"], has: ["clay"], text: "" };
  const continued = game(moved(0, "roll"), need, moved(1, "reject"), moved(2, "reject"));
  continued.table.taken_over = 3;
  assert.deepEqual(toldThisTurn(continued).map(({ seq }) => seq), [4]);
  assert.equal(lastWords(continued, 1, 3001), null);
  assert.equal(advertOf(continued, 1), null);
  assert.ok(lastWords(continued, 2, 4001));
});

test("a deal is settled as it was offered, or after a counter-offer", () => {
  const deal = { give: [0, 0, 0, 0, 1], get: [0, 0, 1, 0, 0] };
  const traded = (by, other, give, get) => ({ ...moved(by, ""), changes: { trade: { by, with: other, give, get } } });
  const offered = moved(0, "offer 1 ore for 1 sheep to 1 2 3");
  const countered = traded(0, 1, [0, 0, 0, 0, 2], [0, 0, 1, 0, 0]);
  const settled = (...events) => isSettled(game(...events), 0, new Set([events.length]), deal);
  assert.ok(settled(offered, traded(0, 1, deal.give, deal.get)));
  assert.ok(settled(offered, moved(1, "counter 1 sheep for 2 ore"), countered));
  assert.ok(settled({ e: "proposed", seat: 0, deal: "1 ore for 1 sheep" }, traded(1, 0, deal.get, deal.give)));
  assert.ok(settled(traded(1, 0, deal.get, deal.give)), "the same deal, offered by the other");
  assert.ok(!settled(moved(0, "offer 1 wood for 1 sheep to 1"), countered), "another one is being prepared");
  assert.ok(!settled(offered, moved(0, "end turn"), countered));
  assert.ok(!settled(offered, countered, countered), "the first trade has settled it");
  assert.ok(!settled(offered, traded(1, 2, deal.give, deal.get)), "a deal of others");
  assert.ok(!settled(offered, traded(0, null, [0, 0, 0, 0, 4], [0, 0, 1, 0, 0])), "the bank's");
  assert.ok(!isSettled(game(offered, countered), 0, new Set(), deal), "it is no news");
});
