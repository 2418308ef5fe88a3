"""The bodies of the API as TypeScript; `python -m catanlab.server.api.typescript` writes `api.d.ts`."""

from __future__ import annotations

import re
from pathlib import Path

from msgspec import Struct

from catanlab.server.api import bodies
from catanlab.server.api.api import ENDPOINTS
from catanlab.server.api.openapi import RAW_TYPES
from catanlab.server.protocol.schema import CLIENT_MESSAGES, SERVER_MESSAGES
from catanlab.server.protocol.typescript import interfaces, structs_in

FILE = Path(__file__).parent / "api.d.ts"
_HEAD = """\
// What the HTTP API reads and writes; generated from the table of endpoints by
// `python -m catanlab.server.api.typescript`.

"""


def type_declarations() -> str:
    """Return TypeScript declarations of all bodies and answers; those of the wire are imported."""
    found = [kind for each in ENDPOINTS for kind in (each.body, each.answer)]
    kinds = [kind for kind in found if isinstance(kind, type) and issubclass(kind, Struct)]
    known = structs_in([*CLIENT_MESSAGES, *SERVER_MESSAGES], RAW_TYPES)
    mine = structs_in([bodies.Refusal, *kinds], RAW_TYPES)
    own = mine - known
    text = interfaces(own, RAW_TYPES)
    used = set(re.findall(r"\b[A-Z]\w*", " ".join(re.findall(r"^  \S+: (.*);$", text, re.MULTILINE))))
    borrowed = sorted({struct.__name__ for struct in mine & known} & used)
    lines = "".join(f"  {name},\n" for name in borrowed)
    return f'{_HEAD}import type {{\n{lines}}} from "../protocol/wire.d.ts";\n\n{text}'


if __name__ == "__main__":
    FILE.write_text(type_declarations(), encoding="utf-8")
