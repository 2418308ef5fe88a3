"""Actions of the board: pieces are placed, removed, acquired and purchased."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from catanlab.framework.declared.actions import Action
from catanlab.framework.declared.graph import members
from catanlab.framework.declared.pieces import Placeable
from catanlab.framework.declared.rule import Rule
from catanlab.framework.declared.targets import Place, Target, Values

if TYPE_CHECKING:
    from catanlab.framework.declared.declaration import Declaration


class PlacePlaceable(Action):
    """Puts a piece on a place that its placement predicates allow; a shared piece moves there."""

    noun = "place placeable"

    def __init__(
        self, piece: Placeable, *, target: Target | None = None, group: str | int = "", by: str = "asked"
    ) -> None:
        super().__init__(target=target or Place(piece.places), group=group, by=by)
        self.piece = piece
        self._alone = Rule(
            lambda play, seat, place, *_: not play.taken(piece, seat) >> place & 1,
            "place-taken",
            "No other piece lies on the place.",
        )
        self._plain_target = target is None
        self._codes = lru_cache(maxsize=4096)(self._codes_of)

    @property
    def group(self) -> str | int:
        """The name of its group of moves: that of the piece, unless another is given."""
        return self._group or self.piece.title

    @cached_property
    def builtin_rules(self) -> tuple[Rule, ...]:
        """The placement predicates of the piece; of one without any, that it lies alone on its place.

        Games with predicates of their own say in them, in their own words, which places are taken.
        """
        rules = tuple(
            Rule(
                lambda play, seat, place, *_, rule=rule: rule.function(play, seat, place),
                rule.code,
                rule.sentence,
            )
            for rule in self.piece.where_rules
        )
        return rules if rules or self.piece.shared else (self._alone,)

    def failing(self, play: Declaration, seat: int, values: Values) -> Iterator[Rule]:
        """Yield every predicate that does not hold; if there is none, it is that the place is taken."""
        found = False
        for rule in super().failing(play, seat, values):
            found = True
            yield rule
        if not found and not self._alone.function(play, seat, *values):
            yield self._alone

    def fits(self, play: Declaration, seat: int, values: Values) -> bool:
        """Say whether the piece may stand there."""
        return bool(play.spots(self.piece, seat) >> values[0] & 1) and super().fits(play, seat, values)

    def list_into(self, play: Declaration, seat: int, moves: list[int]) -> None:
        """Append the moves to all open places."""
        if self.listed_rules or not self._plain_target:
            super().list_into(play, seat, moves)
        elif not self.blocked(play, seat):
            mask = play.spots(self.piece, seat)
            for rule in self.where_rules:
                for place in members(mask):
                    if not rule.function(play, seat, place):
                        mask ^= 1 << place
            if mask:
                moves += self._codes(play.graph, mask)

    def _codes_of(self, graph: Any, mask: int) -> list[int]:
        kind = self.piece.kind
        return [self.base | graph.code(kind, element) for element in members(mask)]

    def effect(self, play: Declaration, seat: int, *values: Any) -> None:
        """Put the piece there; a shared one leaves the place where it was."""
        piece = self.piece
        if piece.shared:
            before = play.location(piece)
            if before is not None:
                play.take_off(piece, before)
        play.put(piece, values[0], seat)


class RemovePlaceable(Action):
    """Takes a piece of the seat off the board and out of the game."""

    noun = "remove placeable"

    def __init__(self, piece: Placeable, *, group: str | int = "", by: str = "asked") -> None:
        super().__init__(target=Place(piece.places), group=group, by=by)
        self.piece = piece
        own = Rule(
            lambda play, seat, place: bool(play.places_of(piece, seat) >> place & 1),
            "not-there",
            "Only an own piece that stands there can be taken off.",
        )
        self._own = own

    @cached_property
    def builtin_rules(self) -> tuple[Rule, ...]:
        """The seat must have a piece there."""
        return (self._own,)

    def fits(self, play: Declaration, seat: int, values: Values) -> bool:
        """Say whether a piece of the seat is there."""
        return bool(self._own.function(play, seat, *values)) and super().fits(play, seat, values)

    def effect(self, play: Declaration, seat: int, *values: Any) -> None:
        """Take it off."""
        play.take_off(self.piece, values[0])


class AcquirePlaceable(PlacePlaceable):
    """Takes a piece out of the seat's supply, without a price, and places it."""

    noun = "acquire placeable"

    @cached_property
    def builtin_rules(self) -> tuple[Rule, ...]:
        """A piece must be left, if their number is limited."""
        if self.piece.supply is None:
            return super().builtin_rules
        left = Rule(
            lambda play, seat, *_: play.left(self.piece, seat) > 0,
            "no-piece-left",
            f"The player must have a {self.piece.title} left.",
        )
        return (left, *super().builtin_rules)

    def blocked(self, play: Declaration, seat: int) -> bool:
        """Say whether no piece is left, or another rule forbids it."""
        return play.left(self.piece, seat) <= 0 or super().blocked(play, seat)


class PurchasePlaceable(AcquirePlaceable):
    """Pays the price of a piece to the bank, acquires the piece and places it."""

    noun = "purchase placeable"

    @cached_property
    def builtin_rules(self) -> tuple[Rule, ...]:
        """The price must be paid, and the cost predicates hold."""
        piece = self.piece
        cost = piece.cost
        rules = [
            Rule(lambda play, seat, *_, rule=rule: rule.function(play, seat), rule.code, rule.sentence)
            for rule in piece.cost_rules
        ]
        if cost is not None:
            pays = Rule(
                lambda play, seat, *_: play.can_pay(seat, cost),
                "cannot-pay",
                f"A {piece.title} costs {cost.text}.",
            )
            rules.insert(0, pays)
        return (*rules, *super().builtin_rules)

    def blocked(self, play: Declaration, seat: int) -> bool:
        """Say whether the price cannot be paid, no piece is left, or another rule forbids it."""
        cost = self.piece.cost
        if cost is not None and not play.can_pay(seat, cost):
            return True
        for rule in self.piece.cost_rules:
            if not rule.function(play, seat):
                return True
        return super().blocked(play, seat)

    def effect(self, play: Declaration, seat: int, *values: Any) -> None:
        """Pay, and place."""
        if self.piece.cost is not None:
            play.pay(seat, self.piece.cost.counts)
        super().effect(play, seat, *values)
