"""Real views, boards and changes have the documented form, to the last field."""

import msgspec
import pytest

from catanlab import Catan, Random
from catanlab.server.protocol.view_types import ViewFormatError, read_board, read_changes, read_view

changes_module = pytest.importorskip("catanlab.games.catan.view.changes")


@pytest.mark.full
@pytest.mark.parametrize(("rules", "seed"), [("base", 1), ("trading", 2), ("jsettlers", 3), ("trading", 4)])
def test_every_view_of_a_game_can_be_read(rules: str, seed: int) -> None:
    game = Catan(rules=rules, seed=seed)
    state, random = game.start(), Random(seed)
    seats: list[int | None] = [*range(game.rules.players), None]
    observers = [game.observer(seat) for seat in seats]
    views = [observer.view() for observer in observers]
    kinds: set[str] = set()
    for _ in range(1500):
        if state.is_over:
            break
        move = state.draw_outcome(random) if state.is_chance else state.draw_move(random)
        for seat, observer in zip(seats, observers, strict=True):
            observer.observe(state.seen(move, seat))
        state.apply(move)
        for place, observer in enumerate(observers):
            before, views[place] = views[place], observer.view()
            view = read_view(views[place].to_json())
            assert view.seat == seats[place]
            read_changes(changes_module.changes(before, views[place]))
            if view.legal is not None:
                kinds.update(msgspec.to_builtins(view.legal))
    assert {"roll", "road", "settlement", "end turn", "robber"} <= kinds


@pytest.mark.parametrize("board", ["beginner", "random"])
def test_every_board_can_be_read(board: str) -> None:
    read = read_board(Catan(board=board, seed=1).board_json())
    assert (len(read.hexes), len(read.nodes), len(read.edges), len(read.ports)) == (19, 54, 72, 9)


def test_another_form_is_an_error() -> None:
    with pytest.raises(ViewFormatError, match="unknown field `x`"):
        read_changes(b'{"x":1}')
