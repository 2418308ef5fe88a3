"""What a person types: read as meant, or refused in one sentence."""

from __future__ import annotations

import pytest
from tests.play.conftest import Run
from tests.play.desks import ScriptedDesk

from catanlab import Catan, Rules
from catanlab.cli.terminal.menu import Menu
from catanlab.cli.terminal.typed import TypedError, read_moves
from catanlab.framework.random import Random
from catanlab.games.catan.view import CatanView


@pytest.fixture
def rich_view() -> CatanView:
    """What a seat with a full hand sees in the middle of its turn."""
    game = Catan(rules=Rules.trading(), board="beginner", seed=1)
    random = Random(5)
    state = game.start()
    observers = [game.observer(seat) for seat in range(4)]
    while not state.is_over:
        mover = state.to_move
        if mover < 4 and state.details.phase == "main":
            hand = state.details.seats[mover].resources
            if hand["wood"] >= 4 and hand["clay"] >= 1:
                return observers[mover].view()
        move = state.draw_outcome(random) if state.is_chance else state.draw_move(random, by_group=True)
        for seat, observer in enumerate(observers):
            observer.observe(state.seen(move, seat))
        state.apply(move)
    raise AssertionError("no such hand came up")


@pytest.mark.parametrize(
    ("line", "moves"),
    [
        ("settlement 12", ["settlement 12"]),
        ("  Settlement   AT 12 ", ["settlement 12"]),
        ("sett 12", ["settlement 12"]),
        ("s12", ["settlement 12"]),
        ("settlement_12", ["settlement 12"]),
        ("13", ["settlement 12"]),
    ],
)
def test_a_settlement_can_be_typed_in_many_ways(line: str, moves: list[str]) -> None:
    view = Catan(board="beginner").observer(0).view()
    assert [str(move) for move in read_moves(line, view, Menu(view))] == moves


@pytest.mark.parametrize(
    ("line", "starts"),
    [
        ("offer wood for ore", "offer 1 wood for 1 ore to "),
        ("offer 2 wood + brick for grain", "offer 2 wood + 1 clay for 1 wheat to "),
        ("offer lumber and clay for ore to all", "offer 1 wood + 1 clay for 1 ore to "),
        ("bank wood for ore", "bank "),
        ("end", "end turn"),
        ("done", "end turn"),
        (".", "end turn"),
    ],
)
def test_moves_of_the_turn_can_be_typed_freely(rich_view: CatanView, line: str, starts: str) -> None:
    [move] = read_moves(line, rich_view, Menu(rich_view))
    assert str(move).startswith(starts)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("fly", "'fly' is not a move; moves lists them all, ? helps."),
        ("0", "0 is not the number of a move: they go from 1 to "),
        ("99999999999999", "is not the number of a move"),
        ("", "Type a move or its number"),
        ("x" * 500, "500 characters are not a move."),
        ("offer 3 gold for wood", "'gold' is not a resource"),
        ("offer wood", "it must say once what for"),
        ("offer wood for wood", "the same resource cannot be on both sides"),
        ("offer 31 wood for ore", "the seat lacks"),
        ("offer wood for ore to 9", "'9' is not a seat"),
        ("road 1-53", "no edge joins nodes 1 and 53"),
        ("road", "one thing must follow"),
        ("road 5", "is not two nodes"),
        ("robber 5", "now it is time to build, trade or end turn"),
        ("accept", "now it is time to"),
        ("discard", "one thing must follow"),
        ("discard wood", "now it is time to"),
        ("settlement", "one thing must follow"),
        ("bank 1 wood for 1 ore", "the seat trades wood"),
        ("monopoly", "one thing must follow"),
        ("plenty wood wood wood", "one or two resources must follow"),
        ("\x00\x07", "is not a move"),
        ("=7", ""),
        ("#123", ""),
        ("ümläut", "is not a move"),
    ],
)
def test_what_cannot_be_is_explained_in_one_sentence(rich_view: CatanView, line: str, says: str) -> None:
    with pytest.raises(TypedError) as caught:
        read_moves(line, rich_view, Menu(rich_view))
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)
    assert str(caught.value).endswith(".")


def test_discards_can_be_typed_together_and_in_any_order(at_desk: Run) -> None:
    from catanlab.cli.terminal.words import expand

    view = Catan(rules=Rules.trading()).observer(0).view()
    assert expand("discard ore 2 wood", view) == ["discard ore", "discard wood", "discard wood"]


def test_the_numbers_of_the_menu_stand_for_its_moves(rich_view: CatanView) -> None:
    menu = Menu(rich_view)
    assert {item.move for item in menu.items} == set(rich_view.legal_moves)
    for item in menu.items:
        assert read_moves(str(item.number), rich_view, menu) == [item.move]
        assert read_moves(str(item.move), rich_view, menu) == [item.move]
    listing = "\n".join(menu.full())
    assert all(str(item.move) in listing for item in menu.items)
    assert max(map(len, menu.brief(80))) < 80


def test_the_tab_key_completes_moves_and_commands(at_desk: Run) -> None:
    desk = ScriptedDesk(["quit"])
    at_desk(desk, "play", "--seed", "11")
    assert desk.complete("settlement 5", 0) == "settlement 5"
    assert desk.complete("settlement 5", 1) == "settlement 50"
    assert desk.complete("qu", 0) == "quit"
    assert desk.complete("xyz", 0) is None


@pytest.mark.parametrize(
    "line", ["?", "help", "map", "moves", "moves settlement", "moves fish", "log", "log 3", "log x"]
)
def test_commands_answer_and_ask_again(at_desk: Run, line: str) -> None:
    desk = ScriptedDesk([line, "quit"])
    assert at_desk(desk, "play", "--seed", "11") == 0
    assert len(desk.prompts) == 2


def test_a_file_that_cannot_be_written_is_no_crash(at_desk: Run) -> None:
    desk = ScriptedDesk(["settlement 17", "save no/such/place", "quit"])
    assert at_desk(desk, "play", "--seed", "11") == 0
    assert "Cannot write no/such/place: No such file or directory." in desk.text
