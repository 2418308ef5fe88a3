/** Five counts: wood, clay, sheep, wheat, ore. */
export type Counts = number[];

export interface Draft {
  give: Counts;
  get: Counts;
  /** The seats that an offer goes to; null for all others. */
  to: number[] | null;
}

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
  /** What is being placed; null if the board only shows. */
  placing: "road" | "settlement" | "city" | "robber" | null;
  /** A spot that waits for its confirmation, or the robber's hex that waits for its victim. */
  chosen: { kind: "node" | "edge" | "hex"; id: number } | null;
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
  /** On small windows the sheet that is open. */
  sheet: "build" | "trade" | "talk" | "players" | null;
  /** Numbers of the events whose reasons are shown. */
  reasons: number[];
  overlay: "help" | "settings" | "faces" | "leave" | null;
}
