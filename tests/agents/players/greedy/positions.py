"""What the tests of the greedy agent's parts begin with: games, hands, goals and deals."""

from __future__ import annotations

from typing import Literal

from catanlab import Catan
from catanlab.agents.base.situation import Situation
from catanlab.agents.players.greedy.goals import Goal
from catanlab.games.catan import constants as c
from catanlab.games.catan.engine.state import CatanState
from catanlab.games.catan.hands import pack
from catanlab.games.catan.moves import CatanMove, Counts, Deal
from catanlab.table.random_agent import RandomAgent
from catanlab.table.table import Table

FOUR: Counts = (4, 4, 4, 4, 4)
NONE: Counts = (0, 0, 0, 0, 0)
PLENTY: Counts = (9, 9, 9, 9, 9)


def table_of_random(seed: int = 1, rules: str = "trading") -> Table:
    game = Catan(seed=seed, rules=rules)
    return Table(game, [RandomAgent(by_group=True) for _ in range(4)], seed=seed, max_turns=120)


def goal(
    need: Counts,
    *,
    kind: Literal["city", "settlement", "card", "longest road"] = "city",
    rolls: float = 5.0,
    node: int = 7,
    roads: tuple[int, ...] = (),
) -> Goal:
    return Goal(kind, need, 1.0, rolls, node, roads)


def give(situation: Situation, wood: int, clay: int, sheep: int, wheat: int, ore: int) -> None:
    situation.hand = (wood, clay, sheep, wheat, ore)
    situation.hand_size = sum(situation.hand)


def know(situation: Situation, *, others: Counts = NONE, at_most: Counts | None = None) -> None:
    """Let the seat know that each of the others surely holds these cards, and at most those."""
    situation.certain = (NONE, *[others] * 3)
    situation.possible = (NONE, *[at_most or others] * 3)


def on_turn_with_plenty(state: CatanState, seat: int) -> CatanState:
    """Return a copy of a state in which a seat is on turn and can pay for anything."""
    fields = state.fields()
    hand = list(fields["hand"])
    hand[seat] = pack(PLENTY)
    fields |= {
        "phase": c.MAIN,
        "actor": seat,
        "turn_seat": seat,
        "rolled": True,
        "hand": tuple(hand),
    }
    copy = state.copy()
    copy.set_fields(fields)
    return copy


def deal(text: str) -> Deal:
    """Return the exchange of an offer."""
    found = CatanMove.parse(text).deal
    assert found is not None
    return found
