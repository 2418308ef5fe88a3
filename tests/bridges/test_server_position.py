"""The position that the server sends: it agrees with our side of recorded games, which go on from it."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from tests.bridges.recorded import TAKEOVER, WHOLE, messages, transcript

from catanlab.bridges.jsettlers import codes as j
from catanlab.bridges.jsettlers.errors import CannotFollowError, MessageError
from catanlab.bridges.jsettlers.game_follower import GameFollower
from catanlab.bridges.jsettlers.messages import Message
from catanlab.bridges.jsettlers.resume import can_resume, observer_at
from catanlab.bridges.jsettlers.seat import Seat

pytestmark = pytest.mark.full


def states(name: str) -> Iterator[GameFollower]:
    """Yield the follower of a recorded game wherever the server sends a state."""
    follower: GameFollower | None = None
    for direction, message in messages(name):
        if message.name == "BOTJOINGAMEREQUEST":
            follower = GameFollower(message.seat, message.options)
        elif follower is not None and direction == "<":
            follower.take(message)
            if message.name in ("GAMESTATE", "TURN") and follower.seat_state and not follower.is_over:
                yield follower


@pytest.mark.parametrize("name", [*WHOLE, TAKEOVER])
def test_hands_are_those_of_our_side(name: str) -> None:
    for follower in states(name):
        if follower.state in (j.ROLL_OR_CARD, j.PLAY):
            seat_state, position = follower.seat_state, follower.position
            assert seat_state is not None
            assert tuple(position.own) == seat_state.own_hand
            others = [seat for seat in follower.order if seat != follower.me]
            assert [position.sizes[s] for s in others] == [
                seat_state.hand_size(follower.ours(s)) for s in others
            ]


SAME = [
    "settlements",
    "cities",
    "roads",
    "knights",
    "robber",
    "road_holder",
    "army_holder",
    "road_length",
    "public_points",
    "ratio",
    "phase",
    "actor",
    "turn_seat",
    "rolled",
    "free_roads",
    "hand_sizes",
    "own_hand",
    "setup_step",
    "turn_count",
    "card_played",
    "deck_size",
    "known_cards",
    "known_bought_this_turn",
    "unknown_cards",
    "unseen_cards",
    "occupied_nodes",
    "blocked_nodes",
    "hex_yields",
    "frontier",
    "road_nodes",
    "bank",
]


@pytest.mark.parametrize("name", WHOLE)
def test_a_game_can_be_taken_over_in_any_state(name: str) -> None:
    seen = set()
    for number, follower in enumerate(states(name)):
        seat_state = follower.seat_state
        if seat_state is None or seat_state.is_finished or not can_resume(follower.position) or number % 3:
            continue
        if follower._card_plays.card is not None:  # our side waits for what another's card does
            continue
        view = observer_at(follower.position, seat_state.game, follower.order).view()
        assert list(view.legal_moves) == list(seat_state.observer.view().legal_moves)
        found, wanted = view._facts(), seat_state.observer.view()._facts()
        assert {key: found[key] for key in SAME} == {key: wanted[key] for key in SAME}
        seen.add(follower.state)
    assert {j.FIRST_ROAD, j.SECOND_SETTLEMENT, j.ROLL_OR_CARD, j.PLAY, j.PLACING_ROBBER} <= seen


def test_a_position_that_our_game_does_not_have_is_not_resumed() -> None:
    follower = next(each for each in states(WHOLE[0]) if each.state == j.FIRST_ROAD and each.seat_state)
    assert follower.seat_state is not None
    position, game = follower.position, follower.seat_state.game
    observer_at(position, game, follower.order)
    position.players[position.current][j.LAST_SETTLEMENT] = 0  # no node of the server
    with pytest.raises(CannotFollowError, match="the game has no such position: last_node is None"):
        observer_at(position, game, follower.order)


@pytest.mark.parametrize("name", WHOLE)
def test_a_game_is_resumed_after_an_impossible_message(name: str) -> None:
    follower: GameFollower | None = None
    lost = 0
    for direction, message in messages(name):
        if message.name == "BOTJOINGAMEREQUEST":
            follower = GameFollower(message.seat, message.options)
        elif follower is not None and direction == "<":
            if message.name == "TURN" and follower.turns in (5, 20) and follower.seat_state:
                odd = Message("PUTPIECE", game="g", seat=follower.current, piece=j.CITY, place=0)
                with pytest.raises(CannotFollowError, match="no such place"):
                    follower.take(odd)
                lost += 1
            follower.take(message)
    assert follower is not None
    assert lost == 2
    assert follower.mismatches == []
    assert follower.seat_state is not None
    assert sum("taken up again" in note for note in follower.seat_state.irregular) == 2


ODD = [
    "",
    "\t",
    "-1",
    "0",
    "5",
    "33",
    "50",
    "51",
    "99",
    "-5",
    "4294967296",
    "9" * 30,
    "1" * 4000,
    "x",
    "true",
    "p2",
]


def harmed(texts: list[str], chance: random.Random) -> list[str]:
    """Return messages of which some are changed, lost, doubled or late."""
    texts = list(texts)
    for _ in range(chance.choice([1, 40])):
        place = chance.randrange(1, len(texts) - 5)
        what = chance.choice(["change", "lose", "double", "delay"])
        if what == "change":
            separator = "|" if texts[place].count("|") > 1 else ","
            words = texts[place].split(separator)
            words[chance.randrange(len(words))] = chance.choice(ODD)
            texts[place] = separator.join(words)
        elif what == "lose":
            del texts[place]
        elif what == "double":
            texts.insert(place + chance.randrange(6), texts[place])
        else:
            texts.insert(place + chance.randrange(2, 5), texts.pop(place))
    return texts


@pytest.mark.parametrize("number", range(12))
def test_the_robot_plays_on_after_damaged_messages(number: int) -> None:
    chance = random.Random(number)
    name = [*WHOLE, TAKEOVER][number % 4]
    sent = [line.text for line in transcript(name).lines if line.direction == "<"]
    while not sent[0].startswith("1023|"):
        del sent[0]
    asked: Any = Message.read(sent[0])
    seat = Seat(asked.game, asked.seat, asked.options, "random")
    for text in harmed(sent[1:], chance):
        try:
            message = Message.read(text)
        except MessageError:
            continue
        if message is None:
            continue
        for answer in seat.take(message):
            assert answer.text
        for _ in range(10):
            if not seat.has_to_decide:
                break
            for request in seat.decide():
                assert request.text
        assert not seat.has_to_decide
    seat.close()
