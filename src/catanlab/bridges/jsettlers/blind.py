"""What a robot does in a game that it cannot follow: just enough that the others can go on."""

from __future__ import annotations

from catanlab.bridges.jsettlers import codes as j
from catanlab.bridges.jsettlers.messages import Message
from catanlab.bridges.jsettlers.mirror import Mirror
from catanlab.bridges.jsettlers.requests import discards, monopolized, picked
from catanlab.games.catan import constants as c
from catanlab.games.catan.grid import (
    EDGE_TO_JSETTLERS,
    HEX_TO_JSETTLERS,
    NODE_TO_JSETTLERS,
)


def blind_request(mirror: Mirror, game: str, tries: int = 0) -> list[Message]:
    """Return a request that keeps the game going, or none where the server has to act by itself.

    Where there is a choice, every try makes another.

    >>> mirror = Mirror(0)
    >>> mirror.state = j.ROLL_OR_CARD
    >>> [message.text for message in blind_request(mirror, "g")]
    ['1031|g']
    """
    state, position = mirror.state, mirror.position
    if state == j.ROLL_OR_CARD:
        return [Message("ROLLDICE", game=game)]
    if state == j.PLAY:
        return [Message("ENDTURN", game=game)]
    if state in (j.FIRST_SETTLEMENT, j.SECOND_SETTLEMENT):
        return _put(
            mirror, game, j.SETTLEMENT, [NODE_TO_JSETTLERS[n] for n in position.free_nodes()], tries
        )
    if state in (j.FIRST_ROAD, j.SECOND_ROAD):
        return _put(mirror, game, j.ROAD, [EDGE_TO_JSETTLERS[e] for e in position.last_edges()], tries)
    if state == j.PLACING_ROBBER:
        places = [place for place in HEX_TO_JSETTLERS if place != HEX_TO_JSETTLERS[position.robber]]
        hexagon = places[tries % len(places)]
        return [Message("MOVEROBBER", game=game, seat=mirror.me, hexagon=hexagon)]
    if state in j.FREE_ROADS:
        return [Message("CANCELBUILDREQUEST", game=game, piece=j.ROAD)]
    if state in j.PLACING:
        return [Message("CANCELBUILDREQUEST", game=game, piece=j.PLACING.index(state))]
    if state == j.DISCOVERY:
        return [picked(2 << (c.GET_SHIFT + 5 * c.WHEAT), game)]
    if state == j.MONOPOLY:
        return [monopolized(c.WHEAT, game)]
    return []


def blind_discard(mirror: Mirror, game: str, count: int) -> list[Message]:
    """Return a discard of so many cards, of what the robot has most."""
    left = list(mirror.position.own)
    counts = [0] * 5
    for _ in range(min(count, sum(left))):
        most = left.index(max(left))
        counts[most] += 1
        left[most] -= 1
    return [discards(counts, game)]


def _put(mirror: Mirror, game: str, piece: int, places: list[int], tries: int) -> list[Message]:
    if not places:
        return []
    place = places[tries % len(places)]
    return [Message("PUTPIECE", game=game, seat=mirror.me, piece=piece, place=place)]
