"""The text of moves that carry a seat, of deals, and of positions in which seats discard in any order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.examples import examples

from catanlab.framework.errors import ArgumentError, MoveTextError, PositionError
from catanlab.games.catan import constants as c
from catanlab.games.catan.engine.arrange import give_resources, set_turn
from catanlab.games.catan.game import Catan
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.text.notation import CatanNotation
from catanlab.games.catan.text.positions import position_text
from catanlab.games.catan.text.reader import read_position
from catanlab.games.catan.text.shorthand import join_words, read_word, short_form

SEATS = st.integers(0, 3)
COUNTS = st.lists(st.integers(0, 31), min_size=5, max_size=5).filter(any).map(tuple)
BARE = st.one_of(
    st.sampled_from(
        ["accept", "reject", "discard unknown", *(f"discard {name}" for name in c.RESOURCES)]
    ).map(CatanMove.parse),
    st.builds(CatanMove.counter, COUNTS, COUNTS),
)


@given(move=BARE, seat=SEATS)
@examples(200)
def test_a_move_with_its_seat_is_read_back_from_text_and_word(move, seat):
    made = move.made_by(seat)
    assert made.text == f"{move.text} by {seat}"
    assert CatanMove.parse(made.text) == made
    notation = CatanNotation()
    assert notation.read(notation.write(made)) == (made,)
    assert (made.by, made.bare, made.kind, made.deal, made.resource) == (
        seat, move, move.kind, move.deal, move.resource,
    )  # fmt: skip
    assert made.to_dict() == move.to_dict() | {"text": made.text, "by": seat}


@given(give=COUNTS, get=COUNTS, seat=SEATS)
@examples(100)
def test_a_deal_is_read_back_from_text_and_word(give, get, seat):
    move = CatanMove.deal_with(give, get, seat)
    assert CatanMove.parse(move.text) == move
    assert read_word(short_form(move)) == (move,)
    assert (move.deal, move.seat, move.by) == ((give, get), seat, None)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("accept by 2", "y@2"),
        ("reject by 0", "n@0"),
        ("counter 2 wood for 1 ore by 3", "!2w>o@3"),
        ("discard clay by 2", "-c@2"),
        ("deal 1 wood for 1 ore with 2", "&w>o@2"),
    ],
)
def test_the_words_are_these(text, word):
    assert short_form(CatanMove.parse(text)) == word
    assert [str(move) for move in read_word(word)] == [text]


def test_discards_are_joined_only_with_those_of_the_same_seat():
    assert join_words("-w@2", "-c@2") == "-wc@2"
    assert [str(move) for move in read_word("-wc@2")] == ["discard wood by 2", "discard clay by 2"]
    assert join_words("-w", "-c@2") is None
    assert join_words("-w@2", "-c") is None
    assert join_words("-w@2", "-c@3") is None


@pytest.mark.parametrize(
    "text",
    [
        "accept by 4",
        "accept by",
        "accept by me",
        "roll by 1",
        "offer 1 wood for 1 ore to 2 by 1",
        "confirm 2 by 1",
        "deal 1 wood for 1 ore",
        "deal 1 wood for 1 ore with 4",
        "deal 1 wood for 1 ore to 2",
    ],
)
def test_what_cannot_carry_such_a_seat_is_refused(text):
    with pytest.raises(MoveTextError):
        CatanMove.parse(text)


def test_a_number_with_a_seat_that_there_is_not_is_no_move():
    for code in range(5, 16):
        move = CatanMove.make(c.ACCEPT, code << c.SEAT_SHIFT)
        assert move.text.startswith("impossible")
        assert move.by is None


def test_only_answers_and_discards_are_made_by_a_seat():
    with pytest.raises(ArgumentError, match="roll is no answer or discard"):
        CatanMove.parse("roll").made_by(1)
    with pytest.raises(ArgumentError, match="4 is not a seat from 0 to 3"):
        CatanMove.parse("accept").made_by(4)


def sevens():
    """Seat 1 rolls a seven; seats 0, 1 and 3 owe four cards each. Its pieces are those of a played game."""
    state = Catan(board="beginner").start()
    while state.position.phase.name.startswith("SETUP"):
        state.apply(state.legal_moves[0])
    set_turn(state, 1, "before the roll", turn=1)
    for seat, hand in ((0, {"wood": 8}), (1, {"clay": 8}), (2, {"sheep": 7}), (3, {"ore": 8})):
        give_resources(state, seat, **hand)
    return state.apply("roll").apply("dice 7")


def test_discards_in_turn_order_are_written_as_ever():
    state = sevens()
    assert " discards=4" in position_text(state)
    for _ in range(4):
        state.apply("discard clay")
    assert " discard:3 " in position_text(state)
    assert position_text(state).endswith("discards=4")
    assert state.fields()["discards"] == (4, 0, 0, 4)
    assert read_position(position_text(state)) == state


def test_discards_in_another_order_name_their_seats():
    state = sevens().apply("discard ore by 3")
    assert " discard:1 " in position_text(state)
    assert " discards=0:4,1:4,3:3 floor=3:o" in position_text(state)
    assert read_position(position_text(state)) == state
    state.apply("discard clay")
    assert " discards=0:4,1:3,3:3 floor=1:c,3:o" in position_text(state)
    assert read_position(position_text(state)) == state


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ("discards=0:4,1:4,1:4", "seat 1 is given twice"),
        ("discards=0:4,7:4", "'7' is not a seat"),
        ("discards=0:4,1:0", "'0' is not a number"),
        ("discards=0:4,1:4 floor=1:w", "is not one of the letters"),
        ("discards=0:4,1:4 floor=3:o", "seat 3 has nothing left to discard"),
        ("discards=0:4,1:9", "9 of 8 cards cannot be left to discard"),
        ("discards=0:4", "0 of 8 cards cannot be left to discard"),
    ],
)
def test_a_line_with_impossible_discards_is_refused(change, problem):
    line = position_text(sevens()).replace("discards=4", change)
    with pytest.raises(PositionError, match=problem):
        read_position(line)


def test_the_first_who_owes_cards_is_the_one_that_is_asked():
    line = (
        position_text(sevens())
        .replace("discard:1", "discard:3")
        .replace("discards=4", "discards=0:4,1:4,3:4")
    )
    with pytest.raises(PositionError, match="seat 1 is asked before seat 3"):
        read_position(line)
