"""Real clusters in trouble: workers are killed, leave, join, differ, or may not start processes."""

import json
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import dask.config as dask_config
import numpy as np
import pytest
from tests.lab.executors.killers import board_name
from tests.lab.executors.played import FIRST, alike, duel, joined, play_here, troubles, until
from tests.lab.executors.real_cluster import RealCluster, other_catanlab, wait_until

from catanlab.cli.main import main
from catanlab.framework.errors import WorkerError
from catanlab.lab.executors.cluster.dask_executor import DaskExecutor
from catanlab.lab.executors.cluster.link import ClusterAddress
from catanlab.lab.jobs import FinishedJob
from catanlab.lab.rows import LOST

pytestmark = pytest.mark.slow

GREEDY = duel("greedy", "greedy", max_turns=60)


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[RealCluster]:
    """Return a cluster without workers."""
    with RealCluster(tmp_path) as cluster:
        yield cluster


def first_jobs(run: Iterator[FinishedJob | None], count: int) -> list[FinishedJob]:
    """Return the first jobs of a run."""
    jobs: list[FinishedJob] = []
    while len(jobs) < count:
        job = next(run)
        if job:
            jobs.append(job)
    return jobs


def executor_names(executor: DaskExecutor) -> Callable[[], set[str]]:
    """Return what gives the names of the workers that play."""
    return lambda: {name.partition("(")[2].rstrip(")") for name in executor.workers}


def assert_played_as_here(jobs: list[FinishedJob], blocks: range) -> None:
    """Assert that every block is there once, with the rows of one machine."""
    assert sorted(block for job in jobs for block in job.blocks) == list(blocks)
    assert alike(joined(jobs), joined(play_here(GREEDY, blocks)))


def test_a_worker_that_is_killed_costs_nothing_and_one_that_joins_later_plays(cluster: RealCluster) -> None:
    cluster.add_worker("one")
    cluster.add_worker("two")
    with DaskExecutor(GREEDY, ClusterAddress(cluster.address)) as executor:
        names = executor_names(executor)
        run = executor.play(until(lambda: "three" in names()))
        jobs = first_jobs(run, 3)
        while "two" not in names():
            jobs += filter(None, [next(run)])
        cluster.kill("one")
        cluster.add_worker("three")
        jobs += [job for job in run if job]
    assert_played_as_here(jobs, range(sum(len(job.blocks) for job in jobs)))
    assert not troubles(jobs)


def test_a_worker_that_ends_in_good_order_costs_nothing(cluster: RealCluster) -> None:
    cluster.add_worker("one", "--lifetime", "6 s")
    cluster.add_worker("two")
    with DaskExecutor(GREEDY, ClusterAddress(cluster.address)) as executor:
        jobs = [job for job in executor.play(range(40)) if job]
    assert_played_as_here(jobs, range(40))
    assert not troubles(jobs)


def test_workers_below_nannies_may_play_and_come_back_when_they_are_killed(cluster: RealCluster) -> None:
    plan = duel(FIRST)
    killer = duel(f"tests.lab.executors.killers.Killer:board={board_name(plan.game(4))}")
    cluster.add_worker("one", nanny=True)
    cluster.add_worker("two", nanny=True)
    with DaskExecutor(killer, ClusterAddress(cluster.address)) as executor:
        jobs = [job for job in executor.play(range(8)) if job]
    rows, here = joined(jobs), joined(play_here(plan, range(8)))
    assert sorted(block for job in jobs for block in job.blocks) == list(range(8))
    assert set(rows.block[rows.ended == LOST].tolist()) == {4}
    assert alike(rows.take(rows.block != 4), here.take(here.block != 4))
    (trouble,) = troubles(jobs)
    assert trouble.startswith("block 4 is given up, its games are lost: while it was played, worker tcp://")


def test_an_agent_that_kills_the_player_costs_its_block_and_no_worker(cluster: RealCluster) -> None:
    plan = duel(FIRST)
    board = board_name(plan.game(4))
    cluster.add_worker("one")
    killer = duel(f"tests.lab.executors.killers.Killer:board={board},victim=player")
    with DaskExecutor(killer, ClusterAddress(cluster.address)) as executor:
        jobs = [job for job in executor.play(range(8)) if job]
    rows, here = joined(jobs), joined(play_here(plan, range(8)))
    assert set(rows.block[rows.ended == LOST].tolist()) == {4}
    assert alike(rows.take(rows.block != 4), here.take(here.block != 4))
    assert "worker " in troubles(jobs)[0]
    assert "lost its player (signal 9)" in troubles(jobs)[0]


def test_workers_with_another_catanlab_are_refused_by_name_and_the_others_play(
    cluster: RealCluster, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    changes = {
        "older": {"_version.py": "\n__version__ = '0.0.1'\n"},
        "edited": {"agents/players/greedy/__init__.py": "\nEDITED = True\n"},
        "rebuilt": {native_module(): "\0"},
    }
    for name, change in changes.items():
        cluster.add_worker(name, sources=other_catanlab(tmp_path / f"{name}-sources", **change))
    with (
        pytest.raises(WorkerError, match=r"no worker of tcp://.* can play this match: "),
        DaskExecutor(GREEDY, ClusterAddress(cluster.address)) as executor,
    ):
        list(executor.play(range(2)))
    cluster.add_worker("right")
    wait_until(lambda: check(cluster, capsys)["workers_fit"] == 1)
    assert main(["cluster", "check", cluster.address, "greedy", "greedy", "--rules", "players=2"]) == 2
    printed = capsys.readouterr().out
    assert "it has catanlab 0.0.1, and here is" in printed
    assert "its code of every game, greedy differs" in printed or "its code of greedy differs" in printed
    assert "its native modules differ" in printed
    assert "Not fit: 3 of 4 workers would be refused; 1 threads could play." in printed
    with DaskExecutor(GREEDY, ClusterAddress(cluster.address)) as executor:
        jobs = [job for job in executor.play(range(4)) if job]
        assert [name.partition("(")[2] for name in executor.workers] == ["right)"]
    played = [job for job in jobs if job.blocks]
    assert_played_as_here(played, range(4))
    refused = troubles(jobs)
    assert len(refused) == 3
    assert all(f"({name}) is not used: " in "\n".join(refused) for name in changes)


def native_module() -> str:
    """Return a native module of the engine, below the folder of catanlab."""
    import catanlab.games.catan.engine.state as module

    path = Path(module.__file__)
    return str(path.relative_to(path.parents[3]))


def check(cluster: RealCluster, capsys: pytest.CaptureFixture[str]) -> dict[str, int]:
    """Return how many workers a check finds fit."""
    main(["cluster", "check", cluster.address, "--json"])
    report = json.loads(capsys.readouterr().out)
    return {"workers_fit": sum(not worker["reason"] for worker in report["workers"])}


def test_a_worker_that_may_not_start_processes_is_refused_with_the_reason(
    cluster: RealCluster, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    preload = tmp_path / "no_processes.py"
    preload.write_text(
        "import errno, subprocess\n"
        "def refuse(*_, **__):\n"
        "    raise OSError(errno.EAGAIN, 'Resource temporarily unavailable')\n"
        "subprocess.Popen = refuse\n"
    )
    cluster.add_worker("one", "--preload", str(preload))
    wait_until(
        lambda: main(["cluster", "check", cluster.address]) == 2 and "one" in capsys.readouterr().out
    )
    with (
        pytest.raises(
            WorkerError, match=r"\(one\): it cannot start a process to play: .*Resource temporarily"
        ),
        DaskExecutor(GREEDY, ClusterAddress(cluster.address)) as executor,
    ):
        list(executor.play(range(2)))


def test_agents_that_play_otherwise_each_time_are_noticed_and_played(cluster: RealCluster) -> None:
    cluster.add_worker("one")
    cluster.add_worker("two")
    plan = duel("tests.lab.executors.killers.Fickle")
    with DaskExecutor(plan, ClusterAddress(cluster.address)) as executor:
        jobs = [job for job in executor.play(range(8)) if job]
    assert sorted(block for job in jobs for block in job.blocks) == list(range(8))


def test_a_cluster_with_tls(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = certificates(tmp_path)
    dask = [
        "--tls-ca-file",
        str(files["ca"]),
        "--tls-cert",
        str(files["cert"]),
        "--tls-key",
        str(files["key"]),
    ]
    ours = ["--tls-ca", str(files["ca"]), "--tls-cert", str(files["cert"]), "--tls-key", str(files["key"])]
    with RealCluster(tmp_path, "--protocol", "tls", *dask) as cluster:
        assert cluster.address.startswith("tls://")
        cluster.add_worker("one", "--protocol", "tls", *dask)
        match = [
            "match",
            "greedy",
            "random",
            "--rules",
            "players=2",
            "--blocks",
            "3",
            "--out",
            str(tmp_path / "out"),
        ]
        assert main([*match, "--cluster", cluster.address, *ours]) == 0
        assert "6 games in 3 blocks" in capsys.readouterr().out
        assert main(["cluster", "check", cluster.address, *ours]) == 0
        assert "Fit: 1 worker with 1 thread." in capsys.readouterr().out
        assert main(["cluster", "check", cluster.address]) == 2
        error = capsys.readouterr().err
        assert error.count("\n") == 1
        assert f"{cluster.address} takes certificates" in error
        names = {"ca-file": "ca", "client.cert": "cert", "client.key": "key"}
        configured = {f"distributed.comm.tls.{name}": str(files[file]) for name, file in names.items()}
        with dask_config.set(configured):
            assert main(["cluster", "check", cluster.address]) == 0
        assert "Fit: 1 worker with 1 thread." in capsys.readouterr().out


def certificates(folder: Path) -> dict[str, Path]:
    """Return a new authority, certificate and key."""
    ca, cert, key = folder / "ca.pem", folder / "cert.pem", folder / "key.pem"
    command = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-days",
        "2",
        "-subj",
        "/CN=test",
    ]
    subprocess.run([*command, "-keyout", key, "-out", cert], check=True, capture_output=True)
    ca.write_bytes(cert.read_bytes())
    return {"ca": ca, "cert": cert, "key": key}


def test_a_scheduler_that_is_killed_is_reported_and_the_same_command_goes_on(
    cluster: RealCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("catanlab.lab.executors.cluster.link.LOST_SECONDS", 1.0)
    cluster.add_worker("one")
    with DaskExecutor(GREEDY, ClusterAddress(cluster.address)) as executor:
        run = executor.play(range(1000))
        first_jobs(run, 2)
        cluster.kill("scheduler")
        with pytest.raises(WorkerError, match=r"was lost.*the same command goes on"):
            for _ in run:
                pass


def test_rows_of_the_command_are_those_of_one_machine(
    cluster: RealCluster, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from catanlab.lab.store import Store

    cluster.add_worker("one")
    match = [
        "match",
        "greedy",
        "random",
        "--rules",
        "players=2",
        "--blocks",
        "6",
        "--records",
        "--seed",
        "9",
    ]
    assert main([*match, "--out", str(tmp_path / "there"), "--cluster", cluster.address]) == 0
    assert main([*match, "--out", str(tmp_path / "here")]) == 0
    (there,), (here,) = (Store(tmp_path / name).matches() for name in ("there", "here"))
    assert there.key == here.key
    assert alike(there.rows(), here.rows())
    assert len(list(there.records())) == len(list(here.records())) == 12
    assert np.array_equal(there.finished_blocks(), here.finished_blocks())
    capsys.readouterr()
