"""Actions: the abstract things that seats do, after Roelofs (2012, section 2.5).

Each has two forms. Asked: where a game state or interrupt allows it, its options are moves of the seat
that decides. Automatic: a rule does it, `self.do(self.build_road, seat, edge)`, and nobody is asked. The
options of an action carry an identifier, the number of the move, and the chance with which an automatic,
blind choice takes it.

Its group of moves has its name. Rules are hung on every action as decorators:

    @offer.when("offer-limit")          may it be done at all?          (self, seat) -> bool
    @offer.where("unfair-deal")         may it be done so?              (self, seat, *target) -> bool
    @offer.done                         what follows                    (self, seat, *target)
    @offer.listed                       which of very many are listed   (self, seat) -> targets
    @discard.seen_by                    the seats that see the target   (self, seat, *target) -> seats
    @monopoly.shown                     the number that a seat sees     (self, viewer, seat, *target) -> int
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from catanlab.framework.declared.resources import Resources
from catanlab.framework.declared.rule import Declared, Function, Rule
from catanlab.framework.declared.targets import Choice, Target, Values
from catanlab.framework.moves import GROUP_SHIFT

if TYPE_CHECKING:
    from catanlab.framework.declared.declaration import Declaration


class Alternative(NamedTuple):
    """One option of an action."""

    identifier: int
    """The number of the move."""
    probability: float
    """The chance that an automatic, blind choice takes it."""


class Action(Declared):
    """An action that consists of its rules."""

    noun = "action"

    def __init__(self, *, target: Target | None = None, group: str | int = "", by: str = "asked") -> None:
        super().__init__()
        self.target = target or Target()
        self._group = group
        self.by = by
        self.group_number = -1
        self.base = 0
        self.when_rules: list[Rule] = []
        self.where_rules: list[Rule] = []
        self.done_rules: list[Rule] = []
        self.listed_rules: list[Rule] = []
        self.seen_rules: list[Rule] = []
        self.shown_rules: list[Rule] = []

    @property
    def group(self) -> str | int:
        """The name of its group of moves."""
        return self._group or self.title

    def when(self, code: str) -> Callable[[Function], Function]:
        """Add a predicate that does not depend on the target."""
        return self.hang(self.when_rules, code)

    def where(self, code: str) -> Callable[[Function], Function]:
        """Add a predicate of the target."""
        return self.hang(self.where_rules, code)

    def done(self, function: Function) -> Function:
        """Add a trigger that runs after the action."""
        return self.hang(self.done_rules)(function)

    def listed(self, function: Function) -> Function:
        """Set which targets are listed; others may be legal as well."""
        return self.hang(self.listed_rules)(function)

    def seen_by(self, function: Function) -> Function:
        """Set which seats see the target."""
        return self.hang(self.seen_rules)(function)

    def shown(self, function: Function) -> Function:
        """Set the number that a seat sees as the target."""
        return self.hang(self.shown_rules)(function)

    def complete(self, group_number: int) -> None:
        """Take the number of its group, once all names are known."""
        self.group_number = group_number
        self.base = group_number << GROUP_SHIFT

    @cached_property
    def builtin_rules(self) -> tuple[Rule, ...]:
        """The predicates (self, seat, *target) that every action of this type has."""
        return ()

    def blocked(self, play: Declaration, seat: int) -> bool:
        """Say whether the action is not open at all, quickly."""
        for rule in self.when_rules:
            if not rule.function(play, seat):
                return True
        return False

    def fits(self, play: Declaration, seat: int, values: Values) -> bool:
        """Say whether a target is allowed, given that the action is open."""
        for rule in self.where_rules:
            if not rule.function(play, seat, *values):
                return False
        return True

    def allows(self, play: Declaration, seat: int, values: Values) -> bool:
        """Say whether a seat may do it now."""
        return not self.blocked(play, seat) and self.fits(play, seat, values)

    def failing(self, play: Declaration, seat: int, values: Values) -> Iterator[Rule]:
        """Yield every predicate that does not hold."""
        for rule in self.when_rules:
            if not rule.function(play, seat):
                yield rule
        for rule in (*self.builtin_rules, *self.where_rules):
            if not rule.function(play, seat, *values):
                yield rule

    def list_into(self, play: Declaration, seat: int, moves: list[int]) -> None:
        """Append the moves that are listed for a seat."""
        if self.blocked(play, seat):
            return
        base, encode = self.base, self.target.encode
        if self.listed_rules:
            moves += [base | encode(play, *values) for values in self.listed_rules[0].function(play, seat)]
        else:
            fits = self.fits
            moves += [
                base | encode(play, *values)
                for values in self.target.every(play)
                if fits(play, seat, values)
            ]

    def options(self, play: Declaration, seat: int) -> list[Alternative]:
        """Return the options that are listed, each with its identifier and chance."""
        moves: list[int] = []
        self.list_into(play, seat, moves)
        return [Alternative(move, 1 / len(moves)) for move in moves]

    def carry_out(self, play: Declaration, seat: int, values: Values) -> None:
        """Do it, and run its triggers; the caller has checked that it is allowed."""
        self.effect(play, seat, *values)
        for rule in self.done_rules:
            rule.function(play, seat, *values)

    def effect(self, play: Declaration, seat: int, *values: Any) -> None:
        """Do what all actions of this type do."""

    def seen(self, play: Declaration, viewer: int | None, seat: int, values: Values, number: int) -> int:
        """Return the number of the target as a viewer sees it, None being a spectator."""
        if self.shown_rules:
            shown: int = self.shown_rules[0].function(play, viewer, seat, *values)
            return shown
        if self.seen_rules and isinstance(self.target, Choice):
            seats: Sequence[int] | None = self.seen_rules[0].function(play, seat, *values)
            if seats is not None and viewer not in seats:
                return self.target.hidden
        return number


class NextGameState(Action):
    """Moves the game to the next state of the turn, or to the turn of the next seat after the last one."""

    noun = "next game state"

    def effect(self, play: Declaration, seat: int, *values: Any) -> None:
        """Move on."""
        play.next_state()


class ModifyResource(Action):
    """Moves cards of a resource between a seat and the bank; a negative `amount` goes to the bank."""

    noun = "modify resource"

    def __init__(
        self,
        kinds: Resources,
        *,
        amount: int = -1,
        code: str = "cannot-pay",
        hidden: int | None = None,
        group: str | int = "",
        by: str = "asked",
    ) -> None:
        super().__init__(target=Choice(kinds.names, hidden=hidden), group=group, by=by)
        self.amount = amount
        self._giver_has = Rule(self._has, code, "A player can give only cards that they have.")

    @cached_property
    def builtin_rules(self) -> tuple[Rule, ...]:
        """Seat and bank must have what they give."""
        return (self._giver_has,)

    def _has(self, play: Declaration, seat: int, kind: int) -> bool:
        purse = play.hands[seat] if self.amount < 0 else play.bank
        return purse[kind] >= abs(self.amount)

    def fits(self, play: Declaration, seat: int, values: Values) -> bool:
        """Say whether the giver has the cards, and the rules allow it."""
        return self._has(play, seat, *values) and super().fits(play, seat, values)

    def effect(self, play: Declaration, seat: int, *values: Any) -> None:
        """Move the cards."""
        play.hands[seat][values[0]] += self.amount
        play.bank[values[0]] -= self.amount
