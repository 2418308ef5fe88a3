import type { SpotKind } from "../board/types";

/** Five counts: wood, clay, sheep, wheat, ore. */
export type Counts = number[];

export interface Draft {
  give: Counts;
  get: Counts;
  /** The seats that an offer goes to; null for all others. Those who said no to this very deal are left out. */
  to: number[] | null;
  /** The seats that said no to this very deal and are to be asked again. */
  again: number[];
}

/** What can be placed on the board. */
export type Placeable = "road" | "settlement" | "city" | "robber";

/** What is open in log and chat. */
export interface TalkUi {
  phrases: boolean;
  /** Whether only events are shown. */
  logOnly: boolean;
  /** The line of chat whose writer may be muted or reported: its time and person; empty for none. */
  about: string;
  reporting: boolean;
  /** What came of the last thing that was done here. */
  note: string;
}

/** What a person has begun at the table and not yet sent. */
export interface TableUi {
  /** What is being placed by choice; null if the board only shows. `placingOf` adds what has to be placed. */
  placing: Placeable | null;
  /** A spot that waits for its confirmation, or the robber's hex that waits for its victim. */
  chosen: { kind: "node" | "edge" | "hex"; id: number } | null;
  /** The spot under the pointer or with the focus. */
  pointed: { kind: SpotKind; id: number } | null;
  discards: Counts;
  /** The development card that is being played. */
  card: "plenty" | "monopoly" | null;
  /** The resources chosen for it. */
  picks: string[];
  draft: Draft;
  /** The counter-offer that is being made, from one's own side, in answer to the decision of this number. */
  counter: { give: Counts; get: Counts; decision: number } | null;
  /** Whether the tray shows the questions about interests. */
  asking: boolean;
  /** Numbers of the proposals and questions of others that one does not want to see any more. */
  ignored: number[];
  talk: TalkUi;
  /** On small windows the sheet that is open; on tablets the tab. */
  sheet: "build" | "trade" | "talk" | "players" | null;
  /** Numbers of the events whose reasons are shown. */
  reasons: number[];
  overlay: "help" | "settings" | "faces" | "leave" | null;
  /** Why a button that was pressed does nothing: the prompt says so. */
  hint: string;
  /** Whether the end of the turn waits for a second word, as something can still be built. */
  ending: boolean;
  /** Whether the statistics are shown instead of the board, after the end. */
  statistics: boolean;
}

/** A button in the prompt. */
export interface PromptAct {
  label: string;
  press(): void;
  kind?: "yes" | "";
}

/** What is asked of the person, or who is waited for. */
export interface PromptText {
  mood: "turn" | "ask" | "quiet" | "offline";
  title: string;
  text: string;
  acts: PromptAct[];
  /** A sentence that says no: it is drawn apart. */
  refused?: boolean;
}

/** A key and what it does. `key` is as in KeyboardEvent.key, letters small, with "Shift+" in front. */
export interface KeyRow {
  key: string;
  /** The key of the catalogue that names it. */
  label: string;
  act(): void;
  /** Whether it does anything now; always, if it is left out. */
  when?(): boolean;
  /** How the help shows the key, if other than the key itself. */
  shown?: string;
}
