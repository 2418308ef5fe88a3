"""A picture shows every hex, token, port and piece once, where and how a player expects it."""

from collections import Counter

import pytest
from tests.draw.pictures import SVG, Picture, Played, play

from catanlab import Board, Catan, Rules
from catanlab.games.catan.board import PORT_NAMES, TERRAIN_NAMES
from catanlab.games.catan.draw import svg
from catanlab.games.catan.engine.state import CatanState
from catanlab.games.catan.grid import edge_nodes, port_edge
from catanlab.games.catan.layouts import LAYOUTS

RED = "#b3121d"


@pytest.fixture(params=LAYOUTS)
def board(request: pytest.FixtureRequest) -> Board:
    return Catan(board=request.param, seed=3).board


def test_every_hex_is_there_with_its_terrain_and_number(board: Board) -> None:
    expected = [
        f"hex {h}: {TERRAIN_NAMES[terrain]}{f' {token}' if token else ''}"
        for h, (terrain, token) in enumerate(zip(board.resources, board.numbers, strict=True))
    ]
    assert Picture(svg(board)).titles("hex") == expected


def test_every_token_is_there_once(board: Board) -> None:
    drawn = Picture(svg(board)).words("token")
    assert sorted(map(int, drawn)) == sorted(number for number in board.numbers if number)


def test_every_port_is_there_with_its_ratio_and_nodes(board: Board) -> None:
    picture = Picture(svg(board))
    expected = []
    for port, kind in enumerate(board.ports):
        name = PORT_NAMES[kind] if kind == 5 else f"{PORT_NAMES[kind]} 2:1"
        a, b = edge_nodes(port_edge(port))
        expected.append(f"{name} port at nodes {a} and {b}")
    assert picture.titles("port") == expected
    assert Counter(picture.words("port")) == {"3:1": 4, "2:1": 5}


def test_only_six_and_eight_are_red(board: Board) -> None:
    for token in Picture(svg(board)).of_class("token"):
        (text,) = token.findall(f"{SVG}text")
        assert (text.get("fill") == RED) == (text.text in ("6", "8"))


def test_a_likelier_number_is_larger_and_has_more_dots(board: Board) -> None:
    looks = {}
    for token in Picture(svg(board)).of_class("token"):
        circle, text, dots = list(token)
        chance = 6 - abs(7 - int(str(text.text)))
        length = float(dots.attrib["d"].split("h")[1])
        assert round((length - 0.2) / 4.8) + 1 == chance
        looks[chance] = (circle.get("fill"), float(circle.attrib["r"]), float(text.attrib["font-size"]))
    assert len({fill for fill, _, _ in looks.values()}) == 5
    sizes = [looks[chance][1:] for chance in range(1, 6)]
    assert sizes == sorted(sizes)
    assert len(set(sizes)) == 5


def test_a_bare_board_has_no_robber_seats_or_bank(board: Board) -> None:
    picture = Picture(svg(board))
    for name in ("robber", "seat", "bank", "deck", "table"):
        assert not picture.of_class(name)


def test_the_robber_stands_on_its_hex_only(midgame: Played) -> None:
    picture = Picture(svg(midgame.state))
    assert len(picture.of_class("robber")) == 1
    robbed = [title for title in picture.titles("hex") if title.endswith(", robber")]
    assert [title.split(":")[0] for title in robbed] == [f"hex {midgame.state.position.robber}"]


def pieces(state: CatanState) -> dict[str, list[str]]:
    """Return what is to be said about every piece."""
    seats = list(enumerate(state.position.seats))
    return {
        "road": [f"road {a}-{b} of seat {n}" for n, seat in seats for a, b in seat.road_ends],
        "settlement": [
            f"settlement {node} of seat {n}" for n, seat in seats for node in seat.settlement_nodes
        ],
        "city": [f"city {node} of seat {n}" for n, seat in seats for node in seat.city_nodes],
    }


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_every_piece_is_there_once(players: int, seed: int) -> None:
    state = play(seed, 900, Rules(players=players)).state
    picture = Picture(svg(state, hands=True))
    for kind, expected in pieces(state).items():
        assert sorted(picture.titles(kind)) == sorted(expected)


def test_a_crowded_board_has_every_piece(crowded: CatanState) -> None:
    picture = Picture(svg(crowded))
    assert {kind: len(picture.of_class(kind)) for kind in ("road", "settlement", "city")} == {
        "road": 60,
        "settlement": 20,
        "city": 16,
    }


def test_ids_number_every_hex_and_node(midgame: Played) -> None:
    numbers = Counter(Picture(svg(midgame.state, ids=True)).words("ids"))
    assert numbers == Counter(map(str, [*range(19), *range(54)]))
    assert not Picture(svg(midgame.state)).of_class("ids")


def test_highlights_mark_the_places_of_moves(midgame: Played) -> None:
    plain = svg(midgame.state)
    assert not Picture(plain).of_class("highlight")
    assert svg(midgame.state, highlight=["end turn", "dice 8", "buy card"]) == plain
    marked = [svg(midgame.state, highlight=[move]) for move in ("robber 7", "road 12-17", "city 12")]
    assert len({plain, *marked}) == 4
    both = Picture(svg(midgame.state, highlight=["settlement 12", "settlement 13"]))
    (layer,) = both.of_class("highlight")
    assert sum(path.attrib["d"].count("M") for path in layer) == 2 * 2  # a mark and its rim each


def test_highlights_take_the_legal_moves_of_a_state() -> None:
    state = Catan(seed=1).start()
    (layer,) = Picture(svg(state, highlight=state.legal_moves)).of_class("highlight")
    assert [path.attrib["d"].count("M") for path in layer] == [54, 54]


def test_set_up_and_end_are_said() -> None:
    assert "Set-up" in Picture(svg(Catan(seed=1).start())).words("table")
    over = play(2, 10**6).state
    assert over.is_over
    words = Picture(svg(over)).words()
    assert "Game over" in words
    assert f"Seat {over.position.winner} wins" in words
    assert "winner" in words


def test_seats_of_the_same_name_are_kept_apart() -> None:
    played = play(2, 10**6)
    winner = played.state.position.winner
    for name in ("greedy", "a very long name of somebody"):
        words = Picture(svg(played.state, names=[name] * 4)).words("table")
        assert any(word.startswith(f"{winner}: {name[:8]}") and word.endswith(" wins") for word in words)
        words = Picture(svg(played.views[2], names=[name] * 4)).words("table")
        assert words[words.index("as seen by") + 1].startswith(f"2: {name[:8]}")
