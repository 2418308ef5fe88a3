"""Actions of powers: they are acquired, purchased, removed and played."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from catanlab.framework.declared.actions import Action
from catanlab.framework.declared.chance import Deck
from catanlab.framework.declared.powers import Logic
from catanlab.framework.declared.resources import Cost
from catanlab.framework.declared.rule import Rule
from catanlab.framework.declared.targets import Target

if TYPE_CHECKING:
    from catanlab.framework.declared.declaration import Declaration


class AcquireLogic(Action):
    """Draws a power from a deck, without a price."""

    noun = "acquire logic"

    def __init__(self, deck: Deck, *, group: str | int = "", by: str = "asked") -> None:
        super().__init__(group=group, by=by)
        self.deck = deck

    @cached_property
    def builtin_rules(self) -> tuple[Rule, ...]:
        """The deck must not be empty."""
        full = Rule(
            lambda play, seat: any(play.left_in(self.deck)), "deck-empty", "The deck must have a card left."
        )
        return (full,)

    def blocked(self, play: Declaration, seat: int) -> bool:
        """Say whether the deck is empty, or another rule forbids it."""
        return not any(play.left_in(self.deck)) or super().blocked(play, seat)

    def effect(self, play: Declaration, seat: int, *values: Any) -> None:
        """Let the deck decide."""
        play.draw_from(self.deck, seat)


class PurchaseLogic(AcquireLogic):
    """Pays the price of a power and draws it from a deck."""

    noun = "purchase logic"

    def __init__(self, deck: Deck, *, cost: Cost, group: str | int = "", by: str = "asked") -> None:
        super().__init__(deck, group=group, by=by)
        self.cost = cost

    @cached_property
    def builtin_rules(self) -> tuple[Rule, ...]:
        """The price must be paid."""
        pays = Rule(
            lambda play, seat: play.can_pay(seat, self.cost),
            "cannot-pay",
            f"A card costs {self.cost.text}.",
        )
        return (pays, *super().builtin_rules)

    def blocked(self, play: Declaration, seat: int) -> bool:
        """Say whether the price cannot be paid, the deck is empty, or another rule forbids it."""
        return not play.can_pay(seat, self.cost) or super().blocked(play, seat)

    def effect(self, play: Declaration, seat: int, *values: Any) -> None:
        """Pay, and let the deck decide."""
        play.pay(seat, self.cost.counts)
        super().effect(play, seat)


class RemoveLogic(Action):
    """Takes a power away from the seat that holds it."""

    noun = "remove logic"

    def __init__(self, logic: Logic, *, group: str | int = "", by: str = "asked") -> None:
        super().__init__(group=group, by=by)
        self.logic = logic
        self._held = Rule(
            lambda play, seat, *_: play.held[seat][logic.index] > 0,
            "card-not-held",
            "A player can put down only a card that they hold.",
        )

    @cached_property
    def builtin_rules(self) -> tuple[Rule, ...]:
        """The power must be held."""
        return (self._held,)

    def blocked(self, play: Declaration, seat: int) -> bool:
        """Say whether the seat does not hold it, or another rule forbids it."""
        return play.held[seat][self.logic.index] <= 0 or super().blocked(play, seat)

    def effect(self, play: Declaration, seat: int, *values: Any) -> None:
        """Take it away."""
        play.lose(seat, self.logic)


class PlayLogic(Action):
    """Plays a power that the seat holds, where its activation predicate allows it."""

    noun = "play logic"

    def __init__(
        self, logic: Logic, *, target: Target | None = None, group: str | int = "", by: str = "asked"
    ) -> None:
        super().__init__(target=target, group=group, by=by)
        self.logic = logic

    @cached_property
    def builtin_rules(self) -> tuple[Rule, ...]:
        """The power must be held, and its activation predicates hold."""
        held = Rule(
            lambda play, seat, *_: play.held[seat][self.logic.index] > 0,
            "card-not-held",
            "A player can play only a card that they hold.",
        )
        return (
            held,
            *(
                Rule(lambda play, seat, *_, rule=rule: rule.function(play, seat), rule.code, rule.sentence)
                for rule in self.logic.when_rules
            ),
        )

    def blocked(self, play: Declaration, seat: int) -> bool:
        """Say whether the seat does not hold it, or a predicate forbids it."""
        if play.held[seat][self.logic.index] <= 0:
            return True
        for rule in self.logic.when_rules:
            if not rule.function(play, seat):
                return True
        return super().blocked(play, seat)

    def effect(self, play: Declaration, seat: int, *values: Any) -> None:
        """Put the power down and let it act."""
        play.lose(seat, self.logic)
        for rule in self.logic.played_rules:
            rule.function(play, seat, *values)
