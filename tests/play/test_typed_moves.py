"""What a person types: read as meant, or refused in one sentence."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.play.conftest import Run
from tests.play.terminals import ScriptedTerminal

from catanlab import Catan, Rules
from catanlab.cli.terminal.help_page import commands, help_page
from catanlab.cli.terminal.menu import Menu
from catanlab.cli.terminal.typed_moves import TypedError, read_moves
from catanlab.framework.random import Random
from catanlab.games.catan.constants import CLAY, WOOD
from catanlab.games.catan.view.view import CatanView
from catanlab.games.gomoku import Gomoku
from catanlab.games.sos import Sos


@pytest.fixture
def rich_view() -> CatanView:
    """What a seat with a full hand sees in the middle of its turn."""
    game = Catan(rules=Rules.trading(), board="beginner", seed=1)
    random = Random(5)
    state = game.start()
    observers = [game.observer(seat) for seat in range(4)]
    while not state.is_over:
        mover = state.to_move
        if mover < 4 and state.phase_name == "main":
            hand = state.position.seats[mover].certain
            if hand[WOOD] >= 4 and hand[CLAY] >= 1:
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
        ("12", ["settlement 12"]),
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


@pytest.mark.full
@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("fly", "'fly' is not a move; moves lists them all, ? helps."),
        ("0", "0 is not the number of a move: they go from 1 to "),
        ("99999999999999", "is not the number of a move"),
        ("", "Type a move or its number"),
        ("x" * 500, "500 characters are not a move."),
        ("offer 3 gold for wood", "'gold' is not a resource"),
        ("offer wood", "Say what you want for it, such as: offer wood for ore."),
        ("offer", "Say what you give and what you want for it, such as: offer wood for ore."),
        ("bank ore", "Say what you want for it, such as: bank ore for wood."),
        ("offer wood for ore for clay", "it must say once what for"),
        ("offer wood for wood", "the same resource cannot be on both sides"),
        ("offer 31 wood for ore", "you lack"),
        ("offer wood for ore to 9", "'9' is not a seat"),
        ("road 1-53", "No edge joins nodes 1 and 53; open are "),
        ("road", "One thing must follow, not 0; open are "),
        ("road 5", "is not two nodes"),
        ("robber 5", "now it is time to build, trade or end turn"),
        ("accept", "now it is time to"),
        ("discard", "one thing must follow"),
        ("discard wood", "now it is time to"),
        ("settlement", "one thing must follow"),
        ("bank 1 wood for 1 ore", "you trade wood"),
        ("monopoly", "one thing must follow"),
        ("plenty wood wood wood", "one or two resources must follow"),
        ("\x00\x07", "is not a move"),
        ("=7", ""),
        ("#123", ""),
        ("ümläut", "is not a move"),
    ],
)
def test_an_invalid_line_is_explained_in_one_sentence(rich_view: CatanView, line: str, says: str) -> None:
    with pytest.raises(TypedError) as caught:
        read_moves(line, rich_view, Menu(rich_view))
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)
    assert str(caught.value).endswith(".")


def test_discards_can_be_typed_together_and_in_any_order(at_terminal: Run) -> None:
    from catanlab.cli.terminal.abbreviations import expand

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


def test_settlements_are_listed_by_dots_with_their_ports(at_terminal: Run) -> None:
    view = Catan(board="beginner").observer(0).view()
    listing = Menu(view).full()
    assert len(listing) == 54
    assert listing[0].strip() == "settlement 28  (wheat 9, wood 11, wood 8; 11 dots)"
    assert any(line.strip() == "settlement 0   (ore 10; 3 dots; 3:1 port)" for line in listing)
    ports = [line for line in listing if " port)" in line]
    assert len(ports) == 18
    assert sum("2:1 ore port" in line for line in ports) == 2
    counts = [int(line.partition(" dot")[0].split()[-1]) for line in listing]
    assert counts == sorted(counts, reverse=True)
    assert max(map(len, listing)) < 80
    assert Menu(view).brief(80) == [
        "build   settlement NODE, 54 are open   most dots: 28, 31, 39, 44, 14",
    ]


def test_a_number_alone_is_the_node_or_the_switch() -> None:
    view = Catan(board="beginner").observer(0).view()
    assert [str(move) for move in read_moves("7", view, Menu(view))] == ["settlement 7"]
    with pytest.raises(TypedError, match="node"):
        read_moves("54", view, Menu(view))
    switches = Sos().observer(0)
    switches.observe("switch 4")
    switches.observe("switch 9")
    view = switches.view()
    assert [str(move) for move in read_moves("5", view, Menu(view))] == ["switch 5"]
    for line, says in (
        ("4", "Not switch 4: it was picked before."),
        ("10", "Not switch 10: the switches are 0 to 9."),
        ("99999999999", "is not a move; give switch and a number 0 to 9, such as switch 1"),
        ("fish", "'fish' is not a move; give switch and a number 0 to 9"),
    ):
        with pytest.raises(TypedError, match=re.escape(says)):
            read_moves(line, view, Menu(view))


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("c3", "Not c3: a stone of seat 0 lies there already."),
        ("f1", "Not f1: the columns of the board are a to e, its rows 1 to 5."),
        ("z9", "'z9' is not a move; give a column a to e and a row 1 to 5, such as c3."),
        ("settlement 3", "'settlement 3' is not a move; give a column a to e and a row 1 to 5"),
        ("99", "99 is not the number of a move: they go from 1 to 23"),
    ],
)
def test_gomoku_says_what_is_wrong_with_a_point(line: str, says: str) -> None:
    observer = Gomoku(size=5, line=4).observer(0)
    observer.observe("c3")
    observer.observe("a1")
    view = observer.view()
    with pytest.raises(TypedError, match=re.escape(says)):
        read_moves(line, view, Menu(view))
    assert max(map(len, Menu(view).full())) < 80
    assert len(Menu(view).full()) < 6


@pytest.mark.parametrize("game", ["gomoku", "sos"])
def test_other_games_have_a_help_of_their_own(at_terminal: Run, game: str) -> None:
    terminal = ScriptedTerminal(["?", "quit"])
    assert at_terminal(terminal, "play", "--game", game, "--seed", "1") == 0
    assert max(len(line) for line in terminal.text.split("\n") if "\x1b" not in line) <= 80
    help_page = terminal.text.partition("Besides moves")[0]
    assert ("5 in a row" if game == "gomoku" else "larger sum wins") in help_page
    for word in ("settlement", "offer", "node", "ore", "robber"):
        assert not re.search(rf"\b{word}\b", terminal.text), word


def test_the_help_of_every_game_fits_a_small_screen() -> None:
    for game in (Gomoku(size=19, line=5), Sos(switches=1000, komi=1_000_000), Catan()):
        lines = help_page(game)
        assert len(lines) <= 22 or isinstance(game, Catan)  # which comes a screen at a time
        assert max(map(len, lines)) <= 80
    documented = Path(__file__).parents[2].joinpath("docs/reference/cli.md").read_text(encoding="utf-8")
    for command in commands(Catan()):
        assert f"| `{command}" in documented
        assert any(line.startswith(f"  {command} ") for line in lines)


def test_a_long_list_comes_a_screen_at_a_time(at_terminal: Run) -> None:
    terminal = ScriptedTerminal(
        ["moves", "", "", "moves", "q", "moves", "settlement 17", "quit"], height=24
    )
    assert at_terminal(terminal, "play", "--seed", "11") == 0
    assert sum("Enter for more" in prompt for prompt in terminal.prompts) == 4
    assert "You build a settlement at 17." in terminal.text
    first = terminal.text.partition("Enter for more, 32 lines; q for no more: ")
    assert first[1], "22 lines on the first screen"
    assert len(re.findall(r"^  settlement \d+ ", first[0], re.MULTILINE)) == 22


def test_the_tab_key_completes_moves_and_commands(at_terminal: Run) -> None:
    terminal = ScriptedTerminal(["quit"])
    at_terminal(terminal, "play", "--seed", "11")
    assert terminal.complete("settlement 5", 0) == "settlement 5"
    assert terminal.complete("settlement 5", 1) == "settlement 50"
    assert terminal.complete("qu", 0) == "quit"
    assert terminal.complete("xyz", 0) is None


@pytest.mark.full
@pytest.mark.parametrize(
    "line",
    [
        "?",
        "help",
        "map",
        "moves",
        "moves settlement",
        "moves fish",
        "ask",
        "ask all",
        "ask x",
        "log",
        "log 3",
        "log x",
    ],
)
def test_commands_answer_and_ask_again(at_terminal: Run, line: str) -> None:
    terminal = ScriptedTerminal([line, "quit"], height=60)
    assert at_terminal(terminal, "play", "--seed", "11") == 0
    assert terminal.prompts[2:] == ["Leave the game? y leaves, Enter stays: "]


def test_a_file_that_cannot_be_written_is_no_crash(at_terminal: Run) -> None:
    wrong = ["save no/such/place", "save ~nobody-of-this-name/x", "save a\0b", f"save {'x' * 5000}"]
    terminal = ScriptedTerminal(["settlement 17", *wrong, "quit"])
    assert at_terminal(terminal, "play", "--seed", "11") == 0
    assert "Cannot write no/such/place: No such file or directory." in terminal.text
    assert terminal.text.count("Cannot write") == len(wrong)
    assert len(terminal.prompts) == len(wrong) + 3


@pytest.mark.full
@pytest.mark.parametrize(
    "line",
    [
        UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte"),
        "\udcff",
        "say \udcff",
        "\0",
        "x" * 100_000,
        "say " + "x" * 100_000,
        "log " + "9" * 100,
        "moves " + "x" * 300,
        "\x1b[2J",
        "9" * 5000,
    ],
    ids=lambda line: repr(line)[:20],
)
def test_no_line_ends_the_game_or_moves_for_the_person(at_terminal: Run, line: str) -> None:
    terminal = ScriptedTerminal(["settlement 17", line, "road 17-22", "quit"])
    assert at_terminal(terminal, "play", "--seed", "11") == 0
    assert "You build a road 17-22." in terminal.text
    assert "failed (" not in terminal.text


def test_a_map_too_wide_for_the_screen_is_cut_and_not_folded(at_terminal: Run) -> None:
    terminal = ScriptedTerminal(["map", "quit"], width=40, height=24)
    assert at_terminal(terminal, "play", "--seed", "11") == 0
    shown = terminal.text.partition("for help: map\n")[2]
    assert shown.partition("Your move")[0].count("\n") == 23


@pytest.mark.parametrize("word", ["table", "look", "t", ""])
def test_the_whole_screen_comes_again(at_terminal: Run, word: str) -> None:
    terminal = ScriptedTerminal(["moves road", word, "quit"], height=24)
    assert at_terminal(terminal, "play", "--seed", "11") == 0
    first, again = terminal.text.split("Your move")[0], terminal.text.split("Your move")[2]
    shown = first.split("\n", 1)[1]
    assert again.split("\n", 1)[1] == shown
    assert "seat       pts crd dev" in shown
    assert "you hold" in shown
    assert "most dots" in shown


@pytest.mark.parametrize("word", ["abc", "-1", "0", "1.5", "1000000"])
def test_a_log_of_so_many_sentences_is_explained(at_terminal: Run, word: str) -> None:
    terminal = ScriptedTerminal([f"log {word}", "log 1", "quit"], height=24)
    assert at_terminal(terminal, "play", "--seed", "11") == 0
    assert f"'{word}' is not how many sentences to show; log 50 shows the last 50." in terminal.text
    assert terminal.text.count("not how many") == 1


def test_a_counter_offer_says_what_it_takes_and_brings() -> None:
    game = Catan(rules="trading", board="beginner", seed=1)
    random = Random(5)
    state = game.start()
    observers = [game.observer(seat) for seat in range(4)]
    while not state.is_over:
        mover = state.to_move
        move = state.draw_outcome(random) if state.is_chance else state.draw_move(random, by_group=True)
        for seat, observer in enumerate(observers):
            observer.observe(state.seen(move, seat))
        state.apply(move)
        menu = Menu(observers[state.to_move].view()) if state.to_move in range(4) else None
        notes = [item.note for item in menu.items if item.move.group == "take"] if menu else []
        if notes and move.group == "counter":
            assert mover != state.to_move
            got, _, given = str(move).removeprefix("counter ").partition(" for ")
            assert f"you give {given} and get {got}" in notes
            return
    raise AssertionError("nobody made a counter-offer")


def test_a_long_line_that_is_set_in_stays_set_in() -> None:
    terminal = ScriptedTerminal([], width=40)
    terminal.write("    because: it brings me nearer to a settlement at node 36")
    assert terminal.text.splitlines() == [
        "    because: it brings me nearer to a",
        "    settlement at node 36",
    ]
