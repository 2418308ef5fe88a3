/** The reducer: one game from updates that come once, twice, late or not at all. */

import assert from "node:assert/strict";
import test from "node:test";

import { EVENTS_KEPT, emptyGame, reduce } from "../../src/catanlab/server/page/game/reducer.js";

const view = (number) => ({ decision: number });
const events = (from, to) =>
  Array.from({ length: to - from + 1 }, (_, i) => ({ seq: from + i, at: 0, event: { e: "moved" } }));

/** An update with the events from one number to another, the view of its last, and what else is given. */
function update(from, to, rest = {}) {
  return { t: "update", room: "a", epoch: 1, seq: to, events: events(from, to), view: view(to), ...rest };
}

const start = update(1, 3, { reset: true, seat: 2, board: { hexes: [] }, table: { status: "playing" } });
const take = (messages, game = emptyGame("a")) => messages.reduce((was, message) => reduce(was, message, 0), game);

/** A game without the moments at which things were received. */
const known = (game) => ({ ...game, tableAt: 0 });

test("a fresh start replaces what was known", () => {
  const game = take([start]);
  assert.equal(game.seq, 3);
  assert.equal(game.seat, 2);
  assert.deepEqual(game.view, view(3));
  const other = take([update(8, 9, { reset: true, board: { hexes: [1] } })], game);
  assert.deepEqual(other.events.map(({ seq }) => seq), [8, 9]);
  assert.equal(other.seat, null);
});

test("updates go on where the last ended, and keep board and table", () => {
  const game = take([start, update(4, 5, { seat: 2 })]);
  assert.deepEqual(game.events.map(({ seq }) => seq), [1, 2, 3, 4, 5]);
  assert.deepEqual(game.board, { hexes: [] });
  assert.deepEqual(game.table, { status: "playing" });
  assert.deepEqual(game.view, view(5));
});

test("an update that comes twice or late changes nothing", () => {
  const second = update(4, 5, { seat: 2 });
  const third = update(6, 6, { seat: 2 });
  const game = take([start, second, third]);
  assert.deepEqual(known(take([second], game)), known(game));
  assert.deepEqual(known(take([start, second, second, third, third, second])), known(game));
});

test("a lost update is noticed and mended by the events that were missed", () => {
  const torn = take([start, update(6, 6, { seat: 2 })]);
  assert.equal(torn.missing, true);
  assert.equal(torn.seq, 3);
  assert.deepEqual(torn.view, view(3));
  const whole = take([update(4, 6, { seat: 2 })], torn);
  assert.deepEqual(known(whole), known(take([start, update(4, 5, { seat: 2 }), update(6, 6, { seat: 2 })])));
});

test("an act whose event did not come shows that a frame was lost", () => {
  assert.equal(take([start, { t: "ack", id: "x", room: "a", seq: 4 }]).missing, true);
  assert.equal(take([start, { t: "ack", id: "x", room: "a", seq: 3 }]).missing, false);
});

test("a server that loaded the room again counts in a new epoch", () => {
  const game = take([start, update(4, 4, { epoch: 2, seq: 4, reset: true, seat: 2 })]);
  assert.equal(game.epoch, 2);
  assert.deepEqual(known(take([update(4, 9, { seat: 2 })], game)), known(game), "the old epoch counts no more");
});

test("chat comes once, in order of time", () => {
  const line = (at, text) => ({ seq: 1, at, person: "p", name: "Ann", text });
  const chat = (...lines) => ({ t: "chat", room: "a", lines });
  const game = take([chat(line(2, "b")), chat(line(1, "a"), line(2, "b"))]);
  assert.deepEqual(game.chat.map(({ text }) => text), ["a", "b"]);
});

test("card counting is not older than the game, and ends with a fresh start", () => {
  const counting = (seq) => ({ t: "counting", room: "a", seq, counting: { exact: true } });
  assert.deepEqual(take([start, counting(2)]).counting, null);
  const game = take([start, counting(3)]);
  assert.deepEqual(game.counting, { exact: true });
  assert.equal(take([update(1, 3, { reset: true })], game).counting, null);
});

test("a long game keeps its last events", () => {
  assert.equal(take([start, update(4, 999)]).events.length, EVENTS_KEPT);
});

test("a game is never changed in place", () => {
  const game = Object.freeze({ ...take([start]), events: Object.freeze(take([start]).events) });
  take([update(4, 5), update(9, 9)], game);
});

test("a fresh start that comes late does not bring the past back", () => {
  const game = take([start, update(4, 5, { seat: 2 })]);
  assert.deepEqual(known(take([start], game)), known(game));
  const loaded = take([update(3, 4, { reset: true, epoch: 2, seat: 2 })], game);
  assert.equal(loaded.seq, 4); // the server loaded the room again: what was not committed is gone
  assert.deepEqual(known(take([update(6, 6, { seat: 2 })], loaded)), known(loaded));
});
