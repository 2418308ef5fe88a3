"""Batches of random games: what is in them, and that only seed and number decide."""

import numpy as np
import pytest

import catanlab
from catanlab.framework.errors import ArgumentError, BoardError, CatanlabError, RulesError, SeedError
from catanlab.framework.moves import Move
from catanlab.framework.plain import PlainGame, Position
from catanlab.framework.random import Random
from catanlab.games.catan.game import Catan
from catanlab.games.catan.rules import NAMED_RULES, Rules
from catanlab.games.gomoku import Gomoku
from catanlab.lab.batch import GAMES_AT_ONCE, RandomGames, play_random
from catanlab.playout.games import play_out
from catanlab.playout.policies import GroupFirst, Uniform


def assert_same(a: RandomGames, b: RandomGames) -> None:
    """Assert that two batches are equal game by game."""
    for name in ("winners", "scores", "turns", "moves", "finished"):
        np.testing.assert_array_equal(getattr(a, name), getattr(b, name), err_msg=name)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_batch_has_a_row_for_each_game(players: int) -> None:
    batch = play_random(300, 5, rules=Rules(players=players))
    assert len(batch) == 300
    assert batch.winners.shape == batch.turns.shape == batch.moves.shape == (300,)
    assert batch.scores.shape == (300, players)
    assert batch.winners.dtype == np.int8
    assert set(batch.winners.tolist()) == set(range(players))
    assert batch.finished.all()
    assert (batch.turns > 0).all()
    assert (batch.moves > batch.turns).all()


def test_the_winner_has_the_points() -> None:
    batch = play_random(500, 2)
    assert (batch.scores[np.arange(500), batch.winners] >= 10).all()


@pytest.mark.full
@pytest.mark.parametrize("threads", [2, 3, 8])
@pytest.mark.parametrize("rules", ["base", "trading"])
def test_threads_do_not_matter(threads: int, rules: str) -> None:
    games = 2 * GAMES_AT_ONCE + 100
    assert_same(
        play_random(games, 7, rules=rules),
        play_random(games, 7, rules=rules, threads=threads),
    )


@pytest.mark.parametrize("cut", [1, 100, GAMES_AT_ONCE, GAMES_AT_ONCE + 1])
def test_pieces_of_a_batch_are_the_batch(cut: int) -> None:
    games = 2 * GAMES_AT_ONCE
    whole = play_random(games, 3)
    pieces = [play_random(cut, 3), play_random(games - cut, 3, first=cut)]
    for name in ("winners", "scores", "turns", "moves"):
        joined = np.concatenate([getattr(piece, name) for piece in pieces])
        np.testing.assert_array_equal(getattr(whole, name), joined, err_msg=name)


def test_seeds_differ() -> None:
    assert play_random(50, 1).moves.tolist() != play_random(50, 2).moves.tolist()


def test_each_game_has_its_own_board_unless_one_is_given() -> None:
    board = Catan(seed=3).board
    fixed = play_random(50, 3, board=board)
    varied = play_random(50, 3)
    assert fixed.moves[0] == varied.moves[0]  # the seed's first board is that of Catan(seed=3)
    assert fixed.moves[1:].tolist() != varied.moves[1:].tolist()
    assert_same(play_random(20, 1, board="beginner"), play_random(20, 1, rules=Rules(layout="beginner")))


def test_a_game_is_the_one_that_the_python_face_plays() -> None:
    batch = play_random(5, 11)
    game = Catan(seed=11)  # the board of game 0
    state, random, moves = game.start(), Random(11, "play", 0), 0
    while not state.is_over:
        state.apply(state.draw_outcome(random) if state.is_chance else state.draw_move(random))
        moves += 1
    assert state.returns is not None
    assert state.returns.index(1.0) == batch.winners[0]
    assert state.scores == batch.scores[0].tolist()
    assert (state.turn, moves) == (batch.turns[0], batch.moves[0])


def test_groups_are_drawn_first_where_players_trade() -> None:
    trading = Rules.trading()
    assert_same(play_random(30, 1, rules=trading), play_random(30, 1, rules=trading, by_group=True))
    assert_same(play_random(30, 1), play_random(30, 1, by_group=False))
    assert play_random(30, 1).moves.tolist() != play_random(30, 1, by_group=True).moves.tolist()


@pytest.mark.parametrize("name", NAMED_RULES)
def test_every_named_set_plays_to_the_end(name: str) -> None:
    rules = Rules.named(name)
    batch = play_random(100, 1, rules=name)
    assert batch.finished.all()
    assert (batch.scores.max(axis=1) >= rules.points_to_win).all()


def test_a_cut_game_has_no_winner() -> None:
    batch = play_random(100, 1, max_turns=100)
    cut = ~batch.finished
    assert cut.any()
    assert (batch.winners[cut] == -1).all()
    assert (batch.turns[cut] == 100).all()
    assert (batch.turns[~cut] <= 100).all()
    assert f"{cut.sum()} cut" in repr(batch)


def test_a_cap_of_the_rules_ends_the_game() -> None:
    batch = play_random(200, 1, rules=Rules(max_turns=40))
    assert batch.finished.all()
    leaders = (batch.scores == batch.scores.max(axis=1, keepdims=True)).sum(axis=1)
    shared = (batch.winners == -1) & (leaders > 1)
    assert shared.any()
    assert ((batch.winners == -1) == shared).all()


def test_the_repr_has_win_rates_and_lengths() -> None:
    batch = play_random(1000, 1)
    assert repr(batch).startswith("<RandomGames: 1000, wins ")
    assert batch.win_rates.sum() == pytest.approx(1)
    assert repr(play_random(0)) == "<RandomGames: none>"


def test_the_one_liner_is_public() -> None:
    assert catanlab.play_random is play_random
    assert isinstance(catanlab.play_random(games=3, seed=1), catanlab.RandomGames)


@pytest.mark.parametrize(
    ("options", "error", "says"),
    [
        ({"games": -1}, ArgumentError, "games is -1; allowed is an integer from 0"),
        ({"games": 1.5}, ArgumentError, "games is 1.5"),
        ({"games": True}, ArgumentError, "games is True"),
        ({"threads": 0}, ArgumentError, "threads is 0; allowed is an integer from 1"),
        ({"max_turns": -1}, ArgumentError, "max_turns is -1"),
        ({"first": -1}, ArgumentError, "first is -1"),
        ({"seed": -1}, SeedError, "seed -1"),
        ({"seed": "x"}, SeedError, "seed 'x'"),
        ({"rules": "chess"}, RulesError, "unknown rules 'chess'"),
        ({"rules": 4}, RulesError, "not 4"),
        ({"board": "flat"}, BoardError, "unknown layout 'flat'"),
        ({"board": 4}, BoardError, "not 4"),
    ],
)
def test_wrong_arguments_are_refused(
    options: dict[str, object], error: type[CatanlabError], says: str
) -> None:
    with pytest.raises(error, match=says):
        play_random(**{"games": 1, **options})  # type: ignore[arg-type]


def test_the_loop_plays_any_game_and_leaves_its_roots_alone() -> None:
    root = Gomoku(size=3, line=3).start()
    returns, scores = np.zeros((8, 2)), np.zeros((8, 2), np.int32)
    turns, moves = np.zeros(8, np.int32), np.zeros(8, np.int64)
    play_out([root] * 8, 1, 0, Uniform(), 0, returns, scores, turns, moves)
    assert (returns.sum(axis=1) == 1).all()
    assert ((moves >= 5) & (moves <= 9)).all()
    assert len(root.legal_moves) == 9


def test_arrays_that_do_not_fit_are_refused() -> None:
    root = Catan(seed=1).start()
    wide, narrow = np.zeros((2, 4)), np.zeros((2, 3), np.int32)
    turns, moves = np.zeros(2, np.int32), np.zeros(2, np.int64)
    with pytest.raises(ArgumentError, match="2 rows, those of seats 4 columns"):
        play_out([root] * 2, 1, 0, Uniform(), 0, wide, narrow, turns, moves)
    other = Catan(rules=Rules(players=3)).start()
    with pytest.raises(ArgumentError, match="as many seats"):
        play_out([root, other], 1, 0, Uniform(), 0, wide, wide.astype(np.int32), turns, moves)


class Broken(Position):
    """A position whose only move cannot be played."""

    def to_move(self) -> int:
        return 0

    def legal(self) -> list[int]:
        return [1 << 54]

    def apply(self, move: int) -> None:
        raise RuntimeError(f"cannot play {move >> 54}")

    def returns(self) -> list[float]:
        return [1.0]

    def turn(self) -> int:
        return 0

    def copy(self) -> "Broken":
        return Broken()


class BrokenGame(PlainGame):
    """A game for one that breaks at the first move."""

    name = "broken"
    summary = "breaks"
    move_type = Move
    seats = 1

    def first_position(self) -> Broken:
        return Broken()


def test_an_error_in_a_game_reaches_the_caller() -> None:
    arrays = (np.zeros((1, 1)), np.zeros((1, 1), np.int32), np.zeros(1, np.int32), np.zeros(1, np.int64))
    with pytest.raises(RuntimeError, match="cannot play 1"):
        play_out([BrokenGame().start()], 1, 0, Uniform(), 0, *arrays)


OPTIONS = [
    {},
    {"players": 2},
    {"bank_limit": False},
    {"points_to_win": 5},
    {"max_turns": 40},
    {"hand_limit": 3},
    {"no_sevens_rounds": 30},
    {"player_trade": True},
    {"player_trade": True, "offers_per_turn": 1},
    {"player_trade": True, "trade_settlement": "first"},
    {"player_trade": True, "counter_offers": False},
    {"win_check": "turn end"},
    {"one_action": True},
    {"skip_free_roads": True},
    {"friendly_robber": True},
    {"cards_before_roll": "none"},
    {"cards_before_roll": "knight"},
]


@pytest.mark.full
def test_a_game_on_another_board_keeps_every_rule():
    results = []
    for options in OPTIONS:
        rules = Rules(**options)
        other = Catan(rules=rules, board="tournament")
        board = Catan(rules=rules, seed=8).board
        games = [Catan(rules=rules, board=board), other.on(board)]
        found = []
        for game in games:
            seats = game.seats
            arrays = [
                np.zeros((40, seats)),
                np.zeros((40, seats), np.int32),
                np.zeros(40, np.int32),
                np.zeros(40, np.int64),
            ]
            play_out([game.start()] * 40, 3, 0, GroupFirst(), 0, *arrays)
            found.append([array.tolist() for array in arrays])
        assert found[0] == found[1], options
        results.append(str(found[0]))
    assert len(set(results)) == len(OPTIONS)  # each option matters, so losing one would show


def test_what_views_hide_stays_hidden_on_another_board():
    for hidden in (False, True):
        rules = Rules(bank_limit=False, hidden_discards=hidden, open_hands=not hidden)
        state = Catan(rules=rules, board="tournament").on(Catan(seed=3).board).start()
        while state.phase_name != "stealing":
            state.apply(state.outcomes[5][0] if state.is_chance else state.legal_moves[-1])
        steal = state.outcomes[0][0]
        seen = [state.seen(steal, seat) for seat in range(4)]
        assert seen.count(steal) == (2 if hidden else 4)


def test_a_game_is_cut_off_at_once_even_if_the_next_seat_is_already_moving():
    # With one action a turn, the first accept ends the turn, and the seat that accepted has the next.
    rules = Rules(players=2, player_trade=True, one_action=True, trade_settlement="first")
    game = Catan(rules=rules, seed=1)
    games = 300
    arrays = [np.zeros((games, 2)), np.zeros((games, 2), np.int32), np.zeros(games, np.int32)]
    moves = np.zeros(games, np.int64)
    play_out([game.start()] * games, 5, 0, GroupFirst(), 10, *arrays, moves)
    for number in range(games):
        state, random, count = game.start(), Random(5, "play", number), 0
        while state.turn < 10 and not state.is_over:
            state.apply(state.draw_outcome(random) if state.is_chance else state.draw_move(random, True))
            count += 1
        assert moves[number] == count
