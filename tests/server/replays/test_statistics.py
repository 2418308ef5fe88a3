"""Statistics counted once more, from what everybody was shown, and against what theory says."""

from collections import Counter
from functools import cache
from itertools import product
from typing import Any

import msgspec
import pytest
from scipy.stats import chi2
from tests.server.replays.played import Witness, plain, replay_of, whole_game

from catanlab.server.replays import fair_dice, shapes
from catanlab.server.replays.statistics import make_statistics
from catanlab.server.rooms import log_entries as log

pytestmark = pytest.mark.full
RULES = ("trading", "base,players=3", "jsettlers")
CAME = ("setup", "produced", "stolen", "monopoly_gain", "plenty")
WENT = ("lost", "discarded", "monopoly_loss", "spent")


@cache
def statistics_of(driven: Witness) -> shapes.GameStatistics:
    return make_statistics(driven.rows)


@cache
def events_of(driven: Witness) -> list[tuple[Any, Any, dict[str, Any]]]:
    """Return each event with all that is known, the view before it and the view after it."""
    frames = replay_of(driven).frames
    views = [plain(frame.view) for frame in frames]
    return [
        (plain(frame.events)[-1]["event"], views[number], views[number - 1])
        for number, frame in enumerate(frames)
        if number
    ]


@pytest.mark.parametrize("rules", RULES)
def test_what_came_less_what_went_is_the_hand_at_the_end(rules: str) -> None:
    driven = whole_game(rules)
    for seat in statistics_of(driven).seats:
        came = [getattr(seat, name) for name in CAME] + [seat.trades.got, seat.bank.got]
        went = [getattr(seat, name) for name in WENT] + [seat.trades.gave, seat.bank.gave]
        left = [sum(plus) - sum(minus) for plus, minus in zip(zip(*came), zip(*went), strict=True)]  # noqa: B905
        assert left == list(seat.hand)
        true = driven.play.state.position.seats[seat.seat]  # type: ignore[attr-defined]
        assert seat.hand == true.certain


@pytest.mark.parametrize("rules", RULES)
def test_cards_are_counted_as_the_events_tell_them(rules: str) -> None:
    driven = whole_game(rules)
    board = plain(msgspec.Raw(driven.room.game.board_json()))
    seats = driven.room.game.seats
    counted: dict[str, list[Counter[str]]] = {}

    def count(name: str, seat: int, cards: list[int]) -> None:
        found = counted.setdefault(name, [Counter() for _ in range(seats)])
        for resource, number in zip(("wood", "clay", "sheep", "wheat", "ore"), cards, strict=True):
            found[seat][resource] += number

    sums: Counter[int] = Counter()
    for event, _, before in events_of(driven):
        changes = event.get("changes", {})
        kind = event.get("move", "").split(" ")[0]
        for hand in changes.get("hands", []):
            cards, seat = hand["cards"], hand["seat"]
            came, went = [max(n, 0) for n in cards], [max(-n, 0) for n in cards]
            if kind == "dice":
                count("produced", seat, cards)
            elif before["phase"].startswith("setup"):
                count("setup", seat, cards)
            elif "theft" in changes:
                count("stolen", seat, came)
                count("lost", seat, went)
            elif "trade" in changes:
                with_bank = changes["trade"]["with"] is None
                count("bank.got" if with_bank else "trades.got", seat, came)
                count("bank.gave" if with_bank else "trades.gave", seat, went)
            elif kind == "discard":
                count("discarded", seat, went)
            elif kind == "monopoly":
                count("monopoly_gain", seat, came)
                count("monopoly_loss", seat, went)
            elif kind == "plenty" or "plenty" in event["move"]:
                count("plenty", seat, cards)
            else:
                count("spent", seat, went)
        for unpaid in changes.get("unpaid", []):
            count("unpaid", unpaid["seat"], unpaid["cards"])
        if kind == "dice":
            total = int(event["move"].split()[1])
            sums[total] += 1
            robbed = board["hexes"][before["robber"]]
            if robbed["number"] == total:
                for seat, shown in enumerate(before["seats"]):
                    corners = set(robbed["nodes"])
                    lost = len(corners & set(shown["settlements"])) + 2 * len(
                        corners & set(shown["cities"])
                    )
                    names = ("wood", "clay", "sheep", "wheat", "ore")
                    count("blocked", seat, [lost * (robbed["resource"] == name) for name in names])
    statistics = statistics_of(driven)
    for name in (*CAME, *WENT, "unpaid", "blocked", "trades.got", "trades.gave", "bank.got", "bank.gave"):
        holder, _, part = name.partition(".")
        for seat in statistics.seats:
            shown = getattr(seat, holder)
            shown = getattr(shown, part) if part else shown
            expected = counted.get(name, [Counter()] * seats)[seat.seat]
            assert list(shown) == [expected[r] for r in ("wood", "clay", "sheep", "wheat", "ore")], name
    assert statistics.dice.counts == tuple(sums[total] for total in range(2, 13))
    assert sum(map(sum, statistics.dice.by_seat)) == sum(sums.values()) == statistics.dice.rolls
    blocked = [sum(seat.blocked) for seat in statistics.seats]
    by_hex = [sum(hexagon.cards[seat] for hexagon in statistics.robber) for seat in range(seats)]
    assert by_hex == blocked
    assert sum(map(sum, (seat.stolen for seat in statistics.seats))) == sum(
        map(sum, (seat.lost for seat in statistics.seats))
    )


@pytest.mark.parametrize("rules", RULES)
def test_points_awards_and_the_winning_move_are_those_of_the_views(rules: str) -> None:
    driven = whole_game(rules)
    statistics = statistics_of(driven)
    replay = replay_of(driven)
    views = {frame.seq: plain(frame.view) for frame in replay.frames}
    for standing in statistics.standings:
        assert list(standing.points) == [s["points"]["total"] for s in views[standing.seq]["seats"]]
    turns = [standing.turn for standing in statistics.standings]
    assert turns == [*range(statistics.turns + 1)]
    assert set(statistics.standings[0].points) == {2}
    events = events_of(driven)
    told = [
        (award, change["from"], change["to"])
        for event, _, _ in events
        for award, change in event.get("changes", {}).get("awards", {}).items()
    ]
    assert [(each.award, each.before, each.after) for each in statistics.awards] == told
    won = statistics.won
    ended = driven.room.course.ended
    assert won is not None
    assert ended is not None
    assert won.seat == statistics.winner == ended.winner
    last = next(event for event, _, _ in reversed(events) if event["e"] in ("moved", "outcome"))
    assert (won.move, won.by) == (last["move"], last.get("seat"))
    assert [seat.score for seat in statistics.seats] == list(ended.scores)
    for seat in statistics.seats:
        points = seat.points
        assert points.total == seat.score
        assert points.cards is not None
        assert points.total == sum(
            (points.settlements, points.cities, points.longest_road, points.largest_army, points.cards)
        )
    assert won.margin == ended.scores[won.seat] - sorted(ended.scores)[-2]


def test_deals_offers_and_times_are_those_of_the_log() -> None:
    driven = whole_game()
    entries = [log.decode(row.body) for row in driven.rows]
    statistics = statistics_of(driven)
    for seat in statistics.seats:
        number = seat.seat
        moves = [each for each in entries if isinstance(each, log.Moved) and each.seat == number]
        offers = sum(each.move.startswith(("offer", "counter")) for each in moves)
        offers += sum(isinstance(each, log.Proposed) and each.seat == number for each in entries)
        assert seat.offers == offers
        assert seat.bank.count == sum(each.move.startswith("bank") for each in moves)
        assert seat.built.cards == sum(each.move == "buy card" for each in moves)
        assert seat.built.cities == sum(each.move.startswith("city") for each in moves)
        assert seat.robber_moves == sum(each.move.startswith("robber") for each in moves)
        timed = [each for each in entries if isinstance(each, log.Moved | log.Taken | log.Chosen)]
        seconds = sum(each.seconds for each in timed if each.seat == number)
        assert seat.seconds == pytest.approx(seconds, abs=0.002)
    deals = [
        event["changes"]["trade"]
        for event, _, _ in events_of(driven)
        if event.get("changes", {}).get("trade", {}).get("with") is not None
    ]
    assert len(deals) > 2
    partners = Counter(seat for deal in deals for seat in (deal["by"], deal["with"]))
    assert [seat.trades.count for seat in statistics.seats] == [partners[s] for s in range(4)]


def test_the_check_of_the_dice_has_all_that_is_needed() -> None:
    driven = whole_game()
    check = statistics_of(driven).check
    assert check.verdict == "right"
    assert (check.commitment, check.secret) == (driven.room.commitment, driven.room.dice.secret)
    assert check.salt == driven.room.dice.salt
    assert check.nonces == ("0c0ffee", "1c0ffee", "", "")
    assert int(check.seed) == driven.room.dice.seed(check.nonces) == driven.play.seed
    assert check.outcomes == sum(row.kind == "outcome" for row in driven.rows)


# The dice.


def test_the_tail_is_right_where_it_can_be_counted_out() -> None:
    faces = [a + b for a, b in product(range(1, 7), repeat=2)]
    for rolls in (1, 2, 3):
        spreads: Counter[float] = Counter()
        for thrown in product(faces, repeat=rolls):
            counts = [thrown.count(total) for total in fair_dice.SUMS]
            spreads[round(fair_dice.chi_square(counts), 6)] += 1
        whole = sum(spreads.values())
        for thrown in ([7] * rolls, [2] * rolls, [*range(6, 6 + rolls)]):
            counts = [thrown.count(total) for total in fair_dice.SUMS]
            own = round(fair_dice.chi_square(counts), 6)
            tail = sum(number for spread, number in spreads.items() if spread >= own) / whole
            # Four standard errors of 40,000 samples.
            error = 4 * (max(tail * (1 - tail), 1e-4) / fair_dice.SAMPLES) ** 0.5
            assert fair_dice.probability(counts) == pytest.approx(tail, abs=error + 1e-4)


def test_the_tail_is_that_of_chi_square_for_many_rolls() -> None:
    counts = [32, 60, 80, 105, 140, 170, 135, 110, 85, 55, 28]
    spread = fair_dice.chi_square(counts)
    assert fair_dice.probability(counts) == pytest.approx(chi2.sf(spread, 10), abs=0.02)


def test_the_same_dice_always_get_the_same_figure() -> None:
    counts = [3, 1, 4, 8, 14, 13, 6, 11, 2, 3, 1]
    first = fair_dice.probability(counts)
    fair_dice._simulated.cache_clear()
    assert fair_dice.probability(counts) == first
    assert fair_dice.probability([0] * 11) == 1.0
    assert fair_dice.probability([20] + [0] * 10) == 1 / (fair_dice.SAMPLES + 1)
