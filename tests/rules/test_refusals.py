"""Refusals: a forbidden move is refused with the true reason, and nothing changes."""

import pytest

from catanlab.framework.errors import CatanlabError, IllegalMoveError
from catanlab.games.catan.constants import GROUPS
from catanlab.games.catan.engine.arrange import (
    give_cards,
    give_resources,
    put_road,
    put_settlement,
)
from catanlab.games.catan.rules import Rules


def rich(state, seat=0):
    """Give a seat what it needs for anything."""
    put_road(state, seat, 23, 29)
    put_settlement(state, seat, 23)
    give_resources(state, seat, wood=4, clay=4, sheep=4, wheat=4, ore=4)
    give_cards(state, seat, knight=1, road_building=1, year_of_plenty=1, monopoly=1)
    return state


def number(group, argument=0):
    return GROUPS.index(group) << 54 | argument


def test_a_refusal_names_the_move_and_the_reason(turn_of):
    state = turn_of(0)
    with pytest.raises(IllegalMoveError) as caught:
        state.apply("buy card")
    assert str(caught.value) == "buy card: a development card needs 1 sheep and 1 wheat and 1 ore more"
    assert isinstance(caught.value, CatanlabError)
    assert isinstance(caught.value, ValueError)
    assert caught.value.code == "illegal-move"


@pytest.mark.parametrize(
    "move", [-1, 0, 2**54 - 1, 2**63 - 1, 2**63, 2**64, 2**200, -(2**200), number("none", 3)]
)
@pytest.mark.parametrize("phase", ["before the roll", "main"])
def test_numbers_that_are_no_moves_are_refused(turn_of, refuses, phase, move):
    refuses(rich(turn_of(0, phase)), move, f"impossible move {move}: ")


# The reasons that would be given for these moves if their stray bits were overlooked are not true.
FALSE_REASONS = (
    "empty",
    "the bank",
    "already",
    "holds no",
    "bought",
    "needs",
    "does not hold",
    "itself",
    "lack",
)


@pytest.mark.parametrize(
    "move",
    [
        number("buy card", 5),
        number("knight", 5),
        number("road building", 1),
        number("monopoly", 7),
        number("monopoly", 300),
        number("plenty", 1),
        number("end turn", 1),
    ],
    ids=lambda move: GROUPS[move >> 54],
)
def test_a_number_with_stray_bits_is_not_refused_for_a_false_reason(turn_of, refuses, move):
    state = rich(turn_of(0))
    refuses(state, move, "impossible move")
    reason = state.illegal_reason(move)
    assert not any(false in reason for false in FALSE_REASONS)


@pytest.mark.parametrize("move", [number("accept", 1), number("counter", 1 | 1 << 45 | 5 << 50)])
def test_an_answer_with_stray_bits_is_not_refused_for_a_false_reason(turn_of, refuses, move):
    state = turn_of(0, player_trade=True)
    give_resources(state, 0, wood=1, clay=1)
    give_resources(state, 1, wood=1, ore=1)
    state.apply("offer 1 clay for 1 ore to 1")
    refuses(state, move, "impossible move")
    reason = state.illegal_reason(move)
    assert not any(false in reason for false in FALSE_REASONS)


def test_a_monopoly_as_others_see_it_is_not_refused_for_a_false_reason(turn_of, refuses):
    state = rich(turn_of(0))
    refuses(state, "monopoly ore took 0 2 0 1", "monopoly ore took 0 2 0 1: ")
    assert not any(
        false in state.illegal_reason(number("monopoly", 4 | 2 << 16)) for false in FALSE_REASONS
    )


@pytest.mark.parametrize("move", [2**63, 2**64, 2**200, -(2**64)])
def test_a_number_that_is_no_move_is_not_seen_by_anybody(turn_of, move):
    with pytest.raises(CatanlabError):
        turn_of(0).seen(move, 0)


def test_free_roads_that_must_be_placed_are_said_to_be(turn_of, refuses):
    state = rich(turn_of(0)).apply("road building")
    refuses(state, "skip", "rules")


def test_a_reason_can_be_asked_for_in_text_like_everything_else(turn_of):
    state = turn_of(0)
    assert state.illegal_reason("buy card") == "a development card needs 1 sheep and 1 wheat and 1 ore more"


PHASES = {
    "set-up settlement": "settlement",
    "set-up road": "road",
    "before the roll": "roll, knight, road building, plenty, monopoly",
    "main": "end turn, road, settlement, city, buy card, "
    "knight, road building, plenty, monopoly, bank, offer",
    "discarding": "discard",
    "moving the robber": "robber",
    "free roads": "road, skip",
    "answering an offer": "accept, reject, counter, confirm, take, cancel",
    "choosing a trade": "confirm, take, cancel",
    "rolling": "dice",
    "drawing a card": "draw",
    "stealing": "steal",
}


def test_in_every_phase_other_groups_are_refused_with_what_is_allowed(walk, refuses):
    """Walk until every phase was seen, and try a move of every group in each."""
    examples = [
        "end turn",
        "roll",
        "road 0-3",
        "settlement 0",
        "city 0",
        "buy card",
        "knight",
        "road building",
        "plenty wood",
        "monopoly ore",
        "bank 4 wood for 1 ore",
        "offer 1 wood for 1 ore to 1",
        "accept",
        "reject",
        "counter 1 wood for 1 ore",
        "confirm 1",
        "take 1",
        "cancel",
        "discard ore",
        "robber 3",
        "skip",
        "dice 6",
        "draw knight",
        "steal ore",
    ]
    assert len(examples) == len(GROUPS) - 1
    seen = set()
    for seed in range(6):
        for state, move in walk(Rules(player_trade=True, skip_free_roads=True), seed, by_group=True):
            phase = state.phase_name
            if phase in seen or move is None:
                continue
            seen.add(phase)
            for example in examples:
                group = state.game.move_type.parse(example).group
                if group not in PHASES[phase].split(", "):
                    refuses(
                        state,
                        example,
                        f"{example}: the phase is '{phase}', where these are allowed: {PHASES[phase]}",
                    )
    assert seen == set(PHASES)


def test_any_refusal_is_one_sentence(walk):
    """Try every kind of move in positions of random games; a refusal never fails and never rambles."""
    for seed in range(2):
        for step, (state, _) in enumerate(
            walk(Rules(player_trade=True, max_turns=120), seed, by_group=True)
        ):
            if step % 40:
                continue
            for group in range(26):
                for argument in (0, 1, 3, 7, 60, 200, 1 << 25, 3 | 1 << 45, 3 | 1 << 45 | 2 << 50, 1 << 53):
                    move = group << 54 | argument
                    if not state.is_legal(move):
                        reason = state.illegal_reason(state.game.move_type(move))
                        assert reason
                        assert "\n" not in reason
                        assert not reason.endswith(".")


def test_an_offer_beyond_the_cap_of_none_says_so(turn_of, refuses):
    state = turn_of(0, player_trade=True, offers_per_turn=0)
    give_resources(state, 0, wood=1)
    refuses(state, "offer 1 wood for 1 ore to 1", "the rules allow 0 offers a turn")
