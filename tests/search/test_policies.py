"""Policies draw what they promise, in games with draws of their own and in those that only list moves."""

from collections import Counter

import pytest
from tests.framework.tally import Tally, code
from tests.search.chi import assert_drawn_by

from catanlab.framework.errors import ArgumentError, GameError, IllegalMoveError, SeedError
from catanlab.framework.moves import GROUP_SHIFT, Move
from catanlab.framework.plain import PlainGame, Position
from catanlab.framework.random import Random
from catanlab.games.catan.game import Catan
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.rules import Rules
from catanlab.lab.batch import play_random
from catanlab.playout.policies import GroupFirst, Policy, Uniform, Weighted

DRAWS = 6000


class ManyMove(Move):
    """A number in one of four groups."""

    groups = ("a", "b", "c", "d")

    @property
    def text(self):
        return f"{self.group}{self & 7}"


class ManyPosition(Position):
    """Two moves of a, one of c, three of d; none of b."""

    moves = (code(0), code(0, 1), code(2), code(3), code(3, 1), code(3, 2))

    def to_move(self):
        return 0

    def legal(self):
        return self.moves

    def apply(self, move):
        pass

    def returns(self):
        return [0.0]

    def turn(self):
        return 0

    def copy(self):
        return type(self)()


class Many(PlainGame):
    """A game of one position, to draw moves from."""

    name, summary, move_type, seats = "many", "", ManyMove, 1

    def __init__(self, *moves):
        self.moves = moves or ManyPosition.moves

    def first_position(self):
        return type("Some", (ManyPosition,), {"moves": self.moves})()


def drawn(policy, state, draws=DRAWS, seed=1):
    random = Random(seed)
    return Counter(str(policy.pick(state, random)) for _ in range(draws))


def by_group(moves, weights):
    """Return the probability of every move: its group by weight, then all alike."""
    sizes = Counter(move.group for move in moves)
    total = sum(weights(group) for group in sizes)
    chances = {str(move): weights(move.group) / total / sizes[move.group] for move in moves}
    return {move: chance for move, chance in chances.items() if chance > 0}


@pytest.mark.parametrize(
    ("policy", "expected"),
    [
        (Uniform(), dict.fromkeys(("a0", "a1", "c0", "d0", "d1", "d2"), 1 / 6)),
        (GroupFirst(), {"a0": 1 / 6, "a1": 1 / 6, "c0": 1 / 3, "d0": 1 / 9, "d1": 1 / 9, "d2": 1 / 9}),
        (
            Weighted("a*2+c*0.5+b*100", ManyMove),
            {"a0": 2 / 7, "a1": 2 / 7, "c0": 1 / 7, "d0": 2 / 21, "d1": 2 / 21, "d2": 2 / 21},
        ),
        (Weighted("a*0+d*0", ManyMove), {"c0": 1.0}),
        (
            Weighted({"c": 0}, ManyMove),
            {m: (1 / 4 if m[0] == "a" else 1 / 6) for m in ["a0", "a1", "d0", "d1", "d2"]},
        ),
        (Weighted("d*0", ManyMove), {"a0": 1 / 4, "a1": 1 / 4, "c0": 1 / 2}),
    ],
    ids=["uniform", "groups", "weighted", "all but one without weight", "middle without", "last without"],
)
def test_moves_of_a_listing_game_come_with_their_probability(policy, expected):
    assert_drawn_by(drawn(policy, Many().start()), expected)


def test_without_any_weight_the_groups_are_as_likely_as_each_other():
    nothing = Weighted(dict.fromkeys("abcd", 0), ManyMove)
    expected = {"a0": 1 / 6, "a1": 1 / 6, "c0": 1 / 3, "d0": 1 / 9, "d1": 1 / 9, "d2": 1 / 9}
    assert_drawn_by(drawn(nothing, Many().start()), expected)


def test_a_group_without_weight_is_played_if_it_is_all_there_is():
    nothing = Weighted("d*0", ManyMove)
    assert set(drawn(nothing, Many(code(3, 2)).start(), 20)) == {"d2"}
    assert_drawn_by(drawn(nothing, Many(code(3), code(3, 1)).start()), {"d0": 0.5, "d1": 0.5})


def test_weights_far_apart_never_draw_what_weighs_nothing():
    policy = Weighted("a*0+c*1e-300+d*1e300", ManyMove)
    assert_drawn_by(drawn(policy, Many().start()), {"d0": 1 / 3, "d1": 1 / 3, "d2": 1 / 3})


def test_groups_without_a_name_weigh_one_and_the_highest_number_does_no_harm():
    state = Many(code(0), code(511, 4)).start()
    seen = Counter(int(Weighted("a*3", ManyMove).pick(state, Random(i))) for i in range(4000))
    assert_drawn_by(seen, {code(0): 0.75, code(511, 4): 0.25})


def test_a_broken_list_of_negative_moves_does_no_harm():
    state = Many(code(0), -5).start()
    assert Weighted("a*0", ManyMove).pick(state, Random(1)) == -5


def turning_points(rules, seed, want):
    """Yield states of a random game in which a seat chooses between many groups."""
    state = Catan(rules=rules, seed=seed).start()
    random = Random(seed)
    found = 0
    while not state.is_over and found < want:
        if state.is_chance:
            state.apply(state.draw_outcome(random))
            continue
        groups = {move.group for move in state.legal_moves}
        if len(groups) > 3:
            found += 1
            yield state.copy()
        state.apply(state.draw_move(random, by_group=True))


@pytest.mark.full
@pytest.mark.parametrize("rules", [Rules(), Rules.trading()], ids=["base", "trading"])
def test_moves_of_catan_come_with_their_probability(rules):
    weights = {"end turn": 0, "road": 3, "settlement": 20, "city": 0.5, "bank": 2, "offer": 4}
    tried = set()
    for state in turning_points(rules, seed=5, want=6):
        moves = state.legal_moves
        tried |= {move.group for move in moves}
        expected = by_group(moves, lambda group: weights.get(group, 1))
        assert_drawn_by(drawn(Weighted(weights, CatanMove), state, 4000), expected, least=1e-4)
        expected = by_group(moves, lambda group: 1)
        assert_drawn_by(drawn(Weighted({}, CatanMove), state, 4000), expected, least=1e-4)
    assert {"end turn", "bank", "road"} <= tried


def test_catan_without_any_weight_draws_groups_alike():
    nothing = Weighted(dict.fromkeys(CatanMove.groups, 0), CatanMove)
    for state in turning_points(Rules(), seed=2, want=3):
        expected = by_group(state.legal_moves, lambda group: 1)
        assert_drawn_by(drawn(nothing, state, 4000), expected, least=1e-4)


def test_weights_change_how_games_go():
    """Who never ends a turn while anything else is legal, builds and trades more in fewer turns."""
    policy = Weighted("end turn*0", CatanMove)
    eager, lazy = (play_random(200, 1, policy=which) for which in (policy, GroupFirst()))
    assert eager.finished.all()
    assert eager.turns.mean() < 0.8 * lazy.turns.mean()


def test_a_batch_moves_by_policy_or_by_group_not_both():
    assert (play_random(20, policy=GroupFirst()).scores == play_random(20, by_group=True).scores).all()
    assert (play_random(20, policy=Uniform()).scores == play_random(20).scores).all()
    with pytest.raises(ArgumentError, match="by_group and a policy are two ways to move"):
        play_random(1, policy=Uniform(), by_group=False)
    with pytest.raises(ArgumentError, match="'uniform' is not a Policy"):
        play_random(1, policy="uniform")


def test_a_policy_serves_threads_at_once():
    policy = Weighted("settlement*20", CatanMove)
    one, two = (play_random(300, 2, policy=policy, threads=threads) for threads in (1, 2))
    assert (one.scores == two.scores).all()
    assert (one.moves == two.moves).all()


def test_a_policy_moves_only_where_a_seat_does():
    state = Tally().start()
    with pytest.raises(IllegalMoveError, match="no seat is to move here"):
        Uniform().pick(state, Random(1))
    state.apply("draw 2")
    with pytest.raises(SeedError, match="None is not a Random"):
        Uniform().pick(state, None)
    for other in (None, 5, Tally()):
        with pytest.raises(GameError, match="a policy moves in a state, not in "):
            Uniform().pick(other, Random(1))
    with pytest.raises(NotImplementedError, match="choose"):
        Policy().pick(state, Random(1))


def test_moves_are_drawn_as_moves_of_the_game():
    state = Catan(seed=1).start()
    move = Weighted("", CatanMove).pick(state, Random(1))
    assert isinstance(move, CatanMove)
    assert move >> GROUP_SHIFT == CatanMove.groups.index("settlement")
