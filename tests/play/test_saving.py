"""A game is saved as it is played: nothing that happens to the process or its terminal loses a move."""

from __future__ import annotations

import errno
import signal
from pathlib import Path

import pytest
from tests.play.conftest import Run
from tests.play.pty_game import SECONDS, PtyGame
from tests.play.terminals import ScriptedTerminal, ThinkingTerminal
from tests.play.test_sessions import careless, without_times

from catanlab.cli.terminal import human
from catanlab.cli.terminal.leaving import undisturbed
from catanlab.cli.terminal.saved_game import SavedGame
from catanlab.cli.terminal.terminal import Terminal, discard_typed_ahead
from catanlab.games.gomoku import Gomoku
from catanlab.table.record import Record
from catanlab.table.record_reader import read_records

OPENING = ("settlement 17", "road 17-22")
"""The first moves of the person in the game with seed 11."""


@pytest.fixture
def never_left(at_terminal: Run) -> str:
    """The record of the opening, left in the ordinary way."""
    terminal = ScriptedTerminal(OPENING)
    assert at_terminal(terminal, "play", "--seed", "11", "--fast", "--record", "calm.record") == 0
    return without_times(Path("calm.record"))


def play_opening(game: PtyGame) -> None:
    """Make the first moves, up to the next question after those of the others."""
    game.read_until("Your move")
    for line, question in zip(OPENING, ("1 road", "most dots"), strict=True):
        game.type_line(line)
        game.read_until(question)
        game.read_until("Your move")


@pytest.mark.full
def test_a_killed_game_goes_on_where_it_was(never_left: str, at_terminal: Run) -> None:
    with PtyGame(Path(), "--seed", "11", "--fast") as game:
        play_opening(game)
        game.process.send_signal(signal.SIGKILL)
        assert game.process.wait(timeout=SECONDS) == -signal.SIGKILL
        said = "Each move is saved. To go on later: catanlab play --resume catan-11.record"
        assert said in game.text
    assert without_times(Path("catan-11.record")) == never_left
    assert sorted(path.name for path in Path().iterdir()) == ["calm.record", "catan-11.record"]
    terminal = ScriptedTerminal([])
    assert at_terminal(terminal, "play", "--resume", "catan-11.record") == 0
    assert without_times(Path("catan-11.record")) == never_left
    assert "you: place a settlement" in terminal.text


@pytest.mark.full
def test_two_hangups_and_a_closed_window_lose_nothing(never_left: str) -> None:
    with PtyGame(Path(), "--seed", "11", "--fast") as game:
        play_opening(game)
        game.process.send_signal(signal.SIGHUP)
        game.process.send_signal(signal.SIGHUP)
        game.close_window()
        assert game.process.wait(timeout=SECONDS) == 130
    assert without_times(Path("catan-11.record")) == never_left
    assert sorted(path.name for path in Path().iterdir()) == ["calm.record", "catan-11.record"]


@pytest.mark.full
def test_keys_typed_before_a_question_do_not_answer_it(tmp_path: Path) -> None:
    with PtyGame(tmp_path, "--seed", "11", "--fast", typed_ahead="settlement 17\n1\n1\n") as game:
        game.read_until("Your move")
        game.type_line("q")
        assert "Nothing was played, and nothing is saved." in game.read_until("y leaves, Enter stays: ")
        game.type_line("y")
        assert game.process.wait(timeout=SECONDS) == 0
    assert not list(tmp_path.iterdir())


def test_only_new_questions_discard_what_was_typed() -> None:
    discarded: list[str] = []
    terminal = ScriptedTerminal(["a", "b"])
    terminal.discard = lambda: discarded.append(terminal.text)
    assert terminal.ask("one? ", fresh=True) == "a"
    assert terminal.ask("two? ") == "b"
    assert discarded == [""]
    assert Terminal(terminal.console, input).discard() is None, "a pipe keeps what it has"


def test_a_standard_input_that_is_no_terminal_keeps_what_it_has(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "typed"
    path.write_text("settlement 17\n")
    with path.open() as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        discard_typed_ahead()
        assert stdin.readline() == "settlement 17\n"


@pytest.mark.full
def test_the_file_has_every_move_before_the_next_question(at_terminal: Run) -> None:
    path = Path("catan-11.record")
    seen: list[str] = []

    def look(new: str) -> str:
        if len(seen) == 12:
            raise EOFError
        seen.append(path.read_text() if path.exists() else "")
        return careless(new)

    at_terminal(ThinkingTerminal(look), "play", "--seed", "11", "--fast")
    assert seen[0] == ""
    assert len(set(seen)) == len(seen), "each answer is in the file when the next question comes"
    assert seen[-1].rstrip() in path.read_text().rstrip()


def test_leaving_is_asked_about_and_says_that_the_game_is_saved(at_terminal: Run) -> None:
    terminal = ScriptedTerminal(["17", "q", "", "quit", "no", "road 17-22", "q", "y"])
    assert at_terminal(terminal, "play", "--seed", "11") == 0
    assert terminal.text.count("The game is saved in catan-11.record.\n") == 3
    assert terminal.prompts.count("Leave the game? y leaves, Enter stays: ") == 3
    assert "You build a road 17-22." in terminal.text
    assert "Resume it with:\ncatanlab play --resume catan-11.record" in terminal.text


@pytest.mark.parametrize("reading", [True, False])
def test_a_terminal_that_is_gone_makes_no_moves_for_the_person(at_terminal: Run, reading: bool) -> None:
    gone = OSError(errno.EIO, "Input/output error")
    terminal = ScriptedTerminal(["settlement 17", gone])
    if not reading:

        def write(*texts: object) -> None:
            if "You build a settlement at 17." in texts:
                raise gone

        terminal.write = write  # type: ignore[method-assign]
    assert at_terminal(terminal, "play", "--seed", "11") == 0
    [record] = read_records(Path("catan-11.record"))
    assert [str(move) for move in record.moves] == ["settlement 17"]


def test_a_command_that_fails_makes_no_move(at_terminal: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(view: object) -> str:
        raise ArithmeticError("no idea")

    monkeypatch.setattr(human, "hint", fail)
    terminal = ScriptedTerminal(["hint", "settlement 17"])
    assert at_terminal(terminal, "play", "--seed", "11") == 0
    assert "'hint' failed, and nothing has changed: ArithmeticError: no idea." in terminal.text
    assert [str(move) for move in read_records(Path("catan-11.record"))[0].moves] == ["settlement 17"]


def test_signals_wait_until_the_record_is_written() -> None:
    done = False
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt), undisturbed():  # noqa: PT012 - the signal comes at the end
        signal.raise_signal(signal.SIGINT)
        done = True
    assert done
    assert signal.getsignal(signal.SIGINT) is before


def test_a_folder_that_vanishes_is_reported_once_and_another_takes_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spare = tmp_path / "spare"
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(spare))
    saved = SavedGame(Record(Gomoku(size=3, line=3)), tmp_path / "no" / "game.record", new=True)
    first, second, last = saved.save()
    assert first == f"Cannot write {tmp_path}/no/game.record: No such file or directory."
    assert second.startswith(f"Cannot write {spare}/game.record: ")
    assert last == "The game is not saved; the next move tries again."
    assert saved.save() == [], "once is enough"
    spare.mkdir()
    said = saved.save()
    assert said[-1] == f"Each move is saved. To go on later: catanlab play --resume {spare}/game.record"
    assert saved.save() == []
    assert saved.is_saved


def test_a_new_file_never_replaces_another(tmp_path: Path) -> None:
    (tmp_path / "game.record").write_text("mine")
    saved = SavedGame(Record(Gomoku(size=3, line=3)), tmp_path / "game.record", new=True)
    saved.save()
    assert saved.path == tmp_path / "game-2.record"
    assert (tmp_path / "game.record").read_text() == "mine"
