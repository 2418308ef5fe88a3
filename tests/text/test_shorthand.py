"""Short words for moves: each is read back as the move it stands for."""

import pytest
from tests.text.games import any_rules, random_states, walk

from catanlab.framework.errors import MoveTextError
from catanlab.games.catan import constants as c
from catanlab.games.catan.game import Catan
from catanlab.games.catan.grid import edge_between
from catanlab.games.catan.layouts import LAYOUTS
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.text.boards import board_text, read_board
from catanlab.games.catan.text.letters import RESOURCE_LETTERS, counts_text, read_counts
from catanlab.games.catan.text.notation import CatanNotation
from catanlab.games.catan.text.shorthand import join_words, read_word, short_form
from catanlab.games.catan.text.trails import read_trails, trails_text
from catanlab.games.notations import find_notation


@pytest.mark.full
def test_every_move_of_random_games_is_a_word_and_is_read_back():
    notation = CatanNotation()
    groups = set()
    for number in range(25):
        for state, move in walk(Catan(rules=any_rules(number), seed=number).start(), number):
            if move is None:
                break
            word = notation.write(move)
            assert notation.read(word) == (move,)
            assert len(word) <= 12
            for seat in range(state.seats):
                seen = state.seen(move, seat)
                assert notation.read(notation.write(seen)) == (seen,)
            groups.add(move.group)
    assert groups == set(c.GROUPS[1:])


@pytest.mark.parametrize(
    ("word", "texts"),
    [
        ("d=8.", ["roll", "dice 8", "end turn"]),
        ("-wwc", ["discard wood", "discard wood", "discard clay"]),
        ("x7@2=o", ["robber 7 from 2", "steal ore"]),
        ("card=v", ["buy card", "draw victory point"]),
        ("r17-12", ["road 12-17"]),
        ("?cw>2o@31", ["offer 1 wood + 1 clay for 2 ore to 1 3"]),
        ("end_turn", ["end turn"]),
        ("monopoly_ore_took_0_2_0_1", ["monopoly ore took 0 2 0 1"]),
        ("=8", ["dice 8"]),
        (".", ["end turn"]),
    ],
)
def test_a_word_stands_for_one_move_or_several(word, texts):
    assert [move.text for move in read_word(word)] == texts


@pytest.mark.parametrize(
    "word",
    [
        "s54",
        "s012",
        "r12-13",
        "-x",
        "-",
        "=13",
        "=",
        "d=",
        "b4w",
        "b4w>o@1",
        "?w>o",
        "!w>o@12",
        "&w>o",
        "&w>o@12",
        "?32w>o@1",
        "?0w>o@1",
        "y4",
        "x19",
        "x7@4",
        "#",
        "#x",
        "xx",
        "dd",
    ],
)
def test_what_is_no_word_is_refused(word):
    with pytest.raises(MoveTextError):
        CatanNotation().read(word)


def test_words_join_only_where_they_can_be_taken_apart():
    assert join_words("d", "=8") == "d=8"
    assert join_words("d=8", ".") == "d=8."
    assert join_words("-w", "-c") == "-wc"
    assert join_words("s12", "r12-17") is None


def test_an_impossible_move_is_its_number():
    move = CatanMove(c.OFFER << 54 | 5)
    assert short_form(move) == f"#{int(move)}"
    assert read_word(short_form(move)) == (move,)
    assert CatanNotation().write(move) == f"#{int(move)}"


def test_other_games_write_their_text_without_blanks():
    sos = find_notation("sos")
    move = sos.move_type.parse("switch 3")
    assert sos.write(move) == "switch_3"
    assert sos.read("switch_3") == (move,)
    assert sos.read_text(["switch", "3"]) == move


def test_counts_of_cards():
    assert counts_text((0, 0, 0, 0, 0), RESOURCE_LETTERS) == "-"
    assert read_counts("ow2o", RESOURCE_LETTERS) == (1, 0, 0, 0, 3)
    for text in ("", "w-", "0w", "w2", "x", "01w", "9999999w", "2000w1w", "w" * 101):
        with pytest.raises(ValueError, match="cards"):
            read_counts(text, RESOURCE_LETTERS)


def test_boards_of_every_layout_are_read_back():
    for layout in LAYOUTS:
        for seed in range(20):
            board = Catan(board=layout, seed=seed).board
            assert read_board(board_text(board)) == board


def test_roads_are_written_as_few_trails_and_read_back():
    for state in random_states(12, 60):
        for seat in state.position.seats:
            edges = [edge_between(a, b) for a, b in seat.road_ends]
            text = trails_text(edges)
            assert sorted(read_trails(text)) == sorted(edges)
            assert trails_text(reversed(edges)) == text
            assert text.count("-") - (text == "-") == len(seat.road_ends)
    with pytest.raises(ValueError, match="twice"):
        read_trails("12-17,17-12")
    with pytest.raises(ValueError, match="not an edge"):
        read_trails("12-13")
    with pytest.raises(ValueError, match="one node"):
        read_trails("12")
