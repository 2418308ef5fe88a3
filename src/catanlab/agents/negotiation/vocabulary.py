"""The words for cards and numbers that people type at the table."""

from __future__ import annotations

CARDS = {
    "wood": 0, "woods": 0, "lumber": 0, "timber": 0, "log": 0, "logs": 0,
    "clay": 1, "clays": 1, "brick": 1, "bricks": 1, "brik": 1,
    "sheep": 2, "sheeps": 2, "wool": 2, "lamb": 2, "lambs": 2, "shep": 2,
    "wheat": 3, "wheats": 3, "grain": 3, "grains": 3, "corn": 3, "weat": 3, "wheet": 3,
    "ore": 4, "ores": 4, "stone": 4, "stones": 4, "rock": 4, "rocks": 4, "iron": 4,
}  # fmt: skip
"""Resources by the words for them, a few misspelt ones included."""
PLURALS = frozenset(
    ("woods", "logs", "clays", "bricks", "sheeps", "lambs", "wheats", "grains", "ores", "stones", "rocks")
)
"""Words that mean more than one card, but do not say how many."""
NUMBERS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
}  # fmt: skip
