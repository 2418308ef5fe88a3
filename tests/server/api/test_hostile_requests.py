"""Requests of enemies: foreign pages, injections, nonsense, too much and too slow."""

import asyncio
import logging
import string
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.server.api.apis import HOST, ApiBench, checked, code_of, with_api
from tests.server.ladder.results import add_game
from tests.server.wire.running import running, soon

from catanlab.server.api.api import ENDPOINTS, routes
from catanlab.server.limits import Limits
from catanlab.server.transport import sockets

pytestmark = pytest.mark.full  # each has a hub

PATIENT = Limits().changed("requests_at_once=1000000", "bad_tokens_at_once=1000000", "body_seconds=1000")
HURRIED = PATIENT.changed("body_seconds=0.2")
NASTY = [
    "'",
    "' OR '1'='1",
    "'; DROP TABLE persons; --",
    '" OR ""="',
    "1 UNION SELECT password_hash FROM persons",
    "%",
    "_",
    "../../etc/passwd",
    "..%2f..%2fetc%2fpasswd",
    "%00",
    "\x00",
    "a\nb",
    "a\r\nX-Evil: 1",
    "٣",
    "\ud7ff\ufffe",
    "{room}",
    "robot:greedy",
    "0",
    "-1",
    "9" * 400,
    "1e400",
    "NaN",
    "null",
    "<script>alert(1)</script>",
    "x" * 5000,
]


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
def test_foreign_pages_change_nothing(tmp_path: Path, method: str) -> None:
    async def test(api: ApiBench) -> None:
        browser = await api.account("Anna")
        paths = {each.path.replace("{person}", "abc") for each in ENDPOINTS if each.method == method}
        for path in sorted(paths):
            for headers in (
                {"Origin": "https://evil.example"},
                {"Origin": "null"},
                {"Sec-Fetch-Site": "cross-site"},
                {"Sec-Fetch-Site": "same-site", "Origin": f"http://{HOST}"},
                {"Origin": "https://evil.example", "X-Forwarded-Host": "evil.example"},
                {"Origin": "https://evil.example", "Forwarded": "host=evil.example"},
            ):
                answer = await browser.request(method, path, headers=headers, json={})
                assert code_of(answer) == (403, "foreign-origin"), (path, headers)
                assert "access-control-allow-origin" not in answer.headers
        assert checked(await browser.get("/api/me"))["reserved"]

    with_api(tmp_path, test)


def test_the_own_page_and_allowed_ones_may_change_something(tmp_path: Path) -> None:
    async def test(api: ApiBench) -> None:
        own = {"Origin": f"https://{HOST}", "Sec-Fetch-Site": "same-origin"}
        answer = await api.browser().post("/api/session", json={"name": "Anna"}, headers=own)
        assert answer.status_code == 200
        other = {"Origin": "https://play.example", "Sec-Fetch-Site": "cross-site"}
        answer = await api.browser().post("/api/session", json={"name": "Ben"}, headers=other)
        assert answer.status_code == 200
        assert answer.headers["access-control-allow-origin"] == "https://play.example"
        asked = {**other, "Access-Control-Request-Method": "PUT"}
        answer = await api.client.options("/api/me/name", headers=asked)
        assert answer.status_code == 204
        assert "PUT" in answer.headers["access-control-allow-methods"]
        assert "content-type" in answer.headers["access-control-allow-headers"]

    with_api(tmp_path, test, origins=["https://play.example"])


def test_a_foreign_page_reads_as_a_stranger(tmp_path: Path) -> None:
    async def test(api: ApiBench) -> None:
        browser = await api.guest("Anna")
        evil = {"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"}
        assert code_of(await browser.get("/api/me", headers=evil)) == (401, "not-logged-in")
        answer = await browser.get("/api/rooms", headers=evil)
        assert answer.status_code == 200
        assert "access-control-allow-origin" not in answer.headers
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"

    with_api(tmp_path, test)


def test_methods_pages_and_heads(tmp_path: Path) -> None:
    async def test(api: ApiBench) -> None:
        answer = await api.client.request("PATCH", "/api/me")
        assert code_of(answer) == (405, "wrong-method")
        assert answer.headers["allow"] == "DELETE, GET, HEAD, OPTIONS"
        assert code_of(await api.client.request("BREW", "/api/rooms")) == (405, "wrong-method")
        for path in ("/api/", "/api/nothing", "/api/rooms/a/b/c", "/api/me/", "/api//me"):
            assert code_of(await api.client.get(path)) == (404, "no-such-page"), path
        head, get = await api.client.head("/api/rooms"), await api.client.get("/api/rooms")
        assert (head.status_code, head.content) == (200, b"")
        assert head.headers["content-length"] == get.headers["content-length"]
        assert code_of(await api.client.get("/api/me")) == (401, "not-logged-in")
        assert (await api.client.head("/api/me")).status_code == 401

    with_api(tmp_path, test)


WRONG_BODIES: list[tuple[bytes, str, tuple[int, str]]] = [
    (b'{"name": "Anna", "admin": true}', "application/json", (400, "bad-request")),
    (b'{"name": 7}', "application/json", (400, "bad-request")),
    (b'{"name": "Anna"', "application/json", (400, "bad-request")),
    (b'["Anna"]', "application/json", (400, "bad-request")),
    (b"", "application/json", (400, "bad-request")),
    (b'{"name": "\xff"}', "application/json", (400, "bad-request")),
    (b"[" * 20_000, "application/json", (400, "bad-request")),
    (b'{"name": "Anna"}', "text/plain", (415, "not-json")),
    (b"name=Anna", "application/x-www-form-urlencoded", (415, "not-json")),
    (b'{"name": "Anna"}', "", (415, "not-json")),
    (b'{"name": "' + b"x" * 40_000 + b'"}', "application/json", (413, "too-large")),
]


def test_bodies_that_are_wrong(tmp_path: Path) -> None:
    async def test(api: ApiBench) -> None:
        for content, kind, expected in WRONG_BODIES:
            headers = {"Content-Type": kind} if kind else {}
            answer = await api.client.post("/api/session", content=content, headers=headers)
            assert code_of(answer) == expected, content[:40]
            checked(answer)

    with_api(tmp_path, test)


def test_bodies_without_a_length_are_measured_and_timed(tmp_path: Path) -> None:
    async def endless() -> AsyncIterator[bytes]:
        while True:
            yield b"x" * 1000

    async def slow() -> AsyncIterator[bytes]:
        yield b'{"name": '
        await asyncio.sleep(30)
        yield b'"Anna"}'

    async def test(api: ApiBench) -> None:
        kind = {"Content-Type": "application/json"}
        answer = await api.client.post("/api/session", content=endless(), headers=kind)
        assert code_of(answer) == (413, "too-large")
        answer = await soon(api.client.post("/api/session", content=slow(), headers=kind))
        assert code_of(answer) == (408, "too-slow")
        assert answer.headers["connection"] == "close"
        lying = {**kind, "Content-Length": "many"}
        assert (await api.client.post("/api/session", content=b"{}", headers=lying)).status_code == 413

    with_api(tmp_path, test, limits=HURRIED)


def test_an_address_that_asks_too_much_is_told_when_to_come_back(tmp_path: Path) -> None:
    async def test(api: ApiBench) -> None:
        busy, other = api.browser(address="192.0.2.7"), api.browser(address="192.0.2.8")
        codes = [(await busy.get("/api/rooms")).status_code for _ in range(7)]
        assert codes == [200] * 5 + [429] * 2
        answer = await busy.get("/api/rooms")
        assert checked(answer)["code"] == "too-fast"
        assert int(answer.headers["retry-after"]) > 0
        assert (await other.get("/api/rooms")).status_code == 200
        api.bench.services.time += 10
        assert (await busy.get("/api/rooms")).status_code == 200

    with_api(tmp_path, test, limits=Limits().changed("requests_at_once=5"))


def test_a_failing_database_is_not_the_callers_fault(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def test(api: ApiBench) -> None:
        with api.database.writing() as connection:
            connection.exec_driver_sql("ALTER TABLE ratings RENAME TO elsewhere")
        with caplog.at_level(logging.CRITICAL):
            answer = await api.client.get("/api/ladder")
        assert code_of(answer) == (503, "not-committed")
        assert "elsewhere" not in answer.text
        assert "SELECT" not in answer.text

    with_api(tmp_path, test)


@pytest.mark.usefixtures("both_databases")
def test_no_injection_in_any_parameter_breaks_the_server_or_finds_anything(tmp_path: Path) -> None:
    async def test(api: ApiBench) -> None:
        add_game(api.database, "secret", ["ann", "bob"], [10, 4], ended_at=1, public=False)
        browser = await api.account("Anna")
        for word in NASTY:
            for path in (
                "/api/rooms/{}",
                "/api/rooms/{}/record",
                "/api/people/{}",
                "/api/bots/{}/token",
                "/api/games?person={}",
                "/api/games?before={}",
                "/api/games?limit={}",
                "/api/ladder?size={}",
                "/api/ladder?kind={}",
                "/api/ladder?{}=1",
                "/api/rooms/secret?invitation={}",
                "/api/rooms/secret/record?invitation={}",
                "/records/{}",
            ):
                address = path.format(quote(word, safe="", errors="surrogatepass"))
                answer = await browser.get(address)
                if path == "/api/bots/{}/token":
                    assert answer.status_code in (404, 405)
                elif answer.status_code == 200:  # such as the person called 0, who has no games
                    assert answer.json() in ({"games": []}, {"size": 4, "players": []}), address
                else:
                    assert answer.status_code in (400, 404), (address, answer.text)
                assert "secret" not in answer.text or word == "secret"
                assert "x-evil" not in answer.headers
            for body in ({"name": word}, {"name": "Anna", "password": word}, {word: "x"}):
                answer = await api.browser().post("/api/session", json=body)
                assert answer.status_code in (200, 400, 401, 409, 413, 429), (body, answer.text)
        assert checked(await browser.get("/api/me"))["name"] == "Anna"

    with_api(tmp_path, test, limits=HURRIED)


def test_random_requests_are_always_answered_with_a_reason(tmp_path: Path) -> None:
    words = st.one_of(st.sampled_from(NASTY), st.text(max_size=30), st.text(string.printable, max_size=30))
    values = st.recursive(
        st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), words),
        lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(words, inner, max_size=3)),
        max_leaves=5,
    )
    fields = st.dictionaries(
        st.one_of(st.sampled_from(["name", "password", "old", "token"]), words), values, max_size=4
    )
    asked: list[tuple[str, str, object]] = []

    @settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
    @given(
        st.sampled_from(ENDPOINTS),
        words,
        st.dictionaries(
            st.sampled_from(["person", "before", "limit", "size", "kind", "invitation", "x"]),
            words,
            max_size=3,
        ),
        fields,
    )
    def collect(endpoint: object, part: str, query: dict[str, str], body: dict[str, object]) -> None:
        path = endpoint.path.replace("{room}", "{}").replace("{person}", "{}")  # type: ignore[attr-defined]
        path = path.format(quote(part, safe="", errors="surrogatepass")) if "{}" in path else path
        pairs = "&".join(
            f"{name}={quote(text, safe='', errors='surrogatepass')}" for name, text in query.items()
        )
        asked.append((endpoint.method, f"{path}?{pairs}", body))  # type: ignore[attr-defined]

    collect()

    async def test(api: ApiBench) -> None:
        browser = await api.account("Anna")
        cookie = {"Cookie": f"catanlab_session={browser.cookies['catanlab_session']}"}
        for method, path, body in asked:
            for headers in ({}, cookie):
                client = api.browser()
                try:
                    answer = await client.request(method, path, json=body, headers=headers)
                except (ValueError, httpx.InvalidURL):  # httpx itself cannot send it
                    continue
                assert answer.status_code < 500, (method, path, body, answer.text)
                if answer.status_code >= 400:
                    assert {"code", "text"} <= set(answer.json()) <= {"code", "text", "t"}

    with_api(tmp_path, test, limits=HURRIED)


def test_over_a_socket_slow_and_large_requests_lose_their_connection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # However slow the machine is, only what is slow on purpose is too slow.
    monkeypatch.setattr(sockets, "HEAD_SECONDS", 1000.0)

    async def talk(port: int, *parts: bytes, before: bytes = b"") -> bytes:
        """Return what is answered until the end of the connection; `before` is answered before the rest."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        read = b""
        try:
            if before:
                writer.write(before)
                read = await soon(reader.read(65_536))
                monkeypatch.setattr(sockets, "HEAD_SECONDS", 0.3)
            for part in parts:
                writer.write(part)
                await writer.drain()
            with suppress(ConnectionResetError):
                while part := await soon(reader.read(65_536)):
                    read += part
            return read
        finally:
            writer.close()

    head = b"POST /api/session HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"

    async def test(api: ApiBench) -> None:
        async with running(routes=routes(api.bench.hub, limits=HURRIED)) as server:
            slow = await talk(server.port, head + b"Content-Length: 20\r\n\r\n", b'{"na')
            assert slow.startswith(b"HTTP/1.1 408")
        async with running(routes=routes(api.bench.hub, limits=PATIENT)) as server:
            large = await talk(server.port, head + b"Content-Length: 40000\r\n\r\n", b"{")
            assert large.startswith(b"HTTP/1.1 413")
            chunks = (b"8000\r\n" + b"x" * 0x8000 + b"\r\n") * 2
            large = await talk(server.port, head + b"Transfer-Encoding: chunked\r\n\r\n", chunks)
            assert large.startswith(b"HTTP/1.1 413")
            long_head = b"GET /api/rooms HTTP/1.1\r\nHost: x\r\nX-Long: " + b"x" * 100_000
            assert (await talk(server.port, long_head)).startswith(b"HTTP/1.1 4")
            # A head that comes byte by byte, also behind or after a request that is answered, is not
            # waited for.
            get, drops = b"GET /api/rooms HTTP/1.1\r\nHost: x\r\n\r\n", [b"G", b"E", b"T", b" "] * 5
            assert (await talk(server.port, get, *drops)).startswith(b"HTTP/1.1 200")
            assert (await talk(server.port, *drops, before=get)).startswith(b"HTTP/1.1 200")
            assert not (await talk(server.port, *drops)).startswith(b"HTTP/1.1 200")

    with_api(tmp_path, test)
