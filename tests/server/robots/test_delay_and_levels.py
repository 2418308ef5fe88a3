"""How long a robot seems to think, and which robots people may choose."""

import pytest
from tests.server.robots.recorded import heard_game

from catanlab.agents.registry import make_agent
from catanlab.framework.errors import AgentError, CatanlabError
from catanlab.games.catan.game import Catan
from catanlab.server.robots.delay import LONGEST, SHORTEST, seeming_seconds
from catanlab.server.robots.levels import LEVELS, robot_spec
from catanlab.server.rooms.options import one_sentence

DECISIONS = [(f"room{number % 7}", number % 4, number) for number in range(2000)]


def test_the_time_with_and_without_the_cards_has_one_distribution():
    # Who cannot pay rejects at once; who can thinks, here for as long as an offer ever takes a planner.
    without = [seeming_seconds(*each, 1.0, worked=0.0002) for each in DECISIONS]
    with_cards = [seeming_seconds(*each, 1.0, worked=0.05 + 0.0002 * each[2]) for each in DECISIONS]
    assert without == with_cards


def test_times_are_spread_evenly_around_the_usual_one():
    times = sorted(seeming_seconds(*each, 2.0) for each in DECISIONS)
    assert 2.0 * SHORTEST <= times[0] <= times[-1] <= 2.0 * LONGEST
    assert sum(times) / len(times) == pytest.approx(2.0, rel=0.02)
    for tenth in range(1, 10):
        expected = 2.0 * (SHORTEST + (LONGEST - SHORTEST) * tenth / 10)
        assert times[len(times) * tenth // 10] == pytest.approx(expected, rel=0.05)


def test_longer_work_is_shown_at_full_ticks_only():
    for room, seat, decision in DECISIONS[:200]:
        tick = seeming_seconds(room, seat, decision, 1.0)
        shown = {
            seeming_seconds(room, seat, decision, 1.0, worked=tick * part) for part in (1.01, 1.5, 2.0)
        }
        assert shown == {2 * tick}


def test_without_a_usual_time_an_answer_is_shown_at_once():
    assert seeming_seconds("room", 0, 1, 0.0, worked=0.25) == 0.25


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays(level):
    agent = make_agent(robot_spec(level))
    agent.check(Catan(rules="trading", seed=1))
    assert heard_game(robot_spec(level), turns=3).decisions


def test_no_choice_is_the_usual_level():
    assert robot_spec("") == robot_spec("medium") == LEVELS["medium"].spec


def test_a_spec_becomes_canonical():
    assert robot_spec("uct: iterations=100,reuse=on") == "uct:iterations=100,reuse=yes"


@pytest.mark.parametrize(
    "text",
    [
        "antigravity.geohash",
        "catanlab.table.random_agent.RandomAgent",
        "uct:playout=os.path.join",
        "uct:policy=os.path.join",
        "uct:at_cut=os.path.join",
        "uct:prior=os.path.join",
        "greedy:trade=os.path",
        "human",
        "nobody",
        "uct:iterations=0",
        "uct:iterations=1000000000",
        "uct:seconds=3600",
        "uct:threads=64",
        "uct:nodes=50000000",
        "uct:c=nan",
        "uct:unknown=1",
        "uct:",
        ":",
        "greedy:offers=maybe",
    ],
)
def test_what_is_no_robot_of_ours_is_refused(text):
    with pytest.raises(CatanlabError):
        robot_spec(text)


def test_an_import_path_is_refused_before_anything_is_imported():
    with pytest.raises(AgentError, match="import path"):
        robot_spec("uct:policy=this.is_not_there")


def test_an_unknown_robot_is_refused_in_a_whole_sentence_that_names_the_nearest():
    for text, meant in (("gredy", "'greedy'"), ("esy", "'easy'"), ("x" * 190, "")):
        with pytest.raises(AgentError) as refused:
            robot_spec(text)
        sentence = one_sentence(refused.value)
        assert sentence == " ".join(str(refused.value).split())  # nothing is cut off
        assert ("did you mean" in sentence) == bool(meant)
        assert meant in sentence
        assert all(level in sentence for level in LEVELS)
