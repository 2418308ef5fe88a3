"""A robot at a scripted server: whole games, and everything that can go wrong with a connection."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from tests.bridges.loopback import PATIENCE, WELCOME, Line, serving
from tests.bridges.recorded import WHOLE, messages, transcript

from catanlab.bridges.jsettlers import seat_agent as seat_agents
from catanlab.bridges.jsettlers.errors import ConnectionLostError, RefusedError, TranscriptError
from catanlab.bridges.jsettlers.frames import frame
from catanlab.bridges.jsettlers.robot import Robot, RobotOptions, SeatResult
from catanlab.bridges.jsettlers.transcript import Transcript
from catanlab.framework.errors import AgentError
from catanlab.table.agent import Agent


class Run:
    """A robot that has run: what it reported, and the games it finished."""

    def __init__(self) -> None:
        self.reports: list[str] = []
        self.finished: list[SeatResult] = []
        self.error: BaseException | None = None


def run(
    *scripts: Callable[[Line], Awaitable[None]], first: asyncio.Event | None = None, **robot_options: Any
) -> Run:
    """Let a robot play at a server that follows scripts, a connection each; set an event after a game."""
    result = Run()

    def done(finished: SeatResult) -> None:
        result.finished.append(finished)
        if first:
            first.set()

    async def play() -> None:
        async with serving(*scripts) as port:
            options = {"games": 1, "retry_seconds": (0.0, 0.0), "agent": "random", **robot_options}
            robot = Robot(
                RobotOptions("127.0.0.1", port, "bot", "cookie", **options),
                report=result.reports.append,
                done=done,
            )
            try:
                await asyncio.wait_for(robot.run(), PATIENCE)
            except (RefusedError, ConnectionLostError) as error:
                result.error = error

    asyncio.run(play())
    return result


async def greet(line: Line) -> None:
    """Accept the robot."""
    await line.hear("9998|2700", "1022|bot,cookie,")
    line.say(*WELCOME)


def sent_in(name: str) -> list[str]:
    """Return what the server said in a recorded game, from the invitation on."""
    return [line.text for line in transcript(name).lines if line.direction == "<"]


@pytest.mark.parametrize("name", WHOLE)
def test_a_recorded_game_is_played_to_its_end(name: str) -> None:
    async def script(line: Line) -> None:
        await greet(line)
        line.say(*sent_in(name))
        await line.hear("1013|bot,\t,\t,", "1012|")
        await line.hear_all()

    result = run(script)
    (finished,) = result.finished
    assert finished.is_over
    assert finished.seat.follower.mismatches == []
    assert result.error is None


def test_frames_may_be_split_anywhere() -> None:
    async def script(line: Line) -> None:
        await greet(line)
        stream = b"".join(frame(text) for text in sent_in("greedy"))
        for start in range(0, len(stream), 997):
            line.send(stream[start : start + 997])
            await asyncio.sleep(0)
        await line.hear_all()

    (finished,) = run(script).finished
    assert finished.is_over
    assert finished.seat.follower.mismatches == []


@pytest.mark.full
def test_two_games_at_once_are_kept_apart() -> None:
    async def script(line: Line) -> None:
        await greet(line)
        first = [text.replace("~botsOnly~4", "first") for text in sent_in("greedy")]
        second = [text.replace("~botsOnly~2", "second") for text in sent_in("random")]
        for pair in zip(first, second, strict=False):
            line.say(*pair)
        line.say(*first[len(second) :], *second[len(first) :])
        await line.hear_all()

    finished = run(script, games=2).finished
    assert {each.game for each in finished} == {"first", "second"}
    assert all(each.is_over and not each.seat.follower.mismatches for each in finished)


def test_a_wrong_cookie_is_reported_and_not_tried_again() -> None:
    async def script(line: Line) -> None:
        await line.hear("9998|", "1022|")
        line.say("1059|Cookie contents do not match the running server.")
        await line.hear_all()

    result = run(script)
    assert isinstance(result.error, RefusedError)
    assert str(result.error) == (
        "the server refuses 'bot': Cookie contents do not match the running server."
    )
    assert result.reports == []


def test_pings_are_answered_with_the_same_message() -> None:
    async def script(line: Line) -> None:
        await greet(line)
        line.say("9999|4711")
        await line.hear("9999|4711")
        line.say(*sent_in("greedy"))
        await line.hear_all()

    assert run(script).error is None


def test_unknown_and_malformed_messages_do_no_harm() -> None:
    async def script(line: Line) -> None:
        await greet(line)
        line.say("1108|what,is,this", "31337|", "1025|g", "no message at all")
        line.send(b"\0\2\xff\xff")
        half = len(sent_in("greedy")) // 2
        line.say(
            *sent_in("greedy")[:half],
            "1106|~botsOnly~4,news",
            "1025|~botsOnly~4,x",
            *sent_in("greedy")[half:],
        )
        await line.hear_all()

    result = run(script)
    assert result.finished[0].is_over
    assert sum("a message was left out" in sentence for sentence in result.reports) == 4


@pytest.mark.full
def test_a_connection_dropped_in_the_middle_is_made_again() -> None:
    async def drop(line: Line) -> None:
        await greet(line)
        line.say(*sent_in("greedy")[:400])
        await line.hear("1012|")

    async def go_on(line: Line) -> None:
        await greet(line)
        line.say(*sent_in("random"))
        await line.hear_all()

    result = run(drop, go_on)
    assert [finished.is_over for finished in result.finished] == [False, True]
    assert any("trying again" in sentence for sentence in result.reports)


def test_a_server_that_stays_away_is_given_up() -> None:
    async def script(line: Line) -> None:
        await line.hear("9998|")

    result = run(script)
    assert isinstance(result.error, ConnectionLostError)
    assert len(result.reports) == 2


def test_nobody_at_the_port_is_sent_in() -> None:
    async def play() -> None:
        async with serving() as port:
            pass
        await Robot(RobotOptions("127.0.0.1", port, "bot", "cookie", "random", retry_seconds=())).run()

    with pytest.raises(ConnectionLostError, match=r"no server answers at 127\.0\.0\.1"):
        asyncio.run(play())


@pytest.mark.parametrize("message", ["1056|~botsOnly~4", "1074|~botsOnly~4,1,2"])
def test_a_dismissed_robot_leaves_the_game_and_may_be_asked_again(message: str) -> None:
    async def script(line: Line) -> None:
        await greet(line)
        line.say(*sent_in("greedy")[:300], message)
        await line.hear("1011|bot,-,~botsOnly~4")
        line.say(*sent_in("random"))
        await line.hear_all()

    result = run(script)
    assert [finished.is_over for finished in result.finished] == [False, True]


@pytest.mark.full
def test_messages_of_a_game_that_is_gone_are_ignored() -> None:
    async def script(line: Line) -> None:
        await greet(line)
        line.say(*sent_in("greedy")[:300], "1015|~botsOnly~4", *sent_in("greedy")[300:], *sent_in("random"))
        await line.hear_all()

    result = run(script)
    assert [finished.game for finished in result.finished] == ["~botsOnly~4", "~botsOnly~2"]
    assert result.error is None


def test_an_own_offer_nobody_answers_is_withdrawn() -> None:
    """The server goes silent after an offer of the robot: it withdraws it and goes on."""
    lines = transcript("greedy").lines
    place = next(
        number
        for number, line in enumerate(lines)
        if line.direction == ">" and line.text.startswith("1041|")
    )
    before = [line.text for line in lines[:place] if line.direction == "<"]
    echo = lines[place].text

    async def script(line: Line) -> None:
        await greet(line)
        line.say(*before)
        await line.hear("1012|")
        line.say(echo)
        await line.hear("1038|")

    result = run(script, agent="random", answer_seconds=0.05, retry_seconds=())
    assert isinstance(result.error, ConnectionLostError)
    assert result.finished[0].seat.follower.mismatches == []


def test_a_robot_that_leaves_says_so() -> None:
    heard: list[str] = []

    async def script(line: Line) -> None:
        await greet(line)
        line.say(*sent_in("greedy")[:300])
        await line.hear("1012|~botsOnly~4")
        leaving.set()
        await line.hear_all()
        heard.extend(line.heard)

    async def play() -> None:
        async with serving(script) as port:
            robot = asyncio.create_task(
                Robot(RobotOptions("127.0.0.1", port, "bot", "cookie", "random")).run()
            )
            await asyncio.wait_for(leaving.wait(), PATIENCE)
            robot.cancel()
            await asyncio.wait((robot,), timeout=PATIENCE)
            assert robot.cancelled()

    leaving = asyncio.Event()
    asyncio.run(play())
    assert heard[-1] == "1011|bot,-,~botsOnly~4"


@pytest.mark.full
def test_after_enough_games_the_others_are_played_to_their_end() -> None:
    """A robot that was to play one game sits in two and in one that has not begun, and is asked again."""
    first = asyncio.Event()

    async def script(line: Line) -> None:
        await greet(line)
        waiting = [text.replace("~botsOnly~4", "waiting") for text in sent_in("greedy")[:20]]
        line.say(*sent_in("greedy")[:300], *waiting, *sent_in("random"))
        await asyncio.wait_for(first.wait(), PATIENCE)
        line.say("1023|third,1,-")
        await line.hear("1013|bot,\t,\t,waiting", "1011|bot,-,waiting")
        line.say(*sent_in("greedy")[300:])
        await line.hear_all()
        assert not any("third" in text for text in line.heard)

    result = run(script, first=first)
    assert [(finished.game, finished.is_over) for finished in result.finished] == [
        ("~botsOnly~2", True),
        ("waiting", False),
        ("~botsOnly~4", True),
    ]
    assert "the invitation to game 'third' is not taken: enough games are played" in result.reports


@pytest.mark.full
def test_after_enough_games_the_robot_does_not_sit_down_where_it_was_invited_before() -> None:
    async def script(line: Line) -> None:
        await greet(line)
        line.say(*sent_in("greedy")[:300], "1023|other,1,-", *sent_in("random"))
        await line.hear("1013|bot,\t,\t,other", "1011|bot,-,other")
        line.say("1021|other", "1017|other,bot", *sent_in("greedy")[300:])
        await line.hear_all()
        assert not any(text.startswith("1012|other") for text in line.heard)

    result = run(script)
    assert [finished.game for finished in result.finished] == ["~botsOnly~2", "other", "~botsOnly~4"]


@pytest.mark.full
def test_a_connection_lost_after_enough_games_is_not_made_again() -> None:
    first = asyncio.Event()

    async def script(line: Line) -> None:
        await greet(line)
        line.say(*sent_in("greedy")[:300], *sent_in("random"))
        await asyncio.wait_for(first.wait(), PATIENCE)

    result = run(script, first=first)
    assert result.error is None
    assert any("the connection" in sentence for sentence in result.reports)
    assert not any("trying again" in sentence for sentence in result.reports)
    assert [finished.dropped_out for finished in result.finished] == [False, True]


class Silence:
    """A clock for how long connections are silent: it stands still until a test lets time pass.

    Real time would not do: on a busy machine a connection seems silent while a test is held up.
    """

    def __init__(self) -> None:
        self.now = 0.0
        self.limits: dict[asyncio.Timeout, float] = {}
        """When the limits that somebody waits under are over."""

    def timeout(self, seconds: float | None) -> asyncio.Timeout:
        """Return a limit as `asyncio.timeout` does."""
        clock = self

        class Limit(asyncio.Timeout):
            async def __aenter__(self) -> asyncio.Timeout:
                if seconds is not None:
                    clock.limits[self] = clock.now + seconds
                return await super().__aenter__()

            async def __aexit__(self, *error: Any) -> bool | None:
                clock.limits.pop(self, None)
                return await super().__aexit__(*error)

        return Limit(None)

    def pass_by(self, seconds: float) -> None:
        """Let time pass."""
        self.now += seconds
        for limit, over in self.limits.items():
            if over <= self.now:
                limit.reschedule(asyncio.get_running_loop().time())


@pytest.fixture
def silence(monkeypatch: pytest.MonkeyPatch) -> Silence:
    """Return the clock of all connections."""
    clock = Silence()
    monkeypatch.setattr(asyncio, "timeout", clock.timeout)
    return clock


async def ping(line: Line, number: int, silence: Silence) -> None:
    """Let the robot answer a ping, and wait for what comes next."""
    line.say(f"9999|{number}")
    await line.hear(f"9999|{number}")
    while not silence.limits:
        await asyncio.sleep(0)


@pytest.mark.full
def test_a_silent_connection_is_made_again(silence: Silence) -> None:
    async def fall_silent(line: Line) -> None:
        await greet(line)
        line.say(*sent_in("greedy")[:300])
        await ping(line, 1, silence)
        silence.pass_by(1.0)
        await line.hear_all()

    async def go_on(line: Line) -> None:
        await greet(line)
        line.say(*sent_in("random"))
        await line.hear_all()

    result = run(fall_silent, go_on, silence_seconds=1.0)
    assert [finished.is_over for finished in result.finished] == [False, True]
    assert result.reports[0] == "the server has sent nothing for 1 s; trying again in 0 s"


@pytest.mark.full
def test_a_ping_shows_that_the_connection_stands(silence: Silence) -> None:
    """Nothing but pings comes for longer than a connection may be silent."""

    async def script(line: Line) -> None:
        await greet(line)
        for number in range(15):
            await ping(line, number, silence)
            silence.pass_by(1.9)
        line.say(*sent_in("random"))
        await line.hear_all()

    result = run(script, silence_seconds=2.0)
    assert result.finished[0].is_over
    assert not any("sent nothing" in sentence for sentence in result.reports)


def test_a_game_that_is_stopped_while_a_message_comes_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cancellation in the moment in which the server answers a request is not lost."""
    ended = asyncio.Event()

    class Stopping(asyncio.Queue[Any]):
        async def get(self) -> Any:
            (game,) = robots[0]._games.values()
            is_waiting = game.seat.is_waiting
            message = await super().get()
            if is_waiting and game.task:
                game.task.cancel()
            return message

    async def script(line: Line) -> None:
        await greet(line)
        texts = sent_in("greedy")
        line.say(*texts[: texts.index("1026|~botsOnly~4,0,5") + 1])
        await line.hear("1009|~botsOnly~4,0,1,")
        line.say("1025|~botsOnly~4,5")
        await asyncio.wait_for(ended.wait(), PATIENCE)
        line.say("9999|-1")
        await line.hear_all()

    async def play() -> None:
        async with serving(script) as port:
            robot_options = RobotOptions("127.0.0.1", port, "bot", "cookie", "random")
            robots.append(Robot(robot_options, done=lambda finished: ended.set()))
            with pytest.raises(RefusedError):
                await robots[0].run()

    robots: list[Robot] = []
    monkeypatch.setattr(asyncio, "Queue", Stopping)
    asyncio.run(play())


def test_a_game_that_the_server_deletes_was_not_left() -> None:
    async def script(line: Line) -> None:
        await greet(line)
        line.say(*sent_in("greedy")[:300], "1015|~botsOnly~4", *sent_in("random"))
        await line.hear_all()

    deleted, played = run(script).finished
    assert (deleted.is_over, deleted.was_deleted, deleted.dropped_out) == (False, True, False)
    assert (played.is_over, played.was_deleted, played.dropped_out) == (True, False, False)


@pytest.mark.full
def test_transcripts_are_kept_game_by_game(tmp_path: Path) -> None:
    async def script(line: Line) -> None:
        await greet(line)
        line.say(*sent_in("greedy"))
        await line.hear_all()

    run(script, transcripts=tmp_path)
    (path,) = tmp_path.iterdir()
    kept = Transcript.read(path)
    assert [line.text for line in kept.lines if line.direction == "<"] == [
        text for text in sent_in("greedy") if text in {line.text for line in kept.lines}
    ]
    assert any(line.direction == ">" for line in kept.lines)
    assert Transcript.load(kept.dump()).lines == kept.lines


def test_a_server_that_says_nothing_is_given_up() -> None:
    async def script(line: Line) -> None:
        await line.hear_all()

    result = run(script, accept_seconds=0.05)
    assert isinstance(result.error, RefusedError)
    assert "says neither yes nor no to the robot within 0.05 s" in str(result.error)
    assert result.reports == []


def test_a_robot_whose_name_another_has_taken_stops() -> None:
    async def script(line: Line) -> None:
        await greet(line)
        line.say("9999|-1")
        await line.hear_all()

    result = run(script)
    assert isinstance(result.error, RefusedError)
    assert str(result.error) == "another client has connected as 'bot'"


@pytest.mark.parametrize("host", ["a..b", "x" * 70, "no such host.invalid"])
def test_a_host_that_cannot_be_is_sent_in(host: str) -> None:
    with pytest.raises(ConnectionLostError, match="no server answers at"):
        asyncio.run(Robot(RobotOptions(host, 1, "bot", "cookie", "random", retry_seconds=())).run())


def test_odd_invitations_do_no_harm() -> None:
    async def script(line: Line) -> None:
        await greet(line)
        line.say("1023|" + "x" * 65000 + ",1,-", "1023|" + "\N{EURO SIGN}" * 21000 + ",1,-")
        line.say("1023|odd,99,VP=t" + "9" * 6000, "1023|,-1,", "1023|odd,2147483647,RD,=,N7=t,VP=tt")
        line.say("1017|odd,x", "1025|odd,5", "1026|odd,99,5", "1056|never heard of", "1015|nor of this")
        line.say(*sent_in("greedy"))
        await line.hear_all()

    result = run(script)
    assert any(finished.is_over for finished in result.finished)
    assert result.error is None


def test_what_is_too_long_to_be_sent_is_reported() -> None:
    async def script(line: Line) -> None:
        await greet(line)
        line.say("1023|" + "x" * 65525 + ",1,-", *sent_in("greedy"))
        await line.hear_all()

    result = run(script)
    assert any("a message was not sent: a text of 65" in sentence for sentence in result.reports)
    assert any(finished.is_over for finished in result.finished)


def test_a_folder_that_takes_no_transcripts_is_reported_before_anything_is_sent(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(
        TranscriptError, match=r"no transcripts can be kept in .*file/in it: Not a directory"
    ):
        Robot(
            RobotOptions("127.0.0.1", 1, "bot", "cookie", "random", transcripts=tmp_path / "file" / "in it")
        )


def test_a_transcript_that_cannot_be_written_takes_no_game_with_it(tmp_path: Path) -> None:
    folder = tmp_path / "folder"

    async def script(line: Line) -> None:
        await greet(line)
        folder.rmdir()
        folder.write_text("in the way")
        line.say(*sent_in("greedy"))
        await line.hear_all()

    result = run(script, transcripts=folder)
    assert result.finished[0].is_over
    assert any("transcript of game '~botsOnly~4' is lost" in sentence for sentence in result.reports)


@pytest.mark.full
def test_a_transcript_takes_the_place_of_no_other(tmp_path: Path) -> None:
    async def script(line: Line) -> None:
        await greet(line)
        line.say(*sent_in("greedy"))
        await line.hear_all()

    for _ in range(3):
        run(script, transcripts=tmp_path)
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["bot--botsOnly-4-1-2.txt.gz", "bot--botsOnly-4-1-3.txt.gz", "bot--botsOnly-4-1.txt.gz"]


def test_names_are_no_paths(tmp_path: Path) -> None:
    async def script(line: Line) -> None:
        await greet(line)
        line.say(*(text.replace("~botsOnly~4", "../../a/b") for text in sent_in("greedy")))
        await line.hear_all()

    run(script, transcripts=tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["bot-------a-b-1.txt.gz"]


def test_an_agent_that_never_answers_plays_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    class Endless(Agent):
        name = "endless"

        def choose(self, view: Any, deadline: Any) -> int:
            while True:
                pass

    monkeypatch.setattr(seat_agents, "make_agent", lambda spec: Endless())
    monkeypatch.setattr(seat_agents, "GRACE_SECONDS", 0.01)
    heard: list[str] = []

    async def script(line: Line) -> None:
        await greet(line)
        texts = sent_in("greedy")
        first = next(n for n, text in enumerate(texts) if text.startswith("1026|") and ",0,5" in text)
        line.say(*texts[: first + 1])
        heard.extend(await line.hear("1009|~botsOnly~4,0,1,"))
        line.say(*texts[first + 1 :])
        await line.hear_all()

    result = run(script, move_seconds=0.0)
    assert len(heard) == 1
    assert result.finished[0].is_over


def test_what_is_no_agent_is_refused_before_anything_is_sent() -> None:
    with pytest.raises(AgentError, match="unknown agent"):
        Robot(RobotOptions("127.0.0.1", 1, "bot", "cookie", "nobody"))


def test_recorded_games_hold_offers_to_us_and_of_ours() -> None:
    names = {(direction, message.name) for direction, message in messages("random")}
    assert {(">", "MAKEOFFER"), ("<", "MAKEOFFER"), (">", "REJECTOFFER")} <= names
