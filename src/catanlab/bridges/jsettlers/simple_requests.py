"""Simple requests for a game that cannot be followed: just enough for the others to go on."""

from __future__ import annotations

from catanlab.bridges.jsettlers import codes as j
from catanlab.bridges.jsettlers.game_follower import GameFollower
from catanlab.bridges.jsettlers.messages import Message
from catanlab.bridges.jsettlers.requests import discard_request, monopoly_request, plenty_request
from catanlab.games.catan import constants as c
from catanlab.games.catan.grid import (
    EDGE_TO_JSETTLERS,
    HEX_TO_JSETTLERS,
    NODE_TO_JSETTLERS,
)


def simple_request(follower: GameFollower, game: str, tries: int = 0) -> list[Message]:
    """Return a request that keeps the game going, or none where the server has to act by itself.

    Where there is a choice, each try makes a different one.

    >>> follower = GameFollower(0)
    >>> follower.state = j.ROLL_OR_CARD
    >>> [message.text for message in simple_request(follower, "g")]
    ['1031|g']
    """
    state, position = follower.state, follower.position
    if state == j.ROLL_OR_CARD:
        return [Message("ROLLDICE", game=game)]
    if state == j.PLAY:
        return [Message("ENDTURN", game=game)]
    if state in (j.FIRST_SETTLEMENT, j.SECOND_SETTLEMENT):
        return _put(
            follower, game, j.SETTLEMENT, [NODE_TO_JSETTLERS[n] for n in position.free_nodes()], tries
        )
    if state in (j.FIRST_ROAD, j.SECOND_ROAD):
        return _put(follower, game, j.ROAD, [EDGE_TO_JSETTLERS[e] for e in position.last_edges()], tries)
    if state == j.PLACING_ROBBER:
        places = [place for place in HEX_TO_JSETTLERS if place != HEX_TO_JSETTLERS[position.robber]]
        hexagon = places[tries % len(places)]
        return [Message("MOVEROBBER", game=game, seat=follower.me, hexagon=hexagon)]
    if state in j.FREE_ROADS:
        return [Message("CANCELBUILDREQUEST", game=game, piece=j.ROAD)]
    if state in j.PLACING:
        return [Message("CANCELBUILDREQUEST", game=game, piece=j.PLACING.index(state))]
    if state == j.DISCOVERY:
        return [plenty_request((0, 0, 0, 2, 0), game)]
    if state == j.MONOPOLY:
        return [monopoly_request(c.WHEAT, game)]
    return []


def simple_discard(follower: GameFollower, game: str, count: int) -> list[Message]:
    """Return a discard of this many cards, each of the resource that the robot then has most of."""
    left = list(follower.position.own)
    counts = [0] * 5
    for _ in range(min(count, sum(left))):
        most = left.index(max(left))
        counts[most] += 1
        left[most] -= 1
    return [discard_request(counts, game)]


def _put(follower: GameFollower, game: str, piece: int, places: list[int], tries: int) -> list[Message]:
    if not places:
        return []
    place = places[tries % len(places)]
    return [Message("PUTPIECE", game=game, seat=follower.me, piece=piece, place=place)]
