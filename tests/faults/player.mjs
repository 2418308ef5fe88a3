/**
 * A player that knows no rules: it picks among the legal moves of its view, as docs/reference/views.md
 * describes them, and now and then talks, proposes, asks and answers.
 */

const RESOURCES = ["wood", "clay", "sheep", "wheat", "ore"];
const LINES = ["good luck", "I need ore", "who has wood?", "one clay for one wheat?", "no thanks", "not me"];

/** How likely a kind of move is among those that are legal; 10 for the others. */
const WEIGHTS = {
  city: 40, settlement: 40, road: 6, knight: 5, bank: 6, offer: 4, counter: 3, accept: 4, reject: 3,
  confirm: 6, take: 6, "end turn": 5, cancel: 1, skip: 2,
};

/** Refusals that others' acts bring about, or the player's own daring: none of them is a fault. */
export const CROSSED = new Set([
  "stale-decision", "not-your-decision", "already-chosen", "already-begun", "already-replied", "already-seated",
  "bad-proposal", "no-proposal", "no-such-ask", "game-over", "too-many-statements", "not-a-robot", "no-reason",
  "no-clock", "not-begun", "not-over", "seat-locked", "seat-taken", "seat-kept", "other-seat-held", "no-such-seat",
  "not-seated", "not-here", "room-closed", "no-such-room", "interest-buttons-off", "counter-button-off",
  "wrong-phase", "cannot-pay", "same-as-offer", "partner-cannot-pay", "no-player-trade",
]);

function weighted(random, kinds) {
  let place = random.below(kinds.reduce((sum, kind) => sum + (WEIGHTS[kind] ?? 10), 0));
  return kinds.find((kind) => (place -= WEIGHTS[kind] ?? 10) < 0);
}

/** Return so many cards of a hand, drawn one by one, as words. */
function cards(random, counts, count) {
  const stock = counts.flatMap((number, place) => Array(number).fill(RESOURCES[place]));
  return Array.from({ length: count }, () => stock.splice(random.below(stock.length), 1)[0]);
}

/** Return a deal that gives one or two of what can be given, or null. */
function deal(random, most) {
  const can = RESOURCES.filter((_, place) => most[place] > 0);
  if (!can.length) return null;
  const give = random.pick(can);
  const get = random.pick(RESOURCES.filter((name) => name !== give));
  const count = most[RESOURCES.indexOf(give)] > 1 && random.chance(0.3) ? 2 : 1;
  return `${count} ${give} for 1 ${get}`;
}

/** Return one side of a deal in words. */
const side = (counts) =>
  RESOURCES.flatMap((name, place) => (counts[place] ? [`${counts[place]} ${name}`] : [])).join(" + ");

const PLAIN = (kind) => () => kind;
const ONE_OF = (kind) => (random, places) => `${kind} ${random.pick(places)}`;

/** The text of a move of each kind, from what `legal` says of it; null if there is none after all. */
const TEXTS = {
  roll: PLAIN("roll"),
  "end turn": PLAIN("end turn"),
  "buy card": PLAIN("buy card"),
  knight: PLAIN("knight"),
  "road building": PLAIN("road building"),
  accept: PLAIN("accept"),
  reject: PLAIN("reject"),
  cancel: PLAIN("cancel"),
  skip: PLAIN("skip"),
  settlement: ONE_OF("settlement"),
  city: ONE_OF("city"),
  monopoly: ONE_OF("monopoly"),
  confirm: ONE_OF("confirm"),
  take: ONE_OF("take"),
  road: (random, edges, board) => `road ${board.edges[random.pick(edges)].join("-")}`,
  robber: (random, places) => {
    const { hex, victims } = random.pick(places);
    return victims?.length ? `robber ${hex} from ${random.pick(victims)}` : `robber ${hex}`;
  },
  bank: (random, deals) => {
    const { give, ratio, get } = random.pick(deals);
    return get.length ? `bank ${ratio} ${give} for 1 ${random.pick(get)}` : null;
  },
  plenty: (random, { count, stock }) => `plenty ${cards(random, stock, count).join(" ")}`,
  discard: (random, { owes, hand }) => `discard ${cards(random, hand, owes).join(" ")}`,
  offer: (random, { max, to }) => {
    const what = deal(random, max);
    const asked = to.length > 1 && random.chance(0.3) ? [random.pick(to)] : to;
    return what && `offer ${what} to ${asked.join(" ")}`;
  },
  counter: (random, { max, except }) => {
    const what = deal(random, max);
    return what && what !== `${side(except.give)} for ${side(except.get)}` ? `counter ${what}` : null;
  },
};

/** Return the text of a legal move, or null if there is nothing to decide. */
export function chooseMove(random, view, board) {
  const kinds = Object.keys(view.legal ?? {}).filter((kind) => kind in TEXTS);
  if (!kinds.length) return null;
  // While others answer an offer a player waits: `cancel` alone is no answer.
  if (view.phase === "answering" && kinds.every((kind) => kind === "cancel") && !random.chance(0.02)) return null;
  const kind = weighted(random, kinds);
  return TEXTS[kind](random, view.legal[kind], board);
}

/** Return an act for the seat that a room gives to this client, without an id, or null to wait. */
export function chooseAct(random, room, { talks = 0.08 } = {}) {
  const { view, table, board, seat, name } = room;
  if (!view || seat === null || room.ended) return null;
  const aside = random.chance(talks) ? chooseAside(random, room) : null;
  if (aside) return { ...aside, room: name };
  if ((table.proposals ?? []).length && view.on_turn === seat && random.chance(0.3)) {
    const { seat: by, proposal } = random.pick(table.proposals);
    return { t: "take", room: name, seat: by, proposal };
  }
  const question = (table.asks ?? []).find((each) => each.waiting?.includes(seat));
  if (question && random.chance(0.4)) {
    return { t: "reply", room: name, ask: question.ask, answer: random.pick(["yes", "no", "offer"]) };
  }
  if ((table.chosen ?? []).includes(seat)) return null;
  const move = chooseMove(random, view, board);
  return move && { t: "move", room: name, decision: view.decision, move };
}

function chooseAside(random, room) {
  const { view, table, seat } = room;
  const others = table.seats.map((_, place) => place).filter((place) => place !== seat);
  const hand = view.seats[seat].hand ?? [0, 0, 0, 0, 0];
  const robots = others.filter((place) => table.seats[place].occupant?.kind === "robot");
  const moved = robots.filter((place) => room.moves.has(place));
  switch (random.below(11)) {
    case 0:
    case 1:
      return { t: "chat", text: `${random.pick(LINES)}` };
    case 2:
      return { t: "say", text: `I need ${random.pick(RESOURCES)}` };
    case 3:
    case 4: {
      const what = view.phase === "main" && view.on_turn !== seat && deal(random, hand);
      return what ? { t: "propose", turn: view.turn, deal: what } : null;
    }
    case 5:
      return (table.proposals ?? []).some((each) => each.seat === seat) ? { t: "withdraw" } : null;
    case 6:
      return { t: "ask", kind: random.pick(["want", "sell", "lack", "need"]), resources: [random.pick(RESOURCES)] };
    case 7:
      return robots.length ? { t: "lock", seat: random.pick(robots), locked: random.chance(0.5) } : null;
    case 8:
      return { t: "face", face: random.pick(["owl", "fox", "bear"]) };
    case 9: {
      if (!moved.length) return null;
      const robot = random.pick(moved);
      return { t: "why", seat: robot, seq: room.moves.get(robot) };
    }
    default:
      return table.options?.pace ? { t: "more-time", seat: random.pick(others) } : null;
  }
}
