"""`catanlab cluster` and `catanlab match --cluster` where there is no cluster, and the report of one."""

import socket
import sys
from pathlib import Path

import dask
import pytest

from catanlab.cli.cluster import report_lines
from catanlab.cli.main import main
from catanlab.lab.executors.cluster.check import ClusterReport, WorkerReport

MATCH = ["match", "random", "random:by_group=yes", "--rules", "players=2", "--cluster"]
DESCRIBED = {
    "name": "w1",
    "host": "node1",
    "threads": 4,
    "memory": 8_000_000_000,
    "version": "1.2.0",
    "python": "3.12.1",
    "fingerprint": {},
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in an empty folder."""
    monkeypatch.chdir(tmp_path)


def refusal(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Run a command that is refused, leaves no file, and says why in one sentence."""
    assert main(list(words)) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert not [path for path in Path().rglob("*") if path.is_file()]
    return captured.err


def test_a_missing_extra_is_said(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    sentence = (
        "a cluster needs the package distributed, which is not installed: pip install 'catanlab[cluster]'"
    )
    assert sentence in refusal(capsys, *MATCH, "tcp://127.0.0.1:1")
    assert sentence in refusal(capsys, "cluster", "check", "tcp://127.0.0.1:1")


@pytest.mark.full
def test_a_cluster_that_is_not_there_is_said(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("catanlab.lab.executors.cluster.link.CONNECT_SECONDS", 0.3)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and nobody listens
        address = f"tcp://127.0.0.1:{taken.getsockname()[1]}"
        assert f"there is no cluster at {address}: " in refusal(capsys, *MATCH, address)
        assert f"there is no cluster at {address}: " in refusal(capsys, "cluster", "check", address)


@pytest.mark.parametrize("configured", [{}, {"ca-file": "ca.pem"}, {"client": {"cert": "cert.pem"}}])
def test_tls_without_certificates_is_refused_before_anything_connects(
    configured: dict[str, object], capsys: pytest.CaptureFixture[str]
) -> None:
    sentence = (
        "tls://127.0.0.1:1 takes certificates: give --tls-ca, --tls-cert and --tls-key, or "
        "distributed.comm.tls (ca-file, client.cert and client.key) in Dask's configuration\n"
    )
    with dask.config.set({"distributed.comm.tls": configured}):
        assert refusal(capsys, *MATCH, "tls://127.0.0.1:1").endswith(sentence)
        assert refusal(capsys, "cluster", "check", "tls://127.0.0.1:1").endswith(sentence)


@pytest.mark.full
def test_something_that_is_no_scheduler_is_said(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("catanlab.lab.executors.cluster.link.CONNECT_SECONDS", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        assert f"there is no cluster at {address}: " in refusal(capsys, *MATCH, address)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "which action? There is: catanlab cluster check ADDRESS"),
        (["check"], "the following arguments are required: ADDRESS (see catanlab cluster check --help)"),
        (["check", "10.0.0.1"], "'10.0.0.1' is not the address of a scheduler"),
        (["check", "tcp://10.0.0.1:8786", "nobody"], "unknown agent 'nobody'"),
    ],
)
def test_bad_words_are_refused(words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert sentence in refusal(capsys, "cluster", *words)


def test_the_report_of_a_fit_cluster() -> None:
    report = ClusterReport("tcp://a:1", [WorkerReport("tcp://b:2", DESCRIBED, 0.0034, "")], [])
    assert report.is_fit
    assert report_lines(report) == [
        "worker     name  threads  memory  catanlab  python  processes  latency  fit",
        "tcp://b:2  w1          4  8.0 GB  1.2.0     3.12.1  yes         3.4 ms  yes",
        "",
        "Fit: 1 worker with 4 threads.",
    ]


def test_the_report_of_a_cluster_with_refused_workers() -> None:
    no_process = {name: value for name, value in DESCRIBED.items() if name != "fingerprint"}
    workers = [
        WorkerReport("tcp://b:2", DESCRIBED, 0.01, ""),
        WorkerReport(
            "tcp://c:3", {**no_process, "memory": 0}, None, "it cannot start a process to play: no"
        ),
        WorkerReport("tcp://d:4", {}, None, "it cannot play: ModuleNotFoundError"),
    ]
    report = ClusterReport("tcp://a:1", workers, ["worker x left while it was looked at"])
    assert not report.is_fit
    lines = report_lines(report)
    assert [line.split()[-1] for line in lines[1:4]] == ["yes", "no", "no"]
    assert [line.split()[-3] for line in lines[1:4]] == ["10.0", "no", "?"]
    assert lines[5:] == [
        "tcp://c:3: it cannot start a process to play: no",
        "tcp://d:4: it cannot play: ModuleNotFoundError",
        "worker x left while it was looked at",
        "Not fit: 2 of 3 workers would be refused; 4 threads could play.",
    ]


def test_the_report_of_a_cluster_without_workers() -> None:
    report = ClusterReport("tcp://a:1", [], [])
    assert not report.is_fit
    assert report_lines(report) == ["Not fit: no worker has joined tcp://a:1."]
