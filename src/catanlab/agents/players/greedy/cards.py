"""When the greedy agent plays year of plenty, monopoly and road building."""

from __future__ import annotations

from collections.abc import Sequence

from catanlab.agents.base.card_counts import covers, pair
from catanlab.agents.base.choice import Choice
from catanlab.agents.base.situation import Situation
from catanlab.agents.estimates.quick_build_time import shortage
from catanlab.agents.players.greedy.goals import Goal, rate_goals
from catanlab.games.catan import constants as c
from catanlab.games.catan.moves import CatanMove

LEAST_HAUL = 3.0
"""The least number of cards that a monopoly must be expected to bring."""


def card_to_play(situation: Situation, chosen: Sequence[Goal]) -> Choice | None:
    """Return a progress card that helps the best goals now, or None."""
    if situation.card_played or not chosen:
        return None
    return (
        (situation.playable[c.ROAD_BUILDING] and _road_building(situation, chosen))
        or (situation.playable[c.YEAR_OF_PLENTY] and _plenty(situation, chosen))
        or (situation.playable[c.MONOPOLY] and _monopoly(situation, chosen))
        or None
    )


def _road_building(situation: Situation, chosen: Sequence[Goal]) -> Choice | None:
    if situation.roads_left < min(2, situation.roads_left + 1):
        return None
    for goal in chosen[:2]:
        if goal.roads:
            return Choice(CatanMove.make(c.PLAY_ROAD_BUILDING), f"the roads lead to {goal.text}")
    return None


def _plenty(situation: Situation, chosen: Sequence[Goal]) -> Choice | None:
    for goal in chosen[:2]:
        short = shortage(goal.need, situation.hand)
        missing = [r for r in range(5) for _ in range(short[r])]
        if not 1 <= len(missing) <= 2:
            continue
        if len(missing) == 1:  # the other card is the one that comes in most rarely
            missing.append(
                min(range(5), key=lambda r: situation.rates[r] if situation.bank[r] > 1 else 9.0)
            )
        gained = pair(*missing)
        if covers(situation.bank, gained):
            return Choice(CatanMove.plenty(gained), f"it completes {goal.text}")
    return None


def _monopoly(situation: Situation, chosen: Sequence[Goal]) -> Choice | None:
    others = [seat for seat in range(situation.players) if seat != situation.me]
    before = rate_goals(chosen, situation, situation.hand)
    best: tuple[float, int] | None = None
    for resource in range(5):
        haul = sum(situation.expected(seat, resource) for seat in others)
        hand = [held + int(haul) * (r == resource) for r, held in enumerate(situation.hand)]
        gain = rate_goals(chosen, situation, hand) / before if before > 0 else 1.0
        if haul >= LEAST_HAUL and gain > 1.2 and (best is None or gain * haul > best[0]):
            best = (gain * haul, resource)
    if best is None:
        return None
    name = c.RESOURCES[best[1]]
    return Choice(CatanMove.make(c.PLAY_MONOPOLY, best[1]), f"the others hold much {name}")
