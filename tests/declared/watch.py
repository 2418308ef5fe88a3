"""Counts how often each rule of a declaration was asked or fired, and what it said."""

from collections import Counter
from contextlib import contextmanager


@contextmanager
def watching(declaration):
    """Count, for the time of a block, the answers of every predicate and the calls of every trigger.

    Yields a counter: (place, rule, answer) of predicates, (place, rule, "fired") of triggers.
    """
    counts = Counter()
    plain = []
    for hung in declaration.structure.rules():
        rule, name = hung.rule, f"{hung.part.name}.{hung.event} {hung.rule.sentence}"
        plain.append((rule, rule.function))
        rule.function = _counted(rule.function, name, hung.is_predicate, counts)
    try:
        yield counts
    finally:
        for rule, function in plain:
            rule.function = function


def _counted(function, name, is_predicate, counts):
    def count(*arguments):
        answer = function(*arguments)
        counts[name, bool(answer) if is_predicate else "fired"] += 1
        return answer

    return count


def never_met(declaration, counts):
    """Return every predicate that was never true or never false, and every trigger that never fired."""
    missing = []
    for hung in declaration.structure.rules():
        name = f"{hung.part.name}.{hung.event} {hung.rule.sentence}"
        for answer in (True, False) if hung.is_predicate else ("fired",):
            if not counts[name, answer]:
                missing.append((name, answer))
    return missing
