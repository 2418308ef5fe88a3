"""What Thomas names and leaves to others: weights in the opening, open space, two builds ahead."""

import pickle

import pytest
from tests.agents.seen import decide, view_of
from tests.rules.arranged import put_line, turn_of

from catanlab import Catan, Table
from catanlab.agents.base.aim import COSTS, Aim
from catanlab.agents.estimates.build_time import BuildTimes, best_pair, lone_build_time
from catanlab.agents.estimates.estimates import Estimates
from catanlab.agents.estimates.income import Income
from catanlab.agents.estimates.look_ahead import look_after
from catanlab.agents.estimates.open_space import open_edges
from catanlab.agents.estimates.seat_forecasts import SeatForecasts
from catanlab.agents.estimates.win_time_plan import WinTimePlan
from catanlab.agents.players.thomas import read_weights
from catanlab.agents.registry import make_agent
from catanlab.framework.errors import AgentError, ArgumentError
from catanlab.framework.random import Random
from catanlab.games.catan.constants import RESOURCES
from catanlab.games.catan.engine.arrange import give_resources, put_road, put_settlement, set_turn
from catanlab.games.catan.grid import edge_between

__all__ = ["put_line", "turn_of"]

D_OF_TABLE_4_1 = Income.of({"clay": (6, 9), "wood": (5,)})
"""Road 9, settlement 36, city 64, card 36."""


def test_the_sum_of_building_speeds_may_be_weighted():
    assert BuildTimes().sum(D_OF_TABLE_4_1) == 9 + 36 + 64 + 36
    assert BuildTimes(weights=(3, 2, 0, 1)).sum(D_OF_TABLE_4_1) == 3 * 9 + 2 * 36 + 36
    for weights in ((1, 1, 1), (1, 1, 1, -1), (101, 1, 1, 1), (0.5, 1, 1, 1)):
        with pytest.raises(ValueError, match=r"weight|zip"):
            BuildTimes(weights=weights)


def opened(spec, seed):
    game = Catan(seed=seed)
    agent = make_agent(spec)
    agent.start(game, 0, Random(1))
    return decide(agent, game.observer(0).view()).node


@pytest.mark.full
@pytest.mark.parametrize("name", ["thomas-first", "thomas-plan"])
def test_the_opening_goes_by_weighted_building_speeds(name):
    # Thomas, chapter 4: for a strategy of roads or of cities the estimates would be weighted
    differ = 0
    for seed in range(12):
        times = BuildTimes(weights=(3, 3, 1, 0))
        board = Catan(seed=seed).board
        one, other, _ = best_pair(board, times, range(54))
        expected = min((one, other), key=lambda node: lone_build_time(board, times, node))
        found = opened(f"{name}:opening_weights=road*3+settlement*3+card*0", seed)
        assert found in (one, other)
        if lone_build_time(board, times, one) != lone_build_time(board, times, other):
            assert found == expected
        assert opened(f"{name}:opening_weights=road*1", seed) == opened(name, seed)
        differ += found != opened(name, seed)
    assert differ > 2


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("ship*2", "the groups are road, settlement, city, card"),
        ("road*0.5", "allowed are integers from 0 to 100"),
        ("road*101", "allowed are integers from 0 to 100"),
        ("road*0+settlement*0+city*0+card*0", "not 0 for all"),
    ],
)
def test_wrong_weights_are_refused(text, words):
    with pytest.raises(ArgumentError, match=words):
        read_weights(text)
    with pytest.raises((ArgumentError, AgentError)):
        make_agent(f"thomas-plan:opening_weights={text}")


def test_open_space_is_the_free_edges_ahead_of_a_road(turn_of, put_line):
    # Node 23 has the neighbours 17, 18 and 29; all edges beyond are free.
    state = turn_of(0)
    put_settlement(state, 0, 23)
    edge = edge_between(23, 29)
    assert open_edges(state.position, 0, edge, 1) == 2
    assert open_edges(state.position, 0, edge, 2) == 6
    # The road of another at one of the two leaves the other and what lies beyond it.
    put_road(state, 1, 29, 34)
    assert open_edges(state.position, 0, edge, 1) == 1
    # A building at the end of the road closes it.
    put_settlement(state, 1, 29)
    assert open_edges(state.position, 0, edge, 3) == 0


def test_a_road_that_only_joins_own_roads_opens_nothing(turn_of, put_line):
    state = turn_of(0)
    put_line(state, 0, 23, 29, 34)
    put_line(state, 0, 39, 44)
    assert open_edges(state.position, 0, edge_between(34, 39)) == 0


def test_space_is_added_to_the_utility_of_roads_alone(turn_of, put_line):
    state = turn_of(0)
    put_settlement(state, 0, 23)
    put_line(state, 0, 23, 29)
    put_settlement(state, 1, 40)
    utilities = []
    for space in (0.0, 0.5):
        forecasts = SeatForecasts(WinTimePlan(discount=0.0, space=space))
        forecasts.look(view_of(state, 0))
        utilities.append({(aim.kind, aim.place): aim.utility for aim in forecasts.aims(0)})
    plain, roomy = utilities
    assert plain.keys() == roomy.keys()
    for (kind, place), utility in plain.items():
        gained = 0.5 * open_edges(state.position, 0, place) if kind == "road" else 0
        assert roomy[kind, place] == pytest.approx(utility + gained)
    assert any(kind == "road" and roomy[kind, place] > utility for (kind, place), utility in plain.items())


def test_an_agent_with_space_plays_on():
    agent = make_agent("thomas-plan:space=1")
    assert agent.forecasts.strategy.space == 1.0
    with pytest.raises((ArgumentError, AgentError), match="space"):
        make_agent("thomas-plan:space=-1")


def grown(seed, turns=24):
    """Return a position in the middle of a random game."""
    state, random = Catan(seed=seed).start(), Random(seed)
    while state.turn < turns:
        state.apply(
            state.draw_outcome(random) if state.is_chance else state.draw_move(random, by_group=True)
        )
    set_turn(state, 0)
    return state


PIECES = ("road", "settlement", "city")


def built(state, kind, place):
    """Return the position after seat 0 has built a piece with cards of its own besides its hand."""
    after = state.copy()
    cards = zip(RESOURCES, state.position.seats[0].hand, COSTS[kind], strict=True)
    give_resources(after, 0, **{name: held + cost for name, held, cost in cards})
    return after.apply(Aim(kind, place).move)


@pytest.mark.full
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_estimates_after_a_build_are_those_of_the_position_with_it(seed):
    state = grown(seed)
    now, ahead = Estimates(), Estimates()
    now.look(view_of(state, 0))
    for kind, place, times in now.builds(0):
        if kind not in PIECES:
            continue
        fresh = Estimates()
        fresh.look(view_of(built(state, kind, place), 0))
        look_after(ahead, now, 0, kind, place)
        assert [ahead.win_rolls(seat) for seat in range(4)] == times
        assert ahead.builds(0) == fresh.builds(0)
        assert ahead.known_hand(0) == now.known_hand(0)


@pytest.mark.full
def test_a_piece_counts_as_the_best_pair_that_begins_with_it():
    # Thomas, chapter 4: what takes two builds before it has an effect is not seen one build ahead
    state = grown(4)
    views = [view_of(state, 0)] * 2
    plain, deep = (SeatForecasts(WinTimePlan(ahead=ahead)) for ahead in (False, True))
    for forecasts, view in zip((plain, deep), views, strict=True):
        forecasts.look(view)
    before = [plain.win_rolls(seat) for seat in range(4)]
    single = {(aim.kind, aim.place): aim for aim in plain.aims(0)}
    raised = 0
    for aim in deep.aims(0):
        expected = single[aim.kind, aim.place].utility
        if aim.kind != "card":
            ahead = Estimates()
            look_after(ahead, plain.estimates, 0, aim.kind, aim.place)
            for kind, _, after in ahead.builds(0):
                if kind in PIECES:
                    need = [a + b for a, b in zip(COSTS[aim.kind], COSTS[kind], strict=True)]
                    rolls = plain.estimates.rolls(0, need, plain.known_hand(0))
                    pair = WinTimePlan().utility(0, before, after) / 1.13**rolls
                    expected = max(expected, pair)
        assert aim.utility == pytest.approx(expected)
        raised += aim.utility > single[aim.kind, aim.place].utility
    assert raised > 0


def test_only_pieces_can_be_looked_behind():
    estimates = Estimates()
    estimates.look(view_of(grown(1, 4), 0))
    with pytest.raises(ArgumentError, match="'card' is not a road, a settlement or a city"):
        look_after(Estimates(), estimates, 0, "card", -1)


@pytest.mark.full
def test_an_agent_that_looks_ahead_plays_and_can_be_copied():
    agent = pickle.loads(pickle.dumps(make_agent("thomas-plan:ahead=yes,trade=none")))
    agents = [agent, *(make_agent("random") for _ in range(3))]
    with Table(Catan(rules="base,max_rounds=6", seed=2), agents, seed=2) as table:
        table.play()
        assert not table.incidents
