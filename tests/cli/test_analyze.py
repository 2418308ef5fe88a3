"""`catanlab analyze`: the table, JSON, the picture, and invalid input."""

import json
import os
import pty
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import Any, TextIO
from xml.etree import ElementTree

import pytest

from catanlab import CHANCE, Catan, Random, Record, Rules, make_agent, read_records
from catanlab.cli.analysis_progress import live_progress, progress_text
from catanlab.cli.main import main
from catanlab.cli.random_game import draw_next
from catanlab.cli.tree_labels import with_short_labels
from catanlab.framework.markup import clean, shorten
from catanlab.games.catan.text.positions import position_text, view_text
from catanlab.games.gomoku import Gomoku
from catanlab.search.search import Search
from catanlab.search.tree_picture import MOVE_LETTERS, tree_svg
from catanlab.table.record_writer import write_records
from catanlab.table.table import Table

PLIES = 60


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A record of the first moves of a random game of Catan, which ends where a seat chooses."""
    record = Record(Catan(seed=3), seed=3)
    random, state = Random(3, "play"), record.game.start()
    while len(record) < PLIES or state.to_move == CHANCE:
        move = draw_next(state, random)
        record.add(move)
        state.apply(move)
    path = tmp_path_factory.mktemp("records") / "catan.record"
    record.write(path)
    return path


@pytest.fixture(scope="module")
def record(game: Path) -> Record:
    return read_records(game.read_text(encoding="utf-8"))[0]


def analyze(capsys: pytest.CaptureFixture[str], *words: str, iterations: int = 60) -> str:
    """Run the command with a small search and return what it prints."""
    assert main(["analyze", *words, "--agent", "uct", "--iterations", str(iterations)]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def found(capsys: pytest.CaptureFixture[str], *words: str, iterations: int = 60) -> dict[str, Any]:
    """Return what the command prints as JSON."""
    result: dict[str, Any] = json.loads(analyze(capsys, *words, "--json", iterations=iterations))
    return result


def test_a_place_in_a_record_is_seen_by_the_seat_to_move(
    game: Path, record: Record, capsys: pytest.CaptureFixture[str]
) -> None:
    out = analyze(capsys, f"{game}@0", "--lines", "3")
    lines = out.splitlines()
    assert lines[0] == f"Catan, rules base, {game}@0: seat 0 to move, uct"
    assert lines[1].startswith("Best move: settlement ")
    assert re.split(" {2,}", lines[3]) == ["move", "visits", "share", "value", "spread"]
    assert re.fullmatch(r"settlement \d+ +\d+ +\d+\.\d% +\d\.\d{3} ± \d\.\d{3} +\d\.\d{3}", lines[4])
    assert "and 51 more" in out
    assert "Expected play: 0:settlement " in out
    assert "60 simulations in " in out
    assert "open cards" not in out
    result = found(capsys, str(game))
    seat = record.replay().to_move
    view = record.view_at(len(record), seat)
    assert (result["seat"], result["open"], result["place"]) == (seat, False, f"{game}@{len(record)}")
    assert {move["move"] for move in result["moves"]} <= {move.text for move in view.legal_moves}


def test_what_is_hidden_from_the_seat_changes_nothing(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Seat 0 robs seat 1; seat 2 does not see which card it was."""
    secret = Catan(rules=Rules(players=3), board="beginner")
    before = (
        *("settlement 48", "road 44-48", "settlement 40", "road 40-45", "settlement 31", "road 31-36"),
        *("settlement 26", "road 20-26", "settlement 8", "road 8-12", "settlement 46", "road 41-46"),
        *("roll", "dice 7", "robber 4 from 1"),
    )
    results = []
    for card in ("steal ore", "steal clay"):
        robbed = Record(secret)
        for move in (*before, card, "end turn", "roll", "dice 12", "end turn"):
            robbed.add(move)
        robbed.write(tmp_path / card)
        result = found(capsys, str(tmp_path / card))
        del result["place"], result["seconds"], result["iterations_per_s"]
        assert result["seat"] == 2
        results.append(result)
    assert results[0] == results[1]


def test_json_has_all_that_was_found(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    result = found(capsys, f"{game}@0", iterations=200)
    assert list(result) == [
        *("agent", "seed", "place", "open", "interrupted", "by_rule", "game", "seat", "best", "final"),
        *("iterations", "seconds", "iterations_per_s", "trees", "nodes", "depth_mean", "depth_max"),
        *("refused", "inherited", "moves", "variation", "top"),
    ]
    assert result["iterations"] == sum(move["visits"] for move in result["moves"]) == 200
    assert [move["visits"] for move in result["moves"]] == sorted(
        (move["visits"] for move in result["moves"]), reverse=True
    )
    best = next(move for move in result["moves"] if move["move"] == result["best"])
    assert set(best) == {"move", "visits", "value", "values", "error", "spread", "prior", "available"}
    assert best["error"] == pytest.approx(best["spread"] / best["visits"] ** 0.5)
    assert result["variation"][0]["seat"] == result["seat"]
    assert result["top"]["visits"] == 200
    assert len(result["top"]["children"]) + result["top"]["left_out"] == len(result["moves"])


def test_the_same_seed_gives_the_same_result(
    game: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def once(name: str, *words: str) -> tuple[dict[str, Any], bytes]:
        result = found(capsys, str(game), "--svg", str(tmp_path / name), *words, iterations=100)
        del result["seconds"], result["iterations_per_s"]
        return result, (tmp_path / name).read_bytes()

    assert once("a") == once("b")
    assert once("a")[0]["moves"] != once("c", "--seed", "1")[0]["moves"]


def test_a_full_position_is_searched_with_open_cards(
    record: Record, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    line = position_text(record.replay())
    out = analyze(capsys, line)
    assert "It is unknown what the seat has seen: the search uses open cards." in out
    assert found(capsys, line)["open"] is True
    monkeypatch.setattr("sys.stdin", StringIO(f"{line}\n"))
    assert found(capsys, "-")["open"] is True


def test_the_line_of_a_view_is_searched_as_its_seat_knows_it(
    record: Record, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    seat = record.replay().to_move
    view = record.view_at(len(record), seat)
    path = tmp_path / "seen"
    path.write_text(view_text(view), encoding="utf-8")
    result = found(capsys, str(path), "--seat", str(seat))
    assert (result["seat"], result["open"], result["place"]) == (seat, False, f"what seat {seat} sees")
    assert {move["move"] for move in result["moves"]} <= {move.text for move in view.legal_moves}


def test_a_record_from_a_position_is_searched_with_open_cards(
    record: Record, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    state = record.replay()
    Record(state.game, start=state).write(tmp_path / "on.record")
    out = analyze(capsys, str(tmp_path / "on.record"))
    assert "on.record@0, which starts from a position: seat " in out
    assert "open cards" in out


def test_other_games_are_searched_too(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    record = Record(Gomoku(size=4, line=3))
    for move in ("a1", "d4", "a2", "d2"):
        record.add(move)
    path = tmp_path / "gomoku.record"
    write_records([record, record], path)
    result = found(capsys, str(path), "--game", "2", iterations=400)
    assert result["best"] == "a3"  # it wins at once
    assert result["moves"][0]["value"] == 1.0
    assert "0:a3" in analyze(capsys, f"{path}@4", "--game", "1", iterations=400)


def test_the_picture_is_svg_with_the_top_of_the_tree(
    game: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    result = found(capsys, f"{game}@0", "--svg", str(tmp_path / "tree.svg"), iterations=200)
    picture = ElementTree.parse(tmp_path / "tree.svg").getroot()
    assert picture.tag == "{http://www.w3.org/2000/svg}svg"
    words = [text.text for text in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert words[0] == f"Catan, rules base: seat 0 chooses {result['best']}"
    for child in result["top"]["children"]:
        assert f"0:{child['move']}" in words
    assert f"and {result['top']['left_out']} more" in words


def test_the_budget_of_the_agent_counts_unless_the_command_has_one(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["analyze", f"{game}@0", "--agent", "uct:iterations=70", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["iterations"] == 70
    words = ["--agent", "uct:iterations=70,seconds=1000", "--iterations", "30", "--json"]
    assert main(["analyze", f"{game}@0", *words]) == 0
    assert json.loads(capsys.readouterr().out)["iterations"] == 30


def test_groups_go_by_their_names(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--agent", "uct:groups=yes", "--iterations", "30", "--json"]
    assert main(["analyze", str(game), *words]) == 0
    result = json.loads(capsys.readouterr().out)
    groups = [child["move"] for child in result["top"]["children"]]
    assert set(groups) <= set(Catan.move_type.groups)
    assert {child["kind"] for child in result["top"]["children"]} == {"group"}


def test_a_search_with_a_negotiator_searches_all_the_same(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--iterations", "30", "--json"]
    assert main(["analyze", str(game), "--agent", "uct", *words]) == 0
    alone = json.loads(capsys.readouterr().out)
    assert main(["analyze", str(game), "--agent", "uct:trade=batna", *words]) == 0
    together = json.loads(capsys.readouterr().out)
    assert together["agent"] == "uct:trade=batna"
    assert together["moves"] == alone["moves"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["{game}@0"], "the following arguments are required: --agent"),
        (["{game}@0", "--agent", "greedy"], "greedy does not search; those that do are bayes-uct, "),
        (["{game}@0", "--agent", "uct:wings=2"], "uct has no option 'wings'; its options are iterations, "),
        (["{game}@0", "--agent", "uct", "--seconds", "0"], "--seconds: '0' is not a number between 0 and"),
        (["{game}@0", "--agent", "uct", "--iterations", "0"], "--iterations: '0' is not an integer from 1"),
        (["{game}@9999", "--agent", "uct"], "@9999: the record ends after "),
        (["{game}@0", "--agent", "uct", "--seat", "4"], "--seat 4: the seats of this game are 0 to 3"),
        (["{game}@0", "--agent", "uct", "--game", "2"], "--game 2: {game} holds only 1"),
        (
            ["{game}@0", "--agent", "uct", "--seat", "2"],
            "{game}@0: seat 0 chooses here, not seat 2; seat 2 chooses next at @4",
        ),
        (
            ["{game}@17", "--agent", "uct"],
            "{game}@17: chance decides here, and nobody chooses; a seat chooses next at @18",
        ),
        (["nowhere", "--agent", "uct"], "there is no file 'nowhere', and it is not a position either"),
        (["{game}@0", "--agent", "uct", "--svg", "-", "--json"], "standard output takes only one of them"),
        (
            ["{game}@0", "--agent", "uct", "--svg", "no/where.svg"],
            "--svg no/where.svg: there is no directory",
        ),
    ],
)
def test_invalid_input_is_refused_in_one_sentence(
    words: list[str], says: str, game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["analyze", *(word.format(game=game) for word in words)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert says.format(game=game) in captured.err


def test_the_picture_can_go_to_standard_output(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyze", f"{game}@0", "--agent", "uct", "--iterations", "50", "--svg", "-"]) == 0
    captured = capsys.readouterr()
    assert ElementTree.fromstring(captured.out).tag.endswith("svg")
    assert "Best move: settlement " in captured.err


def test_boxes_of_different_offers_look_different() -> None:
    table = Table(Catan(rules="trading", seed=3), [make_agent("greedy") for _ in range(4)], seed=3)
    while sum(move.group == "offer" for move in table.state.legal_moves) < 8:
        table.step()
    view = table.view(table.state.to_move)
    agent = make_agent("uct:iterations=400")
    agent.start(view.game, table.state.to_move, Random(1))
    search = agent.search(view)  # type: ignore[attr-defined]
    search.run()
    short = with_short_labels(search.result())
    drawn = tree_svg(short)
    offers = [one for one in short.top.children if one.move and one.move.group == "offer"]
    boxes = {shorten(f"{view.seat}:{one.label}", MOVE_LETTERS) for one in offers}
    assert len(boxes) == len(offers) > 3
    assert all(f">{clean(box)}</text>" in drawn for box in boxes)


def test_a_position_without_a_choice_is_refused(
    record: Record, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    chance = position_text(record.state_at(17))
    assert main(["analyze", chance, "--agent", "uct"]) == 2
    assert "this position: chance decides here, and nobody chooses" in capsys.readouterr().err
    waiting = view_text(record.view_at(0, 2))
    assert main(["analyze", waiting, "--agent", "uct"]) == 2
    assert "this line: seat 0 chooses here, not seat 2" in capsys.readouterr().err
    over = Record(Gomoku(size=3, line=3))
    for move in ("a1", "b1", "a2", "b2", "a3"):
        over.add(move)
    over.write(tmp_path / "over.record")
    assert main(["analyze", str(tmp_path / "over.record"), "--agent", "uct"]) == 2
    assert "@5: the game is over, and nobody chooses; a seat chose last at @4" in capsys.readouterr().err


def test_a_terminal_shows_the_time_ahead() -> None:
    state = Gomoku(size=4, line=3).observer(0).view()
    agent = make_agent("uct:iterations=64")
    agent.start(state.game, 0, Random(1))
    search = agent.search(state)  # type: ignore[attr-defined]
    search.run()
    assert re.fullmatch(
        r"1\.5 s, 64 simulations: [a-d][1-4] with \d+ visits, value \d\.\d+ ± \d\.\d+",
        progress_text(search, 1.5),
    )
    ours, theirs = pty.openpty()
    with os.fdopen(ours), os.fdopen(theirs, "w") as terminal, live_progress(search, terminal) as watch:
        assert watch is not None
        assert watch() is False
    with live_progress(search, StringIO()) as watch:
        assert watch is None


@pytest.mark.parametrize("words", [[], ["--json"]])
def test_after_ctrl_c_it_prints_what_was_found(
    words: list[str], game: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = iter([False, False])

    @contextmanager
    def impatient(search: Search, stream: TextIO) -> Iterator[Callable[[], bool]]:
        def watch() -> bool:
            for answer in looks:
                return answer
            raise KeyboardInterrupt

        yield watch

    monkeypatch.setattr("catanlab.cli.analyze.live_progress", impatient)
    assert main(["analyze", f"{game}@0", "--agent", "uct", *words]) == 130
    captured = capsys.readouterr()
    assert captured.err == ""
    if words:
        assert json.loads(captured.out)["interrupted"] is True
    else:
        assert captured.out.startswith("Interrupted; the result so far:\n")
        assert "Best move: settlement " in captured.out
