"""Positions and views as lines of text: read back exactly, refused with every reason."""

import pickle

import pytest
from tests.text.games import any_rules, random_states, walk

from catanlab.framework.errors import PositionError
from catanlab.games.catan.constants import PHASES
from catanlab.games.catan.engine.arrange import (
    give_cards,
    give_resources,
    put_city,
    put_road,
    put_settlement,
    set_turn,
)
from catanlab.games.catan.game import Catan
from catanlab.games.catan.rules import Rules
from catanlab.games.catan.text.positions import position_text, view_text
from catanlab.games.catan.text.reader import read_position, read_view
from catanlab.games.catan.text.status import status

GOOD = (
    "o10s2w9/h12c6s4c10/h9w11dw3o8/w8o3h4s5/c5h6s11/3ho3s33cw trading,players=3 s46s48;41-46,44-48;2s;-;0 "
    "s8s40;8-12,40-45;cs2o;-;0 s26s31;20-26,31-36;o;-;0 9 14k2r2p2m5v 1:0 choose r last=46 offers=1 "
    "offer=?2s>w@12 answers=1:n,2:!o>s"
)


def check_round_trip(state):
    text = position_text(state)
    assert status(state) == []
    again = read_position(text)
    assert again.fields() == state.fields()
    assert again == state
    assert position_text(again) == text


@pytest.mark.full
def test_positions_of_random_games_are_read_back_and_possible():
    phases = set()
    for state in random_states(40, 50):
        check_round_trip(state)
        phases.add(state.phase_name)
    assert phases == set(PHASES)


@pytest.mark.full
def test_many_positions_of_random_games_are_read_back_and_possible():
    assert sum(1 for state in random_states(150, 20, first=1000) if check_round_trip(state) is None) > 3000


def test_a_position_that_was_read_plays_on_alike():
    for number in range(8):
        start = Catan(rules=any_rules(number), seed=number).start()
        for ply, (state, move) in enumerate(walk(start, number)):
            if ply % 50 == 10 and move is not None:
                again = read_position(position_text(state))
                assert again.legal_moves == state.legal_moves
                assert again.outcomes == state.outcomes
                assert again.apply(move) == state.copy().apply(move)


def test_a_line_is_short():
    lengths = []
    for seed in range(10):
        for state, _ in walk(Catan(seed=seed).start(), seed):
            if state.turn == 120:
                lengths.append(len(position_text(state)))
                break
    assert lengths
    assert max(lengths) < 400


def test_the_reader_takes_other_orders_and_the_writer_has_one():
    state = read_position(GOOD)
    assert position_text(state) == GOOD
    other = (
        GOOD.replace("s46s48;41-46,44-48;2s", "s48s46;48-44,46-41;ss").replace("offers=1 ", "")
        + " offers=1"
    )
    assert read_position(other) == state
    assert position_text(read_position(other.replace(" ", "   "))) == GOOD


def test_arranged_positions_are_read_without_the_check():
    state = Catan(rules=Rules(players=3), board="beginner").start()
    put_settlement(state, 1, 12)
    put_city(state, 2, 40)
    put_road(state, 1, 12, 17)
    give_resources(state, 1, wood=3, ore=1)
    set_turn(state, 1, "main", turn=7)
    give_cards(state, 1, bought_this_turn=True, knight=1, victory_point=2)
    assert read_position(position_text(state), check=False) == state
    with pytest.raises(PositionError) as caught:
        read_position(position_text(state))
    assert [problem.reason for problem in caught.value.problems] == status(state)


def test_all_problems_of_a_line_are_reported_at_once():
    line = GOOD.replace("h12", "x12").replace("trading", "trapping").replace("40-45", "40-41")
    line = (
        line.replace("14k", "14q").replace("1:0", "0:0").replace("choose", "chose").replace(" r ", " rr ")
    )
    line = line.replace("last=46", "last=99 last=3 first=1") + " winner=x"
    with pytest.raises(PositionError) as caught:
        read_position(line)
    fields = [problem.field for problem in caught.value.problems]
    assert fields == [
        "board", "rules", "seat 1 roads", "deck", "turn", "phase", "flags", "last", "last", "", "winner"
    ]  # fmt: skip
    text = str(caught.value)
    assert "40-41 is not an edge" in text
    assert "the phases are" in text
    assert caught.value.code == "bad-position"
    assert pickle.loads(pickle.dumps(caught.value)).problems == caught.value.problems


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (GOOD, "", "too short"),
        (GOOD, "x", "too short"),
        (GOOD, "x" * 20_000, "characters long"),
        (" 9 14k2r2p2m5v 1:0 choose r", "", "fields follow the seats"),
        (" s8s40;8-12,40-45;cs2o;-;0", "", "there are 2, but the rules have 3"),
        (
            "s46s48;41-46,44-48;2s;-;0",
            "s46s48;41-46,44-48;2s;-",
            "is not buildings;roads;hand;cards;knights",
        ),
        ("trading,players=3 ", "trading,players=3 x ", "do not stand together"),
        ("s46s48", "s46t48", "is not buildings"),
        ("s46s48", "s46s46", "given twice"),
        ("s46s48", "s46s54", "is not a node"),
        ("14k2r2p2m5v", "14k-", "is not cards"),
        ("1:0", "1:3", "is not a seat from 0 to 2"),
        ("choose", "answer", "which seat"),
        ("choose", "answer:chance", "which seat"),
        ("choose r last=46", "setup-road r", "last= is missing"),
        ("choose", "stealing", "victim= is missing"),
        ("choose", "setup-settlement", "step= is missing"),
        ("choose r last", "setup-road r step=6 last", "the set-up has no such step"),
        ("offer=?2s>w@12", "offer=y", "is not one of: offer"),
        ("answers=1:n", "answers=1:n,1:y", "answers twice"),
        ("answers=1:n", "answers=1:d", "accept, reject, counter"),
        (";o;-;0 9", ";5:w~2w;-;0 9", "is not cards"),
        ("trading", "trading,max_turns=" + "9" * 5000, "max_turns"),
        ("9 14k", "19 14k", "is not a hex"),
        (" r last", " r floor=w last", "is not one of the letters csho"),
    ],
)
def test_invalid_texts_are_refused(old, new, reason):
    assert old in GOOD
    for check in (True, False):
        with pytest.raises(PositionError) as caught:
            read_position(GOOD.replace(old, new), check=check)
        assert any(reason in problem.reason for problem in caught.value.problems), caught.value


# Views.


def check_views(rules, seed, every):
    game = Catan(rules=rules, seed=seed)
    observers = [game.observer(seat) for seat in range(game.seats)]
    for ply, (state, move) in enumerate(walk(game.start(), seed)):
        if ply % every == 0 or move is None:
            for observer in observers:
                view = observer.view()
                seen = read_view(view_text(view))
                assert seen.facts == view._facts()
                assert seen.position == view.position
                assert (seen.seat, seen.game.rules, seen.game.board) == (view.seat, game.rules, game.board)
        if move is not None:
            for observer in observers:
                observer.observe(state.seen(move, observer.seat))


@pytest.mark.full
@pytest.mark.parametrize("rules", ["base", "trading", "jsettlers", "szita"])
def test_views_are_read_back_as_plain_data(rules):
    check_views(Rules.named(rules), 3, 60)


@pytest.mark.full
def test_views_under_any_rules_are_read_back():
    for number in range(10):
        check_views(any_rules(number), number, 40)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("view:1 ", "", "a view begins with view:"),
        ("view:1", "view:7", "is not a seat"),
        ("view:1", "view:3", "there is no seat 3"),
        ("1:-~so", "3:-~so", "do not lie between"),
        ("1:-~so", "1:w~so", "more of a resource is certain than possible"),
        (";cs;m;0", ";2:c~cs;m;0", "must know its own hand"),
        (";cs;m;0", ";cs;?;0", "must know its own cards"),
        ("14k2r2pm5v", "-", "fewer cards are unseen"),
        ("limits=7,7,7", "limits=7,7", "2 limits for 3 seats"),
    ],
)
def test_a_view_that_cannot_be_is_refused(old, new, reason):
    good = (
        "view:1 o10s2w9/h12c6s4c10/h9w11dw3o8/w8o3h4s5/c5h6s11/3ho3s33cw trading,players=3 "
        "s46s48;41-46,44-48;1:-~so;2?;0 s8s40;8-12,40-45;cs;m;0 s26s31;20-26,31-36;2:o~s2o;-;0 "
        "17 14k2r2pm5v 3:2 answer:0 r last=46 offers=1 offer=?o>h@01 bank=19w18c17s19h17o limits=7,7,7"
    )
    read_view(good)
    assert old in good
    with pytest.raises(PositionError) as caught:
        read_view(good.replace(old, new))
    assert any(reason in problem.reason for problem in caught.value.problems), caught.value
