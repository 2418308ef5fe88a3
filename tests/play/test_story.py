"""The story of a game: every kind of move in words, and nothing that the listener did not see."""

from __future__ import annotations

import pytest

from catanlab import Catan, Rules
from catanlab.cli.terminal.board_map import FINE, large_map, small_map
from catanlab.cli.terminal.scene import scene
from catanlab.cli.terminal.story import Moment, Story
from catanlab.framework.random import Random

KINDS = (
    "You build a road ",
    "builds a settlement at ",
    "builds a city at ",
    "You roll ",
    "nobody gets anything",
    "discards ",
    "the robber to ",
    "robs you of 1 ",
    "of a card.",
    "plays a knight.",
    "plays road building.",
    "plays year of plenty: ",
    "plays a monopoly on ",
    "buys a development card.",
    "You buy a development card: ",
    "with the bank.",
    " offers ",
    " accepts.",
    " declines.",
    " counters: ",
    " with seat ",
    " drops the offer.",
    "Longest Road goes to ",
    "Largest Army goes to ",
)


def tell(rules: Rules, seed: int, seat: int | None) -> list[str]:
    """Return what somebody is told of a random game."""
    game = Catan(rules=rules, seed=seed)
    state, random = game.start(), Random(seed)
    observer = game.observer(seat or 0)
    story, lines = Story(game.board, seat), []
    earlier = Moment.of(state if seat is None else observer.view())
    while not state.is_over:
        move = state.draw_outcome(random) if state.is_chance else state.draw_move(random, by_group=True)
        seen = state.seen(move, observer.seat)
        observer.observe(seen)
        state.apply(move)
        later = Moment.of(state if seat is None else observer.view())
        lines += story.tell(move if seat is None else seen, earlier, later)
        earlier = later
    return lines


@pytest.fixture(scope="module")
def stories() -> str:
    """Enough games, as seat 1 is told them, for every kind of move to occur."""
    return "\n".join(line for seed in range(4) for line in tell(Rules.trading(), seed, 1))


@pytest.mark.full
def test_every_kind_of_move_is_told(stories: str) -> None:
    assert [words for words in KINDS if words not in stories] == []


@pytest.mark.full
def test_every_line_is_a_sentence(stories: str) -> None:
    for line in stories.split("\n"):
        assert line[0].isupper()
        assert line.endswith(".")
        assert "None" not in line
        assert "  " not in line
        assert "unknown" not in line
        assert "seat 1 " not in line.lower()


@pytest.mark.full
def test_cards_of_others_are_not_told(stories: str) -> None:
    for line in stories.split("\n"):
        if "buys a development card" in line:
            assert line.endswith("card.")
        if " and robs seat " in line:
            assert line.endswith(" of a card.")


@pytest.mark.parametrize("name", ["jsettlers", "roelofs", "thomas"])
def test_other_rules_are_told_too(name: str) -> None:
    rules = Rules.named(name).replace(max_rounds=15)
    for seat in (None, 0, 3):
        assert all(line.endswith(".") for line in tell(rules, 1, seat))


def test_maps_show_every_node_and_hex() -> None:
    game = Catan(board="beginner")
    small, large = (draw(game.board, (), 9, FINE) for draw in (small_map, large_map))
    assert (small.width, small.height) == (47, 19)
    assert large.width <= 80
    for canvas in (small, large):
        words = " ".join(canvas.plain).replace("\u2504", " ").split()
        assert {str(node) for node in range(54)} <= set(words)
        assert " ".join(canvas.plain).count("*") == 1
    assert all(f"hex {number}" in "\n".join(large.plain) for number in range(19))


@pytest.mark.parametrize("seed", range(5))
def test_names_of_ports_are_whole(seed: int) -> None:
    board = Catan(seed=seed).board
    for draw in (small_map, large_map):
        text = "\n".join(draw(board, (), 0).plain)
        assert text.count("3:1") == 4
        for name in ("heat", "heep"):
            assert text.count(name) == text.count(f"w{name}" if name == "heat" else f"s{name}")


def test_a_narrow_screen_gets_the_panel_below_the_map() -> None:
    view = Catan(seed=1).observer(0).view()
    assert max(len(text) for text in scene(view, (), FINE, 60)) <= 47
    assert max(len(text) for text in scene(view, (), FINE, 80)) <= 79
