"""What a person is shown and told at the prompt: news, costs, hints, the robber, discards, words."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.play.conftest import Run
from tests.play.terminals import ScriptedTerminal, ThinkingTerminal
from tests.play.test_sessions import careless

from catanlab import Catan
from catanlab.cli.terminal.board_map import small_map
from catanlab.cli.terminal.costs import cost_lines
from catanlab.cli.terminal.help_page import help_page
from catanlab.cli.terminal.hint import hint
from catanlab.cli.terminal.menu import Menu
from catanlab.cli.terminal.panel import task
from catanlab.cli.terminal.typed_moves import TypedError, read_moves
from catanlab.framework.random import Random
from catanlab.games.catan.grid import hex_nodes
from catanlab.games.catan.position import Phase, by_resource
from catanlab.games.catan.view.view import CatanView
from catanlab.table.record_reader import read_records


def view_where(wanted: Callable[[CatanView], bool], seed: int = 5) -> CatanView:
    """Return the first view of the seat to move in a random game that is as wanted."""
    game = Catan(rules="trading", board="beginner", seed=1)
    random, state = Random(seed), game.start()
    observers = [game.observer(seat) for seat in range(4)]
    while not state.is_over:
        if state.to_move < 4 and wanted(view := observers[state.to_move].view()):
            return view
        move = state.draw_outcome(random) if state.is_chance else state.draw_move(random, by_group=True)
        for seat, observer in enumerate(observers):
            observer.observe(state.seen(move, seat))
        state.apply(move)
    raise AssertionError("no such position came up")


# What happened since the last decision.


@pytest.mark.full
def test_the_turns_of_the_others_are_on_a_small_screen_before_the_roll(at_terminal: Run) -> None:
    screens: list[str] = []

    def look(new: str) -> str:
        if "[Enter: roll]" in new:
            screens.append(f"{terminal.text}{new.splitlines()[-1]}")
        if len(screens) > 4:
            raise EOFError
        return careless(new)

    terminal = ThinkingTerminal(look, height=24)
    at_terminal(terminal, "play", "--seed", "3", "--fast", "--rules", "base")
    for screen in screens[1:]:
        last = "\n".join(screen.split("\n")[-24:])
        assert re.search(r"Turn \d+ is yours: \d points?, ", last)
        assert "seat       pts crd" not in last, "no board pushes the turns of the others away"
        since = last.rpartition("end turn\n")[2]
        assert re.findall(r"^Seat (\d) rolls", since, re.MULTILINE) == ["1", "2", "3"]


def test_the_board_comes_after_the_roll_with_the_roll_below_it(at_terminal: Run) -> None:
    screens: list[str] = []

    def look(new: str) -> str:
        if re.search(r"\d end turn", new):
            screens.append(new)
            raise EOFError
        return careless(new)

    at_terminal(ThinkingTerminal(look, height=24), "play", "--seed", "3", "--fast")
    board, _, below = screens[0].rpartition("Your cards:")
    assert "you hold" in board
    assert "You roll " in below


@pytest.mark.full
def test_the_moves_do_not_push_the_board_off_a_small_screen(at_terminal: Run) -> None:
    heights: list[int] = []

    def look(new: str) -> str:
        if (top := new.rfind("on turn\n")) >= 0:
            heights.append(new[top:].count("\n") + 1)
        if len(heights) > 12:
            raise EOFError
        return careless(new)

    at_terminal(ThinkingTerminal(look, height=24), "play", "--seed", "9", "--fast")
    assert len(heights) > 12
    assert max(heights) <= 24


@pytest.mark.full
def test_a_tall_screen_says_how_much_it_leaves_out(at_terminal: Run) -> None:
    terminal = ThinkingTerminal(careless, height=36)
    at_terminal(terminal, "play", "--seed", "3", "--fast", "--rules", "trading,max_rounds=8")
    left_out = re.findall(r"\((\d+) lines before these; log (\d+) shows them all\)", terminal.text)
    assert left_out
    assert all(int(hidden) < int(all_of_them) for hidden, all_of_them in left_out)


@pytest.mark.full
def test_more_than_a_screen_of_turns_is_announced(at_terminal: Run) -> None:
    terminal = ThinkingTerminal(careless, height=8)
    at_terminal(terminal, "play", "--seed", "3", "--fast", "--rules", "trading,max_rounds=3")
    assert re.search(r"(\d+) lines since your last move; log \1 shows them all\.", terminal.text)


# Discards and the robber.


def test_discards_say_how_many() -> None:
    view = view_where(lambda view: view.position.phase is Phase.DISCARDING)
    owed = view.position.own.discards_owed
    assert owed > 1
    assert task(view.position) == f"discard {owed} cards"


@pytest.mark.full
def test_the_question_for_discards_says_how_many(at_terminal: Run) -> None:
    def hoard(new: str) -> str:
        if "Discard" in new:
            raise EOFError
        return careless(new)

    terminal = ThinkingTerminal(hoard, height=24)
    at_terminal(terminal, "play", "--seed", "3", "--fast")
    found = re.search(r"Discard (\d+) cards of your (\d+), one by one or together", terminal.text)
    assert found
    assert int(found[1]) == int(found[2]) // 2


@pytest.mark.full
def test_the_map_numbers_the_hexes_when_the_robber_moves(at_terminal: Run) -> None:
    board = Catan(board="beginner").board
    plain, numbered = (small_map(board, (), 9, hexes=hexes).plain for hexes in (False, True))
    assert not any(re.search(r"\bh\d", line) for line in plain)
    assert re.findall(r"\bh(\d+)\b", "\n".join(numbered)) == [str(number) for number in range(19)]
    assert [len(line) for line in plain] == [len(line) for line in numbered]

    def rob(new: str) -> str:
        if "robber HEX" in new:
            raise EOFError
        return careless(new)

    terminal = ThinkingTerminal(rob, height=24)
    at_terminal(terminal, "play", "--seed", "3", "--fast")
    screen = terminal.text.rpartition("you: move the robber")[2]
    assert "h18" in screen
    assert "h7 on the map is HEX 7" in screen
    assert max(map(len, screen.split("\n"))) <= 80


def test_notes_on_the_robber_name_the_cards_and_the_own_buildings() -> None:
    view = view_where(lambda view: view.position.phase is Phase.ROBBING)
    own = set(view.position.own.settlement_nodes) | set(view.position.own.city_nodes)
    items = Menu(view).items
    for item in items:
        move = view.game.move_type.of(item.move)
        assert ("blocks your" in item.note) == bool(own & set(hex_nodes(move.hex)))
        if move.victim is not None:
            count = view.position.seats[move.victim].hand_size
            assert f"; {count} card" in item.note
    assert any("blocks your settlement" in item.note for item in items)
    assert max(map(len, Menu(view).full())) < 80


# Moves that are not quite right.


def test_a_road_that_is_none_names_the_open_ones() -> None:
    view = view_where(lambda view: sum(move.group == "road" for move in view.legal_moves) > 1)
    roads = [str(move).removeprefix("road ") for move in view.legal_moves if move.group == "road"]
    for line in ("road 34-53", "road 0-3" if "0-3" not in roads else "road 1-4"):
        with pytest.raises(TypedError) as caught:
            read_moves(line, view, Menu(view))
        said = str(caught.value)
        assert f"open are {', '.join(roads[:8])}" in said
        assert "the form is" not in said


# Help, costs, hints.


def test_the_help_explains_costs_and_columns() -> None:
    text = " ".join(help_page(Catan(rules="trading")))
    for words in ("city 2 wheat, 3 ore", "development card sheep, wheat, ore", "three a turn"):
        assert words in text
    for column in ("pts points", "crd cards", "dev development cards", "kni knights", "rd longest road"):
        assert column in text


def test_costs_say_what_is_lacked(at_terminal: Run) -> None:
    terminal = ScriptedTerminal(["costs"], height=24)
    at_terminal(terminal, "play", "--seed", "11")
    lines = terminal.text.split("\n")
    assert "settlement  wood + clay + sheep + wheat   5 left  you lack all of it" in lines
    view = view_where(lambda view: view.position.own.certain[0] == 1 and view.position.own.hand_size > 1)
    shown = cost_lines(view.position)
    held = by_resource(view.position.own.certain)
    lacked = " + ".join(name for name in ("wood", "clay", "sheep", "wheat") if not held[name])
    assert shown[1].endswith(f"you lack {lacked}" if lacked else "you can pay it")
    assert max(map(len, [*lines, *shown])) <= 80


@pytest.mark.full
def test_a_whole_game_can_be_played_by_hints(at_terminal: Run) -> None:
    def follow(new: str) -> str:
        if "still work" in new:
            return ""
        advice = re.findall(r"Hint, as greedy would play: (.*?)\. \"", " ".join(new.split()))
        return advice[-1] if advice else "hint"

    terminal = ThinkingTerminal(follow, height=24)
    words = ("play", "--seed", "3", "--fast", "--record", "game.record")
    assert at_terminal(terminal, *words) == 0
    [record] = read_records(Path("game.record"))
    assert record.termination == "finished"
    assert "failed" not in terminal.text
    assert "is not a move" not in terminal.text


def test_a_hint_depends_only_on_what_the_person_knows() -> None:
    view = view_where(lambda view: view.position.phase is Phase.MAIN and view.turn > 8)
    assert hint(view) == hint(view)
    assert re.fullmatch(r'Hint, as greedy would play: .+\. ".+"', hint(view))


# Words.


@pytest.mark.parametrize(
    ("agents", "said", "answer"),
    [
        ("greedy", "anyone selling ore?", "Nobody here negotiates in words, so do not wait for an answer"),
        ("greedy,hard,hard", "seat 1, do you want ore?", "Seat 1 does not negotiate in words"),
        ("greedy,hard,hard", "seat 2, do you want ore?", ""),
        ("greedy,hard,hard", "anyone selling ore?", ""),
    ],
)
def test_words_to_those_who_do_not_negotiate_are_answered(
    at_terminal: Run, agents: str, said: str, answer: str
) -> None:
    terminal = ScriptedTerminal([f"say {said}"], height=24)
    at_terminal(terminal, "play", "--seed", "11", "--agents", agents)
    assert ("negotiate" in terminal.text) == bool(answer)
    assert answer in terminal.text


def test_statements_left_in_the_turn_are_counted_also_after_a_resumption(at_terminal: Run) -> None:
    terminal = ScriptedTerminal(["settlement 17", "say a", "say b"], height=24)
    at_terminal(terminal, "play", "--seed", "11")
    assert "You have 2 more statements in this turn." in terminal.text
    assert "You have 1 more statement in this turn." in terminal.text
    terminal = ScriptedTerminal(["say c", "say d"], height=24)
    at_terminal(terminal, "play", "--resume", "catan-11.record")
    assert "You have no more statements in this turn." in terminal.text
    assert "You have said enough: 3 statements a turn" in terminal.text


# Levels.


def test_a_level_seats_its_agents_and_is_called_by_its_name(at_terminal: Run) -> None:
    terminal = ScriptedTerminal(["settlement 17"], height=24)
    assert at_terminal(terminal, "play", "--seed", "11", "--level", "easy") == 0
    assert terminal.text.startswith("Catan, rules trading, seed 11: human, easy, easy, easy.")
    assert "1 easy " in terminal.text
    [record] = read_records(Path("catan-11.record"))
    assert record.agents == ("human", *["thomas-plan:level=1,trade=principled"] * 3)
