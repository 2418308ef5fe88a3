"""A picture never shows what the one it is drawn for does not know."""

import pytest
from tests.draw.pictures import Picture, Played, play

from catanlab import Catan, Random, Rules
from catanlab.games.catan.draw import svg
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.position import Phase, by_card
from catanlab.games.catan.text.positions import view_text
from catanlab.games.catan.text.reader import read_view
from catanlab.games.catan.view.view import CatanView

RULES = {
    "base": Rules(),
    "hidden discards": Rules(bank_limit=False, hidden_discards=True),
    "three": Rules(players=3),
}


def view_of(game: Catan, seat: int, moves: list[CatanMove]) -> CatanView:
    """Return what a seat knows after these moves."""
    state, observer = game.start(), game.observer(seat)
    for move in moves:
        observer.observe(state.seen(move, seat))
        state.apply(move)
    return observer.view()


@pytest.mark.full
@pytest.mark.parametrize("name", RULES)
def test_without_hands_only_what_everybody_sees_is_drawn(name: str) -> None:
    """Permute everything hidden from one seat: the public picture stays the same."""
    random = Random(4)
    changed = 0
    for seed in range(2):
        for plies in range(60, 600, 60):
            played = play(seed, plies, RULES[name])
            if played.state.is_over:
                continue
            for view in played.views:
                other = view.sample(random)
                changed += other != played.state
                assert svg(other) == svg(played.state)
    assert changed > 10


@pytest.mark.full
@pytest.mark.parametrize("name", RULES)
def test_a_view_is_drawn_alike_whatever_was_hidden_from_it(name: str) -> None:
    """Let an unseen steal, draw or discard fall otherwise: who did not see it gets the same picture."""
    compared = 0
    for seed in (1, 2):
        played = play(seed, 320, RULES[name])
        game = played.state.game
        state = game.start()
        for ply, move in enumerate(played.log):
            if state.is_chance and move.group in ("steal", "draw"):
                other = next((found for found, _ in state.outcomes if found != move), None)
                for seat in range(game.seats) if other else ():
                    if state.seen(move, seat) == state.seen(other, seat):
                        before = played.log[:ply]
                        for hands in (False, True):
                            one = svg(view_of(game, seat, [*before, move]), hands=hands)
                            two = svg(view_of(game, seat, [*before, CatanMove.of(other)]), hands=hands)
                            assert one == two
                        compared += 1
            state.apply(move)
    assert compared > 6


@pytest.mark.full
def test_a_view_shows_its_own_hand_and_ranges_for_the_others() -> None:
    views = [
        view for plies in range(100, 600, 50) for view in play(3, plies, RULES["hidden discards"]).views
    ]
    uncertain = 0
    for view in views:
        texts = Picture(svg(view, hands=True)).words("hand")
        per_seat = [texts[6 * seat : 6 * seat + 5] for seat in range(4)]
        known = view.position
        assert per_seat[view.seat] == [str(count) for count in known.own.certain]
        for seat, seen in enumerate(known.seats):
            for word, least in zip(per_seat[seat], seen.certain, strict=True):
                low, _, high = word.partition("–")
                assert int(low) == least
                assert int(high or low) <= seen.hand_size
                uncertain += bool(high)
    assert uncertain


def test_hands_are_drawn_on_request_only(midgame: Played) -> None:
    for source in (midgame.state, midgame.views[2]):
        assert not Picture(svg(source)).of_class("hand")
        assert len(Picture(svg(source, hands=True)).of_class("hand")) == 4


def test_a_state_with_hands_shows_every_card(midgame: Played) -> None:
    texts = Picture(svg(midgame.state, hands=True)).words("hand")
    for number, seat in enumerate(midgame.state.position.seats):
        *counts, cards = texts[6 * number : 6 * number + 6]
        assert counts == [str(count) for count in seat.certain]
        for name, count in by_card(seat.cards).items():
            assert (name in cards) == bool(count)


def test_hidden_points_are_counted_with_hands_only(midgame: Played) -> None:
    seats = midgame.state.position.seats
    assert any(seat.points > seat.public_points for seat in seats)
    for hands in (False, True):
        said = Picture(svg(midgame.state, hands=hands)).titles("seat")
        points = [seat.points if hands else seat.public_points for seat in seats]
        assert [int(title.split()[-2]) for title in said] == points


@pytest.fixture(scope="module")
def rolled() -> Played:
    """The same game after the next roll."""
    return play(5, 702)


def test_a_view_knows_the_last_roll_and_whose_it_is(rolled: Played) -> None:
    rolls = [move.text.split()[1] for move in rolled.log if move.group == "dice"]
    picture = Picture(svg(rolled.views[1]))
    assert picture.titles("dice") == [f"last roll: {rolls[-1]}"]
    assert "as seen by" in picture.words("table")
    assert not Picture(svg(rolled.state)).of_class("dice")
    assert Picture(svg(rolled.state, dice=6)).titles("dice") == ["last roll: 6"]


def test_the_roll_goes_when_the_next_seat_is_to_roll(midgame: Played) -> None:
    assert midgame.state.position.phase is Phase.BEFORE_ROLL
    assert not Picture(svg(midgame.views[1])).of_class("dice")
    assert not Picture(svg(midgame.state, dice=6)).of_class("dice")


def test_a_view_read_from_text_is_drawn_like_the_view(rolled: Played) -> None:
    for view in rolled.views:
        roll = int(Picture(svg(view)).titles("dice")[0].split()[-1])
        again = read_view(view_text(view))
        assert svg(again, hands=True, dice=roll) == svg(view, hands=True)
