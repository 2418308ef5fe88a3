// What goes into the board and what comes out of it.

import type { Board as Layout } from "../../protocol/wire";

export type { Layout };

export interface Point {
  x: number;
  y: number;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A victim is a node: the building of the player who may be robbed. */
export type SpotKind = "node" | "edge" | "hex" | "victim";

export interface Spot {
  kind: SpotKind;
  id: number;
}

/** The places that may be chosen; what is left out has none. */
export interface Spots {
  nodes?: readonly number[];
  edges?: readonly number[];
  hexes?: readonly number[];
  /** Nodes. */
  victims?: readonly number[];
}

export interface SeatPieces {
  settlements: readonly number[];
  cities: readonly number[];
  /** Edges. */
  roads: readonly number[];
}

/** What is shown at the spot that is pointed at, has the focus or is chosen. */
export interface Ghost {
  piece: "settlement" | "city" | "road" | "robber";
  seat: number;
}

export interface BoardState {
  layout: Layout;
  /** The hex of the robber; null if it is not shown. */
  robber: number | null;
  seats: readonly SeatPieces[];
  spots: Spots;
  ghost: Ghost | null;
  /** A spot that waits to be confirmed. */
  chosen: Spot | null;
  /** The place of the last move, which glows. */
  last: { kind: "node" | "edge" | "hex"; id: number } | null;
  /** A change of this number lets the hexes that bear it flash once. */
  production: number | null;
  /** The sentence that names the whole board. */
  caption: string;
}

export interface BoardOptions {
  /** A spot was pressed, tapped or taken by key. */
  onPick?: (kind: SpotKind, id: number) => void;
  /** A spot is pointed at or has the focus of the keyboard; `id` is null when a spot of the kind is left. */
  onPoint?: (kind: SpotKind, id: number | null) => void;
  /** The name of a spot for a screen reader. */
  label?: (kind: SpotKind, id: number) => string;
  /** Whether nothing moves, beside what the system's setting says. */
  reducedMotion?: () => boolean;
  /** Whether fingers and Ctrl + wheel zoom; true unless told. */
  zoom?: boolean;
}

/** A card that flies. `unknown` shows its back. */
export interface Flight {
  resource: string;
  from: Point;
  to: Point;
  count?: number;
}
