"""The tables of docs/reference/protocol.md; `python -m tests.server.wire.protocol_page` renews them."""

from importlib import import_module
from pathlib import Path

from catanlab.server.protocol.close_codes import CloseCode
from catanlab.server.refusals import CODES

PAGE = Path(__file__).resolve().parents[3] / "docs" / "reference" / "protocol.md"


def refusal_codes() -> dict[str, str]:
    """Return every code of a refusal with its meaning: those of the rules, then those of the server."""
    reasons = import_module("catanlab.games.catan.engine.illegal_reasons")
    rules: dict[str, str] = getattr(reasons, "CODES", {})
    return {code: f"{text[0].upper()}{text[1:].rstrip('.')}." for code, text in {**rules, **CODES}.items()}


def tables() -> dict[str, str]:
    """Return the tables by the names of their marks in the page."""
    codes = "\n".join(f"| `{code}` | {text} |" for code, text in sorted(refusal_codes().items()))
    closes = "\n".join(f"| {code.value} | {code.meaning} |" for code in CloseCode)
    return {
        "codes": f"| code | meaning |\n|---|---|\n{codes}",
        "close codes": f"| code | meaning |\n|---|---|\n{closes}",
    }


def renewed(text: str) -> str:
    """Return the page with the tables of today."""
    for name, table in tables().items():
        before, mark, rest = text.partition(f"<!-- {name} -->\n")
        _, end, after = rest.partition(f"<!-- /{name} -->")
        assert mark, f"the page has no table of {name}"
        assert end, f"the table of {name} has no end"
        text = f"{before}{mark}{table}\n{end}{after}"
    return text


if __name__ == "__main__":
    PAGE.write_text(renewed(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
