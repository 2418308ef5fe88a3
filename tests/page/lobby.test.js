/** The lobby's own data: options of a new game, rooms in words, names of channels. */

import assert from "node:assert/strict";
import test from "node:test";

globalThis.localStorage = {
  kept: {},
  getItem(key) {
    return this.kept[key] ?? null;
  },
  setItem(key, value) {
    this.kept[key] = value;
  },
};

const page = "../../src/catanlab/server/page";
const { channelName, channelTitle, readChannels, withChannel } = await import(`${page}/lobby/channel_list.js`);
const { keepNewGame, readNewGame, roomOptions } = await import(`${page}/lobby/options.js`);
const { detailsOf, doorOf, pointsOf, titleOf } = await import(`${page}/lobby/room_line.js`);
const { proposeName } = await import(`${page}/lobby/names.js`);
const { routeOf } = await import(`${page}/app/router.js`);
const { Words } = await import(`${page}/words/words.js`);
const words = {
  en: new Words("en", (await import(`${page}/words/en/all.js`)).default),
  de: new Words("de", (await import(`${page}/words/de/all.js`)).default),
};

const person = (id) => ({ kind: "person", name: `Name of ${id}`, person: id });
const robot = { kind: "robot", name: "Tobor", agent: "greedy" };
const nobody = { kind: "nobody" };
const room = (rest) => ({ room: "a", status: "waiting", rules: "trading", seats: [person("p"), nobody], free: 1, ...rest });

test("a storage that holds nonsense gives the usual game", () => {
  const usual = readNewGame();
  for (const kept of ["", "null", "[]", "7", '{"players": 9, "points": "x", "robots": 1, "pace": {}, "title": 3}', "{"]) {
    localStorage.kept["catanlab.newgame"] = kept;
    assert.deepEqual(readNewGame(), usual);
  }
});

test("what was chosen is remembered", () => {
  const game = { ...readNewGame(), players: 3, points: 8, robots: ["easy", "expert", "hard"], pace: "quick" };
  keepNewGame(game);
  assert.deepEqual(readNewGame(), game);
});

test("robots are in the seats that the person does not take", () => {
  const game = { ...readNewGame(), players: 4, robots: ["easy", "hard", "expert"] };
  for (const seat of [0, 1, 2, 3]) {
    const { robots } = roomOptions(game, seat);
    assert.equal(robots.length, 4);
    assert.deepEqual(robots.filter((_, i) => i !== seat), game.robots);
  }
  assert.deepEqual(roomOptions({ ...game, players: 2 }, 1).robots, ["easy", "easy"]);
});

test("rules name what differs", () => {
  const game = { ...readNewGame(), players: 4, points: 10, trade: true, friendlyRobber: false, lateSevens: false };
  assert.equal(roomOptions(game, 0).rules, "trading");
  const other = { ...game, trade: false, points: 12, players: 2, lateSevens: true };
  assert.equal(roomOptions(other, 0).rules, "base,players=2,points_to_win=12,no_sevens_rounds=2");
});

test("the door of a table fits who comes", () => {
  assert.equal(doorOf(room(), ""), "join");
  assert.equal(doorOf(room(), "p"), "return");
  assert.equal(doorOf(room({ seats: [person("p"), person("q")], free: 0 }), "r"), "watch");
  assert.equal(doorOf(room({ status: "playing", seats: [person("p"), robot] }), "r"), "sit");
  const kept = room({ status: "playing", seats: [person("p"), { ...robot, person: "q" }], free: undefined });
  assert.equal(doorOf(kept, "r"), "watch");
  assert.equal(doorOf(kept, "q"), "return");
});

test("a table in words", () => {
  assert.equal(titleOf(words.en, room({ title: "Friday" })), "Friday");
  assert.equal(titleOf(words.en, room()), "Name of p’s table");
  assert.equal(titleOf(words.de, room()), "Tisch von Name of p");
  assert.equal(titleOf(words.en, room({ seats: [robot, robot] })), "Robots only");
  assert.equal(titleOf(words.en, room({ maker: "Anna" })), "Anna’s table", "whoever sits in the first seat");
  assert.equal(titleOf(words.en, room({ maker: "Anna", title: "Friday" })), "Friday");
  assert.equal(detailsOf(words.en, room()), "Waiting for one · 10 points");
  const playing = room({ status: "playing", rules: "base,points_to_win=8", clocks: true, spectators: 6 });
  assert.equal(detailsOf(words.en, playing), "8 points · clocks · no trade · 6 watching");
  assert.equal(detailsOf(words.en, { ...playing, turn: 41, points: 7, spectators: 0 }), "Turn 41 · 7 of 8 points · clocks · no trade");
  assert.equal(pointsOf(room({ rules: "tuma" })), 7);
});

test("names of channels", () => {
  assert.equal(channelName("Späte Runde!"), "spate-runde");
  assert.equal(channelName("  -- "), "");
  assert.equal(channelName("x".repeat(60)).length, 24);
  assert.match(channelName("a".repeat(23) + " b"), /^[a-z0-9][a-z0-9-]{0,23}$/);
  assert.equal(channelTitle("late-round"), "Late round");
});

test("channels are remembered; without any there is one, in German two", () => {
  assert.deepEqual(readChannels("en"), ["square"]);
  assert.deepEqual(readChannels("de"), ["deutsch", "square"]);
  localStorage.kept["catanlab.channels"] = '{"channels": ["Bad Name", "good", 7]}';
  assert.deepEqual(readChannels("en"), ["good"]);
  assert.deepEqual(withChannel(["a", "b"], "b"), ["a", "b"]);
  assert.equal(withChannel(["a", "b", "c", "d", "e", "f"], "g").length, 6);
});

test("proposed names fit the field in both languages", () => {
  for (const language of ["en", "de"]) {
    const longest = (key) => words[language].text(key).split(" ").sort((a, b) => b.length - a.length)[0];
    assert.ok(`${longest("names.first")} ${longest("names.second")} 99`.length <= 24);
    assert.match(proposeName(words[language], () => 0.999), /^\S+ \S+$/);
  }
});

test("addresses of screens", () => {
  assert.deepEqual(routeOf({ pathname: "/", hash: "" }), { screen: "lobby" });
  const invited = { screen: "table", room: "k3f9", invitation: "Qx7-v_H2" };
  assert.deepEqual(routeOf({ pathname: "/room/k3f9", hash: "#Qx7-v_H2" }), invited);
  assert.deepEqual(routeOf({ pathname: "/room/k3f9", hash: "#<b>" }), { ...invited, invitation: "" });
  assert.deepEqual(routeOf({ pathname: "/room/../x", hash: "" }), { screen: "lobby" });
});
