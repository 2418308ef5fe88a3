"""Translates the moves of an agent into requests to the server."""

from __future__ import annotations

from collections.abc import Sequence

from catanlab.bridges.jsettlers import codes as j
from catanlab.bridges.jsettlers.game_follower import GameFollower
from catanlab.bridges.jsettlers.messages import Message
from catanlab.games.catan import constants as c
from catanlab.games.catan.grid import EDGE_TO_JSETTLERS, HEX_TO_JSETTLERS, NODE_TO_JSETTLERS
from catanlab.games.catan.moves import CatanMove, Counts, MoveKind

_CARDS = {
    MoveKind.PLAY_KNIGHT: c.KNIGHT,
    MoveKind.PLAY_ROAD_BUILDING: c.ROAD_BUILDING,
    MoveKind.PLAY_PLENTY: c.YEAR_OF_PLENTY,
    MoveKind.PLAY_MONOPOLY: c.MONOPOLY,
}
_WITHOUT_FIELDS = {
    MoveKind.END_TURN: "ENDTURN",
    MoveKind.ROLL: "ROLLDICE",
    MoveKind.BUY_CARD: "BUYDEVCARDREQUEST",
}
_BUILDINGS = {MoveKind.SETTLEMENT: j.SETTLEMENT, MoveKind.CITY: j.CITY}


def requests_for(move: CatanMove, follower: GameFollower, game: str) -> list[Message]:
    """Return the messages for a move of the robot, or for its answer to an offer.

    The server asks later for a victim, or for the cards of a year of plenty or a monopoly: see
    `victim_request`, `plenty_request` and `monopoly_request`. Raises ValueError for a move that is never
    sent to a server.
    """
    kind, me = move.kind, follower.me
    if kind in _WITHOUT_FIELDS:
        return [Message(_WITHOUT_FIELDS[kind], game=game)]
    if kind in _CARDS:
        return [Message("PLAYDEVCARDREQUEST", game=game, card=j.CARD_NUMBERS[_CARDS[kind]])]
    if move.edge is not None:
        return [Message("PUTPIECE", game=game, seat=me, piece=j.ROAD, place=EDGE_TO_JSETTLERS[move.edge])]
    if move.node is not None:
        place = NODE_TO_JSETTLERS[move.node]
        return [Message("PUTPIECE", game=game, seat=me, piece=_BUILDINGS[kind], place=place)]
    if move.hex is not None:
        return [Message("MOVEROBBER", game=game, seat=me, hexagon=HEX_TO_JSETTLERS[move.hex])]
    if kind is MoveKind.SKIP_ROADS:
        return [Message("CANCELBUILDREQUEST", game=game, piece=j.ROAD)]
    return _trade_requests(move, follower, game)


def _trade_requests(move: CatanMove, follower: GameFollower, game: str) -> list[Message]:
    kind, deal, me = move.kind, move.deal, follower.me
    if deal is not None:
        give, get = j.to_wire(deal.give), j.to_wire(deal.get)
        if kind is MoveKind.BANK_TRADE:
            return [Message("BANKTRADE", game=game, counts=(*give, *get))]
        if kind is MoveKind.OFFER:
            return [
                _offer_request(game, me, [follower.theirs(seat) for seat in move.addressees], give, get)
            ]
        return [_offer_request(game, me, [follower.current], give, get)]
    if kind is MoveKind.ACCEPT:
        return [Message("ACCEPTOFFER", game=game, accepting=me, offering=follower.current)]
    if kind is MoveKind.TAKE_COUNTER and move.seat is not None:
        return [Message("ACCEPTOFFER", game=game, accepting=me, offering=follower.theirs(move.seat))]
    if kind is MoveKind.CANCEL:
        return [Message("REJECTOFFER", game=game, seat=me), Message("CLEAROFFER", game=game, seat=0)]
    if kind is MoveKind.REJECT:
        return [Message("REJECTOFFER", game=game, seat=me)]
    raise ValueError(f"the move {move} is not sent to a server")


def _offer_request(
    game: str, seat: int, to: Sequence[int], give: Sequence[int], get: Sequence[int]
) -> Message:
    """Return an offer to some of the server's seats, resources in the order of the wire."""
    flags = ["true" if each in to else "false" for each in range(4)]
    return Message("MAKEOFFER", game=game, seat=seat, values=(*flags, *map(str, [*give, *get])))


def plenty_request(cards: Counts, game: str) -> Message:
    """Return the request for the cards of a year of plenty, five counts in our order."""
    names = ("clay", "ore", "sheep", "wheat", "wood")
    return Message("PICKRESOURCES", game=game, **dict(zip(names, j.to_wire(cards), strict=True)))


def monopoly_request(resource: int, game: str) -> Message:
    """Return the request for the resource of a monopoly."""
    return Message("PICKRESOURCETYPE", game=game, resource=j.resource_to_wire(resource))


def victim_request(
    victim: int | None, choices: Sequence[int], follower: GameFollower, game: str
) -> Message:
    """Return the request to rob our seat `victim`.

    If it is None or not among `choices`, which are seats of the server, the first of these is robbed.
    """
    seat = None if victim is None else follower.theirs(victim)
    return Message("CHOOSEPLAYER", game=game, seat=seat if seat in choices else choices[0])


def discard_request(counts: Sequence[int], game: str) -> Message:
    """Return the request to discard these resources, five counts in our order."""
    return Message("DISCARD", game=game, counts=tuple(map(str, [*j.to_wire(counts), 0])))
