"""What one game tells about the skill of its players: the Plackett-Luce model of openskill.

A skill is a normal distribution: `mu` is what it is thought to be, `sigma` how uncertain that is. The first
place is for the largest share of the win, and equal shares are told apart by points.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct
from openskill.models import PlackettLuce

_MODEL: Final = PlackettLuce()


class Skill(Struct, frozen=True):
    """What is known about somebody's skill after some games."""

    mu: float = 25.0
    sigma: float = 25.0 / 3.0
    games: int = 0

    @property
    def rating(self) -> float:
        """The number that ladders are sorted by: the skill is almost certainly higher.

        >>> Skill().rating, Skill(mu=30.0, sigma=2.0, games=9).rating
        (0.0, 24.0)
        """
        return self.mu - 3.0 * self.sigma


class Place(Struct, frozen=True):
    """How a seat ended; `who` is None for somebody whose skill is not kept."""

    who: str | None
    share: float
    score: int


def rated(places: Sequence[Place], skills: Mapping[str, Skill]) -> dict[str, Skill]:
    """Return the skills after a game of two or more seats; who is not in `skills` is new.

    Seats of the same robot are one player who took part several times: each seat is rated as if it were
    alone, and the robot's skill changes by the mean of its seats. So three equal robots learn as much from
    a game as one.

    >>> after = rated([Place("ann", 1.0, 10), Place("robot:greedy", 0.0, 8)], {})
    >>> round(after["ann"].mu, 2), round(after["robot:greedy"].mu, 2), after["ann"].games
    (27.64, 22.36, 1)
    """
    before = [skills.get(place.who or "", Skill()) for place in places]
    teams = [[_MODEL.rating(mu=skill.mu, sigma=skill.sigma)] for skill in before]
    order = sorted({(-place.share, -place.score) for place in places})
    ranks = [float(order.index((-place.share, -place.score))) for place in places]
    after = _MODEL.rate(teams, ranks=ranks)
    changes: dict[str, list[tuple[float, float]]] = {}
    for place, [new] in zip(places, after, strict=True):
        if place.who is not None:
            changes.setdefault(place.who, []).append((new.mu, new.sigma))
    return {
        who: Skill(
            mu=sum(mu for mu, _ in seats) / len(seats),
            sigma=sum(sigma for _, sigma in seats) / len(seats),
            games=skills.get(who, Skill()).games + 1,
        )
        for who, seats in changes.items()
    }
