"""The oracle: declared and native Catan walk side by side, by all rules, and must stay equal."""

import random
from dataclasses import fields

import pytest
from tests.declared.arranged import bent, rare_positions
from tests.declared.covering import VALUES, all_pairs, covering_rules, pairs_of
from tests.declared.lockstep import Lockstep
from tests.declared.watch import never_met, watching

from catanlab.games.catan.declared import DeclaredCatan
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.rules import NAMED_RULES, Rules

PLAYERS = (2, 3, 4)

ALWAYS_TRUE = (
    "found_settlement.builtin The player must have a settlement left.",
    "found_road.builtin The player must have a road left.",
    "place_free_road.builtin The player must have a road left.",
)
"""In the set-up nobody runs out of pieces, and free roads are over before the last road is gone."""


@pytest.mark.full
def test_the_array_covers_every_pair_of_values():
    rows = covering_rules()
    assert set(VALUES) == {field.name for field in fields(Rules)}
    covered = set().union(*(pairs_of(vars(rules)) for rules in rows))
    assert covered >= all_pairs().keys()
    assert len(rows) < 40


@pytest.mark.full
@pytest.mark.parametrize("name", NAMED_RULES)
def test_named_rules(name):
    rules = Rules.named(name).replace(players=PLAYERS[NAMED_RULES.index(name) % 3])
    Lockstep.start(rules, seed=len(name)).walk(300)


@pytest.mark.full
def test_whole_games():
    for seed, rules in enumerate(
        (Rules(points_to_win=7), Rules.trading().replace(players=3, points_to_win=5))
    ):
        lockstep = Lockstep.start(rules, seed)
        lockstep.walk(20_000, probes=1)
        assert lockstep.declared.is_over


@pytest.mark.full
def test_all_pairs_of_options_and_every_rule_both_ways():
    chance = random.Random(13)
    with watching(DeclaredCatan) as counts:
        for row, rules in enumerate(covering_rules()):
            Lockstep.start(rules, row).walk(70)
            for _ in range(2):
                bent(rules, row, chance).walk(80, probes=3)
        for lockstep, moves in rare_positions():
            for move in moves:
                if lockstep.probe(int(CatanMove.parse(move))):
                    lockstep.apply(move)
            lockstep.walk(20)
    assert [met for met in never_met(DeclaredCatan, counts) if met[0] not in ALWAYS_TRUE] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMED_RULES)
@pytest.mark.parametrize("players", PLAYERS)
def test_named_rules_at_length(name, players):
    rules = Rules.named(name).replace(players=players)
    for seed in range(2):
        Lockstep.start(rules, seed).walk(3000)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_all_pairs_of_options_at_length(part):
    chance = random.Random(part)
    for rules in covering_rules()[part::10]:
        for seed in range(4):
            Lockstep.start(rules, seed).walk(1500)
        for seed in range(30):
            bent(rules, seed, chance).walk(150, probes=5)


@pytest.mark.slow
def test_arbitrary_rules():
    chance = random.Random(77)
    for seed in range(150):
        rules = _arbitrary(chance)
        bent(rules, seed, chance).walk(200, probes=4)


def _arbitrary(chance):
    """Return rules with any value in every field."""
    bank_limit = chance.random() < 0.5
    return Rules(
        players=chance.choice(PLAYERS),
        points_to_win=chance.randint(3, 14),
        layout=chance.choice(("random", "random-numbers", "tournament", "beginner")),
        setup_order=chance.choice(("snake", "straight")),
        win_check=chance.choice(("own turn", "turn end")),
        max_turns=chance.choice((0, chance.randint(1, 80))),
        max_rounds=chance.choice((0, chance.randint(1, 30))),
        one_action=chance.random() < 0.3,
        cards_before_roll=chance.choice(("any", "knight", "none")),
        skip_free_roads=chance.random() < 0.5,
        hand_limit=chance.randint(1, 15),
        bank_limit=bank_limit,
        no_sevens_rounds=chance.choice((0, chance.randint(1, 20))),
        friendly_robber=chance.random() < 0.5,
        player_trade=chance.random() < 0.7,
        trade_settlement=chance.choice(("choose", "first")),
        counter_offers=chance.random() < 0.7,
        offers_per_turn=chance.randint(0, 5),
        open_hands=chance.random() < 0.3,
        hidden_discards=not bank_limit and chance.random() < 0.5,
    )
