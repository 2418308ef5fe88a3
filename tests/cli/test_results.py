"""`catanlab results` lists, shows, compares and exports what a store keeps."""

import csv
import json
import os
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pyarrow.compute  # noqa: F401  # loaded while it can be read
import pytest
from tests.lab.store.samples import some_rows

from catanlab.cli.main import main
from catanlab.lab.match_plan import MatchPlan
from catanlab.lab.native import play_natively
from catanlab.lab.pairs import compare_pairs
from catanlab.lab.statistics import compare
from catanlab.lab.store import Store
from catanlab.lab.summary import agent_blocks, summarize

GROUPS = "random:by_group=yes"
TWO = MatchPlan.match(["random", GROUPS], rules="players=2", seed=3)
OTHER = MatchPlan.match([GROUPS, "random"], rules="players=2", seed=3)
FOUR = MatchPlan.match(["random"] * 4, seed=8)
THREE = MatchPlan.match(["random", GROUPS, "greedy"], rules="players=3", seed=3)


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder `results` of the current one, with three matches."""
    monkeypatch.chdir(tmp_path)
    store = Store(Path("results"))
    store.open(TWO).add(play_natively(TWO, range(30)))
    store.open(OTHER).add(play_natively(OTHER, range(10, 40)))
    store.open(FOUR).add(some_rows(range(5), FOUR).take(slice(None)))
    return tmp_path / "results"


def output(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Run a command that succeeds and return what it prints."""
    assert main(["results", *words]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def refusal(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Run a command that is refused and return its one sentence."""
    assert main(["results", *words]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    return captured.err.removeprefix("catanlab: ").rstrip()


# Lists.


def test_the_list_shows_what_was_played(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = output(capsys).splitlines()
    assert lines[0].split("  ")[0] == "key"
    assert len(lines) == 4
    [line] = [line for line in lines if line.startswith(TWO.key)]
    rate = agent_blocks(play_natively(TWO, range(30)), 0).rate
    assert f"random v {GROUPS}  base,players=2" in line
    assert line.split()[-5:] == ["3", "30", "60", f"{100 * rate:.1f}", "%"]


def test_the_list_says_the_date(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = root / TWO.key / "experiment.json"
    about = json.loads(path.read_text()) | {"created": "2020-03-04T05:06:07+00:00"}
    path.write_text(json.dumps(about))
    first = output(capsys).splitlines()[1]
    assert first.startswith(f"{TWO.key}  2020-03-04 05:06  ")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--agent", "by_group"], {TWO.key, OTHER.key}),
        (["--agent", "by_group", "--seed", "3"], {TWO.key, OTHER.key}),
        (["--rules", "players=2"], {TWO.key, OTHER.key}),
        (["--seed", "8"], {FOUR.key}),
        (["--out", "results"], {TWO.key, OTHER.key, FOUR.key}),
    ],
    ids=["agent", "agent and seed", "rules", "seed", "out"],
)
def test_the_list_can_be_filtered(
    words: list[str], expected: set[str], root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert {line.split()[0] for line in output(capsys, *words).splitlines()[1:]} == expected


def test_a_filter_that_nothing_passes_says_so(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert output(capsys, "--seed", "9") == "None of the 3 matches in results is like that.\n"


@pytest.mark.parametrize("exists", [False, True])
def test_an_empty_folder_is_no_error(
    exists: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "kept"
    if exists:
        folder.mkdir()
    text = output(capsys, "--out", str(folder))
    assert text == f"There are no results in {folder} yet; catanlab match plays and keeps some.\n"
    assert folder.exists() == exists


def test_damaged_matches_are_reported_and_the_others_listed(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (root / TWO.key / "experiment.json").write_text("{")
    part = root / OTHER.key / "part-000001.parquet"
    part.write_bytes(part.read_bytes()[:500])
    assert main(["results"]) == 0
    captured = capsys.readouterr()
    assert [line.split()[0] for line in captured.out.splitlines()] == ["key", FOUR.key]
    errors = captured.err.splitlines()
    assert len(errors) == 2
    assert all(line.startswith("catanlab results: results/") for line in errors)


def test_a_folder_that_is_a_file_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "file"
    path.write_text("")
    assert "Not a directory" in refusal(capsys, "--out", str(path))


# One match.


def test_show_prints_the_table(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "show", TWO.key[:8])
    summary = summarize(play_natively(TWO, range(30)), TWO)
    assert "60 games in 30 blocks, rules base,players=2, seed 3" in text
    for agent in summary.agents:
        line, _ = (line for line in text.splitlines() if line.startswith(f"{agent.spec} "))
        assert f"{100 * agent.win_rate:.1f} %" in line


def test_show_as_json_has_the_summary(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(output(capsys, "show", TWO.key, "--json"))
    assert found["key"] == TWO.key
    assert found["experiment"] == TWO.to_dict()
    assert found["games"] == 60
    assert [agent["spec"] for agent in found["agents"]] == list(TWO.agents)


def test_show_counts_whole_blocks_only(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Store(root).open(TWO).add(play_natively(TWO, [77]).take(slice(0, 1)))
    assert json.loads(output(capsys, "show", TWO.key, "--json"))["games"] == 60


@pytest.mark.parametrize("place", ["before", "after"])
def test_the_folder_may_stand_before_or_after_the_action(
    place: str, root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root.rename(tmp_path / "elsewhere")
    out = ["--out", "elsewhere"]
    words = [*out, "show", TWO.key] if place == "before" else ["show", TWO.key, *out]
    assert "60 games" in output(capsys, *words)


def test_list_is_the_list_that_no_action_gives(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert output(capsys, "list") == output(capsys)
    chosen = output(capsys, "list", "--rules", "players=2", "--agent", GROUPS)
    assert chosen == output(capsys, "--rules", "players=2", "--agent", GROUPS)
    assert chosen == output(capsys, "--agent", GROUPS, "list", "--rules", "players=2")
    assert len(chosen.splitlines()) < len(output(capsys).splitlines())


# Comparing.


def test_compare_pairs_the_common_blocks(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(output(capsys, "compare", TWO.key, OTHER.key, "--json"))
    sides = [agent_blocks(play_natively(each, range(10, 30)), 0) for each in (TWO, OTHER)]
    expected = compare(*sides)
    assert found["keys"] == [TWO.key, OTHER.key]
    assert found["agents"] == ["random", GROUPS]
    assert found["blocks"] == 20
    assert found["rates"] == pytest.approx([side.rate for side in sides])
    assert found["paired"]["p_value"] == pytest.approx(expected.p_value)
    assert found["paired"]["difference"]["estimate"] == pytest.approx(expected.difference.estimate)
    text = output(capsys, "compare", TWO.key, OTHER.key)
    assert text.startswith("20 blocks in common\n")
    assert f"difference {100 * expected.difference.estimate:+.1f} points, 95 % interval " in text
    assert (
        f"won more in {expected.better} blocks, less in {expected.worse}, as much in {expected.tied};"
        in text
    )
    assert text.endswith("the matches differ in: agents\n")


def test_compare_can_name_the_agent(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(output(capsys, "compare", TWO.key, OTHER.key, "--agent", GROUPS, "--json"))
    assert found["agents"] == [GROUPS, GROUPS]
    # Who sits where is a rotation of the same games.
    assert found["rates"][0] == pytest.approx(found["rates"][1])
    assert found["paired"]["tied"] == 20


@pytest.mark.full
def test_an_agent_under_an_old_name_of_an_option_is_the_same_agent(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    new = MatchPlan.match(["greedy", "uct:overrides=martin"], rules="players=2", seed=3)
    # A result of an earlier version keeps the words and the key that it was stored with.
    old = replace(new, agents=("greedy", "uct:beside=martin"), max_turns=50)
    for plan in (new, old):
        Store(root).open(plan).add(some_rows(range(4), plan))
    for name in ("beside", "overrides"):
        words = ("compare", new.key, old.key, "--agent", f"uct:{name}=martin", "--json")
        found = json.loads(output(capsys, *words))
        assert found["agents"] == ["uct:overrides=martin", "uct:beside=martin"]
        assert found["differences"] == ["limit of turns"]


def test_native_games_are_compared_with_games_at_tables(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = MatchPlan.match(["random", GROUPS], rules="players=2", seed=3, move_seconds=9.0)
    Store(root).open(table).add(some_rows(range(30), table))
    found = json.loads(output(capsys, "compare", TWO.key, table.key, "--json"))
    assert found["differences"] == ["time for a move"]


@pytest.mark.full
def test_incomparable_matches_are_refused(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = Store(root)
    seed = MatchPlan.match(["random", GROUPS], rules="players=2", seed=4)
    few = MatchPlan.match(["random", GROUPS], rules="players=2", seed=3, max_turns=50)
    for plan in (seed, few):
        store.open(plan).add(some_rows(range(29, 31), plan))
    assert "rules base,players=2 in the first, base in the second" in refusal(
        capsys, "compare", TWO.key, FOUR.key
    )
    native = replace(TWO, code="9" * 16)  # as versions wrote it whose tables had other dice
    table = replace(native, move_seconds=9.0)
    for plan in (native, table):
        store.open(plan).add(some_rows(range(30), plan))
    assert "chance of native games in the first, of tables in the second" in refusal(
        capsys, "compare", native.key, table.key
    )
    assert "seed 3 in the first, 4 in the second" in refusal(capsys, "compare", TWO.key, seed.key)
    assert "cannot be compared with itself" in refusal(capsys, "compare", TWO.key, TWO.key)
    assert "have 1 finished blocks in common; to compare them takes at least 2" in refusal(
        capsys, "compare", TWO.key, few.key
    )
    assert f"greedy does not play in {TWO.key}; there are random, {GROUPS}" in refusal(
        capsys, "compare", TWO.key, OTHER.key, "--agent", "greedy"
    )
    assert "unknown agent 'oracle'" in refusal(capsys, "compare", TWO.key, OTHER.key, "--agent", "oracle")


@pytest.mark.full
def test_a_difference_without_spread_has_no_interval_and_no_t_test(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pair = [MatchPlan.match(["random", GROUPS], rules="players=2", seed=6, max_turns=n) for n in (50, 60)]
    for number, plan in enumerate(pair):
        rows = some_rows(range(5), plan)
        rows.share[:] = rows.agent == number
        Store(root).open(plan).add(rows)
    keys = [plan.key for plan in pair]
    found = json.loads(output(capsys, "compare", *keys, "--json"))
    assert found["rates"] == [1.0, 0.0]
    assert found["paired"]["t"] is found["paired"]["p_value"] is None
    assert found["paired"]["difference"] == {"estimate": 1.0, "low": None, "high": None, "confidence": 0.95}
    assert found["differences"] == ["limit of turns"]
    (within,) = json.loads(output(capsys, "pairs", keys[0], "--json"))["pairs"]
    assert within["paired"]["difference"] == found["paired"]["difference"]
    text = output(capsys, "compare", *keys)
    assert "+100.0 points in every block: without spread there is no interval and no t test\n" in text
    assert "more in 5 blocks, less in 0, as much in 0; sign test p = 0.0625\n" in text


# Pairs.


def test_pairs_have_differences_and_corrected_p_values(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = json.loads(output(capsys, "pairs", TWO.key, "--json"))
    sides = [agent_blocks(play_natively(TWO, range(30)), agent) for agent in (0, 1)]
    expected = compare(*sides)
    (pair,) = found["pairs"]
    assert (found["key"], pair["agents"]) == (TWO.key, ["random", GROUPS])
    assert pair["p_value"] == pair["holm"] == pytest.approx(expected.p_value)
    lines = output(capsys, "pairs", TWO.key).splitlines()
    assert lines[0] == f"30 blocks, rules base,players=2, seed 3 ({TWO.key})"
    assert lines[2:4] == ["A  random", f"B  {GROUPS}"]
    assert lines[6].split()[:4] == ["A", "-", "B", f"{100 * expected.difference.estimate:+.1f}"]
    assert max(map(len, lines)) <= 80
    assert "random met only itself" in refusal(capsys, "pairs", FOUR.key)


@pytest.mark.full
def test_three_agents_have_a_matrix_with_stars(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--rules", "players=3", "--seed", "3", "--blocks", "8", "--jobs", "1"]
    assert main(["match", *THREE.agents, *words]) == 0
    capsys.readouterr()
    found = {pair.agents: pair for pair in compare_pairs(Store(root).find(THREE.key).rows(), THREE)}
    lines = output(capsys, "pairs", THREE.key).splitlines()
    assert lines[-6] == "Row minus column, in points; * where p by Holm's correction is below 0.05."
    assert lines[-4].split() == ["A", "B", "C"]
    assert max(map(len, lines)) <= 80
    cells = {}
    for line, row in zip(lines[-3:], THREE.agents, strict=True):
        others = [agent for agent in THREE.agents if agent != row]
        cells |= {(row, other): cell for other, cell in zip(others, line.split()[1:], strict=True)}
    for (first, second), pair in found.items():
        star = "*" if pair.holm < 0.05 else ""
        more = 100 * pair.paired.difference.estimate
        assert cells[first, second] == f"{more:+.1f}{star}"
        assert cells[second, first] == f"{0 - more:+.1f}{star}"
    assert {cell.endswith("*") for cell in cells.values()} == {True, False}
    markdown = output(capsys, "pairs", THREE.key, "--format", "markdown").split("\n\n")[1]
    assert [line.split(" | ")[0] for line in markdown.splitlines()[2:]] == [
        f"| {agent}" for agent in THREE.agents
    ]
    assert f"| greedy | {cells['greedy', 'random']} | {cells['greedy', GROUPS]} |  |" in markdown
    table = output(capsys, "pairs", THREE.key, "--format", "csv").split("\n\n")[1]
    for line in csv.DictReader(table.splitlines()):
        assert line["table"] == f"Row - column in match {THREE.key}"
        row = line["row - column, points"]
        for other in set(THREE.agents) - {row}:
            assert float(line[other]) == float(cells[row, other].removesuffix("*"))
    assert "Row minus column" not in output(capsys, "pairs", TWO.key)
    assert output(capsys, "pairs", TWO.key, "--format", "latex").count("tabular}{") == 1


def test_a_matrix_that_is_too_wide_has_letters(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = [f"uct:iterations={number}" for number in range(1, 7)]
    plan = MatchPlan.match(names, rules="players=3", seed=3)
    Store(root).open(plan).add(some_rows(range(4), plan))
    lines = output(capsys, "pairs", plan.key).splitlines()
    assert lines[3].split()[:3] == [names[0], "-", names[1]]  # short enough for the list of pairs
    assert lines[-7].split() == list("ABCDEF")
    assert f"F  {names[-1]}" in lines
    assert max(map(len, lines)) <= 80


# Formats.


@pytest.mark.full
@pytest.mark.parametrize("action", ["show", "compare", "pairs"])
def test_tables_come_in_the_formats_of_papers(
    action: str, root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [action, TWO.key, *([OTHER.key] if action == "compare" else [])]
    assert output(capsys, *words, "--format", "json") == output(capsys, *words, "--json")
    assert output(capsys, *words, "--format", "json", "--json") == output(capsys, *words, "--json")
    assert output(capsys, *words, "--format", "text") == output(capsys, *words)
    latex = output(capsys, *words, "--format", "latex")
    assert latex.startswith("% ")
    assert r"random:by\_group=yes" in latex
    assert latex.endswith("\\bottomrule\n\\end{tabular}\n")
    assert output(capsys, *words, "--format", "markdown").startswith("| ")
    for form in ("text", "latex"):
        assert refusal(capsys, *words, "--json", "--format", form) == (
            f"--json and --format {form} are two formats; choose one of them"
        )


def first_row(text: str, table: int = 0) -> dict[str, str]:
    """Return the first row of a table in CSV by the names of its columns."""
    return next(csv.DictReader(text.split("\n\n")[table].splitlines()))


def test_csv_has_bare_numbers(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    agent = summarize(play_natively(TWO, range(30)), TWO).agents[0]
    shown = output(capsys, "show", TWO.key, "--format", "csv")
    wins = first_row(shown)
    assert agent.ci95
    assert (wins["agent"], wins["games"], wins["parity"]) == ("random", "60", agent.parity)
    rates = [wins[f"win rate{part} (%)"] for part in ("", " low", " high")]
    assert rates == [f"{100 * rate:.1f}" for rate in (agent.win_rate, *agent.ci95)]
    assert first_row(shown, 1)["seat 0 (%)"] == f"{100 * (agent.seat_win_rates[0] or 0):.1f}"

    (pair,) = compare_pairs(play_natively(TWO, range(30)), TWO)
    row = first_row(output(capsys, "pairs", TWO.key, "--format", "csv"))
    interval = pair.paired.difference
    assert [row[f"difference{part} (points)"] for part in ("", " low", " high")] == [
        f"{100 * value:+.1f}" for value in (interval.estimate, interval.low, interval.high)
    ]
    assert row["p (Holm)"] == f"{pair.holm:.3g}"

    compared = output(capsys, "compare", TWO.key, OTHER.key, "--format", "csv")
    assert first_row(compared)["match"] == TWO.key
    difference = first_row(compared, 1)
    assert (difference["matches differ in"], difference["blocks"]) == ("agents", "20")
    assert difference["table"] == f"First, {TWO.key}, minus second, {OTHER.key}"
    expected = compare(*(agent_blocks(play_natively(each, range(10, 30)), 0) for each in (TWO, OTHER)))
    assert difference["first - second (points)"] == f"{100 * expected.difference.estimate:+.1f}"
    counts = ("first won more", "first won less", "won as much")
    assert [int(difference[name]) for name in counts] == [expected.better, expected.worse, expected.tied]


# Where games come from.


def test_show_and_export_say_where_games_come_from(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown = output(capsys, "show", TWO.key)
    [run] = Store(root).open(TWO).runs()
    assert "Run 1: 60 games, blocks 0 to 29\n" in shown
    assert f"  command  {run.provenance.command}\n" in shown
    assert f"code     catanlab {run.provenance.code}" in " ".join(shown.split("\n  "))
    output(capsys, "export", TWO.key, "--csv", "games.csv")
    about = json.loads(Path("games.about.json").read_text())
    assert about["runs"] == json.loads(json.dumps([run.to_dict()]))
    assert about["experiment"] == TWO.to_dict()
    Path("games.csv").unlink()
    said = refusal(capsys, "export", TWO.key, "--csv", "games.csv")
    assert said.endswith("games.about.json, which goes with it, is there already; --force replaces it")


def test_games_of_unknown_origin_are_counted(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (root / TWO.key / "run-000001.json").unlink()
    assert output(capsys, "show", TWO.key).endswith(
        "\n60 games come from runs of which nothing was noted.\n"
    )


def test_a_damaged_run_is_reported_and_its_games_are_shown(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (root / TWO.key / "run-000001.json").write_text("{")
    for words in (["results"], ["results", "show", TWO.key]):
        assert main(words) == 0
        captured = capsys.readouterr()
        assert "60" in captured.out
        assert captured.err.count("\n") == 1
        assert "run-000001.json is damaged" in captured.err


# Folders that cannot be written to.


@pytest.fixture
def read_only(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a folder of results that nobody here can write to; permissions do not stop root."""
    with TemporaryDirectory() as place:
        root = Path(place) / "results"
        Store(root).open(TWO).add(play_natively(TWO, range(30)))
        Store(root).open(OTHER).add(play_natively(OTHER, range(30)))
        folders = [root, *(path for path in root.iterdir())]
        for path in folders:
            path.chmod(0o555)
        Path(place).chmod(0o777)
        import_module("catanlab.cli.match")  # while every module can be read
        was = os.geteuid()
        if was == 0:
            os.seteuid(65534)
        try:
            yield root
        finally:
            os.seteuid(was)
            for path in folders:
                path.chmod(0o755)


@pytest.mark.full
def test_a_read_only_folder_can_be_read(read_only: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = sorted(read_only.rglob("*"))
    out = ["--out", str(read_only)]
    assert len(output(capsys, *out).splitlines()) == 3
    assert output(capsys, "show", TWO.key, *out).startswith("60 games in 30 blocks")
    assert output(capsys, "compare", TWO.key, OTHER.key, *out).startswith("30 blocks in common")
    table = read_only.parent / "games.csv"
    assert output(capsys, "export", TWO.key, "--csv", str(table), *out).startswith("60 games written")
    assert sorted(read_only.rglob("*")) == before


@pytest.mark.parametrize(
    ("seed", "words"), [("3", "cannot write {}/{}/lock: "), ("4", "cannot make the folder {}/")]
)
def test_a_match_into_a_read_only_folder_is_refused(
    seed: str, words: str, read_only: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = ["match", *TWO.agents, "--rules", "players=2", "--seed", seed, "--out", str(read_only)]
    assert main(match) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(f"catanlab: {words.format(read_only, TWO.key)}")
    assert captured.err.endswith(": Permission denied\n")


# Exporting.


def test_export_has_a_line_for_each_seat_of_each_game(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = output(capsys, "export", TWO.key, "--csv", "games.csv")
    assert said == "60 games written to games.csv, and where they come from to games.about.json\n"
    rows = play_natively(TWO, range(30))
    with Path("games.csv").open(newline="") as file:
        lines = list(csv.DictReader(file))
    assert len(lines) == 120
    for number, line in enumerate(lines):
        game, seat = divmod(number, 2)
        assert (int(line["block"]), int(line["game"])) == divmod(game, 2)
        assert int(line["seat"]) == seat
        assert line["ended"] == "finished"
        assert line["agent"] == TWO.agents[rows.agent[game, seat]]
        assert float(line["share"]) == rows.share[game, seat]
        assert int(line["points"]) == rows.points[game, seat]
        assert int(line["turns"]) == rows.turns[game]
    stored = Store(root).open(TWO).rows()
    thought = np.array([line["thought"] for line in lines], np.float32).reshape(-1, 2)
    np.testing.assert_array_equal(thought, stored.thought)  # every digit that there is


def test_export_overwrites_only_with_force(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = Path("games.csv")
    path.write_text("mine")
    said = refusal(capsys, "export", TWO.key, "--csv", "games.csv")
    assert said == "--csv games.csv: the file is there already; --force replaces it"
    assert path.read_text() == "mine"
    output(capsys, "export", TWO.key, "--csv", "games.csv", "--force")
    assert path.read_text().count("\n") == 121
    assert not list(Path().glob("*.half-written"))


# Refusals.


@pytest.mark.full
@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["show"], "the following arguments are required: KEY (see catanlab results show --help)"),
        (["show", "zz"], "no match in results begins with 'zz'; there are "),
        (["show", ""], "3 matches in results begin with ''"),
        (["compare", TWO.key], "required: KEY2 (see catanlab results compare --help)"),
        (["export", TWO.key], "required: --csv"),
        (["export", TWO.key, "--csv", "no/games.csv"], "give the name of a file in a folder that exists"),
        (["export", TWO.key, "--csv", "."], "give the name of a file in a folder that exists"),
        (["--seed", "3", "show", TWO.key], "--seed before the action chooses what is listed"),
        (["forget"], "invalid choice: 'forget'"),
        (["--seed", "x"], "'x' is not an integer from 0"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_wrong_input_is_refused(
    words: list[str], says: str, root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert says in refusal(capsys, *words)


def test_showing_what_is_not_there_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "kept"
    assert (
        refusal(capsys, "show", "ab", "--out", str(folder))
        == f"no match in {folder} begins with 'ab'; there are none at all"
    )


def test_a_match_without_a_finished_block_is_not_shown(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    third = MatchPlan.match(["random", GROUPS], rules="players=2", seed=5)
    with Store(root).open(third).lock():  # as while its first games are played
        assert "has no finished block yet" in refusal(capsys, "show", third.key)
        assert any(line.split()[-1] == "0" for line in output(capsys).splitlines())
