"""check_game catches every way to break the contract: one small mutant for each promise."""

import itertools

import pytest
from tests.framework.tally import (
    DRAW,
    KEEP,
    LEAVE,
    Forwarding,
    ForwardingTally,
    Tally,
    TallyMove,
    TallyPosition,
    code,
)

from catanlab.framework.check import check_game
from catanlab.framework.errors import ConformanceError, IllegalMoveError
from catanlab.framework.moves import CHANCE
from catanlab.framework.observer import OpenObserver, OpenView
from catanlab.framework.random import Random


def position(**methods):
    """Return a kind of Tally's position with some methods replaced."""
    return type("Mutant", (TallyPosition,), methods)


def late(method, replacement, turn=3):
    """Return a method that is replaced from a turn on."""
    original = getattr(TallyPosition, method)

    def either(self, *args):
        return (replacement if self.done >= turn else original)(self, *args)

    return position(**{method: either})


def shared_copy(self):
    twin = type(self)()
    twin.__dict__.update(self.__dict__)
    return twin


def forgetful_copy(self):
    twin = TallyPosition.copy(self)
    twin.scores = [0, 0]
    return twin


class TiredPosition(TallyPosition):
    """It counts its moves where nobody looks."""

    moves = 0

    def apply(self, move):
        super().apply(move)
        self.moves += 1
        self.scores[0] += self.moves


def rested_copy(self):
    twin = TallyPosition.copy(self)
    twin.moves = 0
    return twin


class LazyPosition(TallyPosition):
    """Copies share the scores until they need their own."""

    owner = True

    def apply(self, move):
        if not self.owner:
            self.scores = self.scores.copy()
        super().apply(move)

    def copy(self):
        twin = shared_copy(self)
        twin.owner = False
        return twin


def restless_questions(self):
    self.scores[0] += 1
    return TallyPosition.outcomes(self)


GROUPS_MIXED = [code(LEAVE, 0), code(KEEP), code(LEAVE, 1)]
OUTCOMES = TallyPosition().outcomes()

BROKEN_POSITIONS = {
    "to_move is 7": position(to_move=lambda self: 7),
    r"to_move\(\) is -1; it must not be negative": position(to_move=lambda self: -1),
    "lists no moves": late("legal", lambda self: []),
    "move keep is listed but is_legal refuses": late("is_legal", lambda self, move: move != code(KEEP)),
    "the move keep is listed twice": late("legal", lambda self: [code(KEEP)] * 2),
    "groups are not side by side: leave, keep, leave": late("legal", lambda self: GROUPS_MIXED),
    "move -5 is not a number from 0": late("legal", lambda self: [-5]),
    "OverflowError was raised": late("legal", lambda self: [2**63]),
    "is of a group without a name": late("legal", lambda self: [code(3)]),
    "no outcome is listed": late("outcomes", lambda self: []),
    "the outcome draw 1 is listed twice": late("outcomes", lambda self: [(code(DRAW, 1), 0.5)] * 2),
    "outcome draw 1 has probability 0.0": late(
        "outcomes", lambda self: [(code(DRAW, 1), 0.0), (code(DRAW, 2), 1.0)]
    ),
    "sum to 0.75, not to 1": late("outcomes", lambda self: OUTCOMES[:2]),
    "outcome draw 1 has probability nan": late(
        "outcomes", lambda self: [(code(DRAW, 1), float("nan")), (code(DRAW, 2), 1.0)]
    ),
    "outcome -1 is not a number": late("outcomes", lambda self: [(-1, 1.0)]),
    "outcome draw 3 is listed but is_legal": late("is_legal", lambda self, move: move & 3 != 3),
    "ZeroDivisionError was raised": late("apply", lambda self, move: 1 // 0),
    "turn fell from 3 to 0": late("turn", lambda self: 0, turn=4),
    r"score\(\) is -2; it must not": late("score", lambda self, seat: -2),
    r"returns\(\) has 3 values for 2": position(returns=lambda self: (0.0, 0.0, 1.0)),
    "a share in returns is negative": position(returns=lambda self: (-1.0, 2.0)),
    r"sum to 2\.0, not to 1": position(returns=lambda self: (1.0, 1.0)),
    r"negative: \[nan, 1.0\]": position(returns=lambda self: (float("nan"), 1.0)),
    "seat 0 sees draw 1 as leave 1": position(seen=lambda self, move, seat: code(LEAVE, 1)),
    "cannot tell its own moves apart": position(
        seen=lambda self, move, seat: move & ~3 if self.drawn else move
    ),
    "a fresh copy differs from its original": position(copy=forgetful_copy),
    "after leave . a copy differs": type("Mutant", (TiredPosition,), {"copy": rested_copy}),
    "on a copy changed the original": position(copy=shared_copy),
    "on the original changed a copy": LazyPosition,
    "questions changed the position": position(outcomes=restless_questions),
    "has not ended within 50 plies": position(turn=lambda self: 0, to_move=lambda self: CHANCE),
}


@pytest.mark.parametrize("complaint", BROKEN_POSITIONS)
def test_broken_position_is_caught(complaint):
    with pytest.raises(ConformanceError, match=rf"^tally, seed 9, game \d+, ply \d+: .*{complaint}"):
        check_game(Tally(BROKEN_POSITIONS[complaint]), seed=9, max_plies=50)


class AnotherText(TallyMove):
    @property
    def text(self):
        return "keep" if self == code(LEAVE, 2) else super().text


class WrongText(TallyMove):
    @property
    def text(self):
        return {"leave 1": "leave 2", "leave 2": "leave 1"}.get(super().text, super().text)


class UnreadableText(TallyMove):
    @property
    def text(self):
        return "hello" if self == code(KEEP) else super().text


class NoImpossibleText(TallyMove):
    @property
    def text(self):
        text = super().text
        return "" if text.startswith("impossible") else text


class ShyTally(Tally):
    """It is played differently from its fifth start on: the first four are of the first walk."""

    def __init__(self):
        super().__init__()
        self.starts = itertools.count()

    def first_position(self):
        position = super().first_position()
        if next(self.starts) > 3:
            position.legal = lambda: list(reversed(TallyPosition.legal(position)))
        return position


class OneStateTally(Tally):
    def start(self):
        self.state = getattr(self, "state", None) or super().start()
        return self.state


class ForeignTally(Tally):
    def start(self):
        return Tally().start()


class SharingTally(Tally):
    def first_position(self):
        self.only = getattr(self, "only", None) or super().first_position()
        return self.only


class FickleTally(Tally):
    def first_position(self):
        position = super().first_position()
        self.head_start = position.scores[0] = getattr(self, "head_start", 0) + 1
        return position


def tally(**attributes):
    """Return a game of Tally with some attributes of its class replaced."""
    return type("MutantTally", (Tally,), attributes)()


BROKEN_GAMES = {
    "two moves have the same text: keep": tally(move_type=AnotherText),
    "the text 'leave 2' of move .* is read back as": tally(move_type=WrongText),
    "MoveTextError was raised: 'hello' is not": tally(move_type=UnreadableText),
    "has no text, not even as an impossible": tally(move_type=NoImpossibleText),
    "which is no kind of Move": tally(move_type=int),
    "name and summary must say something": tally(summary=""),
    "seats is 5; allowed is 1 to 4": tally(seats=5),
    r"seats is 0; allowed is 1 to 4": tally(seats=0),
    "with the same Random, ply": ShyTally(),
    "same state twice": OneStateTally(),
    "belongs to another game": ForeignTally(),
    "changed another state in the same position": SharingTally(),
    r"two calls of start\(\)": FickleTally(),
}


@pytest.mark.parametrize("complaint", BROKEN_GAMES)
def test_broken_game_is_caught(complaint):
    with pytest.raises(ConformanceError, match=rf"^tally, seed 0, game \d+, ply \d+: .*{complaint}"):
        check_game(BROKEN_GAMES[complaint])


def refuse_late(self, move):
    if not self.inner.is_legal(move):
        self.inner.apply(self.inner.draw_outcome(Random()))
        raise IllegalMoveError("too late")
    return Forwarding.apply(self, move)


def apply_anything(self, move):
    return Forwarding.apply(self, move) if self.inner.is_legal(move) else self


def state(over=False, **members):
    """Return Tally with states of which some members are replaced."""
    return ForwardingTally(type("Mutant", (Forwarding,), members), over)


FIRST_OUTCOME = TallyMove(code(DRAW, 1))

BROKEN_STATES = {
    "has no legal move": state(
        legal_moves=property(lambda self: []), to_move=0, outcomes=property(lambda self: [])
    ),
    "outcomes are listed although a seat": state(to_move=0, legal_moves=[TallyMove(code(KEEP))]),
    "legal moves are listed although chance": state(legal_moves=[TallyMove(code(KEEP))]),
    "draw_outcome drew leave 2, which is not": state(
        draw_outcome=lambda self, random: TallyMove(code(LEAVE, 2))
    ),
    "draw_move drew draw 2, which is_legal refuses": state(
        draw_move=lambda self, random, by_group=False: TallyMove(code(DRAW, 2))
    ),
    "returns must be None before the end": state(returns=[0.5, 0.5]),
    "returns is None at the end": state(over=True, returns=None),
    "a score is negative": state(scores=[0, -1]),
    "although the game is over": state(over=True, is_legal=lambda self, move: move >= 0),
    "apply must return the state itself": state(
        apply=lambda self, move: Forwarding.apply(self, move).copy()
    ),
    "but changed the position": state(apply=refuse_late),
    "although is_legal refuses it": state(apply=apply_anything),
}


@pytest.mark.parametrize("complaint", BROKEN_STATES)
def test_broken_state_is_caught(complaint):
    with pytest.raises(ConformanceError, match=rf"^tally, seed 0, game \d+, ply \d+: .*{complaint}"):
        check_game(BROKEN_STATES[complaint])


@pytest.mark.parametrize(
    "draw",
    [
        lambda self, random: FIRST_OUTCOME,
        lambda self, random: TallyMove(code(DRAW, 1 + random.below(3))),
    ],
    ids=["always the first", "uniform"],
)
def test_outcomes_drawn_at_wrong_rates_are_caught(draw):
    with pytest.raises(ConformanceError, match=r"^tally, seed 0: outcomes are not drawn by their"):
        check_game(state(draw_outcome=draw), games=20)


def assign_nothing(self, other):
    pass


def assign_rested(self, other):
    self.inner.assign(other.inner)
    self.inner.position.moves = 0


@pytest.mark.parametrize(
    ("assign", "complaint"),
    [
        (assign_nothing, "a used state, assigned the one of ply 0, differs from it"),
        (assign_rested, "a used state, assigned the one of ply 1, differs from it after leave ."),
    ],
)
def test_a_broken_assignment_to_a_used_state_is_caught(assign, complaint):
    game = state(assign=assign)
    game.position = TiredPosition
    with pytest.raises(ConformanceError, match=f"^tally, seed 0, game 0, ply 12: {complaint}"):
        check_game(game)


class SeatZeroTally(Tally):
    def observer(self, seat):
        return OpenObserver(self, seat and 0)


def tally_with_view(**members):
    """Return Tally with views of which some members are replaced."""
    view = type("MutantView", (OpenView,), members)

    class MutantObserver(OpenObserver):
        def view(self):
            return view(self._state.copy(), self.seat, tuple(self._log))

    return tally(observer=lambda self, seat: MutantObserver(self, seat))


BROKEN_VIEWS = {
    r"observer\(1\) has a view of another game or seat": SeatZeroTally(),
    "the view of seat 0 has another mover or other moves than": tally_with_view(to_move=1),
    "the view of seat . has another mover or other moves than": tally_with_view(legal_moves=[]),
    "a sample of the view of seat 0 has another mover": tally_with_view(
        sample=lambda self, random: self.game.start()
    ),
    "the view of seat 1 has its own score as": Tally(
        position(seen=lambda self, move, seat: code(DRAW, 1) if seat and not self.drawn else move)
    ),
    "ObservationError was raised: draw 0: not legal here": Tally(
        position(seen=lambda self, move, seat: move if self.drawn else code(DRAW, 0))
    ),
}


@pytest.mark.parametrize("complaint", BROKEN_VIEWS)
def test_broken_view_is_caught(complaint):
    with pytest.raises(ConformanceError, match=rf"^tally, seed 0, game \d+, ply \d+: .*{complaint}"):
        check_game(BROKEN_VIEWS[complaint])


def test_the_games_own_error_is_the_cause():
    with pytest.raises(ConformanceError) as caught:
        check_game(Tally(late("legal", lambda self: [1 // 0])))
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


def test_failures_repeat():
    game = Tally(late("score", lambda self, seat: -2, turn=5))
    messages = []
    for _ in range(2):
        with pytest.raises(ConformanceError) as caught:
            check_game(game, seed=4)
        messages.append(str(caught.value))
    assert messages[0] == messages[1]
    assert messages[0].startswith("tally, seed 4, game 0, ply 10: ")
