"""How a robot answers what was asked by a button: truthfully, as its own judgement of deals says.

It was asked which deals, one card for one, it would make. If there are none it says no. If the seat that
asked is on turn, the robot proposes one of them instead of a mere yes.
"""

from __future__ import annotations

from catanlab.framework.errors import CatanlabError
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.position import Phase
from catanlab.server.robots.questions import Answer
from catanlab.server.rooms import trading
from catanlab.server.rooms.asking import reply
from catanlab.server.rooms.offer_ration import OfferRation
from catanlab.server.rooms.robot_asks import Ask
from catanlab.server.rooms.room import Room


def reply_to(room: Room, ask: Ask, answer: Answer, ration: OfferRation) -> None:
    """Let a robot answer an ask; `answer.moves` are the deals that it would make. Raises Refused."""
    agreed = [deal for deal in answer.moves if deal in ask.deals]  # a worker is not trusted
    if not agreed:
        reply(room, ask.seat, ask.proposal, "no")
        return
    position = room.position
    on_turn = position.on_turn == ask.proposer and position.phase is Phase.MAIN
    own_side = _reversed(agreed[0])
    if not on_turn or ration.left(ask.seat) <= 0 or not _may_propose(room, ask.seat, own_side):
        reply(room, ask.seat, ask.proposal, "yes")
        return
    reply(room, ask.seat, ask.proposal, "offer")
    if room.proposals.get(ask.seat, (0, ""))[1] != own_side:
        trading.propose(room, ask.seat, own_side)
        ration.note(ask.seat, (ask.proposer,))


def _reversed(deal: str) -> str:
    """Return a deal from the other side.

    >>> _reversed("1 wood for 1 ore")
    '1 ore for 1 wood'
    """
    read = CatanMove.parse(f"counter {deal}").deal
    assert read is not None
    return read.reversed.text


def _may_propose(room: Room, seat: int, deal: str) -> bool:
    rules = room.game.proposals
    try:
        return rules is not None and bool(rules.propose(room.view_of(seat), deal))
    except CatanlabError:
        return False
