"""Translates our moves into requests to the server."""

from __future__ import annotations

from collections.abc import Sequence

from catanlab.bridges.jsettlers import codes as j
from catanlab.bridges.jsettlers.game_follower import GameFollower
from catanlab.bridges.jsettlers.messages import Message
from catanlab.framework.moves import GROUP_SHIFT
from catanlab.games.catan import constants as c
from catanlab.games.catan.grid import EDGE_TO_JSETTLERS, HEX_TO_JSETTLERS, NODE_TO_JSETTLERS
from catanlab.games.catan.hands import unbundled

_ARGUMENT = (1 << GROUP_SHIFT) - 1
_CARDS = {
    c.PLAY_KNIGHT: c.KNIGHT,
    c.PLAY_ROAD_BUILDING: c.ROAD_BUILDING,
    c.PLAY_PLENTY: c.YEAR_OF_PLENTY,
    c.PLAY_MONOPOLY: c.MONOPOLY,
}
_BARE = {c.END_TURN: "ENDTURN", c.ROLL: "ROLLDICE", c.BUY_CARD: "BUYDEVCARDREQUEST"}


def split(move: int) -> tuple[int, int]:
    """Return the group and the argument of a move."""
    return move >> GROUP_SHIFT, move & _ARGUMENT


def requests(move: int, follower: GameFollower, game: str) -> list[Message]:
    """Return the messages for a move of the robot, or for its answer to an offer.

    The server asks later for a victim, or for the cards of a year of plenty or a monopoly: see
    `victim_request`, `pick_request` and `monopoly_request`.
    """
    group, argument = split(move)
    if group in _BARE:
        return [Message(_BARE[group], game=game)]
    if group in _CARDS:
        return [Message("PLAYDEVCARDREQUEST", game=game, card=j.CARD_NUMBERS[_CARDS[group]])]
    if group in (c.ROAD, c.SETTLEMENT, c.CITY):
        table = EDGE_TO_JSETTLERS if group == c.ROAD else NODE_TO_JSETTLERS
        piece = {c.ROAD: j.ROAD, c.SETTLEMENT: j.SETTLEMENT, c.CITY: j.CITY}[group]
        return [Message("PUTPIECE", game=game, seat=follower.me, piece=piece, place=table[argument])]
    if group == c.ROBBER:
        hexagon = HEX_TO_JSETTLERS[argument & 0xFF]
        return [Message("MOVEROBBER", game=game, seat=follower.me, hexagon=hexagon)]
    if group == c.SKIP_ROADS:
        return [Message("CANCELBUILDREQUEST", game=game, piece=j.ROAD)]
    return _trade(group, argument, follower, game)


def _trade(group: int, argument: int, follower: GameFollower, game: str) -> list[Message]:
    me = follower.me
    give = j.to_wire(unbundled(argument & c.BUNDLE_MASK))
    get = j.to_wire(unbundled(argument >> c.GET_SHIFT & c.BUNDLE_MASK))
    if group == c.BANK_TRADE:
        return [Message("BANKTRADE", game=game, counts=(*give, *get))]
    if group == c.OFFER:
        seats = [follower.theirs(seat) for seat in range(4) if argument >> c.ADDRESSEE_SHIFT >> seat & 1]
        return [offer(game, me, seats, give, get)]
    if group == c.COUNTER:
        return [offer(game, me, [follower.current], give, get)]
    if group == c.ACCEPT:
        return [Message("ACCEPTOFFER", game=game, accepting=me, offering=follower.current)]
    if group == c.TAKE_COUNTER:
        return [Message("ACCEPTOFFER", game=game, accepting=me, offering=follower.theirs(argument))]
    if group == c.CANCEL:
        return [Message("REJECTOFFER", game=game, seat=me), Message("CLEAROFFER", game=game, seat=0)]
    if group == c.REJECT:
        return [Message("REJECTOFFER", game=game, seat=me)]
    raise ValueError(f"moves of group {group} are not sent to a server")


def offer(game: str, seat: int, to: Sequence[int], give: Sequence[int], get: Sequence[int]) -> Message:
    """Return an offer to some of the server's seats, resources in the order of the wire."""
    flags = ["true" if each in to else "false" for each in range(4)]
    return Message("MAKEOFFER", game=game, seat=seat, values=(*flags, *map(str, [*give, *get])))


def pick_request(move: int, game: str) -> Message:
    """Return the request for the cards of a year of plenty."""
    counts = j.to_wire(unbundled(move >> c.GET_SHIFT & c.BUNDLE_MASK))
    names = ("clay", "ore", "sheep", "wheat", "wood")
    return Message("PICKRESOURCES", game=game, **dict(zip(names, counts, strict=True)))


def monopoly_request(move: int, game: str) -> Message:
    """Return the request for the resource of a monopoly."""
    return Message("PICKRESOURCETYPE", game=game, resource=j.resource_to_wire(move & 0xFF))


def victim_request(move: int, choices: Sequence[int], follower: GameFollower, game: str) -> Message:
    """Return the request to rob the victim of a move, or the first of `choices` if it is not among them."""
    group, argument = split(move)
    wanted = argument >> c.VICTIM_SHIFT if group == c.ROBBER else 0
    seat = follower.theirs(wanted - 1) if wanted else -1
    return Message("CHOOSEPLAYER", game=game, seat=seat if seat in choices else choices[0])


def discard_request(counts: Sequence[int], game: str) -> Message:
    """Return the request to discard these resources, five counts in our order."""
    return Message("DISCARD", game=game, counts=tuple(map(str, [*j.to_wire(counts), 0])))
