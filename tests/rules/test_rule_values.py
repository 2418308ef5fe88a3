"""The fields of Rules: their defaults, the named sets, and values that are refused."""

import dataclasses
import sys
from pathlib import Path

import pytest

from catanlab.framework.errors import CatanlabError, RulesError
from catanlab.games.catan.game import Catan
from catanlab.games.catan.rules import NAMED_RULES, Rules

DEFAULTS = {
    "players": 4,
    "points_to_win": 10,
    "layout": "random",
    "setup_order": "snake",
    "win_check": "own turn",
    "max_turns": 0,
    "max_rounds": 0,
    "one_action": False,
    "cards_before_roll": "any",
    "skip_free_roads": False,
    "hand_limit": 7,
    "bank_limit": True,
    "no_sevens_rounds": 0,
    "friendly_robber": False,
    "player_trade": False,
    "trade_settlement": "choose",
    "counter_offers": True,
    "offers_per_turn": 3,
    "open_hands": False,
    "hidden_discards": False,
}

NAMED = {
    "base": {},
    "trading": {"player_trade": True},
    "thomas": {"player_trade": True, "trade_settlement": "first", "bank_limit": False},
    "szita": {"open_hands": True},
    "roelofs": {
        "open_hands": True,
        "layout": "tournament",
        "setup_order": "straight",
        "cards_before_roll": "none",
        "win_check": "turn end",
    },
    "tuma": {"points_to_win": 7},
    "jsettlers": {
        "player_trade": True,
        "trade_settlement": "first",
        "bank_limit": False,
        "hidden_discards": True,
        "skip_free_roads": True,
    },
    "catanatron": {"cards_before_roll": "knight", "layout": "random-numbers"},
}


def test_the_default_is_the_published_base_game():
    assert dataclasses.asdict(Rules()) == DEFAULTS


@pytest.mark.parametrize("name", NAMED)
def test_a_named_set_of_rules_is_what_it_was(name):
    assert dataclasses.asdict(Rules.named(name)) == DEFAULTS | NAMED[name]
    assert getattr(Rules, name)() == Rules.named(name)
    assert Catan(rules=name).rules == Rules.named(name)


def test_all_named_sets_are_pinned_here():
    assert set(NAMED_RULES) == set(NAMED)


@pytest.mark.parametrize(
    ("field", "value", "allowed"),
    [
        ("players", 1, "an integer from 2 to 4"),
        ("players", 5, "an integer from 2 to 4"),
        ("players", True, "an integer from 2 to 4"),
        ("players", 3.0, "an integer from 2 to 4"),
        ("players", "3", "an integer from 2 to 4"),
        ("points_to_win", 2, "an integer from 3 to 20"),
        ("points_to_win", 21, "an integer from 3 to 20"),
        ("layout", "spiral", "'random', 'random-numbers', 'no-adjacent-reds', 'tournament', 'beginner'"),
        ("layout", None, "'random', 'random-numbers'"),
        ("setup_order", "reverse", "'snake', 'straight'"),
        ("win_check", "turn", "'own turn', 'turn end'"),
        ("max_turns", -1, "an integer from 0 to 1000000"),
        ("max_turns", 1_000_001, "an integer from 0 to 1000000"),
        ("max_rounds", 250_001, "an integer from 0 to 250000"),
        ("one_action", 1, "True and False"),
        ("cards_before_roll", "all", "'any', 'knight', 'none'"),
        ("cards_before_roll", [], "'any', 'knight', 'none'"),
        ("skip_free_roads", None, "True and False"),
        ("hand_limit", 0, "an integer from 1 to 95"),
        ("hand_limit", 96, "an integer from 1 to 95"),
        ("bank_limit", 0, "True and False"),
        ("no_sevens_rounds", -1, "an integer from 0 to 1000"),
        ("friendly_robber", "yes", "True and False"),
        ("player_trade", "on", "True and False"),
        ("trade_settlement", "last", "'choose', 'first'"),
        ("counter_offers", 1, "True and False"),
        ("offers_per_turn", -1, "an integer from 0 to 100"),
        ("offers_per_turn", 101, "an integer from 0 to 100"),
        ("open_hands", "", "True and False"),
        ("hidden_discards", 2, "True and False"),
    ],
)
def test_a_value_that_is_not_allowed_is_refused_with_what_is(field, value, allowed):
    for make in (lambda: Rules(**{field: value}), lambda: Rules().replace(**{field: value})):
        with pytest.raises(RulesError) as caught:
            make()
        message = str(caught.value)
        assert message.startswith(f"rule {field} is {value!r}; allowed ")
        assert allowed in message
        assert "\n" not in message


def test_every_field_has_a_refused_value_and_a_test_of_its_effect():
    here = Path(__file__)
    effects = "".join(
        here.with_name(name).read_text(encoding="utf-8")
        for name in ("test_rule_options.py", "test_what_is_seen.py")
    )
    for field in dataclasses.fields(Rules):
        assert f'("{field.name}", ' in here.read_text(encoding="utf-8")
        assert f"{field.name}=" in effects


def test_unknown_names_are_refused_with_the_known_ones():
    with pytest.raises(RulesError, match="unknown rules 'house'; the sets are base, trading, thomas"):
        Rules.named("house")
    with pytest.raises(RulesError, match="unknown rules 'house'"):
        Catan(rules="house")
    with pytest.raises(RulesError, match="unknown rule 'player'; the rules are players, points_to_win"):
        Rules().replace(player=3)
    with pytest.raises(RulesError, match="rules must be a Rules value or the name of a set, not 4"):
        Catan(rules=4)
    assert issubclass(RulesError, CatanlabError)
    assert issubclass(RulesError, ValueError)


def test_rules_are_immutable_values():
    rules = Rules(players=3)
    with pytest.raises(dataclasses.FrozenInstanceError):
        rules.players = 4
    assert rules == Rules(players=3) != Rules()
    assert hash(rules) == hash(Rules(players=3))
    assert rules.replace(players=4) == Rules()
    with pytest.raises(TypeError):
        Rules(3)


def test_hidden_discards_need_a_bank_that_is_not_counted():
    with pytest.raises(RulesError, match="hidden_discards needs bank_limit=False"):
        Rules(hidden_discards=True)


def test_a_game_is_made_without_evaluating_annotations():
    Catan(rules="base", seed=1)
    calls = []
    sys.setprofile(lambda frame, event, argument: calls.append(event) if event == "call" else None)
    try:
        Catan(rules="base", seed=1)
    finally:
        sys.setprofile(None)
    # About one for each field; evaluating the annotations took 1,700.
    assert len(calls) < 60
