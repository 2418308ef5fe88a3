"""A view restored from its line, so that a position as a seat sees it can be played on and searched.

The line gives for each hand the least and the most that it holds, but no probabilities: every deal of the
unknown cards counts as equally likely. Earlier moves are not in the line: the log is empty.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from math import factorial, prod

from catanlab.framework.errors import PositionError, Problem
from catanlab.framework.random import Random
from catanlab.games.catan import constants as c
from catanlab.games.catan.hands import pack, unpack
from catanlab.games.catan.text.reader import SeenPosition
from catanlab.games.catan.text.status import status
from catanlab.games.catan.view.belief import Belief, restore_belief
from catanlab.games.catan.view.view import CatanView, restore_view

MAX_WORLDS = 16_384
"""As many joint holdings as a belief keeps exactly."""

Counts = tuple[int, ...]
"""Cards by resource."""


def view_of(seen: SeenPosition) -> CatanView:
    """Return the view that a line describes.

    >>> from catanlab.games.catan.game import Catan
    >>> from catanlab.games.catan.text.positions import view_text
    >>> from catanlab.games.catan.text.reader import read_view
    >>> line = view_text(Catan(board="beginner").observer(0).view())
    >>> view_of(read_view(line)).legal_moves[0]
    <settlement 0>

    Raises PositionError if no hands fit the line, too many do, or the position is impossible.
    """
    facts, game = seen.facts, seen.game.sealed()
    belief = _belief(seen)
    fields = seen.fields(belief.worlds()[0][0])
    padding = [0] * (4 - game.seats)
    cards = (
        facts["unseen_cards"],
        [*facts["unknown_cards"], *padding],
        facts["unknown_bought_this_turn"],
        [*facts["point_limits"], *padding],
    )
    view = restore_view(game, seen.seat, (), fields, belief, cards)
    problems = status(view.sample(Random(0)))
    if problems:
        raise PositionError(*problems)
    return view


def _belief(seen: SeenPosition) -> Belief:
    """Return a belief in every joint holding that fits the line."""
    sizes = seen.facts["hand_sizes"]
    bounds: list[tuple[Counts, Counts]] = [
        (unpack(low), unpack(high)) for low, high in seen.facts["bounds"]
    ]
    left: Counts | None = None
    if seen.game.rules.bank_limit:
        left = tuple(c.CARDS_PER_RESOURCE - count for count in unpack(seen.facts["bank"]))
    worlds = list(islice(_worlds(sizes, bounds, left), MAX_WORLDS + 1))
    if not worlds:
        raise PositionError(Problem("no hands fit their sizes, what they are known to hold, and the bank"))
    if len(worlds) > MAX_WORLDS:
        raise PositionError(
            Problem(f"more than {MAX_WORLDS:,} joint hands fit this line, too many to believe in")
        )
    padding = [0] * (4 - len(sizes))
    hands: list[int] = []
    weights: list[float] = []
    for world in worlds:
        hands += [*map(pack, world), *padding]
        free = [
            count - least
            for hand, (low, _) in zip(world, bounds, strict=True)
            for count, least in zip(hand, low, strict=True)
        ]
        weights.append(1 / prod(map(factorial, free)))
    nothing = [0] * 4
    return restore_belief(len(sizes), True, hands, weights, [*sizes, *padding], nothing, nothing)


def _worlds(
    sizes: Counts, bounds: list[tuple[Counts, Counts]], left: Counts | None
) -> Iterator[tuple[Counts, ...]]:
    """Yield hands for all seats within their bounds that use up what is left, where that is known."""
    if not sizes:
        if left is None or not any(left):
            yield ()
        return
    rest = bounds[1:]
    for hand in _hands(sizes[0], *bounds[0]):
        after = None
        if left is not None:
            after = tuple(have - count for have, count in zip(left, hand, strict=True))
            if not all(
                sum(low[i] for low, _ in rest) <= after[i] <= sum(high[i] for _, high in rest)
                for i in range(len(after))
            ):
                continue
        for others in _worlds(sizes[1:], rest, after):
            yield (hand, *others)


def _hands(size: int, low: Counts, high: Counts) -> Iterator[Counts]:
    """Yield every hand of a size between two bounds."""
    if not low:
        if size == 0:
            yield ()
        return
    for count in range(low[0], min(high[0], size) + 1):
        for others in _hands(size - count, low[1:], high[1:]):
            yield (count, *others)
