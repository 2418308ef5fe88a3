"""What happened in a game, as values: seats, offers and their answers, deals, decisions, substitutions.

`docs/how-to/study.md` says what each of these words means.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from msgspec import Struct

from catanlab.games.catan.moves import Counts

Kind: TypeAlias = Literal["person", "bot", "robot"]
"""Who plays a seat: a person; a program of others that came over the network; a robot of the server."""
KINDS: tuple[Kind, ...] = ("person", "bot", "robot")
Form: TypeAlias = Literal["offer", "counter", "proposal"]
"""By the seat on turn; as the answer to such an offer; off turn, to the seat on turn."""
Said: TypeAlias = Literal["accept", "reject", "counter", "none"]


class Moment(Struct, frozen=True):
    """A place in a game: the number of the event in the log, the moves and outcomes so far, the turn."""

    seq: int
    ply: int
    turn: int


class Seat(Struct, frozen=True, kw_only=True):
    """A seat as it was at the start of the game, and how it ended."""

    seat: int
    kind: Kind
    person: str = ""
    name: str = ""
    agent: str = ""
    score: int = 0
    won: bool = False
    changed: bool = False
    """Whether somebody else ever sat there after the start."""


class Answer(Struct, frozen=True, kw_only=True):
    """What became of an offer at one of the seats that it was made to."""

    seat: int
    kind: Kind
    said: Said = "none"
    seconds: float | None = None
    late: bool = False
    """Whether the clock answered, since the seat was out of time."""
    deal: Moment | None = None
    """When cards changed hands."""

    @property
    def own(self) -> Said:
        """The answer that the player gave, and not the clock."""
        return "none" if self.late else self.said


class Offer(Struct, frozen=True, kw_only=True):
    """A deal that a seat put to others, from its own side: an offer, a counter-offer or a proposal."""

    at: Moment
    form: Form
    seat: int
    kind: Kind
    give: Counts
    get: Counts
    answers: tuple[Answer, ...]
    replies_to: int = 0
    """The number of the event of the offer that it counters; 0 for none."""
    late: bool = False
    """Whether the clock made it."""
    from_chat: bool = False
    """Whether it was written as a line of chat, and understood."""

    @property
    def is_counter(self) -> bool:
        """Whether it answers an offer with another deal, by the button or by a proposal."""
        return self.replies_to > 0

    @property
    def deals(self) -> Iterator[tuple[Answer, Moment]]:
        """The answers with which cards changed hands, at most one."""
        for answer in self.answers:
            if answer.deal is not None:
                yield answer, answer.deal


class Decision(Struct, frozen=True, kw_only=True):
    """A decision of a seat; `seconds` is None where no clock ran for it."""

    kind: str
    seat: int
    by: Kind
    seconds: float | None


class Substitution(Struct, frozen=True, kw_only=True):
    """A seat got another occupant after the start."""

    at: Moment
    seat: int
    before: Kind
    after: Kind


class Purchase(Struct, frozen=True, kw_only=True):
    """Something that was built or bought in the turn of a deal, and could not be paid before that deal."""

    at: Moment
    deal: Moment
    seat: int
    what: str


class Standing(Struct, frozen=True):
    """The points that everybody saw at the end of a turn."""

    at: Moment
    points: tuple[int, ...]


class GameFacts(Struct, frozen=True, kw_only=True):
    """One game that has ended."""

    room: str
    rules: str
    experiment: str
    arm: str
    counter_button: bool
    interest_buttons: bool
    started_at: int
    ended_at: int
    seats: tuple[Seat, ...]
    turns: int
    winner: int
    """The seat that won alone; -1 for none."""
    termination: Literal["finished", "cut"]
    offers: tuple[Offer, ...]
    decisions: tuple[Decision, ...]
    bank_trades: tuple[int, ...]
    """By seat, as all counts below."""
    statements: tuple[int, ...]
    asks: tuple[int, ...]
    """What was asked or told about interests by a button."""
    replies: tuple[int, ...]
    """The answers to that."""
    chat: tuple[int, ...]
    spectators_chat: int
    substitutions: tuple[Substitution, ...]
    purchases: tuple[Purchase, ...]
    standings: tuple[Standing, ...]
    events: int
    """How many events the log has."""

    def count(self, kind: Kind) -> int:
        """Return how many seats such players had at the start."""
        return sum(seat.kind == kind for seat in self.seats)

    @property
    def people(self) -> int:
        """How many people sat down to it."""
        return self.count("person")

    @property
    def is_whole(self) -> bool:
        """Whether everybody played to the end, and somebody won."""
        return self.termination == "finished" and not self.substitutions

    @property
    def own_offers(self) -> Iterator[Offer]:
        """The offers that players made, and not their clocks."""
        return (offer for offer in self.offers if not offer.late)

    @property
    def deals(self) -> Iterator[tuple[Offer, Answer, Moment]]:
        """Every exchange of cards between players, in order of the offers behind them."""
        for offer in self.offers:
            for answer, at in offer.deals:
                yield offer, answer, at
