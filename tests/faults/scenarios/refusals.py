"""Robots refuse offers, some though they hold what is asked: the time that it takes does not tell."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import groupby
from math import sqrt
from typing import Any, cast

from tests.faults.servers import Server
from tests.faults.stage import Scenario, Stage
from tests.server.worlds import Story

from catanlab.games.catan.constants import RESOURCES
from catanlab.games.catan.engine.state import CatanState
from catanlab.server.database.database import Database
from catanlab.server.robots.delay import seeming_seconds

OPEN: dict[str, float] = {"acts_at_once": 1_000_000, "messages_at_once": 1_000_000}
ROBOTS = ("medium", "expert", "hard")
LEAST = 400
"""Refusals that are timed in a full run."""
MOST_Z = 3.29
"""What a difference in rank may be in standard deviations: more comes by chance once in a thousand runs."""
MOST_D = 1.95
"""The same for the greatest distance of the two distributions, to be scaled by their sizes."""


def rank_difference(one: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
    """Return how often a number of the one is greater than one of the other, and how unlikely that is.

    The second is in standard deviations, by Mann and Whitney, with ties.

    >>> rank_difference([1.0, 2.0], [1.0, 2.0])
    (0.5, 0.0)
    """
    n, m = len(one), len(other)
    ordered = sorted(other)
    wins = sum((bisect_left(ordered, each) + bisect_right(ordered, each)) / 2 for each in one)
    tied = [len(list(same)) for _, same in groupby(sorted([*one, *other]))]
    total = n + m
    spread = n * m / 12 * (total + 1 - sum(each**3 - each for each in tied) / (total * (total - 1)))
    return wins / (n * m), (wins - n * m / 2) / sqrt(spread) if spread else 0.0


def greatest_distance(one: Sequence[float], other: Sequence[float]) -> float:
    """Return the greatest distance of two distributions, by Kolmogorov and Smirnov.

    It is what the best threshold gains on chance: 0 if it tells nothing, 1 if it tells all.

    >>> greatest_distance([1.0, 2.0], [3.0, 4.0])
    1.0
    """
    a, b = sorted(one), sorted(other)
    return max(abs(bisect_right(a, each) / len(a) - bisect_right(b, each) / len(b)) for each in {*a, *b})


def judged(stage: Stage, answers: Sequence[dict[str, Any]], robot_seconds: float) -> None:
    """Judge the times of the refusals, by whether the robot held what was asked."""
    outcome = stage.outcome
    times: dict[bool, list[float]] = {True: [], False: []}
    beside: dict[bool, list[float]] = {True: [], False: []}
    with Database(stage.database.url) as database:
        for room, of_room in groupby(sorted(answers, key=_place), key=lambda each: each["room"]):
            story = Story(database.read_rows(room))
            for answer in of_room:
                story.until(answer["from"])
                outcome.count(f"answered by {answer['answer']}")
                if answer["answer"] != "reject":
                    continue
                play = story.room.play
                assert play is not None
                hand = cast(CatanState, play.state).position.seats[answer["seat"]].hand
                assert hand is not None
                # offer 1 wood for 2 ore to 1 2 3
                count, name = answer["offer"].partition(" for ")[2].split()[:2]
                could = hand[RESOURCES.index(name)] >= int(count)
                shown = seeming_seconds(room, answer["seat"], play.decision, robot_seconds)
                # What is known of it before: the drawn time. The rest might tell.
                times[could].append(answer["after"] - 1000 * shown)
                beside[could].append(answer["heard"])
    could, could_not = times[True], times[False]
    outcome.fault("offer that is refused, and could be paid", len(could))
    outcome.fault("offer that is refused, and could not be paid", len(could_not))
    least = stage.scaled(3, 100)
    if not outcome.require(
        min(len(could), len(could_not)) >= least,
        f"only {len(could)} and {len(could_not)} refusals were timed",
    ):
        return
    for name, (one, other) in {
        "by the log": (could, could_not),
        "by the client": (beside[True], beside[False]),
    }.items():
        share, z = rank_difference(one, other)
        distance = greatest_distance(one, other)
        most = MOST_D * sqrt((len(one) + len(other)) / (len(one) * len(other)))
        outcome.count(f"{name}: who could pay is slower, percent", round(100 * share))
        outcome.count(f"{name}: standard deviations from chance, hundredths", round(100 * z))
        outcome.count(f"{name}: greatest distance, percent", round(100 * distance))
        outcome.require(
            abs(z) < MOST_Z and distance < most,
            f"{name} the time of a refusal tells whether the robot could pay: "
            f"{100 * share:.0f} % of pairs, {z:.1f} standard deviations, distance {distance:.2f}",
        )


def _place(answer: dict[str, Any]) -> tuple[str, int]:
    return answer["room"], answer["seq"]


def time_refusals(stage: Stage, server: Server) -> None:
    """Let people make offers at a server that runs, and judge when robots refused."""
    robot_seconds = 0.05 if stage.is_quick else 0.3
    answers = stage.clients("offers.mjs").call(
        "offer",
        address=server.address,
        people=stage.scaled(3, 8),
        refusals=stage.scaled(45, LEAST + 100),
        seconds=stage.scaled(60, 240),
        robots=ROBOTS,
        robotSeconds=robot_seconds,
        seed=stage.outcome.seed,
        timeout=400,
    )
    judged(stage, answers, robot_seconds)
    refused = sum(each["answer"] == "reject" for each in answers)
    stage.outcome.require(
        stage.is_quick or refused >= LEAST, f"only {refused} refusals came in the time that there was"
    )


def run(stage: Stage) -> None:
    """Time the refusals of a server that does nothing else."""
    server = stage.server(limits=OPEN)
    server.start()
    time_refusals(stage, server)
    stage.outcome.require(server.end() == 0, "the server did not end with exit code 0")


SCENARIO = Scenario(
    "refusals", "offers to robots, who refuse them: the time tells nothing", run, ("sqlite",)
)
