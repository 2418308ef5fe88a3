"""The page over HTTP: its HTML at the addresses of its screens, and its files under a hash of them all."""

from __future__ import annotations

import os
import re
from collections.abc import Awaitable, Callable, Mapping
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from catanlab._version import __version__
from catanlab.server.api.http import HEADERS
from catanlab.server.api.reading import COOKIE
from catanlab.server.transport.page_tree import FOLDER, Content, PageTree, marks, packaged_tree

SCREENS: Final = {
    "/": "lobby/lobby.js",
    "/room/{room}": "table/table.js",
    "/replay": "replay/replay.js",
    "/replay/{room}": "replay/replay.js",
    "/learn": "learn/learn.js",
}
"""Where the HTML is, and the module of each screen; the page reads from the address which one is meant."""
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
"""The Content-Security-Policy of the HTML."""
LANGUAGES: Final = ("en", "de")
THEMES: Final = ("light", "dark")
RELOAD: Final = "CATANLAB_PAGE_RELOAD"
"""The environment variable with which changed files are read again, for those who work on the page."""
KEPT: Final = 8
"""Trees that are kept while files change, for pages that are open."""
_HTML_HEADERS: Final = {
    **HEADERS,
    "content-security-policy": POLICY,
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-cache",
    "vary": "accept-encoding, accept-language, cookie",
}
_FILE_HEADERS: Final = {
    **HEADERS,
    "cache-control": "public, max-age=31536000, immutable",
    "vary": "accept-encoding",
}
_ICON_HEADERS: Final = {**HEADERS, "cache-control": "public, max-age=86400", "vary": "accept-encoding"}
_PLACE = re.compile(r"\{(language|theme|session|base|sprite|version|preloads)\}")


class Pages:
    """The page of a server, read once; with `reload`, again whenever the HTML is asked for after a change.

    Files have the hash of their tree in their address and never change there. A tree that is not one of
    this process is unknown, and its files are not found.
    """

    def __init__(self, folder: Path | None = None, *, reload: bool | None = None) -> None:
        self._folder = folder or FOLDER
        self._reload = bool(os.environ.get(RELOAD)) if reload is None else reload
        self._marks = marks(self._folder) if self._reload else ()
        self.tree = PageTree(self._folder) if folder or self._reload else packaged_tree()
        self._trees: dict[str, PageTree] = {self.tree.hash: self.tree}
        self._html = lru_cache(maxsize=None)(self._make_html)
        self.routes = [
            *(Route(path, self._screen(module)) for path, module in SCREENS.items()),
            Route("/page/{hash}/{name:path}", self._file),
            Route("/favicon.ico", self._icon),
        ]

    def _screen(self, module: str) -> Callable[[Request], Awaitable[Response]]:
        async def answer(request: Request) -> Response:
            if self._reload:
                self._read_changes()
            session = COOKIE in request.cookies
            html = self._html(language_of(request), theme_of(request), module, session)
            return _answer(request, html, _HTML_HEADERS)

        return answer

    async def _file(self, request: Request) -> Response:
        tree = self._trees.get(request.path_params["hash"])
        content = tree.files.get(request.path_params["name"]) if tree else None
        return _answer(request, content, _FILE_HEADERS)

    async def _icon(self, request: Request) -> Response:
        return _answer(request, self.tree.files.get("icon.svg"), _ICON_HEADERS)

    def _read_changes(self) -> None:
        now = marks(self._folder)
        if now == self._marks:
            return
        self._marks, self.tree = now, PageTree(self._folder)
        self._trees.pop(self.tree.hash, None)
        self._trees[self.tree.hash] = self.tree
        while len(self._trees) > KEPT:
            del self._trees[next(iter(self._trees))]
        self._html.cache_clear()

    def _make_html(self, language: str, theme: str, module: str, session: bool) -> Content:
        base = f"/page/{self.tree.hash}"
        preloads = "\n".join(
            f'<link rel="modulepreload" href="{base}/{escape(name)}">'
            for name in self.tree.modules_of_a_visit(language, module)
        )
        values = {
            "language": language,
            "theme": f' data-theme="{theme}"' if theme else "",
            "session": " data-session" if session else "",
            "base": base,
            "sprite": self.tree.sprite,
            "version": __version__,
            "preloads": preloads,
        }
        html = _PLACE.sub(lambda match: values[match[1]], self.tree.template)
        return Content.of(html.encode(), "text/html; charset=utf-8")


def theme_of(request: Request) -> str:
    """Return the theme that a person chose; empty if it follows that of the system."""
    theme = request.cookies.get("catanlab_theme", "")
    return theme if theme in THEMES else ""


def language_of(request: Request) -> str:
    """Return the language that a person chose, else the one that the browser likes best of ours."""
    chosen = request.cookies.get("catanlab_language", "")
    if chosen in LANGUAGES:
        return chosen
    liked = [
        (quality, language)
        for word, quality in _qualities(request.headers.get("accept-language", ""))
        if (language := word.partition("-")[0]) in LANGUAGES and quality > 0
    ]
    return max(liked, key=lambda each: each[0], default=(0.0, LANGUAGES[0]))[1]


def _accepts_gzip(request: Request) -> bool:
    accepted = dict(_qualities(request.headers.get("accept-encoding", "")))
    return accepted.get("gzip", accepted.get("*", 0.0)) > 0


def _qualities(header: str) -> list[tuple[str, float]]:
    """Return the words of a header such as `de-AT, de;q=0.8, *;q=0`; what cannot be read counts as 0."""
    found = []
    for part in header.lower().split(","):
        word, _, rest = part.partition(";")
        name, equals, value = rest.replace(" ", "").partition("=")
        try:
            quality = float(value) if (name, equals) == ("q", "=") else 1.0
        except ValueError:
            quality = 0.0
        found.append((word.strip(), quality))
    return found


def _answer(request: Request, content: Content | None, headers: Mapping[str, str]) -> Response:
    """Return content, compressed for who takes it; or that the browser has it; or that there is none."""
    if content is None:
        # Nobody may keep that: a file that is not here yet comes with an update.
        headers = {**HEADERS, "cache-control": "no-store"}
        return PlainTextResponse("There is no such file.\n", status_code=404, headers=headers)
    body, tag = content.body, f'"{content.digest}"'
    headers = dict(headers)
    if content.compressed is not None and _accepts_gzip(request):
        body, tag = content.compressed, f'"{content.digest}-gzip"'
        headers["content-encoding"] = "gzip"
    headers["etag"] = tag
    known = {
        each.strip().removeprefix("W/") for each in request.headers.get("if-none-match", "").split(",")
    }
    if tag in known or "*" in known:
        headers.pop("content-encoding", None)
        return Response(status_code=304, headers=headers)
    response = Response(body, headers=headers, media_type=content.media_type)
    if request.method == "HEAD":
        response.body = b""  # the header still says how long it would be
    return response
