"""Small positions for negotiators: hands, incomes, aims and times to win as a test wants them."""

from copy import copy

from tests.agents.given import GivenAims, GivenEstimates, GivenHands, GivenWinTimes

from catanlab import Catan
from catanlab.agents.base.aim import Aim
from catanlab.agents.base.board_values import BoardValues
from catanlab.agents.base.situation import Situation
from catanlab.agents.estimates.income import Income
from catanlab.agents.estimates.seat_forecasts import SeatForecasts
from catanlab.agents.negotiation.outlook import Outlook
from catanlab.games.catan import constants as c
from catanlab.games.catan.moves import CatanMove, Deal

CITY, SETTLEMENT = Aim("city", 7), Aim("settlement", 20)
EVEN = {"wood": (5,), "clay": (6,), "sheep": (9,), "wheat": (10,), "ore": (4,)}
"""Frequencies 9, 7, 9, 13 and 13: clay is easiest to get, wheat and ore are hardest."""
FAR = 80


def cards(**counts):
    """Return counts of wood, clay, sheep, wheat and ore: cards(ore=2)."""
    return tuple(counts.get(name, 0) for name in c.RESOURCES)


def deal(text):
    """Return a deal from words: deal("2 wood for 1 ore")."""
    return CatanMove.parse(f"counter {text}").deal


class FakeView:
    """A view of the beginning of a game with a log, in which everything is lawful that is not forbidden."""

    def __init__(self, game, seat, log, to_move):
        self.position = game.observer(seat).view().position
        self.seat = seat
        self.log = tuple(map(CatanMove.parse, log))
        self.to_move = to_move
        self.forbidden = ()

    def is_legal(self, move):
        return move not in self.forbidden


class FakeMarket:
    """A market in which everybody sells what it is known to hold, but for what was refused."""

    def __init__(self, position, refused=(), made=(), is_closed=False):
        self._position, self._refused, self._made = position, refused, [deal(text) for text in made]
        self.is_closed = is_closed
        self.turn = 1
        self.forgotten = 0

    def read(self, view):
        """Know it already."""

    def is_selling(self, seat, resource):
        known = self._position.known[seat]
        return bool(known[resource]) and (seat, resource) not in self._refused

    def forget_wishes(self):
        """Count how often."""
        self.forgotten += 1

    def was_made(self, proposed):
        return proposed in self._made


class Position:
    """What one decision needs; seat 0 decides, and all is known of the others' hands unless `unsure`."""

    def __init__(
        self,
        hands,
        *,
        aims=(CITY, SETTLEMENT, None, None),
        numbers=(EVEN, EVEN, EVEN, EVEN),
        ports=((), (), (), ()),
        wins=(FAR, FAR, FAR, FAR),
        points=(3, 3, 3, 3),
        rules="trading",
        on_turn=0,
        log=("dice 8",),
        unsure=(),
    ):
        game = Catan(rules=rules, board="beginner")
        hands = [*hands, *[cards()] * (4 - len(hands))]
        aims = [*aims, *[None] * (4 - len(aims))]
        incomes = [Income.of(n, ports=p) for n, p in zip(numbers, ports, strict=True)]
        self.me, self.log = 0, log
        self.situation = situation = Situation(game.observer(0).view(), BoardValues(game.board))
        situation.phase = c.MAIN
        situation.on_turn = on_turn
        situation.hand = hands[0]
        situation.hand_size = sum(hands[0])
        situation.hand_sizes = tuple(map(sum, hands))
        situation.ratios = incomes[0].ratios
        situation.bank = (19,) * 5
        situation.public_points = points
        situation.points = points[0]
        situation.certain = tuple(cards() if seat in unsure else hand for seat, hand in enumerate(hands))
        situation.possible = tuple(
            (sum(hand),) * 5 if seat in unsure else hand for seat, hand in enumerate(hands)
        )
        self.known = [cards() if seat in unsure else hand for seat, hand in enumerate(hands)]
        self.aims = GivenAims(aims)
        self.forecasts = SeatForecasts(
            self.aims, hands=GivenHands(self.known), win_times=GivenWinTimes(wins)
        )
        self.estimates = self.forecasts.estimates = GivenEstimates(incomes)
        self.view = FakeView(game, 0, log, on_turn)

    @property
    def outlook(self):
        return Outlook(self.view, self.situation, self.forecasts)

    def seat(self, negotiator):
        """Let a negotiator sit down, and hear what happened."""
        negotiator.start(self.situation.rules, 0)
        negotiator.ply = len(self.log)
        if hasattr(negotiator, "seller_beliefs"):
            negotiator.seller_beliefs = FakeMarket(self)
        return negotiator

    def change_aims(self, *aims):
        """Go on to a view in which the seats want something else."""
        self.aims.by_seat = list(aims)
        self.view = copy(self.view)

    def offer(self, negotiator):
        """Return the negotiator's offer, or None."""
        return negotiator.offer(self.view, self.situation, self.forecasts)

    def answer(self, negotiator, text):
        """Return the answer to an offer of seat `on_turn`, which is told in words."""
        self.situation.phase = c.ANSWERING
        self.situation.offer = deal(text)
        return negotiator.answer(self.view, self.situation, self.forecasts)

    def settle(self, negotiator, text, answers):
        """Return the choice between answers to the own offer, by seat: accept, reject, counter ..."""
        self.situation.phase = c.CHOOSING
        self.situation.offer = deal(text)
        self.situation.answers = tuple(
            CatanMove.parse(answers[seat]) if seat in answers else None for seat in range(4)
        )
        return negotiator.settle(self.view, self.situation, self.forecasts)


def moved(choice):
    """Return the move of a choice in words."""
    return str(choice.move)


__all__ = ["CITY", "EVEN", "FAR", "SETTLEMENT", "Deal", "Position", "cards", "deal", "moved"]
