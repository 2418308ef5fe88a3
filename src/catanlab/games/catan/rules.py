"""Every rule option as a field of one immutable value, and named sets for the theses and peers."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, Self, get_args, get_type_hints

from catanlab.framework.errors import RulesError

CardsBeforeRoll = Literal["any", "knight", "none"]
TradeSettlement = Literal["choose", "first"]
WinCheck = Literal["own turn", "turn end"]
SetupOrder = Literal["snake", "straight"]
Layout = Literal["random", "random-numbers", "no-adjacent-reds", "tournament", "beginner"]

LAYOUT_MEANINGS: dict[Layout, str] = {
    "random": "Hexes and ports shuffled, the numbers in the order of their letters along a spiral.",
    "random-numbers": "Hexes, ports and numbers all shuffled.",
    "no-adjacent-reds": "All shuffled, but no 6 or 8 next to a 6 or 8.",
    "tournament": "The fixed board that Catanatron calls its tournament map.",
    "beginner": "The fixed set-up for beginners that the rules of the base game print.",
}
"""What each layout of the board is."""

BOUNDS = {
    "players": (2, 4),
    "points_to_win": (3, 20),
    "hand_limit": (1, 95),
    "max_turns": (0, 1_000_000),
    "max_rounds": (0, 250_000),
    "offers_per_turn": (0, 100),
    "no_sevens_rounds": (0, 1000),
}
"""The least and the most that each field with a number takes."""


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The rules of one game of Catan; the default is the published base game.

    >>> Rules(players=3).points_to_win
    10
    >>> Rules.tuma().points_to_win
    7

    Raises RulesError for a value that is not allowed.
    """

    players: int = 4
    """Seats at the table, 2 to 4."""
    points_to_win: int = 10
    """Victory points that win."""
    layout: Layout = "random"
    """How the board is laid when none is given."""
    setup_order: SetupOrder = "snake"
    """Who places the second settlements: the last seat first, or again the first (Roelofs)."""
    win_check: WinCheck = "own turn"
    """Who can win when: the seat on turn at any time, or anybody when a turn ends (Roelofs)."""
    max_turns: int = 0
    """Turns after which the most points win; 0 for no cap."""
    max_rounds: int = 0
    """Rounds after which the most points win; 0 for no cap."""
    one_action: bool = False
    """One action a turn, a card before the roll included; then the turn ends by itself (Tuma)."""
    cards_before_roll: CardsBeforeRoll = "any"
    """Which development cards may be played before the roll."""
    skip_free_roads: bool = False
    """Whether a player of road building may leave roads unplaced that could be placed."""
    hand_limit: int = 7
    """Cards a hand may hold when a seven is rolled."""
    bank_limit: bool = True
    """Whether the bank has only 19 cards of each resource."""
    no_sevens_rounds: int = 0
    """Rounds at the start in which a seven is rolled again."""
    friendly_robber: bool = False
    """Whether the robber spares hexes of other seats with fewer than three visible points."""
    player_trade: bool = False
    """Whether players trade with each other."""
    trade_settlement: TradeSettlement = "choose"
    """Who gets the trade: whom the seat on turn chooses, or the first to accept (JSettlers)."""
    counter_offers: bool = True
    """Whether an offer may be answered with another."""
    offers_per_turn: int = 3
    """Offers the seat on turn may make in one turn."""
    open_hands: bool = False
    """Whether bought cards and stolen resources are public (Szita, Roelofs)."""
    hidden_discards: bool = False
    """Whether the kinds of discarded cards are hidden (JSettlers)."""

    def __post_init__(self) -> None:
        for name, hint in field_types().items():
            _check(name, getattr(self, name), hint)
        if self.hidden_discards and self.bank_limit:
            raise RulesError("hidden_discards needs bank_limit=False: a counted bank reveals discards")

    @property
    def turn_limit(self) -> int:
        """Turns after which the game is cut, whichever cap comes first; 0 for none."""
        caps = [cap for cap in (self.max_turns, self.max_rounds * self.players) if cap]
        return min(caps, default=0)

    def replace(self, **changes: Any) -> Self:
        """Return these rules with some fields changed; raises RulesError for an unknown field."""
        known = field_types()
        for name in changes:
            if name not in known:
                raise RulesError(f"unknown rule {name!r}; the rules are {', '.join(known)}")
        return dataclasses.replace(self, **changes) if changes else self

    @classmethod
    def named(cls, name: str) -> Self:
        """Return a named set of rules; raises RulesError with the valid names."""
        if name not in NAMED_RULES:
            raise RulesError(f"unknown rules {name!r}; the sets are {', '.join(NAMED_RULES)}")
        rules: Self = getattr(cls, name)()
        return rules

    @classmethod
    def base(cls) -> Self:
        """The published base game without player trade."""
        return cls()

    @classmethod
    def trading(cls) -> Self:
        """The published base game with player trade."""
        return cls(player_trade=True)

    @classmethod
    def thomas(cls) -> Self:
        """Thomas' online game: player trade, numbers along the spiral, no limit to the bank."""
        return cls(player_trade=True, trade_settlement="first", bank_limit=False)

    @classmethod
    def szita(cls) -> Self:
        """SmartSettlers: open hands, no player trade."""
        return cls(open_hands=True)

    @classmethod
    def roelofs(cls) -> Self:
        """Roelofs: open hands, fixed board, straight set-up, no card before the roll, late win check."""
        return cls(
            open_hands=True,
            layout="tournament",
            setup_order="straight",
            cards_before_roll="none",
            win_check="turn end",
        )

    @classmethod
    def tuma(cls) -> Self:
        """Tuma: to seven points, no player trade."""
        return cls(points_to_win=7)

    @classmethod
    def jsettlers(cls) -> Self:
        """Today's JSettlers server: bank without limit, hidden discards, the first accept trades."""
        return cls(
            player_trade=True,
            trade_settlement="first",
            bank_limit=False,
            hidden_discards=True,
            skip_free_roads=True,
        )

    @classmethod
    def catanatron(cls) -> Self:
        """Catanatron: no player trade, only a knight before the roll."""
        return cls(cards_before_roll="knight", layout="random-numbers")


NAMED_RULES = ("base", "trading", "thomas", "szita", "roelofs", "tuma", "jsettlers", "catanatron")


@cache
def field_types() -> dict[str, Any]:
    """Return the type of each field of Rules, made once: evaluating the annotations takes long."""
    return get_type_hints(Rules)


def _check(name: str, value: object, hint: Any) -> None:
    if hint is bool:
        if not isinstance(value, bool):
            raise RulesError(f"rule {name} is {value!r}; allowed are True and False")
    elif hint is int:
        low, high = BOUNDS[name]
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise RulesError(f"rule {name} is {value!r}; allowed is an integer from {low} to {high}")
    elif value not in get_args(hint):
        raise RulesError(f"rule {name} is {value!r}; allowed are {', '.join(map(repr, get_args(hint)))}")
