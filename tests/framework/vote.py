"""Vote, a small game in which all seats are asked at once, and kinds of it that break a promise each."""

from __future__ import annotations

import re

from catanlab.framework.errors import MoveTextError
from catanlab.framework.moves import GROUP_SHIFT, OVER, Move
from catanlab.framework.plain import PlainGame, Position

SEATS = 3
ROUNDS = 3
CHOICES = 2


class VoteMove(Move):
    """`vote 0` or `vote 1`; `vote 1 by 2` is the vote of seat 2 before its turn."""

    __slots__ = ()
    groups = ("vote",)

    @classmethod
    def parse(cls, text):
        match = re.fullmatch(r"vote ([01])(?: by ([0-2]))?", text)
        if not match:
            raise MoveTextError(f"{text!r} is not a vote")
        return cls(int(match[1]) | (int(match[2]) + 1 if match[2] else 0) << 4)

    @property
    def text(self):
        seat = self >> 4
        if self >> GROUP_SHIFT or self & 15 >= CHOICES or seat > SEATS:
            return f"impossible move {int(self)}"
        return f"vote {self & 15}" + (f" by {seat - 1}" if seat else "")


class VotePosition(Position):
    """Everybody votes once a round, in any order; who voted with the majority scores."""

    def __init__(self):
        self.votes = [None] * SEATS
        self.scores = [0] * SEATS
        self.done = 0
        self.asked = 0

    def waiting(self):
        return [seat for seat in range(SEATS) if self.votes[seat] is None]

    def to_move(self):
        return OVER if self.done == ROUNDS else self.asked

    def deciders(self):
        return () if self.done == ROUNDS else self.waiting()

    def question(self):
        return 0 if self.done == ROUNDS else 1 + self.done

    def mover(self, move):
        return (move >> 4) - 1 if move >> 4 else self.asked

    def by(self, move, seat):
        if move >> GROUP_SHIFT or move >> 4 not in (0, seat + 1):
            return move
        return move & 15 | (0 if seat == self.asked else (seat + 1) << 4)

    def ask(self, seat):
        self.asked = seat

    def legal(self):
        return list(range(CHOICES))

    def is_legal(self, move):
        return move & 15 < CHOICES and self.mover(move) in self.waiting()

    def apply(self, move):
        self.votes[self.mover(move)] = move & 15
        if not self.waiting():
            majority = int(sum(self.votes) * 2 > SEATS)
            self.scores = [
                score + (vote == majority) for score, vote in zip(self.scores, self.votes, strict=True)
            ]
            self.votes = [None] * SEATS
            self.done += 1
        self.asked = self.waiting()[0]

    def returns(self):
        best = max(self.scores)
        return [(score == best) / self.scores.count(best) for score in self.scores]

    def turn(self):
        return self.done

    def score(self, seat):
        return self.scores[seat]

    def copy(self):
        twin = type(self)()
        twin.__dict__.update(self.__dict__, votes=self.votes.copy(), scores=self.scores.copy())
        return twin


class Vote(PlainGame):
    """A game of Vote over any kind of position."""

    name = "vote"
    summary = "a toy for several deciders"
    move_type = VoteMove

    def __init__(self, position=VotePosition):
        self.position = position

    @property
    def seats(self):
        return SEATS

    def first_position(self):
        return self.position()
