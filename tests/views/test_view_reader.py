"""A view made again from its line knows what the line says, and believes in all that is possible."""

import pytest

from catanlab import Catan, Random, Rules
from catanlab.cli.random_game import draw_next
from catanlab.framework.errors import PositionError
from catanlab.games.catan.text.positions import view_text
from catanlab.games.catan.text.reader import read_view
from catanlab.games.catan.text.view_reader import view_of
from catanlab.games.catan.view.view import CatanView


def views(rules: Rules, seed: int, plies: int) -> list[CatanView]:
    """Return what each seat knows after so many random moves."""
    game = Catan(rules=rules, seed=seed)
    state, random = game.start(), Random(seed, "play")
    observers = [game.observer(seat) for seat in range(game.seats)]
    for _ in range(plies):
        if state.is_over:
            break
        move = draw_next(state, random)
        for observer in observers:
            observer.observe(state.seen(move, observer.seat))
        state.apply(move)
    return [observer.view() for observer in observers]


@pytest.mark.parametrize("rules", [Rules(), Rules(players=2), Rules(bank_limit=False)], ids=str)
@pytest.mark.parametrize("plies", [0, 16, 100, 400])
def test_a_view_from_its_line_is_the_view_but_for_likelihoods(rules: Rules, plies: int) -> None:
    for seed in range(3):
        for view in views(rules, seed, plies):
            again = view_of(read_view(view_text(view)))
            assert again._facts() == view._facts()
            assert again.legal_moves == view.legal_moves
            assert again.to_move == view.to_move
            assert view_text(again) == view_text(view)
            believed = {hands for hands, _ in again._packed_worlds()}
            assert believed >= {hands for hands, _ in view._packed_worlds()}
            sampled = again.sample(Random(seed))
            assert sampled.fields()["bank"] == view._facts()["bank"]


def test_every_deal_of_unknown_cards_is_as_likely() -> None:
    """Seat 0 has a clay, a sheep or an ore of seat 1, which keeps the other two."""
    line = view_text(robbed())
    probabilities = sorted(probability for _, probability in view_of(read_view(line))._packed_worlds())
    assert probabilities == pytest.approx([1 / 3] * 3)


def robbed() -> CatanView:
    """Return what seat 2 knows after seat 0 robbed seat 1 of a clay, a sheep or an ore."""
    game = Catan(rules=Rules(players=3), board="beginner")
    state, observer = game.start(), game.observer(2)
    for move in (
        *("settlement 48", "road 44-48", "settlement 40", "road 40-45", "settlement 31", "road 31-36"),
        *("settlement 26", "road 20-26", "settlement 8", "road 8-12", "settlement 46", "road 41-46"),
        *("roll", "dice 7", "robber 4 from 1", "steal ore"),
    ):
        observer.observe(state.seen(move, 2))
        state.apply(move)
    return observer.view()


def test_hands_that_cannot_be_are_refused() -> None:
    line = view_text(robbed())
    assert "bank=" in line, line
    impossible = line.replace("bank=", "bank=1", 1)
    with pytest.raises(PositionError, match="no hands fit"):
        view_of(read_view(impossible))
