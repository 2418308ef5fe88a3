"""The position as the server tells it: it agrees with our side of recorded games, which go on from it."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from tests.bridges.recorded import TAKEOVER, WHOLE, messages, transcript

from catanlab.bridges.jsettlers import codes as j
from catanlab.bridges.jsettlers.errors import MessageError, MirrorError
from catanlab.bridges.jsettlers.messages import Message
from catanlab.bridges.jsettlers.mirror import Mirror
from catanlab.bridges.jsettlers.seat import Seat
from catanlab.bridges.jsettlers.snapshot import can_resume, observer_at

pytestmark = pytest.mark.full


def states(name: str) -> Iterator[Mirror]:
    """Yield the mirror of a recorded game wherever the server tells a state."""
    mirror: Mirror | None = None
    for direction, message in messages(name):
        if message.name == "BOTJOINGAMEREQUEST":
            mirror = Mirror(message.seat, message.options)
        elif mirror is not None and direction == "<":
            mirror.take(message)
            if message.name in ("GAMESTATE", "TURN") and mirror.ledger and not mirror.is_over:
                yield mirror


@pytest.mark.parametrize("name", [*WHOLE, TAKEOVER])
def test_hands_are_those_of_our_side(name: str) -> None:
    for mirror in states(name):
        if mirror.state in (j.ROLL_OR_CARD, j.PLAY):
            ledger, position = mirror.ledger, mirror.position
            assert ledger is not None
            assert tuple(position.own) == ledger.own_hand
            others = [seat for seat in mirror.order if seat != mirror.me]
            assert [position.sizes[s] for s in others] == [ledger.hand_size(mirror.ours(s)) for s in others]


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
    for number, mirror in enumerate(states(name)):
        ledger = mirror.ledger
        if ledger is None or ledger.is_finished or not can_resume(mirror.position) or number % 3:
            continue
        if mirror._card is not None:  # our side waits for what another's card does
            continue
        view = observer_at(mirror.position, ledger.game, mirror.order).view()
        assert list(view.legal_moves) == list(ledger.observer.view().legal_moves)
        found, wanted = view._facts(), ledger.facts
        assert {key: found[key] for key in SAME} == {key: wanted[key] for key in SAME}
        seen.add(mirror.state)
    assert {j.FIRST_ROAD, j.SECOND_SETTLEMENT, j.ROLL_OR_CARD, j.PLAY, j.PLACING_ROBBER} <= seen


@pytest.mark.parametrize("name", WHOLE)
def test_a_game_is_taken_up_again_after_a_message_that_cannot_be(name: str) -> None:
    mirror: Mirror | None = None
    lost = 0
    for direction, message in messages(name):
        if message.name == "BOTJOINGAMEREQUEST":
            mirror = Mirror(message.seat, message.options)
        elif mirror is not None and direction == "<":
            if message.name == "TURN" and mirror.turns in (5, 20) and mirror.ledger:
                odd = Message("PUTPIECE", game="g", seat=mirror.current, piece=j.CITY, place=0)
                with pytest.raises(MirrorError, match="no such place"):
                    mirror.take(odd)
                lost += 1
            mirror.take(message)
    assert mirror is not None
    assert lost == 2
    assert mirror.mismatches == []
    assert mirror.ledger is not None
    assert sum("taken up again" in note for note in mirror.ledger.irregular) == 2


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
def test_whatever_the_server_says_the_robot_plays_on(number: int) -> None:
    chance = random.Random(number)
    name = [*WHOLE, TAKEOVER][number % 4]
    told = [line.text for line in transcript(name).lines if line.direction == "<"]
    while not told[0].startswith("1023|"):
        del told[0]
    asked: Any = Message.read(told[0])
    seat = Seat(asked.game, asked.seat, asked.options, "random")
    for text in harmed(told[1:], chance):
        try:
            message = Message.read(text)
        except MessageError:
            continue
        if message is None:
            continue
        for answer in seat.take(message):
            assert answer.text
        for _ in range(10):
            if not seat.is_due:
                break
            for request in seat.decide():
                assert request.text
        assert not seat.is_due
    seat.close()
