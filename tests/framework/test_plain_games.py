"""Games in plain Python: their defaults, their errors, and how they run under native loops."""

import threading

import numpy as np
import pytest
from tests.framework.tally import KEEP, Tally, TallyPosition, code

from catanlab.framework.errors import ConformanceError
from catanlab.framework.moves import OVER
from catanlab.framework.plain import PlainGame, Position
from catanlab.framework.random import Random
from catanlab.games.gomoku import Gomoku
from catanlab.games.sos import Sos
from catanlab.playout.games import play_out
from catanlab.playout.policies import GroupFirst, Uniform


class MishapError(Exception):
    """What a game of a bot writer might raise."""


def play_many(game, games=1, *, seed=1, first=0, by_group=False, max_turns=0):
    """Play random games natively; return returns, scores, turns and moves."""
    arrays = (
        np.zeros((games, game.seats)),
        np.zeros((games, game.seats), np.int32),
        np.zeros(games, np.int32),
        np.zeros(games, np.int64),
    )
    play_out(
        [game.start()] * games, seed, first, GroupFirst() if by_group else Uniform(), max_turns, *arrays
    )
    return arrays


def mishap(*args):
    raise MishapError("lost", 42)


def broken(method, replacement=mishap):
    return Tally(type("Broken", (TallyPosition,), {method: replacement}))


@pytest.mark.parametrize(
    "method", ["to_move", "legal", "outcomes", "apply", "returns", "turn", "score", "copy"]
)
def test_errors_surface_unchanged_from_playouts(method):
    with pytest.raises(MishapError) as caught:
        play_many(broken(method), 3)
    assert caught.value.args == ("lost", 42)


@pytest.mark.parametrize(
    ("method", "ask"),
    [
        ("to_move", lambda state: state.to_move),
        ("to_move", lambda state: state.is_over),
        ("legal", lambda state: state.apply("draw 1").legal_moves),
        ("legal", lambda state: state.apply("draw 1").draw_move(Random())),
        ("legal", lambda state: state.apply("draw 1").draw_move(Random(), by_group=True)),
        ("is_legal", lambda state: state.is_legal("keep")),
        ("is_legal", lambda state: state.apply("keep")),
        ("outcomes", lambda state: state.outcomes),
        ("outcomes", lambda state: state.draw_outcome(Random())),
        ("apply", lambda state: state.apply("draw 1")),
        ("score", lambda state: state.scores),
        ("turn", lambda state: state.turn),
        ("turn", lambda state: state.round),
        ("seen", lambda state: state.seen("keep", 0)),
        ("copy", lambda state: state.copy()),
        ("copy", lambda state: state.blank().assign(state)),
    ],
)
def test_errors_surface_unchanged_from_the_state(method, ask):
    with pytest.raises(MishapError) as caught:
        ask(broken(method).start())
    assert caught.value.args == ("lost", 42)


def test_a_keyboard_interrupt_surfaces():
    def interrupt(*args):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_many(broken("legal", interrupt))


def test_the_process_is_sound_after_an_error():
    with pytest.raises(MishapError):
        play_many(broken("legal"))
    returns, *_ = play_many(Tally())
    assert returns.sum() == 1


@pytest.mark.parametrize(
    ("method", "replacement", "complaint"),
    [
        ("to_move", lambda self: -1, r"to_move\(\) is -1; it must not be negative"),
        ("turn", lambda self: -1, r"turn\(\) is -1; it must not be negative"),
        ("score", lambda self, seat: -1, r"score\(\) is -1; it must not be negative"),
        ("legal", lambda self: [], "a seat is to move but the position lists no moves"),
        ("outcomes", lambda self: [], "chance decides next but the position lists no outcomes"),
        ("returns", lambda self: (1.0,), r"returns\(\) has 1 values for 2 seats"),
    ],
)
def test_a_position_that_would_mislead_native_code_is_refused(method, replacement, complaint):
    with pytest.raises(ConformanceError, match=complaint):
        play_many(broken(method, replacement), max_turns=100)


@pytest.mark.parametrize(
    ("method", "replacement", "error"),
    [
        ("to_move", lambda self: None, TypeError),
        ("to_move", lambda self: 2**40, OverflowError),
        ("legal", lambda self: ["keep"], TypeError),
        ("legal", lambda self: [2**63], OverflowError),
        ("returns", lambda self: ("a", "b"), TypeError),
    ],
)
def test_values_of_the_wrong_kind_are_refused(method, replacement, error):
    with pytest.raises(error):
        play_many(broken(method, replacement))


def test_defaults_of_a_position():
    class Bare(Position):
        """Only what must be written."""

        def to_move(self):
            return 0

        def legal(self):
            return [1, 2]

        def apply(self, move):
            pass

        def returns(self):
            return [1.0]

        def turn(self):
            return 0

        def copy(self):
            return self

    position = Bare()
    assert position.is_legal(2)
    assert not position.is_legal(3)
    assert position.outcomes() == []
    assert position.score(0) == 0
    assert position.seen(2, 1) == 2


def test_by_default_outcomes_are_lawful_when_chance_is_due():
    position = TallyPosition()
    assert position.is_legal(code(2, 3))
    assert not position.is_legal(code(KEEP))


@pytest.mark.parametrize("kind", [Position, PlainGame])
def test_what_must_be_written_is_asked_for(kind):
    with pytest.raises(TypeError, match="abstract"):
        kind()


def test_playouts_of_a_plain_game():
    returns, scores, turns, moves = play_many(Tally(), 50, seed=3)
    assert set(turns) == {6}
    assert set(moves) == {12}
    assert (returns.sum(axis=1) == 1).all()
    wins = scores[:, 0] > scores[:, 1]
    assert (returns[wins, 0] == 1).all()


@pytest.mark.parametrize("by_group", [False, True])
def test_a_playout_equals_a_game_played_by_hand(by_group):
    returns, scores, turns, moves = play_many(Tally(), 20, seed=7, first=5, by_group=by_group)
    for i in range(20):
        random = Random(7, "play", 5 + i)
        state, count = Tally().start(), 0
        while not state.is_over:
            if state.is_chance:
                state.apply(state.draw_outcome(random))
            else:
                state.apply(state.draw_move(random, by_group))
            count += 1
        assert (state.returns, state.scores) == (returns[i].tolist(), scores[i].tolist())
        assert (state.turn, count) == (turns[i], moves[i])


@pytest.mark.parametrize("game", [Tally(), Gomoku(size=9), Sos()], ids=lambda game: game.name)
def test_playouts_are_cut_off(game):
    returns, _, turns, _ = play_many(game, 5, max_turns=3)
    assert set(turns) == {3}
    assert not returns.any()


def test_threads_play_plain_games_side_by_side():
    game = Gomoku(size=7, line=4)
    alone = [play_many(game, 10, seed=2, first=10 * part) for part in range(2)]
    together = [None, None]

    def work(part):
        together[part] = play_many(game, 10, seed=2, first=10 * part)

    threads = [threading.Thread(target=work, args=(part,)) for part in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for one, other in zip(alone, together, strict=True):
        assert all((a == b).all() for a, b in zip(one, other, strict=True))


def test_a_plain_state_shows_its_position():
    state = Gomoku(size=3, line=3).start()
    assert str(state) == str(state.position)
    assert repr(state) == f"<gomoku: {state.position!r}>"
    assert state.to_move != OVER


class AlonePosition(TallyPosition):
    """A tally that the first seat plays alone, without end."""

    def to_move(self):
        return 0

    def turn(self):
        return self.done


def test_a_game_in_which_one_seat_always_moves_is_cut_off():
    _, _, turns, moves = play_many(Tally(AlonePosition), 1, max_turns=10)
    assert turns.tolist() == moves.tolist() == [10]
