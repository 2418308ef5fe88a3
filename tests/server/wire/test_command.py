"""`catanlab serve` says in one sentence what is wrong."""

import argparse
import socket
import subprocess
import sys
from types import ModuleType

import pytest
from tests.server.wire.served import open_hub

from catanlab.cli.main import main
from catanlab.cli.serve import add_options
from catanlab.framework.errors import CatanlabError


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module of the hub, with the small hub of the tests in it."""
    module = ModuleType("catanlab.server.hub.hub")
    monkeypatch.setattr(module, "open_hub", open_hub, raising=False)
    monkeypatch.setitem(sys.modules, "catanlab.server.hub.hub", module)
    return module


def complaint(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Return the one line on stderr of a command that is refused."""
    assert main(["serve", *words]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    return captured.err


def test_a_port_that_is_in_use_is_named(hub: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        says = f"catanlab: port {port} of 127.0.0.1 is in use; choose another with --port\n"
        assert complaint(capsys, "--port", str(port)) == says


def test_a_host_that_is_not_this_machine_is_named(
    hub: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    # An address of the block for documentation, which no machine has.
    says = complaint(capsys, "--host", "192.0.2.1", "--port", "0")
    assert "cannot listen at port 0 of 192.0.2.1: " in says
    assert "there is no address 'a b'" in complaint(capsys, "--host", "a b")


@pytest.mark.full
@pytest.mark.parametrize("package", ["msgspec", "uvicorn", "starlette", "websockets"])
def test_a_package_that_is_missing_is_named_with_its_extra(package: str) -> None:
    program = (
        f"import sys; sys.modules[{package!r}] = None\n"
        "from catanlab.cli.main import main; sys.exit(main(['serve']))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"catanlab: the server needs the package {package}, which is not installed: "
        "run pip install 'catanlab[server]'\n"
    )


def test_what_the_hub_refuses_is_one_sentence(
    hub: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(*, database: str, workers: int | None, **_: object) -> object:
        raise CatanlabError(f"{database!r} is not the URL of a database, and {workers} workers are few")

    monkeypatch.setattr(hub, "open_hub", refuse)
    words = ("--port", "0", "--database", "nothing", "--workers", "3")
    assert "'nothing' is not the URL of a database, and 3 workers" in complaint(capsys, *words)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            ["--public-url", "catan.example"],
            "'catan.example' is not the address of a server, such as https",
        ),
        (["--metrics", "9100"], "'9100' is not a host and a port such as 127.0.0.1:9100"),
        (["--log-format", "xml"], "--log-format: invalid choice: 'xml'"),
        (["--log-level", "all"], "--log-level: invalid choice: 'all'"),
        (["--port", "65536"], "--port: '65536' is not an integer from 0 to 65535"),
        (["--workers", "0"], "--workers: '0' is not an integer from 1 to 256"),
        (["--origin", "catan.example"], "'catan.example' is not an origin such as https://catan.example"),
        (["--origin", "https://catan.example/"], "'https://catan.example/' is not an origin"),
        (["--origin", "https://a:b"], "'https://a:b' is not an origin"),
        (["--origin", "*"], "'*' is not an origin"),
        (["--limit", "connections=many"], "the limit connections is an integer from 1 on, not 'many'"),
        (["--limit", "people=3"], "'people=3' is not NAME=VALUE with one of the limits queued_frames, "),
        (["--proxy", "home"], "'home' is not an address such as 127.0.0.1 or a network"),
        (["--proxy", "10.0.0.1/8"], "'10.0.0.1/8' is not an address"),
        (["--experiment", "colour"], "invalid choice: 'colour' (choose from"),
    ],
)
def test_options_are_checked(words: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert says in complaint(capsys, *words)


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("https://catan.example", "wss://catan.example/ws"),
        ("https://catan.example/a/", "wss://catan.example/a/ws"),
        ("wss://catan.example/a/ws", "wss://catan.example/a/ws"),
        ("http://127.0.0.1:8000/", "ws://127.0.0.1:8000/ws"),
        ("http://[::1]:8000/ws", "ws://[::1]:8000/ws"),
    ],
)
def test_the_public_address_is_that_of_the_websocket(given: str, meant: str) -> None:
    parser = argparse.ArgumentParser()
    add_options(parser)
    assert parser.parse_args(["--public-url", given]).public_url == meant
