"""`catanlab jsettlers` as a user meets it: a game, and one clear sentence for everything that is wrong."""

import asyncio
import threading
from pathlib import Path

import pytest
from tests.bridges.loopback import WELCOME, Line, serving
from tests.bridges.recorded import transcript

from catanlab.bridges.jsettlers.transcript import Transcript
from catanlab.cli.main import main

JOIN = ["jsettlers", "join", "--cookie", "cookie"]
MATCH = ["jsettlers", "match", "--agent", "random"]


def join_at(script: object, *words: str) -> int:
    """Run the command against a scripted server in another thread, and return its exit code."""
    ready, done = threading.Event(), threading.Event()
    ports: list[int] = []

    async def serve() -> None:
        async with serving(script) as port:  # type: ignore[arg-type]
            ports.append(port)
            ready.set()
            await asyncio.to_thread(done.wait)

    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    ready.wait()
    try:
        return main([*JOIN, "--agent", "random", "--port", str(ports[0]), *words])
    finally:
        done.set()
        thread.join()


async def greedy_game(line: Line) -> None:
    await line.hear("9998|2700", "1022|clever bot,cookie,")
    line.say(*WELCOME, *(each.text for each in transcript("greedy").lines if each.direction == "<"))
    await line.hear_all()


def test_join_plays_a_game_and_prints_its_result(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--name", "clever bot", "--games", "1", "--transcripts", str(tmp_path)]
    assert join_at(greedy_game, *words) == 0
    out = capsys.readouterr().out
    assert out == "~botsOnly~4: lost in seat 0 after 81 turns, points 9 6 5 10\n"
    (path,) = tmp_path.iterdir()
    assert len(Transcript.read(path).lines) > 1000


def test_join_counts_what_could_not_be_followed(capsys: pytest.CaptureFixture[str]) -> None:
    """A road that our rules do not allow: the game is taken up again, and both are counted."""

    async def script(line: Line) -> None:
        await line.hear("1022|")
        texts = [each.text for each in transcript("greedy").lines if each.direction == "<"]
        rolls = [place for place, text in enumerate(texts) if text.startswith("1028|")]
        texts.insert(rolls[20], "1009|~botsOnly~4,3,0,1")
        line.say(*WELCOME, *texts)
        await line.hear_all()

    assert join_at(script, "--games", "1") == 0
    last = capsys.readouterr().err.splitlines()[-1]
    assert "Requests refused: 0; irregular acts: 1" in last
    assert "1 times a game could not be followed for a while; 0 games could not be" in last


@pytest.mark.full
def test_join_notices_a_silent_connection(capsys: pytest.CaptureFixture[str]) -> None:
    greeted: list[Line] = []

    async def script(line: Line) -> None:
        greeted.append(line)
        await line.hear("1022|")
        line.say(*WELCOME)
        if len(greeted) >= 2:
            line.say(*(each.text for each in transcript("greedy").lines if each.direction == "<"))
        await line.hear_all()

    assert join_at(script, "--games", "1", "--silence-seconds", "0.3") == 0
    assert "the server has sent nothing for 0.3 s; trying again in 0.5 s" in capsys.readouterr().err


def test_a_refused_robot_reports_the_reason(capsys: pytest.CaptureFixture[str]) -> None:
    async def script(line: Line) -> None:
        await line.hear("1022|")
        line.say("1059|Cookie contents do not match the running server.")
        await line.hear_all()

    assert join_at(script) == 2
    assert capsys.readouterr().err == (
        "catanlab: the server refuses 'catanlab': Cookie contents do not match the running server.\n"
    )


def test_without_an_action_the_actions_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["jsettlers"]) == 0
    out = capsys.readouterr().out
    assert "join" in out
    assert "match" in out


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["jsettlers", "join", "--agent", "random"], "required: --cookie"),
        ([*JOIN, "--agent", "nobody"], "unknown agent 'nobody'"),
        ([*JOIN, "--agent", "random", "--name", "a,b"], "'a,b' is no name"),
        ([*JOIN, "--agent", "random", "--name", "x" * 21], "1 to 20 characters"),
        ([*JOIN, "--agent", "random", "--name", "robot 7"], "those of the server's own robots begin so"),
        ([*JOIN, "--agent", "random", "--port", "0"], "'0' is not an integer from 1 to 65535"),
        (["jsettlers", "join", "--agent", "random", "--cookie", "a|b"], "'a|b' is no cookie"),
        (MATCH, "required: --server-command"),
        ([*MATCH, "--server-command", "x", "--against", "4"], "'4' is not an integer from 1 to 3"),
        (["jsettlers", "match", "--server-command", "x", "--agent", "nobody"], "unknown agent 'nobody'"),
    ],
)
def test_invalid_options_are_refused_in_a_sentence(
    words: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    error = capsys.readouterr().err
    assert error.startswith("catanlab: ")
    assert reason in error
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("false", "the server ended with code 1; it said: nothing"),
        ("nosuchprogram", "the server cannot be started: nosuchprogram: No such file"),
    ],
)
def test_a_server_that_does_not_start_is_reported_and_leaves_no_match(
    command: str,
    reason: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("catanlab.cli.jsettlers.enter_private_network", lambda: True)
    assert main([*MATCH, "--server-command", command, "--out", str(tmp_path)]) == 2
    assert reason in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
