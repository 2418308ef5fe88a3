"""Chance: dice, decks and other draws, with their probabilities and who sees them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

from catanlab.framework.declared.powers import Logic
from catanlab.framework.declared.rule import Declared, Function, Rule
from catanlab.framework.declared.targets import Choice, Number, Target

if TYPE_CHECKING:
    from catanlab.framework.declared.declaration import Declaration

Outcomes = list[tuple[int, float]]


class Chance(Declared):
    """A decision of chance: `self.begin(self.steal)` lets it decide next.

        @steal.weights         what can come, how often     (self) -> [(value, weight), ...]
        @dice.where            what counts                  (self, value) -> bool; others are drawn again
        @steal.fell            what follows                 (self, value)
        @steal.seen_by         the seats that see it        (self, value) -> seats; by default everybody

    Who does not see it sees the `hidden` value of its target.
    """

    noun = "chance"

    def __init__(self, *, target: Target, group: str | int = "") -> None:
        super().__init__()
        self.target = target
        self._group = group
        self.group_number = -1
        self.weights_rules: list[Rule] = []
        self.where_rules: list[Rule] = []
        self.fell_rules: list[Rule] = []
        self.seen_rules: list[Rule] = []

    @property
    def group(self) -> str | int:
        """The name of its group of outcomes."""
        return self._group or self.title

    def weights(self, function: Function) -> Function:
        """Set the possible values and their weights."""
        return self.hang(self.weights_rules)(function)

    def where(self, function: Function) -> Function:
        """Add a predicate of valid values; others are drawn again."""
        return self.hang(self.where_rules)(function)

    def fell(self, function: Function) -> Function:
        """Add a trigger that runs after an outcome."""
        return self.hang(self.fell_rules)(function)

    def seen_by(self, function: Function) -> Function:
        """Set which seats see the outcome."""
        return self.hang(self.seen_rules)(function)

    def weighted(self, play: Declaration) -> Iterable[tuple[int, int]]:
        """Return the values that can come, with their weights."""
        found: Iterable[tuple[int, int]] = self.weights_rules[0].function(play)
        return found

    def outcomes(self, play: Declaration) -> Outcomes:
        """Return the numbers of the outcomes with their probabilities."""
        weighted = [
            (value, weight)
            for value, weight in self.weighted(play)
            if weight > 0 and all(rule.function(play, value) for rule in self.where_rules)
        ]
        total = sum(weight for _, weight in weighted)
        encode = self.target.encode
        return [(encode(play, value), weight / total) for value, weight in weighted]

    def carry_out(self, play: Declaration, value: int) -> None:
        """Let an outcome take effect."""
        for rule in self.fell_rules:
            rule.function(play, value)

    def seats_that_see(self, play: Declaration, value: int) -> Sequence[int] | None:
        """Return the seats that see an outcome; None for everybody, spectators included."""
        if not self.seen_rules:
            return None
        seats: Sequence[int] | None = self.seen_rules[0].function(play, value)
        return seats


class Dice(Chance):
    """Dice; their value is the sum, unless `read` computes another number from the faces."""

    noun = "dice"

    def __init__(
        self,
        count: int = 2,
        sides: int = 6,
        *,
        read: Callable[[Sequence[int]], int] = sum,
        target: Target | None = None,
        group: str | int = "",
    ) -> None:
        faces = Counter(read(roll) for roll in product(range(1, sides + 1), repeat=count))
        super().__init__(target=target or Number(min(faces), max(faces)), group=group)
        self.faces = tuple(sorted(faces.items()))
        self._outcomes: Outcomes = []

    def weighted(self, play: Declaration) -> Iterable[tuple[int, int]]:
        """Return what the dice can show."""
        return self.faces

    def outcomes(self, play: Declaration) -> Outcomes:
        """Return what the dice can show and how likely it is; without rerolls that never changes."""
        if self.where_rules:
            return super().outcomes(play)
        if not self._outcomes:
            self._outcomes = super().outcomes(play)
        return self._outcomes


class Deck(Chance):
    """A shuffled pile of powers; a seat draws one at random, and by default only that seat sees it.

    `self.left_in(self.deck)` are the copies left of each, in the order of `cards`.
    """

    noun = "deck"

    def __init__(self, cards: Sequence[Logic], *, group: str | int = "", hidden: int | None = None) -> None:
        self.cards = tuple(cards)
        titles = [card._title or "" for card in cards]
        super().__init__(target=Choice(titles, hidden=hidden), group=group)
        self.pile = -1

    def name_cards(self) -> None:
        """Give the outcomes the names of the cards, which these got after the deck was made."""
        choice = self.target
        assert isinstance(choice, Choice)
        self.target = Choice([card.title for card in self.cards], hidden=choice.hidden)

    def weighted(self, play: Declaration) -> Iterable[tuple[int, int]]:
        """Return the cards that are left."""
        return enumerate(play.left_in(self))

    def carry_out(self, play: Declaration, value: int) -> None:
        """Give the card to the seat that draws."""
        play.left_in(self)[value] -= 1
        play.acquire(play.drawer, self.cards[value])
        super().carry_out(play, value)

    def seats_that_see(self, play: Declaration, value: int) -> Sequence[int] | None:
        """Return the seat that draws, unless the declaration says otherwise."""
        return super().seats_that_see(play, value) if self.seen_rules else (play.drawer,)


def is_chance(node: Any) -> bool:
    """Say whether chance decides at a node of the game."""
    return isinstance(node, Chance)
