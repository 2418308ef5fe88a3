"""The HTTP of bots: streams, messages by POST, and what is refused with which status."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.server.bots.bots import address, token_of
from tests.server.hubs import HomePool
from tests.server.players import OPTIONS, Serving, serving
from tests.server.wire.running import HOST, PATIENCE, eventually, run, soon

from catanlab.server import wire
from catanlab.server.client import connect
from catanlab.server.limits import Limits
from catanlab.server.protocol import frames

pytestmark = pytest.mark.full

STREAM, SEND = "/api/bot/stream", "/api/bot/send"


class Stream:
    """A stream that a test reads line by line."""

    def __init__(self, http: httpx.AsyncClient, response: httpx.Response) -> None:
        self.http = http
        self.response = response
        self._lines = response.aiter_lines()

    async def line(self) -> str:
        """Return the next line, which may be empty."""
        return await soon(anext(self._lines))

    async def next(self, kind: str) -> dict[str, Any]:
        """Return the next frame of a kind."""
        while True:
            line = await self.line()
            if line and (frame := json.loads(line))["t"] == kind:
                return dict(frame)

    async def ends(self) -> None:
        """Wait for the end of the stream."""
        async for _ in self._lines:
            pass

    async def post(self, message: Any) -> httpx.Response:
        """Send a message: JSON, or bytes as they are."""
        body = message if isinstance(message, bytes) else json.dumps(message).encode()
        return await soon(self.http.post(SEND, content=body))


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


@asynccontextmanager
async def client_of(server: Serving, token: str = "") -> AsyncIterator[httpx.AsyncClient]:
    """Open a client that keeps no connections: the server may close one just when it is used again."""
    headers, limits = bearer(token) if token else {}, httpx.Limits(max_keepalive_connections=0)
    async with httpx.AsyncClient(
        base_url=address(server), headers=headers, timeout=PATIENCE, limits=limits
    ) as http:
        yield http


@asynccontextmanager
async def stream_of(server: Serving, token: str) -> AsyncIterator[Stream]:
    """Open the stream of a bot, which has been welcomed."""
    async with client_of(server, token) as http, http.stream("GET", STREAM) as response:
        assert response.status_code == 200
        assert response.headers["content-type"] == "application/x-ndjson"
        stream = Stream(http, response)
        assert (await stream.next("welcome"))["bot"] is True
        yield stream


def at_server(folder: Path, test: Callable[[Serving, str], Awaitable[None]], **options: Any) -> None:
    """Run a test at a server with the token of a bot."""

    async def begin() -> None:
        async with serving(folder, pool=HomePool(), **options) as server:
            await test(server, await token_of(server, "Anna's bot"))

    run(begin())


def refusal(answer: httpx.Response) -> tuple[int, str]:
    """Return the status and the code of a refusal."""
    assert answer.headers["content-type"] == "application/json"
    return answer.status_code, answer.json()["code"]


async def create(stream: Stream, **options: Any) -> str:
    """Let a bot make a room."""
    answer = await stream.post({"t": "create", "id": "c1", "options": {"robot_seconds": 0, **options}})
    assert answer.status_code == 200
    return str(answer.json()["room"])


def test_a_bot_makes_a_room_sits_down_and_moves_by_post(tmp_path: Path) -> None:
    async def test(server: Serving, token: str) -> None:
        async with stream_of(server, token) as stream:
            room = await create(stream, robots=["greedy"])
            # The frames of the stream are those of a WebSocket: the acknowledgement is there too.
            assert (await stream.next("ack"))["id"] == "c1"
            assert (await stream.next("update"))["reset"] is True
            sat = await stream.post({"t": "sit", "id": "s1", "room": room, "seat": 0})
            assert (sat.status_code, sat.json()["t"], sat.json()["id"]) == (200, "ack", "s1")
            seated = (await stream.next("update"))["events"][-1]["event"]
            assert seated["occupant"]["bot"] is True
            # An act that is sent again is done once.
            again = await stream.post({"t": "sit", "id": "s1", "room": room, "seat": 0})
            assert again.json() == sat.json()
            assert (await stream.post({"t": "start", "id": "s2", "room": room})).status_code == 200
            view = None
            while not (view and view["legal"]):
                view = (await stream.next("update")).get("view")
            node = view["legal"]["settlement"][0]
            late = {"t": "move", "id": "m0", "room": room, "decision": 99, "move": f"settlement {node}"}
            assert refusal(await stream.post(late)) == (409, "stale-decision")
            move = {**late, "id": "m1", "decision": view["decision"]}
            assert (await stream.post({**move, "move": "settlement 99"})).status_code == 400
            assert (await stream.post({**move, "id": "m2"})).status_code == 200
            page = await stream.post({"t": "history", "room": room})
            assert page.status_code == 202
            history = await stream.next("history")
            assert history["seat"] == 0
            assert [each["seq"] for each in history["events"][:3]] == [1, 2, 3]

    at_server(tmp_path, test)


def test_requests_without_an_id_are_answered_by_their_frame_or_by_202(tmp_path: Path) -> None:
    async def test(server: Serving, token: str) -> None:
        async with stream_of(server, token) as stream:
            room = await create(stream)
            rooms = await stream.post({"t": "rooms"})
            assert (rooms.status_code, [each["room"] for each in rooms.json()["rooms"]]) == (200, [room])
            assert (await stream.post({"t": "part", "room": room})).status_code == 202
            joined = await stream.post({"t": "join", "room": room})
            assert (joined.status_code, joined.content) == (202, b"")
            assert refusal(await stream.post({"t": "join", "room": "nowhere"})) == (404, "no-such-room")
            assert (await stream.post({"t": "pong", "n": 1})).status_code == 202
            assert refusal(await stream.post({"t": "history", "room": "nowhere"})) == (409, "not-joined")
            sit = {"t": "stand", "id": "s1", "room": room}
            assert refusal(await stream.post(sit)) == (403, "not-seated")

    at_server(tmp_path, test)


def test_messages_that_are_wrong_are_refused_with_400(tmp_path: Path) -> None:
    async def test(server: Serving, token: str) -> None:
        async with stream_of(server, token) as stream:
            for body in (
                b"",
                b"no json",
                b"\xff\xfe",
                b'{"t": "nothing"}',
                b'{"t": "pong", "n": 1, "more": 2}',
                b'{"t": "sit", "id": "not allowed!", "room": "hall"}',
                b'{"t": "sit", "id": 7, "room": "hall"}',
                b'{"t": "create", "id": "x", "options": {"rules": "poker"}}',
                b'{"t": "hello", "protocol": 1, "name": "Other"}',
            ):
                status, code = refusal(await stream.post(body))
                assert (status, code in ("bad-message", "bad-options")) == (400, True), body

    at_server(tmp_path, test)


def test_a_request_without_the_token_of_a_bot_is_refused(tmp_path: Path) -> None:
    async def test(server: Serving, token: str) -> None:
        async with client_of(server) as http:
            for headers in (
                {},
                {"Authorization": "Basic QW5uYTpzZWNyZXQ="},
                {"Authorization": "Bearer"},
                {"Authorization": "Bearer a b"},
                bearer("wrong"),
                bearer("x" * 65),
            ):
                for answer in (
                    await http.get(STREAM, headers=headers),
                    await http.post(SEND, headers=headers, content=b'{"t": "rooms"}'),
                ):
                    assert refusal(answer) == (401, "bad-token")
                    assert answer.headers["www-authenticate"] == "Bearer"
                    assert token not in answer.text
            person = await connect(server.url, "Anna")
            assert refusal(await http.get(STREAM, headers=bearer(person.token))) == (403, "not-a-bot")
            await person.close()
            # The token is right, but there is no stream.
            answer = await http.post(SEND, headers=bearer(token), content=b'{"t": "rooms"}')
            assert refusal(answer) == (409, "no-stream")
            assert (await http.post(STREAM, headers=bearer(token))).status_code == 405
            assert (await http.get(SEND, headers=bearer(token))).status_code == 405

    at_server(tmp_path, test)


def test_addresses_that_guess_tokens_are_slowed_down(tmp_path: Path) -> None:
    async def test(server: Serving, token: str) -> None:
        async with client_of(server) as http:
            answers = [await http.get(STREAM, headers=bearer(f"guess{n}")) for n in range(30)]
            assert {refusal(answer) for answer in answers} == {(401, "bad-token"), (429, "too-fast")}
            assert answers[-1].headers["retry-after"] == "1"
            # Who has guessed too often does not learn that a guess was right.
            assert refusal(await http.get(STREAM, headers=bearer(token))) == (429, "too-fast")

    # However slow the machine is, no guess is given back meanwhile.
    at_server(tmp_path, test, limits=Limits(bad_tokens_per_second=1e-9))


def test_pages_of_other_origins_are_refused(tmp_path: Path) -> None:
    async def test(server: Serving, token: str) -> None:
        async with client_of(server, token) as http:
            foreign = {"Origin": "https://evil.example"}
            assert refusal(await http.get(STREAM, headers=foreign)) == (403, "foreign-origin")
            assert refusal(await http.post(SEND, headers=foreign)) == (403, "foreign-origin")
            own = {"Origin": address(server)}
            assert refusal(await http.post(SEND, headers=own)) == (409, "no-stream")

    at_server(tmp_path, test)


def test_a_second_stream_takes_the_place_of_the_first(tmp_path: Path) -> None:
    async def test(server: Serving, token: str) -> None:
        async with stream_of(server, token) as first:
            room = await create(first)
            async with stream_of(server, token) as second:
                bye = await first.next("bye")
                assert (bye["code"], "seconds" in bye) == ("replaced", False)
                await first.ends()
                assert (await second.post({"t": "join", "room": room})).status_code == 202
                assert (await second.next("update"))["room"] == room
                # Another bot is not disturbed.
                async with stream_of(server, await token_of(server, "Other")) as other:
                    assert (await other.post({"t": "rooms"})).status_code == 200
                assert (await second.post({"t": "rooms"})).status_code == 200
            await eventually(lambda: not server.running.server.connections)

    at_server(tmp_path, test)


def test_streams_that_are_opened_too_often_are_refused_with_429(tmp_path: Path) -> None:
    async def test(server: Serving, token: str) -> None:
        for _ in range(Limits().streams_at_once):
            async with stream_of(server, token):
                pass
        async with client_of(server, token) as http:
            answer = await http.get(STREAM)
            assert refusal(answer) == (429, "too-fast")
            assert int(answer.headers["retry-after"]) >= 1

    # However slow the machine is, none is given back meanwhile.
    at_server(tmp_path, test, limits=Limits(streams_per_second=0.0001))


def test_too_many_messages_are_refused_with_429_and_then_end_the_stream(tmp_path: Path) -> None:
    async def test(server: Serving, token: str) -> None:
        async with stream_of(server, token) as stream:
            answers = [await stream.post({"t": "rooms"}) for _ in range(3)]
            assert [answer.status_code for answer in answers] == [200, 200, 429]
            assert answers[-1].headers["retry-after"] == "1"
            assert refusal(answers[-1]) == (429, "too-fast")
            answers = [await stream.post({"t": "rooms"}) for _ in range(3)]
            assert refusal(answers[-1]) == (409, "no-stream")
            assert (await stream.next("bye"))["code"] == "too-fast"
            await stream.ends()

    limits = Limits(
        messages_per_second=0.001, messages_at_once=2, bad_messages_per_second=0.001, bad_messages_at_once=2
    )
    at_server(tmp_path, test, limits=limits)


def test_a_person_s_budget_holds_for_bots(tmp_path: Path) -> None:
    async def test(server: Serving, token: str) -> None:
        server.hub.services.ledger.limits = Limits(acts_per_second=0.001, acts_at_once=30)
        async with stream_of(server, token) as stream:
            await create(stream)
            answer = await stream.post({"t": "create", "id": "c2"})
            assert refusal(answer) == (429, "too-fast")
            assert answer.headers["retry-after"] == "1"
            assert answer.json()["id"] == "c2"

    at_server(tmp_path, test)


def test_a_body_that_is_too_large_is_refused_with_413(tmp_path: Path) -> None:
    async def test(server: Serving, token: str) -> None:
        async with stream_of(server, token) as stream:
            large = b'{"t": "rooms"}' + b" " * wire.MAX_FRAME_BYTES
            assert refusal(await stream.post(large)) == (413, "too-large")

            async def parts() -> AsyncIterator[bytes]:
                for _ in range(40):
                    yield b" " * 1000

            answer = await soon(stream.http.post(SEND, content=parts()))
            assert refusal(answer) == (413, "too-large")
            fitting = b'{"t": "rooms"}'.ljust(wire.MAX_FRAME_BYTES)
            assert (await stream.post(fitting)).status_code == 200

    at_server(tmp_path, test, limits=Limits(body_seconds=1000.0))


def test_a_body_that_does_not_come_is_refused_with_408(tmp_path: Path) -> None:
    async def test(server: Serving, token: str) -> None:
        async with stream_of(server, token):
            reader, writer = await asyncio.open_connection(HOST, server.running.port)
            head = f"POST {SEND} HTTP/1.1\r\nHost: {HOST}\r\nAuthorization: Bearer {token}\r\n"
            writer.write(f'{head}Content-Length: 100\r\n\r\n{{"t": '.encode())
            answer = (await soon(reader.read())).decode()
            assert answer.startswith("HTTP/1.1 408")
            assert '"code":"too-slow"' in answer
            writer.close()
            # One that comes with its head is never late, however short the time and slow the machine.
            reader, writer = await asyncio.open_connection(HOST, server.running.port)
            writer.write(f'{head}Content-Length: 13\r\nConnection: close\r\n\r\n{{"t":"rooms"}}'.encode())
            assert (await soon(reader.read())).startswith(b"HTTP/1.1 200")
            writer.close()

    at_server(tmp_path, test, limits=Limits(body_seconds=0.05))


def test_empty_lines_keep_a_quiet_stream_alive(tmp_path: Path) -> None:
    async def test(server: Serving, token: str) -> None:
        async with stream_of(server, token) as stream:
            assert [await stream.line() for _ in range(3)] == ["", "", ""]

    at_server(tmp_path, test, limits=Limits(keep_alive_seconds=0.01))


def test_a_bot_that_does_not_read_is_closed_with_resync_and_disturbs_nobody(tmp_path: Path) -> None:
    async def test(server: Serving, token: str) -> None:
        loop = asyncio.get_running_loop()
        plain = socket.socket()
        plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        plain.setblocking(False)
        await soon(loop.sock_connect(plain, (HOST, server.running.port)))
        head = f"GET {STREAM} HTTP/1.1\r\nHost: {HOST}\r\nAuthorization: Bearer {token}\r\n\r\n"
        await soon(loop.sock_sendall(plain, head.encode()))
        await eventually(lambda: bool(server.hub.sessions))
        person = await connect(server.url, "Anna")
        room = await person.create(OPTIONS)
        async with client_of(server, token) as http:
            join = {"t": "join", "room": room.room}
            assert (await http.post(SEND, content=json.dumps(join).encode())).status_code == 202
        text = "a" * 290
        for number in range(400):
            await person.act(wire.Chat(id=f"chat{number}", room=room.room, text=text))
            if len(server.running.server.connections) < 2:
                break
        await eventually(lambda: len(server.running.server.connections) == 1)
        assert (await person.sit(room.room)).seq
        await person.close()
        plain.close()

    at_server(tmp_path, test, limits=Limits(queued_frames=20, close_seconds=0.2), send_buffer=4096)


def test_a_bot_that_reads_slowly_is_told_to_come_back(tmp_path: Path) -> None:
    async def test(server: Serving, token: str) -> None:
        async with stream_of(server, token) as stream:
            [connection] = server.running.server.connections
            for _ in range(21):  # at once: nothing is sent in between
                connection.put(frames.write(wire.Ping(n=1)))
            bye = await stream.next("bye")
            assert (bye["code"], bye["seconds"]) == ("resync", 0.0)
            await stream.ends()

    at_server(tmp_path, test, limits=Limits(queued_frames=20))


def test_a_server_that_ends_says_bye_and_ends_the_stream(tmp_path: Path) -> None:
    async def test(server: Serving, token: str) -> None:
        async with stream_of(server, token) as stream:
            server.running.stop.set()
            bye = await stream.next("bye")
            assert (bye["code"], bye["seconds"]) == ("restarting", 1.0)
            await stream.ends()

    at_server(tmp_path, test)
