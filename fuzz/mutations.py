"""Texts damaged at random, as hands, disks and careless programs damage them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

_LETTERS = 'wcshodkrpmv0123456789-~:;,/@=>?!#*.[]{}"\\ \n\t\rxyZé\u2028\x00\ufeff\U0001f3b2'
SCRAPS = (
    "99", "-1", "0", "18446744073709551616", "1" * 5000, "s12", "c0", "r12-17", "d=8.", "=7", "x7@2=o",
    "-wwc", "b4w>o", "?w>o@123", "!o>2w", "y", "n", "t2", "y9", "0:", "3:d", "12.", "~1.5", "~", "{",
    "}", "{x}", ",", "say 2: hi", "say 9: hi", "incident 1 late: x", "fallback 0 raised: y",
    "fallback 0 odd: z", "settlement 12", "end turn", "road building", "offer 1 wood for 1 ore to 1 2",
    "#5", "#9999999999999999999", '[Format "catanlab-record 1"]', '[Game "gomoku"]', '[Game "chess"]',
    '[Rules "base,players=2"]', "[", "]", '[Board ""]', '[Result "1-0"]', '[Termination "cut"]',
    '[Seat7 "x"]', "main", "answer:2", "setup-road", "finished", "last=3", "offer=?w>o@1",
    "answers=1:y", "bank=19w", "winner=1", "victim=1", "view:3", "base", ";;;;", "2:w~2w",
)  # fmt: skip


def mutate(text: str, random: Random, others: Sequence[str] = ()) -> str:
    """Return the text with one to four damages; parts of the others may get into it."""
    for _ in range(random.randint(1, 4)):
        text = random.choice(_WAYS)(text, random, others)
    return text


def _span(text: str, random: Random, longest: int = 30) -> tuple[int, int]:
    start = random.randint(0, len(text))
    return start, min(len(text), start + random.randint(1, longest))


def _delete(text: str, random: Random, others: Sequence[str]) -> str:
    a, b = _span(text, random)
    return text[:a] + text[b:]


def _replace(text: str, random: Random, others: Sequence[str]) -> str:
    a, _ = _span(text, random)
    return text[:a] + random.choice(_LETTERS) + text[a + 1 :]


def _insert(text: str, random: Random, others: Sequence[str]) -> str:
    a, _ = _span(text, random)
    return text[:a] + random.choice(_LETTERS) + text[a:]


def _repeat(text: str, random: Random, others: Sequence[str]) -> str:
    a, b = _span(text, random)
    return text[:b] + text[a:b] + text[b:]


def _scrap(text: str, random: Random, others: Sequence[str]) -> str:
    a, b = _span(text, random, 6)
    return text[:a] + random.choice(SCRAPS) + text[b if random.random() < 0.5 else a :]


def _cut(text: str, random: Random, others: Sequence[str]) -> str:
    return text[: random.randint(0, len(text))]


def _splice(text: str, random: Random, others: Sequence[str]) -> str:
    other = random.choice(others) if others else text
    return text[: random.randint(0, len(text))] + other[random.randint(0, len(other)) :]


def _swap(mark: str) -> Callable[[str, Random, Sequence[str]], str]:
    def swap(text: str, random: Random, others: Sequence[str]) -> str:
        parts = text.split(mark)
        a, b = random.randrange(len(parts)), random.randrange(len(parts))
        parts[a], parts[b] = parts[b], parts[a]
        return mark.join(parts)

    return swap


def _put_word(text: str, random: Random, others: Sequence[str]) -> str:
    words = text.split(" ")
    words[random.randrange(len(words))] = random.choice(SCRAPS)
    return " ".join(words)


def _count(text: str, random: Random, others: Sequence[str]) -> str:
    """Change a digit, which mostly leaves a well-formed text."""
    digits = [place for place, letter in enumerate(text) if letter.isdigit()]
    if not digits:
        return text
    place = random.choice(digits)
    return text[:place] + str(random.randint(0, 9)) + text[place + 1 :]


_WAYS = (
    _delete, _replace, _insert, _repeat, _scrap, _cut, _splice, _put_word, _count, _count, _count,
    _swap(" "), _swap("\n"), _swap(";"),
)  # fmt: skip
