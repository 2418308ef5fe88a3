// Every message of the server, protocol 1; generated from server/wire and view_types.py by
// `python -m catanlab.server.protocol.schema`.

/** A seat accepts the open offer. */
export interface Accepted {
  kind: "accept";
}

/**
 * An act was done and is in the log; `seq` is the number of its first event, 0 for chat.
 *
 * Without a room it was done in the lobby.
 */
export interface Ack {
  t: "ack";
  id: string;
  room?: string;
  seq?: number;
  /** The invitation to a room that was just made. */
  invitation?: string;
}

/**
 * Ask for interests, or state one's own, by a button.
 *
 * `want`: does anyone want it? `sell`: is anyone selling it? `lack`: I don't have it. `need`: I want it.
 * `to` are the seats that are asked, empty for all others. With `need`, `has` are cards that one would
 * give for it: an advert, "I want wheat. I am selling clay."
 */
export interface Ask {
  t: "ask";
  /** (form ^[A-Za-z0-9_-]{1,40}(?![\s\S])) */
  id: string;
  /** (form ^[a-z0-9]{1,24}(?![\s\S])) */
  room: string;
  kind: "lack" | "need" | "sell" | "want";
  /** (length at least 1, length at most 5) */
  resources: ("clay" | "ore" | "sheep" | "wheat" | "wood")[];
  /** (length at most 4) */
  to?: number[];
  /** (length at most 4) */
  has?: ("clay" | "ore" | "sheep" | "wheat" | "wood")[];
}

/**
 * A seat asked for interests or stated its own; `to` are the seats that are asked, empty for all.
 *
 * The number of the event names it in a `reply`. `has` are cards that the seat would give for what it
 * needs. `text` is the statement that robots hear.
 */
export interface Asked {
  e: "asked";
  seat: number;
  kind: "lack" | "need" | "sell" | "want";
  resources: ("clay" | "ore" | "sheep" | "wheat" | "wood")[];
  to?: number[];
  has?: ("clay" | "ore" | "sheep" | "wheat" | "wood")[];
  text: string;
}

/** Say whether one waits for invitations: the lobby shows it. */
export interface Available {
  t: "available";
  on?: boolean;
}

/** Who had an award, and who has it now; null for nobody. */
export interface AwardChange {
  from: number | null;
  to: number | null;
}

/** The awards that changed hands. */
export interface Awards {
  longest_road?: AwardChange;
  largest_army?: AwardChange;
}

/** What the bank takes, how many for one, and what it gives for them. */
export interface BankTrade {
  give: "clay" | "ore" | "sheep" | "wheat" | "wood";
  ratio: number;
  get: ("clay" | "ore" | "sheep" | "wheat" | "wood")[];
}

/** The board; hexes, nodes and edges are listed by their numbers, an edge as its two nodes. */
export interface Board {
  resources: ("clay" | "ore" | "sheep" | "wheat" | "wood")[];
  cards: ("knight" | "monopoly" | "road building" | "victory point" | "year of plenty")[];
  hexes: BoardHex[];
  nodes: BoardNode[];
  edges: [number, number][];
  ports: BoardPort[];
}

/** A hex: its place, what it yields (null for the desert), its number, and its corners and sides. */
export interface BoardHex {
  q: number;
  r: number;
  x: number;
  y: number;
  resource: "clay" | "ore" | "sheep" | "wheat" | "wood" | null;
  number: number | null;
  nodes: number[];
  edges: number[];
}

/** A node: its place, its hexes and edges, and its port. */
export interface BoardNode {
  x: number;
  y: number;
  hexes: number[];
  edges: number[];
  port: string | null;
}

/** A port: its edge, the two nodes that trade there, its resource (null for any) and its ratio. */
export interface BoardPort {
  edge: number;
  nodes: [number, number];
  resource: "clay" | "ore" | "sheep" | "wheat" | "wood" | null;
  ratio: number;
}

/** The server closes the connection; the client comes back after `seconds`, or not at all if null. */
export interface Bye {
  t: "bye";
  code: string;
  text: string;
  seconds?: number | null;
}

/** What counting cards tells of all hands. */
export interface CardCounting {
  /** Whether every combination of hands is known; else the bounds are wider than they could be. */
  exact: boolean;
  /** Development cards that nobody has shown. */
  unseen_cards: [number, number, number, number, number];
  seats: CountedHand[];
}

/** A seat drew or played a development card; the card is null for those who do not see it. */
export interface CardEvent {
  seat: number;
  card: "knight" | "monopoly" | "road building" | "victory point" | "year of plenty" | null;
}

/** What followed from an event, as the viewer sees it; what did not change is left out. */
export interface Changes {
  hands?: HandChange[];
  unpaid?: Unpaid[];
  theft?: Theft;
  drawn?: CardEvent;
  played?: CardEvent;
  trade?: Trade;
  awards?: Awards;
  points?: NumberChange[];
  road_lengths?: NumberChange[];
  offer_closed?: true;
  winner?: number | null;
}

/** A channel, and how many people are there. */
export interface ChannelInfo {
  channel: string;
  people: number;
}

/** Something that was said in a channel. */
export interface ChannelLine {
  at: number;
  person: string;
  name: string;
  text: string;
}

/** What was said in a channel, and who is there if that has changed. */
export interface ChannelLines {
  t: "channel";
  channel: string;
  lines?: ChannelLine[];
  people?: Presence[];
}

/**
 * Say something to everybody in the room.
 *
 * In a room with `words`, a clear deal or interest that a player writes is acted upon as well; with
 * `turn`, the number of the turn as in the view, only while that turn lasts.
 */
export interface Chat {
  t: "chat";
  /** (form ^[A-Za-z0-9_-]{1,40}(?![\s\S])) */
  id: string;
  /** (form ^[a-z0-9]{1,24}(?![\s\S])) */
  room: string;
  /** (length at least 1, length at most 300, form ^[^\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+(?![\s\S])) */
  text: string;
  /** (at least 0, at most 9007199254740991) */
  turn?: number | null;
}

/** Something that was said, after the event with the number `seq`. */
export interface ChatLine {
  seq: number;
  at: number;
  person: string;
  name: string;
  text: string;
}

/** What was said in a room. */
export interface ChatLines {
  t: "chat";
  room: string;
  lines: ChatLine[];
}

/** A seat chose its discards, which stay sealed until all have; the seat itself sees the cards. */
export interface Chosen {
  e: "chosen";
  seat: number;
  cards?: string;
}

/** The game that another one continues: the first moves and outcomes were taken over from there. */
export interface Continues {
  /** The room of the other game; empty for a record. */
  room: string;
  /** How many moves and outcomes were taken over. */
  ply: number;
}

/** Ask what can be known for certain about the hands of a room's game, answered by `counting`. */
export interface Count {
  t: "count";
  /** (form ^[a-z0-9]{1,24}(?![\s\S])) */
  room: string;
}

/** What can be known for certain about the cards of a seat. */
export interface CountedHand {
  /** Cards that the seat holds for certain. */
  certain: [number, number, number, number, number];
  /** Cards that it can hold at the most. */
  possible: [number, number, number, number, number];
  most_victory_cards: number;
}

/** The most that can be given, and the deal that is no counter-offer, since it is to accept. */
export interface CounterTemplate {
  max: [number, number, number, number, number];
  except: Deal;
}

/** A seat answers with an offer of its own, from its own side. */
export interface Countered {
  kind: "counter";
  give: [number, number, number, number, number];
  get: [number, number, number, number, number];
}

/** What can be known for certain about the hands, after the event `seq`, from the seat of the person. */
export interface Counting {
  t: "counting";
  room: string;
  seq: number;
  counting: CardCounting;
}

/** Make a room; acknowledged with its name, and joined at once. */
export interface Create {
  t: "create";
  /** (form ^[A-Za-z0-9_-]{1,40}(?![\s\S])) */
  id: string;
  options?: RoomOptions;
}

/**
 * The room was made. The commitment is a SHA-256 over the secret of the dice and its salt.
 *
 * It holds for the outcomes after those that were taken over from a game that this one continues.
 */
export interface Created {
  e: "created";
  board: string;
  commitment: string;
  continues?: Continues;
}

/** The two sides of a deal, from the side of the seat that makes it. */
export interface Deal {
  give: [number, number, number, number, number];
  get: [number, number, number, number, number];
}

/** Decline the invitation to a room. */
export interface Decline {
  t: "decline";
  /** (form ^[a-z0-9]{1,24}(?![\s\S])) */
  room: string;
}

/** Somebody declined an invitation to a room. */
export interface Declined {
  t: "declined";
  room: string;
  person: string;
  name: string;
}

/** The last roll, and the number of its turn. */
export interface Dice {
  sum: number;
  turn: number;
}

/** How many cards are owed, and from which. */
export interface DiscardTemplate {
  owes: number;
  hand: [number, number, number, number, number];
}

/** Another server has the room: the client opens a socket at this address, with the same token. */
export interface Elsewhere {
  t: "elsewhere";
  room: string;
  url: string;
  id?: string;
}

/** The game ended. The secret, its salt and the nonces of `started` let everybody check the dice. */
export interface Ended {
  e: "ended";
  winner: number | null;
  scores: number[];
  termination: "cut" | "finished";
  secret: string;
  salt: string;
}

/** Enter a channel of the lobby, which is made if nobody is there. */
export interface Enter {
  t: "enter";
  /** (form ^[a-z0-9][a-z0-9-]{0,23}(?![\s\S])) */
  channel: string;
}

/** A robot gave its public reason for what it did by the event of the number `of`. */
export interface Explained {
  e: "explained";
  seat: number;
  text: string;
  of?: number;
}

/** Choose another face: in the lobby and for later seats, and with a room for one's seat there. */
export interface Face {
  t: "face";
  /** (form ^[A-Za-z0-9_-]{1,40}(?![\s\S])) */
  id: string;
  /** (form ^[a-z0-9]{0,24}(?![\s\S])) */
  room?: string;
  /** (form ^[a-z0-9-]{0,24}(?![\s\S])) */
  face: string;
}

/** The person in a seat has another face. */
export interface Faced {
  e: "faced";
  seat: number;
  face: string;
}

/** A player granted another seat more time. */
export interface Granted {
  e: "granted";
  seat: number;
  by: number;
  seconds: number;
}

/** What a hand gained or lost: cards, or their number where the viewer does not see them. */
export interface HandChange {
  seat: number;
  cards?: [number, number, number, number, number];
  count?: number;
}

/** The first message of a connection. A token of an earlier `welcome` makes it the same person. */
export interface Hello {
  t: "hello";
  /** (at least 0, at most 9007199254740991) */
  protocol: number;
  /** (length at least 1, length at most 24, form ^[^\s\u0000-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff](?:[^\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]*[^\s\u0000-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff])?(?![\s\S])) */
  name: string;
  /** (form ^[A-Za-z0-9_-]{0,64}(?![\s\S])) */
  token?: string;
  /** The face that the person has chosen; empty for the one of their other connections, if any. (form ^[a-z0-9-]{0,24}(?![\s\S])) */
  face?: string;
}

/**
 * Ask for the events of a room after a number, as one's seat sees them, answered by `history`.
 *
 * A fresh start has only the last ones; a bot that counts cards needs all.
 */
export interface History {
  t: "history";
  /** (form ^[a-z0-9]{1,24}(?![\s\S])) */
  room: string;
  /** (at least 0, at most 9007199254740991) */
  after?: number;
}

/** The events of a room after a number, as the person sees them: 500 at most, fewer at the end. */
export interface HistoryPage {
  t: "history";
  room: string;
  after: number;
  /** Through whose eyes they are seen, as in an update. */
  seat?: number | null;
  events?: Numbered[];
}

/** A robot failed, and a simple move replaced its own. */
export interface Incident {
  e: "incident";
  seat: number;
  kind: string;
}

/** Invite a person or a bot who is in the lobby to a seat, or to any free one. */
export interface Invite {
  t: "invite";
  /** (form ^[A-Za-z0-9_-]{1,40}(?![\s\S])) */
  id: string;
  /** (form ^[a-z0-9]{1,24}(?![\s\S])) */
  room: string;
  /** (form ^[a-z0-9]{1,40}(?![\s\S])) */
  person: string;
  /** (at least 0, at most 3) */
  seat?: number | null;
}

/** Somebody invites to a seat of a room, or to any free one. */
export interface Invited {
  t: "invited";
  room: string;
  invitation: string;
  /** Who invites. */
  person: string;
  name: string;
  seat?: number | null;
}

/**
 * Follow a room, from the seat that this person holds or as a spectator.
 *
 * `seq` is the last number that the client knows.
 */
export interface Join {
  t: "join";
  /** (form ^[a-z0-9]{1,24}(?![\s\S])) */
  room: string;
  /** (form ^[A-Za-z0-9_-]{0,64}(?![\s\S])) */
  invitation?: string;
  /** (at least 0, at most 9007199254740991) */
  seq?: number;
}

/** Leave a channel; it is gone when everybody has left. */
export interface Leave {
  t: "leave";
  /** (form ^[a-z0-9][a-z0-9-]{0,23}(?![\s\S])) */
  channel: string;
}

/**
 * The moves that are open to the viewer, by the words that begin them; closed kinds are left out.
 *
 * Places are numbers of nodes for settlements and cities, of edges for roads, and of seats for `confirm`
 * and `take`.
 */
export interface Legal {
  "end turn"?: true;
  roll?: true;
  road?: number[];
  settlement?: number[];
  city?: number[];
  "buy card"?: true;
  knight?: true;
  "road building"?: true;
  plenty?: Plenty;
  monopoly?: ("clay" | "ore" | "sheep" | "wheat" | "wood")[];
  bank?: BankTrade[];
  offer?: OfferTemplate;
  accept?: true;
  reject?: true;
  counter?: CounterTemplate;
  confirm?: number[];
  take?: number[];
  cancel?: true;
  discard?: DiscardTemplate;
  robber?: RobberPlace[];
  skip?: true;
}

/** Ask for the public rooms. */
export interface ListRooms {
  t: "rooms";
}

/** Who is here, the channels, and the public rooms that wait or play. */
export interface Lobby {
  t: "lobby";
  people: Presence[];
  channels: ChannelInfo[];
  rooms: RoomLine[];
  /** How many people are connected; long lists are cut. */
  connected?: number;
}

/** Lock or unlock a seat. A robot keeps a locked one; in a public room the invited still get it. */
export interface Lock {
  t: "lock";
  /** (form ^[A-Za-z0-9_-]{1,40}(?![\s\S])) */
  id: string;
  /** (form ^[a-z0-9]{1,24}(?![\s\S])) */
  room: string;
  /** (at least 0, at most 3) */
  seat: number;
  locked: boolean;
}

/** A seat was locked or unlocked. */
export interface Locked {
  e: "locked";
  seat: number;
  locked: boolean;
}

/** Grant another seat more time for its decision. */
export interface MoreTime {
  t: "more-time";
  /** (form ^[A-Za-z0-9_-]{1,40}(?![\s\S])) */
  id: string;
  /** (form ^[a-z0-9]{1,24}(?![\s\S])) */
  room: string;
  /** (at least 0, at most 3) */
  seat: number;
}

/**
 * Make a move for one's seat, in answer to the decision of this number.
 *
 * Discards are one answer: `discard wood wood ore`.
 */
export interface Move {
  t: "move";
  /** (form ^[A-Za-z0-9_-]{1,40}(?![\s\S])) */
  id: string;
  /** (form ^[a-z0-9]{1,24}(?![\s\S])) */
  room: string;
  /** (at least 0, at most 9007199254740991) */
  decision: number;
  /** (length at least 1, length at most 200, form ^[^\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+(?![\s\S])) */
  move: string;
}

/** A seat made a move. `changes` is what followed from it, as this seat or spectator sees it. */
export interface Moved {
  e: "moved";
  seat: number;
  move: string;
  changes?: Changes;
  /** Whether the clock made the move, since the seat was out of time. */
  late?: boolean;
  /** The line of chat that it came from. */
  words?: string;
}

/** Get no more lines of a person, in no room or channel, and no invitations; answered by `muted`. */
export interface Mute {
  t: "mute";
  /** (form ^[a-z0-9]{1,40}(?![\s\S])) */
  person: string;
  on?: boolean;
}

/** The people whom this person has muted. */
export interface Muted {
  t: "muted";
  persons: string[];
}

/** A number of a seat, before and after. */
export interface NumberChange {
  seat: number;
  from: number | null;
  to: number | null;
}

/** An event with its number and the time in milliseconds; a bare number where nothing may be seen. */
export interface Numbered {
  seq: number;
  at?: number;
  event?: Created | Seated | Returning | Faced | Renamed | Locked | Started | Moved | Outcome | Chosen | Said | Asked | Replied | Proposed | Withdrawn | Granted | Explained | Resumed | Incident | Ended | Rematched;
}

/** Who sits in a seat. */
export interface Occupant {
  kind: "nobody" | "person" | "robot";
  name?: string;
  /** The public id of a person. */
  person?: string;
  /** The spec of a robot. */
  agent?: string;
  /** The level of a robot, if its spec is that of one. */
  level?: string;
  /** Whether the person is a bot: a program of somebody else. */
  bot?: boolean;
  /** The face that a person has chosen, or that a robot has. */
  face?: string;
}

/** The open offer, its addressees, and the answers by seat. */
export interface Offer {
  by: number;
  give: [number, number, number, number, number];
  get: [number, number, number, number, number];
  to: number[];
  answers: (Accepted | Rejected | Countered | null)[];
}

/** The most that can be given, whom an offer can go to, and how many offers are left. */
export interface OfferTemplate {
  max: [number, number, number, number, number];
  to: number[];
  left: number;
}

/** What a seat asked or advertised in this turn; `ask` is the number of the event. */
export interface OpenAsk {
  seat: number;
  ask: number;
  kind: "lack" | "need" | "sell" | "want";
  resources: ("clay" | "ore" | "sheep" | "wheat" | "wood")[];
  has?: ("clay" | "ore" | "sheep" | "wheat" | "wood")[];
  to?: number[];
  /** The seats that may still answer; who says that they have no such cards expects no answer. */
  waiting?: number[];
}

/** A proposal to the seat on turn; `proposal` is the number of the event that made it. */
export interface OpenProposal {
  seat: number;
  deal: string;
  proposal: number;
}

/** Chance decided. */
export interface Outcome {
  e: "outcome";
  move: string;
  changes?: Changes;
}

/** The clocks of a room. Every decision has its seconds; what it takes beyond comes from the bank. */
export interface Pace {
  /** Seconds for a decision of the seat on turn. (at least 1.0, at most 86400.0) */
  decision?: number;
  /** Seconds that a seat has for the whole game beyond those. (at least 0.0, at most 86400.0) */
  bank?: number;
  /** Seconds for the answer to an offer; the bank does not count here. (at least 1.0, at most 86400.0) */
  answer?: number;
  /** Seconds for discards; the bank does not count here. (at least 1.0, at most 86400.0) */
  discard?: number;
  /** Seconds that another player gives when granting more time. (at least 0.0, at most 86400.0) */
  grant?: number;
}

/** Follow a room no longer. */
export interface Part {
  t: "part";
  /** (form ^[a-z0-9]{1,24}(?![\s\S])) */
  room: string;
}

/** Pieces that a seat has not built yet. */
export interface PiecesLeft {
  roads: number;
  settlements: number;
  cities: number;
}

/** To be answered by a `pong` with the same number; `lag` is the last round trip in milliseconds. */
export interface Ping {
  t: "ping";
  n: number;
  lag?: number;
}

/** How many cards year of plenty takes, and how many of each the bank can give, up to two. */
export interface Plenty {
  count: number;
  stock: [number, number, number, number, number];
}

/** The points of a seat by source; those of its cards are null where they are not known. */
export interface Points {
  total: number;
  settlements: number;
  cities: number;
  longest_road: number;
  largest_army: number;
  cards: number | null;
}

/** The answer to a `ping`, with its number. */
export interface Pong {
  t: "pong";
  /** (at least 0, at most 9007199254740991) */
  n: number;
}

/** Somebody who is connected. */
export interface Presence {
  person: string;
  name: string;
  reserved?: boolean;
  bot?: boolean;
  /** Whether they wait for invitations. */
  available?: boolean;
  /** The public room in which they have a seat. */
  room?: string;
  face?: string;
}

/**
 * Propose a deal, such as `1 wood for 1 ore` from one's own side, to the seat on turn.
 *
 * `turn` is the number of the turn, as in the view, for which the proposal is meant: a late one must not
 * reach another player's turn.
 */
export interface Propose {
  t: "propose";
  /** (form ^[A-Za-z0-9_-]{1,40}(?![\s\S])) */
  id: string;
  /** (form ^[a-z0-9]{1,24}(?![\s\S])) */
  room: string;
  /** (at least 0, at most 9007199254740991) */
  turn: number;
  /** (length at least 1, length at most 200, form ^[^\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+(?![\s\S])) */
  deal: string;
}

/** A seat proposed a deal, from its own side, to the seat on turn; the number of the event names it. */
export interface Proposed {
  e: "proposed";
  seat: number;
  deal: string;
  /** The line of chat that it came from. */
  words?: string;
}

/**
 * Get a seat at a public table that waits, or at a new one, whose game begins at once with robots.
 *
 * The options are those of the new one; a table that waits has the same rules. It is joined at once.
 */
export interface Quick {
  t: "quick";
  /** (form ^[A-Za-z0-9_-]{1,40}(?![\s\S])) */
  id: string;
  options?: RoomOptions;
  /** (form ^[0-9a-f]{0,64}(?![\s\S])) */
  nonce?: string;
  /** Whether to play with robots now: always at a new table, never at one that waits. */
  robots?: boolean;
  /** Whether anybody may take a robot's seat in that game; else they are locked. */
  open?: boolean;
  /** The seat at a new table; null lets the server draw it. (at least 0, at most 3) */
  seat?: number | null;
}

/** An act or a request was not done, with a stable code and the reason. */
export interface Refused {
  t: "refused";
  code: string;
  text: string;
  id?: string;
  room?: string;
}

/** A seat rejects the open offer. */
export interface Rejected {
  kind: "reject";
}

/** Make a room with the same options, with seats kept for the same people, after the end of a game. */
export interface Rematch {
  t: "rematch";
  /** (form ^[A-Za-z0-9_-]{1,40}(?![\s\S])) */
  id: string;
  /** (form ^[a-z0-9]{1,24}(?![\s\S])) */
  room: string;
}

/** Somebody made a room for a rematch, with seats kept for the same people. */
export interface Rematched {
  e: "rematched";
  room: string;
  invitation: string;
}

/** The person in a seat has another name. */
export interface Renamed {
  e: "renamed";
  seat: number;
  name: string;
}

/** A seat answered what the event with the number `ask` asked. */
export interface Replied {
  e: "replied";
  seat: number;
  ask: number;
  answer: "no" | "offer" | "yes";
  /** The statement that robots hear; empty for none. */
  text?: string;
  /** The line of chat that it came from. */
  words?: string;
}

/** Answer what was asked by the event of this number. */
export interface Reply {
  t: "reply";
  /** (form ^[A-Za-z0-9_-]{1,40}(?![\s\S])) */
  id: string;
  /** (form ^[a-z0-9]{1,24}(?![\s\S])) */
  room: string;
  /** (at least 0, at most 9007199254740991) */
  ask: number;
  answer: "no" | "offer" | "yes";
}

/** Report a person to the administrators of the server. */
export interface Report {
  t: "report";
  /** (form ^[A-Za-z0-9_-]{1,40}(?![\s\S])) */
  id: string;
  /** (form ^[a-z0-9]{1,40}(?![\s\S])) */
  person: string;
  /** (length at least 1, length at most 300, form ^[^\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+(?![\s\S])) */
  text: string;
  /** The room where it happened; empty for none. (form ^[a-z0-9]{0,24}(?![\s\S])) */
  room?: string;
  /** The channel where it happened; empty for none. (form ^[a-z0-9-]{0,24}(?![\s\S])) */
  channel?: string;
}

/** The room was loaded again from its log; acts that were not acknowledged were not done. */
export interface Resumed {
  e: "resumed";
  epoch: number;
}

/** A person gets the seat of a robot at its next decision; until then the robot decides. */
export interface Returning {
  e: "returning";
  seat: number;
  name: string;
  /** Whether the person has not held this seat before. */
  new?: boolean;
}

/** A hex for the robber with the seats that can be robbed there. */
export interface RobberPlace {
  hex: number;
  victims: number[];
}

/** A room in a list. */
export interface RoomLine {
  room: string;
  status: string;
  rules: string;
  seats: Occupant[];
  spectators?: number;
  /** When it was made, in milliseconds since 1970. */
  at?: number;
  /** Whether it has clocks. */
  clocks?: boolean;
  public?: boolean;
  title?: string;
  /** The name of the person who made it, if they have held a seat there. */
  maker?: string;
  /** How many seats anybody may take: empty ones, or in a game those of robots that are not locked. */
  free?: number;
  /** When its game began, in milliseconds since 1970; 0 before that. */
  since?: number;
  /** The number of the turn; 0 before the game. In a list of several servers it may be some turns old. */
  turn?: number;
  /** The most points that everybody sees of one seat, when that turn began. */
  points?: number;
}

/** The public rooms. */
export interface RoomList {
  t: "rooms";
  rooms: RoomLine[];
}

/** How a room plays. */
export interface RoomOptions {
  /** The rules: a named set and the fields that differ, as `catanlab rules` prints them. (length at most 400) */
  rules?: string;
  /** A layout's name or a board as text; empty for the layout of the rules. (length at most 200) */
  board?: string;
  /** The robot of each seat that no person takes, as an agent's spec; the last one holds for the rest. (length at most 4) */
  robots?: string[];
  /** The clocks; null for a game without. */
  pace?: Pace | null;
  /** Seconds without a connection, while the seat must decide, after which a robot takes it. (at least 0.0, at most 86400.0) */
  grace?: number;
  /** Whether the room is listed; else only its invitation opens it. */
  public?: boolean;
  /** Whether people may answer an offer with a counter-offer. */
  counter_button?: boolean;
  /** Whether people may ask for interests, and answer, by buttons. */
  interest_buttons?: boolean;
  /** Whether clear offers and interests in the chat of players become proposals and statements. */
  words?: boolean;
  /** Whether robots give a public reason when asked. */
  reasons?: boolean;
  /** Offers that a robot may put to people in one turn. (at least 0, at most 100) */
  robot_offers?: number;
  /** How long a robot seems to think about a decision; at least the default while no person sits there. (at least 0.0, at most 86400.0) */
  robot_seconds?: number;
  /** What the room is called in lists. (length at most 40, form ^[^\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]*(?![\s\S])) */
  title?: string;
}

/** A seat made a statement. */
export interface Said {
  e: "said";
  seat: number;
  text: string;
  /** The line of chat that it came from. */
  words?: string;
}

/** Make a statement from one's seat, which robots hear too: "I need ore". */
export interface Say {
  t: "say";
  /** (form ^[A-Za-z0-9_-]{1,40}(?![\s\S])) */
  id: string;
  /** (form ^[a-z0-9]{1,24}(?![\s\S])) */
  room: string;
  /** (length at least 1, length at most 200, form ^[^\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+(?![\s\S])) */
  text: string;
}

/** A seat of a room. */
export interface SeatInfo {
  occupant: Occupant;
  /** Whether a robot keeps the seat for a person. */
  away?: boolean;
  connected?: boolean;
  locked?: boolean;
  /** The name of the person for whom the seat is kept: by a robot, or until the start of a rematch. */
  kept_for?: string;
  /** Seconds left in its bank. */
  bank?: number;
  /** Seconds left for its decision, the bank included; not given where no clock runs. */
  left?: number;
}

/** A seat: its own cards where they are shown, of others the numbers. */
export interface SeatView {
  hand_size: number;
  hand: [number, number, number, number, number] | null;
  card_count: number;
  bought_count: number;
  cards: [number, number, number, number, number] | null;
  bought: [number, number, number, number, number] | null;
  knights: number;
  settlements: number[];
  cities: number[];
  roads: number[];
  left: PiecesLeft;
  points: Points;
  road_length: number;
  ratios: [number, number, number, number, number];
  owes: number;
}

/** A seat has another occupant. With `away` a robot keeps the seat of a person who may come back. */
export interface Seated {
  e: "seated";
  seat: number;
  occupant: Occupant;
  away?: boolean;
}

/** Take a seat, or any free one. The nonce is mixed into the dice if the game has not begun. */
export interface Sit {
  t: "sit";
  /** (form ^[A-Za-z0-9_-]{1,40}(?![\s\S])) */
  id: string;
  /** (form ^[a-z0-9]{1,24}(?![\s\S])) */
  room: string;
  /** (at least 0, at most 3) */
  seat?: number | null;
  /** (form ^[0-9a-f]{0,64}(?![\s\S])) */
  nonce?: string;
  /** That of the room: in a public room it opens a locked seat, unless a robot keeps that for somebody. (form ^[A-Za-z0-9_-]{0,64}(?![\s\S])) */
  invitation?: string;
}

/** Leave one's seat; a robot takes it at once, if the game has begun. */
export interface Stand {
  t: "stand";
  /** (form ^[A-Za-z0-9_-]{1,40}(?![\s\S])) */
  id: string;
  /** (form ^[a-z0-9]{1,24}(?![\s\S])) */
  room: string;
}

/** Begin the game; robots fill the empty seats. */
export interface Start {
  t: "start";
  /** (form ^[A-Za-z0-9_-]{1,40}(?![\s\S])) */
  id: string;
  /** (form ^[a-z0-9]{1,24}(?![\s\S])) */
  room: string;
}

/** The game began. The nonces, by seat, are mixed into the seed of the dice. */
export interface Started {
  e: "started";
  nonces: string[];
}

/** Everything about a room that is not a matter of the rules. */
export interface TableInfo {
  status: "over" | "playing" | "sleeping" | "waiting";
  options: RoomOptions;
  seats: SeatInfo[];
  commitment: string;
  /** The name of the person who made the room, if they have held a seat there. */
  maker?: string;
  /** The number of the last event that was taken over from a game that this one continues. */
  taken_over?: number;
  spectators?: number;
  proposals?: OpenProposal[];
  /** The last ask of each seat in this turn, and earlier ones that may still be answered, in order. */
  asks?: OpenAsk[];
  /** The seats that have chosen their discards. */
  chosen?: number[];
  /** Whether a robot waits because all workers are busy. */
  busy?: boolean;
}

/** Take the proposal of another seat, which the event of this number made. */
export interface Take {
  t: "take";
  /** (form ^[A-Za-z0-9_-]{1,40}(?![\s\S])) */
  id: string;
  /** (form ^[a-z0-9]{1,24}(?![\s\S])) */
  room: string;
  /** (at least 0, at most 3) */
  seat: number;
  /** (at least 0, at most 9007199254740991) */
  proposal: number;
}

/** Say something in a channel. */
export interface Talk {
  t: "talk";
  /** (form ^[A-Za-z0-9_-]{1,40}(?![\s\S])) */
  id: string;
  /** (form ^[a-z0-9][a-z0-9-]{0,23}(?![\s\S])) */
  channel: string;
  /** (length at least 1, length at most 300, form ^[^\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+(?![\s\S])) */
  text: string;
}

/** A card was stolen; the card is null for those who do not see it. */
export interface Theft {
  by: number;
  from: number;
  card: "clay" | "ore" | "sheep" | "wheat" | "wood" | null;
}

/** An exchange, from the side of the seat on turn; the partner is null for the bank. */
export interface Trade {
  by: number;
  with: number | null;
  give: [number, number, number, number, number];
  get: [number, number, number, number, number];
}

/** What a roll owed to a seat and the bank could not pay. */
export interface Unpaid {
  seat: number;
  cards: [number, number, number, number, number];
}

/**
 * Events of a room, and what is the case after them.
 *
 * `seq` is the number of the last event. With `reset` the client forgets what it knew of the room: events
 * before those given are not sent. `seat` is the seat of the person, null for a spectator.
 */
export interface Update {
  t: "update";
  room: string;
  epoch: number;
  seq: number;
  reset?: boolean;
  seat?: number | null;
  events?: Numbered[];
  /** The board, with `reset`. */
  board?: Board;
  /** The game as the seat or spectator sees it: not given before the start of the game. */
  view?: View;
  table?: TableInfo;
}

/** The game as a seat sees it, or a spectator, whose `seat` is null. */
export interface View {
  seat: number | null;
  phase: string;
  decision: number;
  deciders: number[];
  turn: number;
  on_turn: number;
  rolled: boolean;
  card_played: boolean;
  dice: Dice | null;
  robber: number;
  victim: number | null;
  bank: [number, number, number, number, number] | null;
  deck: number;
  longest_road: number | null;
  largest_army: number | null;
  winner: number | null;
  free_roads: number;
  offers_left: number;
  offer: Offer | null;
  seats: SeatView[];
  legal: Legal | null;
}

/** Get the lobby, and again whenever it has changed, until `on` is false. */
export interface Watch {
  t: "watch";
  on?: boolean;
}

/**
 * The answer to `hello`. The token is secret: it makes a later connection the same person.
 *
 * It is empty where a cookie or the client's own token says who it is.
 */
export interface Welcome {
  t: "welcome";
  protocol: number;
  person: string;
  name: string;
  token?: string;
  /** Whether a password reserves the name. */
  reserved?: boolean;
  bot?: boolean;
  face?: string;
  /** The games of this person that are not over. */
  games?: RoomLine[];
}

/** Ask a robot why it made its last move or answer, or an earlier one. */
export interface Why {
  t: "why";
  /** (form ^[A-Za-z0-9_-]{1,40}(?![\s\S])) */
  id: string;
  /** (form ^[a-z0-9]{1,24}(?![\s\S])) */
  room: string;
  /** (at least 0, at most 3) */
  seat: number;
  /** The number of its move or answer, among those of the last rounds; 0 for the last one. (at least 0, at most 9007199254740991) */
  seq?: number;
}

/** Take one's proposal back. */
export interface Withdraw {
  t: "withdraw";
  /** (form ^[A-Za-z0-9_-]{1,40}(?![\s\S])) */
  id: string;
  /** (form ^[a-z0-9]{1,24}(?![\s\S])) */
  room: string;
}

/** A proposal is no longer open: it was taken back, or it lapsed. */
export interface Withdrawn {
  e: "withdrawn";
  seat: number;
  lapsed?: boolean;
}

export type AnyEvent =
  | Created
  | Seated
  | Returning
  | Faced
  | Renamed
  | Locked
  | Started
  | Moved
  | Outcome
  | Chosen
  | Said
  | Asked
  | Replied
  | Proposed
  | Withdrawn
  | Granted
  | Explained
  | Resumed
  | Incident
  | Ended
  | Rematched;

export type ClientMessage =
  | Hello
  | ListRooms
  | Join
  | Part
  | Pong
  | Create
  | Quick
  | Count
  | History
  | Watch
  | Enter
  | Leave
  | Talk
  | Available
  | Decline
  | Mute
  | Report
  | Sit
  | Stand
  | Start
  | Lock
  | Move
  | Propose
  | Withdraw
  | Take
  | Say
  | Ask
  | Reply
  | Chat
  | MoreTime
  | Why
  | Invite
  | Face
  | Rematch;

export type ServerMessage =
  | Welcome
  | Update
  | ChatLines
  | Ack
  | Refused
  | RoomList
  | Ping
  | Bye
  | Elsewhere
  | Counting
  | HistoryPage
  | Lobby
  | ChannelLines
  | Invited
  | Declined
  | Muted;
