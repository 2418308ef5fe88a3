"""`catanlab serve` with the small hub of the tests, as a program of its own."""

import sys
from types import ModuleType

from tests.server.wire.talking_hub import TalkingHub

from catanlab.cli.main import main
from catanlab.server.ports import Hub


def open_hub(**_: object) -> Hub:
    """Return the small hub, which keeps nothing."""
    return TalkingHub()


if __name__ == "__main__":
    rooms = ModuleType("catanlab.server.hub.hub")
    rooms.open_hub = open_hub  # type: ignore[attr-defined]
    sys.modules["catanlab.server.hub.hub"] = rooms
    sys.exit(main(["serve", *sys.argv[1:]]))
