"""The host of a match, and how its games become rows of the lab."""

import asyncio
import dataclasses
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.bridges.loopback import PATIENCE, Line, serving
from tests.bridges.recorded import followed, transcript

from catanlab.bridges.jsettlers.connection import Connection
from catanlab.bridges.jsettlers.errors import BridgeError
from catanlab.bridges.jsettlers.host import Host, WatchedGame
from catanlab.bridges.jsettlers.match import play_match
from catanlab.bridges.jsettlers.match_options import MATCH_MODULE, MatchOptions
from catanlab.bridges.jsettlers.match_results import MatchResults, row
from catanlab.bridges.jsettlers.messages import Message
from catanlab.bridges.jsettlers.robot import SeatResult
from catanlab.bridges.jsettlers.seat import Seat
from catanlab.bridges.jsettlers.server import Server
from catanlab.framework.errors import AgentError, ArgumentError, StoreError
from catanlab.lab.code.key import source_code
from catanlab.lab.comparison import compare_stored
from catanlab.lab.match_plan import MatchPlan
from catanlab.lab.rows import CUT, FINISHED, Rows
from catanlab.lab.store import Store
from catanlab.lab.summary import summarize

NICKS = ("robot 1", "catanlab0", "robot 2", "robot 3")


def begin(game: str, first: int = 2) -> list[str]:
    """Return how a game begins: four robots sit down, and one is first."""
    sitting = [f"1012|{game},{nick},{seat},true" for seat, nick in enumerate(NICKS)]
    return [*sitting, f"1018|{game},5", f"1026|{game},{first},5"]


def end(game: str, winner: int = 1) -> list[str]:
    """Return how a game ends."""
    points = ",".join("10" if seat == winner else "4" for seat in range(4))
    flags = "true,true,true,true"
    return [f"1096|{game}|4|{winner}", f"1025|{game},1000", f"1061|{game},{points},{flags}"]


async def opened(line: Line) -> str:
    """Wait until a game is opened and started, and return its name."""
    (text,) = await line.hear("1078|debug,\t,\t,")
    game = text.split(",")[3]
    line.say(f"1021|{game}")
    await line.hear(f"1010|{game}\0debug\0*STARTBOTGAME*")
    return game


def host(script: object, **options: float) -> list[WatchedGame]:
    """Let a host play at a scripted server, and return the games it watched."""
    ended: list[WatchedGame] = []

    async def play() -> None:
        async with serving(script) as port:  # type: ignore[arg-type]
            connection = await Connection.open("127.0.0.1", port, report=lambda sentence: None)
            numbers = {"games": 1, "parallel": 1, "max_turns": 50, "again_seconds": 0.05, **options}
            await asyncio.wait_for(Host(connection, ended=ended.append, **numbers).run(), PATIENCE)  # type: ignore[arg-type]
            await connection.close()

    asyncio.run(play())
    return ended


def test_games_are_opened_started_and_counted() -> None:
    async def script(line: Line) -> None:
        for number in range(3):
            game = await opened(line)
            trade = f"1039|{game},1,0,1,0,0,0,0,0,1,0,0,0"
            offer = f"1041|{game},0,false,true,true,true,1,0,0,0,0,0,1,0,0,0"
            bank = f"1040|{game},4,0,0,0,0,0,1,0,0,0,1"
            line.say(*begin(game), f"1026|{game},2,15", f"1026|{game},3,15", offer, trade, bank)
            line.say(*end(game, winner=number))
            await line.hear(f"1011|debug,-,{game}")
        await line.hear_all()

    games = host(script, games=3)
    assert [game.winner for game in games] == [0, 1, 2]
    assert [game.turns for game in games] == [2, 2, 2]
    assert games[0].counts == {"MAKEOFFER": 1, "ACCEPTOFFER": 1, "BANKTRADE": 1}
    assert games[0].first == 2


def test_an_endless_game_is_ended_and_won_by_nobody() -> None:
    async def script(line: Line) -> None:
        game = await opened(line)
        line.say(*begin(game))
        for turn in range(60):
            line.say(f"1026|{game},{turn % 4},15")
        await line.hear(f"1010|{game}\0debug\0*KILLGAME*")
        line.say(f"1015|{game}")
        await line.hear_all()

    (game,) = host(script)
    assert game.is_cut
    assert game.winner == -1


@pytest.mark.full
def test_a_game_that_stands_still_is_ended() -> None:
    async def script(line: Line) -> None:
        game = await opened(line)
        line.say(*begin(game))
        await line.hear(f"1010|{game}\0debug\0*KILLGAME*")
        await line.hear_all()

    (game,) = host(script, stall_seconds=0.2)
    assert game.is_cut
    assert game.winner == -1


def test_a_game_for_which_robots_were_missing_is_started_again() -> None:
    async def script(line: Line) -> None:
        game = await opened(line)
        await line.hear(f"1010|{game}\0debug\0*STARTBOTGAME*")
        line.say(*begin(game), *end(game))
        await line.hear_all()

    assert host(script)[0].winner == 1


def test_a_host_that_is_stopped_while_a_message_comes_ends() -> None:
    """A cancellation in the very moment in which a message comes is not lost."""

    class Stopping(Connection):
        async def receive(self) -> Message:
            message = await super().receive()
            if message.name == "STARTGAME":
                tasks[0].cancel()
            return message

    async def script(line: Line) -> None:
        game = await opened(line)
        line.say(*begin(game))
        await line.hear_all()

    async def play() -> None:
        async with serving(script) as port:
            connection = await Stopping.open("127.0.0.1", port, report=lambda sentence: None)
            host = Host(connection, games=1, parallel=1, max_turns=50, ended=lambda game: None)
            tasks.append(asyncio.create_task(host.run()))
            await asyncio.wait(tasks, timeout=PATIENCE)
            assert tasks[0].cancelled()
            await connection.close()

    tasks: list[asyncio.Task[None]] = []
    asyncio.run(play())


def test_who_leaves_before_the_end_is_noted() -> None:
    async def script(line: Line) -> None:
        game = await opened(line)
        line.say(*begin(game), f"1011|robot 2,-,{game}", f"1011|a spectator,-,{game}")
        line.say(*end(game), f"1011|robot 3,-,{game}")
        await line.hear_all()

    (game,) = host(script)
    assert game.left == {"robot 2"}


def test_no_more_games_than_asked_go_on_at_once() -> None:
    heard: list[str] = []

    async def script(line: Line) -> None:
        asked = await line.hear("1078|", "1078|")
        line.say("9999|1")
        await line.hear("9999|1")
        heard.extend(text for text in line.heard if text.startswith("1078|"))
        for text in asked:
            game = text.split(",")[3]
            line.say(f"1021|{game}", *begin(game), *end(game))
        last = await opened(line)
        line.say(*begin(last), *end(last))
        await line.hear_all()

    assert len(host(script, games=3, parallel=2, again_seconds=60)) == 3
    assert len(heard) == 2


def match_options(**changes: object) -> MatchOptions:
    return MatchOptions(**{"server_command": "true", "agent": "greedy", "games": 2, **changes})  # type: ignore[arg-type]


def watched(*, first: int, winner: int, cut: bool = False, name: str = "g") -> WatchedGame:
    """Return a game that was watched."""
    game = WatchedGame(name, nicks=dict(enumerate(NICKS)), first=first, turns=60, seconds=2.0)
    if cut:
        game.is_cut = True
    else:
        game.scores = tuple(10 if seat == winner else 5 for seat in range(4))
        game.current = winner
    return game


def rows_of(*games: WatchedGame) -> Rows:
    plan = match_options().plan
    return Rows.joined([row(plan, number, game, {}) for number, game in enumerate(games)], 4)


def test_rows_have_seats_in_turn_order() -> None:
    rows = rows_of(watched(first=1, winner=1), watched(first=2, winner=0))
    assert rows.agent.tolist() == [[0, 1, 1, 1], [1, 1, 1, 0]]
    assert rows.share.tolist() == [[1, 0, 0, 0], [0, 0, 1, 0]]
    assert rows.points.tolist() == [[10, 5, 5, 5], [5, 5, 10, 5]]
    assert rows.ended.tolist() == [FINISHED, FINISHED]
    seatings = match_options().plan.seatings
    assert [list(seatings[number]) for number in rows.game] == rows.agent.tolist()


def test_a_game_that_was_cut_has_no_winner() -> None:
    rows = rows_of(watched(first=0, winner=0, cut=True))
    assert rows.ended.tolist() == [CUT]
    assert rows.share.sum() == 0


def test_the_summary_is_that_of_any_match() -> None:
    rows = rows_of(watched(first=1, winner=1), watched(first=2, winner=0), watched(first=0, winner=1))
    ours, theirs = summarize(rows, match_options().plan).agents
    assert (ours.spec, ours.games, ours.wins) == ("greedy", 3, 2.0)
    assert (theirs.spec, theirs.games, theirs.wins) == ("jsettlers-server-smart", 9, 1.0)
    assert ours.ci95[0] < ours.win_rate < ours.ci95[1]


def played(game: str, agent: str = "greedy") -> SeatResult:
    """Return how our robot ended a game."""
    seat = Seat(game, 1, "-", agent)
    seat.counts.decisions = 70
    return SeatResult(game, seat, is_over=True)


def test_a_game_is_kept_when_our_robots_have_reports_their_side(tmp_path: Path) -> None:
    stored, counts = Store(tmp_path).open(match_options().plan), list[int]()
    results = MatchResults(stored, 5, watch=counts.append)
    results.end(watched(first=1, winner=1, name="one"))
    assert not results.is_complete
    results.finish("catanlab0", played("two"))
    assert counts == []
    results.finish("catanlab0", played("one"))
    results.end(watched(first=2, winner=0, name="two"))
    assert results.is_complete
    assert counts == [1, 2]
    rows = stored.rows()
    assert rows.block.tolist() == [5, 6]
    assert rows.decisions.tolist() == [[70, 0, 0, 0], [0, 0, 0, 70]]
    assert stored.finished_blocks().tolist() == [5, 6]
    assert results.counts.lost == 2


@pytest.mark.full
def test_a_record_of_a_game_is_kept_if_it_is_wanted(tmp_path: Path) -> None:
    stored = Store(tmp_path).open(match_options().plan)
    seen = followed("greedy")
    game = watched(first=seen.order[0], winner=seen.current)
    game.nicks = {seat: "catanlab0" if seat == seen.me else f"robot {seat}" for seat in range(4)}
    results = MatchResults(stored, 0, records=True)
    results.finish("catanlab0", dataclasses.replace(played("g"), transcript=transcript("greedy")))
    results.end(game)
    ((block, number, record),) = stored.records()
    assert (block, number) == (0, int(stored.rows().game[0]))
    assert record.agents[seen.ours(seen.me)] == "greedy"
    assert record.agents.count("jsettlers-server-smart") == 3
    assert len(record.moves) > 300
    assert record.headers["Site"] == "a JSettlers server"


def test_a_game_whose_robot_says_nothing_is_kept_at_the_end(tmp_path: Path) -> None:
    stored = Store(tmp_path).open(match_options().plan)
    results = MatchResults(stored, 0)
    results.end(watched(first=1, winner=1))
    results.keep_rest()
    assert stored.rows().share.tolist() == [[1, 0, 0, 0]]


def test_a_game_that_others_played_does_not_count(tmp_path: Path) -> None:
    stored, reports = Store(tmp_path).open(match_options().plan), list[str]()
    results = MatchResults(stored, 0, report=reports.append)
    game = watched(first=1, winner=1)
    game.nicks[1] = "robot 9"
    results.end(game)
    assert len(stored.rows()) == 0
    assert reports == ["game 'g' was not played by those who were to play it, and does not count"]


def test_a_game_that_our_robot_dropped_out_of_is_no_loss(tmp_path: Path) -> None:
    stored, reports = Store(tmp_path).open(match_options().plan), list[str]()
    results = MatchResults(stored, 0, report=reports.append)
    results.finish("catanlab0", dataclasses.replace(played("g"), is_over=False))
    results.end(watched(first=1, winner=2))
    results.finish("catanlab0", played("other"))
    results.end(watched(first=1, winner=1, name="other"))
    assert stored.rows().share.tolist() == [[1, 0, 0, 0]]
    assert results.counts.dropped == 1
    assert reports == ["our robot dropped out of game 'g', which does not count"]


def test_a_game_taken_up_again_after_dropping_out_does_not_count(tmp_path: Path) -> None:
    results = MatchResults(Store(tmp_path).open(match_options().plan), 0)
    results.finish("catanlab0", dataclasses.replace(played("g"), is_over=False))
    results.finish("catanlab0", played("g"))
    results.end(watched(first=1, winner=1))
    assert (results.counts.dropped, results.is_complete) == (1, True)


def test_a_game_that_was_cut_off_was_not_dropped(tmp_path: Path) -> None:
    stored = Store(tmp_path).open(match_options().plan)
    results = MatchResults(stored, 0)
    results.finish("catanlab0", dataclasses.replace(played("g"), is_over=False, was_deleted=True))
    results.end(watched(first=1, winner=1, cut=True))
    assert stored.rows().ended.tolist() == [CUT]
    assert results.counts.dropped == 0


@pytest.mark.parametrize(("nick", "counts"), [("catanlab0", (1, 0)), ("robot 3", (0, 1))])
def test_a_game_that_a_robot_left_does_not_count(
    nick: str, counts: tuple[int, int], tmp_path: Path
) -> None:
    stored = Store(tmp_path).open(match_options().plan)
    results = MatchResults(stored, 0)
    game = watched(first=1, winner=1)
    game.left = {nick}
    results.finish("catanlab0", played("g"))
    results.end(game)
    assert len(stored.rows()) == 0
    assert (results.counts.dropped, results.counts.void) == counts


def test_games_that_are_there_are_not_played_again(tmp_path: Path) -> None:
    wanted = match_options()
    stored = Store(tmp_path).open(wanted.plan)
    results = MatchResults(stored, 0)
    for name in ("one", "two", "three"):
        results.end(watched(first=1, winner=1, name=name))
    results.keep_rest()
    rows, counts = play_match(wanted, stored)  # no server is started: its command would fail
    assert len(rows) == 2
    assert counts.checks == 0


def test_experiments_at_a_server_share_no_blocks_with_others(tmp_path: Path) -> None:
    first, second = (Store(tmp_path).open(match_options(seed=seed).plan) for seed in (1, 2))
    with pytest.raises(StoreError, match="draws boards and dice anew"):
        compare_stored(first, second)


def test_an_experiment_at_a_server_is_read_as_it_was_written() -> None:
    plan = match_options().plan
    again = MatchPlan.from_dict(plan.to_dict())
    assert again == plan
    assert again.games_in_block == 1
    assert "host" not in MatchPlan.match(["random"] * 4).to_dict()


def test_the_key_of_a_match_means_the_code_of_the_bridge() -> None:
    modules = source_code().needed_by([MATCH_MODULE])
    assert {f"catanlab.bridges.jsettlers.{name}" for name in ("match", "robot", "game_follower")} <= modules


def test_our_robots_may_have_more_seats() -> None:
    assert match_options(against=1).plan.lineups == ((0, 0, 0, 1),)
    assert "-Djsettlers.startrobots=1" in match_options(against=1).server_options("c")


def test_fast_robots_are_programs_of_their_own() -> None:
    fast = match_options(kind="fast", server_command="java -cp x soc.server.SOCServer")
    assert fast.robot_program == "java -cp x soc.robot.SOCRobotClient"
    assert "-Djsettlers.startrobots=0" in fast.server_options("c")
    assert fast.robot_arguments("h", 1, "c", 0) == ["h", "1", "droid 1", "-", "c"]
    assert match_options().robot_program is None
    assert match_options(robot_command="x").robot_program == "x"
    with pytest.raises(BridgeError, match="name the command"):
        _ = match_options(kind="fast", server_command="java -jar x.jar").robot_program


def test_of_mixed_robots_one_is_fast() -> None:
    mixed = match_options(kind="mixed", server_command="java -cp x soc.server.SOCServer")
    assert mixed.programs == 1
    assert "-Djsettlers.startrobots=2" in mixed.server_options("c")
    assert mixed.robot_arguments("h", 1, "c", 0)[2] == "droid 1"
    assert (match_options().programs, match_options(robot_command="x").programs) == (0, 3)


@pytest.mark.parametrize(
    "change", [{"against": 0}, {"against": 4}, {"games": 0}, {"parallel": 0}, {"kind": "slow"}]
)
def test_invalid_arguments_are_refused(change: dict[str, object]) -> None:
    with pytest.raises(ArgumentError):
        match_options(**change)


def test_what_is_no_agent_is_refused() -> None:
    with pytest.raises(AgentError, match="unknown agent"):
        _ = match_options(agent="nobody").plan


def start(command: str) -> None:
    async def run() -> None:
        async with Server(command, ["-Dx=y"]):
            pass

    asyncio.run(run())


def test_a_server_that_ends_at_once_is_reports_with_its_last_words(tmp_path: Path) -> None:
    script = tmp_path / "server.sh"
    script.write_text("echo one; echo no port for you; exit 3\n")
    with pytest.raises(BridgeError, match=r"ended with code 3; it said: no port for you"):
        start(f"sh {script}")


def test_a_command_that_is_none_is_reports() -> None:
    with pytest.raises(BridgeError, match="cannot be started: /no/such/java: No such file"):
        start("/no/such/java -cp x")
    with pytest.raises(BridgeError, match="is empty"):
        start("  ")
    with pytest.raises(BridgeError, match="cannot be read: No closing quotation"):
        start("java 'soc")


@pytest.mark.full
def test_a_server_ends_with_whoever_started_it(tmp_path: Path) -> None:
    written = tmp_path / "pid"
    server = tmp_path / "server.py"
    server.write_text(
        "import os, pathlib, sys, time\n"
        f"pathlib.Path({str(written)!r}).write_text(str(os.getpid()))\n"
        "time.sleep(60)\n"
    )
    starter = f"""
import asyncio
from catanlab.bridges.jsettlers.program import Program
async def run():
    async with Program("it", {f"{sys.executable} {server}"!r}, []) as program:
        await program.ended()
asyncio.run(run())
"""
    with subprocess.Popen([sys.executable, "-c", starter]) as process:
        wait_until(lambda: written.exists() and bool(written.read_text()))
        process.kill()
    pid = written.read_text()
    wait_until(lambda: not Path("/proc", pid).exists() or is_zombie(pid))


def is_zombie(pid: str) -> bool:
    """Say whether a process has ended and nobody has asked how."""
    return Path("/proc", pid, "stat").read_text().rpartition(")")[2].split()[0] == "Z"


def wait_until(holds: Callable[[], bool]) -> None:
    """Wait until something holds, for so long as one is patient."""
    for _ in range(int(PATIENCE / 0.02)):
        if holds():
            return
        time.sleep(0.02)
    raise AssertionError("it never came about")
