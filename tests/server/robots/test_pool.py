"""The pool with real worker processes: nothing is lost when one dies or hangs, and nothing is made up."""

import asyncio
import multiprocessing
import os
import pickle
import signal

import pytest
from tests.server.robots import rogues
from tests.server.robots.recorded import heard_game

from catanlab.framework.errors import AgentError
from catanlab.server.robots.kept_agents import LEAST_BYTES
from catanlab.server.robots.lanes import lane_of
from catanlab.server.robots.pool import RobotPool
from catanlab.server.robots.questions import PoolClosedError, RobotFailedError, RobotsBusyError
from catanlab.table.clock import FakeClock

pytestmark = pytest.mark.full
GREEDY = heard_game("greedy", turns=40)
TRADER = heard_game("thomas-trade")
DECISION = GREEDY.decisions[20]
PATIENCE = 300.0
"""A bound for a busy machine; it is never reached unless something is lost."""


def run(work, **options):
    """Run a coroutine with a pool that is closed afterwards, and check that no process is left."""

    async def whole():
        async with asyncio.timeout(PATIENCE), RobotPool(**({"workers": 2} | options)) as pool:
            return await work(pool)

    result = asyncio.run(whole())
    assert multiprocessing.active_children() == []
    return result


def rogue(name, **given):
    """Return a question to an agent that misbehaves."""
    return GREEDY.question(DECISION, agent=rogues.PATH + name, **given)


def rooms(count, heard=GREEDY, decision=DECISION, **given):
    """Return the same question from so many rooms."""
    return [heard.question(decision, key=f"room {number}", **given) for number in range(count)]


def test_a_robot_in_the_pool_plays_as_at_a_table_and_is_made_once():
    async def work(pool):
        for heard in (GREEDY, TRADER):
            events = []
            for decision in heard.decisions:
                events += heard.events[len(events) : decision.heard]
                answer = await pool.ask(heard.question(decision, events, key=heard.agent))
                assert answer.moves == (decision.move,)
                assert answer.explanation is not None
                assert answer.rebuilt == (decision is heard.decisions[0])
        return pool.status()

    status = run(work)
    assert status.answered == len(GREEDY.decisions) + len(TRADER.decisions)
    assert status.rebuilt == 2
    assert [worker.robots for worker in status.workers] == [2, 0]


def test_memory_bounds_the_robots_that_are_kept():
    async def work(pool):
        for question in rooms(30):
            await pool.ask(question)
        kept = await pool.ask(rooms(30)[29])
        return pool.status(), kept

    status, _ = run(work, workers=1, memory_bytes=8 * LEAST_BYTES)
    (worker,) = status.workers
    assert worker.robots <= 8
    assert worker.bytes <= 8 * LEAST_BYTES


def test_a_forgotten_room_is_made_anew():
    async def work(pool):
        question = GREEDY.question(DECISION)
        first, again = await pool.ask(question), await pool.ask(question)
        pool.forget("room")
        forgotten = await pool.ask(question)
        pool.forget("room", 0)
        kept = await pool.ask(question)
        return [answer.rebuilt for answer in (first, again, forgotten, kept)]

    assert run(work) == [True, False, True, False]


def test_100_rooms_are_served_after_their_worker_was_killed():
    async def work(pool):
        await pool.ask(GREEDY.question(DECISION))
        quick = pool.status().workers[0]
        tasks = [asyncio.create_task(pool.ask(question)) for question in rooms(100)]
        await asyncio.sleep(0)
        os.kill(quick.pid, signal.SIGKILL)
        answers = await asyncio.gather(*tasks)
        return answers, quick, pool.status()

    answers, killed, status = run(work)
    assert [answer.moves for answer in answers] == [(DECISION.move,)] * 100
    assert status.replaced == 1
    assert status.failed == 0
    assert status.workers[0].pid != killed.pid


def test_100_rooms_are_served_after_their_worker_hung():
    clock = FakeClock()

    async def work(pool):
        await pool.ask(GREEDY.question(DECISION))
        quick = pool.status().workers[0]
        os.kill(quick.pid, signal.SIGSTOP)
        tasks = [asyncio.create_task(pool.ask(question)) for question in rooms(100, seconds=500.0)]
        await asyncio.sleep(0)
        clock.advance(501.0)
        pool.check()
        assert pool.status().replaced == 0  # within the grace time
        clock.advance(2.0)
        pool.check()
        return await asyncio.gather(*tasks), pool.status()

    answers, status = run(work, clock=clock)
    assert [answer.moves for answer in answers] == [(DECISION.move,)] * 100
    assert status.replaced == 1
    assert status.failed == 0


def test_the_time_to_think_ends_by_itself_too():
    async def work(pool):
        with pytest.raises(RobotFailedError) as failed:
            await pool.ask(rogue("Hangs", seconds=0.05))
        return failed.value, pool.status()

    error, status = run(work, grace_seconds=0.2)
    assert error.kind == "late"
    assert status.replaced == 2  # it was asked again, made anew


def test_a_quick_question_is_answered_while_a_search_hangs():
    async def work(pool):
        hanging = asyncio.create_task(pool.ask(rogue("Hangs", seconds=1000.0)))
        await asyncio.sleep(0)
        assert pool.status().workers[1].busy
        answers = [await pool.ask(question) for question in rooms(20)]
        assert not hanging.done()
        hanging.cancel()
        return answers

    assert all(answer.moves == (DECISION.move,) for answer in run(work))


async def failure(pool, question):
    """Return the error that a question ends with."""
    with pytest.raises(RobotFailedError) as failed:
        await pool.ask(question)
    return failed.value


def test_an_agent_that_fails_twice_is_reported():
    expected = {
        "Raises": ("raised", "RuntimeError: I fell over"),
        "Nonsense": ("nonsense", "all your ore"),
        "Illegal": ("illegal", "confirm 3"),
        "Greedy": ("raised", "MemoryError"),
        "IsNotThere": ("raised", "AgentError"),
    }

    async def work(pool):
        errors = {name: await failure(pool, rogue(name)) for name in expected}
        return errors, await pool.ask(rogue("Rogue")), pool.status()

    errors, healthy, status = run(work)
    for name, (kind, text) in expected.items():
        assert (errors[name].kind, errors[name].code) == (kind, "robot-failed")
        assert text in errors[name].text
    assert healthy.moves
    assert status.failed == len(expected)
    assert status.replaced == 0


def test_an_agent_that_ends_its_worker_twice_is_reported_and_harms_nobody():
    expected = {
        "Exits": "exit code 3",
        "WritesToPool": "4294967295 bytes",
        "ForgesReply": "no question",
    }

    async def work(pool):
        errors = {}
        for name in expected:
            waiting = asyncio.create_task(failure(pool, rogue(name, seconds=1000.0)))
            await asyncio.sleep(0)
            neighbour = await pool.ask(rogue("Rogue", key="neighbour"))
            assert neighbour.moves
            errors[name] = await waiting
        return errors, pool.status()

    errors, status = run(work)
    for name, text in expected.items():
        assert errors[name].kind == "died"
        assert text in errors[name].text
    assert status.replaced == 2 * len(expected)


def test_an_agent_that_fails_once_answers_when_it_is_made_anew():
    async def work(pool):
        return await pool.ask(rogue("RaisesOnce"))

    assert run(work).moves


def test_an_agent_that_forks_or_floods_gives_one_answer():
    async def work(pool):
        forked = await pool.ask(rogue("Forks"))
        flooded = await pool.ask(rogue("Floods"))
        spoken = await pool.ask(rogue("Floods", task="say"))
        return forked, flooded, spoken, pool.status()

    forked, flooded, spoken, status = run(work)
    assert forked.moves
    assert flooded.moves
    assert len(flooded.explanation.text) <= 300
    assert flooded.explanation.data == {}
    assert len(spoken.lines) <= 20
    assert max(map(len, spoken.lines)) <= 200
    assert status.replaced == 0


def test_under_load_searches_get_smaller_budgets_and_then_the_room_is_told():
    spec = "uct:iterations=1000"
    assert lane_of(spec) == "search"

    async def work(pool):
        # The questions come at once, while the only worker for searches is stopped. The clock stands still:
        # the budget would rise while a slow machine answers.
        os.kill(pool.status().workers[1].pid, signal.SIGSTOP)
        tasks = [asyncio.create_task(pool.ask(question)) for question in rooms(40, agent=spec)]
        await asyncio.sleep(0)
        refused = []
        while not refused:
            question = GREEDY.question(DECISION, agent=spec, key=f"late {len(tasks)}")
            task = asyncio.create_task(pool.ask(question))
            await asyncio.sleep(0)
            (refused if task.done() else tasks).append(task)
        budget = pool.status().budget
        os.kill(pool.status().workers[1].pid, signal.SIGCONT)
        answers = await asyncio.gather(*tasks[:40])
        for task in tasks[40:]:
            task.cancel()
        return refused[0].exception(), budget, answers

    busy, budget, answers = run(work, max_wait_seconds=2.0, clock=FakeClock())
    assert isinstance(busy, RobotsBusyError)
    assert busy.seconds > 2.0
    assert budget == 0.0625
    assert {answer.budget for answer in answers[1:]} == {0.0625}
    assert all(answer.moves for answer in answers)


def test_a_question_that_nobody_waits_for_is_not_asked():
    async def work(pool):
        hanging = asyncio.create_task(pool.ask(rogue("Hangs", seconds=1000.0)))
        await asyncio.sleep(0)
        waiting = asyncio.create_task(pool.ask(rogue("Rogue", key="other")))
        await asyncio.sleep(0)
        assert pool.status().search_waiting == 1
        waiting.cancel()
        await asyncio.wait([waiting])
        assert pool.status().search_waiting == 0
        hanging.cancel()
        return pool.status()

    assert run(work).answered == 0


def test_a_question_that_cannot_be_asked_is_refused_at_once():
    async def work(pool):
        with pytest.raises(AgentError):
            await pool.ask(GREEDY.question(DECISION, agent="nobody"))
        with pytest.raises((TypeError, AttributeError, pickle.PicklingError)):
            await pool.ask(GREEDY.question(DECISION, deal=lambda: None))
        assert (await pool.ask(GREEDY.question(DECISION))).moves

    run(work, workers=1)


def test_a_closed_pool_answers_nothing_and_leaves_no_process():
    async def work():
        pool = RobotPool(workers=2)
        await pool.start()
        pids = [worker.pid for worker in pool.status().workers]
        tasks = [asyncio.create_task(pool.ask(rogue("Hangs", key=str(n), seconds=1e3))) for n in range(3)]
        await asyncio.sleep(0)
        await pool.close()
        await pool.close()
        results = await asyncio.gather(*tasks, return_exceptions=True)
        assert all(isinstance(result, PoolClosedError) for result in results)
        with pytest.raises(PoolClosedError):
            await pool.ask(GREEDY.question(DECISION))
        for pid in pids:
            with pytest.raises(ProcessLookupError):
                os.kill(pid, 0)

    asyncio.run(work())
    assert multiprocessing.active_children() == []
