"""Plays one seat in one game at a server.

Nothing here uses a connection. `take` takes in a message and returns the answers to send at once;
`has_to_decide` says whether the agent has to decide something; `decide` asks it, which may take long.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from catanlab.bridges.jsettlers import codes as j
from catanlab.bridges.jsettlers.errors import CannotFollowError
from catanlab.bridges.jsettlers.game_follower import GameFollower
from catanlab.bridges.jsettlers.game_options import OFFERS_PER_TURN, bars_desert
from catanlab.bridges.jsettlers.messages import Message
from catanlab.bridges.jsettlers.requests import (
    discard_request,
    monopoly_request,
    plenty_request,
    requests_for,
    victim_request,
)
from catanlab.bridges.jsettlers.seat_agent import SeatAgent, SeatCounts
from catanlab.bridges.jsettlers.seat_state import SeatState
from catanlab.bridges.jsettlers.simple_requests import simple_discard, simple_request
from catanlab.framework.random import STREAMS, Random
from catanlab.games.catan import constants as c
from catanlab.games.catan.moves import CatanMove, MoveKind
from catanlab.games.catan.position import Phase
from catanlab.games.catan.view.observer import CatanObserver
from catanlab.table.clock import Clock, SystemClock

_PHASES = {
    j.FIRST_SETTLEMENT: Phase.SETUP_SETTLEMENT,
    j.SECOND_SETTLEMENT: Phase.SETUP_SETTLEMENT,
    j.FIRST_ROAD: Phase.SETUP_ROAD,
    j.SECOND_ROAD: Phase.SETUP_ROAD,
    j.ROLL_OR_CARD: Phase.BEFORE_ROLL,
    j.PLAY: Phase.MAIN,
    j.PLACING_ROBBER: Phase.ROBBING,
    j.FREE_ROAD_1: Phase.FREE_ROADS,
    j.FREE_ROAD_2: Phase.FREE_ROADS,
}
"""Our phase in each state in which the robot on turn has to act."""
_ODD_STATES = (*j.PLACING, j.DISCOVERY, j.MONOPOLY)
"""Other states in which it has to act: another player left during its turn, or messages were lost."""

_ENDS_WAIT = ("GAMESTATE", "TURN", "BANKTRADE", "CANCELBUILDREQUEST", "DECLINEPLAYERREQUEST")
"""Messages by which the server fulfils or refuses a request of the robot."""
MAX_REFUSALS = 3
"""After this many refusals in a turn the robot makes only simple moves."""

Handler: TypeAlias = Callable[[Message], list[Message] | None]


class Seat:
    """A robot's seat in one game; `spec` names its agent. Raises AgentError if there is no such agent."""

    def __init__(
        self,
        game: str,
        seat: int,
        options: str,
        spec: str,
        *,
        seed: int = 0,
        move_seconds: float = 5.0,
        offers_per_turn: int = OFFERS_PER_TURN,
        clock: Clock | None = None,
    ) -> None:
        self.game = game
        self.counts = SeatCounts()
        self.troubles: list[str] = []
        """Sentences about problems."""
        self.is_waiting = False
        """Whether the server has not yet answered a request."""
        self._bars_desert = bars_desert(options)
        self._agent = SeatAgent(
            spec,
            game,
            seed=seed,
            move_seconds=move_seconds,
            clock=clock or SystemClock(),
            counts=self.counts,
            report=self.troubles.append,
        )
        self._seed = seed
        self.follower = GameFollower(seat, options, offers_per_turn=offers_per_turn, hear=self._agent.hear)
        self._discard = 0
        self._discarded = False
        self._asked_again = False  # whether a discard is asked for that was answered already
        self._refusals = 0
        self._unfit = -1  # after how many moves the server's state did not fit ours
        self._chosen: CatanMove | None = None  # a move whose second part the server asks for

    # Messages.

    def take(self, message: Message) -> list[Message]:
        """Take in a message about the game, and return the messages to send at once."""
        if message.name in _ENDS_WAIT:
            self.is_waiting = False
        try:
            self.follower.take(message)
        except CannotFollowError as error:
            self.troubles.append(f"the game cannot be followed here: {error}")
            self._agent.forget_events()
        if self._discard_is_done(message):
            self._discard = 0
            self._discarded = False
        handler: Handler | None = getattr(self, f"_on_{message.name.lower()}", None)
        answer = handler(message) if handler is not None else None
        return self._reject_odd_offers() if answer is None else answer

    # The handlers return the messages to send instead of those that reject offers, or None.

    def _on_turn(self, message: Message) -> None:
        self._refusals = 0

    def _on_discardrequest(self, message: Message) -> None:
        self._asked_again = self._discarded
        self._discard = message.count

    def _on_chooseplayerrequest(self, message: Message) -> list[Message]:
        words = [word for word in message.choices if word != "NONE"]
        choices = [seat for seat, word in enumerate(words) if word == "true"]
        if not choices:
            return []
        victim = self._chosen.victim if self._chosen else None
        return [victim_request(victim, choices, self.follower, self.game)]

    def _on_gamestate(self, message: Message) -> list[Message] | None:
        if self.follower.my_turn and self.follower.state in (j.DISCOVERY, j.MONOPOLY):
            return self._request_resources()
        return None

    def _on_declineplayerrequest(self, message: Message) -> None:
        self._refuse()
        if self.follower.my_turn and not self.follower.is_over:
            self.troubles.append(
                f"the server refused a request in state {self.follower.state}: {message.text}"
            )

    _on_cancelbuildrequest = _on_declineplayerrequest

    def _on_rejectoffer(self, message: Message) -> None:
        if message.reason is not None and self._is_trading:
            self._refuse()

    def _on_acceptoffer(self, message: Message) -> None:
        if self.follower.me in (message.accepting, message.offering):
            self.is_waiting = False

    def _on_makeoffer(self, message: Message) -> None:
        if message.seat == self.follower.me:
            self.is_waiting = False

    def _discard_is_done(self, message: Message) -> bool:
        """Say whether the robot has discarded, or the server has for it."""
        if message.name in ("GAMESTATE", "TURN"):
            return self.follower.state != j.DISCARDS
        if message.name == "DISCARD":
            return bool(message.counts[:1] == (f"p{self.follower.me}",))
        if message.name != "PLAYERELEMENT" or message.seat != self.follower.me:
            return False
        return bool(message.action == j.LOSE)

    @property
    def _is_trading(self) -> bool:
        """Whether a request of the robot for a trade is open.

        If not, a refusal is about an answer that came too late.
        """
        kinds = (MoveKind.OFFER, MoveKind.BANK_TRADE, MoveKind.TAKE_COUNTER)
        return self.is_waiting and self._chosen is not None and self._chosen.kind in kinds

    def _refuse(self) -> None:
        """Take in that the server refused a request of the robot."""
        self.is_waiting = False
        if self.follower.my_turn:
            self._refusals += 1
            self.counts.refused += 1

    def _reject_odd_offers(self) -> list[Message]:
        """Reject the offers that our rules do not allow, and that the agent cannot see."""
        trades = self.follower.trades
        if not trades.unanswered:
            return []
        trades.unanswered = set()
        return [Message("REJECTOFFER", game=self.game, seat=self.follower.me)]

    def _request_resources(self) -> list[Message]:
        """Return the request for the resources of a card that the server has just accepted."""
        move = self._chosen
        self.is_waiting = True
        if move and self.follower.state == j.DISCOVERY and move.gained is not None:
            return [plenty_request(move.gained, self.game)]
        if move and self.follower.state == j.MONOPOLY and move.kind is MoveKind.PLAY_MONOPOLY:
            assert move.resource is not None
            return [monopoly_request(move.resource, self.game)]
        return simple_request(self.follower, self.game)

    # Decisions.

    @property
    def has_to_decide(self) -> bool:
        """Whether something has to be decided now."""
        follower = self.follower
        if follower.is_over or follower.state < j.FIRST_SETTLEMENT:
            return False
        if self._must_discard or follower.trades.is_asking:
            return True
        if self.is_waiting or not follower.my_turn:
            return False
        if follower.trades.round:
            return follower.trades.round.is_complete
        return follower.state in _PHASES or follower.state in _ODD_STATES

    @property
    def _must_discard(self) -> bool:
        """Whether the robot was asked to discard and has not answered."""
        return self._discard > 0 and self.follower.state == j.DISCARDS

    @property
    def awaits_answers(self) -> bool:
        """Whether the robot's own offer is open and lacks an answer."""
        round_ = self.follower.trades.round
        return round_ is not None and not round_.is_complete

    def give_up_waiting(self) -> None:
        """Stop waiting for answers to the own offer, or for the server to fulfil a request."""
        round_ = self.follower.trades.round
        if round_:
            round_.answers = {**dict.fromkeys(round_.addressees), **round_.answers}
        elif self.is_waiting:
            self._refusals += 1
        self.is_waiting = False

    def decide(self) -> list[Message]:
        """Let the agent decide, and return the requests to send."""
        try:
            return self._decide()
        except Exception as error:  # after any error the others must not have to wait
            self.troubles.append(f"the game cannot be followed here: {type(error).__name__}: {error}")
            self.follower.lose()
            self._agent.forget_events()
            return self._request_simply()

    def _decide(self) -> list[Message]:
        follower = self.follower
        seat_state = follower.seat_state
        if self._must_discard:
            return self._decide_discards(seat_state)
        if seat_state is None:
            return self._request_simply()
        if follower.trades.is_asking:
            return self._answer()
        messages: list[Message] = []
        if follower.trades.round:
            follower.trades.close_round()
            messages.append(Message("CLEAROFFER", game=self.game, seat=0))
            if seat_state.phase is Phase.CHOOSING:
                return self._take_or_cancel(seat_state)
        return [*messages, *self._move(seat_state)]

    def _request_simply(self) -> list[Message]:
        """Return requests that keep the game going while it cannot be followed."""
        self.is_waiting = True
        return simple_request(self.follower, self.game, self._refusals)

    def _move(self, seat_state: SeatState) -> list[Message]:
        """Make the robot's move in its turn."""
        follower = self.follower
        self.is_waiting = True
        if seat_state.to_move != seat_state.seat or seat_state.phase != _PHASES.get(follower.state):
            if follower.state in j.FREE_ROADS:
                # Our rules end free roads where no more can be placed; the server waits for a message.
                return [Message("CANCELBUILDREQUEST", game=self.game, piece=j.ROAD)]
            if seat_state.is_finished and follower.state == j.PLACING_ROBBER:
                return self._request_simply()  # a knight that wins still moves the robber
            unfit, self._unfit = self._unfit, len(seat_state.moves)
            if follower.state in _PHASES and unfit != len(seat_state.moves):
                return []  # another message may follow, such as the state after the dice
            self.troubles.append(
                f"state {follower.state} of the server does not fit our phase '{seat_state.phase.text}'"
            )
            return self._request_simply()
        move = self._choose(seat_state.observer, len(seat_state.moves))
        if move.kind is MoveKind.SKIP_ROADS and seat_state.position.free_roads == 2:
            # The server would take the card back, which our rules do not allow.
            legal = seat_state.observer.view().legal_moves
            move = next((each for each in legal if each.kind is MoveKind.ROAD), move)
        if self._bars_desert and _goes_to_desert(move, seat_state):
            moves = [
                each
                for each in seat_state.observer.view().legal_moves
                if not _goes_to_desert(each, seat_state)
            ]
            move = moves[
                Random(self._seed, STREAMS["agent"] + 0x200, len(seat_state.moves)).below(len(moves))
            ]
        self._chosen = move
        return requests_for(move, follower, self.game)

    def _take_or_cancel(self, seat_state: SeatState) -> list[Message]:
        """Take one of the counter-offers to the robot's own offer, or none."""
        move = self._choose(seat_state.observer, len(seat_state.moves))
        messages = requests_for(move, self.follower, self.game)
        if move.kind is MoveKind.CANCEL:
            seat_state.feed(move)
            return [*messages, *self._move(seat_state)]
        self._chosen = move
        self.is_waiting = True
        return messages

    def _answer(self) -> list[Message]:
        """Answer the offer that is open."""
        seat_state, trades = self.follower.seat_state, self.follower.trades
        assert seat_state is not None
        move = self._choose(seat_state.observer, len(seat_state.moves))
        messages = requests_for(move, self.follower, self.game)
        trades.answer(move)
        return messages

    def _decide_discards(self, seat_state: SeatState | None) -> list[Message]:
        """Choose cards to discard, one after another."""
        count, self._discard = self._discard, 0
        self._discarded = True
        if (
            self._asked_again
            or seat_state is None
            or seat_state.phase is not Phase.DISCARDING
            or seat_state.to_move != seat_state.seat
        ):
            return simple_discard(self.follower, self.game, count)
        trial = seat_state.observer.copy()
        counts = [0] * 5
        for done in range(min(count, seat_state.position.discards_left)):
            move = self._choose(trial, len(seat_state.moves) + done, share=1 / count)
            assert move.resource is not None
            counts[move.resource] += 1
            trial.observe(move)
        return [discard_request(counts, self.game)]

    def _choose(self, observer: CatanObserver, ply: int, share: float = 1.0) -> CatanMove:
        """Return the agent's choice, or a simple move if the server refused it too often."""
        if self._refusals >= MAX_REFUSALS:
            return self._agent.simple_move(observer, ply)
        return self._agent.choose(observer, ply, share)

    def stop(self) -> None:
        """Interrupt a decision in progress: the robot leaves the game."""
        self._agent.stop()

    def close(self) -> None:
        """Close the agent, without waiting for one that is still thinking."""
        self._agent.close()


def _goes_to_desert(move: CatanMove, seat_state: SeatState) -> bool:
    """Say whether a move takes the robber back to the desert, which the option RD forbids."""
    return move.hex is not None and seat_state.game.board.resources[move.hex] == c.DESERT
