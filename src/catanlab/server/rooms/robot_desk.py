"""The robots of a room: what they are asked, and when their answers are played.

A robot is asked as soon as its seat owes a decision, and its answer is played after a time that does not
depend on how long it thought. An answer to a decision that was closed meanwhile is dropped. Nothing here
waits: the host puts the questions to the pool and brings the answers back.

If those who keep the game going have used up their share of answers, a question waits until there is a
part of it again, and its time counts from then.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import inf

from catanlab.framework.random import Random
from catanlab.games.catan.moves import MoveKind
from catanlab.games.catan.position import Phase
from catanlab.server.ledger import Ledger
from catanlab.server.refusals import Refused
from catanlab.server.robots.delay import seeming_seconds
from catanlab.server.robots.patience import Patience
from catanlab.server.robots.questions import Answer, Task
from catanlab.server.robots.talk import remark
from catanlab.server.rooms import log_entries as log
from catanlab.server.rooms import moving, trading
from catanlab.server.rooms.asking import deals_about
from catanlab.server.rooms.offer_ration import OfferRation
from catanlab.server.rooms.options import robot_of
from catanlab.server.rooms.robot_asks import Ask, Ready, decision_seconds, speaks, usual_seconds
from catanlab.server.rooms.robot_replies import reply_to
from catanlab.server.rooms.room import Room
from catanlab.server.rooms.simple_moves import play_simply
from catanlab.server.rooms.tolls import Toll
from catanlab.table.events import IncidentKind

MOST_REMARKED = 6
"""How many of the last events a robot may remark on at once."""
SHORTEST_RETRY, LONGEST_RETRY = 1.0, 10.0
"""Seconds until a robot is asked again after all workers were busy."""


class RobotDesk:
    """The questions and answers of a room's robots; without a toll they cost nothing."""

    def __init__(self, room: Room, toll: Toll | None = None) -> None:
        self._room = room
        self._toll = toll or Toll(Ledger(), lambda: ())
        self._asked: dict[tuple[int, Task], Ask] = {}
        """The questions that were put, or wait until they are paid for."""
        self._ready: dict[tuple[int, Task], Ready] = {}
        self._retry_at: float | None = None
        self._is_busy = False
        self._barred: Ask | None = None
        """The last question whose answer was an offer beyond the ration."""
        self._ration = OfferRation(room)
        self._patience = Patience()
        self._considered: dict[int, int] = {}
        """The last proposal of each seat that a robot was asked about."""
        self._spoken_at: dict[int, tuple[int, int]] = {}
        """When each robot was last asked for words: at which decision, and how often people had spoken."""
        self._weighed: dict[int, int] = {}
        """The last ask that each robot was asked about."""
        self._lines: set[tuple[int, str]] = set()
        """What each robot has said in this turn."""
        self._lines_turn = -1
        self._looked: list[int] = [len(heard) for heard in room.heard]
        """How many events of each seat its robot has had a chance to remark on."""

    @property
    def is_busy(self) -> bool:
        """Whether a robot waits because all workers were busy; until one has an answer, or none is due."""
        return self._is_busy

    # Asking.

    def asks(self, now: float) -> list[Ask]:
        """Return the questions that are to be put now; each is returned once."""
        room = self._room
        self._drop_stale()
        self._remark(now)
        if room.status != "playing":
            self._retry_at, self._is_busy = None, False
            return []
        if self._retry_at is not None and now < self._retry_at:
            return []
        self._retry_at = None
        new = [
            *self._decisions(now),
            *self._considerations(now),
            *self._statements(now),
            *self._replies(now),
        ]
        for ask in new:
            self._asked[ask.seat, ask.task] = self._toll.charge(ask, now)
        found = [self._asked[ask.seat, ask.task] for ask in new if self._toll.is_due(ask)]
        for key in self._toll.take_due(now):
            # As if it had come up now: the moment at which it was paid for shall not be seen.
            self._asked[key] = replace(self._asked[key], asked_at=now)
            found.append(self._asked[key])
        self._is_busy = self._is_busy and any(task != "say" for _, task in self._asked)
        return found

    def _decisions(self, now: float) -> list[Ask]:
        room = self._room
        found = []
        owing = dict(room.owing())
        if room.position.phase is Phase.ANSWERING:
            proposer = room.position.on_turn
            if self._is_robot(proposer) and now >= self._patience_ends(now):
                owing[proposer] = "decision"
        for seat, kind in owing.items():
            task: Task = "discards" if kind == "discard" else "choose"
            late = seat in room.late
            if not (self._is_robot(seat) or late):
                continue
            if (seat, task) in self._asked or (seat, task) in self._ready:
                continue
            ask = replace(self._ask(seat, task, now), late=late)
            barred = self._barred
            if barred is not None and (barred.seat, barred.decision) == (seat, ask.decision):
                # The time counts from the first question, so that nobody sees that there were two.
                ask = replace(ask, asked_at=barred.asked_at, may_offer=False, payer=barred.payer)
            found.append(ask)
        return found

    def _considerations(self, now: float) -> list[Ask]:
        """Ask the robot on turn about proposals that it has not heard of yet."""
        room = self._room
        seat = room.position.on_turn
        if room.position.phase is not Phase.MAIN or not self._is_robot(seat):
            return []
        if (seat, "consider") in self._asked or (seat, "consider") in self._ready:
            return []
        for proposer, (number, deal) in sorted(room.proposals.items()):
            if self._considered.get(proposer) != number:
                self._considered[proposer] = number
                ask = self._ask(seat, "consider", now)
                return [replace(ask, proposer=proposer, proposal=number, deal=deal)]
        return []

    def _statements(self, now: float) -> list[Ask]:
        """Ask the robots that speak for words: once a decision, and after a person on turn has spoken."""
        room = self._room
        found = []
        play = room.running_game()
        for seat in range(room.game.seats):
            if not self._is_robot(seat) or self._spoken_at.get(seat) == (play.decision, room.called):
                continue
            if (seat, "say") in self._asked or play.statements_left(seat) <= 0:
                continue
            if speaks(room.seating.seats[seat].agent):
                self._spoken_at[seat] = play.decision, room.called
                found.append(self._ask(seat, "say", now))
        return found

    def _replies(self, now: float) -> list[Ask]:
        """Ask robots which deals they would make on what people asked by a button."""
        room = self._room
        if room.position.phase is not Phase.MAIN or not room.game.rules.player_trade:
            return []
        found = []
        for seat in range(room.game.seats):
            if not self._is_robot(seat) or (seat, "weigh") in self._asked or (seat, "weigh") in self._ready:
                continue
            for number, asked in room.asks.asked.items():
                deals = deals_about(asked)
                if number > self._weighed.get(seat, 0) and deals and room.asks.waits_for(number, seat):
                    self._weighed[seat] = number
                    ask = self._ask(seat, "weigh", now)
                    found.append(replace(ask, proposer=asked.seat, proposal=number, deals=deals))
                    break
        return found

    def _remark(self, now: float) -> None:
        """Let robots say something about what happened, where their agents do not speak themselves."""
        room = self._room
        for seat, events in enumerate(room.heard):
            first, self._looked[seat] = self._looked[seat], len(events)
            if not room.history.views or not self._is_robot(seat) or (seat, "say") in self._ready:
                continue
            if speaks(room.seating.seats[seat].agent) and room.status != "over":
                continue
            for count in range(max(first, len(events) - MOST_REMARKED) + 1, len(events) + 1):
                random = Random(room.robot_seed(seat), "play", count)
                line = remark(events[:count], room.view_of(seat), random, seat=seat)
                if line:
                    self._ready[seat, "say"] = self._words(seat, line, now)
                    break

    def _words(self, seat: int, line: str, now: float) -> Ready:
        room = self._room
        decision = room.play.decision if room.play else 0
        ask = Ask(seat, "say", room.seating.seats[seat].agent, decision, 0, now)
        delay = seeming_seconds(room.id, seat, len(room.history), usual_seconds(room))
        return Ready(now + delay, ask, Answer(lines=(line,)))

    def _ask(self, seat: int, task: Task, now: float) -> Ask:
        room = self._room
        play = room.running_game()
        agent = room.seating.seats[seat].agent or robot_of(room.options, seat)
        return Ask(seat, task, agent, play.decision, len(play.moves), now)

    def _is_robot(self, seat: int) -> bool:
        return self._room.seating.seats[seat].kind == "robot"

    def _patience_ends(self, now: float) -> float:
        """Return when the robot on turn waits no longer for answers to its offer; infinity for never."""
        room = self._room
        owing = room.owing()
        people = {
            number
            for number, seat in enumerate(room.seating.seats)
            if seat.kind == "person" and not seat.bot and seat.person in room.present
        }
        return self._patience.ends(
            room.running_game().decision,
            now,
            answer=room.options.pace.answer if room.options.pace else None,
            asks_people=any(number in owing for number in people),
            others_wait=any(number not in owing for number in people),
        )

    def _drop_stale(self) -> None:
        """Forget the questions and answers whose decision is closed or whose seat a person has."""
        for key in [key for key, ask in self._asked.items() if not self._is_open(ask)]:
            self._toll.dropped(self._asked.pop(key))
        for key in [key for key, ready in self._ready.items() if not self._is_open(ready)]:
            del self._ready[key]

    def _is_open(self, kept: Ask | Ready) -> bool:
        ask = kept.ask if isinstance(kept, Ready) else kept
        room = self._room
        seat, play = ask.seat, room.play
        if play is None or (play.is_over and ask.task != "say"):
            return False
        if not (self._is_robot(seat) or (ask.late and seat in room.late)):
            return False
        if ask.task == "say":
            return True
        if ask.task == "consider":
            return room.proposals.get(ask.proposer, (0, ""))[0] == ask.proposal
        if ask.task == "weigh":
            return room.asks.waits_for(ask.proposal, seat)
        if ask.task == "discards" and seat in room.chosen:
            return False
        return ask.decision == play.decision and seat in play.deciders

    def waits_for(self, ask: Ask) -> bool:
        """Say whether the answer to a question is still wanted."""
        return self._asked.get((ask.seat, ask.task)) == ask and self._is_open(ask)

    # Answers.

    def answered(self, ask: Ask, answer: Answer, now: float) -> None:
        """Take the answer of a robot, to be played at its time."""
        self._keep(ask, answer, None, now)

    def failed(self, ask: Ask, kind: IncidentKind, text: str, now: float) -> None:
        """Note that a robot failed: a simple move replaces its own."""
        incident = log.Incident(seat=ask.seat, kind=kind, text=text)
        self._keep(ask, None, incident, now)

    def was_busy(self, ask: Ask, seconds: float, now: float) -> None:
        """Ask again later, since all workers were busy."""
        self._toll.give_back(ask)
        if self._asked.get((ask.seat, ask.task)) != ask:
            return
        del self._asked[ask.seat, ask.task]
        if ask.task == "say":
            return
        if ask.task == "consider":
            self._considered.pop(ask.proposer, None)
        elif ask.task == "weigh":
            self._weighed[ask.seat] = ask.proposal - 1
        # No longer than that, whatever was expected: where no worker starts, nobody knows when one will.
        self._retry_at = now + min(LONGEST_RETRY, max(SHORTEST_RETRY, seconds))
        self._is_busy = True

    def _keep(self, ask: Ask, answer: Answer | None, incident: log.Incident | None, now: float) -> None:
        if self._asked.get((ask.seat, ask.task)) != ask:
            return
        del self._asked[ask.seat, ask.task]
        self._is_busy = False
        if not self._is_open(ask) or (incident is not None and ask.task in _FREE):
            return
        if (
            answer is not None
            and ask.task == "choose"
            and ask.may_offer
            and self._ration.forbids(ask.seat, answer)
        ):
            self._barred = ask
            return
        usual = decision_seconds(self._room)
        delay = seeming_seconds(self._room.id, ask.seat, ask.decision, usual, worked=now - ask.asked_at)
        self._ready[ask.seat, ask.task] = Ready(ask.asked_at + delay, ask, answer, incident)

    def next_alarm(self, now: float) -> float | None:
        """Return when the next answer is to be played or the next question to be put, or None."""
        alarms = [ready.show_at for ready in self._ready.values()]
        if self._retry_at is not None:
            alarms.append(self._retry_at)
        room = self._room
        if room.status == "playing" and (due := self._toll.next_due) is not None:
            alarms.append(due)
        if room.status == "playing" and room.position.phase is Phase.ANSWERING:
            seat = room.position.on_turn
            waits = (seat, "choose") not in self._asked and (seat, "choose") not in self._ready
            if self._is_robot(seat) and waits and (ends := self._patience_ends(now)) < inf:
                alarms.append(ends)
        return min(alarms, default=None)

    def play_due(self, now: float) -> None:
        """Play the answers whose time has come; inside a batch of the room."""
        self._drop_stale()
        due = sorted(
            (ready for ready in self._ready.values() if ready.show_at <= now),
            key=lambda ready: (ready.show_at, ready.ask.seat),
        )
        for ready in due:
            if self._ready.pop((ready.ask.seat, ready.ask.task), None) is ready and self._is_open(
                ready.ask
            ):
                self._play(ready)
                self._room.settle()
                self._drop_stale()

    def _play(self, ready: Ready) -> None:
        ask, answer, room = ready.ask, ready.answer, self._room
        try:
            if answer is None:
                if ready.incident is not None:
                    room.emit(ready.incident)
                play_simply(room, ask)
            elif ask.task == "say":
                self._say(ask.seat, answer.lines)
            elif ask.task == "consider":
                if answer.takes:
                    trading.take_proposal(room, ask.seat, ask.proposer)
            elif ask.task == "weigh":
                reply_to(room, ask, answer, self._ration)
            elif ask.task == "discards":
                cards = " ".join(text.partition(" ")[2] for text in answer.moves)
                moving.choose_discards(room, ask.seat, f"discard {cards}", ask.decision, late=ask.late)
            else:
                self._play_choice(ask, answer)
        except Refused as refused:
            if ask.task in _FREE:
                return
            room.emit(log.Incident(seat=ask.seat, kind="illegal", text=refused.text))
            play_simply(room, ask)

    def _say(self, seat: int, lines: Sequence[str]) -> None:
        """Say what a robot has to say, nothing twice in a turn: it may be asked several times."""
        room = self._room
        turn = room.position.turn
        if self._lines_turn != turn:
            self._lines_turn = turn
            self._lines.clear()
        for line in lines:
            if (seat, line) not in self._lines:
                trading.say(room, seat, line)
                self._lines.add((seat, line))

    def _play_choice(self, ask: Ask, answer: Answer) -> None:
        room = self._room
        play = room.running_game()
        text = answer.moves[0] if answer.moves else ""  # a worker is not trusted
        move = moving.checked(room, play, ask.seat, text, ask.decision)
        if move.kind == MoveKind.OFFER:
            rationed = self._ration.rationed(ask.seat, move)
            if rationed is None and ask.may_offer:
                self._barred = ask
                return
            if rationed is None:
                raise Refused("offer-limit", "the robot may make no offer to people now")
            move = rationed
            self._ration.note(ask.seat, move.addressees)
        explanation = answer.explanation.text if answer.explanation else ""
        moving.play_move(
            room,
            play,
            ask.seat,
            move,
            thought=answer.seconds,
            late=ask.late,
            reason=answer.public_reason or "",
            explanation=explanation,
        )


_FREE: tuple[Task, ...] = ("say", "consider", "weigh")
"""What a robot may leave undone, if it fails or if what it chose is refused."""
