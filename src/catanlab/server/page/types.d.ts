// The page's own types. Messages, views and tables are those of the wire: ../protocol/wire.d.ts.

import type {
  Ack, Board, CardCounting, ChannelLine, ChatLine, Invited, Lobby, Numbered, Presence, RoomLine, TableInfo, View,
} from "../protocol/wire";
import type { TemplateResult } from "./vendor/lit-html/lit-html.js";

/** A room as this person sees it: all that the updates, chat and answers of the server said so far. */
export interface Game {
  room: string;
  invitation: string;
  /** Numbers of the last event, and of the times that the server loaded the room. */
  seq: number;
  epoch: number;
  /** The own seat; null for a spectator. */
  seat: number | null;
  board: Board | null;
  view: View | null;
  table: TableInfo | null;
  /** The last events, the oldest first; at most `EVENTS_KEPT`. */
  events: Numbered[];
  chat: ChatLine[];
  counting: CardCounting | null;
  /** `performance.now()` when `table` came: its clocks ran since. */
  tableAt: number;
  /** Whether a frame was lost, so that the room has to be joined again. */
  missing: boolean;
  /** Why the room cannot be followed, if it cannot: it is gone, or not open to this person. */
  shut: Refusal | null;
}

export interface Settings {
  theme: "" | "light" | "dark";
  language: "en" | "de";
  sound: boolean;
  /** Whether single letters are keys. */
  letters: boolean;
  /** Whether card counting help is shown. */
  counting: boolean;
  /** Whether a place is confirmed after it was chosen; touch always does. */
  confirm: boolean;
  face: string;
  name: string;
}

export type Route =
  | { screen: "lobby" }
  | { screen: "table"; room: string; invitation: string }
  | { screen: "replay"; room: string; invitation: string }
  | { screen: "learn" };

export interface Me {
  person: string;
  name: string;
  reserved: boolean;
  /** The games of this person that are not over. */
  games: RoomLine[];
}

/** Why something was not done, in the page's words. */
export interface Refusal {
  code: string;
  text: string;
}

/** A line of a channel, or that somebody came in. */
export interface ChannelEntry extends ChannelLine {
  came?: boolean;
}

export interface Channel {
  lines: ChannelEntry[];
  people: Presence[];
}

export interface AppState {
  route: Route;
  settings: Settings;
  /** `off` before a name is known; `ended` if the server does not want this person back. */
  connection: "off" | "connecting" | "open" | "lost" | "ended";
  /** Why it is lost or has ended, in the server's words. */
  connectionText: string;
  me: Me | null;
  lobby: Lobby | null;
  channels: Record<string, Channel>;
  invitations: Invited[];
  muted: string[];
  games: Record<string, Game>;
  /** The last refusal of an act, until the next act. */
  refusal: Refusal | null;
}

/** What came over the wire for a room, for motion, sounds and the live region. */
export interface News {
  room: string;
  before: Game | null;
  after: Game;
  /** The events that are new; none after a fresh start. */
  events: Numbered[];
}

export interface Screen {
  render(): TemplateResult;
  title(): string;
  /** Take a key; true if it was used. */
  key?(event: KeyboardEvent): boolean;
  open?(): void;
  close?(): void;
  /** The room of this screen had news. */
  news?(news: News): void;
  /** Somebody said something in a room. */
  said?(room: string, lines: ChatLine[]): void;
}

/** A value in a sentence of the catalogue: text, or a part that a template draws. */
export type Part = string | number | TemplateResult | Node;

export interface Words {
  language: "en" | "de";
  text(key: string, values?: Record<string, string | number>): string;
  parts(key: string, values?: Record<string, unknown>): unknown[];
  has(key: string): boolean;
  /** "a, b and c" */
  list(items: string[]): string;
}

/** What every screen gets. */
export interface App {
  readonly state: AppState;
  readonly words: Words;
  /** Merge into the state and draw again. */
  update(patch: Partial<AppState>): void;
  /** Draw again, once, at the next frame. */
  redraw(): void;
  /** Do something in a room; rejects with a Refusal. */
  act(room: string, act: { t: string; [field: string]: unknown }): Promise<Ack>;
  /** Do something outside of rooms that is acknowledged (create, quick, talk, report). */
  ask(message: { t: string; [field: string]: unknown }): Promise<Ack>;
  /** Send what is not acknowledged (watch, enter, leave, count, history, mute, ...). */
  send(message: { t: string; [field: string]: unknown }): void;
  /** Follow a room, so that its updates come. */
  follow(room: string, invitation?: string): void;
  unfollow(room: string): void;
  /** Come in under a name, with or without a password; rejects with a Refusal. */
  enter(name: string, password?: string): Promise<void>;
  /** Forget who one is in this browser, after logging out. */
  leave(): void;
  /** Ask the HTTP API of the server; rejects with a Refusal. */
  fetch(path: string, options?: { method?: string; body?: unknown }): Promise<any>;
  go(path: string): void;
  set(settings: Partial<Settings>): void;
  announce(text: string, options?: { assertive?: boolean }): void;
}
