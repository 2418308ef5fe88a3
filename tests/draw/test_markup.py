"""A picture is one valid, self-contained, deterministic and small piece of SVG."""

import hashlib
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.draw.pictures import Picture, Played, play
from tests.examples import examples

from catanlab import Catan, CatanMove, Rules
from catanlab.framework.errors import MoveTextError
from catanlab.games.catan.draw import PictureError, svg
from catanlab.games.catan.engine.state import CatanState

ATOMS = {"svg", "title", "defs", "g", "rect", "circle", "path", "text", "use"}
PROGRAM = """
import hashlib
from tests.draw.pictures import play
from catanlab.games.catan.draw import svg
played = play(5, 300)
texts = svg(played.state, hands=True, ids=True) + svg(played.views[1], hands=True)
print(hashlib.sha256(texts.encode()).hexdigest())
"""


def everything(crowded: CatanState) -> str:
    """Return the largest picture there is, but for silly highlights."""
    places = [CatanMove.parse(f"settlement {node}") for node in range(54)]
    return svg(
        crowded,
        hands=True,
        ids=True,
        title="m" * 60,
        names=["&" * 30] * 4,
        dice=12,
        highlight=[*places, *(f"robber {h}" for h in range(19))],
    )


def test_the_largest_picture_is_small(crowded: CatanState) -> None:
    assert len(everything(crowded).encode()) < 60_000


def test_only_plain_elements_and_own_shapes_are_used(crowded: CatanState, midgame: Played) -> None:
    for text in (everything(crowded), svg(midgame.views[0], hands=True), svg(Catan(seed=1).board)):
        picture = Picture(text)
        assert {part.tag.split("}")[1] for part in picture.root.iter()} <= ATOMS
        assert text.count("http") == 1
        assert "url(" not in text
        defined = re.findall(r' id="([^"]+)"', text)
        assert len(set(defined)) == len(defined)
        assert {name[1:] for name in re.findall(r' href="([^"]+)"', text)} == set(defined)


def test_no_number_is_broken(crowded: CatanState) -> None:
    text = everything(crowded)
    assert not re.search(r"\b(nan|inf|None|True|False)\b", text)
    assert not re.search(r"\d[eE][-+]\d", text)


def test_size_is_the_width_and_keeps_the_shape(midgame: Played) -> None:
    small, large = (Picture(svg(midgame.state, size=size)).root for size in (300, 1200))
    assert (small.get("width"), large.get("width")) == ("300", "1200")
    assert small.get("viewBox") == large.get("viewBox")
    assert abs(4 * int(small.attrib["height"]) - int(large.attrib["height"])) <= 4


def test_drawing_twice_gives_the_same(midgame: Played) -> None:
    assert svg(midgame.state, hands=True) == svg(midgame.state.copy(), hands=True)
    assert svg(midgame.views[0], hands=True) == svg(midgame.views[0].copy(), hands=True)


@pytest.mark.full
def test_drawing_in_another_process_gives_the_same() -> None:
    played = play(5, 300)
    texts = svg(played.state, hands=True, ids=True) + svg(played.views[1], hands=True)
    result = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "PYTHONHASHSEED": "77", "PYTHONPATH": os.pathsep.join(("src", "."))},
        capture_output=True,
        text=True,
        check=True,
    )
    assert result.stdout.strip() == hashlib.sha256(texts.encode()).hexdigest()


@examples(40)
@given(st.lists(st.text(max_size=40), min_size=2, max_size=2), st.text(max_size=100))
def test_any_name_and_title_can_be_drawn(names: list[str], title: str) -> None:
    state = Catan(rules=Rules(players=2), seed=1).start()
    assert Picture(svg(state, names=names, title=title)).of_class("seat")


def test_names_and_titles_are_written_as_they_are(midgame: Played) -> None:
    names = ["<b>", "A & B", '"quoted"', "Zoë"]
    words = Picture(svg(midgame.state, names=names, title="5 < 6 & more")).words()
    numbered = {f"{number}: {name}" for number, name in enumerate(names)}
    assert {*numbered, "5 < 6 & more"} <= set(words)


@pytest.mark.parametrize("size", [0, 99, 4001, -600, "600", None, 600.5])
def test_an_impossible_size_is_refused(size: object) -> None:
    with pytest.raises(PictureError, match="size is a width from 100 to 4000 pixels"):
        svg(Catan(seed=1).board, size=size)  # type: ignore[arg-type]


@pytest.mark.parametrize("names", [["Ann"], ["a"] * 5, "abcd", []])
def test_names_must_fit_the_seats(names: list[str]) -> None:
    with pytest.raises(PictureError, match="names are a list of 4"):
        svg(Catan(seed=1).start(), names=names)


@pytest.mark.parametrize("dice", [0, 1, 13, -3])
def test_an_impossible_roll_is_refused(dice: int) -> None:
    with pytest.raises(PictureError, match="dice is a sum from 2 to 12"):
        svg(Catan(seed=1).start(), dice=dice)


@pytest.mark.parametrize("source", [None, "a board", 7, Catan(seed=1)])
def test_what_is_no_position_is_refused(source: object) -> None:
    with pytest.raises(PictureError, match="a picture shows a state or a view of Catan or a Board"):
        svg(source)  # type: ignore[arg-type]


def test_a_highlight_must_be_a_move() -> None:
    with pytest.raises(MoveTextError, match="is not a move"):
        svg(Catan(seed=1).board, highlight=["fly 7"])
