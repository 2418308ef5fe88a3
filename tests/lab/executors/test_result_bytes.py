"""Results as bytes: all of them arrive, and nothing else is taken for results."""

import pytest
from tests.lab.executors.played import FIRST, ROGUE, alike, duel, games, joined, play_here

from catanlab.lab.executors.cluster.result_bytes import ResultError, UnitResult, decode, encode
from catanlab.lab.jobs import FinishedJob
from catanlab.lab.match_plan import MatchPlan
from catanlab.lab.native import play_natively

PLAN = duel("random:by_group=yes")


def of_jobs(jobs: list[FinishedJob]) -> UnitResult:
    """Return the results of jobs."""
    records = [record for job in jobs for record in job.records]
    return UnitResult(joined(jobs), records, [trouble for job in jobs for trouble in job.troubles], 1.5)


@pytest.mark.full
@pytest.mark.parametrize(
    "plan",
    [
        duel(f"{ROGUE}:deed=raise,seat=1", FIRST),
        MatchPlan.match(["random", FIRST], game="gomoku:size=5,line=4"),
    ],
    ids=["catan", "gomoku"],
)
def test_rows_records_and_troubles_arrive_as_they_were(plan: MatchPlan) -> None:
    jobs = play_here(plan, [3, 4], records=True)
    sent = of_jobs(jobs)
    found = decode(encode(sent, plan), plan, [3, 4])
    assert alike(found.rows, sent.rows)
    assert found.rows.seconds.tolist() == sent.rows.seconds.tolist()
    assert found.troubles == sent.troubles
    assert found.seconds == 1.5
    assert [record[:2] for record in found.records] == [record[:2] for record in sent.records]
    assert games([FinishedJob((3, 4), found.rows, found.records, [])]) == games(jobs)


def test_what_is_not_the_unit_is_refused() -> None:
    data = encode(UnitResult(play_natively(PLAN, range(2)), [], [], 0.5), PLAN)
    assert len(decode(data, PLAN, [0, 1]).rows) == 4
    with pytest.raises(ResultError, match="they are not the games of the unit"):
        decode(data, PLAN, [0, 2])
    for wrong in (b"", b"nonsense", data[:-200], data[: len(data) // 2]):
        with pytest.raises(ResultError):
            decode(wrong, PLAN, [0, 1])
    other = MatchPlan.match(["random"] * 4)
    with pytest.raises(ResultError):
        decode(data, other, [0, 1])


def test_agents_in_other_seats_are_refused() -> None:
    rows = play_natively(PLAN, range(1))
    rows.agent[:] = rows.agent[:, ::-1]
    with pytest.raises(ResultError, match="do not sit as the match seats them"):
        decode(encode(UnitResult(rows, [], [], 0.5), PLAN), PLAN, [0])
