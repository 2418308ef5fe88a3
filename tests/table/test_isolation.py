"""Agents in processes of their own: the same game, hard stops, and nothing left behind."""

import multiprocessing
import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.table.players import Cheat, Crash, Dying, First, Reporter, Stuck, Unpicklable

from catanlab import Catan
from catanlab.framework.errors import TableError
from catanlab.games.gomoku import Gomoku
from catanlab.table.agent import Explanation
from catanlab.table.agent_replies import Failure
from catanlab.table.events import Played, Said
from catanlab.table.messages import Reply
from catanlab.table.random_agent import RandomAgent
from catanlab.table.table import Table

BOARD = Gomoku(size=4, line=4)
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def nothing_left_behind():
    """Check that no process of an agent survives a test, not even as a zombie."""
    yield
    assert multiprocessing.active_children() == []


def explanations(table, seat):
    return [e.explanation for e in table.events if isinstance(e, Played) and e.seat == seat]


def timeless(event):
    return (event.move, event.seat) if isinstance(event, Played) else event


@pytest.mark.full
def test_an_isolated_agent_plays_the_same_game_in_another_process():
    game = Catan(seed=3, rules="jsettlers")

    def agents():
        return [Reporter(), RandomAgent(), Reporter(), RandomAgent(by_group=True)]

    together = Table(game, agents(), seed=3, max_turns=12, explain=True)
    apart = Table(game, agents(), seed=3, max_turns=12, explain=True, isolate={0, 1})
    together.play()
    apart.play()
    assert [*map(timeless, apart.events)] == [*map(timeless, together.events)]
    assert [why.text for why in explanations(apart, 0)] == [why.text for why in explanations(together, 0)]
    assert {why.data["pid"] for why in explanations(apart, 0)}.isdisjoint({os.getpid()})
    assert {why.data["pid"] for why in explanations(apart, 2)} == {os.getpid()}
    assert any(isinstance(event, Said) and event.seat == 0 for event in apart.events)


@pytest.mark.full
def test_all_seats_can_be_isolated():
    table = Table(BOARD, [First(), First()], isolate=True)
    assert table.play().termination == "finished"
    assert table.incidents == []


@pytest.mark.full
def test_a_process_that_does_not_answer_is_killed_and_replaced():
    agents = [Stuck(after=4), First()]
    table = Table(BOARD, agents, isolate=[0], move_seconds=60.0, grace_seconds=0.4, max_moves=8)
    for _ in range(4):  # the moves that it answers, however long a busy machine takes
        table.step()
    table._seats[0].clock._move_seconds = 0.4
    begun = time.monotonic()
    table.play()
    assert time.monotonic() - begun < 60
    assert [incident.kind for incident in table.incidents] == ["late", "late"]
    assert "its process was stopped" in table.incidents[0].text
    assert len(table.moves) == 8


@pytest.mark.full
def test_a_process_that_dies_is_replaced_and_then_retired():
    table = Table(BOARD, [Dying(7, every=2), First()], isolate=[0], max_incidents=2)
    table.play()
    assert [incident.kind for incident in table.incidents] == ["died", "died", "retired"]
    assert "exit code 7" in table.incidents[0].text


@pytest.mark.full
def test_one_that_falls_silent_when_it_may_speak_is_stopped(monkeypatch):
    monkeypatch.setattr("catanlab.table.isolated_seat.SAY_SECONDS", 0.2)
    table = Table(BOARD, [Stuck(where="say"), First()], isolate=[0], max_incidents=1)
    table.play()
    assert [incident.kind for incident in table.incidents] == ["late", "retired"]


@pytest.mark.full
@pytest.mark.parametrize("where", ["choose", "hear", "say", "explain", "start", "close"])
def test_errors_in_the_process_are_reported(where):
    table = Table(BOARD, [Crash(where), First()], isolate=[0], max_moves=6, explain=True)
    table.play()
    kinds = {incident.kind for incident in table.incidents}
    assert kinds == {"close": set(), "start": {"raised", "retired"}}.get(where, {"raised"})
    assert all(f"I fell over in {where}" in i.text for i in table.incidents if i.kind == "raised")


@pytest.mark.parametrize("answer", [None, 10**5000, "castle"], ids=["none", "huge", "word"])
def test_nonsense_from_a_process_is_replaced(answer):
    table = Table(BOARD, [Cheat(answer), First()], isolate=[0], max_moves=3)
    table.play()
    assert {incident.kind for incident in table.incidents} == {"nonsense"}


def test_data_that_cannot_be_sent_is_left_out_of_an_explanation():
    table = Table(BOARD, [Reporter({"what": {1, 2}}), First()], isolate=[0], max_moves=1, explain=True)
    table.play()
    assert explanations(table, 0)[0].text == "0 seen, 1 heard"
    assert explanations(table, 0)[0].data == {}


def test_an_agent_that_cannot_be_sent_is_refused():
    with pytest.raises(TableError, match="unpicklable cannot be isolated"):
        Table(BOARD, [First(), Unpicklable()], isolate=True)


@pytest.mark.full
def test_a_question_interrupted_by_ctrl_c_is_asked_again_of_a_new_process():
    table = Table(BOARD, [Stuck(after=2), First()], isolate=[0])
    table.step()
    table.step()
    seat = table._seats[0]._agent

    def interrupt(number, frame):
        if seat._waiting:  # not before the question is open, however slow the machine is
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.3, 0.3)
        with pytest.raises(KeyboardInterrupt):
            table.step()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert len(table.moves) == 2
    interrupted = seat.pid
    seat.get_ready()
    assert seat.pid != interrupted
    table.close()


@pytest.mark.full
def test_a_table_that_is_left_by_an_error_leaves_no_process():
    table = Table(BOARD, [First(), First()], isolate=True)
    table.step()
    with pytest.raises(RuntimeError), table:
        raise RuntimeError


_SCRIPT = """
import os
from catanlab.games.gomoku import Gomoku
from catanlab.table.table import Table
from tests.table.players import First, Stuck

if __name__ == "__main__":
    table = Table(Gomoku(size=4, line=4), [Stuck(), First()], isolate=[0])
    seat = table._seats[0]._agent
    seat.get_ready()
    print(seat.pid, flush=True)
    table.play()
"""


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="the system cannot wait for any process")
def test_the_process_ends_when_the_table_is_killed(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(_SCRIPT)
    path = os.pathsep.join([str(ROOT), str(ROOT / "src")])
    with subprocess.Popen(
        [sys.executable, str(script)], stdout=subprocess.PIPE, env=os.environ | {"PYTHONPATH": path}
    ) as parent:
        child = os.pidfd_open(int(parent.stdout.readline()))
        assert select.select([child], [], [], 0) == ([], [], [])
        parent.kill()
    assert select.select([child], [], [], 30) == ([child], [], [])
    os.close(child)


# The messages.


@pytest.mark.parametrize(
    "reply",
    [
        Reply(5),
        Reply("a1", explanation=Explanation("why", {"n": [1, 2]})),
        Reply(("one", "two")),
        Reply(failure=Failure("late", "x"), complaints=(Failure("raised", "y"),)),
    ],
)
def test_replies_survive_the_pipe(reply):
    back = Reply.decode(reply.encode())
    assert (back.answer, back.explanation) == (reply.answer, reply.explanation)
    assert (back.failure and back.failure.args) == (reply.failure and reply.failure.args)
    assert [c.args for c in back.complaints] == [c.args for c in reply.complaints]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff\xfe",
        b"null",
        b"[]",
        b"[1,2,3]",
        b"[1.5,null,null,[]]",
        b"[true,null,null,[]]",
        b'[1,["theft","x"],null,[]]',
        b'[1,null,"because",[]]',
        b"[1,null,[1,{}],[]]",
        b"[1,null,null,[5]]",
        b"[" * 5000,
    ],
)
def test_what_is_no_reply_is_refused(data):
    with pytest.raises(ValueError):
        Reply.decode(data)
