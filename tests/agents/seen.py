"""Views of positions that a test has arranged, and agents that are asked in them."""

from __future__ import annotations

import pickle
from collections.abc import Collection, Iterable, Sequence
from typing import Any, TypeVar, cast

from catanlab.framework.game import Game
from catanlab.framework.moves import Move
from catanlab.framework.observer import View
from catanlab.framework.random import Random
from catanlab.games.catan.engine.state import CatanState
from catanlab.games.catan.hands import pack
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.view.belief import Belief, restore_belief
from catanlab.games.catan.view.view import CatanView, restore_view
from catanlab.table.agent import Agent
from catanlab.table.clock import Deadline, SystemClock

AnyAgent = TypeVar("AnyAgent", bound=Agent)


def view_of(
    state: CatanState,
    seat: int = 0,
    *,
    log: Iterable[CatanMove] = (),
    unsure: Collection[int] = (),
    or_hands: Sequence[int] | None = None,
) -> CatanView:
    """Return what a seat sees of a state after these moves; it knows all hands, but not the others' cards.

    Of the seats that are `unsure` it knows only how many cards they hold. With `or_hands`, packed ones for
    each seat, the hands may as well be those.
    """
    fields, seats = state.fields(), state.position.seats
    hands = fields["hand"]
    sizes = [each.hand_size for each in seats] + [0] * (4 - len(seats))
    belief = Belief(state.game.seats, hands)
    if or_hands is not None:
        worlds = [*hands, *or_hands]
        belief = restore_belief(state.game.seats, True, worlds, [0.5, 0.5], sizes, [0] * 4, [0] * 4)
    elif unsure:
        least = [0 if other in unsure else hand for other, hand in enumerate(hands)]
        most = [pack((sizes[i],) * 5) if i in unsure else hand for i, hand in enumerate(hands)]
        belief = restore_belief(state.game.seats, False, hands, [1.0], sizes, least, most)
    own = tuple(card if other == seat else 0 for other, card in enumerate(fields["card"]))
    hidden = [sum(each.cards) if other != seat else 0 for other, each in enumerate(seats)]
    unseen = fields["deck"] + sum(fields["card"]) - fields["card"][seat]
    cards = (unseen, hidden + [0] * (4 - len(seats)), 0, [5] * 4)
    return restore_view(state.game, seat, list(log), fields | {"card": own}, belief, cards)


def guessed_anew(view: CatanView, random: Random) -> CatanView:
    """Return the same view with another guess at what its seat cannot see.

    The guess only completes the position that a view keeps: what the seat knows is kept apart from it.
    """
    sampled = view.sample(random).fields()
    return with_fields(
        view, **{name: sampled[name] for name in ("hand", "card", "deck", "bought_this_turn")}
    )


def with_fields(view: CatanView, **changes: Any) -> CatanView:
    """Return the same view with fields of the engine changed, which nobody checks."""
    _, parts = cast("tuple[Any, tuple[Any, ...]]", view.__reduce__())
    game, seat, log, fields, belief, cards, decision = parts
    assert changes.keys() <= fields.keys()
    own_belief = pickle.loads(pickle.dumps(belief))
    return restore_view(game, seat, log, fields | changes, own_belief, cards, decision)


def is_same_guess(view: CatanView, other: CatanView) -> bool:
    """Return whether two equal views also guess the same."""
    return pickle.dumps(view) == pickle.dumps(other)


def seated(agent: AnyAgent, game: Game, seat: int = 0, seed: int = 0) -> AnyAgent:
    """Return an agent that has taken a seat."""
    agent.start(game, seat, Random(seed, "agent", seat))
    return agent


def decide(agent: Agent, view: View) -> Move | int | str:
    """Return the move of an agent without a limit of time."""
    return agent.choose(view, Deadline(SystemClock()))
