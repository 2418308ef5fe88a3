"""Estimates of whole positions: kept from view to view, honest about hidden cards, alike after a trial."""

from itertools import chain

import pytest
from tests.agents.seen import guessed_anew

from catanlab.agents.base.replay import knights_drawn
from catanlab.agents.estimates.estimates import Estimates
from catanlab.agents.estimates.possible_pieces import PossiblePieces
from catanlab.agents.registry import make_agent
from catanlab.framework.errors import ArgumentError
from catanlab.framework.random import Random
from catanlab.games.catan.game import Catan
from catanlab.table.table import Table


def played(seed, agent="greedy", rules="base"):
    """Yield tables of a game as it goes on, from the end of the set-up."""
    game = Catan(rules=rules, seed=seed)
    with Table(game, [make_agent(agent) for _ in range(4)], seed=seed) as table:
        while not table.is_over:
            table.step()
            if table.state.turn and not table.is_over:
                yield table


def everything(estimates, seat):
    return (
        [estimates.win_rolls(other) for other in range(4)],
        [estimates.longest_way(other) for other in range(4)],
        [estimates.army_cards(other) for other in range(4)],
        estimates.win_plan(seat),
        estimates.builds(seat),
        [estimates.possible_pieces(other).possible_settlements for other in range(4)],
    )


@pytest.mark.parametrize(
    "options",
    [{}, {"jsettlers": True, "cut_at": 40}, pytest.param({"accurate": True}, marks=pytest.mark.full)],
)
def test_going_from_view_to_view_is_the_same_as_looking_anew(options):
    kept = Estimates(**options)
    looks = 0
    for number, table in enumerate(played(1)):
        if number % 7 == 0:
            view = table.view(2)
            kept.look(view)
            fresh = Estimates(**options)
            fresh.look(view)
            assert everything(kept, 2) == everything(fresh, 2)
            looks += 1
    assert looks > 30


def test_trackers_are_right_after_many_pieces_at_once():
    estimates = Estimates()
    for number, table in enumerate(played(2)):
        if number % 50 == 0:
            estimates.look(table.view(0))
            for seat in range(4):
                fresh = PossiblePieces(seat)
                fresh.look(table.state)
                assert estimates.possible_pieces(seat).possible_roads == fresh.possible_roads
                assert estimates.possible_pieces(seat).possible_settlements == fresh.possible_settlements


@pytest.mark.full
def test_the_time_after_a_build_is_the_time_once_it_is_built():
    """What a trial predicts for every seat is what a look finds after the piece was really built."""
    compared = 0
    for seed in range(3):
        expected = None
        for table in played(seed):
            move = table.moves[-1]
            if expected is not None and move.group in ("road", "settlement", "city"):
                mover, builds = expected
                estimates = Estimates()
                estimates.look(table.view(mover))
                times = [estimates.win_rolls(other) for other in range(4)]
                predicted = {(name, place): after for name, place, after in builds}
                assert predicted[move.group, move.place] == times
                compared += 1
            expected = None
            mover = table.state.to_move
            if mover in range(4) and table.state.phase_name == "main":
                estimates = Estimates()
                estimates.look(table.view(mover))
                expected = mover, estimates.builds(mover)
    assert compared > 30


def test_hidden_cards_of_others_change_nothing():
    """What is said to be known is in every state that the seat thinks possible."""
    for number, table in enumerate(played(4)):
        if number % 40 == 0:
            view = table.view(1)
            estimates = Estimates()
            estimates.look(view)
            expected = everything(estimates, 1), [estimates.known_hand(seat) for seat in range(4)]
            for seat in range(4):
                hand = estimates.known_hand(seat)
                for _ in range(5):
                    sampled = view.sample(Random(number)).position.seats[seat].hand
                    assert all(sure <= held for sure, held in zip(hand, sampled, strict=True))
            again = Estimates()
            again.look(guessed_anew(view, Random(number, "search")))
            assert expected == (everything(again, 1), [again.known_hand(seat) for seat in range(4)])


def test_only_a_seat_that_plays_can_be_asked_about():
    estimates = Estimates()
    with pytest.raises(ArgumentError, match="no seat"):
        estimates.win_rolls(0)
    with pytest.raises(ArgumentError, match="a view of Catan"):
        estimates.look(None)


@pytest.mark.parametrize("seat", [pytest.param(0, marks=pytest.mark.full), 3])
def test_for_jsettlers_a_knight_is_new_until_the_own_next_turn(seat):
    robot, other = Estimates(jsettlers=True), Estimates()
    found = 0
    for table in chain(played(3), played(4), played(6)):
        view = table.view(seat)
        position = view.position
        new = knights_drawn(view.log, (position.on_turn - seat) % 4)
        if position.largest_army is not None or position.on_turn == seat or not new:
            continue
        robot.look(view)
        other.look(view)
        if other.army_cards(seat) > 0:
            assert robot.army_cards(seat) == other.army_cards(seat) + new
            found += 1
    assert found > 5
