"""Debian's chromium for the tests: where it is, and how it is started."""

from __future__ import annotations

import shutil
from pathlib import Path

from playwright.async_api import Browser, Playwright

NO_CHROMIUM = "no chromium"
"""How the reason begins for which tests are left out."""
DEBIAN = Path("/usr/lib/chromium/chromium")
"""The program itself: the script in the path warns about the processor on some machines."""
FLAGS = (
    "--no-sandbox",  # root has none
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-features=LocalNetworkAccessChecks",  # a page that a test made up may use the loopback
    "--font-render-hinting=none",
    "--force-color-profile=srgb",
)


class NoChromiumError(Exception):
    """There is no chromium here; the text says so."""


def program() -> str:
    """Return the path of chromium; raises NoChromiumError."""
    found = str(DEBIAN) if DEBIAN.exists() else shutil.which("chromium")
    if found is None:
        raise NoChromiumError(f"{NO_CHROMIUM}: it is not installed (make install does it as root)")
    return found


async def launch(playwright: Playwright) -> Browser:
    """Start chromium without a window; raises NoChromiumError."""
    return await playwright.chromium.launch(executable_path=program(), headless=True, args=list(FLAGS))
