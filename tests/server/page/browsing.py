"""The page of a server for tests: a small tree of files, and requests to the application that serves it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
from tests.server.wire.talking_hub import TalkingHub

from catanlab.server.transport.app import Server
from catanlab.server.transport.pages import Pages

TREE = {
    "__init__.py": '"""Not for browsers."""\n',
    "index.html": (
        '<html lang="{language}"{theme}{session}><link rel="icon" href="{base}/icon.svg">\n'
        "{preloads}\n{sprite}<b>{version}</b> {unknown}</html>\n"
    ),
    "sprite.svg": "<svg><symbol id='r-ore'>{base}</symbol></svg>",
    "icon.svg": "<svg/>",
    "types.d.ts": "export type Seat = number;\n",
    "app/main.js": (
        "/** @type {import('../types').Seat} */\n"
        'import "./effect.js";\n'
        'import { a,\n  b as c } from "../parts/icons.js";import d from "../parts/deep/dice.js";\n'
        'export * from "./again.js";\n'
        '// import late from "../late/commented.js";\n'
        'const later = () => import("../late/replay.js");\n'
        'const words = { from: "./words" };\n' + "let filling = 0;\n" * 50
    ),
    "app/effect.js": 'import"./again.js";\n',
    "app/again.js": 'import * as main from "./main.js";\nimport gone from "./gone.js";\n',
    "parts/icons.js": "/** Icons. */export const a = 1, b = 2;\n",
    "parts/deep/dice.js": '/** Minified. */import{a as x}from"../icons.js";export{x}from"../icons.js";\n',
    "late/replay.js": "export {};\n",
    "table/table.js": 'import "../parts/icons.js";\nimport "./hand.js";\n',
    "table/hand.js": "export {};\n",
    "late/commented.js": "export {};\n",
    "words/en/all.js": 'export { words } from "./lobby.js";\n',
    "words/en/lobby.js": "export const words = {};\n",
    "words/de/all.js": "export const words = {};\n",
    "style/base.css": "a { color: red; }\n" * 50,
    "vendor/MANIFEST.json": "{}\n",
    "vendor/lit-html/LICENSE": "BSD\n",
    ".hidden.js": "export {};\n",
    "_private/old.js": "export {};\n",
}
"""Files of all kinds, and every way to import."""


def plant(folder: Path) -> Path:
    """Write the small tree into a folder, and return it."""
    for name, text in TREE.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


class Browser:
    """Asks a server for pages, without a cache of its own, and takes no compressed answer unless told."""

    def __init__(self, pages: Pages | None = None) -> None:
        self.server = Server(TalkingHub(), pages=pages)

    @property
    def base(self) -> str:
        """Where the files of the page are."""
        return f"/page/{self.server.pages.tree.hash}"

    def ask(self, path: str, method: str = "GET", **headers: str) -> httpx.Response:
        """Return the answer to a request; `_` stands for `-` in the names of headers."""
        named = {"accept-encoding": "identity"} | {
            name.replace("_", "-"): value for name, value in headers.items()
        }

        async def send() -> httpx.Response:
            application = httpx.ASGITransport(self.server.app)
            async with httpx.AsyncClient(transport=application, base_url="http://catan.example") as client:
                return await client.request(method, path, headers=named)

        return asyncio.run(send())
