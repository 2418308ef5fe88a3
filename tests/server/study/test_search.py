"""A search finds the games in which something happened, and the moments."""

import pytest
from tests.server.study.kept import facts_of, played
from tests.server.study.made import game, offer

from catanlab.server.study.conditions import MEASURES
from catanlab.server.study.facts import GameFacts, Moment, Purchase, Standing, Substitution
from catanlab.server.study.game_reader import StudyError
from catanlab.server.study.search import find_games, read_conditions


def found(text: str, *games: GameFacts) -> list[str]:
    return [match.game.room for match in find_games(games, read_conditions(text))]


BARGAIN = game(
    "bargain",
    offers=(
        offer(10, 0, "person", (1, "person", "counter"), (2, "person", "counter"), turn=3),
        offer(11, 1, "person", (0, "person", "none"), form="counter", replies_to=10, turn=3),
        offer(12, 2, "person", (0, "person", "accept"), form="counter", replies_to=10, turn=3, deal=0),
        offer(
            30,
            3,
            "person",
            (0, "person", "accept"),
            form="proposal",
            turn=4,
            deal=0,
            cards=(3, 1),
            from_chat=True,
        ),
    ),
    purchases=(Purchase(at=Moment(14, 14, 3), deal=Moment(13, 13, 3), seat=0, what="city"),),
    chat=(2, 0, 0, 0),
)
QUIET = game(
    "quiet",
    offers=(offer(5, 0, "person", (1, "person", "reject")),),
    turns=90,
    asks=(3, 0, 0, 0),
    replies=(0, 1, 0, 0),
)
ALONE = game("alone", kinds=("person", "robot", "robot", "robot"), winner=0)
BEATEN = game("beaten", kinds=("person", "person", "person", "bot"), winner=3)
BEHIND = game(
    "behind",
    winner=1,
    standings=(
        Standing(Moment(20, 20, 5), (3, 2, 2, 2)),
        Standing(Moment(40, 40, 9), (8, 4, 3, 2)),
        Standing(Moment(60, 60, 20), (8, 9, 3, 2)),
    ),
    substitutions=(Substitution(at=Moment(7, 7, 1), seat=2, before="person", after="robot"),),
    ended_at=30 * 60_000,
)
GAMES = (BARGAIN, QUIET, ALONE, BEATEN, BEHIND)


@pytest.mark.parametrize(
    ("text", "rooms"),
    [
        ("counter accepted", ["bargain"]),
        ("proposal accepted", ["bargain"]),
        ("counters before deal", ["bargain"]),
        ("counters before deal>=3", []),
        ("negotiation>=3", ["bargain"]),
        ("negotiation >= 1", ["bargain", "quiet"]),
        ("deal for a building", ["bargain"]),
        ("uneven deal>=2", ["bargain"]),
        ("uneven deal>2", []),
        ("comeback", ["behind"]),
        ("comeback=4", ["behind"]),
        ("person beat robots", ["alone"]),
        ("robot beat people", ["beaten"]),
        ("Offers=1", ["quiet"]),
        ("offers>=1", ["bargain", "quiet"]),
        ("counters=2", ["bargain"]),
        ("accepts=2", ["bargain"]),
        ("rejects", ["quiet"]),
        ("deals=2", ["bargain"]),
        ("chat", ["bargain"]),
        ("statements", []),
        ("asks>=3", ["quiet"]),
        ("replies", ["quiet"]),
        ("offers in chat", ["bargain"]),
        ("bank trades", []),
        ("substitutions", ["behind"]),
        ("substitutions=0, people=4", ["bargain", "quiet"]),
        ("people<4", ["beaten", "alone"]),
        ("bots", ["beaten"]),
        ("robots=3", ["alone"]),
        ("turns>50", ["quiet"]),
        ("minutes>=30", ["behind"]),
        ("deals, chat, turns<=10", ["bargain"]),
        ("deals, turns>10", []),
    ],
)
def test_every_condition_finds_its_games(text: str, rooms: list[str]) -> None:
    assert found(text, *GAMES) == rooms


def test_every_condition_is_tried_above() -> None:
    tried = {
        condition.name
        for mark in test_every_condition_finds_its_games.pytestmark  # type: ignore[attr-defined]
        for text, _ in mark.args[1]
        for condition in read_conditions(text)
    }
    assert tried == set(MEASURES)


def test_the_game_with_the_most_comes_first() -> None:
    few = game("few", offers=(offer(1, 0, "person", (1, "person", "reject")),))
    many = game("many", offers=tuple(offer(n, 0, "person", (1, "person", "reject")) for n in (1, 2)))
    assert found("offers", few, many) == ["many", "few"]


def test_moments_are_those_as_great_as_asked_for() -> None:
    [match] = find_games([BARGAIN], read_conditions("counters before deal>=2, deal for a building"))
    [first, second] = match.hits
    assert first.value == 2
    assert [(note.at.seq, note.at.turn, note.text) for note in first.notes] == [
        (13, 3, "after 2 counter-offers seat 2 (person) gives seat 0 (person) 1 wood for 1 ore")
    ]
    assert [note.at.seq for note in second.notes] == [13]
    [match] = find_games([BARGAIN], read_conditions("counters before deal>=0"))
    assert len(match.hits[0].notes) == 2


@pytest.mark.full
def test_moments_of_a_real_game_lead_to_its_deals() -> None:
    room = played(2)
    facts = facts_of(room)
    [match] = find_games([facts], read_conditions("deals"))
    deals = room.counts["confirm"] + room.counts["take"] + room.counts["taken proposal"]
    assert match.hits[0].value == deals == len(match.hits[0].notes) > 0
    words = {str(room.play.moves[note.at.ply - 1]).split()[0] for note in match.hits[0].notes}
    assert words <= {"confirm", "take", "deal"}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("comebak", "nothing is called 'comebak' in a search; did you mean 'comeback'?"),
        ("weather", "nothing is called 'weather' in a search; --find help lists what there is"),
        ("offers>=", "'offers>=' is not a condition such as"),
        ("offers>=x", "'offers>=x' is not a condition such as"),
        ("offers>=-1", "'offers>=-1' is not a condition such as"),
        ("", "'' is not a condition such as"),
        ("offers,", "'' is not a condition such as"),
        ("offers; drop", "'offers; drop' is not a condition such as"),
    ],
)
def test_what_is_no_condition_is_refused(text: str, says: str) -> None:
    with pytest.raises(StudyError) as caught:
        read_conditions(text)
    assert str(caught.value).startswith(says)
