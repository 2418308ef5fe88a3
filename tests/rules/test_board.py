"""Boards and their layouts: what is valid, what is refused, and how they are written down."""

import copy
import json
import pickle
from collections import Counter
from itertools import combinations, pairwise

import pytest

from catanlab.framework.errors import BoardError, CatanlabError
from catanlab.framework.random import Random
from catanlab.games.catan import grid
from catanlab.games.catan.board import PORT_NAMES, TERRAIN_NAMES, Board
from catanlab.games.catan.layouts import LAYOUTS, make_board, spirals

LETTERS = [5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11]


def beginner():
    return make_board("beginner", Random(0))


def parts(**changes):
    board = beginner()
    fields = {
        "resources": list(board.resources),
        "numbers": list(board.numbers),
        "ports": list(board.ports),
    }
    for name, (place, value) in changes.items():
        fields[name][place] = value
    return fields


def touching(board, wanted):
    """Pairs of neighbouring hexes whose numbers are both wanted."""
    return [
        (a, b)
        for a in range(19)
        for b in grid.HEX_NEIGHBOURS[a]
        if board.numbers[a] in wanted and board.numbers[b] in wanted
    ]


def random_boards(layout, count=300):
    return [make_board(layout, Random(seed)) for seed in range(count)]


def test_names_and_numbers_make_the_same_board():
    board = beginner()
    names = [TERRAIN_NAMES[code] for code in board.resources], [PORT_NAMES[code] for code in board.ports]
    assert Board(names[0], board.numbers, names[1]) == board


def test_a_board_knows_its_desert_and_the_ports_of_its_nodes():
    board = beginner()
    assert board.desert == 9
    assert board.resources[9] == 5
    for port in range(9):
        for node in grid.edge_nodes(grid.port_edge(port)):
            assert board.port_at(node) == board.ports[port]
    assert sum(board.port_at(node) >= 0 for node in range(54)) == 18
    with pytest.raises(BoardError, match="no node 54"):
        board.port_at(54)


def test_equal_boards_have_equal_hashes():
    assert make_board("random", Random(7)) == make_board("random", Random(7))
    assert hash(make_board("random", Random(7))) == hash(make_board("random", Random(7)))
    assert make_board("random", Random(7)) != make_board("random", Random(8))
    assert beginner() != "beginner"


def test_a_board_shows_its_hexes_by_row():
    assert repr(beginner()).startswith("<Board ore10 sheep2 wood9 / wheat12 clay6 sheep4 clay10 / ")
    assert repr(beginner()).endswith(", ports 3:1 wheat ore 3:1 sheep 3:1 3:1 clay wood>")


@pytest.mark.parametrize("layout", LAYOUTS)
def test_boards_survive_json_pickle_and_copy(layout):
    for board in random_boards(layout, 20):
        assert Board.from_dict(json.loads(json.dumps(board.to_dict()))) == board
        assert pickle.loads(pickle.dumps(board)) == board
        assert copy.deepcopy(board) == board


def test_boards_of_any_mix_survive_too():
    fields = parts(resources=(0, "desert"), numbers=(0, 0))
    board = Board(**fields, standard=False)
    assert board.desert == 0
    assert pickle.loads(pickle.dumps(board)) == board
    assert Board.from_dict(board.to_dict(), standard=False) == board


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"resources": (3, "brick")},
            "hex 3 cannot be 'brick': give one of wood, clay, sheep, wheat, ore, desert",
        ),
        ({"resources": (3, 6)}, "hex 3 cannot be 6"),
        ({"resources": (3, None)}, "hex 3 cannot be None"),
        (
            {"ports": (2, "desert")},
            "port 2 cannot be 'desert': give one of wood, clay, sheep, wheat, ore, 3:1",
        ),
        ({"numbers": (9, 5)}, "hex 9 is a desert and takes 0 for its number, not 5"),
        ({"numbers": (4, 0)}, r"hex 4 \(clay\) takes a number from 2 to 12 except 7, not 0"),
        ({"numbers": (4, 7)}, "except 7, not 7"),
        ({"numbers": (4, 13)}, "except 7, not 13"),
        ({"numbers": (4, "6")}, "except 7, not '6'"),
        ({"resources": (0, "wood")}, "a standard board counts 4 of the terrain wood, not 5"),
        ({"numbers": (0, 2)}, "a standard board counts 1 of the number 2, not 2"),
        ({"ports": (0, "wood")}, "a standard board counts 1 of the port wood, not 2"),
    ],
)
def test_a_board_that_cannot_be_is_refused(changes, message):
    with pytest.raises(BoardError, match=message) as refused:
        Board(**parts(**changes))
    assert isinstance(refused.value, CatanlabError)
    assert isinstance(refused.value, ValueError)


def test_lists_of_the_wrong_length_are_refused():
    fields = parts()
    with pytest.raises(BoardError, match="a board has 19 resources, not 18"):
        Board(fields["resources"][:18], fields["numbers"], fields["ports"])
    with pytest.raises(BoardError, match="a board has 19 numbers, not 20"):
        Board(fields["resources"], [*fields["numbers"], 0], fields["ports"])
    with pytest.raises(BoardError, match="a board has 9 ports, not 0"):
        Board(fields["resources"], fields["numbers"], [])
    with pytest.raises(BoardError, match="the ports of a board are a list, not None"):
        Board(fields["resources"], fields["numbers"], None)


def test_a_board_needs_a_desert_even_when_any_mix_is_allowed():
    with pytest.raises(BoardError, match="a board needs a desert, where the robber starts"):
        Board(**parts(resources=(9, "wood"), numbers=(9, 5)), standard=False)


def test_a_dictionary_with_other_fields_is_refused():
    for data in ({}, {**beginner().to_dict(), "robber": 9}, [], None):
        with pytest.raises(BoardError, match="the fields resources, numbers, ports"):
            Board.from_dict(data)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_layout_has_the_standard_counts(layout):
    for board in random_boards(layout):
        assert Counter(TERRAIN_NAMES[code] for code in board.resources) == {
            "wood": 4,
            "clay": 3,
            "sheep": 4,
            "wheat": 4,
            "ore": 3,
            "desert": 1,
        }
        assert sorted(board.numbers) == sorted([0, *LETTERS])
        assert sorted(board.ports) == [0, 1, 2, 3, 4, 5, 5, 5, 5]
        assert board.numbers[board.desert] == 0


def test_an_unknown_layout_is_refused_with_the_names_of_the_others():
    with pytest.raises(
        BoardError, match="unknown layout 'spiral': choose one of tournament, beginner, random"
    ):
        make_board("spiral", Random(0))


@pytest.mark.parametrize("layout", ["tournament", "beginner"])
def test_fixed_layouts_are_fixed_and_keep_red_and_equal_numbers_apart(layout):
    assert len(set(random_boards(layout, 5))) == 1
    board = make_board(layout, Random(0))
    assert not touching(board, (6, 8))
    assert not any(touching(board, (number,)) for number in range(2, 13))


@pytest.mark.parametrize("layout", ["random", "random-numbers", "no-adjacent-reds"])
def test_random_layouts_shuffle_hexes_and_ports(layout):
    boards = random_boards(layout)
    assert len(set(boards)) == 300
    assert {board.desert for board in boards} == set(range(19))
    assert {board.ports[0] for board in boards} == set(range(6))


def test_a_spiral_walks_from_hex_to_touching_hex_and_ends_in_the_middle():
    for walk in spirals():
        assert sorted(walk) == list(range(19))
        assert walk[-1] == 9
        assert all(b in grid.HEX_NEIGHBOURS[a] for a, b in pairwise(walk))


def test_a_spiral_starts_at_each_corner_and_goes_counter_clockwise():
    assert sorted(walk[0] for walk in spirals()) == [0, 2, 7, 11, 16, 18]
    assert {len(grid.HEX_NEIGHBOURS[walk[0]]) for walk in spirals()} == {3}
    for walk in spirals():
        for a, b in pairwise(walk[:12]):
            (ax, ay), (bx, by) = grid.HEX_POINTS[a], grid.HEX_POINTS[b]
            assert ax * by - ay * bx < 0  # y grows south, so this is to the left


def test_random_boards_carry_the_letters_along_a_spiral_from_every_corner():
    starts = Counter()
    for board in random_boards("random"):
        fitting = [
            walk for walk in spirals() if [board.numbers[h] for h in walk if board.numbers[h]] == LETTERS
        ]
        assert len(fitting) == 1
        starts[fitting[0][0]] += 1
    assert len(starts) == 6
    assert min(starts.values()) > 25


def test_no_red_numbers_touch_where_the_layout_forbids_it():
    assert not any(touching(board, (6, 8)) for board in random_boards("no-adjacent-reds"))
    assert any(touching(board, (6, 8)) for board in random_boards("random-numbers"))


def test_the_beginners_board_in_jsettlers_words():
    hexes, numbers = beginner().to_jsettlers()
    # West to east: a row of sea with ports, and the row of land with the desert in its middle.
    assert hexes[:4] == [6 + 3, 6, 4 * 16 + 4, 6]
    assert hexes[15:22] == [6, 4, 5, 0, 5, 2, 6 + 5]
    assert numbers[15:22] == [-1, 6, 8, -1, 1, 5, -1]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_jsettlers_layouts_round_trip(layout):
    for board in random_boards(layout, 50):
        hexes, numbers = board.to_jsettlers()
        assert len(hexes) == len(numbers) == 37
        assert hexes.count(6) == 9
        assert Board.from_jsettlers(hexes, numbers) == board


def test_a_jsettlers_layout_that_cannot_be_is_refused():
    hexes, numbers = beginner().to_jsettlers()
    with pytest.raises(BoardError, match="hex 0 is a port"):
        Board.from_jsettlers([6, *hexes[1:]], numbers)
    with pytest.raises(BoardError, match="hex 5 is land and takes a value from 0 to 5, not 6"):
        Board.from_jsettlers([*hexes[:5], 6, *hexes[6:]], numbers)
    with pytest.raises(BoardError, match="hex 5 takes a number value from -1 to 9, not 10"):
        Board.from_jsettlers(hexes, [*numbers[:5], 10, *numbers[6:]])
    with pytest.raises(BoardError, match="37 JSettlers hex values, not 36"):
        Board.from_jsettlers(hexes[1:], numbers)
    with pytest.raises(BoardError):
        Board.from_jsettlers([6] * 37, [-1] * 37)


def test_the_reds_come_in_every_order_and_in_every_place():
    orders, places = set(), set()
    random = Random(3)
    for _ in range(6000):
        numbers = make_board("no-adjacent-reds", random).numbers
        reds = [h for h in range(19) if numbers[h] in (6, 8)]
        orders.add(tuple(numbers[h] for h in reds))
        places.add(tuple(reds))
    touching = {(a, b) for a in range(19) for b in grid.HEX_NEIGHBOURS[a]}
    apart = {four for four in combinations(range(19), 4) if touching.isdisjoint(combinations(four, 2))}
    assert len(orders) == 6
    assert places == apart


@pytest.mark.full
def test_the_first_and_last_place_of_the_reds_is_drawn_for_every_desert():
    seen = set()
    random = Random(9)
    counts = Counter()
    for _ in range(100_000):
        board = make_board("no-adjacent-reds", random)
        reds = tuple(h for h in range(19) if board.numbers[h] in (6, 8))
        counts[board.desert] += 1
        seen.add((board.desert, reds))
    touching = {(a, b) for a in range(19) for b in grid.HEX_NEIGHBOURS[a]}
    apart = [four for four in combinations(range(19), 4) if touching.isdisjoint(combinations(four, 2))]
    assert min(counts.values()) > 1000
    for desert in range(19):
        lawful = [four for four in apart if desert not in four]
        assert (desert, lawful[0]) in seen
        assert (desert, lawful[-1]) in seen
