"""An agent of ours in a seat of a remote room: it hears what the seat hears, and what it chooses is sent.

It does what a robot of the server does in the same place: it decides, discards, takes proposals, speaks,
and makes people no more offers in a turn than the room allows robots.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from time import monotonic
from typing import Final

from msgspec import UNSET

from catanlab.framework.errors import CatanlabError
from catanlab.framework.observer import Observer
from catanlab.framework.random import Random
from catanlab.games.catan.constants import RESOURCES
from catanlab.games.catan.moves import CatanMove, MoveKind
from catanlab.games.catan.position import Phase
from catanlab.games.catan.view.observer import CatanObserver
from catanlab.games.catan.view.view import CatanView
from catanlab.server import wire
from catanlab.server.bot_client.client import BotClient
from catanlab.server.bot_client.followed_room import FollowedRoom
from catanlab.server.bot_client.seat_game import SeatGame
from catanlab.server.bot_client.seated_agent import SeatedAgent
from catanlab.server.client.client import RefusedError
from catanlab.server.robots.patience import Patience
from catanlab.server.robots.worker import WithoutOffers
from catanlab.table.agent_replies import Failure, legal_move
from catanlab.table.clock import Deadline, SystemClock
from catanlab.table.in_process_seat import InProcessSeat

STATEMENTS_PER_TURN = 3
LOOK_AGAIN_SECONDS = 1.0
"""After a refusal that nothing explains the bot looks again, though no update came."""
CROSSED: Final = frozenset(
    {
        "stale-decision",
        "not-your-decision",
        "already-chosen",
        "no-proposal",
        "not-seated",
        "not-committed",
        "game-over",
        "too-many-statements",
    }
)
"""Refusals that others' acts bring about: the bot looks at the new view."""
_QUIET = frozenset({MoveKind.END_TURN, MoveKind.ROLL, MoveKind.REJECT, MoveKind.CANCEL})


class RoomClosedError(CatanlabError):
    """The room was closed before its game was over, or everybody left before it began."""

    code = "room-closed"


def report_nothing(line: str) -> None:
    """Report nothing."""


@dataclass
class _Turn:
    """What the bot did in a turn."""

    number: int = -1
    offers: int = 0
    """Offers to people."""
    said: int = 0


@dataclass
class Statistics:
    """What a player did, for reports and tests."""

    acts: dict[str, int] = field(default_factory=dict)
    """Acts that were done, by the first word of a move or the kind of the act."""
    refused: dict[str, int] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)


class AgentPlayer:
    """Plays one room with an agent, from whatever seat the bot has.

    `seconds` is how long the agent may think about a decision, `pause` how long an act waits at least, so
    that people can follow; None for as long as the room's robots seem to think.
    """

    def __init__(
        self,
        client: BotClient,
        followed: FollowedRoom,
        agent: str,
        *,
        seconds: float = 5.0,
        pause: float | None = None,
        seed: int | None = None,
        report: Callable[[str], None] = report_nothing,
    ) -> None:
        self.client = client
        self.followed = followed
        self.agent = agent
        self.statistics = Statistics()
        self._seconds = seconds
        self._pause = pause
        self._seed = secrets.randbits(48) if seed is None else seed
        self._report = report
        self._seated: SeatedAgent | None = None
        self._turn = _Turn()
        self._considered: set[int] = set()
        self._spoken_at = -1
        self._failed_at = -1
        """The decision at which the agent's own move was of no use."""
        self._patience = Patience()

    @property
    def room(self) -> str:
        """The room's id."""
        return self.followed.room.room

    @property
    def result(self) -> wire.Ended | None:
        """How the game ended; None while it goes on."""
        return self.followed.game.result if self.followed.game else None

    async def play(self) -> wire.Ended:
        """Play until the game is over; raises RebuildError, ConnectionEndedError, RefusedError."""
        try:
            while (result := self.result) is None:
                if self.followed.is_closed:
                    raise RoomClosedError(f"the server has no room {self.room} any more")
                room = self.followed.room
                updates = room.updates
                await self.client.catch_up(self.followed)
                act = await self._next_act()
                if act is None or not await self._do(act):
                    await self._wait(updates)
            return result
        finally:
            if self._seated is not None:
                self._seated.close()

    async def _wait(self, updates: int) -> None:
        """Wait for an update, or until the bot has waited long enough for answers."""
        room = self.followed.room
        seconds = LOOK_AGAIN_SECONDS if self._is_asked() else None
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self.client.until(lambda: room.updates != updates or self.followed.is_closed)

    # What is to be done.

    def _is_asked(self) -> bool:
        """Say whether the bot's own seat may decide now."""
        room, game = self.followed.room, self.followed.game
        if game is None or game.observer is None or room.table is None or room.seat is None:
            return False
        if not self.followed.is_up_to_date or room.table.status == "over":
            return False
        # While a robot keeps the seat for the bot, the robot decides.
        if room.table.seats[room.seat].occupant.person != self.client.person:
            return False
        return room.seat in game.observer.view().deciders

    async def _next_act(self) -> wire.AnyAct | None:
        """Return what the bot does now; None to wait."""
        game, room = self.followed.game, self.followed.room
        if game is None or game.observer is None or room.seat is None or room.table is None:
            return None
        if not self.followed.is_up_to_date or game.result is not None:
            return None
        if room.table.seats[room.seat].occupant.person != self.client.person:
            return None
        agent = self._sit(game)
        words = await self._statement(agent, game, game.observer)
        if words is not None:
            return words
        if not self._is_asked():
            return None
        begun = monotonic()
        act = await self._decide(agent, game.observer.view(), room.table)
        pause = room.table.options.robot_seconds if self._pause is None else self._pause
        if act is not None and (left := begun + pause - monotonic()) > 0:
            await asyncio.sleep(left)
        return act

    async def _decide(
        self, agent: SeatedAgent, view: CatanView, table: wire.TableInfo
    ) -> wire.AnyAct | None:
        position, seat = view.position, view.seat
        if position.phase is Phase.DISCARDING:
            return None if seat in table.chosen else await self._discard(agent, view)
        if position.on_turn == seat:
            if position.phase is Phase.ANSWERING and not self._is_impatient(view, table):
                return None
            if position.phase is Phase.MAIN:
                taken = await self._take_proposal(agent, table)
                if taken is not None:
                    return taken
        return await self._choose(agent, view, table)

    def _is_impatient(self, view: CatanView, table: wire.TableInfo) -> bool:
        """Say whether the answers to the bot's own offer take too long."""
        people = {
            number
            for number, seat in enumerate(table.seats)
            if seat.occupant.kind == "person" and not seat.occupant.bot and seat.connected
        }
        now = monotonic()
        return now >= self._patience.ends(
            view.decision,
            now,
            answer=table.options.pace.answer if table.options.pace else None,
            asks_people=any(number in view.deciders for number in people),
            others_wait=any(number not in view.deciders for number in people),
        )

    async def _discard(self, agent: SeatedAgent, view: CatanView) -> wire.Move:
        try:
            if self._failed_at == view.decision:
                raise Failure("illegal", "its discards were refused")
            ply = agent.game.ply
            moves = await agent.ask(lambda seat, eyes: seat.choose_discards(eyes, ply, self._deadline()))
            cards = [move.text.split()[1] for move in moves]
        except Failure as failure:
            self._note(failure)
            cards = _most_frequent(view)
        return self._move(view.decision, f"discard {' '.join(cards)}")

    async def _take_proposal(self, agent: SeatedAgent, table: wire.TableInfo) -> wire.Take | None:
        """Return the act that takes a proposal which the agent wants; each is considered once."""
        for each in table.proposals:
            if each.proposal in self._considered or each.seat == agent.game.seat:
                continue
            self._considered.add(each.proposal)
            consider = partial(_consider, ply=agent.game.ply, proposer=each.seat, deal=each.deal)
            try:
                takes = await agent.ask(consider)
            except Failure as failure:
                self._note(failure)
                continue
            if takes:
                return wire.Take(
                    id=self.client.new_id(), room=self.room, seat=each.seat, proposal=each.proposal
                )
        return None

    async def _choose(self, agent: SeatedAgent, view: CatanView, table: wire.TableInfo) -> wire.Move:
        decision, ply = view.decision, agent.game.ply
        people = {
            number
            for number, seat in enumerate(table.seats)
            if seat.occupant.kind == "person" and not seat.occupant.bot
        }
        is_rationed = bool(people) and self._offers(view) >= table.options.robot_offers
        try:
            if self._failed_at == decision:
                raise Failure("illegal", "its move was refused")

            def choose(seat: InProcessSeat, eyes: Observer) -> CatanMove:
                looks = WithoutOffers(eyes) if is_rationed else eyes
                answer = seat.choose(looks, ply, self._deadline())
                return CatanMove(legal_move(answer, looks.view().as_decider()))

            move = await agent.ask(choose)
        except Failure as failure:
            self._note(failure)
            move = _simple_move(view, self._seed)
        if move.kind == MoveKind.COUNTER and not table.options.counter_button:
            move = CatanMove.parse("reject")
        if move.kind == MoveKind.OFFER and people & set(move.addressees):
            self._turn.offers += 1
        return self._move(decision, move.text)

    def _offers(self, view: CatanView) -> int:
        """Return how many offers the bot has made to people in this turn."""
        if self._turn.number != view.turn:
            self._turn = _Turn(view.turn)
        return self._turn.offers

    async def _statement(
        self, agent: SeatedAgent, game: SeatGame, observer: CatanObserver
    ) -> wire.Say | None:
        """Return the next words of an agent that speaks; it is asked once a decision."""
        view = observer.view()
        if not agent.speaks or view.is_over or self._spoken_at == view.decision:
            return None
        self._offers(view)
        if self._turn.said >= STATEMENTS_PER_TURN:
            return None
        self._spoken_at = view.decision
        try:
            lines = await agent.ask(lambda seat, eyes: seat.say(eyes, game.ply))
        except Failure as failure:
            self._note(failure)
            return None
        if not lines:
            return None
        self._turn.said += 1
        return wire.Say(id=self.client.new_id(), room=self.room, text=lines[0])

    # The agent.

    def _sit(self, game: SeatGame) -> SeatedAgent:
        """Return the agent, made anew if the bot has another seat; raises AgentError."""
        if self._seated is None or self._seated.game is not game:
            if self._seated is not None:
                self._seated.close()
            self._seated = SeatedAgent(self.agent, game, self._seed)
        return self._seated

    def _deadline(self) -> Deadline:
        """Return until when the agent may think: well before the clock of the seat runs out."""
        room = self.followed.room
        seconds = self._seconds
        if room.table is not None and room.seat is not None:
            left = room.table.seats[room.seat].left
            if left is not UNSET:
                seconds = min(seconds, 0.5 * left)
        return Deadline(SystemClock(), seconds)

    def _note(self, failure: Failure) -> None:
        self.statistics.failures.append(f"{failure.kind}: {failure.text}")
        self._report(f"the agent failed ({failure.kind}: {failure.text}); a simple move replaces its own")

    # Acts.

    def _move(self, decision: int, text: str) -> wire.Move:
        return wire.Move(id=self.client.new_id(), room=self.room, decision=decision, move=text)

    async def _do(self, act: wire.AnyAct) -> bool:
        """Do an act; return False if it was refused, after which the bot looks again."""
        what = act.move.split()[0] if isinstance(act, wire.Move) else str(act.__struct_config__.tag)
        try:
            await self.client.act(act)
        except RefusedError as error:
            self.statistics.refused[error.code] = self.statistics.refused.get(error.code, 0) + 1
            if error.code in CROSSED or not isinstance(act, wire.Move):
                return False
            if self._failed_at == act.decision:
                raise  # nor did the simple move help
            self._failed_at = act.decision
            self._report(f"the server refused {act.move!r}: {error}")
            return True
        self.statistics.acts[what] = self.statistics.acts.get(what, 0) + 1
        return True


def _consider(seat: InProcessSeat, eyes: Observer, *, ply: int, proposer: int, deal: str) -> bool:
    return seat.consider(eyes, ply, proposer, deal)


def _most_frequent(view: CatanView) -> list[str]:
    """Return discards of the cards of which the seat has most."""
    hand = list(view.position.own.certain)
    cards = []
    for _ in range(view.position.own.discards_owed):
        most = hand.index(max(hand))
        hand[most] -= 1
        cards.append(RESOURCES[most])
    return cards


def _simple_move(view: CatanView, seed: int) -> CatanMove:
    """Return a legal move that does no harm, or any."""
    moves = [CatanMove(move) for move in view.as_decider().legal_moves]
    quiet = [move for move in moves if move.kind in _QUIET]
    return quiet[0] if quiet else moves[Random(seed, "play").below(len(moves))]
