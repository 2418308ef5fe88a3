"""The files of the page in memory: compressed once, named by a hash of them all."""

from __future__ import annotations

import gzip
import hashlib
import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

FOLDER: Final = Path(__file__).parents[1] / "page"
"""Where the page lies in the package."""
TYPES: Final[Mapping[str, str]] = MappingProxyType(
    {
        ".css": "text/css; charset=utf-8",
        ".js": "text/javascript; charset=utf-8",
        ".svg": "image/svg+xml",
        "LICENSE": "text/plain; charset=utf-8",
    }
)
"""What is served, by the end of its name: nothing else of the folder leaves the server."""
FIRST: Final = ("app/main.js", "words/{language}/all.js")
"""The modules with which every visit begins; a browser fetches what they import."""
_COMMENT = re.compile(r"^[ \t]*(?:/\*(?:[^*]|\*(?!/))*\*/[ \t]*|//.*)$", re.MULTILINE)
_IMPORT = re.compile(
    r"""(?:^|[;}]|\*/)\s*(?:import|export)\b\s*(?:[\w$*{][^;"'`()]*?\bfrom\s*)?["'](\.[^"']+)["']""",
    re.MULTILINE,
)


@dataclass(frozen=True)
class Content:
    """Some bytes that are served, plain and compressed."""

    body: bytes
    media_type: str
    digest: str
    compressed: bytes | None
    """None where gzip saves nothing."""

    @classmethod
    def of(cls, body: bytes, media_type: str) -> Content:
        """Return content for bytes."""
        # Without a time in it, so that all servers have the same bytes for one tag.
        compressed = gzip.compress(body, 9, mtime=0)
        return cls(
            body,
            media_type,
            hashlib.sha256(body).hexdigest()[:32],
            compressed if len(compressed) < len(body) else None,
        )


class PageTree:
    """The page as it lay in a folder at one time: a template, drawings, and the files that are served.

    `hash` depends on the names and bytes of all files that are served. Raises FileNotFoundError if the
    template is missing.
    """

    def __init__(self, folder: Path) -> None:
        self.template = (folder / "index.html").read_text(encoding="utf-8")
        sprite = folder / "sprite.svg"
        self.sprite = sprite.read_text(encoding="utf-8") if sprite.exists() else ""
        self.files: Mapping[str, Content] = {
            name: Content.of(_lighter(name, path.read_bytes()), media_type)
            for name, path, media_type in _served(folder)
        }
        digest = hashlib.sha256()
        for name, content in self.files.items():
            digest.update(f"{name}\0{content.digest}\n".encode())
        self.hash = digest.hexdigest()[:16]

    def modules_of_a_visit(self, language: str, screen: str) -> list[str]:
        """Return the modules that a first visit of a screen needs, each after its first importer."""
        found: dict[str, None] = {}
        ahead = [*(name.format(language=language) for name in FIRST), screen]
        while ahead:
            name = ahead.pop(0)
            if name not in found and name in self.files:
                found[name] = None
                ahead += self.imports(name)
        return list(found)

    def imports(self, name: str) -> Iterator[str]:
        """Yield the modules that a module imports as it is loaded, not those that it loads later."""
        folder = posixpath.dirname(name)
        for match in _IMPORT.finditer(self.files[name].body.decode("utf-8")):
            yield posixpath.normpath(posixpath.join(folder, match[1]))


def _lighter(name: str, body: bytes) -> bytes:
    """Return a module without the comments that have lines of their own; the numbers of lines stay.

    Types and explanations are for those who read the sources: a third of what a visit would weigh.
    """
    if not name.endswith(".js") or name.startswith("vendor/"):
        return body
    return _COMMENT.sub(lambda match: "\n" * match[0].count("\n"), body.decode()).encode()


@cache
def packaged_tree() -> PageTree:
    """Return the page of this package, read at the first call."""
    return PageTree(FOLDER)


def marks(folder: Path) -> tuple[tuple[str, int, int], ...]:
    """Return what changes when a file of the folder does: names, times and sizes."""
    found = []
    for path in folder.rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts:
            status = path.stat()
            found.append((str(path), status.st_mtime_ns, status.st_size))
    return tuple(sorted(found))


def _served(folder: Path) -> Iterator[tuple[str, Path, str]]:
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder)
        media_type = TYPES.get(path.suffix or path.name)
        if media_type and path.is_file() and not any(part.startswith((".", "_")) for part in name.parts):
            yield name.as_posix(), path, media_type
