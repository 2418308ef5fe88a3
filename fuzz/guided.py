"""The same checks, with atheris looking for texts that reach new code; it is not among the dependencies."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import atheris
from fuzz.mutations import SCRAPS
from fuzz.text import TARGETS


def fuzz(seconds: float) -> None:
    """Run until something breaks or the time is over."""
    atheris.instrument_all()
    with tempfile.TemporaryDirectory() as folder:
        corpus = Path(folder, "corpus")
        corpus.mkdir()
        for kind, (texts, _) in enumerate(TARGETS):
            for number, text in enumerate(texts()):
                Path(corpus, f"{kind}-{number}").write_bytes(bytes([kind]) + text.encode())
        words = Path(folder, "words")
        words.write_text("\n".join(f'"{_escaped(scrap)}"' for scrap in SCRAPS))
        options = [f"-max_total_time={int(seconds)}", f"-dict={words}", "-max_len=4000", str(corpus)]
        atheris.Setup([sys.argv[0], *options], _check)
        atheris.Fuzz()


def _escaped(text: str) -> str:
    return "".join(f"\\x{byte:02x}" for byte in text.encode()[:60])


def _check(data: bytes) -> None:
    """Let the first byte choose what the rest is read as."""
    if data:
        TARGETS[data[0] % len(TARGETS)][1](data[1:].decode("utf-8", "replace"))
