"""`catanlab show` draws positions, records and random games, and explains what it cannot draw."""

import io
from pathlib import Path

import pytest
from tests.draw.pictures import Picture, Played, play

from catanlab import Catan, Rules
from catanlab.cli.main import COMMANDS, main
from catanlab.games.catan.draw import svg
from catanlab.games.catan.text.positions import position_text, view_text
from catanlab.games.gomoku import Gomoku
from catanlab.table.record import Record
from catanlab.table.record_writer import write_records


@pytest.fixture(autouse=True)
def _command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(COMMANDS, "show", "draw a picture")


@pytest.fixture(scope="module")
def short() -> Played:
    return play(4, 150)


@pytest.fixture
def record(short: Played, tmp_path: Path) -> Path:
    """A file with the record of a short game."""
    kept = Record(short.state.game, agents=("ann", "bob", "cy", "di"))
    for move in short.log:
        kept.add(move)
    path = tmp_path / "game.record"
    kept.write(path)
    return path


def shown(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Return the picture that a command prints."""
    assert main(["show", *words, "--svg", "-"]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out.removesuffix("\n")


def last_roll(played: Played) -> int:
    return [int(move.text.split()[1]) for move in played.log if move.group == "dice"][-1]


def test_a_position_is_drawn(short: Played, capsys: pytest.CaptureFixture[str]) -> None:
    line = position_text(short.state)
    assert shown(capsys, line) == svg(short.state)
    assert shown(capsys, line, "--hands", "--ids") == svg(short.state, hands=True, ids=True)
    assert shown(capsys, line, "--size", "900", "--title", "A & B") == svg(
        short.state, size=900, title="A & B"
    )


def test_a_view_is_drawn_from_its_line(short: Played, capsys: pytest.CaptureFixture[str]) -> None:
    picture = Picture(shown(capsys, view_text(short.views[2]), "--hands"))
    assert "as seen by" in picture.words("table")
    assert shown(capsys, view_text(short.views[2]), "--seat", "2")


def test_a_position_is_read_from_standard_input(
    short: Played, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(position_text(short.state) + "\n"))
    assert shown(capsys, "-") == svg(short.state)


def test_a_position_is_read_from_a_file(
    short: Played, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "position.txt"
    path.write_text(position_text(short.state) + "\n")
    assert shown(capsys, str(path)) == svg(short.state)


def test_a_record_is_drawn_at_its_end(
    record: Path, short: Played, capsys: pytest.CaptureFixture[str]
) -> None:
    names = ("ann", "bob", "cy", "di")
    assert shown(capsys, str(record)) == svg(short.state, names=names, dice=last_roll(short))
    assert shown(capsys, f"{record}@150") == shown(capsys, str(record))


def test_a_record_is_drawn_at_a_ply(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    start = Picture(shown(capsys, f"{record}@0"))
    assert not start.of_class("settlement")
    assert len(Picture(shown(capsys, f"{record}@16")).of_class("settlement")) == 8


def test_a_record_is_drawn_as_a_seat_saw_it(
    record: Path, short: Played, capsys: pytest.CaptureFixture[str]
) -> None:
    names = ("ann", "bob", "cy", "di")
    expected = svg(short.views[3], hands=True, names=names)
    assert shown(capsys, str(record), "--seat", "3", "--hands") == expected


def test_one_of_several_records_is_chosen(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "games.record"
    records = [Record(Catan(seed=seed)) for seed in (1, 2)]
    for kept in records:
        kept.add("settlement 12")
    write_records(records, path)
    assert shown(capsys, str(path), "--game", "2") == svg(Catan(seed=2).start().apply("settlement 12"))
    assert main(["show", str(path), "--svg", "-"]) == 2
    assert "holds 2 records: choose one by --game 1 to 2" in capsys.readouterr().err
    assert main(["show", str(path), "--game", "3", "--svg", "-"]) == 2
    assert "--game 3" in capsys.readouterr().err


def test_a_random_game_is_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(capsys, "--seed", "7") == svg(Catan(seed=7).start())
    played = play(7, 200)
    assert shown(capsys, "--seed", "7", "--after", "200") == svg(played.state, dice=last_roll(played))
    seen = shown(capsys, "--seed", "7", "--after", "200", "--seat", "1", "--hands")
    assert seen == svg(played.views[1], hands=True)


def test_a_random_game_takes_rules(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--seed", "7", "--players", "2", "--board", "beginner")
    game = Catan(rules=Rules(players=2), board="beginner", seed=7)
    assert shown(capsys, *words) == svg(game.start())


def test_a_game_that_is_over_is_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    for words in ([], ["--seat", "0"]):
        picture = Picture(shown(capsys, "--seed", "2", "--after", "1000000", *words))
        assert "Game over" in picture.words("table")


def test_files_are_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("resvg_py")
    drawn, painted = tmp_path / "board.svg", tmp_path / "board.png"
    assert main(["show", "--seed", "1", "--svg", str(drawn), "--png", str(painted)]) == 0
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", "")
    assert drawn.read_text(encoding="utf-8") == svg(Catan(seed=1).start()) + "\n"
    assert painted.read_bytes().startswith(b"\x89PNG")


LINE = position_text(Catan(seed=1).start())


@pytest.mark.full
def test_standard_output_takes_a_png(capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    path = tmp_path / "board.png"
    assert main(["show", "--seed", "1", "--png", str(path)]) == 0
    assert main(["show", "--seed", "1", "--png", "-"]) == 0
    assert capfdbinary.readouterr().out == path.read_bytes()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([], "say where the picture goes: --svg FILE or --png FILE; - is standard output"),
        (["--seed", "1", "--png", "-", "--svg", "-"], "standard output takes only one of them"),
        (["--svg", "-"], "give a position, a record or --seed"),
        (["nowhere.record", "--svg", "-"], "there is no file 'nowhere.record', and it is not a position"),
        (["nowhere.record@7", "--svg", "-"], "there is no file 'nowhere.record'"),
        (["", "--svg", "-"], "there is no file ''"),
        ([LINE, "--seed", "1", "--svg", "-"], "give a position or a record, or --seed, not both"),
        ([LINE, "--seat", "1", "--svg", "-"], "a position does not say what a seat has seen"),
        ([LINE, "--after", "1", "--svg", "-"], "--after goes with --seed"),
        ([LINE, "--rules", "tuma", "--svg", "-"], "--rules goes with --seed"),
        ([LINE, "--players", "3", "--svg", "-"], "--players goes with --seed"),
        ([LINE, "--board", "beginner", "--svg", "-"], "--board goes with --seed"),
        ([LINE, "--game", "1", "--svg", "-"], "--game goes with a record"),
        (["--seed", "1", "--game", "1", "--svg", "-"], "--game goes with a record"),
        (["--seed", "1", "--seat", "4", "--svg", "-"], "'4' is not an integer from 0 to 3"),
        (
            ["--seed", "1", "--players", "2", "--seat", "2", "--svg", "-"],
            "seats of this game are 0 to 1",
        ),
        (["--seed", "1", "--size", "9", "--svg", "-"], "'9' is not an integer from 100 to 4000"),
        (["--seed", "1", "--svg", "/no/where.svg"], "cannot write /no/where.svg"),
        (["--seed", "x", "--svg", "-"], "'x' is not an integer"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else "",
)
def test_wrong_input_is_refused_in_one_sentence(
    words: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["show", *words]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("catanlab: ")
    assert captured.err.count("\n") == 1
    assert says in captured.err


def test_a_wrong_position_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", LINE.replace(" base ", " bass "), "--svg", "-"]) == 2
    assert "bass" in capsys.readouterr().err


def test_a_wrong_line_for_a_seat_is_refused(short: Played, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", view_text(short.views[2]), "--seat", "1", "--svg", "-"]) == 2
    assert "this line is what seat 2 sees" in capsys.readouterr().err


@pytest.mark.parametrize("content", [b"", b"\n", b"nonsense\nlines\n", b"\xff\xfe\x00", b'[Format "x"]\n'])
def test_a_file_that_is_no_record_is_explained(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "broken.record"
    path.write_bytes(content)
    assert main(["show", str(path), "--svg", "-"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("catanlab: ")


def test_a_ply_after_the_end_is_refused(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", f"{record}@151", "--svg", "-"]) == 2
    assert "@151: the record ends after 150 moves and outcomes" in capsys.readouterr().err


def test_another_game_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "gomoku.record"
    Record(Gomoku(size=5, line=4)).write(path)
    assert main(["show", str(path), "--svg", "-"]) == 2
    assert "only Catan can be drawn" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "is empty"),
        (bytes(range(256)), "is not a text file"),
        (b"a b c d \xe4", "line 1: this is not text in UTF-8"),
        (b"[Format]\n\xe4\n", "line 2: this is not text in UTF-8"),
    ],
)
def test_a_file_that_is_no_text_is_refused_in_one_sentence(
    data: bytes, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.record"
    path.write_bytes(data)
    assert main(["show", str(path), "--svg", "-"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert says in captured.err
