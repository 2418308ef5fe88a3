/** Acts: each is sent until it is answered, and answered once. */

import assert from "node:assert/strict";
import test from "node:test";

import { Acts, newId } from "../../src/catanlab/server/page/connection/acts.js";

/** Acts with a clock of their own, and what they sent. */
function acting(context) {
  const clock = { now: 0 };
  const sent = [];
  const acts = new Acts((message) => sent.push(message), () => clock.now);
  context.after(() => acts.close());
  return { acts, sent, clock };
}

test("an act has an id of its own, and its acknowledgement ends it", async (context) => {
  const { acts, sent } = acting(context);
  const [first, second] = [acts.do({ t: "sit", room: "a" }), acts.do({ t: "sit", room: "a" })];
  assert.equal(sent.length, 2);
  assert.notEqual(sent[0].id, sent[1].id);
  assert.match(sent[0].id, /^[A-Za-z0-9_-]{1,40}$/);
  const ack = { t: "ack", id: sent[1].id, room: "a", seq: 4 };
  acts.acknowledged(ack);
  assert.equal(await second, ack);
  assert.equal(acts.busy, true);
  acts.acknowledged(ack); // it came twice
  acts.acknowledged({ t: "ack", id: sent[0].id });
  await first;
  assert.equal(acts.busy, false);
});

test("what is not answered is sent again, with the same id and not too often", (context) => {
  const { acts, sent, clock } = acting(context);
  acts.do({ t: "move", room: "a", move: "roll" });
  clock.now = 2900;
  acts.resend(3000);
  assert.equal(sent.length, 1);
  clock.now = 3000;
  acts.resend(3000);
  acts.resend(3000);
  assert.equal(sent.length, 2);
  assert.deepEqual(sent[1], sent[0]);
  acts.resend(); // after a reconnect
  assert.equal(sent.length, 3);
});

test("a refusal rejects the act, and only once", async (context) => {
  const { acts, sent } = acting(context);
  const act = acts.do({ t: "move", room: "a", move: "roll" });
  const refusal = { code: "stale-decision", text: "too late" };
  assert.equal(acts.refused(sent[0].id, refusal), true);
  await assert.rejects(act, (refused) => refused === refusal);
  assert.equal(acts.refused(sent[0].id, refusal), false);
  assert.equal(acts.refused("nobody", { code: "too-fast", text: "" }), false);
});

test("a refusal that passes puts the act off, in the end it is refused", async (context) => {
  const { acts, sent, clock } = acting(context);
  const act = acts.do({ t: "chat", room: "a", text: "hi" });
  const refusal = { code: "too-fast", text: "slower" };
  assert.equal(acts.refused(sent[0].id, refusal), true);
  acts.resend(3000);
  assert.equal(sent.length, 1);
  clock.now = 1500;
  acts.resend(3000);
  assert.equal(sent.length, 2);
  let times = 1;
  while (acts.busy && times < 100) {
    times += 1;
    acts.refused(sent[0].id, refusal);
  }
  await assert.rejects(act, { code: "too-fast" });
  assert.ok(times < 100);
});

test("when no answers will come, everything that waits is refused", async (context) => {
  const { acts } = acting(context);
  const all = [acts.do({ t: "sit", room: "a" }), acts.do({ t: "start", room: "a" })];
  acts.giveUp({ code: "banned", text: "" });
  for (const act of all) await assert.rejects(act, { code: "banned" });
  assert.equal(acts.busy, false);
});

test("ids are not given twice", () => {
  assert.equal(new Set(Array.from({ length: 1000 }, newId)).size, 1000);
});
