"""What the executor of a cluster decides: who may play, what is played again, what is given up."""

from collections.abc import Iterator

import pytest
from tests.lab.executors.paper_link import PaperLink
from tests.lab.executors.played import alike, duel, joined, troubles

from catanlab.framework.errors import WorkerError
from catanlab.lab.executors.cluster import dask_executor, node
from catanlab.lab.executors.cluster.dask_executor import DaskExecutor
from catanlab.lab.executors.cluster.link import ClusterAddress, Lost
from catanlab.lab.jobs import FinishedJob
from catanlab.lab.native import play_natively
from catanlab.lab.rows import LOST

PLAN = duel("random:by_group=yes")
WHERE = ClusterAddress("tcp://paper:1")


class Played:
    """An executor on paper that plays some blocks, step by step."""

    def __init__(self, link: PaperLink, blocks: range, unit: int, wait_seconds: float) -> None:
        self.link = link
        self.executor = DaskExecutor(PLAN, WHERE, wait_seconds=wait_seconds)
        self.executor._size.blocks = unit
        self.jobs: list[FinishedJob] = []
        self.is_over = False
        self._run: Iterator[FinishedJob | None] = self.executor.play(blocks)

    def step(self, times: int = 3) -> None:
        """Let the executor look at what happened."""
        for _ in range(times):
            try:
                job = next(self._run)
            except StopIteration:
                self.is_over = True
                return
            if job:
                self.jobs.append(job)

    def admit(self, *workers: str) -> None:
        """Let workers join, which are fit."""
        self.link.join(*workers)
        self.step(1)
        for worker in workers:
            self.link.describe(worker)
        self.step(1)
        for worker in workers:
            self.link.play(worker)
        self.step()

    def finish(self, *workers: str) -> None:
        """Let the workers play all there is."""
        for _ in range(100):
            for worker in workers:
                if worker in self.link.blocks():
                    self.link.play(worker)
            self.step()
            if self.is_over:
                return
        raise AssertionError("the match does not end")

    def assert_rows_are_right(self, blocks: range) -> None:
        """Assert that every block was yielded once, and as one machine plays it."""
        assert sorted(block for job in self.jobs for block in job.blocks) == list(blocks)
        assert alike(joined(self.jobs), play_natively(PLAN, blocks))


@pytest.fixture
def link(monkeypatch: pytest.MonkeyPatch) -> PaperLink:
    """Return the link that executors get."""
    link = PaperLink(PLAN)
    monkeypatch.setattr(dask_executor, "Link", lambda where: link)
    return link


def start(link: PaperLink, blocks: range, unit: int = 2, wait_seconds: float = 300.0) -> Played:
    """Return a match of so many blocks in units of a size that does not change."""
    played = Played(link, blocks, unit, wait_seconds)
    played.executor._size.learn = lambda seconds: None  # type: ignore[method-assign]
    return played


def test_workers_play_units_in_turn_and_have_one_waiting(link: PaperLink) -> None:
    played = start(link, range(1, 20))
    played.admit("a", "b")
    assert link.blocks() == {"a": [[1, 2], [5, 6]], "b": [[3, 4], [7, 8]]}
    played.finish("a", "b")
    played.assert_rows_are_right(range(1, 20))
    assert not troubles(played.jobs)


def test_a_worker_with_threads_plays_as_many_units(link: PaperLink) -> None:
    played = start(link, range(1, 20))
    link.join("a", threads=3)
    played.step(1)
    link.describe("a")
    played.step(1)
    link.play("a")
    played.step()
    assert len(link.blocks()["a"]) == 4


def test_slow_blocks_do_not_wait_behind_another(link: PaperLink) -> None:
    played = start(link, range(1, 20), unit=1)
    played.admit("a", "b")
    assert link.blocks() == {"a": [[1]], "b": [[2]]}


def test_the_block_that_workers_are_compared_by_is_not_played_again(link: PaperLink) -> None:
    played = start(link, range(5))
    played.admit("a", "b")
    assert link.blocks() == {"a": [[1], [4]], "b": [[2, 3]]}
    played.finish("a", "b")
    played.assert_rows_are_right(range(5))


def test_a_lost_worker_costs_no_block_and_no_row(link: PaperLink) -> None:
    played = start(link, range(1, 12))
    played.admit("a", "b")
    link.leave("a")
    played.finish("b")
    played.assert_rows_are_right(range(1, 12))
    assert not troubles(played.jobs)


def test_what_a_lost_worker_had_is_divided_and_played_alone(link: PaperLink) -> None:
    played = start(link, range(1, 40))
    played.admit("a", "b")
    link.leave("a")
    played.step()
    assert link.blocks() == {"b": [[3, 4], [7, 8]]}  # nothing new until it is idle
    link.play("b")
    link.play("b")
    played.step()
    assert link.blocks() == {"b": [[1]]}
    played.finish("b")
    played.assert_rows_are_right(range(1, 40))


def test_a_worker_that_leaves_as_it_said_leaves_no_suspicion(link: PaperLink) -> None:
    played = start(link, range(1, 12))
    played.admit("a", "b")
    link.leave("a", was_expected=True)
    played.step()
    link.play("b")
    played.step()
    assert link.blocks() == {"b": [[7, 8], [1, 2]]}
    played.finish("b")
    played.assert_rows_are_right(range(1, 12))


def test_a_block_that_is_lost_with_three_workers_is_given_up_and_no_other(link: PaperLink) -> None:
    played = start(link, range(1, 7), unit=6)
    played.admit("a")
    assert link.blocks() == {"a": [[1, 2, 3, 4, 5, 6]]}
    link.leave("a")
    for worker in ("b", "c"):
        played.admit(worker)
        while link.blocks() != {worker: [[3]]}:
            link.play(worker)
            played.step()
        link.leave(worker)
        played.step()
    assert played.is_over
    rows = joined(played.jobs)
    assert sorted(block for job in played.jobs for block in job.blocks) == list(range(1, 7))
    assert (rows.ended == LOST).tolist() == (rows.block == 3).tolist()
    assert alike(rows.take(rows.block != 3), play_natively(PLAN, [1, 2, 4, 5, 6]))
    (trouble,) = troubles(played.jobs)
    assert trouble == (
        "block 3 is given up, its games are lost: while it was played, worker a ended, "
        "then worker b ended, then worker c ended"
    )


def test_a_lost_player_is_as_suspicious_as_a_lost_worker(link: PaperLink) -> None:
    played = start(link, range(1, 3))
    played.admit("a")
    for _ in range(2):
        link.answer("a", node.DIED, "signal 9")
        played.step()
        while link.blocks() == {"a": [[1]]}:
            link.play("a")
            played.step()
    link.answer("a", node.DIED, "signal 9")
    played.step()
    assert played.is_over
    assert "block 2 is given up" in troubles(played.jobs)[0]
    assert "worker a lost its player (signal 9)" in troubles(played.jobs)[0]


def test_late_results_are_dropped(link: PaperLink) -> None:
    played = start(link, range(1, 5))
    played.admit("a", "b")
    numbers = [number for number, call in link.waiting.items() if call[0] == "a"]
    link.leave("a")
    played.step()
    assert set(numbers) <= set(link.dropped)
    played.finish("b")
    played.assert_rows_are_right(range(1, 5))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"version": "9.9", "native": "0", "code": "0"}, "it has catanlab 9.9, and here is"),
        ({"native": "0"}, "its native modules differ"),
        ({"code": "0 1 2"}, "its code of every game, random:by_group=yes, random differs"),
    ],
)
def test_another_worker_is_refused_by_name_also_if_it_joins_later(
    link: PaperLink, changes: dict[str, str], words: str
) -> None:
    played = start(link, range(1, 10))
    played.admit("a")
    link.join("tcp://10.0.0.9:1")
    played.step(1)
    link.describe("tcp://10.0.0.9:1", name="node9", fingerprint={**link.described, **changes})
    played.step()
    (trouble,) = troubles(played.jobs)
    assert trouble.startswith("worker tcp://10.0.0.9:1 (node9) is not used: ")
    assert words in trouble
    assert set(link.blocks()) == {"a"}
    played.finish("a")
    played.assert_rows_are_right(range(1, 10))


def test_a_worker_that_cannot_start_processes_is_refused_with_the_reason(link: PaperLink) -> None:
    played = start(link, range(1, 10))
    link.join("a")
    played.step(1)
    link.describe("a", fingerprint=None, error="it cannot start a process to play: no memory")
    with pytest.raises(
        WorkerError, match="no worker of tcp://paper:1 can play this match: a: it cannot start"
    ):
        played.step(5)


def test_a_worker_without_catanlab_is_refused(link: PaperLink) -> None:
    played = start(link, range(1, 10))
    link.join("a")
    played.step(1)
    link.fail("a", "ModuleNotFoundError: No module named 'catanlab'")
    with pytest.raises(WorkerError, match="a: it cannot play: ModuleNotFoundError"):
        played.step(5)


def spoil(rows: object) -> None:
    """Change the points of a game."""
    rows.points[0, 0] += 1  # type: ignore[attr-defined]


def test_a_worker_that_plays_block_0_otherwise_is_refused(link: PaperLink) -> None:
    played = start(link, range(1, 10))
    played.admit("a")
    link.join("b")
    played.step(1)
    link.describe("b")
    played.step(1)
    link.play("b", change=spoil)
    played.step()
    assert [0] in link.blocks()["a"]  # it is asked once more
    played.finish("a")
    played.assert_rows_are_right(range(1, 10))
    (trouble,) = troubles(played.jobs)
    assert trouble.startswith(
        "worker b is not used: it plays block 0 otherwise than the others: points of game 0 is"
    )


def test_agents_that_never_play_the_same_are_no_reason_to_refuse(link: PaperLink) -> None:
    played = start(link, range(1, 3), unit=1)
    played.admit("a")
    link.join("b")
    played.step(1)
    link.describe("b")
    played.step(1)
    link.play("b", change=spoil)
    played.step()
    link.play("a")  # its unit
    played.step()
    link.play("a", change=spoil)
    played.step()
    assert "b" in link.blocks() or played.jobs
    assert "the agents do not play the same way twice" in troubles(played.jobs)[0]


def test_a_worker_that_fails_again_and_again_is_refused(link: PaperLink) -> None:
    played = start(link, range(1, 10))
    played.admit("a", "b")
    for _ in range(3):
        link.answer("b", node.NO_START, "no memory")
        played.step()
    played.finish("a")
    played.assert_rows_are_right(range(1, 10))
    (trouble,) = troubles(played.jobs)
    assert trouble == "worker b is not used: it failed 3 times in a row: no memory"


def test_results_of_other_games_are_not_taken(link: PaperLink) -> None:
    played = start(link, range(1, 10))
    played.admit("a", "b")

    def move(rows: object) -> None:
        rows.block[0] = 500  # type: ignore[attr-defined]

    link.play("b", change=move)
    played.finish("a", "b")
    played.assert_rows_are_right(range(1, 10))


def test_a_lost_cluster_is_an_error_that_says_how_to_go_on(link: PaperLink) -> None:
    played = start(link, range(1, 10))
    played.admit("a")
    link.happen(Lost("it does not answer"))
    with pytest.raises(WorkerError, match=r"was lost \(it does not answer\).*the same command goes on"):
        played.step()


def test_a_cluster_without_workers_is_not_waited_for_for_ever(link: PaperLink) -> None:
    played = start(link, range(1, 10), wait_seconds=0.0)
    with pytest.raises(WorkerError, match="has had no worker that can play for 0 s"):
        played.step(5)


def test_closing_the_iterator_drops_what_is_played(link: PaperLink) -> None:
    played = start(link, range(1, 10))
    played.admit("a")
    waiting = set(link.waiting)
    played._run.close()  # type: ignore[attr-defined]
    assert waiting <= set(link.dropped)
    assert not played.executor._playing
