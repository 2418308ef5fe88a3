"""Whole games of robots that are asked in any order, with proposals: every answer is lawful.

A robot made anew answers the same as the one that was there all the time.
"""

from dataclasses import replace

import pytest
from tests.server.robots.asking import Asker

from catanlab.framework.random import Random
from catanlab.games.catan.game import Catan
from catanlab.games.catan.moves import CatanMove, Deal
from catanlab.games.catan.position import Phase
from catanlab.server.robots.questions import Question
from catanlab.table.play import Play

pytestmark = pytest.mark.full
SPECS = ("greedy", "thomas-trade", "thomas-plan:trade=principled", "jsettlers-smart")


class RoomOfRobots:
    """A game in which random seats among those that may decide are asked next."""

    def __init__(self, rules, seed):
        self.play = Play(Catan(rules=rules, seed=seed), seed=seed, max_turns=300)
        self.random = Random(seed, "play")
        self.asker = Asker()
        self.heard = [[] for _ in range(4)]
        self.counts = {"early": 0, "discards": 0, "taken": 0, "refused": 0}

    def note(self, step):
        for each in (step, *step.followed):
            for seat in range(4):
                seen = each.seen_by(seat)
                if seen is not None:
                    self.heard[seat].append(seen)

    def ask(self, seat, task, **given):
        question = Question(
            key="room",
            seat=seat,
            agent=SPECS[seat],
            game=self.play.sealed,
            seed=seat,
            events=self.heard[seat],
            task=task,
            ply=len(self.play.moves),
            **given,
        )
        reply = self.asker.ask(question)
        if self.random.below(8) == 0:
            anew = Asker().ask(replace(question, events=list(self.heard[seat])))
            assert (anew.moves, anew.takes, anew.why) == (reply.moves, reply.takes, reply.why)
        assert reply.failure is None, (SPECS[seat], task, reply.failure)
        assert reply.complaints == ()
        return reply

    def propose(self):
        """Let a seat that is not on turn propose something that it can pay, and ask the seat on turn."""
        position = self.play.state.position
        on_turn = position.on_turn
        seats = [seat for seat in range(4) if seat != on_turn and position.seats[seat].hand_size]
        if not seats:
            return
        seat = seats[self.random.below(len(seats))]
        held = [r for r in range(5) if position.seats[seat].certain[r]]
        give = held[self.random.below(len(held))]
        get = (give + 1 + self.random.below(4)) % 5
        deal = Deal(*(tuple(int(r == card) for r in range(5)) for card in (give, get))).text
        self.note(self.play.propose(seat, deal))
        if self.ask(on_turn, "consider", proposer=seat, deal=deal).takes:
            self.counts["taken"] += 1
            self.note(self.play.take(on_turn, seat))
        else:
            self.counts["refused"] += 1

    def step(self):
        play = self.play
        if play.is_chance:
            self.note(play.draw())
            return
        position = play.state.position
        if position.phase == Phase.MAIN and self.random.below(4) == 0:
            self.propose()
            return
        deciders = play.deciders
        if position.phase == Phase.ANSWERING and len(deciders) > 1:
            deciders = tuple(seat for seat in deciders if seat != position.on_turn)
        seat = deciders[self.random.below(len(deciders))]
        self.counts["early"] += seat != play.state.to_move
        if position.phase == Phase.DISCARDING:
            self.counts["discards"] += 1
            moves = play.check_answer(seat, self.ask(seat, "discards").moves)
            for move in moves:
                self.note(play.move(seat, move.bare))
            return
        reply = self.ask(seat, "choose", may_offer=self.random.below(2) == 0)
        (move,) = reply.moves
        assert isinstance(CatanMove.parse(move), CatanMove)
        self.note(play.move(seat, move))


@pytest.mark.parametrize(("rules", "seed"), [("trading", 1), ("trading", 2), ("jsettlers", 5)])
def test_robots_asked_in_any_order_finish_a_game(rules, seed):
    room = RoomOfRobots(rules, seed)
    while not room.play.is_over:
        room.step()
    assert room.play.result.termination == "finished"
    assert room.counts["early"] > 0
    assert room.counts["discards"] > 0
    assert room.counts["taken"] > 0
    assert room.counts["refused"] > 0
