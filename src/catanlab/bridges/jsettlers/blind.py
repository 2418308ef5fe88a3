"""What a robot does in a game that it cannot follow: just enough that the others can go on."""

from __future__ import annotations

from catanlab.bridges.jsettlers import codes as j
from catanlab.bridges.jsettlers.messages import Message
from catanlab.bridges.jsettlers.mirror import Mirror
from catanlab.games.catan.grid import HEX_TO_JSETTLERS


def blind_request(mirror: Mirror, game: str) -> list[Message]:
    """Return a request that keeps the game going, or none where the server has to act by itself.

    >>> mirror = Mirror(0)
    >>> mirror.state = j.ROLL_OR_CARD
    >>> [message.text for message in blind_request(mirror, "g")]
    ['1031|g']
    """
    if mirror.state == j.ROLL_OR_CARD:
        return [Message("ROLLDICE", game=game)]
    if mirror.state == j.PLAY:
        return [Message("ENDTURN", game=game)]
    if mirror.state == j.PLACING_ROBBER:
        hexagon = next(place for place in HEX_TO_JSETTLERS if place != mirror.robber)
        return [Message("MOVEROBBER", game=game, seat=mirror.me, hexagon=hexagon)]
    if mirror.state in j.FREE_ROADS:
        return [Message("CANCELBUILDREQUEST", game=game, piece=j.ROAD)]
    return []
