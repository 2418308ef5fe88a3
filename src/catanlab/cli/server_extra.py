"""Commands that need the extra `server` say in one sentence which of its packages is missing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from catanlab.cli.main import UsageError
from catanlab.cli.serve import PACKAGES


@contextmanager
def server_extra(what: str) -> Iterator[None]:
    """Run what needs the extra; raises UsageError with the name of a package that is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package not in PACKAGES:
            raise
        raise UsageError(
            f"{what} needs the package {package}, which is not installed: "
            "run pip install 'catanlab[server]'"
        ) from None
