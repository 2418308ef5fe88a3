// A bot for a catanlab server in JavaScript: Node 18 or newer, no packages.
//
//     CATANLAB_BOT_TOKEN=... node bot.js http://127.0.0.1:8000 [ROOM [INVITATION]]
//
// With a room it sits down there and plays its game; without one it waits for invitations, game after game. It
// builds what it can, and trades for what its next building lacks. docs/how-to/bots.md has the protocol.
"use strict";

const { randomUUID } = require("node:crypto");

const [home, ...ROOM] = process.argv.slice(2);
let server = home;
const headers = { Authorization: `Bearer ${process.env.CATANLAB_BOT_TOKEN}` };
const NAMES = ["wood", "clay", "sheep", "wheat", "ore"];
const COSTS = [[0, 0, 0, 2, 3], [1, 1, 1, 1, 0], [0, 0, 1, 1, 1]]; // a city, a settlement, a card
const wait = (seconds) => new Promise((done) => setTimeout(done, 1000 * seconds));
const pick = (list) => list[Math.floor(Math.random() * list.length)];
const end = (text, code) => { (code ? console.error : console.log)(text); process.exit(code); };

// Send a message; return its answer. An act with an id is done once, however often it is sent.
async function post(message) {
  for (;;) {
    const answer = await fetch(`${server}/api/bot/send`, { method: "POST", headers, body: JSON.stringify(message) });
    const text = await answer.text();
    if (answer.status !== 429 && answer.status !== 503) return text ? JSON.parse(text) : {};
    await wait(Number(answer.headers.get("retry-after") ?? 1));
  }
}

const act = (t, room, fields) => post({ t, id: randomUUID(), room, ...fields });

// The strategy. A hand is a list of five counts; the fewer cards the next building lacks, the better it is.

const lack = (hand) =>
  Math.min(...COSTS.map((cost) => cost.reduce((sum, need, i) => sum + Math.max(0, need - hand[i]), 0)));
const after = (hand, give, get) => hand.map((have, i) => have - give[i] + get[i]);
const cards = (name, count = 1) => NAMES.map((other) => (name === other ? count : 0));
const held = (counts) => NAMES.filter((_, i) => counts[i]);

// Return a card to give and one to get that bring the next building nearer, or undefined.
function goodSwap(hand, wanted) {
  const swaps = held(hand).flatMap((give) => wanted.filter((get) => get !== give).map((get) => [give, get]));
  return pick(swaps.filter(([give, get]) => lack(after(hand, cards(give), cards(get))) < lack(hand)));
}

// Return how often the hexes around a node pay.
function dots(node, board) {
  const numbers = board.nodes[node].hexes.map((place) => board.hexes[place].number);
  return numbers.reduce((sum, number) => sum + (number ? 6 - Math.abs(7 - number) : 0), 0);
}

const best = (list, value) => list.reduce((a, b) => (value(b) > value(a) ? b : a));

// Return a move, as text, among those that `legal` lists; null to wait for others.
function choose(view, board, table) {
  const { legal, offer, seat } = view;
  const me = view.seats[seat];
  const hand = me.hand;
  const own = [...me.settlements, ...me.cities];
  if (legal.discard) {
    if (table.chosen?.includes(seat)) return null;
    const left = NAMES.flatMap((name, i) => Array(hand[i]).fill(name)).sort(() => Math.random() - 0.5);
    return `discard ${left.slice(0, legal.discard.owes).join(" ")}`;
  }
  if (legal.robber) {
    const spared = legal.robber.filter((each) => !board.hexes[each.hex].nodes.some((node) => own.includes(node)));
    const place = pick(spared.filter((each) => each.victims.length)) ?? pick(spared) ?? pick(legal.robber);
    return `robber ${place.hex}` + (place.victims.length ? ` from ${place.victims[0]}` : "");
  }
  if (legal.reject) { // the offer of another seat: it gives `give` and gets `get`
    if (legal.accept && lack(after(hand, offer.get, offer.give)) < lack(hand)) return "accept";
    const swap = goodSwap(hand, held(offer.give));
    if (!swap || !legal.counter || !table.options.counter_button) return "reject";
    const same = `${cards(swap[0])}` === `${offer.get}` && `${cards(swap[1])}` === `${offer.give}`;
    return same ? "reject" : `counter 1 ${swap[0]} for 1 ${swap[1]}`;
  }
  if (legal.cancel) { // our own offer
    for (const other of legal.take ?? []) {
      const counter = offer.answers[other];
      if (lack(after(hand, counter.get, counter.give)) < lack(hand)) return `take ${other}`;
    }
    if (view.phase === "answering") return null;
    return legal.confirm ? `confirm ${legal.confirm[0]}` : "cancel";
  }
  for (const kind of ["city", "settlement"])
    if (legal[kind]) return `${kind} ${best(legal[kind], (node) => dots(node, board))}`;
  if (legal.road && (me.roads.length < 2 + own.length || view.phase !== "main")) {
    const ends = legal.road.map((edge) => board.edges[edge]);
    return `road ${best(ends, ([a, b]) => dots(a, board) + dots(b, board)).join("-")}`;
  }
  for (const kind of ["knight", "roll", "buy card"]) if (legal[kind]) return kind;
  for (const { give, ratio, get } of legal.bank ?? [])
    for (const name of get)
      if (lack(after(hand, cards(give, ratio), cards(name))) < lack(hand))
        return `bank ${ratio} ${give} for 1 ${name}`;
  const swap = goodSwap(hand, NAMES);
  if (legal.offer && swap && Math.random() < 0.7)
    return `offer 1 ${swap[0]} for 1 ${swap[1]} to ${legal.offer.to.join(" ")}`;
  return legal["end turn"] ? "end turn" : "skip";
}

// The stream: every line is a message of the server, an empty one only says that it is there.

async function* messages() {
  const answer = await fetch(`${server}/api/bot/stream`, { headers });
  if (answer.status === 429 || answer.status === 503) return;
  if (!answer.ok) end(`the server answers ${answer.status}: ${await answer.text()}`, 1);
  let rest = "";
  for await (const part of answer.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + part).split("\n");
    rest = lines.pop();
    for (const line of lines) if (line) yield JSON.parse(line);
  }
}

async function play() {
  let [room, invitation = ""] = ROOM;
  let place = null; // the seat that an invitation names
  let board = null;
  let done = 0;
  const enter = () => post(room ? { t: "join", room, invitation } : { t: "available" });
  for await (const message of messages()) {
    const { t, table, view, seat } = message;
    if (t === "welcome") {
      console.log(`connected as ${message.name}`);
      room ??= message.games?.[0]?.room; // a game that a lost connection left
      await enter();
    } else if (t === "invited" && !room) {
      [room, invitation, place, done] = [message.room, message.invitation, message.seat ?? null, 0];
      await enter();
    } else if ((t === "bye" && message.seconds == null) || (t === "refused" && message.id === undefined)) {
      end(message.text, 1);
    } else if (t === "elsewhere") { // another server has the room, or a server that is gone had it
      server = message.url.replace(/^ws/, "http").replace(/\/ws$/, "") || home;
      return;
    } else if (t === "update" && message.room === room && message.seq >= done) {
      board = message.board ?? board;
      if (table.status === "over") {
        const text = `game over: seat ${view.winner} won, this bot has seat ${seat}`;
        await post({ t: "part", room });
        if (ROOM.length) end(text, 0);
        console.log(text);
        room = undefined;
        await enter();
      } else if (seat == null) {
        const answer = await act("sit", room, { seat: place });
        if (answer.code === "seat-taken") place = null; // any other is as good
      } else if (view?.legal && !table.seats[seat].away) {
        const move = choose(view, board, table);
        const answer = move && (await act("move", room, { decision: view.decision, move }));
        if (answer?.t === "ack") done = answer.seq; // updates before this one are older than our move
        else if (answer && answer.code !== "stale-decision") console.error(`${move}: ${answer.text}`);
      }
    }
  }
}

(async () => {
  for (;;) {
    await play().catch((error) => {
      if (!error.cause) throw error; // else the network failed: the server is away, or restarts
      server = home;
    });
    await wait(1);
  }
})();
