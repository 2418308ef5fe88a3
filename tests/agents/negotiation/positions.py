"""Small positions for negotiators: hands, incomes, aims and times to win as a test wants them."""

from catanlab import Catan
from catanlab.agents.base.aim import Aim
from catanlab.agents.base.board_values import BoardValues
from catanlab.agents.base.situation import Situation
from catanlab.agents.estimates.build_time import BuildTimes
from catanlab.agents.estimates.income import Income
from catanlab.agents.negotiation.deal import Deal, read_deal
from catanlab.agents.negotiation.outlook import Outlook
from catanlab.games.catan import constants as c
from catanlab.games.catan.hands import pack
from catanlab.games.catan.moves import CatanMove

CITY, SETTLEMENT = Aim("city", 7), Aim("settlement", 20)
EVEN = {"wood": (5,), "clay": (6,), "sheep": (9,), "wheat": (10,), "ore": (4,)}
"""Frequencies 9, 7, 9, 13 and 13: clay is easiest to get, wheat and ore are hardest."""
FAR = 80


def cards(**counts):
    """Return counts of wood, clay, sheep, wheat and ore: cards(ore=2)."""
    return tuple(counts.get(name, 0) for name in c.RESOURCES)


def deal(text):
    """Return a deal from words: deal("2 wood for 1 ore")."""
    return read_deal(CatanMove.parse(f"counter {text}"))


class FakeEstimates:
    """Estimates from incomes and aims that are given; rolls are Thomas' building speed estimates."""

    def __init__(self, aims, incomes, wins, hands):
        self._aims, self._incomes, self._wins, self._hands = aims, incomes, wins, hands
        self.build_times = BuildTimes()
        self.looks = 0
        self.plans, self.after_plan = 0, ()

    def look(self, view):
        self.looks += 1

    def income(self, seat):
        return self._incomes[seat]

    def win_rolls(self, seat):
        return self._wins[seat]

    def planned_rolls(self, seat):
        return tuple(self._wins)

    def aim(self, seat):
        return self._aims[seat]

    def rolls(self, seat, need, hand):
        return self.build_times.rolls(self._incomes[seat], need, hand)

    def known_hand(self, seat):
        return self._hands[seat]


class FakeView:
    """A view with a log, in which everything is lawful unless it is told otherwise."""

    def __init__(self, position):
        self.position = position
        self.seat = position.me
        self.log = tuple(map(CatanMove.parse, position.log))
        self.forbidden = ()

    @property
    def to_move(self):
        return self.position.mover

    def is_legal(self, move):
        return move not in self.forbidden

    def facts(self):
        return {"roads": (0,) * 8}


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
        known = self._position.estimates.known_hand(seat)
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
        self.me, self.log, self.mover = 0, log, on_turn
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
        situation.bounds = tuple(
            (0, pack((sum(hand),) * 5)) if seat in unsure else (pack(hand), pack(hand))
            for seat, hand in enumerate(hands)
        )
        known = [cards() if seat in unsure else hand for seat, hand in enumerate(hands)]
        self.estimates = FakeEstimates(aims, incomes, wins, known)
        self.view = FakeView(self)

    @property
    def outlook(self):
        return Outlook(self.view, self.situation, self.estimates)

    def seat(self, negotiator):
        """Let a negotiator sit down, and hear what happened."""
        negotiator.start(self.situation.rules, 0)
        negotiator.ply = len(self.log)
        if hasattr(negotiator, "seller_beliefs"):
            negotiator.seller_beliefs = FakeMarket(self)
        return negotiator

    def offer(self, negotiator):
        """Return the negotiator's offer, or None."""
        return negotiator.offer(self.view, self.situation, self.estimates)

    def answer(self, negotiator, text):
        """Return the answer to an offer of seat `on_turn`, which is told in words."""
        self.situation.phase = c.ANSWERING
        self.situation.offer = deal(text).code
        return negotiator.answer(self.view, self.situation, self.estimates)

    def settle(self, negotiator, text, answers):
        """Return the choice between answers to the own offer, by seat: accept, reject, counter ..."""
        self.situation.phase = c.CHOOSING
        self.situation.offer = deal(text).code
        self.situation.answers = tuple(
            int(CatanMove.parse(answers[seat])) if seat in answers else 0 for seat in range(4)
        )
        return negotiator.settle(self.view, self.situation, self.estimates)


def moved(choice):
    """Return the move of a choice in words."""
    return str(choice.move)


__all__ = ["CITY", "EVEN", "FAR", "SETTLEMENT", "Deal", "Position", "cards", "deal", "moved"]
