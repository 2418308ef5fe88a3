"""`catanlab bot` refuses what cannot be, before it asks a server."""

import pytest

from catanlab.cli.main import main


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([], "a bot needs a token: --token, or the variable CATANLAB_BOT_TOKEN (see docs/how-to/bots.md)"),
        (["--token", "a b"], "a token has at most 64 letters, digits, - and _, and nothing else"),
        (["--token", "t", "--server", "nowhere"], "'nowhere' is not the address of a server, such as"),
        (["--token", "t", "--server", "ftp://host"], "'ftp://host' is not the address of a server"),
        (["--token", "t", "--agent", "nobody"], "unknown agent 'nobody'; the agents are"),
        (["--token", "t", "--agent", "greedy:depth=3"], "depth"),
        (["--token", "t", "--room", "../x"], "'../x' is not the id of a room, such as k3f9"),
        (["--token", "t", "--room", "r", "--games", "2"], "a room is one game; --games belongs to"),
        (["--token", "t", "--seat", "1"], "--invitation and --seat belong to --room"),
        (["--token", "t", "--people", "2"], "--people belongs to --create"),
        (["--token", "t", "--create", "{"], 'the options of a room are JSON such as {"rules": "trading"'),
        (["--token", "t", "--create", '{"rule": 1}'], "unknown field `rule`"),
        (["--token", "t", "--create", "{}", "--wait"], "not allowed with argument"),
        (["--token", "t", "--games", "0"], "'0' is not an integer from 1 to 1000000"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(
    words: list[str], says: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CATANLAB_BOT_TOKEN", raising=False)
    assert main(["bot", *words]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert says in captured.err
