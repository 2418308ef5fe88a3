"""The thread of an agent: answers in time, agents that never stop, and a program that ends all the same."""

import subprocess
import sys
import threading
from contextlib import suppress
from typing import Any

import pytest
from tests.bridges.loopback import PATIENCE
from tests.bridges.test_game_follower import Table

from catanlab.agents.players.mcts.agent import Mcts
from catanlab.agents.registry import make_agent
from catanlab.bridges.jsettlers import agent_thread as agent_threads
from catanlab.bridges.jsettlers import codes as j
from catanlab.bridges.jsettlers import seat_agent as seat_agents
from catanlab.bridges.jsettlers.agent_thread import AgentThread, TooLateError
from catanlab.bridges.jsettlers.messages import Message
from catanlab.bridges.jsettlers.seat import Seat
from catanlab.framework.moves import Move
from catanlab.framework.random import Random
from catanlab.games.gomoku import Gomoku
from catanlab.table.agent import Agent
from catanlab.table.agent_replies import Failure


def think_for_ever() -> None:
    while True:
        pass


def test_what_a_question_raises_comes_to_who_asked() -> None:
    agent_thread = AgentThread("x")
    with pytest.raises(KeyError):
        agent_thread.ask(lambda: {}["nothing"], PATIENCE)
    assert agent_thread.ask(lambda: 1, PATIENCE) == 1
    agent_thread.close()


def test_the_next_question_may_come_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agent_threads, "_BUSY_SECONDS", 0.0)
    agent_thread = AgentThread("x")
    for number in range(500):
        assert agent_thread.ask(lambda number=number: number, PATIENCE) == number  # type: ignore[misc]
    agent_thread.close()


def test_an_agent_that_thinks_is_not_idle() -> None:
    for _ in range(200):
        agent_thread = AgentThread("x")
        assert not agent_thread.ask(agent_thread._idle.is_set, PATIENCE)
        agent_thread.close()


@pytest.mark.full
def test_interrupts_one_after_another_do_not_end_the_thread() -> None:
    agent_thread, seen = AgentThread("x"), list[type[BaseException]]()

    def stubborn() -> None:
        while len(seen) < 5:
            try:
                think_for_ever()
            except TooLateError as error:
                seen.append(type(error))

    with pytest.raises(Failure, match="no answer"):
        agent_thread.ask(stubborn, 0.01)
    while len(seen) < 5:
        with suppress(Failure):
            agent_thread.ask(lambda: None, PATIENCE)
    assert agent_thread._idle.wait(PATIENCE)
    assert agent_thread.ask(lambda: "awake", PATIENCE) == "awake"
    agent_thread.close()


def test_an_agent_that_exits_ends_neither_its_thread_nor_the_program() -> None:
    agent_thread = AgentThread("x")
    thread = agent_thread.ask(threading.current_thread, PATIENCE)
    with pytest.raises(RuntimeError, match="SystemExit: 3"):
        agent_thread.ask(lambda: sys.exit(3), PATIENCE)
    assert agent_thread.ask(threading.current_thread, PATIENCE) is thread
    agent_thread.close()


def test_a_thread_that_has_ended_is_replaced() -> None:
    agent_thread = AgentThread("x")
    thread = agent_thread.ask(threading.current_thread, PATIENCE)
    agent_thread._questions.put(None)
    thread.join(PATIENCE)
    agent_thread._idle.clear()  # as an interrupt leaves it that ends the thread
    agent_thread._thinking = agent_thread._has_question = True
    assert agent_thread.ask(threading.current_thread, PATIENCE) is not thread
    assert not agent_thread.ask(agent_thread._idle.is_set, PATIENCE)
    agent_thread.close()


def test_a_timeout_of_the_agents_own_is_no_lateness() -> None:
    def question() -> None:
        raise TimeoutError("my own")

    with pytest.raises(TimeoutError, match="my own"):
        AgentThread("x").ask(question, PATIENCE)


def test_endless_thinking_is_stopped_and_the_next_question_answered() -> None:
    agent_thread = AgentThread("x")
    with pytest.raises(Failure, match="no answer within 0"):
        agent_thread.ask(think_for_ever, 0.01)
    assert agent_thread._idle.wait(PATIENCE)
    assert agent_thread.ask(lambda: "awake", PATIENCE) == "awake"
    agent_thread.close()


@pytest.mark.full
@pytest.mark.parametrize("threads", [1, 2])
def test_a_search_is_stopped(threads: int) -> None:
    agent = make_agent(f"uct:iterations=1000000000,nodes=1000,threads={threads}")
    assert isinstance(agent, Mcts)
    agent.random = Random(1)
    search = agent.search(Gomoku(size=3, line=3).observer(0).view())
    agent_thread, over = AgentThread("x"), threading.Event()
    try:
        with pytest.raises(Failure, match="no answer within 0"):
            agent_thread.ask(lambda: search.run(stop=over.is_set), 0.2)
        assert agent_thread._idle.wait(PATIENCE)
    finally:
        over.set()
    agent_thread.close()


def test_a_question_whose_time_is_over_before_it_begins_does_not_run() -> None:
    agent_thread = AgentThread("x")
    for _ in range(20):
        with pytest.raises(Failure, match="no answer within 0"):
            agent_thread.ask(think_for_ever, 0)
        assert agent_thread._idle.wait(PATIENCE)
    agent_thread.close()


def test_an_agent_that_cannot_be_stopped_gets_no_more_questions() -> None:
    agent_thread, begun, wake = AgentThread("x"), threading.Event(), threading.Event()

    def question() -> None:
        begun.set()
        wake.wait()

    while not begun.is_set():  # on a busy machine the time can be over before the question begins
        with pytest.raises(Failure, match="no answer"):
            agent_thread.ask(question, 0.01)
    with pytest.raises(Failure, match="earlier move"):
        agent_thread.ask(lambda: 1, 10)
    agent_thread.close(lambda: pytest.fail("it is not asked for a farewell"))
    wake.set()


def test_who_waits_goes_on_when_the_game_is_left() -> None:
    agent_thread, begun, wake = AgentThread("x"), threading.Event(), threading.Event()

    def question() -> None:
        begun.set()
        wake.wait()

    failures: list[Failure] = []

    def ask() -> None:
        try:
            agent_thread.ask(question, 3600)
        except Failure as failure:
            failures.append(failure)

    asking = threading.Thread(target=ask)
    asking.start()
    begun.wait()
    agent_thread.stop()
    asking.join(PATIENCE)
    assert [failure.text for failure in failures] == ["the robot has left the game"]
    with pytest.raises(Failure, match="has left the game"):
        agent_thread.ask(lambda: 1, 10)
    wake.set()


def test_the_farewell_is_said_in_the_same_thread() -> None:
    agent_thread, heard = AgentThread("x"), []
    thread = agent_thread.ask(threading.current_thread, PATIENCE)
    agent_thread.stop()
    agent_thread.close(lambda: heard.append(threading.current_thread()), PATIENCE)
    assert heard == [thread]


@pytest.mark.full
def test_a_program_ends_although_an_agent_does_not() -> None:
    program = (
        "from catanlab.bridges.jsettlers.agent_thread import AgentThread\n"
        "import time\n"
        "try: AgentThread('x').ask(lambda: time.sleep(10**6), 0.01)\n"
        "except Exception as error: print(error.text)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (0, "no answer within 0.01 s\n")


# Agents in a seat.


class Endless(Agent):
    """Thinks for ever about every move, and if asked to even when it starts."""

    name = "endless"

    def choose(self, view: Any, deadline: Any) -> Move | int | str:
        think_for_ever()
        raise AssertionError


class Odd(Agent):
    """Gives the answer that it was made with."""

    name = "odd"

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def choose(self, view: Any, deadline: Any) -> Move | int | str:
        if isinstance(self.answer, BaseException):
            raise self.answer
        return self.answer  # type: ignore[no-any-return]


class Deaf(Agent):
    """Raises at everything it hears."""

    name = "deaf"

    def __init__(self) -> None:
        self.heard = 0

    def hear(self, event: Any) -> None:
        self.heard += 1
        raise RuntimeError("what?")

    def choose(self, view: Any, deadline: Any) -> Move | int | str:
        return view.legal_moves[-1]  # type: ignore[no-any-return]


def seat_of(agent: Agent, monkeypatch: pytest.MonkeyPatch, **options: Any) -> Seat:
    """Return a seat of this agent before its first roll."""
    monkeypatch.setattr(seat_agents, "make_agent", lambda spec: agent)
    seat = Seat("g", 2, "-", "an agent", **options)
    table = Table().set_up()
    table.send("DICERESULT", total=2)
    table.send("GAMESTATE", state=j.PLAY)
    table.send("TURN", seat=2, state=j.ROLL_OR_CARD)
    seat.follower = table.follower
    return seat


def test_a_late_agent_is_replaced_by_simple_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seat_agents, "GRACE_SECONDS", 0.01)
    seat = seat_of(Endless(), monkeypatch, move_seconds=0.0)
    assert [message.text for message in seat.decide()] == ["1031|g"]
    seat.take(Message("GAMESTATE", game="g", state=j.ROLL_OR_CARD))
    assert [message.text for message in seat.decide()] == ["1031|g"]
    assert seat.counts.failures == 2
    seat.close()


@pytest.mark.parametrize(
    "answer",
    [2**63, 2**64 - 1, -1, 2**62, "roll 9", "x" * 10**6, None, 1.5, b"roll", SystemExit(3)],
    ids=str,
)
def test_an_answer_that_is_no_move_is_replaced(answer: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    seat = seat_of(Odd(answer), monkeypatch)
    assert [message.text for message in seat.decide()] == ["1031|g"]
    assert seat.counts.failures == 1
    assert len(seat.troubles[0]) < 400
    seat.close()


def test_an_agent_that_fails_to_hear_hears_all_and_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    agent = Deaf()
    seat = seat_of(agent, monkeypatch)
    for event in ("one", "two"):
        seat._agent.hear(event)  # type: ignore[arg-type]
    seat.decide()
    assert agent.heard == 2
    assert seat.counts.failures == 2
    assert seat.counts.decisions == 1
    seat.close()
