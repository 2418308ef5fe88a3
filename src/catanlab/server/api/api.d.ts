// What the HTTP API reads and writes; generated from the table of endpoints by
// `python -m catanlab.server.api.typescript`.

import type {
  Board,
  CardCounting,
  ChatLine,
  Continues,
  Numbered,
  Occupant,
  Pace,
  Points,
  RoomLine,
  RoomOptions,
  TableInfo,
  View,
} from "../protocol/wire.d.ts";

/** An agent, which `robots` of a room takes by its name, with options or without. */
export interface AgentChoice {
  name: string;
  summary: string;
  /** Whether it thinks for long: a busy server may refuse it. */
  searches?: boolean;
}

/** An award changed hands. */
export interface AwardTaken {
  award: "largest_army" | "longest_road";
  turn: number;
  seq: number;
  ply: number;
  /** Who had it; null for nobody. */
  before: number | null;
  after: number | null;
  /** The length of the road, or the number of knights, of who has it now; 0 for nobody. */
  size: number;
}

/** A hex under the robber, and what it cost each seat in cards. */
export interface BlockedHex {
  hex: number;
  resource: "clay" | "ore" | "sheep" | "wheat" | "wood" | null;
  /** How often its number was rolled meanwhile. */
  rolls: number;
  cards: number[];
}

/** A bot of one's own. */
export interface Bot {
  person: string;
  name: string;
  /** In milliseconds since 1970. */
  made_at: number;
}

/** A bot and its token, which is shown this once. */
export interface BotWithToken {
  person: string;
  name: string;
  /** In milliseconds since 1970. */
  made_at: number;
  token: string;
}

/** One's bots. */
export interface Bots {
  bots: Bot[];
}

/** What a seat built after the set-up, and bought. */
export interface Built {
  roads: number;
  settlements: number;
  cities: number;
  cards: number;
}

/** What may be chosen for a new game. */
export interface Choices {
  /** The options that a room has if none are chosen. */
  options: RoomOptions;
  usual_level: string;
  /** The weakest first. */
  levels: LevelChoice[];
  agents: AgentChoice[];
  rule_sets: RuleSetChoice[];
  /** Every rule. */
  rules: RuleChoice[];
  /** The rules that people change, the most wanted first. */
  switches: string[];
  layouts: LayoutChoice[];
  paces: PaceChoice[];
}

/** The room of a game that goes on from a position; its invitation opens it. */
export interface Continued {
  room: string;
  invitation: string;
}

/** Whether the dice are those that were committed to, and all that is needed to check it elsewhere. */
export interface DiceCheck {
  verdict: "right" | "unknown" | "wrong";
  /** The same in a sentence. */
  text: string;
  room?: string;
  commitment?: string;
  secret?: string;
  salt?: string;
  nonces?: string[];
  /** The seed that follows from them, as a number in digits: it may be too large for JavaScript. */
  seed?: string;
  /** Outcomes that were drawn from it. */
  outcomes?: number;
  /** The game whose first moves and outcomes were taken over: they are not from these dice. */
  continues?: Continues;
}

/**
 * The dice against what fair dice give.
 *
 * `probability` is that of a spread like this or wider: of counts whose chi-square against the expectation
 * is at least this one, for as many rolls of fair dice. It is the share of `samples` simulated games.
 */
export interface DiceStatistics {
  rolls: number;
  counts: number[];
  expected: number[];
  /** The counts of each seat's own rolls. */
  by_seat: number[][];
  chi_square: number;
  probability: number;
  samples: number;
}

/** Trades: how many, and the cards that went and came. */
export interface Exchanged {
  count: number;
  gave: [number, number, number, number, number];
  got: [number, number, number, number, number];
}

/** The password of who wants to be deleted; empty for a guest. */
export interface Farewell {
  /** (length at most 1024) */
  password?: string;
}

/** A game that is over. Times are milliseconds since 1970. */
export interface Game {
  room: string;
  rules: string;
  size: number;
  started_at: number;
  ended_at: number;
  turns: number;
  /** The seat that won; null if none did. */
  winner: number | null;
  seats: Seat[];
}

/** What happened in a game, counted. */
export interface GameStatistics {
  room?: string;
  rules: string;
  turns: number;
  /** Moves and outcomes. */
  plies: number;
  winner: number | null;
  termination: "cut" | "finished" | "unfinished";
  started_at?: number;
  ended_at?: number;
  seats: SeatStatistics[];
  dice: DiceStatistics;
  /** The hexes under the robber whose numbers were rolled, in the order of the board. */
  robber: BlockedHex[];
  /** After the set-up, after each turn, and at the end. */
  standings: Standing[];
  awards: AwardTaken[];
  /** Null if nobody won. */
  won: HowWon | null;
  check: DiceCheck;
}

/** A page of finished games, the latest first. */
export interface Games {
  games: Game[];
  /** What to give as `before` for the next page; left out on the last one. */
  next?: string;
}

/** Finished games of a table size. */
export interface GamesBySize {
  size: number;
  games: number;
  /** The mean number of turns. */
  turns: number;
  /** The mean number of people in their seats; the others were bots and robots. */
  people: number;
}

/** The winning move, as facts for a sentence. */
export interface HowWon {
  /** Who won. */
  seat: number;
  /** Whose move it was; null for an outcome, such as a card that was drawn. */
  by: number | null;
  move: string;
  turn: number;
  seq: number;
  ply: number;
  /** Points that the move brought, hidden ones included. */
  gained: number;
  /** Victory point cards that nobody had seen before. */
  hidden: number;
  /** The award that the move brought. */
  award: "largest_army" | "longest_road" | null;
  /** Who had it before; null for nobody. */
  taken_from: number | null;
  /** Points ahead of the second. */
  margin: number;
}

/** The players by their ratings, the best first. */
export interface Ladder {
  size: number;
  players: Rung[];
}

/** A layout of the board, which `board` of a room takes by its name. */
export interface LayoutChoice {
  name: string;
  summary: string;
}

/** A level of robots, which `robots` of a room takes by its name. */
export interface LevelChoice {
  name: string;
  summary: string;
  /** The spec of its robots. */
  agent: string;
}

/** Who one is. */
export interface Me {
  /** The public id. */
  person: string;
  name: string;
  /** Whether a password, or a bot's owner, reserves the name. */
  reserved?: boolean;
  bot?: boolean;
  /** One's games that are not over. */
  games?: RoomLine[];
  /** The secret for `Authorization: Bearer`, if it was asked for. It is shown this once. */
  token?: string;
}

/** The name of a new bot. */
export interface NewBot {
  /** (length at least 1, length at most 24, form ^[^\s\u0000-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff](?:[^\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]*[^\s\u0000-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff])?(?![\s\S])) */
  name: string;
}

/** A position of a game that is over: a room or a record, and after which event. */
export interface NewContinued {
  /** What the caller chose for it: the same id makes the same room, once. (form ^[A-Za-z0-9_-]{1,40}(?![\s\S])) */
  id: string;
  /** The room of the game; empty for a record. (form ^[a-z0-9]{0,24}(?![\s\S])) */
  room?: string;
  /** The invitation of a room that is not public. (form ^[A-Za-z0-9_-]{0,64}(?![\s\S])) */
  invitation?: string;
  /** The record, if it is no room. (length at most 262144) */
  record?: string;
  /** The event after which the new game goes on: `seq` of the frame that is shown. (at least 0, at most 9007199254740991) */
  at: number;
  /** The seat that the caller takes; robots take the others. (at least 0, at most 3) */
  seat: number;
  /** What the caller mixes into the new dice. (form ^[0-9a-f]{0,64}(?![\s\S])) */
  nonce?: string;
  /** How the new room plays. Rules and board are those of the game; the room is never public. */
  options?: RoomOptions;
}

/** Another name. */
export interface NewName {
  /** (length at least 1, length at most 24, form ^[^\s\u0000-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff](?:[^\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]*[^\s\u0000-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff])?(?![\s\S])) */
  name: string;
}

/** A new password, and the old one if there is one. */
export interface NewPassword {
  /** (length at most 1024) */
  password: string;
  /** (length at most 1024) */
  old?: string;
}

/** A name, and the password that reserves it; without a password it is the name of a new guest. */
export interface NewSession {
  /** (length at least 1, length at most 24, form ^[^\s\u0000-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff](?:[^\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]*[^\s\u0000-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff])?(?![\s\S])) */
  name: string;
  /** (length at most 1024) */
  password?: string;
  /** Whether to answer with the token instead of setting the cookie: for programs. */
  token?: boolean;
}

/** Clocks with a name: `pace` of a room has the value, not the name. */
export interface PaceChoice {
  name: string;
  summary: string;
  pace: Pace | null;
}

/** A record as text. */
export interface Pasted {
  /** (length at most 262144) */
  record: string;
}

/** A record as text, and through whose eyes it is seen. */
export interface PastedReplay {
  /** (length at most 262144) */
  record: string;
  eyes?: "0" | "1" | "2" | "3" | "everything";
}

/** What anybody may know of a person or bot. */
export interface Profile {
  person: string;
  name: string;
  kind: "bot" | "person";
  reserved: boolean;
  /** Games that they finished. */
  games: number;
  wins: number;
  ratings: Rating[];
}

/** A rating at tables of a size. */
export interface Rating {
  size: number;
  /** mu - 3 sigma: the skill is almost certainly higher. */
  rating: number;
  /** The skill, as far as known. */
  mu: number;
  /** How uncertain that is. */
  sigma: number;
  games: number;
}

/** Why a robot made a move. */
export interface Reason {
  seq: number;
  seat: number;
  move: string;
  /** What it would have said during the game; empty if nothing. */
  reason: string;
  /** What it thought, its hand included; empty if it noted nothing. */
  full_reason: string;
}

/** What was wrong: a stable code, and a sentence for people. */
export interface Refusal {
  code: string;
  text: string;
}

/** A whole game, frame by frame. Times are milliseconds since 1970, 0 where nobody noted them. */
export interface Replay {
  /** Empty for a record. */
  room?: string;
  eyes: "0" | "1" | "2" | "3" | "everything";
  rules: string;
  /** As in an `update` with `reset`. */
  board: Board;
  seats: ReplaySeat[];
  winner: number | null;
  termination: "cut" | "finished" | "unfinished";
  turns: number;
  started_at?: number;
  ended_at?: number;
  /** The game that this one continues. */
  continues?: Continues;
  frames: ReplayFrame[];
  /** What was said, each line after the event with its number `seq`. */
  chat?: ChatLine[];
}

/**
 * One event of a game, as an `update` of the WebSocket shows it, and what is the case after it.
 *
 * The first frame has all events up to the start, `reset` and the board. `table` is there where it has
 * changed. No view has `legal`.
 */
export interface ReplayFrame {
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
  /** How many moves and outcomes there were so far. */
  ply: number;
  /** What the seat could know by counting cards, as in `counting`; not given where everything is shown. */
  counting?: CardCounting;
  /** The public reason of the robot whose move it was. */
  reason?: string;
  /** Its full reason, which tells of its hand; only where everything is shown. */
  full_reason?: string;
}

/** A seat: who sat there when the game began, and how it ended. */
export interface ReplaySeat {
  seat: number;
  occupant: Occupant;
  /** Its points at the end, or where the record stops. */
  score?: number;
  won?: boolean;
  /** Whether somebody else played the seat for a while. */
  substituted?: boolean;
}

/** A room, and its game once that is over. */
export interface Room {
  room: RoomLine;
  games?: Game[];
}

/** Public rooms that wait for players or play. */
export interface Rooms {
  rooms: RoomLine[];
}

/** A rule: `rules` of a room has `,name=value` after the set, where it differs from the set. */
export interface RuleChoice {
  name: string;
  kind: "flag" | "number" | "word";
  /** The value in the set `base`. */
  default: boolean | number | string;
  summary: string;
  /** The least value of a number. */
  least?: number | null;
  most?: number | null;
  /** The values of a word. */
  values?: string[];
}

/** A named set of rules: `rules` of a room begins with its name. */
export interface RuleSetChoice {
  name: string;
  summary: string;
  /** Where it differs from the defaults of the rules. */
  changes?: RuleValue[];
}

/** A rule and its value, as `name=value` in the text of rules. */
export interface RuleValue {
  name: string;
  value: boolean | number | string;
}

/** A player of the ladder. */
export interface Rung {
  rank: number;
  /** The id of a person or bot; `robot:` and its spec for a robot. */
  who: string;
  name: string;
  kind: "bot" | "person" | "robot";
  /** mu - 3 sigma: the skill is almost certainly higher. */
  rating: number;
  /** The skill, as far as known. */
  mu: number;
  /** How uncertain that is. */
  sigma: number;
  games: number;
}

/** How a seat of a game ended. */
export interface Seat {
  seat: number;
  kind: "bot" | "person" | "robot";
  name: string;
  score: number;
  /** The share of the win: 1 for who won alone. */
  share: number;
  /** The id of a person or bot. */
  person?: string;
  /** The spec of a robot. */
  agent?: string;
  /** Whether somebody else played the seat for a while; then the game is not rated. */
  substituted?: boolean;
}

/**
 * What happened to a seat.
 *
 * The hand at the end is what came less what went: `setup + produced + stolen + monopoly_gain + plenty +
 * trades.got + bank.got - (lost + discarded + monopoly_loss + spent + trades.gave + bank.gave)`.
 */
export interface SeatStatistics {
  seat: number;
  name: string;
  kind: "bot" | "person" | "robot";
  score: number;
  won: boolean;
  /** By source, at the end; all cards are open then. */
  points: Points;
  /** Cards of the second settlement. */
  setup: [number, number, number, number, number];
  /** Cards that the dice brought. */
  produced: [number, number, number, number, number];
  /** Cards that the dice would have brought, had the robber not stood there. */
  blocked: [number, number, number, number, number];
  /** Cards that the bank could not pay. */
  unpaid: [number, number, number, number, number];
  /** Cards that the seat stole. */
  stolen: [number, number, number, number, number];
  /** Cards that were stolen from it. */
  lost: [number, number, number, number, number];
  discarded: [number, number, number, number, number];
  monopoly_gain: [number, number, number, number, number];
  monopoly_loss: [number, number, number, number, number];
  /** Cards of year of plenty. */
  plenty: [number, number, number, number, number];
  /** Cards paid for building and buying. */
  spent: [number, number, number, number, number];
  /** With players. */
  trades: Exchanged;
  /** With the bank and at ports. */
  bank: Exchanged;
  /** Offers, counter-offers and proposals that the seat made. */
  offers: number;
  /** The hand at the end. */
  hand: [number, number, number, number, number];
  cards_played: [number, number, number, number, number];
  built: Built;
  robber_moves: number;
  road_length: number;
  knights: number;
  /** Decisions of which the time is known. */
  decisions: number;
  /** The time that they took. */
  seconds: number;
}

/** The points after a turn; after the set-up the turn is 0. */
export interface Standing {
  turn: number;
  seq: number;
  ply: number;
  /** All points by seat, hidden cards too. */
  points: number[];
  /** Those that everybody saw. */
  public: number[];
}

/** What happened at this server so far; some seconds old at the most. */
export interface Statistics {
  /** Everybody who ever came. */
  people: number;
  bots: number;
  /** Who is connected to this process now. */
  connected: number;
  /** Rooms that wait for players. */
  waiting: number;
  /** Rooms that play. */
  playing: number;
  /** Finished games. */
  games: number;
  by_size: GamesBySize[];
}
