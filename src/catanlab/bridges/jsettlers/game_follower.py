"""Follows a game at a server: translates its messages to one robot into moves of our game.

A message of a type such as PUTPIECE is handled by the method `_on_putpiece`: here, or in `dice_and_robber`,
in `card_plays`, or in `trades` if it is about an offer. The server numbers seats by their places at the
table and draws the first player; our seat 0 begins.
"""

from __future__ import annotations

from collections.abc import Callable

from catanlab.bridges.jsettlers import codes as j
from catanlab.bridges.jsettlers.audit import Audit
from catanlab.bridges.jsettlers.card_plays import CardPlays
from catanlab.bridges.jsettlers.dice_and_robber import DiceAndRobber
from catanlab.bridges.jsettlers.errors import CannotFollowError
from catanlab.bridges.jsettlers.game_options import OFFERS_PER_TURN, game_rules
from catanlab.bridges.jsettlers.messages import Message
from catanlab.bridges.jsettlers.resume import can_resume, observer_at
from catanlab.bridges.jsettlers.seat_state import Hear, SeatState
from catanlab.bridges.jsettlers.server_position import ServerPosition
from catanlab.bridges.jsettlers.trades import Trades
from catanlab.games.catan import constants as c
from catanlab.games.catan.game import Catan
from catanlab.games.catan.grid import JSETTLERS_TO_EDGE, JSETTLERS_TO_NODE
from catanlab.games.catan.moves import CatanMove, Counts, MoveKind
from catanlab.games.catan.position import Phase
from catanlab.games.catan.view.checks import MAX_HAND
from catanlab.games.catan.view.observer import CatanObserver

_SETUP_PHASES = (Phase.SETUP_SETTLEMENT, Phase.SETUP_ROAD)
_IDLE_STATES = (j.ROLL_OR_CARD, j.PLAY)
MAX_FAILURES = 30
"""After this many failures the bridge no longer tries to follow a game."""


def _hear_nothing(event: object) -> None:
    """Ignore an event."""


class GameFollower:
    """One game at the server, as the robot in `seat` sees it.

    Call `take` with every message about the game. It raises CannotFollowError if our rules do not allow
    the event. Then `seat_state` is None until the next state in which the game can be resumed from the
    server's position.
    """

    def __init__(
        self,
        seat: int,
        options: str = "-",
        *,
        offers_per_turn: int = OFFERS_PER_TURN,
        hear: Hear = _hear_nothing,
    ) -> None:
        self.me = seat
        """The robot's seat, in the server's numbers."""
        self.state = j.NEW
        """The server's state of the game."""
        self.current = -1
        """The server's seat on turn; at the end, the winner."""
        self.seat_state: SeatState | None = None
        """Our side of the game, from the first turn on; None while it cannot be followed."""
        self.position = ServerPosition(seat)
        """The position from the server's messages alone."""
        self.trades = Trades(self)
        self.audit = Audit(self)
        self._card_plays = CardPlays(self)
        self._dice_and_robber = DiceAndRobber(self, self._card_plays)
        self.order: tuple[int, ...] = ()
        """The server's seats in the order of ours, that of turns."""
        self.nicks: dict[int, str] = {}
        """The name of the player in each of the server's seats."""
        self.scores: tuple[int, ...] | None = None
        """The final points by the server's seats."""
        self.turns = 0
        """How many turns have begun."""
        self.times_lost = 0
        """How often the game could no longer be followed."""
        self._rules = game_rules(options, offers_per_turn=offers_per_turn)
        self._hear = hear
        self._failures = 0
        self._irregular: list[str] = []  # up to where the game could last be followed
        self._before_settlement: CatanObserver | None = None  # of the set-up, which may be taken back

    # Seats.

    def ours(self, seat: int) -> int:
        """Return our number of a server's seat; raises CannotFollowError if nobody sits there."""
        if seat not in self.order:
            raise CannotFollowError(f"nobody plays in seat {seat}")
        return self.order.index(seat)

    def theirs(self, seat: int) -> int:
        """Return the server's number of one of our seats."""
        return self.order[seat]

    @property
    def has_begun(self) -> bool:
        """Whether the first turn has begun, so that the players are known."""
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
        """How many messages of the server were compared with our side of the game."""
        return self.audit.checks

    @property
    def mismatches(self) -> list[str]:
        """A sentence about each message that differed."""
        return self.audit.mismatches

    @property
    def irregular(self) -> list[str]:
        """Sentences about actions of the server outside the rules, such as ending a turn by force."""
        return self.seat_state.irregular if self.seat_state else self._irregular

    # Messages.

    def take(self, message: Message) -> None:
        """Take in a message about the game; raises CannotFollowError."""
        handler = self._handler(message)
        self.position.take(message)
        if handler is None:
            return
        try:
            handler(message)
        except Exception as error:  # the game has to go on, even after an invalid message
            had = self.seat_state
            self.lose()
            if had is None and not self.order:
                return  # the game has not begun: there is nothing to resume
            if message.name in ("TURN", "GAMESTATE"):
                self._try_to_resume()
            words = f"no such place or seat: {error}" if isinstance(error, LookupError) else str(error)
            raise CannotFollowError(f"{message.text}: {words}") from error

    def _handler(self, message: Message) -> Callable[[Message], None] | None:
        """Return the method `_on_...` that handles a type of message, or None."""
        for part in (self, self._dice_and_robber, self._card_plays, self.trades):
            handler: Callable[[Message], None] | None = getattr(part, f"_on_{message.name.lower()}", None)
            if handler is not None:
                return handler
        return None

    def _try_to_resume(self) -> None:
        try:
            self._enter(self.position.state)
        except Exception:  # the next state allows another try
            self.lose()

    def lose(self) -> None:
        """Stop following the game until it can be resumed."""
        if self.seat_state:
            self._irregular = self.seat_state.irregular
            self.times_lost += 1
        self._failures += 1
        self.seat_state = None
        self.trades.forget()
        self._dice_and_robber.forget()
        self._card_plays.forget()
        self._before_settlement = None

    def _on_sitdown(self, message: Message) -> None:
        self.nicks[message.seat] = message.nick

    def _on_gameelements(self, message: Message) -> None:
        for element, value in zip(message.pairs[::2], message.pairs[1::2], strict=False):
            if element == j.CURRENT_PLAYER:
                self.current = value
            elif self.seat_state:
                self.audit.see_award(element, value)

    def _on_turn(self, message: Message) -> None:
        before = self.current
        self.current = message.seat
        state = j.ROLL_OR_CARD if message.state is None else message.state
        seat_state = self.seat_state
        if seat_state is not None and seat_state.is_finished and state < j.OVER:
            raise CannotFollowError("the game is over by our rules, but the server goes on")
        if seat_state is None:
            self.turns += state == j.ROLL_OR_CARD
            if state == j.FIRST_SETTLEMENT and not self.order and not self.position.nodes:
                self.state = state
                self._begin(message.seat)
            else:
                self._enter(state)
            return
        self._dice_and_robber.complete_robber()
        if state < j.OVER and (state in j.SETUP_STATES) != (seat_state.phase in _SETUP_PHASES):
            raise CannotFollowError("the set-up is longer or shorter than by our rules")
        if seat_state.phase not in _SETUP_PHASES and seat_state.on_turn != self.ours(message.seat):
            self.trades.close_open_offer()
            self._card_plays.card = None
            if seat_state.phase is Phase.FREE_ROADS:
                seat_state.feed(CatanMove.make(MoveKind.SKIP_ROADS))
            if seat_state.phase is not Phase.MAIN:
                seat_state.end_by_force(f"the server ended the turn of seat {before} by force")
            seat_state.feed(CatanMove.make(MoveKind.END_TURN))
            while seat_state.on_turn != self.ours(message.seat) and not seat_state.is_finished:
                seat_state.end_by_force(f"the server left out seat {self.theirs(seat_state.on_turn)}")
                seat_state.feed(CatanMove.make(MoveKind.END_TURN))
        if not seat_state.is_finished:
            self.expect(message.seat)  # in the set-up a seat that was left is passed over
        self.turns += state == j.ROLL_OR_CARD
        self._enter(state)

    def _on_gamestate(self, message: Message) -> None:
        self._enter(message.state)

    def _on_startgame(self, message: Message) -> None:
        if message.state is not None:
            self.state = message.state

    def _enter(self, state: int) -> None:
        """Take in a state of the server, and complete the moves that were waiting for it."""
        self.state = state
        seat_state = self.seat_state
        if seat_state is None:
            if self._failures < MAX_FAILURES and can_resume(self.position) and self.nicks.get(self.me):
                self._resume()
            return
        if state in _IDLE_STATES or state >= j.OVER:
            self._dice_and_robber.complete_robber()
            if state >= j.OVER:
                self._card_plays.complete(c.KNIGHT)
            if seat_state.phase is Phase.FREE_ROADS:
                seat_state.feed(CatanMove.make(MoveKind.SKIP_ROADS))
            self.audit.awards(seat_state)
        if state >= j.OVER:
            winner = self.ours(self.current)
            self.audit.check(f"seat {self.current} has won", seat_state.position.winner in (None, winner))
            seat_state.finish(winner)

    def _begin(self, first: int) -> None:
        """Begin a game at its first settlement."""
        game = self._make_game(first)
        self.seat_state = SeatState(game, self.ours(self.me), self._hear)

    def _resume(self) -> None:
        """Resume a game: one in progress that the robot joins, or one that could not be followed."""
        game = self._make_game(self.position.elements.get(j.FIRST_PLAYER, 0))
        observer = observer_at(self.position, game, self.order)
        self.seat_state = SeatState(game, self.ours(self.me), self._hear, observer)
        what = "taken up again" if self._failures else "taken over"
        self.seat_state.irregular += [
            *self._irregular,
            f"a game in progress was {what} in state {self.state}",
        ]

    def _make_game(self, first: int) -> Catan:
        """Set the order of seats from the first player on, and return the game."""
        if self.position.board is None:
            raise CannotFollowError("the game has begun, but the server has not sent a board")
        # Seats that were left still have their pieces.
        seats = sorted(set(self.nicks) | self.position.built_seats)
        start = seats.index(first) if first in seats else 0
        self.order = tuple(seats[start:] + seats[:start])
        return Catan(rules=self._rules.replace(players=len(seats)), board=self.position.board).sealed()

    def expect(self, seat: int) -> None:
        """Raise CannotFollowError unless a seat of the server is on turn by our rules too."""
        if (
            self.seat_state
            and not self.seat_state.is_finished
            and self.ours(seat) != self.seat_state.on_turn
        ):
            raise CannotFollowError(f"seat {self.theirs(self.seat_state.on_turn)} is on turn by our rules")

    # Pieces.

    def _on_putpiece(self, message: Message) -> None:
        seat_state, piece, place = self.seat_state, message.piece, message.place
        if seat_state is None:
            return
        self.expect(message.seat)
        if seat_state.phase not in _SETUP_PHASES:
            self.trades.close_open_offer()
        elif seat_state.phase is Phase.SETUP_SETTLEMENT:
            self._before_settlement = seat_state.observer.copy()
        self._card_plays.complete(c.ROAD_BUILDING)
        if piece == j.ROAD:
            seat_state.feed(CatanMove.make(MoveKind.ROAD, JSETTLERS_TO_EDGE[place]))
        else:
            kind = MoveKind.SETTLEMENT if piece == j.SETTLEMENT else MoveKind.CITY
            seat_state.feed(CatanMove.make(kind, JSETTLERS_TO_NODE[place]))

    def _on_undoputpiece(self, message: Message) -> None:
        if self.seat_state and message.seat >= 0:
            self.seat_state.irregular.append("a piece was taken back")
            raise CannotFollowError("in our rules a piece cannot be taken back")

    def _on_cancelbuildrequest(self, message: Message) -> None:
        if (
            message.piece == j.SETTLEMENT
            and self.seat_state
            and self._before_settlement
            and self.seat_state.phase is Phase.SETUP_ROAD
        ):
            self.seat_state.go_back_to(self._before_settlement)
            self._before_settlement = None

    # Trade.

    def _on_banktrade(self, message: Message) -> None:
        seat_state = self.seat_state
        if seat_state is None or len(message.counts) != 11:
            return
        self.expect(message.counts[10])
        self.trades.close_open_offer()
        give, get = j.from_wire(message.counts[:5]), j.from_wire(message.counts[5:10])
        if max(*give, *get) > MAX_HAND:
            raise CannotFollowError("a trade of more cards than there can be")
        ratios = seat_state.position.seats[seat_state.on_turn].ratios
        wanted = [resource for resource in range(5) for _ in range(get[resource])]
        for resource in range(5):  # several trades may come in one message
            for _ in range(give[resource] // ratios[resource]):
                paid = _cards(resource, ratios[resource])
                seat_state.feed(CatanMove.bank(paid, _cards(wanted.pop(0), 1)))

    # Checks.

    def _on_playerelements(self, message: Message) -> None:
        pairs = dict(zip(message.pairs[::2], message.pairs[1::2], strict=False))
        own = message.action == j.SET and message.seat == self.me and set(range(1, 6)) <= set(pairs)
        if self.seat_state and own:
            self.audit.own_hand(self.seat_state, pairs)
            if tuple(self.position.own) != self.seat_state.own_hand:
                raise CannotFollowError("the robot's hand differs from the one that the server sent")

    def _on_botgamedatacheck(self, message: Message) -> None:
        if self.seat_state and not self.seat_state.is_finished and message.kind == 1:
            self.audit.true_hands(self.seat_state, message)

    def _on_gamestats(self, message: Message) -> None:
        values = message.values
        if len(values) < 4 or values[0].startswith("t"):
            return
        self.scores = tuple(int(value) for value in values[: len(values) // 2])
        if self.seat_state:
            own = self.seat_state.observer.view().scores[self.seat_state.seat]
            points = self.scores[self.me]
            self.audit.check(f"the robot has {points} points at the end", own == points)


def _cards(resource: int, count: int) -> Counts:
    """Return counts with this many cards of one resource."""
    wood, clay, sheep, wheat, ore = (count if each == resource else 0 for each in range(5))
    return wood, clay, sheep, wheat, ore
