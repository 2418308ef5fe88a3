"""Public reasons: what an agent may say during play gives its hand away to nobody."""

import re

import pytest
from tests.agents.seen import view_of
from tests.views.two_worlds import pairs

from catanlab.agents.base.public_reason import public_reason
from catanlab.agents.registry import make_agent
from catanlab.framework.random import Random
from catanlab.games.catan.constants import RESOURCES
from catanlab.games.catan.game import Catan
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.rules import Rules
from catanlab.games.gomoku import Gomoku
from catanlab.table.clock import Deadline, SystemClock
from catanlab.table.random_agent import RandomAgent

QUICK = ("greedy", "heuristic", "thomas-trade", "jsettlers-smart", "greedy:trade=batna")
SLOW = ("uct:iterations=20", "uct:iterations=20,trade=principled")


def asked(spec, view):
    """Return the move of a new agent, and what it says in public."""
    agent = make_agent(spec)
    agent.start(view.game, view.seat, Random(1))
    agent.random = Random(2)
    move = CatanMove.of(agent.choose(view, Deadline(SystemClock())))
    return move, agent.public_reason()


def compare(spec, seed, parts, plies=8):
    """Ask a robot in pairs of worlds that another seat cannot tell apart; return how many were compared."""
    compared = 0
    for pair in pairs(Rules.trading(), seed, 0, parts, plies):
        seat = pair.states[0].to_move
        if seat not in (1, 2, 3):
            continue
        ours, theirs = (asked(spec, view_of(state, seat)) for state in pair.states)
        for move, reason in (ours, theirs):
            check_words(move, reason)
        if pair.states[0].seen(ours[0], 0) == pair.states[1].seen(theirs[0], 0):
            assert ours[1] == theirs[1]
            compared += pair.differ
    return compared


def check_words(move, reason):
    """A reason is one sentence; it names no resource but those of the move, or of the place it is about."""
    assert re.fullmatch(r"[A-Z][^\n]*\.", reason)
    named = {name for name in RESOURCES if re.search(rf"\b{name}\b", reason)}
    if move.group not in ("settlement", "city"):
        assert named <= set(re.findall(r"[a-z]+", move.text)) or move.group == "accept"
    if move.group == "discard":
        assert not named


@pytest.mark.parametrize("spec", ["greedy", "heuristic"])
def test_it_is_the_same_where_only_the_hand_differs(spec):
    assert compare(spec, 1, 2)


@pytest.mark.full
@pytest.mark.parametrize("spec", [*QUICK, *SLOW])
def test_so_it_is_in_many_worlds(spec):
    assert compare(spec, 2, 10, 20) > 10


def test_agents_that_do_not_explain_say_nothing():
    view = Catan(seed=1).observer(0).view()
    agent = RandomAgent()
    agent.start(view.game, 0, Random(1))
    agent.choose(view, Deadline(SystemClock()))
    assert agent.public_reason() is None


def test_nothing_is_said_before_the_first_move():
    for spec in ("greedy", "greedy:trade=batna", SLOW[0]):
        agent = make_agent(spec)
        agent.start(Catan(rules="trading", seed=1), 0, Random(1))
        assert agent.public_reason() is None


def test_a_search_says_nothing_about_other_games():
    game = Gomoku(size=3, line=3)
    agent = make_agent("uct:iterations=20")
    agent.start(game, 0, Random(1))
    agent.choose(game.observer(0).view(), Deadline(SystemClock()))
    assert agent.public_reason() is None


def test_outcomes_have_no_reason():
    view = Catan(seed=1).observer(0).view()
    assert public_reason(view, CatanMove.parse("dice 8")) is None
