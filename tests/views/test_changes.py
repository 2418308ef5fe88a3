"""What followed from an event, worked out from two views: it agrees with what happened."""

import json

import pytest
from tests.views.wandering import wander
from tests.views.watching import RULE_SETS

from catanlab import Catan
from catanlab.framework.errors import CatanlabError, GameError, ObservationError
from catanlab.framework.random import Random
from catanlab.games.catan import constants as c
from catanlab.games.catan.rules import NAMED_RULES, Rules
from catanlab.games.catan.view.changes import changes

RULES = {name: Rules.named(name) for name in NAMED_RULES} | RULE_SETS


def hands(position):
    return [seat.hand for seat in position.seats]


def check(move, before, after, told, viewer, open_hands):
    """Compare what a viewer is told with the true positions before and after a move."""
    known = {entry["seat"]: entry for entry in told.get("hands", ())}
    for seat, (was, now) in enumerate(zip(hands(before), hands(after), strict=True)):
        change = [b - a for a, b in zip(was, now, strict=True)]
        entry = known.get(seat, {})
        if "count" in entry:
            assert entry["count"] == sum(change) != 0
            assert move.group in ("steal", "discard")
            assert seat != viewer
            assert not open_hands
        else:
            assert entry.get("cards", [0] * 5) == change
    points = {entry["seat"]: (entry["from"], entry["to"]) for entry in told.get("points", ())}
    roads = {entry["seat"]: (entry["from"], entry["to"]) for entry in told.get("road_lengths", ())}
    for seat, (was, now) in enumerate(zip(before.seats, after.seats, strict=True)):
        shown = seat == viewer or open_hands
        scores = (was.points, now.points) if shown else (was.public_points, now.public_points)
        assert points.get(seat, scores) == scores
        assert (seat in points) == (scores[0] != scores[1])
        assert (seat in roads) == (was.road_length != now.road_length)
        assert roads.get(seat, (was.road_length, now.road_length)) == (was.road_length, now.road_length)
    awards = told.get("awards", {})
    for name in ("longest_road", "largest_army"):
        holders = getattr(before, name), getattr(after, name)
        assert (name in awards) == (holders[0] != holders[1])
        if name in awards:
            assert (awards[name]["from"], awards[name]["to"]) == holders
    assert ("offer_closed" in told) == (before.offer is not None and after.offer is None)
    assert ("unpaid" in told) <= (move.group == "dice")
    assert ("theft" in told) == (move.group == "steal")
    assert ("drawn" in told) == (move.group == "draw")
    assert ("played" in told) == (move.kind in c.CARD_GROUPS)
    check_trade(move, before, after, told)


def check_trade(move, before, after, told):
    traded = move.group in ("bank", "confirm", "take", "deal") or (
        move.group == "accept" and hands(before) != hands(after)
    )
    assert ("trade" in told) == traded
    if traded:
        deal = told["trade"]
        seat = before.on_turn
        was, now = hands(before)[seat], hands(after)[seat]
        gained = [get - give for get, give in zip(deal["get"], deal["give"], strict=True)]
        assert gained == [b - a for a, b in zip(was, now, strict=True)]
        assert (deal["with"] is None) == (move.group == "bank")


def follow(name, seed, plies):
    """Play a random game, check what every seat is told about every move, and return all of it."""
    rules, kinds = RULES[name], set()
    last = None
    for move, state, observers in wander(rules, seed, plies):
        views = [observer.view() for observer in observers]
        if last is not None:
            made, before, seen = last
            for view, earlier in zip(views, seen, strict=True):
                told = json.loads(changes(earlier, view))
                check(made, before, state.position, told, view.seat, rules.open_hands)
                kinds |= set(told)
        last = move, state.position, views
    return kinds


@pytest.mark.parametrize("name", RULES)
def test_it_tells_what_happened_to_hands_points_and_awards(name):
    follow(name, 1, 120)


@pytest.mark.full
def test_it_tells_so_in_whole_games_with_everything_that_can_happen():
    kinds = set()
    for seed in range(2):
        for name in RULES:
            kinds |= follow(name, seed, 3000)
    every = {"hands", "trade", "theft", "drawn", "played", "awards", "points", "road_lengths"}
    assert kinds >= every | {"offer_closed", "winner"}


def played(*moves, viewer=0, **options):
    """Return what the viewer is told about the last of these moves."""
    game = Catan(board="beginner", **options)
    state, observer = game.start(), game.observer(viewer)
    for move in moves:
        before = observer.view()
        observer.observe(state.seen(move, viewer))
        state.apply(move)
    return json.loads(changes(before, observer.view()))


SETUP = (
    *("settlement 48", "road 44-48", "settlement 40", "road 40-45", "settlement 31", "road 31-36"),
    *("settlement 26", "road 20-26", "settlement 8", "road 8-12", "settlement 46", "road 41-46"),
)
THREE = {"rules": Rules(players=3)}


@pytest.mark.parametrize(
    ("viewer", "card", "change"),
    [
        (0, "ore", {"cards": [0, 0, 0, 0, 1]}),
        (1, "ore", {"cards": [0, 0, 0, 0, 1]}),
        (2, None, {"count": 1}),
    ],
)
def test_only_thief_and_victim_are_told_which_card_was_stolen(viewer, card, change):
    told = played(*SETUP, "roll", "dice 7", "robber 4 from 1", "steal ore", viewer=viewer, **THREE)
    assert told["theft"] == {"by": 0, "from": 1, "card": card}
    assert told["hands"][0] == {"seat": 0, **change}


def test_only_the_buyer_is_told_which_card_was_drawn():
    for viewer, card in ((0, "victory point"), (1, None)):
        told = drawn(Catan(seed=1), viewer)
        assert told["drawn"] == {"seat": 0, "card": card}
        assert ("points" in told) == (viewer == 0)


def drawn(game, viewer):
    """Return what a viewer is told when seat 0 draws a point."""
    random = Random(3)
    for _ in range(50):
        state, observer = game.start(), game.observer(viewer)
        while not state.is_over:
            move = state.draw_outcome(random) if state.is_chance else state.draw_move(random)
            if state.is_chance and move.group == "draw" and state.position.on_turn == 0:
                if state.is_legal("draw victory point"):
                    before = observer.view()
                    observer.observe(state.seen("draw victory point", viewer))
                    return json.loads(changes(before, observer.view()))
            observer.observe(state.seen(move, viewer))
            state.apply(move)
    raise AssertionError("nobody bought a card")


def test_nothing_follows_from_a_roll_that_is_about_to_be_made():
    assert played(*SETUP, "roll", **THREE) == {}


@pytest.mark.full
def test_what_the_bank_cannot_pay_is_told_by_seat():
    told = 0
    for seed in range(40):
        game = Catan(seed=seed)
        state, random, observer = game.start(), Random(seed), game.observer(0)
        while not state.is_over:
            move = state.draw_outcome(random) if state.is_chance else state.draw_move(random)
            before, bank = observer.view(), state.position.bank
            observer.observe(state.seen(move, 0))
            state.apply(move)
            if move.group != "dice":
                continue
            unpaid = json.loads(changes(before, observer.view())).get("unpaid", ())
            for entry in unpaid:
                told += 1
                for resource, count in enumerate(entry["cards"]):
                    if count:
                        paid = bank[resource] - state.position.bank[resource]
                        claims = sum(other["cards"][resource] for other in unpaid) + paid
                        assert claims > bank[resource]
        if told > 3:
            return
    raise AssertionError("the bank was never short")


def test_views_must_be_one_event_apart_and_of_one_seat():
    game = Catan(board="beginner")
    observer = game.observer(0)
    first = observer.view()
    for move in ("settlement 48", "road 44-48"):
        observer.observe(move)
    with pytest.raises(ObservationError):
        changes(first, observer.view())
    with pytest.raises(ObservationError):
        changes(observer.view(), first)
    with pytest.raises(GameError):
        changes(first, game.observer(1).view())
    with pytest.raises(GameError):
        changes(first, Catan(seed=3).observer(0).view())
    assert changes(first, first) == b"{}"


def test_a_view_that_the_event_does_not_fit_is_refused():
    game = Catan(board="beginner")
    observer, other = game.observer(0), game.observer(0)
    first = observer.view()
    observer.observe("settlement 48")
    other.observe("settlement 10")
    after = observer.view()
    observer.observe("road 44-48")
    with pytest.raises(CatanlabError):
        changes(other.view(), observer.view())
    assert changes(first, after) != b"{}"
