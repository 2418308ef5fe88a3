"""The example sites of nginx and Caddy, run for real: games over wss, the page, streams of bots."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import signal
import ssl
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import msgspec
import pytest
import websockets.asyncio.client
from tests.conftest import ROOT
from tests.server.logs import url
from tests.server.players import OPTIONS, check_acts, check_log, seat
from tests.server.room_server import free_port
from tests.server.wire.running import HOST, run
from websockets.exceptions import InvalidStatus

from catanlab.server.client.client import Line
from catanlab.server.database.database import Database
from catanlab.server.transport.pages import POLICY

pytestmark = pytest.mark.full

NAME = "localhost"
SECONDS = 60.0
FOREIGN = "203.0.113.9"


class Site:
    """Two servers behind a proxy with TLS."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port, self.plain_port = free_port(), free_port()
        self.servers = [free_port(), free_port()]
        self.certificate, self.key = folder / "cert.pem", folder / "key.pem"
        subject = ["-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}"]
        command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", *subject]
        files = ["-keyout", str(self.key), "-out", str(self.certificate)]
        subprocess.run([*command, *files], check=True, capture_output=True)
        self.trust = ssl.create_default_context(cafile=str(self.certificate))

    @property
    def pages(self) -> str:
        """The address of the site."""
        return f"https://{NAME}:{self.port}"

    def adapted(self, name: str, changes: dict[str, str]) -> str:
        """Return an example site with the ports of this one."""
        text = (ROOT / "deploy" / name).read_text()
        changes |= {"127.0.0.1:8001": f"{HOST}:{self.servers[0]}"}
        changes |= {"127.0.0.1:8002": f"{HOST}:{self.servers[1]}"}
        for old, new in changes.items():
            assert old in text, old
            text = text.replace(old, new)
        return text

    def nginx(self) -> list[str]:
        """Write the settings of nginx, and return its command."""
        live = "/etc/letsencrypt/live/catan.example"
        changes = {
            "listen 443": f"listen {self.port}",
            "listen 80": f"listen {self.plain_port}",
            "server_name catan.example": f"server_name {NAME}",
            f"{live}/fullchain.pem": str(self.certificate),
            f"{live}/privkey.pem": str(self.key),
            "/var/log/nginx/catanlab.log": str(self.folder / "access.log"),
        }
        kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        paths = "".join(f"{kind}_temp_path {self.folder}/{kind};\n" for kind in kinds)
        site = self.adapted("nginx.conf", changes)
        settings = self.folder / "nginx.conf"
        settings.write_text(
            f"daemon off;\npid {self.folder}/nginx.pid;\nerror_log stderr;\n"
            f"events {{}}\nhttp {{\n{paths}{site}\n}}\n"
        )
        return [program("nginx"), "-p", str(self.folder), "-e", "stderr", "-c", str(settings)]

    def caddy(self) -> list[str]:
        """Write the settings of Caddy, and return its command."""
        changes = {
            "catan.example {": f"{NAME}:{self.port} {{\n\ttls {self.certificate} {self.key}",
        }
        options = "{\n\tadmin off\n\tauto_https disable_redirects\n}\n"
        settings = self.folder / "Caddyfile"
        settings.write_text(options + self.adapted("Caddyfile", changes))
        return [program("caddy"), "run", "--adapter", "caddyfile", "--config", str(settings)]

    @contextmanager
    def run(self, proxy: list[str]) -> Iterator[None]:
        """Run two servers, one of them with a newer page, and the proxy."""
        updated = self.folder / "updated"
        shutil.copytree(ROOT / "src", updated, copy_function=os.symlink)
        changed = updated / "catanlab" / "server" / "page" / "app" / "main.js"
        text = changed.read_text() + "// changed\n"
        changed.unlink()
        changed.write_text(text)
        with ExitStack() as stack:
            for letter, port in zip("ab", self.servers, strict=True):
                log = stack.enter_context((self.folder / f"{letter}.log").open("w"))
                options = [
                    f"--port={port}",
                    f"--database={url(self.folder)}",
                    "--workers=1",
                    "--proxy=127.0.0.1",
                    f"--public-url={self.pages}/{letter}",
                    "--log-format=json",
                    "--log-level=info",
                ]
                command = [sys.executable, "-m", "catanlab", "serve", *options]
                environment = {**os.environ, "PYTHONPATH": str(updated)} if letter == "b" else None
                stack.enter_context(process(command, stdout=subprocess.PIPE, stderr=log, env=environment))
            log = stack.enter_context((self.folder / "proxy.log").open("w"))
            stack.enter_context(process(proxy, stdout=log, stderr=log))
            yield

    def logged(self) -> list[dict[str, object]]:
        """Return what both servers have logged."""
        text = "".join((self.folder / f"{letter}.log").read_text() for letter in "ab")
        return [json.loads(line) for line in text.splitlines()]

    async def dial(self, address: str) -> Line:
        """Open a WebSocket that trusts the site's certificate."""
        return await websockets.asyncio.client.connect(
            address, ssl=self.trust, compression=None, ping_interval=None, max_size=2**24, proxy=None
        )


def program(name: str) -> str:
    """Return the path of a proxy, or leave the test out."""
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin")
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found


@contextmanager
def process(command: list[str], **streams: object) -> Iterator[None]:
    """Run a program; where its output is a pipe, wait for the first line."""
    running = subprocess.Popen(command, cwd=ROOT, **streams)  # type: ignore[call-overload]
    try:
        if running.stdout is not None:
            assert running.stdout.readline()
        yield
    finally:
        running.send_signal(signal.SIGTERM)
        assert running.wait(30) == 0
        if running.stdout is not None:
            running.stdout.close()


async def until(condition: Callable[[], Awaitable[bool]]) -> None:
    """Wait until a condition holds."""
    async with asyncio.timeout(SECONDS):
        while not await condition():
            await asyncio.sleep(0.1)


@pytest.mark.slow
@pytest.mark.parametrize("proxy", ["nginx", "caddy"])
def test_the_example_site_of_a_proxy_works(tmp_path: Path, proxy: str) -> None:
    async def test(site: Site) -> None:
        async with httpx.AsyncClient(base_url=site.pages, verify=site.trust, trust_env=False) as http:
            await until(lambda: is_ready(http))
            await look_at_the_page(site, http)
            await play_a_game(site)
            await stream_as_a_bot(http)
            await http.get("/records/nothing", params={"invitation": "a-secret-invitation"})
            for size in (200_000, 2_000_000) * 4:
                too_large = await http.post("/api/session", content=b"x" * size)
                assert too_large.status_code == 413
            await come_from_elsewhere(site)

    program(proxy)
    site = Site(tmp_path)
    with site.run(getattr(site, proxy)()):
        run(test(site))
    for log in tmp_path.glob("*.log"):
        assert "a-secret-invitation" not in log.read_text()


async def is_ready(http: httpx.AsyncClient) -> bool:
    try:
        return (await http.get("/ready")).status_code == 200
    except httpx.TransportError:
        return False


async def look_at_the_page(site: Site, http: httpx.AsyncClient) -> None:
    """Load the page as browsers do, while the two processes have different versions of it."""
    pages = {}
    async with asyncio.timeout(SECONDS):
        while len(pages) < 2:
            html = await http.get("/room/k3f9")
            pages[html.headers["etag"]] = html
    for html in pages.values():
        assert html.headers["content-security-policy"] == POLICY
        assert html.headers["cache-control"] == "no-cache"
        assert html.headers["content-encoding"] == "gzip"
        again = await http.get("/room/k3f9", headers={"if-none-match": html.headers["etag"]})
        assert again.status_code in (200, 304)  # the other process has another tag
        found = re.search(r'src="(/page/[0-9a-f]+/app/main\.js)"', html.text)
        assert found is not None
        for _ in range(4):  # whichever process the proxy might choose
            module = await http.get(found[1])
            assert module.status_code == 200
            assert module.headers["cache-control"] == "public, max-age=31536000, immutable"
            assert module.headers["content-encoding"] == "gzip"
            assert module.headers["x-content-type-options"] == "nosniff"
            known = await http.get(found[1], headers={"if-none-match": module.headers["etag"]})
            assert (known.status_code, known.content) == (304, b"")
    missing = await http.get("/page/0123456789abcdef/app/main.js")
    assert (missing.status_code, missing.headers["cache-control"]) == (404, "no-store")


async def play_a_game(site: Site) -> None:
    """Let people come to either server, and play to the end over wss."""
    options = msgspec.structs.replace(OPTIONS, rules="trading,points_to_win=3")
    table = await seat(f"wss://{NAME}:{site.port}/ws", options, people=3, dial=site.dial)
    await asyncio.wait_for(table.play(), SECONDS)
    with Database(url(site.folder)) as database:
        check_log(database, table.room)
        check_acts(database, table)
    await table.leave()


async def stream_as_a_bot(http: httpx.AsyncClient) -> None:
    """Open the stream of a bot: its first line comes at once, though the stream goes on; then post."""
    me = (await http.post("/api/session", json={"name": "Owner", "token": True})).json()
    owner = {"Authorization": f"Bearer {me['token']}"}
    await http.put("/api/me/password", json={"password": "a long password"}, headers=owner)
    made = await http.post("/api/bots", json={"name": "Robbie"}, headers=owner)
    assert made.status_code in (200, 201), made.text
    bot = {"Authorization": f"Bearer {made.json()['token']}"}
    async with asyncio.timeout(10), http.stream("GET", "/api/bot/stream", headers=bot) as stream:
        lines = stream.aiter_lines()
        assert json.loads(await anext(lines))["t"] == "welcome"
        for _ in range(6):  # whichever process the proxy might choose
            posted = await http.post("/api/bot/send", json={"t": "rooms"}, headers=bot)
            assert posted.status_code in (200, 202), posted.text
            assert json.loads(await anext(lines))["t"] == "rooms"


async def come_from_elsewhere(site: Site) -> None:
    """Connect from a foreign page with a forged address: the server knows the true one."""
    headers = {"X-Forwarded-For": FOREIGN}
    with pytest.raises(InvalidStatus, match="403"):
        await websockets.asyncio.client.connect(
            f"wss://{NAME}:{site.port}/ws",
            ssl=site.trust,
            origin=websockets.Origin("https://evil.example"),
            additional_headers=headers,
            proxy=None,
        )

    async def is_logged() -> bool:
        return any(line["event"] == "connection refused" for line in site.logged())

    await until(is_logged)
    [refused] = [line for line in site.logged() if line["event"] == "connection refused"]
    assert refused["reason"] == "foreign-origin"
    assert refused["address"] == HOST
