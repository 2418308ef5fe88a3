"""The mirror: it turns what a server tells one robot about a game into what a seat of our game sees.

The server counts seats as they stand at the table and draws who begins; our seat 0 begins. Some acts that
the server tells in parts are one move here: the robber and whom it robs, a card and what it is played for.
Such a move is taken in when the last part is known.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from catanlab.bridges.jsettlers import codes as j
from catanlab.bridges.jsettlers.audit import Audit
from catanlab.bridges.jsettlers.errors import MirrorError
from catanlab.bridges.jsettlers.ledger import Hear, Ledger, deal_of
from catanlab.bridges.jsettlers.messages import Message
from catanlab.bridges.jsettlers.options import game_rules
from catanlab.bridges.jsettlers.position import Position
from catanlab.bridges.jsettlers.snapshot import MOST_CARDS, can_resume, observer_at
from catanlab.bridges.jsettlers.trades import Trades
from catanlab.games.catan import constants as c
from catanlab.games.catan.game import Catan
from catanlab.games.catan.grid import JSETTLERS_TO_EDGE, JSETTLERS_TO_HEX, JSETTLERS_TO_NODE
from catanlab.games.catan.hands import unpack
from catanlab.games.catan.view.observer import CatanObserver

_PLAYS = {
    c.KNIGHT: c.PLAY_KNIGHT,
    c.ROAD_BUILDING: c.PLAY_ROAD_BUILDING,
    c.YEAR_OF_PLENTY: c.PLAY_PLENTY,
    c.MONOPOLY: c.PLAY_MONOPOLY,
}
_SETUP_PHASES = (c.SETUP_SETTLEMENT, c.SETUP_ROAD)
_IDLE_STATES = (j.ROLL_OR_CARD, j.PLAY)
MOST_FAILURES = 30
"""After so many failures to follow a game it is no longer tried."""


def _hear_nothing(event: object) -> None:
    """Tell nobody."""


class Mirror:
    """One game at the server, through the eyes of the robot in `seat`.

    `take` is given every message about the game. It raises MirrorError when the server tells what our
    rules do not allow. Then `ledger` is None until the next state in which the game can be taken up again,
    from the position as the server told it.
    """

    def __init__(self, seat: int, options: str = "-", *, hear: Hear = _hear_nothing) -> None:
        self.me = seat
        """The robot's seat as the server counts it."""
        self.state = j.NEW
        """The server's state of the game."""
        self.current = -1
        """The server's seat on turn, at the end the winner."""
        self.ledger: Ledger | None = None
        """Our side of the game, from the first turn on; None while it cannot be followed."""
        self.position = Position(seat)
        """The position as the server tells it."""
        self.trades = Trades(self)
        self._audit = Audit(self)
        self.order: tuple[int, ...] = ()
        """The server's seats in the order of ours."""
        self.nicks: dict[int, str] = {}
        """Who sits where."""
        self.scores: tuple[int, ...] | None = None
        """The final points by the server's seats."""
        self.turns = 0
        """How many turns have begun."""
        self.times_lost = 0
        """How often the game could no longer be followed."""
        self._rules = game_rules(options)
        self._hear = hear
        self._failures = 0
        self._irregular: list[str] = []  # of the ledgers so far
        self._card: int | None = None  # played by another, its effect not known yet
        self._monopoly: dict[int, int] = {}
        self._robber: int | None = None
        self._before: CatanObserver | None = None  # to go back to if something is taken back

    # Seats.

    def ours(self, seat: int) -> int:
        """Return our number of a server's seat; raises MirrorError if nobody sits there."""
        if seat not in self.order:
            raise MirrorError(f"nobody plays in seat {seat}")
        return self.order.index(seat)

    def theirs(self, seat: int) -> int:
        """Return the server's number of one of our seats."""
        return self.order[seat]

    @property
    def has_begun(self) -> bool:
        """Whether the first turn has come, so that it is known who plays."""
        return bool(self.order)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.state >= j.OVER

    @property
    def my_turn(self) -> bool:
        """Whether the robot is on turn."""
        return self.current == self.me

    @property
    def checks(self) -> int:
        """How often what the server tells could be compared with what we know."""
        return self._audit.checks

    @property
    def mismatches(self) -> list[str]:
        """Where it differed."""
        return self._audit.mismatches

    @property
    def irregular(self) -> list[str]:
        """What the server did outside the rules, such as ending a turn by force."""
        return self.ledger.irregular if self.ledger else self._irregular

    # Messages.

    def take(self, message: Message) -> None:
        """Take in a message about the game; raises MirrorError."""
        handler: Callable[[Message], None] | None = getattr(self, f"_on_{message.name.lower()}", None)
        self.position.take(message)
        if handler is None:
            return
        try:
            handler(message)
        except Exception as error:  # whatever a message holds, the game has to be played on
            had = self.ledger
            self.lose()
            if had is None and not self.order:
                return  # before the game there is nothing to lose
            if message.name in ("TURN", "GAMESTATE"):
                self._try_to_resume()
            words = f"no such place or seat: {error}" if isinstance(error, LookupError) else str(error)
            raise MirrorError(f"{message.text}: {words}") from error

    def _try_to_resume(self) -> None:
        try:
            self._enter(self.position.state)
        except Exception:  # the next state is another chance
            self.lose()

    def lose(self) -> None:
        """Stop following the game, until it can be taken up again."""
        if self.ledger:
            self._irregular = self.ledger.irregular
            self.times_lost += 1
        self._failures += 1
        self.ledger = None
        self.trades.forget()
        self._card = self._robber = self._before = None

    def _on_sitdown(self, message: Message) -> None:
        self.nicks[message.seat] = message.nick

    def _on_gameelements(self, message: Message) -> None:
        for element, value in zip(message.pairs[::2], message.pairs[1::2], strict=False):
            if element == j.CURRENT_PLAYER:
                self.current = value
            elif self.ledger:
                self._audit.see_award(element, value)

    def _on_turn(self, message: Message) -> None:
        before = self.current
        self.current = message.seat
        state = j.ROLL_OR_CARD if message.state is None else message.state
        ledger = self.ledger
        if ledger is not None and ledger.is_finished and state < j.OVER:
            raise MirrorError("the game is over by our rules, but the server goes on")
        if ledger is None:
            self.turns += state == j.ROLL_OR_CARD
            if state == j.FIRST_SETTLEMENT and not self.order and not self.position.nodes:
                self.state = state
                self._begin(message.seat)
            else:
                self._enter(state)
            return
        self._complete_robber()
        if state < j.OVER and (state in j.SETUP_STATES) != (ledger.phase in _SETUP_PHASES):
            raise MirrorError("the set-up is longer or shorter than by our rules")
        if ledger.phase not in _SETUP_PHASES and ledger.turn_seat != self.ours(message.seat):
            self.trades.clear_table()
            self._card = None
            if ledger.phase == c.FREE_ROADS:
                ledger.feed(c.SKIP_ROADS)
            if ledger.phase != c.MAIN:
                ledger.end_by_force(f"the server ended the turn of seat {before} by force")
            ledger.feed(c.END_TURN)
            while ledger.turn_seat != self.ours(message.seat) and not ledger.is_finished:
                ledger.end_by_force(f"the server left out seat {self.theirs(ledger.turn_seat)}")
                ledger.feed(c.END_TURN)
        if not ledger.is_finished:
            self._expect(message.seat)  # in the set-up a seat that was left is passed over
        self.turns += state == j.ROLL_OR_CARD
        self._enter(state)

    def _on_gamestate(self, message: Message) -> None:
        self._enter(message.state)

    def _on_startgame(self, message: Message) -> None:
        if message.state is not None:
            self.state = message.state

    def _enter(self, state: int) -> None:
        """Go on to a state of the server; what was waiting for it is complete now."""
        self.state = state
        ledger = self.ledger
        if ledger is None:
            if self._failures < MOST_FAILURES and can_resume(self.position) and self.nicks.get(self.me):
                self._resume()
            return
        if state in _IDLE_STATES or state >= j.OVER:
            self._complete_robber()
            if self._card == c.KNIGHT and state >= j.OVER:
                self._complete_card(c.KNIGHT)
            if ledger.phase == c.FREE_ROADS:
                ledger.feed(c.SKIP_ROADS)
            self._audit.awards(ledger)
        if state >= j.OVER:
            self._audit.check("the winner", ledger.facts["winner"] in (-1, self.ours(self.current)))
            ledger.finish(self.ours(self.current))

    def _begin(self, first: int) -> None:
        """Begin a game whose first settlement is due."""
        game = self._make_game(first)
        self.ledger = Ledger(game, self.ours(self.me), self._hear)

    def _resume(self) -> None:
        """Take over a game that goes on, or take up again what could not be followed."""
        game = self._make_game(self.position.elements.get(j.FIRST_PLAYER, 0))
        observer = observer_at(self.position, game, self.order)
        self.ledger = Ledger(game, self.ours(self.me), self._hear, observer)
        what = "taken up again" if self._failures else "taken over"
        self.ledger.irregular += [*self._irregular, f"a game in progress was {what} in state {self.state}"]

    def _make_game(self, first: int) -> Catan:
        """Order the seats from the first on, and return the game."""
        if self.position.board is None:
            raise MirrorError("the game is going on, but there is no board")
        # Seats that were left still have their pieces.
        seats = sorted(set(self.nicks) | self.position.built_seats)
        start = seats.index(first) if first in seats else 0
        self.order = tuple(seats[start:] + seats[:start])
        return Catan(rules=self._rules.replace(players=len(seats)), board=self.position.board).sealed()

    def _expect(self, seat: int) -> None:
        """Make sure that a seat is on turn by our rules too; raises MirrorError."""
        if self.ledger and not self.ledger.is_finished and self.ours(seat) != self.ledger.turn_seat:
            raise MirrorError(f"seat {self.theirs(self.ledger.turn_seat)} is on turn by our rules")

    # Pieces.

    def _on_putpiece(self, message: Message) -> None:
        ledger, piece, place = self.ledger, message.piece, message.place
        if ledger is None:
            return
        self._expect(message.seat)
        if ledger.phase not in _SETUP_PHASES:
            self.trades.clear_table()
        elif ledger.phase == c.SETUP_SETTLEMENT:
            self._before = ledger.observer.copy()
        if self._card == c.ROAD_BUILDING:
            self._complete_card(c.ROAD_BUILDING)
        if piece == j.ROAD:
            ledger.feed(c.ROAD, JSETTLERS_TO_EDGE[place])
        else:
            ledger.feed(c.SETTLEMENT if piece == j.SETTLEMENT else c.CITY, JSETTLERS_TO_NODE[place])

    def _on_undoputpiece(self, message: Message) -> None:
        if self.ledger and message.seat >= 0:
            self.ledger.irregular.append("a piece was taken back")
            raise MirrorError("our rules do not take back what was built")

    def _on_cancelbuildrequest(self, message: Message) -> None:
        if (
            message.piece == j.SETTLEMENT
            and self.ledger
            and self._before
            and self.ledger.phase == c.SETUP_ROAD
        ):
            self.ledger.go_back_to(self._before)
            self._before = None

    # Dice and robber.

    def _on_diceresult(self, message: Message) -> None:
        ledger = self.ledger
        if ledger is None or not 2 <= message.total <= 12:
            return
        ledger.feed(c.ROLL)
        ledger.feed(c.DICE, message.total)
        self._let_others_discard()

    def _let_others_discard(self) -> None:
        """Take in what others discard at once: how many cards is known, and which is not shown."""
        ledger = self.ledger
        assert ledger is not None
        while ledger.phase == c.DISCARDING and ledger.actor != ledger.seat:
            ledger.feed(c.DISCARD, c.UNKNOWN)

    def _on_diceresultresources(self, message: Message) -> None:
        if self.ledger:
            self._audit.gains(self.ledger, message)

    def _on_discard(self, message: Message) -> None:
        ledger, words = self.ledger, message.counts
        if ledger is None:
            return
        if words[0] != f"p{self.me}":
            return
        if ledger.phase != c.DISCARDING or ledger.actor != ledger.seat:
            raise MirrorError("the robot discards, but need not")
        self._discard(ledger, j.from_wire([int(word) for word in words[1:6]]))

    def _discard(self, ledger: Ledger, counts: Sequence[int]) -> None:
        """Take in what the robot discards."""
        for resource, count in enumerate(counts):
            for _ in range(count):
                ledger.feed(c.DISCARD, resource)
        self._let_others_discard()

    def _on_playerelement(self, message: Message) -> None:
        ledger, element = self.ledger, message.element
        if ledger is None or message.seat != self.me or message.action != j.LOSE:
            return
        if ledger.phase == c.DISCARDING and ledger.actor == ledger.seat and 1 <= element <= 5:
            # The server discards for a robot that takes too long, and tells it so.
            counts = [0] * 5
            counts[j.RESOURCES[element - 1]] = message.amount
            self._discard(ledger, counts)

    def _on_moverobber(self, message: Message) -> None:
        if self.ledger is None:
            return
        self._expect(message.seat)
        if self._card == c.KNIGHT:
            self._complete_card(c.KNIGHT)
        self._robber = JSETTLERS_TO_HEX[message.hexagon]

    def _on_robberyresult(self, message: Message) -> None:
        ledger = self.ledger
        if ledger is None or self._robber is None or message.kind != "R":
            return
        victim = self.ours(message.victim)
        hexagon, self._robber = self._robber, None
        ledger.feed(c.ROBBER, hexagon | (victim + 1) << c.VICTIM_SHIFT)
        unknown = message.resource == j.UNKNOWN_RESOURCE
        ledger.feed(c.STEAL, c.UNKNOWN if unknown else j.RESOURCES[message.resource - 1])

    def _complete_robber(self) -> None:
        """The robber was moved and nobody was robbed."""
        if self._robber is not None and self.ledger:
            hexagon, self._robber = self._robber, None
            self.ledger.feed(c.ROBBER, hexagon)

    # Development cards.

    def _on_devcardaction(self, message: Message) -> None:
        ledger, action = self.ledger, message.action
        if ledger is None:
            return
        card = message.cards[0] if message.cards else 0
        if action in (j.DRAW, j.PLAY_CARD):
            self._expect(message.seat)
        if action == j.DRAW:
            self.trades.clear_table()
            ledger.feed(c.BUY_CARD)
            ledger.feed(c.DRAW, j.CARDS[card] if card else c.UNKNOWN)
        elif action == j.PLAY_CARD:
            self.trades.clear_table()
            self._card = j.CARDS[card]
            self._monopoly = {}
            if message.seat == self.me and self._card in (c.KNIGHT, c.ROAD_BUILDING):
                self._before = ledger.observer.copy()
                self._complete_card(self._card)
        elif action == j.ADD_OLD and not self.is_over:
            # The card was taken back before it had an effect.
            self._card = None
            self._audit.forget_awards()
            if message.seat == self.me and self._before and ledger.phase in (c.FREE_ROADS, c.ROBBING):
                ledger.irregular.append("a card was taken back")
                ledger.go_back_to(self._before)
                self._before = None

    def _complete_card(self, card: int, argument: int = 0) -> None:
        self._card = None
        assert self.ledger is not None
        self.ledger.feed(_PLAYS[card], argument)

    def _on_pickresources(self, message: Message) -> None:
        if self.ledger and self._card == c.YEAR_OF_PLENTY:
            counts = (message.clay, message.ore, message.sheep, message.wheat, message.wood)
            self._complete_card(c.YEAR_OF_PLENTY, deal_of([0] * 5, j.from_wire(counts)))

    def _on_resourcecount(self, message: Message) -> None:
        ledger = self.ledger
        if ledger is None:
            return
        seat = self.ours(message.seat)
        if self._card == c.MONOPOLY:
            self._monopoly[seat] = ledger.hand_size(seat) - message.count
        else:
            self._audit.size(ledger, message.seat, message.count)

    def _on_simpleaction(self, message: Message) -> None:
        ledger = self.ledger
        if ledger is None or message.action != j.MONOPOLIZED or self._card != c.MONOPOLY:
            return
        self._audit.check("what the monopoly took", sum(self._monopoly.values()) == message.first)
        taken = sum(count << (c.TAKEN_BITS * seat) for seat, count in self._monopoly.items())
        resource = j.RESOURCES[message.second - 1]
        self._complete_card(c.MONOPOLY, resource | taken << c.TAKEN_SHIFT)

    # Trade.

    def _on_banktrade(self, message: Message) -> None:
        ledger = self.ledger
        if ledger is None or len(message.counts) != 11:
            return
        self._expect(message.counts[10])
        self.trades.clear_table()
        give, get = j.from_wire(message.counts[:5]), j.from_wire(message.counts[5:10])
        if max(*give, *get) > MOST_CARDS:
            raise MirrorError("a trade of more cards than there can be")
        ratios = unpack(ledger.facts["ratio"][ledger.turn_seat])
        wanted = [resource for resource in range(5) for _ in range(get[resource])]
        for resource in range(5):  # several trades may come in one message
            for _ in range(give[resource] // ratios[resource]):
                paid, got = [0] * 5, [0] * 5
                paid[resource] = ratios[resource]
                got[wanted.pop(0)] = 1
                ledger.feed(c.BANK_TRADE, deal_of(paid, got))

    def _on_makeoffer(self, message: Message) -> None:
        self.trades.see_offer(message)

    def _on_rejectoffer(self, message: Message) -> None:
        self.trades.see_rejection(message)

    def _on_acceptoffer(self, message: Message) -> None:
        self.trades.see_trade(message)

    def _on_clearoffer(self, message: Message) -> None:
        self.trades.see_withdrawal(message.seat)

    # Checks.

    def _on_playerelements(self, message: Message) -> None:
        pairs = dict(zip(message.pairs[::2], message.pairs[1::2], strict=False))
        own = message.action == j.SET and message.seat == self.me and set(range(1, 6)) <= set(pairs)
        if self.ledger and own:
            self._audit.own_hand(self.ledger, pairs)
            if tuple(self.position.own) != self.ledger.own_hand:
                raise MirrorError("the own hand is another one")

    def _on_botgamedatacheck(self, message: Message) -> None:
        if self.ledger and not self.ledger.is_finished and message.kind == 1:
            self._audit.true_hands(self.ledger, message)

    def _on_gamestats(self, message: Message) -> None:
        values = message.values
        if len(values) < 4 or values[0].startswith("t"):
            return
        self.scores = tuple(int(value) for value in values[: len(values) // 2])
        if self.ledger:
            own = self.ledger.observer.view().scores[self.ledger.seat]
            self._audit.check("the own points at the end", own == self.scores[self.me])
