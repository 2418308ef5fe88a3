"""What the tests of the greedy agent's parts begin with: games, hands, goals and sides of an offer."""

from catanlab import Catan
from catanlab.agents.players.greedy.goals import Goal
from catanlab.agents.players.greedy.memory import BOTH_SIDES
from catanlab.games.catan import constants as c
from catanlab.games.catan.hands import pack
from catanlab.games.catan.moves import CatanMove
from catanlab.table.random_agent import RandomAgent
from catanlab.table.table import Table

FOUR = (4,) * 5
NONE = (0,) * 5
PLENTY = (9,) * 5


def table_of_random(seed=1, rules="trading"):
    game = Catan(seed=seed, rules=rules)
    return Table(game, [RandomAgent(by_group=True) for _ in range(4)], seed=seed, max_turns=120)


def goal(need, *, kind="city", rolls=5.0, node=7, roads=()):
    return Goal(kind, need, 1.0, rolls, node, roads)


def give(situation, *hand):
    situation.hand = hand
    situation.hand_size = sum(hand)


def know(situation, *, others=NONE, at_most=None):
    """Let the seat know that each of the others surely holds these cards, and at most those."""
    situation.certain = (NONE, *[others] * 3)
    situation.possible = (NONE, *[at_most or others] * 3)


def on_turn_with_plenty(state, seat):
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


def sides(text):
    return CatanMove.parse(text) & BOTH_SIDES
