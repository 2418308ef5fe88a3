"""The options of a room."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from catanlab.server.wire.fields import ClockSeconds, Seconds, Title


class Pace(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The clocks of a room. Every decision has its seconds; what it takes beyond comes from the bank."""

    decision: ClockSeconds = 60.0
    """Seconds for a decision of the seat on turn."""
    bank: Seconds = 120.0
    """Seconds that a seat has for the whole game beyond those."""
    answer: ClockSeconds = 20.0
    """Seconds for the answer to an offer; the bank does not count here."""
    discard: ClockSeconds = 30.0
    """Seconds for discards; the bank does not count here."""
    grant: Seconds = 60.0
    """Seconds that another player gives when granting more time."""


class RoomOptions(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How a room plays."""

    rules: Annotated[str, Meta(max_length=400)] = "trading"
    """The rules: a named set and the fields that differ, as `catanlab rules` prints them."""
    board: Annotated[str, Meta(max_length=200)] = ""
    """A layout's name or a board as text; empty for the layout of the rules."""
    robots: Annotated[tuple[Annotated[str, Meta(max_length=200)], ...], Meta(max_length=4)] = ()
    """The robot of each seat that no person takes, as an agent's spec; the last one holds for the rest."""
    pace: Pace | None = None
    """The clocks; None for a game without."""
    grace: Seconds = 60.0
    """Seconds without a connection, while the seat must decide, after which a robot takes it."""
    public: bool = True
    """Whether the room is listed; else only its invitation opens it."""
    counter_button: bool = True
    """Whether people may answer an offer with a counter-offer."""
    interest_buttons: bool = True
    """Whether people may ask for interests, and answer, by buttons."""
    words: bool = True
    """Whether clear offers and interests in the chat of players become proposals and statements."""
    reasons: bool = True
    """Whether robots give a public reason when asked."""
    robot_offers: Annotated[int, Meta(ge=0, le=100)] = 2
    """Offers that a robot may put to people in one turn."""
    robot_seconds: Seconds = 1.0
    """How long a robot seems to think about a decision; at least the default while no person sits there."""
    title: Title = ""
    """What the room is called in lists."""
