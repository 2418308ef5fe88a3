"""The account of a worker's robots: what they have heard, and how much memory they take."""

from tests.server.robots.recorded import heard_game

from catanlab.games.catan.game import Catan
from catanlab.server.robots.kept_agents import LEAST_BYTES, KeptAgents

GREEDY = heard_game("greedy")
FIRST = GREEDY.decisions[0]


def test_the_robots_asked_least_recently_go_first():
    kept = KeptAgents(3 * LEAST_BYTES)
    questions = [GREEDY.question(FIRST, key=f"room {number}") for number in range(4)]
    for question in (*questions[:3], questions[0], questions[3]):
        kept.prepare(question, FIRST.heard)
        kept.resize(question.robot, 0)
    assert len(kept) == 3
    assert kept.bytes == 3 * LEAST_BYTES
    assert questions[1].robot not in kept
    assert len(kept.take_drops()) == 1
    assert kept.take_drops() == ()


def test_a_robot_that_grows_pushes_others_out_but_never_itself():
    kept = KeptAgents(4 * LEAST_BYTES)
    questions = [GREEDY.question(FIRST, key=f"room {number}") for number in range(4)]
    for question in questions:
        kept.prepare(question, FIRST.heard)
    kept.resize(questions[3].robot, 100 * LEAST_BYTES)
    assert len(kept) == 1
    assert questions[3].robot in kept


def test_a_robot_is_kept_while_its_events_go_on():
    kept, events = KeptAgents(1 << 30), []
    _, is_new = kept.prepare(GREEDY.question(FIRST, events), 0)
    assert is_new
    events += GREEDY.events[:9]
    robot, is_new = kept.prepare(GREEDY.question(FIRST, events), 9)
    assert not is_new
    robot.heard = 9
    assert not kept.prepare(GREEDY.question(FIRST, events), 9)[1]


def test_a_robot_is_made_anew_for_another_course_of_events():
    events = list(GREEDY.events)
    usual = GREEDY.question(FIRST, events)
    others = (
        GREEDY.question(FIRST, list(events)),
        GREEDY.question(FIRST, events, agent="random"),
        GREEDY.question(FIRST, events, seed=8),
        GREEDY.question(FIRST, events, game=Catan(seed=9).sealed()),
    )
    for other in others:
        kept = KeptAgents(1 << 30)
        kept.prepare(usual, 5)
        _, is_new = kept.prepare(other, 5)
        assert is_new
        assert len(kept.take_drops()) == 1


def test_a_robot_that_has_heard_more_than_the_question_is_made_anew():
    kept, events = KeptAgents(1 << 30), list(GREEDY.events)
    robot, _ = kept.prepare(GREEDY.question(FIRST, events), 9)
    robot.heard = 9
    assert kept.prepare(GREEDY.question(FIRST, events), 8)[1]
