"""Workers: what agents do to them, what is lost, who is blamed, and that nothing else changes."""

import errno
import os
import select
import signal
import subprocess
import sys
from itertools import count, islice
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pytest

from catanlab.framework.errors import ArgumentError, WorkerError
from catanlab.lab.executors.local import LocalExecutor
from catanlab.lab.jobs import JobSize
from catanlab.lab.match_plan import MatchPlan
from catanlab.lab.native import play_natively
from catanlab.lab.play_game import play_at_table
from catanlab.lab.rows import LOST, Rows
from catanlab.lab.worker import FIELDS, WorkerStatus

pytestmark = pytest.mark.full

ROGUE = "tests.lab.rogues.Rogue"
FIRST = "tests.table.players.First"
ROOT = Path(__file__).resolve().parents[2]
SECONDS = 60.0
"""How long a process may take to end before a test fails."""


def duel(agent, other="random", **options):
    """Return a quick match of two seats."""
    return MatchPlan.match([agent, other], rules="players=2", **{"max_turns": 30, **options})


def play(plan, blocks, processes=1, **options):
    """Play blocks and return the jobs in the order of their blocks."""
    with LocalExecutor(plan, processes, **options) as workers:
        jobs = [job for job in workers.play(blocks) if job]
    return sorted(jobs, key=lambda job: job.blocks)


def joined(jobs):
    """Return the rows of jobs."""
    return Rows.joined([job.rows for job in jobs], jobs[0].rows.seats)


def alike(one, other):
    """Say whether rows are alike but for times."""
    pairs = zip(one.without_times(), other.without_times(), strict=True)
    return all(np.array_equal(mine, yours) for (_, mine), (_, yours) in pairs)


def troubles(jobs):
    """Return all that went wrong."""
    return [str(trouble) for job in jobs for trouble in job.troubles]


# The same games whoever plays them.


def test_native_games_are_the_same_in_one_process_two_and_none():
    plan = MatchPlan.match(["random", "random:by_group=yes"], rules="players=2", seed=3)
    expected = play_natively(plan, range(300))
    for processes in (1, 2):
        jobs = play(plan, range(300), processes)
        assert sorted(block for job in jobs for block in job.blocks) == list(range(300))
        assert all(set(job.rows.block.tolist()) == set(job.blocks) for job in jobs)
        assert alike(joined(jobs), expected)
        assert not troubles(jobs)


def test_games_at_tables_are_the_same_in_one_process_two_and_none():
    plan = duel("greedy")
    blocks = [5, 2, 9, 700]
    expected = [play_at_table(plan, block, game)[0] for block in blocks for game in (0, 1)]
    for processes in (1, 2):
        assert alike(joined(play(plan, blocks, processes)), Rows.joined(expected, 2))


@pytest.mark.parametrize("agent", ["random:by_group=yes", "greedy"])
def test_records_are_of_the_very_games_in_the_rows(agent):
    plan = duel(agent)
    (job,) = play(plan, [4], records=True)
    assert alike(job.rows, joined(play(plan, [4])))
    assert [record[:2] for record in job.records] == [(4, 0), (4, 1)]
    for row, (block, game, record) in enumerate(job.records):
        assert len(record) == job.rows.moves[row]
        assert record.turn == job.rows.turns[row]
        assert record.result.scores == tuple(job.rows.points[row])
        assert (record.result.shares or (0, 0)) == tuple(job.rows.share[row])
        assert record.agents == tuple(plan.agents[seat] for seat in plan.seatings[game])
        assert record.seed == plan.block_seed(block)
        assert tuple(record.replay().scores) == record.result.scores


# Agents that take their worker down.


@pytest.mark.parametrize(
    ("deed", "words"),
    [
        ("exit", "was playing when the worker died (exit code 7)"),
        ("segfault", "was playing when the worker died (SIGSEGV)"),
        ("sleep", "stalled: no answer within 1.5 s"),
        ("spin", "stalled: no answer within 1.5 s"),
        ("hold", "stalled: no answer within 1.5 s"),
        ("babble", "was playing when the worker died (SIGKILL)"),
    ],
)
def test_an_agent_costs_its_game_and_no_other(deed, words, monkeypatch):
    plan = duel(f"{ROGUE}:deed={deed},seat=1")
    has_stalled = LocalExecutor._has_stalled

    def only_the_rogue_is_hurried(self, status, now):
        """Others may take a minute longer: a busy machine can hold up any process for seconds."""
        is_rogue = status.seat == 1 and status.game is not None and status.game[1] == 1
        return has_stalled(self, status, now if is_rogue else now - 60.0)

    monkeypatch.setattr(LocalExecutor, "_has_stalled", only_the_rogue_is_hurried)
    patience = {"stall_seconds": 1.5} if "stalled" in words else {}
    jobs = play(plan, range(2), processes=2, **patience)
    rows = joined(jobs)
    assert list(zip(rows.block.tolist(), rows.game.tolist(), strict=True)) == [
        (0, 0),
        (0, 1),
        (1, 0),
        (1, 1),
    ]
    assert (rows.ended == LOST).tolist() == [False, True, False, True]
    assert not rows.share[rows.ended == LOST].any()
    assert rows.errors.tolist() == [[0, 0], [0, 1], [0, 0], [0, 1]]
    found = troubles(jobs)
    assert [f"{plan.agents[0]} in seat 1 of game 1 of block {block} {words}" for block in (0, 1)] == [
        trouble[: trouble.index(words) + len(words)] for trouble in found
    ]
    untouched = [play_at_table(plan, block, 0)[0] for block in (0, 1)]
    assert alike(rows.take(rows.ended != LOST), Rows.joined(untouched, 2))


@pytest.mark.parametrize("where", ["start", "hear", "say"])
def test_the_seat_is_blamed_that_was_called_even_when_another_was_to_move(where):
    plan = duel(f"{ROGUE}:deed=exit,where={where},seat=1")
    jobs = play(plan, range(1))
    rows = joined(jobs)
    assert (rows.ended == LOST).tolist() == [False, True]
    assert rows.errors.tolist() == [[0, 0], [0, 1]]
    (trouble,) = troubles(jobs)
    assert f"{ROGUE}:deed=exit,where={where},seat=1 in seat 1 of game 1 of block 0" in trouble


def test_whoever_breaks_the_table_is_blamed_and_not_who_leaves_it_last():
    jobs = play(duel(f"{ROGUE}:deed=topple,seat=0"), range(1))
    rows = joined(jobs)
    assert (rows.ended == LOST).tolist() == [True, False]
    assert rows.errors.tolist() == [[1, 0], [0, 0]]
    (trouble,) = troubles(jobs)
    assert "in seat 0 of game 0 of block 0 broke the table: TypeError" in trouble


@pytest.mark.parametrize("deed", ["raise", "quit", "interrupt"])
def test_an_agent_that_raises_costs_a_move(deed):
    jobs = play(duel(f"{ROGUE}:deed={deed},seat=1"), range(1))
    rows = joined(jobs)
    assert not (rows.ended == LOST).any()
    assert rows.errors.tolist() == [[0, 0], [0, 1]]
    assert len(troubles(jobs)) == 1


def test_an_isolated_agent_that_dies_or_stalls_costs_a_move():
    plan = duel(f"{ROGUE}:deed=exit,seat=1,after=2", isolate=True, max_turns=4)
    jobs = play(plan, range(1))
    rows = joined(jobs)
    assert not (rows.ended == LOST).any()
    assert rows.errors[1, 1] >= 1
    assert "died: its process is gone: exit code 7" in troubles(jobs)[0]


@pytest.mark.parametrize(
    ("where", "isolate"),
    [
        ("start", False),
        ("hear", False),
        ("say", False),
        ("choose", False),
        ("start", True),
        ("choose", True),
    ],
)
def test_an_agent_that_forks_comes_back_once(where, isolate):
    options = {"isolate": isolate, "max_turns": 6}
    jobs = play(duel(f"{ROGUE}:deed=fork,where={where},seat=0,after=2", **options), range(1))
    rows = joined(jobs)
    assert rows.game.tolist() == [0, 1]
    assert not troubles(jobs)
    assert alike(rows, joined(play(duel(FIRST, **options), range(1))))


def test_agents_that_cannot_be_made_in_a_worker_lose_their_games_one_by_one(monkeypatch):
    monkeypatch.setenv("ONLY_HERE", str(os.getpid()))
    plan = duel("tests.lab.rogues.OnlyHere")
    jobs = play(plan, range(2))
    rows = joined(jobs)
    assert (rows.ended == LOST).all()
    assert rows.errors.sum(axis=1).tolist() == [1, 1, 1, 1]
    assert len(troubles(jobs)) == 4


def test_workers_that_do_not_come_up_are_an_error(monkeypatch):
    monkeypatch.setattr("catanlab.lab.executors.local.serve", os._exit)
    monkeypatch.setattr(sys, "stderr", sys.__stderr__)
    with pytest.raises(WorkerError, match="end before they have played anything"):
        play(duel("greedy"), range(5), processes=2)


def test_workers_that_the_system_refuses_are_an_error(monkeypatch):
    def refuse(*_):
        raise OSError(errno.EMFILE, "Too many open files")

    monkeypatch.setattr("catanlab.lab.executors.local._Worker", refuse)
    with pytest.raises(WorkerError, match="a worker process cannot be started: Too many open files"):
        play(duel("greedy"), range(5))


def test_a_worker_that_is_killed_is_replaced():
    plan = duel("greedy")
    with LocalExecutor(plan, 1) as workers:
        run = workers.play(range(6), tick=0.02)
        assert next(run, 0) != 0
        os.kill(*workers.pids, signal.SIGKILL)
        jobs = [job for job in run if job]
    assert sum("worker died (SIGKILL)" in trouble for trouble in troubles(jobs)) <= 1
    assert len({block for job in jobs for block in job.blocks}) >= 5


def test_a_native_unit_whose_worker_is_killed_is_played_again():
    plan = MatchPlan.match(["random"] * 4)
    with LocalExecutor(plan, 1) as workers:
        run = workers.play(range(2000), tick=0.001)
        jobs = [next(run)]
        os.kill(*workers.pids, signal.SIGKILL)
        jobs = [job for job in [*jobs, *run] if job]
    assert alike(joined(jobs), play_natively(plan, range(2000)))
    assert not troubles(jobs)


def thinking_since(time):
    """Return the status of a worker that has called a seat at this time."""
    status = WorkerStatus([0.0] * FIELDS)
    with patch("catanlab.lab.worker.monotonic", return_value=time):
        status.begin(block=0, game=0)
        status.call(seat=1)
    return status


def test_nobody_has_stalled_while_the_whole_match_was_paused():
    workers = LocalExecutor(duel("greedy"), 1, stall_seconds=60)
    thinking = thinking_since(1000.0)
    workers._awake = 990.0
    assert not workers._has_stalled(thinking, 1059.0)
    assert workers._has_stalled(thinking, 1061.0)
    workers._awake = 5000.0
    assert not workers._has_stalled(thinking, 5059.0)
    assert workers._has_stalled(thinking, 5061.0)
    workers.close()


def test_time_that_the_match_allows_is_no_stalling():
    workers = LocalExecutor(duel("greedy", move_seconds=30.0), 1, stall_seconds=60)
    thinking = thinking_since(workers._awake)
    assert not workers._has_stalled(thinking, workers._awake + 89.0)
    assert workers._has_stalled(thinking, workers._awake + 91.0)
    workers.close()


# Handing out.


def test_blocks_are_drawn_only_when_they_are_needed():
    drawn = []

    def blocks():
        for block in count():
            drawn.append(block)
            yield block

    with LocalExecutor(duel("greedy"), 2) as workers:
        run = workers.play(blocks())
        job = next(job for job in run if job)
        run.close()
        assert job.blocks
        assert len(drawn) < 1000
        again = [job for job in workers.play([3]) if job]
        assert [job.blocks for job in again] == [(3,)]


def test_no_more_workers_are_started_than_there_are_units():
    with LocalExecutor(duel("greedy"), 500) as workers:
        run = workers.play(range(3), tick=0.01)
        next(run)
        assert len(workers.pids) == 3


def test_the_caller_is_heard_every_tick():
    with LocalExecutor(duel(f"{ROGUE}:deed=sleep,seat=1,after=1"), 1) as workers:
        assert list(islice((job for job in workers.play([0], tick=0.01)), 5)) == [None] * 5


def test_no_blocks_are_no_jobs():
    assert play(duel("greedy"), []) == []


def test_jobs_grow_to_a_second_and_shrink_when_blocks_take_longer():
    size = JobSize(native=True)
    assert size.blocks == 64
    size.learn(1e-4)
    assert size.blocks == 256
    for _ in range(9):
        size.learn(1e-9)
    assert size.blocks == 4096
    size.learn(30.0)
    assert size.blocks == 1


@pytest.mark.parametrize(("processes", "stall"), [(0, 1.0), (1.5, 1.0), (1, 0.0), (1, float("nan"))])
def test_invalid_values_are_refused(processes, stall):
    with pytest.raises(ArgumentError):
        LocalExecutor(duel("greedy"), processes, stall_seconds=stall)


# Whole processes.

SCRIPT = """
import sys
from catanlab.lab.match_plan import MatchPlan
from catanlab.lab.executors.local import LocalExecutor
if __name__ == "__main__":
    plan = MatchPlan.match([sys.argv[1], "random"], rules="players=2", max_turns=20)
    workers = LocalExecutor(plan, 2)
    for job in workers.play(range(int(sys.argv[2])), tick=0.05):
        print(*workers.pids, flush=True)
"""


def script(tmp_path, *arguments):
    """Start a program that plays a match."""
    path = tmp_path / "script.py"
    path.write_text(SCRIPT)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
    return subprocess.Popen(
        [sys.executable, str(path), *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
        start_new_session=True,
    )


def wait_until_gone(pids):
    """Wait until none of the processes runs, each at most a minute."""
    for pid in pids:
        try:
            handle = os.pidfd_open(pid)
        except ProcessLookupError:
            continue
        with os.fdopen(handle) as file:
            assert select.select([file], [], [], SECONDS)[0], f"process {pid} is still there"


@pytest.mark.parametrize("deed", ["sleep", "spin", "hold"])
def test_workers_end_when_their_parent_is_killed(tmp_path, deed):
    with script(tmp_path, f"{ROGUE}:deed={deed},seat=1,after=1", "100") as program:
        pids = [int(word) for word in program.stdout.readline().split()]
        assert len(pids) == 2
        assert [program.stderr.readline().strip() for _ in pids] == [deed, deed]
        program.kill()
        program.wait()
        wait_until_gone(pids)


def test_ctrl_c_is_the_parents_alone(tmp_path):
    with script(tmp_path, "greedy", "100000") as program:
        program.stdout.readline()
        pids = [int(word) for word in program.stdout.readline().split()]
        os.killpg(program.pid, signal.SIGINT)
        _, errors = program.communicate(timeout=SECONDS)
        assert errors.count("KeyboardInterrupt") == 1
        wait_until_gone(pids)


def test_what_agents_print_is_not_a_result(tmp_path):
    with script(tmp_path, "tests.lab.rogues.Printer", "2") as program:
        output, errors = program.communicate(timeout=SECONDS)
    assert program.returncode == 0
    assert "I print" not in output
    assert "I print" in errors
