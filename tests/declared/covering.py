"""A pairwise covering array of the fields of `Rules`: every pair of values of two fields is in some row."""

import random
from functools import cache
from itertools import combinations

from catanlab.games.catan.rules import Rules

VALUES = {
    "players": (4, 3, 2),
    "points_to_win": (10, 7, 3, 13),
    "layout": ("random", "random-numbers", "no-adjacent-reds", "tournament", "beginner"),
    "setup_order": ("snake", "straight"),
    "win_check": ("own turn", "turn end"),
    "max_turns": (0, 9, 70),
    "max_rounds": (0, 4, 25),
    "one_action": (False, True),
    "cards_before_roll": ("any", "knight", "none"),
    "skip_free_roads": (False, True),
    "hand_limit": (7, 1, 12),
    "bank_limit": (True, False),
    "no_sevens_rounds": (0, 2),
    "friendly_robber": (False, True),
    "player_trade": (True, False),
    "trade_settlement": ("choose", "first"),
    "counter_offers": (True, False),
    "offers_per_turn": (3, 1, 0),
    "open_hands": (False, True),
    "hidden_discards": (False, True),
}
"""The values of each field that the array has."""


def is_allowed(row):
    """Say whether a row, or a part of one, can be rules: hidden discards need a bank without limit."""
    return not (row.get("hidden_discards") and row.get("bank_limit"))


def all_pairs():
    """Return every pair of values of two fields that can stand together, always in the same order."""
    pairs = {}
    for first, second in combinations(VALUES, 2):
        for one in VALUES[first]:
            for two in VALUES[second]:
                if is_allowed({first: one, second: two}):
                    pairs[(first, one), (second, two)] = True
    return pairs


def pairs_of(row):
    """Return the pairs that a row has."""
    return set(combinations(((name, row[name]) for name in VALUES), 2))


@cache
def covering_rules(seed=1):
    """Return rules such that every pair of values is in one of them; always the same ones."""
    chance = random.Random(seed)
    missing = all_pairs()
    rows = []
    while missing:
        best, most = None, -1
        for _ in range(8):
            row = dict(chance.choice(list(missing)))
            for name in chance.sample(list(VALUES), len(VALUES)):
                if name not in row:
                    allowed = [value for value in VALUES[name] if is_allowed({**row, name: value})]
                    gains = [
                        sum(
                            tuple(sorted((item, (name, value)), key=_place)) in missing
                            for item in row.items()
                        )
                        for value in allowed
                    ]
                    best_gain = max(gains)
                    row[name] = chance.choice(
                        [v for v, g in zip(allowed, gains, strict=True) if g == best_gain]
                    )
            gain = len(pairs_of(row) & missing.keys())
            if gain > most:
                best, most = row, gain
        rows.append(Rules(**best))
        for pair in pairs_of(best):
            missing.pop(pair, None)
    return tuple(rows)


def _place(item):
    return list(VALUES).index(item[0])
