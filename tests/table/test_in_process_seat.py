"""A seat's agent can be asked whenever the seat may decide, and all its discards are one answer."""

import pytest
from tests.table.players import Cheat, First, Spy
from tests.table.random_plays import advance

from catanlab import Catan
from catanlab.framework.errors import (
    ArgumentError,
    IllegalMoveError,
    NotDecidingError,
    StaleDecisionError,
)
from catanlab.framework.random import Random
from catanlab.games.catan.position import Phase
from catanlab.table.agent import Explanation
from catanlab.table.agent_replies import Failure
from catanlab.table.clock import Deadline, SystemClock
from catanlab.table.in_process_seat import InProcessSeat
from catanlab.table.play import Play
from catanlab.table.random_agent import RandomAgent

DEADLINE = Deadline(SystemClock())


def seated(play, agent, seat):
    asked = InProcessSeat(agent, play.sealed, seat, seed=5)
    asked.start()
    asked.get_ready()
    return asked


def several(phase, seed=1, rules="trading"):
    """Return a play in which several seats may decide in this phase."""
    play, random = Play(Catan(rules=rules, seed=seed), seed=seed), Random(seed)
    while not (play.state.position.phase == phase and len(play.deciders) > 1):
        assert not play.is_over
        advance(play, random)
    return play


def owed(play, seat):
    return play.state.position.seats[seat].discards_owed


@pytest.mark.parametrize("phase", [Phase.ANSWERING, Phase.DISCARDING])
def test_every_decider_is_asked_with_a_view_in_which_it_is_to_move(phase):
    play = several(phase)
    for seat in play.deciders:
        spy = Spy()
        move = seated(play, spy, seat).choose(play.observer(seat), len(play.moves), DEADLINE)
        [view] = spy.views
        assert view.to_move == view.seat == seat
        assert play.check(seat, move)
    assert play.view(play.deciders[-1]).to_move == play.state.to_move


@pytest.mark.parametrize("rules", ["trading", "jsettlers"])
def test_all_discards_of_a_seat_are_one_answer(rules):
    play = several(Phase.DISCARDING, rules=rules, seed=3)
    seat = next(seat for seat in reversed(play.deciders) if seat != play.state.to_move)
    spy = Spy()
    asked = seated(play, spy, seat)
    before, count = play.view(seat), owed(play, seat)
    moves = asked.choose_discards(play.observer(seat), len(play.moves), DEADLINE)
    assert len(moves) == count > 1
    assert [len(view.log) for view in spy.views] == [len(before.log) + place for place in range(count)]
    assert spy.events == []
    assert play.view(seat) == before
    decision = play.decision
    assert play.check_answer(seat, map(str, moves), decision) == moves
    for wrong, reason in (
        (moves[1:], "needs more than"),
        ([*moves, moves[0]], "complete without it"),
        ((), "more than 0"),
    ):
        with pytest.raises(IllegalMoveError, match=reason):
            play.check_answer(seat, wrong)
    with pytest.raises(IllegalMoveError):
        play.check_answer(seat, ["roll", *moves])
    with pytest.raises(StaleDecisionError):
        play.check_answer(seat, moves, decision - 1)
    assert play.view(seat) == before
    for move in moves:
        assert play.move(seat, move, decision=decision).event.seat == seat
    assert owed(play, seat) == 0
    with pytest.raises(NotDecidingError):
        play.check_answer(seat, moves)


def test_discards_are_chosen_as_card_by_card_at_a_table():
    play = several(Phase.DISCARDING, seed=4)
    seat = play.state.to_move
    asked = seated(play, RandomAgent(), seat)
    at_once = asked.choose_discards(play.observer(seat), len(play.moves), DEADLINE)
    one_by_one = []
    while owed(play, seat) and play.state.position.phase == Phase.DISCARDING:
        move = asked.choose(play.observer(seat), len(play.moves), DEADLINE)
        one_by_one.append(play.move(seat, move).event.move)
    assert at_once == one_by_one


def test_the_last_to_discard_is_not_asked_for_the_robber_as_well():
    play = several(Phase.DISCARDING, seed=4)
    on_turn = play.state.position.on_turn
    while play.deciders[:-1] or play.deciders != (play.state.to_move,):
        others = [seat for seat in play.deciders if seat != on_turn]
        seat = others[0] if others else play.deciders[0]
        play.move(seat, play.view(seat).as_decider().legal_moves[0])
    seat = play.deciders[0]
    count = owed(play, seat)
    moves = seated(play, First(), seat).choose_discards(play.observer(seat), len(play.moves), DEADLINE)
    assert [move.group for move in moves] == ["discard"] * count


def test_any_other_question_is_answered_by_one_move():
    play = Play(Catan(seed=1))
    [move] = seated(play, First(), 0).choose_discards(play.observer(0), 0, DEADLINE)
    assert move == play.state.legal_moves[0]


@pytest.mark.parametrize(
    ("answer", "kind"), [("roll", "illegal"), ("hello", "nonsense"), (None, "nonsense")]
)
def test_an_agent_that_cannot_discard_fails(answer, kind):
    play = several(Phase.DISCARDING)
    seat = play.deciders[-1]
    with pytest.raises(Failure) as failure:
        seated(play, Cheat(answer), seat).choose_discards(play.observer(seat), len(play.moves), DEADLINE)
    assert failure.value.kind == kind


def test_an_explanation_checks_its_types():
    assert Explanation("why", {"n": 1}).data == {"n": 1}
    with pytest.raises(ArgumentError, match="the text of an Explanation is a str, not int"):
        Explanation(5)
    with pytest.raises(ArgumentError, match="the data of an Explanation is a dict or another mapping"):
        Explanation("why", [1])
