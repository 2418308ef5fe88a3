"""Opens an address in the person's browser, where there is one; never in the way of the program."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser
from contextlib import suppress


def open_in_browser(address: str) -> bool:
    """Open an address in a browser with windows, and return whether there is one to try.

    It happens in a thread of its own: some browsers come back only when they are closed. A browser of the
    terminal is not taken, for it would write over what the program says, unless BROWSER names it.
    """
    controller = _controller()
    if controller is None:
        return False

    def show() -> None:
        with suppress(webbrowser.Error, OSError):
            controller.open(address)

    threading.Thread(target=show, name="browser", daemon=True).start()
    return True


def _controller() -> webbrowser.BaseBrowser | None:
    chosen = bool(os.environ.get("BROWSER"))
    has_windows = sys.platform == "darwin" or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )
    if not chosen and not has_windows:
        return None
    try:
        controller = webbrowser.get()
    except webbrowser.Error:
        return None
    in_terminal = isinstance(controller, webbrowser.GenericBrowser) and not isinstance(
        controller, webbrowser.BackgroundBrowser
    )
    return controller if chosen or not in_terminal else None
