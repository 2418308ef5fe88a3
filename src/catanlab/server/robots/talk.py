"""Words at fitting moments: remarks of a robot on the dice, a robbery, the leader, and in its own defence.

A remark follows from what everybody knows: anybody else at the table who drew the same numbers could have
made it, so it gives no hidden card away. Except for warnings of a leader, which negotiators understand,
remarks say nothing about cards: agents would take them for statements of interest.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from catanlab.agents.negotiation.statements import Statement, parse
from catanlab.framework.observer import View
from catanlab.framework.random import Random
from catanlab.games.catan import constants as c
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.position import CatanPosition
from catanlab.games.catan.view.view import CatanView
from catanlab.table.events import Ended, Event, Outcome, Played, Said, Seated

REMARKS_PER_TURN = 1
REMARKS_PER_GAME = 12
"""Rations of a robot; a defence, a welcome and the last words do not count."""
DEFENCES_PER_TURN = 1
RUN_LENGTH = 3
"""So many equal rolls in a row are worth a remark."""
NEAR_POINTS = 2
"""A seat that lacks this many points, as far as everybody sees, is close to winning."""
LOOK_BACK = 400
"""How many events are searched for the beginning of a turn, or for the last rolls."""

GREETINGS = ("Hello, all.", "Good luck, everybody!", "Have a good game.", "Hi there.")
WELCOMES = ("Welcome!", "Hello, {}.", "Good to see you, {}.")
SEVENS = ("Here comes the robber.", "Seven. Of course.", "Mind your hands!", "The robber is loose again.")
RUNS = ("{} once more!", "Another {}?", "{} for the {} time in a row.")
ROBBED = ("Why me?", "Not my {} again!", "Oh, come on.", "I will remember this, seat {}.")
CONGRATULATIONS = ("Well played, seat {}.", "Congratulations, seat {}!", "Good game, all.")
THANKS = ("Thank you for the game.", "That was close. Good game!", "Good game, all.")
TERRAIN = ("forest", "hills", "pasture", "fields", "mountains", "desert")
"""The names of the hexes: unlike those of the cards, no agent takes them for a wish."""
_ORDINALS = {3: "third", 4: "fourth", 5: "fifth", 6: "sixth"}
_BUILDS = (c.ROAD, c.SETTLEMENT, c.CITY, c.PLAY_KNIGHT)


def remark(events: Sequence[Event], view: View, random: Random, *, seat: int) -> str | None:
    """Return what the robot of a seat says to the last of the events, or None.

    `events` are all that the seat has heard, its own statements included: its rations follow from them. The
    room asks negotiators for their statements first (`Agent.say`): where they speak, there is no remark.
    """
    if not events or not isinstance(view, CatanView):
        return None
    event = events[-1]
    if isinstance(event, Said):
        return _defence(events, event, view.position, seat, random)
    if isinstance(event, Ended):
        return _last_words(event, seat, random)
    if isinstance(event, Seated):
        welcomes = event.seat != seat and len(view.log) > 0 and random.below(2) == 0
        return _pick(WELCOMES, random).format(event.name) if welcomes and _is_tame(event.name) else None
    if not isinstance(event, Played | Outcome):
        return None
    line = _on_move(events, event, view, seat, random)
    return line if line and _may_speak(events, seat) else None


def _on_move(
    events: Sequence[Event], event: Played | Outcome, view: CatanView, seat: int, random: Random
) -> str | None:
    """Return a remark on a move or outcome, as if there were no rations."""
    move = CatanMove(event.move)
    kind = move.kind
    if isinstance(event, Outcome):
        return _on_dice(events, move, random) if kind == c.DICE else None
    if event.seat == seat:
        is_first = kind == c.SETTLEMENT and view.turn == 0 and _is_first_of(events, seat)
        return _pick(GREETINGS, random) if is_first and random.below(2) == 0 else None
    if kind == c.ROBBER:
        return _on_robber(event.seat, move, view, seat, random)
    if kind in _BUILDS:
        return _on_build(events, event.seat, view.position, view.game.rules.points_to_win, seat, random)
    return None


def _on_dice(events: Sequence[Event], move: CatanMove, random: Random) -> str | None:
    total = move.dice
    if total is None:
        return None
    length = 0
    for rolled in _rolls_back(events):
        if rolled != total:
            break
        length += 1
    if length >= RUN_LENGTH and random.below(2) == 0:
        return _pick(RUNS, random).format(total, _ORDINALS.get(length, "umpteenth"))
    if total == 7 and random.below(6) == 0:
        return _pick(SEVENS, random)
    return None


def _on_robber(robber: int, move: CatanMove, view: CatanView, seat: int, random: Random) -> str | None:
    hexagon = move.hex
    if hexagon is None or move.victim != seat or random.below(2):
        return None
    terrain = TERRAIN[view.game.board.resources[hexagon]]
    return _pick(ROBBED, random).replace("my {}", f"my {terrain}").replace("seat {}", f"seat {robber}")


def _on_build(
    events: Sequence[Event], builder: int, position: CatanPosition, target: int, seat: int, random: Random
) -> str | None:
    """Name a seat that is close to winning, unless somebody has named it in the last round."""
    if target - position.seats[builder].public_points > NEAR_POINTS or random.below(2):
        return None
    rounds = 0
    for event in reversed(events):
        if isinstance(event, Said) and builder in _named_leaders(event.text):
            return None
        if isinstance(event, Played) and CatanMove(event.move).kind == c.END_TURN:
            rounds += 1
            if rounds > len(position.seats):
                break
    return Statement("leader", to=(builder,)).text


def _defence(
    events: Sequence[Event], said: Said, position: CatanPosition, seat: int, random: Random
) -> str | None:
    """Answer who names this seat as close to winning, with facts that everybody sees."""
    if said.seat == seat or seat not in _named_leaders(said.text) or position.winner is not None:
        return None
    if _said_in_turn(_newest_first(events[:-1]), seat) >= REMARKS_PER_TURN + DEFENCES_PER_TURN:
        return None
    seats, mine = position.seats, position.seats[seat].public_points
    others = [other for other in range(len(seats)) if other != seat]
    facts = [
        f"Seat {other} has {seats[other].public_points} points, I have {mine}."
        for other in others
        if seats[other].public_points >= mine
    ]
    if not facts:
        longest, army = position.longest_road, position.largest_army
        if longest in others:
            facts.append(f"Look at seat {longest}: Longest Road is theirs.")
        if army in others:
            facts.append(f"Look at seat {army}: Largest Army is theirs.")
        cards = max(others, key=lambda other: (seats[other].card_count, -other))
        if seats[cards].card_count > seats[seat].card_count:
            facts.append(f"And what about the {seats[cards].card_count} hidden cards of seat {cards}?")
    if not facts:
        facts.append(f"Only {mine} points so far, all on the board.")
    return _pick(facts, random)


def _last_words(ended: Ended, seat: int, random: Random) -> str | None:
    if ended.winner == seat:
        return _pick(THANKS, random)
    if ended.winner < 0 or random.below(2):
        return None
    return _pick(CONGRATULATIONS, random).format(ended.winner)


# Rations and other looks back.


def _may_speak(events: Sequence[Event], seat: int) -> bool:
    if _said_in_turn(_newest_first(events), seat) >= REMARKS_PER_TURN:
        return False
    said = sum(1 for event in events if isinstance(event, Said) and event.seat == seat)
    return said < REMARKS_PER_GAME


def _said_in_turn(back: Sequence[Event], seat: int) -> int:
    """Return how often a seat spoke since the last turn ended; the events come the newest first."""
    count = 0
    for event in back:
        if isinstance(event, Played) and CatanMove(event.move).kind == c.END_TURN:
            break
        count += isinstance(event, Said) and event.seat == seat
    return count


def _newest_first(events: Sequence[Event]) -> list[Event]:
    """Return the last events, the newest first."""
    return list(islice(reversed(events), LOOK_BACK))


def _rolls_back(events: Sequence[Event]) -> list[int]:
    """Return the last rolls of the dice, the newest first."""
    rolls = []
    for event in _newest_first(events):
        if isinstance(event, Outcome) and (total := CatanMove(event.move).dice) is not None:
            rolls.append(total)
    return rolls


def _is_first_of(events: Sequence[Event], seat: int) -> bool:
    """Return whether the last event is the first move of a seat."""
    return sum(1 for event in events if isinstance(event, Played) and event.seat == seat) == 1


def _named_leaders(text: str) -> set[int]:
    return {seat for statement in parse(text) if statement.kind == "leader" for seat in statement.to}


def _is_tame(name: str) -> bool:
    """Return whether agents take a name for nothing but a name."""
    return not parse(f"Hello, {name}.") and name.isprintable()


def _pick(lines: Sequence[str], random: Random) -> str:
    return lines[random.below(len(lines))]
