"""Pictures as files: SVG as it is, PNG by the optional package resvg_py; written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from catanlab.framework.errors import PictureError
from catanlab.framework.markup import FONT, element, write


def save_svg(picture: str, path: str | Path) -> None:
    """Write a picture to a file; raises PictureError if that fails."""
    _write_whole(Path(path), f"{picture}\n".encode())


def save_png(picture: str, path: str | Path, *, width: int | None = None) -> None:
    """Write a picture to a file as PNG; raises what to_png raises, or PictureError for the file."""
    _write_whole(Path(path), to_png(picture, width=width))


def to_png(picture: str, *, width: int | None = None) -> bytes:
    """Return an SVG picture as PNG, as wide as it says itself or as many pixels as asked for.

    Raises PictureError if the extra `pictures` is not installed, or no font is.
    """
    try:
        import resvg_py
    except ImportError:
        raise PictureError(
            "a PNG needs the package resvg_py, which is not installed: pip install 'catanlab[pictures]'"
        ) from None
    if resvg_py.svg_to_bytes(svg_string=_probe("8")) == resvg_py.svg_to_bytes(svg_string=_probe(" ")):
        raise PictureError("a PNG needs a font without serifs, such as DejaVu Sans, and none is installed")
    try:
        return resvg_py.svg_to_bytes(svg_string=picture, width=width)
    except ValueError as error:
        raise PictureError(f"this picture cannot be drawn as PNG: {error}") from None


def _probe(word: str) -> str:
    """Return a picture of one word, which comes out empty where there is no font."""
    return element(
        "svg", write(word, 2, 18), xmlns="http://www.w3.org/2000/svg", width=20, height=20, font_family=FONT
    )


def _write_whole(path: Path, content: bytes) -> None:
    """Replace a file in one step, so that nobody ever reads half of it."""
    try:
        target = path.resolve()
        if target.exists() and not target.is_file():  # a device or pipe cannot be replaced
            target.write_bytes(content)
            return
        with tempfile.NamedTemporaryFile(
            dir=target.parent, prefix=f".{target.name}-", delete=False
        ) as part:
            try:
                part.write(content)
                part.close()
                _make_readable(Path(part.name), target)
                Path(part.name).replace(target)
            except BaseException:
                Path(part.name).unlink(missing_ok=True)
                raise
    except OSError as error:
        raise PictureError(f"cannot write {path}: {error.strerror or error}") from None


def _make_readable(part: Path, target: Path) -> None:
    """Give a new file the rights of the one it replaces, or those any new file has."""
    if target.exists():
        part.chmod(target.stat().st_mode & 0o777)
        return
    mask = os.umask(0)
    os.umask(mask)
    part.chmod(0o666 & ~mask)
