import type { RoomLine } from "../../protocol/wire";

/** Where in the lobby something was refused. */
export type Place = "name" | "new" | "games" | "channels" | "account" | "invited";

/** Somebody whose name was pressed. */
export interface Somebody {
  person: string;
  name: string;
}

/** What a new game is like, as the form has it. */
export interface NewGame {
  title: string;
  public: boolean;
  players: number;
  points: number;
  /** The level of the robot in each seat but one's own. */
  robots: string[];
  pace: "none" | "relaxed" | "normal" | "quick";
  board: string;
  speed: "slow" | "usual" | "fast";
  trade: boolean;
  friendlyRobber: boolean;
  lateSevens: boolean;
}

/** What a person has begun in the lobby. */
export interface LobbyUi {
  /** The name as typed; null before anything was typed. */
  name: string | null;
  /** A name for somebody who types none. */
  proposal: string;
  /** Whether the name belongs to somebody: then its password is asked for. */
  reserved: boolean;
  /** What is being done now, so that it is not begun twice. */
  busy: string;
  trouble: { at: Place; text: string } | null;
  /** Something that went well, said once. */
  done: { at: Place; text: string } | null;
  dialog: "new" | "faces" | "link" | null;
  /** The table that the link of the dialog leads to. */
  invited: { room: string; link: string } | null;
  copied: boolean;
  /** The public rooms, as anybody gets them who has not come in. */
  rooms: RoomLine[] | null;
  newGame: NewGame;
  /** The channels that one is in, and the one that is shown; empty for the list of people. */
  channels: string[];
  channel: string;
  choosing: boolean;
  somebody: Somebody | null;
  reporting: boolean;
  available: boolean;
  accountOpen: boolean;
  /** What the account is asked to do, once it is confirmed. */
  account: "" | "name" | "password" | "login" | "delete";
}
