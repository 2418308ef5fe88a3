"""How many examples hypothesis tries: as many as a test says, and a fifth of them in `make check`."""

from hypothesis import settings

EVERY = 100
"""What the profile of all tests says; that of `make check` says less."""


def examples(number: int) -> settings:
    """Return settings for so many examples, fewer by as much as the profile says."""
    return settings(max_examples=max(1, number * settings.default.max_examples // EVERY))
