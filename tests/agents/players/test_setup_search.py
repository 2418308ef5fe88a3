"""The search of the set-up."""

import pytest

from catanlab import Catan, Table
from catanlab.agents.players.setup_search import SETUP, search_setup
from catanlab.agents.registry import make_agent
from catanlab.agents.value.expectimax import Expectimax
from catanlab.agents.value.one_ply import NetOnePly
from catanlab.framework.errors import ArgumentError
from catanlab.framework.random import Random
from catanlab.games.catan import constants as c


def setup_positions(rules="jsettlers", seed=4):
    """Give every position of a set-up in which all seats place as the policy does."""
    policy, random = NetOnePly(), Random(0, "search")
    state = Catan(rules=rules, seed=seed).start()
    while state.phase_name in SETUP:
        yield state
        state.apply(policy.pick(state, random))


def followed(policy, state, move):
    """Return what a move is worth to its seat when the policy has placed all that is left."""
    seat, after = state.to_move, state.copy().apply(move)
    while after.phase_name in SETUP:
        after.apply(policy.rate_moves(after)[0][0])
    return policy.evaluate(after, seat)


@pytest.mark.parametrize("rules", ["jsettlers", "jsettlers,players=3", "roelofs"])
def test_a_place_is_worth_what_it_is_when_all_have_placed(rules):
    policy = Expectimax()
    for state in setup_positions(rules):
        before = state.copy()
        found = search_setup(policy, state, 5)
        assert state == before
        assert [opening.value for opening in found] == sorted(
            (opening.value for opening in found), reverse=True
        )
        for opening in found:
            assert opening.value == followed(policy, state, opening.move)
        assert {opening.move for opening in found} == {move for move, _ in policy.rate_moves(state)[:5]}


def test_it_tells_the_later_moves_of_the_seat_only():
    first, *_, last = (search_setup(NetOnePly(), state, 3)[0] for state in setup_positions())
    assert [move.kind for move in first.later] == [c.ROAD, c.SETTLEMENT, c.ROAD]
    assert last.later == ()


def test_it_places_otherwise_than_a_look_at_each_place_by_itself():
    policy = NetOnePly()
    others = 0
    for seed in range(4):
        for state in setup_positions(seed=seed):
            found = search_setup(policy, state, 8)
            rated = policy.rate_moves(state)[0][0]
            assert found[0].value >= next(opening.value for opening in found if opening.move == rated)
            others += found[0].move != rated
    assert others > 4


def explained(spec):
    """Return the explanations of an agent in the set-up."""
    table = Table(
        Catan(rules="jsettlers", seed=2),
        [make_agent(spec) for _ in range(4)],
        seed=2,
        max_turns=1,
        explain=True,
    )
    table.play()
    assert not table.incidents
    return [event.explanation for event in table.events if getattr(event, "explanation", None)][:16]


def test_the_agent_says_what_it_expects_and_gave_the_alternatives():
    first, *_ = said = explained("expectimax:setup_width=20")
    assert all("later" in reason.data for reason in said)
    settlement = first.data["later"][1]
    assert first.text == f"Of the open nodes it promises most, with {settlement} to come."
    assert len(first.data["alternatives"]) == 4
    assert max(first.data["alternatives"].values()) <= first.data["value"]


@pytest.mark.parametrize("spec", ["expectimax", "expectimax:level=4,setup_width=20"])
def test_it_may_look_at_each_place_by_itself(spec):
    assert not any("later" in reason.data for reason in explained(spec))


@pytest.mark.parametrize("width", ["-1", "1001"])
def test_a_width_that_is_not_allowed_is_refused(width):
    with pytest.raises(ArgumentError, match="setup_width"):
        make_agent(f"expectimax:setup_width={width}")
