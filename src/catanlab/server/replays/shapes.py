"""What replays and statistics look like: the one definition, from which documents and types are made."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from catanlab.server import wire
from catanlab.server.protocol import view_types
from catanlab.server.protocol.typescript import RawTypes
from catanlab.server.protocol.view_types import CardCounts, Counts, Points, Resource

Eyes: TypeAlias = Literal["everything", "0", "1", "2", "3"]
"""Through whose eyes a game is seen: those of a seat, or with all hands and cards."""
Termination: TypeAlias = Literal["finished", "cut", "unfinished"]
DiceCounts: TypeAlias = Annotated[tuple[int, ...], Meta(description="a number for each sum from 2 to 12")]


class Shape(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The base of what is answered."""


# Replays.


class ReplayFrame(wire.Update, frozen=True, kw_only=True, tag="update"):
    """One event of a game, as an `update` of the WebSocket shows it, and what is the case after it.

    The first frame has all events up to the start, `reset` and the board. `table` is there where it has
    changed. No view has `legal`.
    """

    ply: int
    """How many moves and outcomes there were so far."""
    counting: Raw | UnsetType = UNSET
    """What the seat could know by counting cards, as in `counting`; not given where everything is shown."""
    reason: str = ""
    """The public reason of the robot whose move it was."""
    full_reason: str = ""
    """Its full reason, which tells of its hand; only where everything is shown."""


class ReplaySeat(Shape, frozen=True, kw_only=True):
    """A seat: who sat there when the game began, and how it ended."""

    seat: int
    occupant: wire.Occupant
    score: int = 0
    """Its points at the end, or where the record stops."""
    won: bool = False
    substituted: bool = False
    """Whether somebody else played the seat for a while."""


class Replay(Shape, frozen=True, kw_only=True):
    """A whole game, frame by frame. Times are milliseconds since 1970, 0 where nobody noted them."""

    room: str = ""
    """Empty for a record."""
    eyes: Eyes
    rules: str
    board: Raw
    """As in an `update` with `reset`."""
    seats: tuple[ReplaySeat, ...]
    winner: int | None
    termination: Termination
    turns: int
    started_at: int = 0
    ended_at: int = 0
    continues: wire.Continues | UnsetType = UNSET
    """The game that this one continues."""
    frames: tuple[ReplayFrame, ...]
    chat: tuple[wire.ChatLine, ...] = ()
    """What was said, each line after the event with its number `seq`."""


class Reason(Shape, frozen=True, kw_only=True):
    """Why a robot made a move."""

    seq: int
    seat: int
    move: str
    reason: str
    """What it would have said during the game; empty if nothing."""
    full_reason: str
    """What it thought, its hand included; empty if it noted nothing."""


# Statistics.


class Exchanged(Shape, frozen=True, kw_only=True):
    """Trades: how many, and the cards that went and came."""

    count: int
    gave: Counts
    got: Counts


class Built(Shape, frozen=True, kw_only=True):
    """What a seat built after the set-up, and bought."""

    roads: int
    settlements: int
    cities: int
    cards: int


class SeatStatistics(Shape, frozen=True, kw_only=True):
    """What happened to a seat.

    The hand at the end is what came less what went: `setup + produced + stolen + monopoly_gain + plenty +
    trades.got + bank.got - (lost + discarded + monopoly_loss + spent + trades.gave + bank.gave)`.
    """

    seat: int
    name: str
    kind: Literal["person", "bot", "robot"]
    score: int
    won: bool
    points: Points
    """By source, at the end; all cards are open then."""
    setup: Counts
    """Cards of the second settlement."""
    produced: Counts
    """Cards that the dice brought."""
    blocked: Counts
    """Cards that the dice would have brought, had the robber not stood there."""
    unpaid: Counts
    """Cards that the bank could not pay."""
    stolen: Counts
    """Cards that the seat stole."""
    lost: Counts
    """Cards that were stolen from it."""
    discarded: Counts
    monopoly_gain: Counts
    monopoly_loss: Counts
    plenty: Counts
    """Cards of year of plenty."""
    spent: Counts
    """Cards paid for building and buying."""
    trades: Exchanged
    """With players."""
    bank: Exchanged
    """With the bank and at ports."""
    offers: int
    """Offers, counter-offers and proposals that the seat made."""
    hand: Counts
    """The hand at the end."""
    cards_played: CardCounts
    built: Built
    robber_moves: int
    road_length: int
    knights: int
    decisions: int
    """Decisions of which the time is known."""
    seconds: float
    """The time that they took."""


class DiceStatistics(Shape, frozen=True, kw_only=True):
    """The dice against what fair dice give.

    `probability` is that of a spread like this or wider: of counts whose chi-square against the expectation
    is at least this one, for as many rolls of fair dice. It is the share of `samples` simulated games.
    """

    rolls: int
    counts: DiceCounts
    expected: Annotated[tuple[float, ...], Meta(description="a number for each sum from 2 to 12")]
    by_seat: tuple[DiceCounts, ...]
    """The counts of each seat's own rolls."""
    chi_square: float
    probability: float
    samples: int


class BlockedHex(Shape, frozen=True, kw_only=True):
    """A hex under the robber, and what it cost each seat in cards."""

    hex: int
    resource: Resource | None
    rolls: int
    """How often its number was rolled meanwhile."""
    cards: tuple[int, ...]


class Standing(Shape, frozen=True, kw_only=True):
    """The points after a turn; after the set-up the turn is 0."""

    turn: int
    seq: int
    ply: int
    points: tuple[int, ...]
    """All points by seat, hidden cards too."""
    public: tuple[int, ...]
    """Those that everybody saw."""


class AwardTaken(Shape, frozen=True, kw_only=True):
    """An award changed hands."""

    award: Literal["longest_road", "largest_army"]
    turn: int
    seq: int
    ply: int
    before: int | None
    """Who had it; null for nobody."""
    after: int | None
    size: int
    """The length of the road, or the number of knights, of who has it now; 0 for nobody."""


class HowWon(Shape, frozen=True, kw_only=True):
    """The winning move, as facts for a sentence."""

    seat: int
    """Who won."""
    by: int | None
    """Whose move it was; null for an outcome, such as a card that was drawn."""
    move: str
    turn: int
    seq: int
    ply: int
    gained: int
    """Points that the move brought, hidden ones included."""
    hidden: int
    """Victory point cards that nobody had seen before."""
    award: Literal["longest_road", "largest_army"] | None
    """The award that the move brought."""
    taken_from: int | None
    """Who had it before; null for nobody."""
    margin: int
    """Points ahead of the second."""


class DiceCheck(Shape, frozen=True, kw_only=True):
    """Whether the dice are those that were committed to, and all that is needed to check it elsewhere."""

    verdict: Literal["right", "wrong", "unknown"]
    text: str
    """The same in a sentence."""
    room: str = ""
    commitment: str = ""
    secret: str = ""
    salt: str = ""
    nonces: tuple[str, ...] = ()
    seed: str = ""
    """The seed that follows from them, as a number in digits: it may be too large for JavaScript."""
    outcomes: int = 0
    """Outcomes that were drawn from it."""
    continues: wire.Continues | UnsetType = UNSET
    """The game whose first moves and outcomes were taken over: they are not from these dice."""


class GameStatistics(Shape, frozen=True, kw_only=True):
    """What happened in a game, counted."""

    room: str = ""
    rules: str
    turns: int
    plies: int
    """Moves and outcomes."""
    winner: int | None
    termination: Termination
    started_at: int = 0
    ended_at: int = 0
    seats: tuple[SeatStatistics, ...]
    dice: DiceStatistics
    robber: tuple[BlockedHex, ...]
    """The hexes under the robber whose numbers were rolled, in the order of the board."""
    standings: tuple[Standing, ...]
    """After the set-up, after each turn, and at the end."""
    awards: tuple[AwardTaken, ...]
    won: HowWon | None
    """Null if nobody won."""
    check: DiceCheck


class Continued(Shape, frozen=True, kw_only=True):
    """The room of a game that goes on from a position; its invitation opens it."""

    room: str
    invitation: str


RAW: RawTypes = {
    (Replay, "board"): view_types.Board,
    (ReplayFrame, "board"): view_types.Board,
    (ReplayFrame, "view"): view_types.View,
    (ReplayFrame, "counting"): view_types.CardCounting,
}
"""The types of the parts that the game writes."""
