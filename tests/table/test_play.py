"""Play alone: who may do what, what comes of it, who sees it, and that a log gives the same game again."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.framework.tally import Tally
from tests.table.random_plays import advance, choose_move, random_play

from catanlab import CHANCE, Catan
from catanlab.framework.errors import (
    IllegalMoveError,
    MoveTextError,
    NotDecidingError,
    SeedError,
    StaleDecisionError,
    StatementError,
    StatementLimitError,
    TableError,
)
from catanlab.framework.random import Random
from catanlab.games.catan.constants import RESOURCES
from catanlab.games.catan.position import Phase
from catanlab.games.gomoku import Gomoku
from catanlab.table.agent import Explanation
from catanlab.table.events import Ended, Incident, Outcome, Played, Said, Seated
from catanlab.table.play import Play
from catanlab.table.record import Record
from catanlab.table.record_reader import read_records

BOARD = Gomoku(size=3, line=3)
TRADING = ("trading", "jsettlers", "thomas", "trading,bank_limit=no,hidden_discards=yes")


def until(play, wanted, seed=1):
    """Let random seats act until something is the case."""
    random = Random(seed)
    while not wanted(play):
        assert not play.is_over
        advance(play, random)
    return play


def phase_is(phase):
    return lambda play: play.state.position.phase == phase


# Moves.


def test_a_seat_makes_a_move_and_everybody_sees_it_without_time_and_reason():
    play = Play(BOARD)
    why = Explanation("it is the centre")
    step = play.move(0, "b2", seconds=2.5, explanation=why)
    [move] = play.moves
    assert step.event == Played(move, 0, 2.5, why) == play.events[0]
    assert step.seen == (Played(move, 0), Played(move, 0))
    assert step.public == Played(move, 0)
    assert step.followed == ()
    assert play.deciders == (1,)


def test_a_move_comes_as_a_text_a_number_or_a_move():
    for form in (str, int, lambda move: move):
        play = Play(BOARD)
        [move, *_] = play.state.legal_moves
        assert play.move(0, form(move)).event.move == move


def test_only_a_seat_that_decides_may_move():
    play = Play(BOARD)
    with pytest.raises(NotDecidingError, match="seat 1 has nothing to decide: seat 0 has") as error:
        play.move(1, "b2")
    assert error.value.code == "not-your-decision"
    for seat in (-1, 2, None, "0"):
        with pytest.raises(TableError, match="is not a seat from 0 to 1"):
            play.move(seat, "b2")
    assert play.events == []


@pytest.mark.parametrize("rules", TRADING)
def test_no_seat_brings_an_outcome_about(rules):
    play = Play(Catan(rules=rules, seed=1))
    random = Random(1)
    refused = 0
    while refused < 60:
        outcomes = [outcome for outcome, _ in play.state.outcomes] or [
            "dice 12",
            "steal ore",
            "draw knight",
        ]
        for outcome in outcomes:
            for seat in range(4):
                with pytest.raises((NotDecidingError, IllegalMoveError)):
                    play.move(seat, outcome)
                refused += play.is_chance
        advance(play, random)


def test_chance_decides_by_itself_and_only_when_it_is_due():
    play = Play(Tally(), seed=3)
    with pytest.raises(NotDecidingError, match="chance has"):
        play.move(0, "keep")
    step = play.draw()
    assert step.event == Outcome(play.moves[0])
    with pytest.raises(TableError, match="no outcome comes next"):
        play.draw()


def test_an_answer_to_an_old_decision_is_refused():
    play = Play(BOARD)
    assert play.decision == 0
    play.move(0, "b2", decision=0)
    for old in (0, 2, -1):
        with pytest.raises(StaleDecisionError) as error:
            play.move(1, "a1", decision=old)
        assert error.value.code == "stale-decision"
    play.move(1, "a1", decision=1)


def test_what_is_refused_changes_nothing():
    play = Play(BOARD)
    play.move(0, "b2")
    position = repr(play.state)
    for move, error in (
        ("b2", IllegalMoveError),
        ("zz", MoveTextError),
        (-1, IllegalMoveError),
        (2**70, IllegalMoveError),
    ):
        with pytest.raises(error):
            play.move(1, move)
    assert repr(play.state) == position
    assert len(play.events) == len(play.moves) == len(play.view(1).log) == 1


def test_check_returns_the_move_and_changes_nothing():
    play = Play(BOARD)
    move = play.check(0, "b2", decision=0)
    assert (move, move.text) == (int(move), "b2")
    assert play.moves == []


@pytest.mark.parametrize("rules", TRADING)
def test_a_decision_is_the_same_for_all_who_are_asked_and_for_their_views(rules):
    play = Play(Catan(rules=rules, seed=5), seed=5)
    random = Random(5)
    several = 0
    for _ in range(800):
        assert {play.view(seat).decision for seat in (*range(4), None)} == {play.decision}
        assert play.deciders == play.state.deciders == play.view(None).deciders
        number, question = play.decision, play.state.question
        several += len(play.deciders) > 1
        advance(play, random)
        assert (play.decision == number) == (question != 0 and play.state.question == question)
        if play.is_over:
            break
    assert several > 10


def test_under_first_the_first_in_time_gets_the_deal():
    def later_seats(play):
        """Return the seats that can pay for an offer and come after one that can, too."""
        if play.state.position.phase != Phase.ANSWERING or not play.view(play.state.to_move).is_legal(
            "accept"
        ):
            return []
        others = set(play.deciders) - {play.state.to_move}
        return [seat for seat in others if play.view(seat).is_legal("accept")]

    play = until(Play(Catan(rules="thomas", seed=2), seed=2), later_seats)
    [later, *_], earlier, decision = later_seats(play), play.state.to_move, play.decision
    step = play.move(later, "accept", decision=decision)
    assert (step.event.seat, str(step.event.move)) == (later, f"accept by {later}")
    assert play.state.position.offer is None
    with pytest.raises(StaleDecisionError):
        play.move(earlier, "accept", decision=decision)
    with pytest.raises(NotDecidingError):
        play.move(earlier, "accept")


def test_a_seat_cannot_answer_for_another():
    play = until(
        Play(Catan(rules="trading", seed=2), seed=2),
        lambda play: phase_is(Phase.ANSWERING)(play) and len(play.deciders) > 2,
    )
    first, second = [seat for seat in play.deciders if seat != play.state.position.on_turn][:2]
    with pytest.raises(IllegalMoveError):
        play.move(first, f"reject by {second}")
    assert str(play.move(second, f"reject by {second}").event.move).startswith("reject")


# What seats and spectators see.


def twins(rules, seed):
    """Return two plays that differ in the card that was stolen last, and a seat that cannot know it."""
    play = Play(Catan(rules=rules, seed=seed), seed=seed)
    random = Random(seed)
    while not (
        play.is_chance and play.state.position.phase == Phase.STEALING and len(play.state.outcomes) > 1
    ):
        advance(play, random)
    events = list(play.events)
    worlds = []
    for outcome, _ in play.state.outcomes[:2]:
        world = Play(play.game, seed=seed)
        for event in (*events, Outcome(outcome)):
            world.replay(event)
        worlds.append(world)
    involved = {play.state.position.on_turn, play.state.position.victim}
    return worlds, [seat for seat in range(4) if seat not in involved]


TEXTS = (
    "end turn", "roll", "buy card", "knight", "road 0-1", "settlement 5", "city 5", "accept", "reject",
    "cancel", "bank 4 wood for 1 ore", "offer 1 wood for 1 ore to 0 1 2 3", "counter 1 wood for 1 ore",
    "confirm 1", "take 1", "discard wood", "robber 3", "plenty wood ore", "monopoly ore", "dice 12",
    "steal ore", "draw knight", "deal 1 wood for 1 ore with 1", "accept by 1", "discard ore by 2",
)  # fmt: skip


def refusals(play, seat):
    """Return what comes of every kind of act that a seat might try."""
    tries = [lambda text=text: str(play.check(seat, text)) for text in TEXTS]
    tries += [lambda other=other: str(play.take(seat, other)) for other in range(4)]
    for give in RESOURCES:
        tries += [lambda deal=f"1 {give} for 1 {get}": str(play.propose(seat, deal)) for get in RESOURCES]
    tries += [lambda: str(play.withdraw(seat))]
    said = []
    for attempt in tries:
        try:
            said.append(attempt())
        except TableError as error:
            said.append((error.code, str(error)))
        except (IllegalMoveError, MoveTextError) as error:
            said.append((error.code, str(error)))
    return said


@pytest.mark.parametrize("seed", range(3))
def test_refusals_are_the_same_in_worlds_that_a_seat_cannot_tell_apart(seed):
    (one, two), seats = twins("trading", seed)
    assert one.state != two.state
    for seat in seats:
        assert one.view(seat) == two.view(seat)
        assert refusals(one, seat) == refusals(two, seat)
    assert one.view(None) == two.view(None)


def test_a_spectator_sees_nothing_private():
    (one, two), _ = twins("trading", 1)
    hidden = 0
    play = Play(one.game, seed=1)
    for event in one.events:
        step = play.replay(event)
        hidden += step.public.move != event.move
        if len({seen.move for seen in step.seen}) > 1:
            assert step.public.move != event.move
    assert hidden > 0
    assert one.view(None).log == two.view(None).log
    assert one.view(None).seat is None


def test_a_play_without_spectators_has_no_public_view():
    play = Play(BOARD, spectators=False)
    assert play.move(0, "b2").public is None
    with pytest.raises(TableError, match="no spectators"):
        play.view(None)


def test_no_view_has_a_seed():
    play = Play(Catan(seed=7), seed=7)
    assert {play.view(seat).game.seed for seat in (*range(4), None)} == {None}


# Statements, people, incidents.


def test_every_seat_hears_a_statement_the_speaker_too():
    step = Play(BOARD).say(1, "  who\tsells ore? ")
    assert step.event == step.public == Said(1, "who sells ore?")
    assert step.seen == (step.event, step.event)


def test_statements_are_limited_in_each_turn():
    play = Play(BOARD, statements_per_turn=2)
    assert play.statements_left(0) == 2
    play.say(0, "one")
    play.say(0, "two")
    with pytest.raises(StatementLimitError, match="2 statements in a turn") as error:
        play.say(0, "three")
    assert error.value.code == "too-many-statements"
    play.say(1, "mine")
    play.move(0, "b2")
    assert (play.statements_left(0), play.statements_left(1)) == (2, 2)


@pytest.mark.parametrize("text", ["", " \n", None, 5])
def test_a_statement_needs_text(text):
    with pytest.raises(StatementError) as error:
        Play(BOARD).say(0, text)
    assert error.value.code == "bad-statement"


def test_people_sit_down_at_any_time():
    play = Play(BOARD)
    step = play.sit(1, " Ann\n")
    assert step.event == step.public == step.seen[0] == Seated(1, "Ann")
    with pytest.raises(TableError, match="needs a name"):
        play.sit(0, " ")
    with pytest.raises(TableError, match="not a seat"):
        play.sit(2, "Bob")


def test_an_incident_from_outside_is_kept_and_nobody_sees_its_text():
    play = Play(BOARD)
    step = play.note(Incident(0, "raised", "KeyError: my hand is wood wood ore"))
    assert play.events == [step.event]
    assert step.seen == (None, None)
    assert step.public is None
    with pytest.raises(TableError, match="not a seat"):
        play.note(Incident(2, "late", "who?"))


# The end.


def test_the_end_follows_the_last_move():
    play = Play(BOARD)
    for seat, move in enumerate(("b2", "a1", "b1", "c1")):
        assert play.move(seat % 2, move).followed == ()
    step = play.move(0, "b3")
    assert (
        [other.event for other in step.followed]
        == [play.result]
        == [Ended(0, (1.0, 0.0), (0, 0), "finished")]
    )
    assert step.followed[0].seen == (play.result, play.result)
    assert play.events[-1] == play.result
    assert (play.deciders, play.is_chance, play.is_over) == ((), False, True)
    with pytest.raises(NotDecidingError, match="the game has ended"):
        play.move(1, "a3")


def test_a_game_is_cut_at_its_limits():
    play = Play(BOARD, max_moves=2)
    play.move(0, "b2")
    assert play.move(1, "a1").followed[0].event.termination == "cut"
    play = until(Play(Catan(seed=1), max_turns=3), lambda play: play.state.turn == 3)
    assert play.result.termination == "cut"


def test_views_are_finished_at_the_end():
    play = until(Play(Catan(seed=3), seed=3), lambda play: play.is_over)
    assert all(play.view(seat).is_over for seat in (*range(4), None))
    assert all(play.view(seat).position.winner == play.result.winner for seat in (*range(4), None))


# Logs.


def same(one, two):
    """Say whether two plays are in the same place, with the same outcomes to come."""
    assert one.events == two.events
    assert one.moves == two.moves
    assert one.state == two.state
    assert one.chance.counts == two.chance.counts
    assert (one.decision, one.deciders, one.result) == (two.decision, two.deciders, two.result)
    assert one.proposals == two.proposals
    for seat in (*range(one.game.seats), None):
        assert one.view(seat) == two.view(seat)
    for seat in range(one.game.seats):
        assert one.statements_left(seat) == two.statements_left(seat)
    return True


def replayed(play, events):
    again = Play(play.game, seed=play.seed)
    for event in events:
        step = again.replay(event)
        assert step.event == event
    return again


def played_by_chance(rules, seed, acts):
    return random_play(Play(Catan(rules=rules, seed=seed % 1000), seed=seed), acts, seed % 997)


def check_log(rules, seed, acts):
    play = played_by_chance(rules, seed, acts)
    again = replayed(play, play.events)
    assert same(play, again)
    random, other = Random(1), Random(1)
    for _ in range(20):
        if not play.is_over:
            advance(play, random)
            advance(again, other)
    assert same(play, again)


def check_record(rules, seed, acts):
    play = played_by_chance(rules, seed, acts)
    record = Record.of_play(play)
    [read] = read_records(record.text)
    assert read.text == record.text
    assert (read.game.board, read.game.seed, read.seed) == (play.game.board, play.game.seed, seed)
    assert read.events == play.events
    assert same(play, replayed(play, read.events))


@pytest.mark.parametrize("rules", TRADING)
def test_a_log_gives_the_same_game_with_the_same_dice_to_come(rules):
    check_log(rules, 7, 150)


@pytest.mark.parametrize("rules", TRADING)
def test_a_record_gives_the_same_game(rules):
    check_record(rules, 7, 150)


@pytest.mark.full
@settings(max_examples=60, deadline=None)
@given(rules=st.sampled_from(TRADING), seed=st.integers(0, 2**63 - 1), acts=st.integers(0, 400))
def test_logs_and_records_of_any_game_give_the_same_game(rules, seed, acts):
    check_log(rules, seed, acts)
    check_record(rules, seed, acts)


@pytest.mark.parametrize("rules", TRADING)
def test_a_log_of_bare_moves_gives_the_same_position(rules):
    play = random_play(Play(Catan(rules=rules, seed=8), seed=8), 200, 8)
    again = Play(play.game, seed=8)
    for move in play.moves:
        again.replay(move.text)
    assert (again.state, again.decision, again.chance.counts) == (
        play.state,
        play.decision,
        play.chance.counts,
    )


def test_a_log_that_does_not_fit_is_refused():
    play = Play(Tally(), seed=1)
    play.draw()
    play.move(0, "keep")
    [outcome, played] = play.events
    for before, event, error in (
        ([], played, IllegalMoveError),
        ([outcome], outcome, IllegalMoveError),
        ([outcome], Played(played.move, 1), TableError),
        ([outcome], Outcome(played.move), TableError),
        ([outcome], Played(outcome.move, 0), IllegalMoveError),
        ([], Said(7, "hello"), TableError),
        ([], Ended(0, (1.0, 0.0), (0, 0), "finished"), TableError),
        ([], "nonsense", MoveTextError),
    ):
        again = replayed(play, before)
        with pytest.raises(error):
            again.replay(event)
        assert again.events == before


def test_the_board_and_the_dice_may_have_seeds_of_their_own():
    plays = [until(Play(Catan(seed=board), seed=9), lambda play: play.state.turn > 5) for board in (1, 2)]
    one, two = [[move for move in play.moves if move.group == "dice"] for play in plays]
    assert one[:5] == two[:5]
    assert plays[0].game.board != plays[1].game.board
    [record] = read_records(Record.of_play(plays[0]).text)
    assert (record.seed, record.game.seed) == (9, 1)
    assert record.game.board == plays[0].game.board
    assert record.replay() == plays[0].state


def test_a_play_that_keeps_no_record_plays_the_same_game():
    kept, bare = Play(Catan(seed=4), seed=4), Play(Catan(seed=4), seed=4, record=False)
    for play in (kept, bare):
        random_play(play, 60, 2)
    assert kept.moves == bare.moves
    assert not any(isinstance(event, Played | Outcome) for event in bare.events)


def test_an_invalid_play_is_refused():
    with pytest.raises(TableError, match="a Game is played"):
        Play("catan")
    with pytest.raises(SeedError):
        Play(BOARD, seed=-1)
    for option in ("max_moves", "max_turns", "statements_per_turn"):
        with pytest.raises(ValueError, match=option):
            Play(BOARD, **{option: -1})


def test_a_play_says_what_it_is():
    play = Play(BOARD)
    assert repr(play) == "<play of gomoku: 0 moves, going on>"
    assert repr(play.say(0, "hello")) == "<step Said(seat=0, text='hello')>"
    assert CHANCE not in play.deciders
    assert choose_move(play, 0, Random(1)) in play.state.legal_moves
