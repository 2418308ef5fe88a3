"""The API of a real hub for tests: requests go straight to the application, or over a socket."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Coroutine
from pathlib import Path
from typing import Any

import httpx
import jsonschema
from tests.server.hubs import Bench, on_bench
from tests.server.people.persons import with_quick_passwords

from catanlab.server.api import openapi
from catanlab.server.api.api import ENDPOINTS, routes
from catanlab.server.limits import Limits
from catanlab.server.transport.app import Server

HOST = "catan.example"
DOCUMENT = json.loads(openapi.document_text(ENDPOINTS))


class ApiBench:
    """A hub on a bench, its API, and a browser without cookies."""

    def __init__(self, bench: Bench, origins: Collection[str] = (), limits: Limits | None = None) -> None:
        self.bench = bench
        with_quick_passwords(bench)
        if limits is not None:
            bench.services.ledger.limits = limits
        self.server = Server(
            bench.hub, origins=origins, routes=routes(bench.hub, origins=origins, limits=limits)
        )
        self.client = self.browser()

    @property
    def database(self) -> Any:
        """The database of the hub."""
        return self.bench.services.database

    def browser(self, *, scheme: str = "http", address: str = "192.0.2.1") -> httpx.AsyncClient:
        """Return a client that keeps cookies of its own."""
        application = httpx.ASGITransport(
            self.server.app, client=(address, 1234), raise_app_exceptions=True
        )
        return httpx.AsyncClient(transport=application, base_url=f"{scheme}://{HOST}")

    async def guest(self, name: str) -> httpx.AsyncClient:
        """Return a browser whose cookie is that of a new guest."""
        browser = self.browser()
        answer = await browser.post("/api/session", json={"name": name})
        assert answer.status_code == 200, answer.text
        return browser

    async def account(self, name: str, password: str = "correct horse") -> httpx.AsyncClient:
        """Return a browser of somebody with a password."""
        browser = await self.guest(name)
        answer = await browser.put("/api/me/password", json={"password": password})
        assert answer.status_code == 200, answer.text
        return browser


def with_api(
    folder: Path,
    test: Callable[[ApiBench], Coroutine[Any, Any, None]],
    *,
    origins: Collection[str] = (),
    limits: Limits | None = None,
) -> None:
    """Run a test with the API of a new hub."""

    async def run(bench: Bench) -> None:
        await test(ApiBench(bench, origins, limits))

    on_bench(folder, run)


def checked(answer: httpx.Response) -> Any:
    """Return the body of an answer, after a look whether it is what the document promises."""
    operation = operation_of(answer.request)
    said = operation["responses"].get(str(answer.status_code))
    assert said is not None, (
        f"{answer.request.method} {answer.request.url}: {answer.status_code} {answer.text}"
    )
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    content = said.get("content")
    if content is None:
        assert answer.content == b""
        return None
    [(media, described)] = content.items()
    assert answer.headers["content-type"].partition(";")[0] == media
    if media != "application/json":
        return answer.text
    schema = {**described["schema"], "components": DOCUMENT["components"]}
    jsonschema.Draft202012Validator(schema).validate(answer.json())
    if answer.status_code >= 400:
        assert f"`{answer.json()['code']}`" in said["description"], answer.text
        assert answer.json()["text"]
    return answer.json()


def operation_of(request: httpx.Request) -> Any:
    """Return what the document says of a request."""
    parts = request.url.path.split("/")
    for path, methods in DOCUMENT["paths"].items():
        pattern = path.split("/")
        if len(pattern) == len(parts) and all(
            one == other or one.startswith("{") for one, other in zip(pattern, parts, strict=True)
        ):
            return methods[request.method.lower()]
    raise AssertionError(f"no path for {request.url}")


def code_of(answer: httpx.Response) -> tuple[int, str]:
    """Return the status and the code of a refusal."""
    return answer.status_code, answer.json()["code"]
