"""One seat in one game at a server: it follows the game in a mirror, and says what to send and when.

Nothing here waits or touches a connection. `take` takes in a message and returns what has to be answered
at once; `is_due` says whether the agent has to decide something; `decide` lets it, and may take long.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import partial

from catanlab.agents.registry import make_agent
from catanlab.bridges.jsettlers import codes as j
from catanlab.bridges.jsettlers.blind import blind_discard, blind_request
from catanlab.bridges.jsettlers.errors import MirrorError
from catanlab.bridges.jsettlers.ledger import Ledger
from catanlab.bridges.jsettlers.messages import Message
from catanlab.bridges.jsettlers.mirror import Mirror
from catanlab.bridges.jsettlers.options import bars_desert
from catanlab.bridges.jsettlers.requests import (
    discards,
    monopolized,
    picked,
    requests,
    split,
    victim,
)
from catanlab.bridges.jsettlers.thinker import Thinker
from catanlab.framework.moves import GROUP_SHIFT, Move
from catanlab.framework.random import STREAMS, Random
from catanlab.games.catan import constants as c
from catanlab.games.catan.game import Catan
from catanlab.games.catan.view.observer import CatanObserver
from catanlab.table.agent_replies import Failure, legal_move
from catanlab.table.clock import Clock, Deadline, SystemClock
from catanlab.table.events import Event
from catanlab.table.in_process_seat import InProcessSeat

_PHASES = {
    j.FIRST_SETTLEMENT: c.SETUP_SETTLEMENT,
    j.SECOND_SETTLEMENT: c.SETUP_SETTLEMENT,
    j.FIRST_ROAD: c.SETUP_ROAD,
    j.SECOND_ROAD: c.SETUP_ROAD,
    j.ROLL_OR_CARD: c.BEFORE_ROLL,
    j.PLAY: c.MAIN,
    j.PLACING_ROBBER: c.ROBBING,
    j.FREE_ROAD_1: c.FREE_ROADS,
    j.FREE_ROAD_2: c.FREE_ROADS,
}
"""Our phase in each state in which the robot on turn has to act."""
_ODD_STATES = (*j.PLACING, j.DISCOVERY, j.MONOPOLY)
"""States in which it has to act that are met only where another left its turn, or where words were lost."""

_ENDS_WAIT = ("GAMESTATE", "TURN", "BANKTRADE", "CANCELBUILDREQUEST", "DECLINEPLAYERREQUEST")
"""What the server says when it has done, or refused, what the robot asked for."""
MOST_REFUSALS = 3
"""After so many refusals in a turn only the simplest moves are made."""
GRACE_SECONDS = 1.0
"""How long an answer is waited for after the agent's deadline, before a simple move is made."""


@dataclass
class Tally:
    """What a seat did in its game, for statistics."""

    decisions: int = 0
    thought: float = 0.0
    failures: int = 0
    refused: int = 0


class Seat:
    """A robot's seat in one game; `spec` names its agent. Raises AgentError for what is no agent."""

    def __init__(
        self,
        game: str,
        seat: int,
        options: str,
        spec: str,
        *,
        seed: int = 0,
        move_seconds: float = 5.0,
        clock: Clock | None = None,
    ) -> None:
        self.game = game
        self.mirror = Mirror(seat, options, hear=self._hear)
        self.tally = Tally()
        self.troubles: list[str] = []
        """What went wrong, a sentence each."""
        self.is_waiting = False
        """Whether the server has still to do what was asked for."""
        self._bars_desert = bars_desert(options)
        self._spec = spec
        self._agent = make_agent(spec)
        self._seed = seed
        self._move_seconds = move_seconds
        self._clock = clock or SystemClock()
        self._chair: InProcessSeat | None = None
        self._game: Catan | None = None
        self._discard = 0
        self._discarded = False
        self._asked_again = False  # whether a discard is asked for that was answered already
        self._refusals = 0
        self._unfit = -1  # after how many moves the server's state did not fit ours
        self._chosen: Move | None = None  # a move whose second part the server asks for
        self._thinker = Thinker(f"{self._agent.name} in {game}")
        self._unheard: deque[Event] = deque()

    # Messages.

    def take(self, message: Message) -> list[Message]:
        """Take in a message about the game, and return what is to be sent at once."""
        name, mirror = message.name, self.mirror
        if name in _ENDS_WAIT:
            self.is_waiting = False
        try:
            mirror.take(message)
        except MirrorError as error:
            self.troubles.append(f"the game cannot be followed here: {error}")
            self._unheard.clear()
        if name == "TURN":
            self._refusals = 0
        if self._discard_is_done(message):
            self._discard = 0
            self._discarded = False
        if name == "DISCARDREQUEST":
            self._asked_again = self._discarded
            self._discard = message.count
        elif name == "CHOOSEPLAYERREQUEST":
            return self._choose_victim(message)
        elif name == "GAMESTATE" and mirror.my_turn and mirror.state in (j.DISCOVERY, j.MONOPOLY):
            return self._pick()
        elif name in ("DECLINEPLAYERREQUEST", "CANCELBUILDREQUEST"):
            self._refuse()
            if mirror.my_turn and not mirror.is_over:
                self.troubles.append(
                    f"the server refused a request in state {mirror.state}: {message.text}"
                )
        elif name == "REJECTOFFER" and message.reason is not None and self._is_trading:
            self._refuse()
        elif (name == "ACCEPTOFFER" and mirror.me in (message.accepting, message.offering)) or (
            name == "MAKEOFFER" and message.seat == mirror.me
        ):
            self.is_waiting = False
        return self._reject_odd_offers()

    def _discard_is_done(self, message: Message) -> bool:
        """Say whether the robot has discarded, or the server has for it."""
        if message.name in ("GAMESTATE", "TURN"):
            return self.mirror.state != j.DISCARDS
        if message.name == "DISCARD":
            return bool(message.counts[:1] == (f"p{self.mirror.me}",))
        if message.name != "PLAYERELEMENT" or message.seat != self.mirror.me:
            return False
        return bool(message.action == j.LOSE)

    @property
    def _is_trading(self) -> bool:
        """Whether the server has still to do a trade that the robot asked for.

        Otherwise a refusal is about an answer that came too late.
        """
        groups = (c.OFFER, c.BANK_TRADE, c.TAKE_COUNTER)
        return self.is_waiting and self._chosen is not None and split(self._chosen)[0] in groups

    def _refuse(self) -> None:
        """Take in that the server refused what the robot asked for."""
        self.is_waiting = False
        if self.mirror.my_turn:
            self._refusals += 1
            self.tally.refused += 1

    def _reject_odd_offers(self) -> list[Message]:
        """Reject the offers that our game cannot show to the agent."""
        trades = self.mirror.trades
        if not trades.unanswered:
            return []
        trades.unanswered = set()
        return [Message("REJECTOFFER", game=self.game, seat=self.mirror.me)]

    def _choose_victim(self, message: Message) -> list[Message]:
        words = [word for word in message.choices if word != "NONE"]
        choices = [seat for seat, word in enumerate(words) if word == "true"]
        if not choices:
            return []
        move = self._chosen or 0
        return [victim(move, choices, self.mirror, self.game)]

    def _pick(self) -> list[Message]:
        """Tell what a card is played for that the server has just accepted."""
        move = self._chosen or 0
        group, _ = split(move)
        self.is_waiting = True
        if self.mirror.state == j.DISCOVERY and group == c.PLAY_PLENTY:
            return [picked(move, self.game)]
        if self.mirror.state == j.MONOPOLY and group == c.PLAY_MONOPOLY:
            return [monopolized(move, self.game)]
        return blind_request(self.mirror, self.game)

    # Decisions.

    @property
    def is_due(self) -> bool:
        """Whether something has to be decided now."""
        mirror = self.mirror
        if mirror.is_over or mirror.state < j.FIRST_SETTLEMENT:
            return False
        if self._must_discard or mirror.trades.is_asking:
            return True
        if self.is_waiting or not mirror.my_turn:
            return False
        if mirror.trades.round:
            return mirror.trades.round.is_complete
        return mirror.state in _PHASES or mirror.state in _ODD_STATES

    @property
    def _must_discard(self) -> bool:
        """Whether the robot was asked to discard and has not answered."""
        return self._discard > 0 and self.mirror.state == j.DISCARDS

    @property
    def awaits_answers(self) -> bool:
        """Whether the robot's own offer is on the table and not everybody has answered."""
        round_ = self.mirror.trades.round
        return round_ is not None and not round_.is_complete

    def give_up_waiting(self) -> None:
        """Stop waiting for answers to the own offer, or for what the server does not do."""
        round_ = self.mirror.trades.round
        if round_:
            round_.answers = {**dict.fromkeys(round_.addressees), **round_.answers}
        elif self.is_waiting:
            self._refusals += 1
        self.is_waiting = False

    def decide(self) -> list[Message]:
        """Decide what is due, and return what is to be sent for it."""
        try:
            return self._decide()
        except Exception as error:  # whatever happens, the others do not have to wait
            self.troubles.append(f"the game cannot be followed here: {type(error).__name__}: {error}")
            self.mirror.lose()
            self._unheard.clear()
            return self._blind()

    def _decide(self) -> list[Message]:
        mirror = self.mirror
        ledger = mirror.ledger
        if self._must_discard:
            return self._decide_discards(ledger)
        if ledger is None:
            return self._blind()
        if mirror.trades.is_asking:
            return self._answer()
        messages: list[Message] = []
        if mirror.trades.round:
            mirror.trades.close_round()
            messages.append(Message("CLEAROFFER", game=self.game, seat=0))
            if ledger.phase == c.CHOOSING:
                return self._take_or_cancel(ledger)
        return [*messages, *self._move(ledger)]

    def _blind(self) -> list[Message]:
        """Return what keeps a game going that cannot be followed."""
        self.is_waiting = True
        return blind_request(self.mirror, self.game, self._refusals)

    def _move(self, ledger: Ledger) -> list[Message]:
        """Make the robot's move in its turn."""
        mirror = self.mirror
        self.is_waiting = True
        if ledger.actor != ledger.seat or ledger.phase != _PHASES.get(mirror.state):
            if mirror.state in j.FREE_ROADS:
                # Our rules end free roads where no more can be placed; the server waits for a word.
                return [Message("CANCELBUILDREQUEST", game=self.game, piece=j.ROAD)]
            if ledger.is_finished and mirror.state == j.PLACING_ROBBER:
                return self._blind()  # a knight that wins still moves the robber
            unfit, self._unfit = self._unfit, len(ledger.moves)
            if mirror.state in _PHASES and unfit != len(ledger.moves):
                return []  # more may be on its way, such as the state after the dice
            self.troubles.append(
                f"state {mirror.state} of the server does not fit our phase {ledger.phase}"
            )
            return self._blind()
        move = self._choose(ledger.observer, len(ledger.moves))
        group, _ = split(move)
        if group == c.SKIP_ROADS and ledger.facts["free_roads"] == 2:
            # The server would take the card back, which our rules do not know.
            roads = [each for each in ledger.observer.view().legal_moves if split(each)[0] == c.ROAD]
            if roads:
                move, group = roads[0], c.ROAD
        if self._bars_desert and _goes_to_desert(move, ledger):
            moves = [
                each for each in ledger.observer.view().legal_moves if not _goes_to_desert(each, ledger)
            ]
            move = moves[Random(self._seed, STREAMS["agent"] + 0x200, len(ledger.moves)).below(len(moves))]
        self._chosen = move
        return requests(move, mirror, self.game)

    def _take_or_cancel(self, ledger: Ledger) -> list[Message]:
        """Take one of the counter-offers to the robot's own offer, or none."""
        move = self._choose(ledger.observer, len(ledger.moves))
        messages = requests(move, self.mirror, self.game)
        if split(move)[0] == c.CANCEL:
            ledger.feed(c.CANCEL)
            return [*messages, *self._move(ledger)]
        self._chosen = move
        self.is_waiting = True
        return messages

    def _answer(self) -> list[Message]:
        """Answer the offer that is open."""
        ledger, trades = self.mirror.ledger, self.mirror.trades
        assert ledger is not None
        move = self._choose(ledger.observer, len(ledger.moves))
        group, argument = split(move)
        messages = requests(move, self.mirror, self.game)
        trades.answer(argument, group)
        return messages

    def _decide_discards(self, ledger: Ledger | None) -> list[Message]:
        """Choose cards to discard, one after another."""
        count, self._discard = self._discard, 0
        self._discarded = True
        if (
            self._asked_again
            or ledger is None
            or ledger.phase != c.DISCARDING
            or ledger.actor != ledger.seat
        ):
            return blind_discard(self.mirror, self.game, count)
        trial = ledger.observer.copy()
        counts = [0] * 5
        for done in range(min(count, ledger.facts["discards_left"])):
            move = self._choose(trial, len(ledger.moves) + done, share=1 / count)
            counts[split(move)[1]] += 1
            trial.observe(move)
        return [discards(counts, self.game)]

    def _choose(self, observer: CatanObserver, ply: int, share: float = 1.0) -> Move:
        """Return the agent's choice, or a simple move if it fails or was refused too often."""
        view = observer.view()
        if self._refusals >= MOST_REFUSALS:
            return self._simple(observer, ply)
        begun = self._clock.now()
        seconds = share * self._move_seconds
        question = partial(self._consult, observer, ply, Deadline(self._clock, seconds))
        try:
            move = legal_move(self._thinker.ask(question, seconds + GRACE_SECONDS), view)
        except Failure as failure:
            self._note_failure(failure)
            move = self._simple(observer, ply)
        self.tally.decisions += 1
        self.tally.thought += self._clock.now() - begun
        return move

    def _consult(self, observer: CatanObserver, ply: int, deadline: Deadline) -> int | str:
        """Tell the agent what happened and ask it, in its own thread; raises Failure."""
        chair = self._chair
        if chair is None or self._game is not observer.game:
            if chair is not None:  # the game was taken up again: what the agent knows of it is gone
                chair.close()
                self._agent = make_agent(self._spec)
            self._game = observer.game
            chair = self._chair = InProcessSeat(self._agent, observer.game, observer.seat, self._seed)
            chair.start()
        chair.get_ready()
        while self._unheard:
            event = self._unheard.popleft()
            if chair.listens:
                try:
                    chair.hear(event)
                except Failure as failure:
                    self._note_failure(failure)
        return chair.choose(observer, ply, deadline)

    def _note_failure(self, failure: Failure) -> None:
        self.tally.failures += 1
        self.troubles.append(f"{self._agent.name}: {failure.text}")

    def _simple(self, observer: CatanObserver, ply: int) -> Move:
        """Return a move that the server can hardly refuse: to roll, to end the turn, or any at random."""
        view = observer.view()
        kind = view.game.move_type
        for group in (c.ROLL, c.END_TURN, c.REJECT, c.CANCEL):
            move = kind(group << GROUP_SHIFT)
            if view.is_legal(move):
                return move
        random = Random(self._seed, STREAMS["agent"] + 0x200, ply)
        return view.sample(random).draw_move(random, by_group=True)

    # Events for the agent.

    def _hear(self, event: Event) -> None:
        self._unheard.append(event)

    def stop(self) -> None:
        """Let a decision that is under way come to its end at once: the game is left."""
        self._thinker.stop()

    def close(self) -> None:
        """Let the agent go; one that still thinks is left to itself."""
        chair, self._chair = self._chair, None
        self._thinker.close(chair.close if chair else None)


def _goes_to_desert(move: int, ledger: Ledger) -> bool:
    """Say whether a move brings the robber back to the desert, which the option RD forbids."""
    group, argument = split(move)
    return group == c.ROBBER and ledger.game.board.resources[argument & 0xFF] == c.DESERT
