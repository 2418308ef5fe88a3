"""Labels of plots, cut to a width so that different names stay different."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

from catanlab.framework.markup import shorten

_WORDS = re.compile(r"[^ ,:]*[ ,:]+|[^ ,:]+")


def short_labels(names: Sequence[str], widest: int) -> list[str]:
    """Return names cut to this many letters: at the end, or where that makes two alike, in the middle.

    >>> short_labels(["set-up there and back, cut at 60", "set-up there and back, cut at 40"], 24)
    ['set-up there…cut at 60', 'set-up there…cut at 40']
    >>> short_labels(["greedy", "a very long name"], 8)
    ['greedy', 'a very …']
    """
    plain = [" ".join(name.split()) for name in names]
    labels = {name: shorten(name, widest) for name in plain}
    for label in dict.fromkeys(labels.values()):
        alike = [name for name in labels if labels[name] == label]
        if len(alike) > 1:
            labels.update(zip(alike, _cut_inside(alike, widest), strict=True))
    return [labels[name] for name in plain]


def _cut_inside(names: Sequence[str], widest: int) -> list[str]:
    """Return names with the same beginning, cut where they do not differ yet.

    All keep their endings from the same word on, and what fits of the beginning.
    """
    words = [_WORDS.findall(name) for name in names]
    common = _alike([each[:-1] for each in words])
    if not common:
        letters = _alike(names)
        return [shorten(f"…{name[max(letters - 1, 0) :]}", widest) for name in names]

    def endings(start: int) -> list[str]:
        return ["".join(each[start:]) for each in words]

    start = common
    while start > 1 and max(map(len, endings(start - 1))) <= widest // 2:
        start -= 1
    room = widest - 1 - max(map(len, endings(start)))
    beginning = ""
    for word in words[0][:start]:
        if len(beginning + word.rstrip()) > room:
            break
        beginning += word
    if room >= 0:
        return [f"{beginning.rstrip()}…{ending}" for ending in endings(start)]
    return [f"…{ending}" for ending in short_labels(endings(start), widest - 1)]


def _alike(sequences: Sequence[Sequence[str]]) -> int:
    """Return with how many of the same words or letters all begin."""
    return sum(1 for _ in takewhile(lambda same: len(set(same)) == 1, zip(*sequences, strict=False)))
