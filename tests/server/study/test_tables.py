"""The tables of a study, with figures that were computed by hand."""

import math

import msgspec
import pytest
from tests.server.study.made import game, offer

from catanlab.server.study import negotiation
from catanlab.server.study.facts import Answer, Decision, GameFacts, Moment, Substitution
from catanlab.server.study.names import Names
from catanlab.server.study.partners import by_partner
from catanlab.server.study.ratios import difference, ratio
from catanlab.server.study.thomas import COMPOSITES, TABLE_5_1
from catanlab.server.study.times import decision_times
from catanlab.server.study.wins import by_agent, composite


def test_a_ratio_is_that_of_the_sums_and_its_spread_that_between_games() -> None:
    found = ratio([2, 6, 4], [10, 10, 20])
    assert found.value == 12 / 40
    # Residuals -1, 3, -2; the error is sqrt(3/2 * 14) / 40, and t of two degrees of freedom 4.303.
    assert found.error == pytest.approx(math.sqrt(21) / 40)
    interval = found.interval
    assert interval is not None
    assert interval.low == 0.0
    assert interval.high == pytest.approx(0.3 + 4.3027 * math.sqrt(21) / 40, rel=1e-4)


def test_one_game_has_no_interval_and_no_game_no_value() -> None:
    assert ratio([1], [2]).interval is None
    assert ratio([1], [2]).value == 0.5
    assert ratio([], []).value is None
    assert ratio([0, 0], [0, 0]).value is None
    assert difference(ratio([1], [2]), ratio([1, 2], [2, 2])) is None


def test_the_difference_of_two_arms_is_welchs() -> None:
    first, second = ratio([1, 2, 3], [1, 1, 1]), ratio([2, 4, 6, 8], [1, 1, 1, 1])
    found = difference(first, second)
    assert found is not None
    assert found.estimate == 3.0
    # Variances 1 and 20/3: the error is sqrt(1/3 + 5/3), with 4.08 degrees of freedom and t 2.753.
    parts = 1 / 3, 5 / 3
    freedom = sum(parts) ** 2 / (parts[0] ** 2 / 2 + parts[1] ** 2 / 3)
    assert freedom == pytest.approx(4.075, abs=0.01)
    assert found.high - found.estimate == pytest.approx(2.755 * math.sqrt(2), rel=2e-3)


@pytest.fixture
def talked() -> GameFacts:
    """A game with an offer to three, two counter-offers, a proposal that counters none, and two deals."""
    return game(
        "a",
        turns=4,
        offers=(
            offer(
                10, 0, "person", (1, "person", "reject"), (2, "person", "counter"), (3, "person", "accept")
            ),
            offer(12, 2, "person", (0, "person", "accept"), form="counter", replies_to=10, deal=0),
            offer(20, 1, "person", (0, "person", "none"), form="proposal", replies_to=10),
            offer(22, 3, "person", (0, "person", "accept"), form="proposal", deal=0),
        ),
        bank_trades=(1, 0, 2, 0),
    )


def test_table_5_1_counts_as_the_page_says(talked: GameFacts) -> None:
    lines = {line.name: line for line in negotiation.table([talked])}
    values = {name: line.value.value for name, line in lines.items()}
    assert values == {
        "turns": 4,
        "offers": 2 / 4,
        "counter-offers": 2 / 4,
        "rejects": 1 / 4,
        "accepts": 3 / 4,
        "counter-offers an offer": 1,
        "deals": 2 / 4,
        "deals an offer": 1,
        "bank trades": 3 / 4,
        "statements": 0,
        "asks": 0,
        "replies": 0,
        "chat": 0,
    }
    assert {name for name, line in lines.items() if line.thomas} == set(TABLE_5_1)


def test_what_the_clock_did_does_not_count(talked: GameFacts) -> None:
    first = talked.offers[0]
    rejected = msgspec.structs.replace(first.answers[0], late=True)
    changed = msgspec.structs.replace(first, answers=(rejected, *first.answers[1:]))
    late = msgspec.structs.replace(talked.offers[3], late=True)
    clocked = msgspec.structs.replace(talked, offers=(changed, *talked.offers[1:3], late))
    values = {line.name: line.value.value for line in negotiation.table([clocked])}
    assert (values["rejects"], values["offers"], values["accepts"]) == (0, 1 / 4, 2 / 4)


def test_both_arms_stand_beside_each_other() -> None:
    def arm(name: str, room: str, count: int) -> GameFacts:
        made = tuple(offer(10 * n, 0, "person", (1, "person", "reject")) for n in range(1, count + 1))
        return game(room, offers=made, experiment="counter-button", arm=name)

    games = [arm("with", "a", 3), arm("without", "b", 1), arm("with", "c", 5), arm("without", "d", 3)]
    [found] = negotiation.compare_arms([*games, game("e")])
    assert (found.experiment, found.games) == ("counter-button", (2, 2))
    offers = next(line for line in found.lines if line.name == "offers")
    assert (offers.without.value, offers.button.value) == (0.2, 0.4)
    assert offers.difference is not None
    assert offers.difference.estimate == pytest.approx(0.2)
    assert offers.difference.low < 0 < offers.difference.high
    assert offers.thomas == TABLE_5_1["offers"]
    one_sided = negotiation.compare_arms([games[0]])
    assert one_sided[0].games == (0, 1)
    assert all(line.difference is None for line in one_sided[0].lines)
    [other] = negotiation.compare_arms([msgspec.structs.replace(games[0], experiment="interest-buttons")])
    assert all(line.thomas is None for line in other.lines)


def test_composite_wins_by_number_of_people() -> None:
    one = ("person", "robot", "robot", "robot")
    two = ("person", "person", "bot", "robot")
    games = [
        game("a", kinds=one, winner=0),
        game("b", kinds=one, winner=2),
        game("c", kinds=one, winner=1),
        game("d", kinds=two, winner=2),
        game("e", kinds=("person", "robot"), winner=1),
        game("f"),
        game("g", kinds=("robot",) * 4),
    ]
    lines = composite(games)
    assert [(line.size, line.people, line.games, line.wins, line.chance) for line in lines] == [
        (4, 2, 1, 1, 0.5),
        (4, 1, 3, 2, 0.75),
        (2, 1, 1, 1, 0.5),
    ]
    assert lines[1].thomas["5.2"] == COMPOSITES["5.2"][1]
    assert lines[2].thomas == {}
    assert lines[1].rate.low < 2 / 3 < lines[1].rate.high
    agents = by_agent(games, Names(games))
    assert [(line.agent, line.size, line.people, line.seats, line.wins) for line in agents] == [
        ("bot 1", 4, 2, 1, 1),
        ("greedy", 4, 2, 1, 0),
        ("greedy", 4, 1, 9, 2),
        ("greedy", 2, 1, 1, 1),
    ]
    assert {line.chance for line in agents} == {0.25, 0.5}


def test_thomas_figures_are_those_of_his_tables() -> None:
    shares = [
        round(100 * each.wins / each.games, 1) for table in COMPOSITES.values() for each in table.values()
    ]
    assert shares == [15.1, 21.1, 49.4, 9.8, 27.9, 55.6, 10.4, 27.5, 51.5]


def test_partners_of_every_kind() -> None:
    kinds = ("person", "person", "robot", "robot")
    first = game(
        "a",
        kinds=kinds,
        offers=(
            offer(1, 0, "person", (1, "person", "accept"), (2, "robot", "reject"), deal=1, seconds=4.0),
            offer(3, 0, "person", (1, "person", "reject"), (2, "robot", "reject"), cards=(3, 1)),
            offer(5, 2, "robot", (0, "person", "counter"), (3, "robot", "accept")),
            offer(7, 0, "person", (2, "robot", "none"), form="counter", replies_to=5),
        ),
    )
    second = game("b", kinds=kinds, offers=(offer(1, 1, "person", (0, "person", "none")),))
    lines = by_partner([first, second])
    assert [(line.form, line.maker, line.partner, line.offers, line.games) for line in lines] == [
        ("offer", "person", "person", 3, 2),
        ("offer", "person", "robot", 2, 1),
        ("offer", "robot", "person", 1, 1),
        ("offer", "robot", "robot", 1, 1),
        ("counter", "person", "robot", 1, 1),
    ]
    people = lines[0]
    assert people.accepted.estimate == pytest.approx(1 / 3)
    assert (people.rejected, people.dealt) == (pytest.approx(1 / 3), pytest.approx(1 / 3))
    assert (people.give, people.get) == (pytest.approx(5 / 3), 1)
    assert people.answer_seconds == 3.0
    assert lines[2].countered == 1
    assert lines[4].answer_seconds is None


def test_seats_that_changed_hands_are_left_out_of_partners_and_times() -> None:
    whole = game(
        "a",
        offers=(offer(1, 0, "person", (1, "person", "accept"), (2, "person", "reject")),),
        decisions=(
            Decision(kind="answer", seat=1, by="person", seconds=5.0),
            Decision(kind="answer", seat=2, by="person", seconds=1.0),
            Decision(kind="answer", seat=2, by="person", seconds=None),
            Decision(kind="roll", seat=2, by="robot", seconds=2.0),
        ),
    )
    assert [line.offers for line in by_partner([whole])] == [2]
    changed = tuple(msgspec.structs.replace(seat, changed=seat.seat == 1) for seat in whole.seats)
    away = Substitution(at=Moment(1, 1, 1), seat=1, before="person", after="robot")
    left = msgspec.structs.replace(whole, seats=changed, substitutions=(away,))
    assert not left.is_whole
    [line] = by_partner([left])
    assert (line.offers, line.rejected) == (1, 1)
    times = {(line.decision, line.by): (line.decisions, line.median) for line in decision_times([left])}
    assert times == {("answer", "person"): (1, 1.0), ("roll", "robot"): (1, 2.0)}
    assert decision_times([whole])[1].p90 == pytest.approx(1 + 0.9 * 4)


def test_late_answers_are_no_answers() -> None:
    late = Answer(seat=1, kind="person", said="reject", seconds=5.0, late=True)
    made = msgspec.structs.replace(offer(1, 0, "person", (1, "person", "reject")), answers=(late,))
    [line] = by_partner([game("a", offers=(made,))])
    assert (line.rejected, line.answer_seconds) == (0, None)
