"""The bodies of the API as TypeScript; `python -m catanlab.server.api.typescript` writes `api.d.ts`."""

from __future__ import annotations

import re
from pathlib import Path

from msgspec import Struct

from catanlab.server.api import bodies
from catanlab.server.api.api import ENDPOINTS
from catanlab.server.protocol import view_types
from catanlab.server.protocol.schema import CLIENT_MESSAGES, RAW, SERVER_MESSAGES
from catanlab.server.protocol.typescript import RawTypes, interfaces, structs_in
from catanlab.server.replays import shapes

FILE = Path(__file__).parent / "api.d.ts"
REPLAY_RAW: RawTypes = {
    (shapes.Replay, "board"): view_types.Board,
    (shapes.ReplayFrame, "board"): view_types.Board,
    (shapes.ReplayFrame, "view"): view_types.View,
    (shapes.ReplayFrame, "counting"): view_types.CardCounting,
}
"""The types of the parts that the game writes."""
_HEAD = """\
// What the HTTP API reads and writes; generated from the table of endpoints by
// `python -m catanlab.server.api.typescript`.

"""


def type_declarations() -> str:
    """Return TypeScript declarations of all bodies and answers; those of the wire are imported."""
    raw = {**RAW, **REPLAY_RAW}
    found = [kind for each in ENDPOINTS for kind in (each.body, each.answer)]
    kinds = [kind for kind in found if isinstance(kind, type) and issubclass(kind, Struct)]
    known = structs_in([*CLIENT_MESSAGES, *SERVER_MESSAGES], raw)
    mine = structs_in([bodies.Refusal, *kinds], raw)
    own = mine - known
    text = interfaces(own, raw)
    used = set(re.findall(r"\b[A-Z]\w*", " ".join(re.findall(r"^  \S+: (.*);$", text, re.MULTILINE))))
    borrowed = sorted({struct.__name__ for struct in mine & known} & used)
    lines = "".join(f"  {name},\n" for name in borrowed)
    return f'{_HEAD}import type {{\n{lines}}} from "../protocol/wire.d.ts";\n\n{text}'


if __name__ == "__main__":
    FILE.write_text(type_declarations(), encoding="utf-8")
