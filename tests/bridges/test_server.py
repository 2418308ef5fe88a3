"""A server as a process: it starts or reports why not, and never outlives the program that started it."""

import asyncio
import shlex
import socket
import subprocess
import sys

import pytest

from catanlab.bridges.jsettlers import server as servers
from catanlab.bridges.jsettlers.errors import BridgeError, ConnectionLostError
from catanlab.bridges.jsettlers.server import Server

LISTEN = "s = socket.socket(); s.bind(('127.0.0.1', int(sys.argv[-2]))); s.listen(); time.sleep(1000)"


def command(program: str) -> str:
    return shlex.join([sys.executable, "-c", f"import os, socket, sys, time; {program}"])


async def come_up(program: str) -> None:
    async with Server(command(program), ["-Dx=y"]):
        pass


def test_a_server_that_listens_is_up() -> None:
    asyncio.run(come_up(LISTEN))


def test_the_last_words_of_a_server_that_ends_are_reported() -> None:
    with pytest.raises(ConnectionLostError, match="ended with code 3; it said: no such luck"):
        asyncio.run(come_up("print('garbage ' * 10**5); print('no such luck'); sys.exit(3)"))


def test_words_that_are_no_text_do_no_harm() -> None:
    with pytest.raises(ConnectionLostError, match="ended with code 1"):
        asyncio.run(come_up(r"os.write(1, bytes(range(256)) * 1000); sys.exit(1)"))


@pytest.mark.full
def test_a_server_that_never_listens_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(servers, "START_SECONDS", 0.3)
    with pytest.raises(ConnectionLostError, match=r"does not listen after 0\.3 s"):
        asyncio.run(come_up("time.sleep(1000)"))


@pytest.mark.parametrize(
    ("words", "reason"),
    [("", "is empty"), ("'", "No closing quotation"), ("/no/such/java", "/no/such/java: No such file")],
)
def test_an_invalid_command_is_reported(words: str, reason: str) -> None:
    async def start() -> None:
        async with Server(words, []):
            pass

    with pytest.raises(BridgeError, match=reason):
        asyncio.run(start())


@pytest.mark.full
@pytest.mark.parametrize("how", ["SIGKILL", "SIGTERM", "SIGINT"])
def test_a_server_ends_with_the_program_that_started_it(how: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as watch:
        port = watch.getsockname()[1]
        server = command(f"a = socket.create_connection(('127.0.0.1', {port})); {LISTEN}")
        program = (
            "import asyncio, os, signal\n"
            "from catanlab.bridges.jsettlers.server import Server\n"
            "async def run():\n"
            f"    async with Server({server!r}, []):\n"
            f"        os.kill(os.getpid(), signal.{how})\n"
            "        await asyncio.sleep(1000)\n"
            "asyncio.run(run())\n"
        )
        starting = subprocess.Popen([sys.executable, "-c", program], stderr=subprocess.DEVNULL)
        watch.settimeout(60)
        line, _ = watch.accept()
        with line:
            line.settimeout(60)
            assert line.recv(1) == b""  # it is gone, and its end of the connection with it
        assert starting.wait(60) != 0
