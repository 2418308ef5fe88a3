"""How many examples hypothesis tries: as many as a test says, and a fifth of them in `make check`."""

from hypothesis import settings

DEFAULT_EXAMPLES = 100
"""The examples of a test under the usual profile; the profile of `make check` has fewer."""


def examples(number: int) -> settings:
    """Return settings for so many examples, fewer by as much as the profile says."""
    return settings(max_examples=max(1, number * settings.default.max_examples // DEFAULT_EXAMPLES))
