/** Sentences: values, plural forms, parts for templates. */

import assert from "node:assert/strict";
import test from "node:test";

import { Words } from "../../src/catanlab/server/page/words/words.js";

const catalogue = {
  "a.plain": "Place your settlement",
  "a.value": "{name} rolled {sum}",
  "a.plural": { one: "{n} card", other: "{n} cards" },
};
const words = new Words("en", catalogue);

test("a sentence has its values", () => {
  assert.equal(words.text("a.plain"), "Place your settlement");
  assert.equal(words.text("a.value", { name: "Mia", sum: 8 }), "Mia rolled 8");
});

test("a plural form follows n", () => {
  assert.equal(words.text("a.plural", { n: 1 }), "1 card");
  assert.equal(words.text("a.plural", { n: 0 }), "0 cards");
});

test("parts keep values that are not text", () => {
  const part = { drawn: true };
  assert.deepEqual(words.parts("a.value", { name: part, sum: 8 }), [part, " rolled ", 8]);
});

test("a missing sentence is an error", () => {
  assert.throws(() => words.text("a.none"), /no sentence a\.none/);
  assert.equal(words.has("a.none"), false);
});

test("lists are joined as the language does", () => {
  assert.equal(words.list(["a", "b", "c"]), "a, b, and c");
  assert.equal(new Words("de", catalogue).list(["a", "b", "c"]), "a, b und c");
});
