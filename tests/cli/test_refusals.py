"""Wrong input gives one clear sentence on stderr, exit code 2 and no traceback."""

import pytest

from catanlab.cli.main import main


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["fly"], "invalid choice: 'fly' (choose from"),
        (["--fly"], "unrecognized arguments: --fly (see catanlab --help)"),
        (["games", "all"], "unrecognized arguments: all (see catanlab games --help)"),
        (
            ["perft", "--depth", "x"],
            "--depth: 'x' is not an integer from 1 to 100 (see catanlab perft --help)",
        ),
        (["perft", "--depth", "0"], "--depth: '0' is not an integer from 1 to 100"),
        (["perft", "--depth"], "--depth: expected one argument"),
        (["perft", "--after", "-1"], "--after: '-1' is not an integer from 0"),
        (["play", "--seed", "-5"], "--seed: '-5' is not an integer from 0 to 18446744073709551615"),
        (["play", "--seed", "1e3"], "--seed: '1e3' is not an integer"),
        (["play", "--players", "5"], "--players: '5' is not an integer from 2 to 4"),
        (["play", "--board", "flat"], "--board: invalid choice: 'flat' (choose from"),
        (["play", "--pause", "forever"], "--pause: 'forever' is not a number of seconds"),
        (["play", "--pause", "nan"], "--pause: 'nan' is not a number of seconds"),
        (["play", "--rules", "chess"], "unknown rules 'chess'; the sets are base, trading"),
        (["play", "--rules", ""], "unknown rules ''; the sets are base, trading"),
        (["play", "--rules", "base,colour=red"], "unknown rule 'colour'; the rules are players"),
        (["play", "--rules", "base,players"], "'players' in the rules 'base,players' is not a field"),
        (["play", "--rules", "players=3,players=4"], "give players twice"),
        (["play", "--rules", "players=9"], "rule players is 9; allowed is an integer from 2 to 4"),
        (["play", "--rules", "players=two"], "rule players is 'two'; allowed is an integer"),
        (["play", "--rules", "bank_limit=maybe"], "rule bank_limit is 'maybe'; allowed are yes and no"),
        (["play", "--rules", "win_check=never"], "rule win_check is 'never'; allowed are 'own turn'"),
        (["play", "--wat"], "unrecognized arguments: --wat (see catanlab play --help)"),
        (["agents", "thomas-plan:level=9"], "level is 9; allowed is an integer from 1 to 5"),
        (["agents", "thomas-trade:trade=foo"], "trade is 'foo'; it must be own, batna"),
        (["agents", "greedy:trade=batna,trade_limit=3"], "greedy has no option 'trade_limit'"),
        (["power", "--reference", "25"], "--reference: '25' is not a number between 0 and 1"),
        (["power", "--alpha", "0"], "--alpha: '0' is not a number between 0 and 1"),
        (["power", "--power", "nan"], "--power: 'nan' is not a number between 0 and 1"),
        (["power", "--power", "0.04"], "alpha is 0.05 and power 0.04; allowed is a power above alpha"),
        (["power", "--gain", "0.1,x"], "--gain: 'x' is not a number between 0 and 1"),
        (["power", "--gain", ""], "--gain: '' is not a number between 0 and 1"),
        (
            ["power", "--gain", "0.8"],
            "a gain of 0.8 over 0.25 makes a win rate of 1.05; allowed is one below 1",
        ),
        (
            ["power", "--reference", "0.995"],
            "none of the usual gains fits above 0.995; choose one with --gain",
        ),
        (["power", "--block-games", "0"], "--block-games: '0' is not an integer from 1 to 1000"),
        (
            ["power", "--block-correlation", "2"],
            "--block-correlation: '2' is not a number between -1 and 1",
        ),
        (
            ["power", "--block-correlation", "-0.5"],
            "correlation is -0.5; allowed in blocks of 4 games is a",
        ),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_wrong_input_is_refused_in_one_sentence(
    words: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("catanlab: ")
    assert captured.err.count("\n") == 1
    assert says in captured.err
