"""The sentences about a game: every kind of move, and nothing that the seat did not see."""

from __future__ import annotations

import re

import pytest
from tests.table.random_plays import advance

from catanlab import Catan, Rules
from catanlab.cli.narration.catan_sentences import CatanSentences
from catanlab.cli.narration.narrator import Narrator
from catanlab.cli.terminal.board_map import FINE, large_map, small_map
from catanlab.cli.terminal.panel import panel
from catanlab.cli.terminal.position_screen import draw_position
from catanlab.framework.random import Random
from catanlab.games.catan.moves import CatanMove, Deal
from catanlab.table.events import Proposed, Seated, Withdrawn
from catanlab.table.play import Play
from catanlab.table.record import Record

KINDS = (
    "You build a road ",
    "builds a settlement at ",
    "builds a city at ",
    "You roll ",
    "nobody gets anything",
    "discards ",
    "the robber to ",
    "robs you of 1 ",
    "of a card.",
    "plays a knight.",
    "plays road building.",
    "plays year of plenty: ",
    "plays a monopoly on ",
    "buys a development card.",
    "You buy a development card: ",
    "with the bank.",
    " offers ",
    " accepts.",
    " declines.",
    " counters: ",
    " with seat ",
    " drops the offer.",
    "Longest Road goes to ",
    "Largest Army goes to ",
)


def narrate(rules: Rules, seed: int, seat: int | None) -> list[str]:
    """Return the sentences about a random game, for a seat or for somebody who sees everything."""
    game = Catan(rules=rules, seed=seed)
    state, random = game.start(), Random(seed)
    observer = game.observer(seat or 0)
    sentences, lines = CatanSentences(game.board, seat), []
    earlier = state.position if seat is None else observer.view().position
    while not state.is_over:
        move = state.draw_outcome(random) if state.is_chance else state.draw_move(random, by_group=True)
        seen = state.seen(move, observer.seat)
        observer.observe(seen)
        state.apply(move)
        later = state.position if seat is None else observer.view().position
        lines += sentences.about(CatanMove(move if seat is None else seen), earlier, later)
        earlier = later
    return lines


@pytest.fixture(scope="module")
def narrations() -> str:
    """Enough games, as seat 1 sees them, for every kind of move to occur."""
    return "\n".join(line for seed in range(4) for line in narrate(Rules.trading(), seed, 1))


@pytest.mark.full
def test_every_kind_of_move_is_narrated(narrations: str) -> None:
    assert [words for words in KINDS if words not in narrations] == []


@pytest.mark.full
def test_every_line_is_a_sentence(narrations: str) -> None:
    for line in narrations.split("\n"):
        assert line[0].isupper()
        assert line.endswith(".")
        assert "None" not in line
        assert "  " not in line
        assert "unknown" not in line
        assert "seat 1 " not in line.lower()


@pytest.mark.full
def test_cards_of_others_are_not_narrated(narrations: str) -> None:
    for line in narrations.split("\n"):
        if "buys a development card" in line:
            assert line.endswith("card.")
        if " and robs seat " in line:
            assert line.endswith(" of a card.")


@pytest.mark.full
@pytest.mark.parametrize("name", ["jsettlers", "roelofs", "thomas"])
def test_games_with_other_rules_are_narrated_too(name: str) -> None:
    rules = Rules.named(name).replace(max_rounds=15)
    for seat in (None, 0, 3):
        assert all(line.endswith(".") for line in narrate(rules, 1, seat))


def test_maps_show_every_node_and_hex() -> None:
    game = Catan(board="beginner")
    small, large = (draw(game.board, (), 9, FINE) for draw in (small_map, large_map))
    assert (small.width, small.height) == (47, 19)
    assert (large.width, large.height) == (69, 23), "a screen of 24 lines has a line for the prompt too"
    for canvas in (small, large):
        words = " ".join(canvas.plain).replace("\u2504", " ").replace(":", " ").split()
        assert {str(node) for node in range(54)} <= set(words)
        assert " ".join(canvas.plain).count("*") == 1
    assert all(f"hex {number}" in "\n".join(large.plain) for number in range(19))


def test_the_edge_of_a_port_is_marked_until_a_road_lies_there() -> None:
    board = Catan(board="beginner").board
    for draw in (small_map, large_map):
        north = draw(board, (), 9).plain[1]
        assert re.search(r":: +0 ?--", north), "the port at nodes 0 and 3"
        assert re.search(r"-- +1 ?::", north), "the port at nodes 1 and 5"
    state = Catan(board="beginner").start()
    state.apply("settlement 0").apply("road 0-3")
    built = small_map(board, state.position.seats, 9).plain[1]
    assert "##s0--" in built


@pytest.mark.parametrize("seed", range(5))
def test_names_of_ports_are_whole(seed: int) -> None:
    board = Catan(seed=seed).board
    for draw in (small_map, large_map):
        text = "\n".join(draw(board, (), 0).plain)
        assert text.count("3:1") == 4
        for name in ("heat", "heep"):
            assert text.count(name) == text.count(f"w{name}" if name == "heat" else f"s{name}")


def test_a_narrow_screen_gets_the_panel_below_the_map() -> None:
    view = Catan(seed=1).observer(0).view()
    assert max(len(text) for text in draw_position(view, (), FINE, 60)) <= 47
    assert max(len(text) for text in draw_position(view, (), FINE, 80)) <= 79


def panel_lines(*moves: str, seat: int = 0) -> list[str]:
    """Return the panel of a seat after some moves."""
    game = Catan(seed=1)
    observer = game.observer(seat)
    for move in moves:
        observer.observe(move)
    return [text.plain for text in panel(observer.view().position, ("a",) * 4, FINE)]


def test_the_road_of_the_set_up_names_its_node() -> None:
    assert panel_lines("settlement 17")[1] == "you: place a road at node 17"
    assert panel_lines("settlement 17", seat=2)[1] == "seat 0: place a road at node 17"
    again = ["settlement 17", "road 17-22", "settlement 30", "road 30-36", "settlement 9", "road 9-14"]
    again += ["settlement 44", "road 44-48", "settlement 25"]
    assert panel_lines(*again, seat=1)[1] == "seat 3: place a road at node 25"


def test_the_panel_is_narrow_and_has_a_sign_for_each_thing() -> None:
    lines = panel_lines("settlement 17", seat=2)
    assert max(map(len, lines)) <= 31
    assert "Deck 25  +award *robber :port" in lines
    position = Catan(seed=1).start().position._replace(longest_road=1, largest_army=3)
    shown = [text.plain for text in panel(position, ("a",) * 4, FINE)]
    assert [line.count("+") for line in shown[4:8]] == [0, 1, 0, 1]
    assert not any("*" in line for line in shown[4:8])


def test_who_lacks_the_cards_declines_for_that_reason() -> None:
    game = Catan(seed=1)
    offer = Deal(give=(1, 0, 0, 0, 0), get=(0, 1, 0, 0, 2))
    own = game.observer(0).view().position._replace(to_move=0, offer=offer)
    other = own._replace(to_move=2)
    sentences = CatanSentences(game.board, 0)
    reject = CatanMove.parse("reject")
    assert sentences.about(reject, own, other) == ["You decline, for lack of 1 clay and 2 ore."]
    assert sentences.about(reject, other, own) == ["Seat 2 declines."]


# Games that people drive.


def test_who_sits_down_proposes_and_answers_is_told():
    record = Record(Catan(rules="trading", board="beginner"))
    for event in (Seated(1, "Ann"), Proposed(1, "1 ore for 1 wood"), Withdrawn(1)):
        record.add(event)
    record.add(Proposed(2, "1 ore for 1 wood"))
    record.add(Withdrawn(2, lapsed=True))
    narrator = Narrator(record.game, seat=1)
    assert [line for entry in record.entries for line in narrator.narrate(entry)] == [
        "You sit down: Ann.",
        "You propose 1 ore for 1 wood.",
        "Your proposal is withdrawn.",
        "Seat 2 proposes 1 ore for 1 wood.",
        "Seat 2's proposal lapses.",
    ]


def test_an_answer_out_of_order_is_told_of_the_seat_that_gave_it():
    play, random = Play(Catan(rules="trading", seed=2), seed=2), Random(2)
    while not (play.state.position.offer and len(play.deciders) > 2):
        advance(play, random)
    on_turn, waiting = play.state.position.on_turn, play.deciders
    later = next(seat for seat in waiting if seat not in (on_turn, play.state.to_move))
    narrator = Narrator(play.game)
    for event in play.events:
        narrator.narrate(event)
    assert narrator.narrate(play.move(later, "reject").event) == [f"Seat {later} declines."]
    assert narrator.narrate(play.move(on_turn, "cancel").event) == [f"Seat {on_turn} drops the offer."]
