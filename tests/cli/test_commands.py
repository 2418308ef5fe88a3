"""Every command does what it says, in this process."""

import json
import re
from functools import partial
from importlib import metadata

import pytest

import catanlab
from catanlab.agents.registry import AGENTS
from catanlab.benchmarks import peers
from catanlab.benchmarks.engine import Effort, measure
from catanlab.benchmarks.planner import PlannerEffort, measure_planner
from catanlab.benchmarks.search import SearchEffort, measure_search
from catanlab.benchmarks.value import ValueEffort, measure_value
from catanlab.cli import bench
from catanlab.cli.main import COMMANDS, main
from catanlab.framework.errors import RulesError
from catanlab.games.catan.rules import BOUNDS, NAMED_RULES
from catanlab.games.catan.text.rules import field_meanings, field_values, value_to_text
from catanlab.games.registry import GAMES

KEYS = {
    "playouts_per_s",
    "moves_per_s",
    "playouts_with_trade_per_s",
    "copy_ns",
    "threads_2_ratio",
    "determinized_ratio",
    "policy_overhead",
    "search_threads_2_ratio",
    "uct_playouts_per_s",
    "uct_ratio",
    "planner_ms_mean",
    "planner_ms_p99",
    "planner_games_per_s",
    "evaluator_leaves_per_s",
    "native_policy_games_per_s",
    "expectimax_ms_mean",
}
LITTLE = Effort(rounds=1, games=20, trading_games=10, threaded_games=10, copies=100, peer_games=1)


def output(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Run a command that succeeds and return what it prints."""
    assert main(words) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def test_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    assert output(capsys, "--version") == f"catanlab {catanlab.__version__}\n"
    assert metadata.version("catanlab") == catanlab.__version__


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "--help")
    for command, summary in COMMANDS.items():
        assert f" {command} " in text
        assert summary.split()[0] in text


def test_no_command_shows_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert output(capsys) == output(capsys, "--help")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert output(capsys, command, "--help").startswith(f"usage: catanlab {command}")


def test_games_lists_every_game(capsys: pytest.CaptureFixture[str]) -> None:
    lines = output(capsys, "games").splitlines()
    listed = [line.split(":")[0] for line in lines if not line.startswith(" ")]
    assert listed == list(GAMES.names)


def test_rules_lists_every_set_and_field(capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "rules")
    for name in NAMED_RULES:
        assert f"\n  {name}: " in text
    flat = " ".join(text.split())
    for field, meaning in field_meanings().items():
        value = value_to_text(getattr(catanlab.Rules(), field))
        assert f" {field}={value} ({field_values(field)}) {meaning} " in flat


def test_rules_prints_the_bounds_of_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "rules")
    assert "\n  players=4 (an integer from 2 to 4)\n" in text
    for field in BOUNDS:
        last = catanlab.Rules(**{field: BOUNDS[field][1]})
        assert getattr(last, field) == BOUNDS[field][1]
        with pytest.raises(RulesError):
            catanlab.Rules(**{field: BOUNDS[field][1] + 1})


@pytest.mark.parametrize("command", ["rules", "agents", "games"])
def test_lists_fit_80_columns(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert max(map(len, output(capsys, command).splitlines())) <= 80


def test_agents_lists_every_agent_and_people(capsys: pytest.CaptureFixture[str]) -> None:
    lines = output(capsys, "agents").splitlines()
    listed = [line.split()[0] for line in lines if re.match(r"[\w-]+ \(", line)]
    assert sorted(listed) == sorted([*AGENTS.names, "human"])
    assert "human (any game): a person at this terminal; only for --agents of catanlab play" in lines


def test_perft_counts_depth_by_depth(capsys: pytest.CaptureFixture[str]) -> None:
    assert output(capsys, "perft", "--seed", "1", "--depth", "3").splitlines() == [
        "catan, rules base, seed 1, at the start",
        "depth  count",
        "    1  54",
        "    2  144",
        "    3  7236",
    ]


def test_perft_divides_by_first_move(capsys: pytest.CaptureFixture[str]) -> None:
    lines = output(capsys, "perft", "--seed", "1", "--depth", "2", "--divide").splitlines()
    assert len(lines) == 2 + 54 + 1
    assert lines[2].split() == ["settlement", "0", "2"]
    assert lines[-1].split() == ["total", "144"]


def test_perft_begins_after_random_moves(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("perft", "--seed", "1", "--depth", "1", "--after", "17", "--players", "4")
    lines = output(capsys, *words).splitlines()
    assert lines[0] == "catan, rules base, seed 1, after 17 moves"
    assert lines[2] == "    1  11"  # the first roll


def test_perft_knows_the_end_of_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    lines = output(capsys, "perft", "--depth", "1", "--after", "1000000").splitlines()
    assert lines[0].endswith(", game over")
    assert lines[2] == "    1  0"


def test_power_prints_a_row_for_each_gain(capsys: pytest.CaptureFixture[str]) -> None:
    lines = output(capsys, "power").splitlines()
    assert lines[0] == "Games to tell a win rate from 25 %: alpha 0.05, power 0.8,"
    assert lines[1] == "blocks of 4, correlation 0, so a design effect of 1"
    assert [line.split()[0] for line in lines[5:10]] == ["+1", "+2", "+3", "+5", "+10"]
    assert lines[8].split() == ["+5", "30", "%", "612", "484", "220", "344", "300"]


def test_power_leaves_out_usual_gains_that_do_not_fit(capsys: pytest.CaptureFixture[str]) -> None:
    results = json.loads(output(capsys, "power", "--reference", "0.96", "--json"))
    assert [row["gain"] for row in results["rows"]] == [0.01, 0.02, 0.03]


def test_power_json_says_what_was_asked_and_found(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--reference", "0.5", "--alpha", "0.01", "--power", "0.9", "--gain", "0.1,0.02")
    blocks = ("--block-games", "2", "--block-correlation", "-0.5", "--json")
    results = json.loads(output(capsys, "power", *words, *blocks))
    rows = results.pop("rows")
    assert results == {
        "reference": 0.5,
        "alpha": 0.01,
        "power": 0.9,
        "block_games": 2,
        "block_correlation": -0.5,
        "design_effect": 0.5,
    }
    assert [(row["gain"], row["win_rate"]) for row in rows] == [(0.1, 0.6), (0.02, 0.52)]
    # 0.5 (2.5758 * 0.5 + 1.2816 * sqrt(0.24))^2 / 0.1^2 = 183.5 games
    assert rows[0]["two_sided"] == 184
    assert set(rows[0]) == {
        "gain",
        "win_rate",
        "two_sided",
        "one_sided",
        "sprt_reference",
        "sprt_between",
        "sprt_gain",
    }


@pytest.fixture
def little(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the benchmark measure next to nothing."""
    monkeypatch.setattr(bench, "measure", partial(measure, effort=LITTLE))
    less = SearchEffort(rounds=1, iterations=10, sampled_iterations=3)
    monkeypatch.setattr(bench, "measure_search", partial(measure_search, effort=less))
    least = PlannerEffort(rounds=1, games=1)
    monkeypatch.setattr(bench, "measure_planner", partial(measure_planner, effort=least))
    once = ValueEffort(rounds=1, times=1, games=1, searched=1)
    monkeypatch.setattr(bench, "measure_value", partial(measure_value, effort=once))


@pytest.mark.full
@pytest.mark.usefixtures("little")
def test_bench_json_has_exactly_these_keys(capsys: pytest.CaptureFixture[str]) -> None:
    results = json.loads(output(capsys, "bench", "--json"))
    assert set(results) == KEYS
    assert set(results["uct_playouts_per_s"]) == set(results["uct_ratio"]) == {"open", "nodes", "grouped"}
    assert set(results["policy_overhead"]) == {"uct", "bayes", "vpi", "vpi_sampled", "thompson"}
    groups = [value.values() if isinstance(value, dict) else [value] for value in results.values()]
    assert all(isinstance(value, float) and value > 0 for group in groups for value in group)


@pytest.mark.full
@pytest.mark.usefixtures("little")
def test_bench_json_has_exactly_these_keys_with_peers(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    played = []
    monkeypatch.setitem(peers.PEERS, "catanatron", lambda: lambda *work: played.append(work))
    results = json.loads(output(capsys, "bench", "--json", "--peers"))
    assert set(results) == KEYS | {"peers"}
    assert set(results["peers"]) == {"catanatron"}
    assert set(results["peers"]["catanatron"]) == {"playouts_per_s", "ratio"}
    assert played == [(1, 0), (1, 1)]


@pytest.mark.full
@pytest.mark.usefixtures("little")
def test_bench_says_which_peer_is_not_installed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(peers.PEERS, "catanatron", lambda: None)
    assert main(["bench", "--json", "--peers"]) == 0
    captured = capsys.readouterr()
    assert json.loads(captured.out)["peers"] == {"catanatron": None}
    assert captured.err == "catanlab bench: catanatron is not installed and was not measured\n"


@pytest.mark.full
@pytest.mark.usefixtures("little")
def test_bench_prints_a_table_with_the_bars(capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "bench")
    assert "at least 1.8" in text
    assert "at most 50" in text
    assert text.count(" met\n") + text.count(" MISSED\n") == 18
    for planning in ("planner, mean", "planner, 99 %", "four planners a second"):
        assert text.count(planning) == 1


def test_catanatron_plays_for_the_benchmark() -> None:
    pytest.importorskip("catanatron")
    play = peers.find_catanatron()
    assert play is not None
    play(1, 1)
