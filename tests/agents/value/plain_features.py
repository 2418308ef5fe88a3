"""The features of a position in plain Python, from its typed data: the twin of the native ones."""

from __future__ import annotations

import math
from collections.abc import Sequence

from catanlab.agents.base.aim import COSTS, Kind
from catanlab.agents.base.board_values import BoardValues
from catanlab.agents.estimates.quick_build_time import rolls_until
from catanlab.games.catan import constants as c
from catanlab.games.catan.engine.state import CatanState
from catanlab.games.catan.position import CatanPosition, SeatPosition, members
from catanlab.games.catan.rules import Rules

WEIGHTS = (0.95, 0.95, 0.85, 1.1, 1.05)
KINDS: tuple[Kind, ...] = ("city", "settlement", "card", "road")
SEATS = ("own", "next", "second", "third")
MOST = 60.0


def plain_features(state: CatanState, seat: int) -> dict[str, float]:
    """Return the features by name; those of absent seats are left out."""
    position, rules = state.position, state.game.rules
    values = BoardValues(state.game.board)
    found: dict[str, float] = {}
    for offset in range(rules.players):
        other = (seat + offset) % rules.players
        block = _block(position, values, other, rules, own=offset == 0)
        found |= {f"{SEATS[offset]} {name}": value for name, value in block.items()}
        found[f"{SEATS[offset]} turn"] = float(position.on_turn == other)
    mine = position.seats[seat]
    found |= {f"own {name}": held for name, held in zip(c.RESOURCES, mine.certain, strict=True)}
    found |= {f"own {name}": held for name, held in zip(c.CARDS, mine.cards, strict=True)}
    bank = [held / 19 for held in position.bank] if rules.bank_limit else [1.0] * 5
    found |= {f"{name} bank": held for name, held in zip(c.RESOURCES, bank, strict=True)}
    found |= {"rolled": float(position.rolled), "deck": position.deck_size / 25}
    return found | _prospects(position, values, seat, rules, found)


def _rates(values: BoardValues, seen: SeatPosition, without: int = -1) -> list[float]:
    rates = [0.0] * 5
    for hexagon, count in enumerate(seen.hex_yields):
        resource = values.hex_resources[hexagon]
        if count and resource != c.DESERT and hexagon != without:
            rates[resource] += count * values.hex_rates[hexagon]
    return rates


def _worth(rates: Sequence[float], ratios: Sequence[int]) -> float:
    each = zip(WEIGHTS, rates, ratios, strict=True)
    return sum(weight * math.pow(rate, 0.75) + 1.5 * rate / ratio for weight, rate, ratio in each)


def _gain(
    values: BoardValues, node: int, rates: Sequence[float], ratios: Sequence[int], new: bool
) -> float:
    port = values.ports[node] if new else -1
    after = [
        2 if r == port else min(ratio, 3) if port == c.ANY_PORT else ratio for r, ratio in enumerate(ratios)
    ]
    more = [rate + extra for rate, extra in zip(rates, values.yields[node], strict=True)]
    return _worth(more, after) - _worth(rates, ratios)


def _points(seen: SeatPosition, own: bool) -> int:
    return seen.points if own else seen.public_points


def _lacking(position: CatanPosition, seat: int) -> int:
    holder = position.largest_army
    if holder == seat:
        return 0
    return (
        max(3, 0 if holder is None else position.seats[holder].knights + 1) - position.seats[seat].knights
    )


def _sites(position: CatanPosition, values: BoardValues, seat: int) -> list[float]:
    seen = position.seats[seat]
    rates, others = _rates(values, seen), position.occupied_nodes & ~seen.buildings
    distance = dict.fromkeys(members(seen.road_nodes | seen.buildings), 0)
    for roads in range(3):
        for node in [node for node, far in distance.items() if far == roads]:
            for edge, end in () if others >> node & 1 else values.ways[node]:
                if not position.occupied_edges >> edge & 1:
                    distance.setdefault(end, roads + 1)
    return [
        max(
            (
                _gain(values, node, rates, seen.ratios, new=True)
                for node, far in distance.items()
                if far == roads and not position.blocked_nodes >> node & 1
            ),
            default=0.0,
        )
        for roads in range(4)
    ]


def _block(
    position: CatanPosition, values: BoardValues, seat: int, rules: Rules, own: bool
) -> dict[str, float]:
    seen = position.seats[seat]
    rates, points = _rates(values, seen), _points(seen, own)
    nothing = (0,) * 5
    knights = seen.cards[c.KNIGHT] if own else 0
    block: dict[str, float] = {
        "points": points,
        "longest road": float(position.longest_road == seat),
        "largest army": float(position.largest_army == seat),
        "knights": seen.knights,
        "road length": seen.road_length,
        "roads left": 15 - seen.roads.bit_count(),
        "settlements left": 5 - seen.settlements.bit_count(),
        "cities left": 4 - seen.cities.bit_count(),
        "hand": seen.hand_size,
        "excess": max(0, seen.hand_size - rules.hand_limit),
        "cards": seen.card_count,
        "growth": max(0.0, 1 - points / rules.points_to_win) * _worth(rates, seen.ratios),
        "army": 1 / (1 + max(0, _lacking(position, seat) - knights)),
    }
    robbed = _rates(values, seen, without=position.robber)
    for place, name in enumerate(c.RESOURCES):
        block[f"{name} income"] = rates[place]
        block[f"{name} income with robber"] = robbed[place]
        block[f"{name} port"] = 1 / seen.ratios[place]
    for kind in KINDS:
        rolls = min(MOST, rolls_until(COSTS[kind], nothing, rates, seen.ratios))
        block[f"{kind} pace"] = 1 / (rolls + 5)
    sites = enumerate(_sites(position, values, seat))
    return block | {f"site at {roads} roads": gain for roads, gain in sites}


def _prospects(
    position: CatanPosition, values: BoardValues, seat: int, rules: Rules, found: dict[str, float]
) -> dict[str, float]:
    seen = position.seats[seat]
    rates, target = _rates(values, seen), rules.points_to_win
    growth = 7 * max(0.0, 1 - seen.points / target)
    options: list[tuple[str, float, float, bool]] = []

    def add(kind: str, gain: float, need: Sequence[int], wins: bool) -> None:
        rolls = min(MOST, rolls_until(need, seen.certain, rates, seen.ratios))
        options.append((kind, gain / (rolls + 5), rolls, wins))

    towns = members(seen.settlements)
    if towns and seen.cities.bit_count() < 4:
        gain = max(_gain(values, node, rates, seen.ratios, new=False) for node in towns)
        add("city", 1 + growth * gain, COSTS["city"], seen.points + 1 >= target)
    roads_left = 15 - seen.roads.bit_count()
    if seen.settlements.bit_count() < 5:
        for roads in range(min(3, roads_left) + 1):
            if gain := found[f"own site at {roads} roads"]:
                wood, clay, *rest = COSTS["settlement"]
                need = (wood + roads, clay + roads, *rest)
                add("settlement", 1 + growth * gain, need, seen.points + 1 >= target)
    others = [other.cards for place, other in enumerate(position.seats) if place != seat]
    unseen = [sum(column) for column in zip(position.unseen_cards, *others, strict=True)]
    if position.deck_size:
        lacking = _lacking(position, seat) - seen.cards[c.KNIGHT]
        knight = 0.25 + (2 / lacking if 1 <= lacking <= 3 else 0.0)
        worth = unseen[4] + unseen[0] * knight + 0.5 * sum(unseen[1:4])
        add("card", worth / sum(unseen), COSTS["card"], False)
    if position.longest_road != seat:
        holder = position.longest_road
        least = max(5, 0 if holder is None else position.seats[holder].road_length + 1)
        missing = max(1, least - seen.road_length)
        if missing <= min(3, roads_left):
            add("longest road", 2.0, (missing, missing, 0, 0, 0), seen.points + 2 >= target)
    ranked = [*sorted((value for _, value, _, _ in options), reverse=True), 0.0, 0.0]
    kinds = ("city", "settlement", "card", "longest road")
    return {
        **{
            f"{kind} prospect": max((v for k, v, _, _ in options if k == kind), default=0.0)
            for kind in kinds
        },
        "best prospect": ranked[0],
        "second prospect": ranked[1],
        "winning prospect": max((1 / (rolls + 1) for _, _, rolls, wins in options if wins), default=0.0),
    }
