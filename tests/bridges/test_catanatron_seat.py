"""Our seat in games that Catanatron 3.2.1 hosts: what it sees, and what it does where the rules differ."""

from __future__ import annotations

import random
from collections import namedtuple
from collections.abc import Iterator
from typing import Any, cast

import pytest
from catanatron.models.enums import RESOURCES, Action, ActionType
from tools.catanatron import differences as known
from tools.catanatron.actions import CARD_NAMES, seen_moves
from tools.catanatron.follower import Follower, hosted_rules, known_position
from tools.catanatron.geometry import board_of
from tools.catanatron.host_position import HostPosition
from tools.catanatron.hosted_game import FINISHED, GameJob, play_hosted_game, set_up
from tools.catanatron.player import AgentPlayer

from catanlab.games.catan import constants as c
from catanlab.games.catan.position import Phase
from catanlab.games.catan.view.view import CatanView

_RECORDED = namedtuple("_RECORDED", ["action", "result"])  # an entry of the log as the repository keeps it


@pytest.fixture(autouse=True)
def _global_random_kept() -> Iterator[None]:
    kept = random.getstate()
    yield
    random.setstate(kept)


def job(number: int = 0, **options: Any) -> GameJob:
    chosen = {"agent": "random", "against": "weighted-random", "seed": 5} | options
    return GameJob(number=number, **chosen)


def drawn_action(game: Any) -> Any:
    """Return an action at random, first its type, whatever the order in which a set lists them."""
    actions = sorted(game.state.playable_actions, key=repr)
    kind = random.choice(sorted({action.action_type.value for action in actions}))
    return random.choice([action for action in actions if action.action_type.value == kind])


def play_until(game: Any, follower: Follower, is_there: Any) -> HostPosition:
    """Let all seats play at random, our side watching, until a position is there."""
    for _ in range(5_000):
        host = follower.watch(game)
        if is_there(host):
            return host
        assert game.winning_color() is None, "the game ended before"
        game.execute(drawn_action(game))
    raise AssertionError("no such position in 5,000 actions")


def followed_game(seed: int = 5) -> tuple[Any, Follower]:
    game, _ = set_up(job(seed=seed))
    return game, Follower(game, 1)


def played(job: GameJob) -> AgentPlayer:
    """Return our player after a whole game against seats that play at random."""
    game, ours = set_up(job)
    while game.winning_color() is None:
        ours.watch(game)
        mine = game.state.current_player() is ours
        game.execute(ours.decide(game, game.state.playable_actions) if mine else drawn_action(game))
    ours.close()
    return cast(AgentPlayer, ours)


@pytest.mark.full
@pytest.mark.parametrize(("agent", "games"), [("random", 2), ("greedy", 4)])
def test_whole_games_are_followed_and_every_difference_has_a_name(agent: str, games: int) -> None:
    players = [played(job(number, agent=agent)) for number in range(games)]
    followers = [player.follower for player in players if player.follower]
    assert [follower.unexplained for follower in followers] == [[]] * games
    assert [follower.seat for follower in followers] == list(range(games))
    assert not any(follower.is_lost for follower in followers)
    assert sum(follower.actions for follower in followers) > 600
    assert sum(player.compared for player in players) > 150
    assert sum(player.counts.failures for player in players) == 0
    found = {name for follower in followers for name in follower.differences}
    assert known.CARD_OF_THIS_TURN in found
    assert known.UNEXPLAINED not in found.union(*[player.differences for player in players])


@pytest.mark.full
def test_their_own_players_play_to_the_end() -> None:
    result = play_hosted_game(job(2))
    assert result.ended == FINISHED
    assert result.winner is not None
    assert result.points[result.winner] >= 10
    assert (result.game, result.block, result.seat) == (2, 0, 2)
    assert result.actions > 100


def test_our_agent_sits_in_each_seat_of_a_board_once() -> None:
    games = [set_up(job(number)) for number in range(5)]
    assert [game.state.color_to_index[ours.color] for game, ours in games] == [0, 1, 2, 3, 0]
    boards = [board_of(game.state.board.map) for game, _ in games]
    assert all(board == boards[0] for board in boards[:4])
    assert boards[4] != boards[0]


def test_the_rules_of_the_view_are_those_of_the_version() -> None:
    rules = hosted_rules(4)
    assert (rules.player_trade, rules.cards_before_roll, rules.points_to_win) == (False, "knight", 10)


# What the seat sees.


def redealt(game: Any) -> Any:
    """Return a copy of a game in which the cards that seat 1 does not see are others."""
    copy = game.copy()
    table, deck = copy.state.player_state, copy.state.development_listdeck
    others = [seat for seat in range(4) if seat != 1]
    for names in (RESOURCES, CARD_NAMES):
        held = [name for seat in others for name in names for _ in range(table[f"P{seat}_{name}_IN_HAND"])]
        if names is CARD_NAMES:
            held += deck
        held.reverse()
        for seat in others:
            size = sum(table[f"P{seat}_{name}_IN_HAND"] for name in names)
            dealt, held = held[:size], held[size:]
            for name in names:
                table[f"P{seat}_{name}_IN_HAND"] = dealt.count(name)
        if names is CARD_NAMES:
            deck[:] = held
    return copy


def test_the_position_of_a_seat_has_no_cards_that_it_does_not_see() -> None:
    game, follower = followed_game()
    compared = 0
    for turn in range(20, 80, 10):
        host = play_until(game, follower, lambda host, turn=turn: host.turn >= turn)
        other = HostPosition(redealt(game), 1)
        before = follower.seat_state.observer.view()
        assert other.differing(before.position) == host.differing(before.position)
        if host.phase in (Phase.MAIN, Phase.BEFORE_ROLL):
            assert known_position(other, before, ()) == known_position(host, before, ())
            compared += game.state.player_state != redealt(game).state.player_state
    assert compared >= 3


@pytest.mark.parametrize("recorded", [True, False])
def test_hidden_results_reach_only_those_who_see_them(recorded: bool) -> None:
    game, _ = followed_game()
    seats, colours = game.state.color_to_index, game.state.colors
    place = next(iter(game.state.board.map.land_tiles))

    def seen(kind: Any, value: Any, result: Any, in_action: Any, viewer: int) -> list[str]:
        action = Action(colours[0], kind, value)
        record = _RECORDED(action, result) if recorded else Action(colours[0], kind, in_action)
        return [move.text for move in seen_moves(record, seats, viewer, [0, 2, 0, 1])]

    buy = (ActionType.BUY_DEVELOPMENT_CARD, None, "MONOPOLY", "MONOPOLY")
    assert seen(*buy, viewer=0) == ["buy card", "draw monopoly"]
    assert seen(*buy, viewer=1) == ["buy card", "draw unknown"]
    rob = (ActionType.MOVE_ROBBER, (place, colours[2]), "ORE", (place, colours[2], "ORE"))
    assert [seen(*rob, viewer=viewer)[1] for viewer in range(4)] == [
        "steal ore",
        "steal unknown",
        "steal ore",
        "steal unknown",
    ]
    assert seen(ActionType.ROLL, None, (3, 5), (3, 5), 1) == ["roll", "dice 8"]
    monopoly = seen(ActionType.PLAY_MONOPOLY, "SHEEP", None, "SHEEP", 1)
    assert monopoly == ["monopoly sheep took 0 2 0 1"]
    assert seen(ActionType.DISCARD, None, ["WOOD", "ORE"], ["WOOD", "ORE"], 1) == [
        "discard wood by 0",
        "discard ore by 0",
    ]
    if recorded:
        assert seen(ActionType.DISCARD, "ORE", "ORE", None, 1) == ["discard ore by 0"]


def test_an_action_that_our_game_does_not_have_is_refused() -> None:
    game, _ = followed_game()
    action = Action(game.state.colors[0], Phase.ANSWERING, None)
    with pytest.raises(ValueError, match="our game has no"):
        seen_moves(action, game.state.color_to_index, 1, [0] * 4)


# Where the rules differ.


def followed_without_rebuilding(follower: Follower) -> CatanView:
    """Return the view of an observer that has seen all moves and whose position was never made again."""
    observer = follower.game.observer(follower.seat)
    for move in follower.seat_state.moves:
        observer.observe(move)
    return observer.view()


def test_longest_road_in_other_hands_is_taken_over_and_the_known_hands_stay() -> None:
    game, follower = followed_game(seed=6)
    play_until(game, follower, lambda host: host.turn >= 12 and host.phase is Phase.MAIN)
    assert not follower.differences
    assert len(follower.seat_state.observer.view().worlds) > 1
    holder = HostPosition(game, 1).holder("HAS_ROAD")
    unlikely = 3 if holder != 3 else 2
    for seat in range(4):
        game.state.player_state[f"P{seat}_HAS_ROAD"] = seat == unlikely
    end_turn = next(a for a in game.state.playable_actions if a.action_type == ActionType.END_TURN)
    game.execute(end_turn)
    follower.watch(game)
    assert follower.differences == {known.OTHER_LONGEST_ROAD: 1}
    assert not follower.is_lost
    view, plain = follower.seat_state.observer.view(), followed_without_rebuilding(follower)
    assert view.position.longest_road == unlikely
    assert probabilities(view) == pytest.approx(probabilities(plain))
    assert view.exact == plain.exact
    assert view.position.bank == plain.position.bank


def probabilities(view: CatanView) -> dict[str, float]:
    """Return the probability of each combination of hands."""
    return {str(world.hands): world.probability for world in view.worlds}


def gains(game: Any, before: dict[str, int]) -> Iterator[tuple[int, int]]:
    """Yield the seat and the resource of each gain of another seat since a copy of their table."""
    for seat in (0, 2, 3):
        for number, name in enumerate(RESOURCES):
            key = f"P{seat}_{name}_IN_HAND"
            if game.state.player_state[key] > before[key]:
                yield seat, number


def test_cards_that_they_do_not_pay_are_taken_from_the_known_hands() -> None:
    game, follower = followed_game()
    found = None
    while found is None:
        play_until(game, follower, lambda host: host.phase is Phase.BEFORE_ROLL)
        before = dict(game.state.player_state)
        roll = next(a for a in game.state.playable_actions if a.action_type == ActionType.ROLL)
        game.execute(roll)
        found = next(gains(game, before), None)
        if found is None:
            follower.watch(game)
    seat, resource = found
    assert not follower.differences
    game.state.player_state[f"P{seat}_{RESOURCES[resource]}_IN_HAND"] -= 1
    game.state.resource_freqdeck[resource] += 1
    follower.watch(game)
    assert follower.differences == {known.UNPAID_CLAIMANT: 1}
    assert not follower.is_lost
    wanted = {}
    for world in followed_without_rebuilding(follower).worlds:
        hands = tuple(dict(hand) for hand in world.hands)
        hands[seat][c.RESOURCES[resource]] -= 1
        wanted[str(hands)] = world.probability
    assert probabilities(follower.seat_state.observer.view()) == pytest.approx(wanted)


def test_a_move_that_they_do_not_list_is_counted_and_replaced() -> None:
    game, ours = set_up(job(agent="greedy"))
    while game.state.current_player() is not ours:
        game.execute(drawn_action(game))
    chosen = ours.decide(game, game.state.playable_actions)
    rest = [action for action in game.state.playable_actions if action != chosen]
    assert ours.decide(game, rest) in rest
    assert ours.counts.refused == 1
    assert ours.differences == {known.UNEXPLAINED: 1}  # we list a settlement that they do not
    assert "only we list" in ours.follower.unexplained[0]
    ours.close()


def test_a_position_that_cannot_be_made_again_is_made_at_the_next_chance() -> None:
    game, follower = followed_game()
    play_until(game, follower, lambda host: host.turn >= 10 and host.phase is Phase.MAIN)
    bank = game.state.resource_freqdeck
    bank[0] += 30  # no bank holds so many
    end_turn = next(a for a in game.state.playable_actions if a.action_type == ActionType.END_TURN)
    game.execute(end_turn)
    follower.watch(game)
    assert follower.is_lost
    assert follower.differences == {known.UNEXPLAINED: 1}
    assert "could not be made again" in follower.unexplained[-1]
    bank[0] -= 30
    game.execute(game.state.playable_actions[0])
    host = follower.watch(game)
    if host.phase is not Phase.DISCARDING:
        assert not follower.is_lost
        assert not host.differing(follower.seat_state.position)
