"""`catanlab play` without a person: watching, and every invalid command line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import catanlab
from catanlab.agents.registry import make_agent
from catanlab.cli.main import main, make_parser
from catanlab.cli.seating import seat_agents, split_agents
from catanlab.games.catan.text.rules import rules_from_text
from catanlab.games.gomoku import Gomoku
from catanlab.server.robots.levels import LEVELS
from catanlab.table.record import Record
from catanlab.table.record_reader import read_records
from catanlab.table.table import Table


def output(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Run a command that succeeds and return what it prints."""
    assert main(words) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


@pytest.mark.parametrize(
    "words",
    [
        pytest.param((), marks=pytest.mark.full),
        ("--rules", "trading,players=3"),
        ("--rules", "roelofs", "--agents", "random"),
        ("--board", "beginner", "--players", "2", "--agents", "random,greedy"),
        ("--rules", "base,max_rounds=5"),
    ],
    ids=" ".join,
)
def test_watching_shows_the_game_that_a_table_plays(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    text = output(capsys, "play", "--watch", "--seed", "9", *words)
    options = dict(zip(words[::2], words[1::2], strict=True))
    rules = rules_from_text(options.get("--rules", "trading"))
    if "--players" in options:
        rules = rules.replace(players=int(options["--players"]))
    game = catanlab.Catan(rules=rules, board=options.get("--board"), seed=9)
    names = seat_agents(split_agents([options.get("--agents", "greedy")]), game, None, watch=True)
    table = Table(game, [make_agent(name) for name in names], seed=9)
    result = table.play()
    who = "The game is shared" if result.winner < 0 else f"Seat {result.winner} wins"
    [*_, last] = re.findall(r"^Turn (\d+): ", text, re.MULTILINE)
    assert f"{who} in turn {last}, after {len(table.moves)} moves." in text


@pytest.mark.parametrize("game", [["--rules", "base,max_rounds=2"], ["--game", "gomoku:size=3,line=3"]])
def test_watching_ends_with_who_failed_and_in_which_line(
    game: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bot = (
        "import catanlab\n"
        "class Bot(catanlab.Agent):\n"
        "    def choose(self, view, deadline):\n"
        "        1 / 0\n"
    )
    (tmp_path / "failing_bot.py").write_text(bot, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    agents = "failing_bot.Bot,random" + ",random" * 2 * ("--rules" in game)
    text = output(capsys, "play", "--watch", "--seed", "1", *game, "--agents", agents)
    failed, place = text.splitlines()[-2:]
    assert re.fullmatch(
        r"Seat 0 FAILED \d+ times, at first at ply 0, raised: ZeroDivisionError: .*", failed
    )
    assert place.endswith("failing_bot.py, line 4, in choose")


def test_without_a_terminal_it_says_so_and_watches(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--seed", "1", "--rules", "trading,max_rounds=3")
    first, _, rest = output(capsys, "play", *words).partition("\n")
    assert first == "There is no terminal to play at: you watch, as with --watch."
    assert rest == output(capsys, "play", "--watch", *words)


@pytest.mark.full
def test_watching_shows_gains_and_the_board(capsys: pytest.CaptureFixture[str]) -> None:
    lines = output(capsys, "play", "--watch", "--seed", "1", "--board", "beginner").splitlines()
    assert any("ore 10" in line and "sheep 2" in line and "wood 9" in line for line in lines)
    assert any(line.startswith("Ports: 3:1 at 0-3") for line in lines)
    assert any(re.match(r"  Seat \d rolls \d+: .*seat 0 gets 1 ", line) for line in lines)


@pytest.mark.full
@pytest.mark.parametrize("agents", ["greedy", "easy,medium,hard"])
def test_watching_needs_80_columns_and_no_notation(agents: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--watch", "--seed", "4", "--explain", "--agents", agents, "--rules", "trading,max_rounds=25")
    lines = output(capsys, "play", *words).splitlines()
    assert max(map(len, lines)) <= 80
    moves = [line for line in lines[lines.index("Set-up") :] if re.match(r"  [^ ]", line)]
    assert len(moves) > 100
    assert all(re.match(r"  (Seat \d|Longest Road|Largest Army) ?", line) for line in moves)
    assert any(re.fullmatch(r"  Seat \d has \d+ points\.", line) for line in lines)


def test_levels_are_those_of_the_server() -> None:
    parser = make_parser("play")
    for level in LEVELS:
        assert parser.parse_args(["play", "--level", level]).level == level


def test_a_record_can_go_to_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--watch", "--seed", "1", "--rules", "base,max_rounds=3"]
    story = output(capsys, "play", *words)
    assert main(["play", *words, "--record", "-"]) == 0
    captured = capsys.readouterr()
    assert captured.err == story
    [record] = read_records(captured.out)
    assert record.termination == "finished"


def test_every_game_is_a_new_one(capsys: pytest.CaptureFixture[str]) -> None:
    games = {output(capsys, "play", "--watch", "--rules", "max_turns=1") for _ in range(3)}
    assert len(games) == 3


def test_reasons_are_shown_when_watching(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("play", "--watch", "--seed", "1", "--rules", "max_turns=1")
    assert "(Of the open nodes" in output(capsys, *words, "--explain")
    assert "(Of the open nodes" not in output(capsys, *words)


def test_other_games_can_be_watched(capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "play", "--watch", "--game", "gomoku:size=5,line=4", "--seed", "1")
    assert text.startswith("Gomoku, 4 in a row on 5 by 5, seed 1: random, random\n")
    assert " moves.\n" in text
    text = output(capsys, "play", "--watch", "--game", "sos:switches=6", "--seed", "1")
    assert text.startswith("Sum of switches, 6 switches, komi 2, seed 1: random, random\n")
    assert "The points are" in text


def test_a_watched_game_can_be_recorded(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "game.record"
    words = ("--watch", "--seed", "1", "--rules", "base,max_rounds=3", "--record", str(path))
    assert f"Saved in {path}." in output(capsys, "play", *words)
    [record] = read_records(path)
    assert record.termination == "finished"
    assert record.agents == ("greedy",) * 4


@pytest.mark.parametrize(
    ("texts", "agents"),
    [
        (["greedy"], ["greedy"]),
        (["a,b,c"], ["a", "b", "c"]),
        (["a;b; c"], ["a", "b", "c"]),
        (["a", "b,c"], ["a", "b", "c"]),
        (["a:x=1,y=2,b"], ["a:x=1,y=2", "b"]),
        (["a:x=1,b:y=2"], ["a:x=1", "b:y=2"]),
    ],
)
def test_lists_of_agents_are_split_at_agents(texts: list[str], agents: list[str]) -> None:
    assert split_agents(texts) == agents


def test_agents_are_seated_around_the_person() -> None:
    game = catanlab.Catan()
    assert seat_agents(["a"], game, None, watch=False) == ["human", "a", "a", "a"]
    assert seat_agents(["a", "b", "c"], game, 2, watch=False) == ["a", "b", "human", "c"]
    assert seat_agents(["a", "human", "b", "c"], game, None, watch=False) == ["a", "human", "b", "c"]
    assert seat_agents([], game, None, watch=True) == ["greedy"] * 4
    assert seat_agents(["a", "b", "c"], game, None, watch=True) == ["a", "b", "c", "greedy"]
    assert seat_agents([], Gomoku(), 1, watch=False) == ["random", "human"]


@pytest.fixture
def records(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Write records that cannot be resumed."""
    monkeypatch.chdir(tmp_path)
    over = Record(Gomoku(size=3, line=3), agents=("human", "random"), seed=1)
    for move in ("b2", "a1", "b1", "c1", "b3"):
        over.add(move)
    over.write("over.record")
    Record(Gomoku(size=3, line=3), agents=("human", "random")).write("no-seed.record")
    Record(Gomoku(size=3, line=3), seed=1).write("no-seats.record")
    Record(Gomoku(size=3, line=3), agents=("human", "chess"), seed=1).write("stranger.record")
    text = Path("over.record").read_text(encoding="utf-8")
    Path("two.record").write_text(f"{text}\n{text}", encoding="utf-8")
    Path("broken.record").write_text("not a record", encoding="utf-8")
    Path("empty.record").write_bytes(b"\n")
    Path("binary.record").write_bytes(bytes(range(256)))
    Path("latin.record").write_bytes(b"[Format]\n\xe4\n")
    Record(Gomoku(size=3, line=3), agents=("human", "random"), seed=1).write("left.record")


@pytest.mark.usefixtures("records")
@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--agents", "chess"], "unknown agent 'chess'; the agents are bayes-uct, expectimax, greedy"),
        (["--agents", "random:speed=9"], "random has no option 'speed'"),
        (["--agents", "greedy,greedy"], "--agents lists 2 for 4 seats"),
        (["--agents", ""], "unknown agent ''"),
        (["--level", "hard", "--agents", "greedy"], "--level and --agents both say who plays"),
        (["--level", "hard", "--game", "gomoku"], "--level goes with Catan"),
        (["--level", "hopeless"], "--level: invalid choice: 'hopeless' (choose from"),
        (["--resume", "over.record", "--level", "hard"], "--level: the record says it already"),
        (["--seat", "4"], "--seat: '4' is not an integer from 0 to 3"),
        (["--seat", "2", "--game", "gomoku"], "--seat 2: the seats of this game are 0 to 1"),
        (
            ["--seat", "1", "--agents", "greedy,greedy,greedy,greedy"],
            "--seat 1: --agents puts greedy there",
        ),
        (["--watch", "--agents", "human,greedy,greedy,greedy"], "--watch has no seat for a human"),
        (["--watch", "--seat", "2"], "--seat 2: with --watch you have no seat; leave one of the two out"),
        (["--agents", "human:x=1"], "'human:x=1': human is a person at this terminal, and has no options"),
        (["--agents", "human,greedy,greedy,greedy"], "--agents human: there is no terminal to play at"),
        (["--seat", "1"], "--seat 1: there is no terminal to play at"),
        (["--game", "chess"], "unknown game 'chess'; the games are"),
        (["--game", "gomoku:size=99"], "gomoku's size is 99"),
        (["--game", "gomoku", "--rules", "base"], "--rules goes with Catan"),
        (["--game", "gomoku", "--agents", "greedy"], "greedy plays catan, not gomoku"),
        (["--record", "no/such/file"], "--record no/such/file: there is no directory no/such"),
        (["--record", "."], "--record .: this is a directory; give the name of a file"),
        (["--resume", "missing"], "cannot read missing: No such file or directory"),
        (["--resume", "over.record"], "is over: catanlab replay over.record shows it"),
        (["--resume", "no-seed.record"], "does not say how the game began"),
        (["--resume", "no-seats.record"], "does not say how the game began"),
        (["--resume", "stranger.record"], "unknown agent 'chess'"),
        (["--resume", "two.record"], "holds 2 games"),
        (["--resume", "broken.record"], "broken.record, line 1: a record begins with [Format"),
        (["--resume", "."], "cannot read .: Is a directory"),
        (["--resume", "empty.record"], "empty.record is empty"),
        (["--resume", "binary.record"], "binary.record is not a text file"),
        (["--resume", "latin.record"], "latin.record, line 2: this is not text in UTF-8"),
        (["--resume", "left.record"], "--resume left.record: a human plays in this game, and there is no"),
        (["--resume", "over.record", "--seed", "1"], "--seed: the record says it already"),
        (["--resume", "over.record", "--watch"], "--watch does not go with --resume: who plays is in"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_wrong_command_lines_are_refused(
    words: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", *words]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("catanlab: ")
    assert captured.err.count("\n") == 1
    assert says in captured.err


def test_a_new_game_has_a_seed_of_63_random_bits(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    bounds: list[int] = []

    def below(bound: int) -> int:
        bounds.append(bound)
        return bound - 1

    monkeypatch.setattr("catanlab.cli.play.secrets.randbelow", below)
    text = output(capsys, "play", "--watch", "--rules", "base,max_rounds=1")
    assert bounds == [2**63]
    assert f"seed {2**63 - 1}: " in text
