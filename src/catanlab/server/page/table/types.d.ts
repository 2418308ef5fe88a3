/** Five counts: wood, clay, sheep, wheat, ore. */
export type Counts = number[];

export interface Draft {
  give: Counts;
  get: Counts;
  /** The seats that an offer goes to; null for all others. */
  to: number[] | null;
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
  /** The counter-offer that is being made, from one's own side. */
  counter: { give: Counts; get: Counts } | null;
  /** On small windows the sheet that is open. */
  sheet: "build" | "trade" | "talk" | "players" | null;
  /** Numbers of the events whose reasons are shown. */
  reasons: number[];
  overlay: "help" | "settings" | "faces" | "leave" | null;
}
