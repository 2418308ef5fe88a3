"""The faces of a search result: rows, a table for rich, and the picture of the top of the tree."""

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from rich.console import Console

from catanlab import Catan, Move, Random
from catanlab.agents.players.mcts.agent import Mcts
from catanlab.framework.errors import ArgumentError
from catanlab.games.gomoku import Gomoku, GomokuMove
from catanlab.search.result import Branch, RootMove, SearchResult, Step
from catanlab.search.result_table import effort_text, header, rows, variation_text

SVG = "{http://www.w3.org/2000/svg}"


def move(text: str) -> Move:
    return GomokuMove.parse(text)


def root_move(text: str, visits: int, value: float, **others: float) -> RootMove:
    facts = {"spread": 0.5, "prior": 0.0, "available": 0, **others}
    return RootMove(move(text), visits, (value, 1 - value), value, **facts)  # type: ignore[arg-type]


def branch(text: str, visits: int, *children: Branch, kind: str = "decision", left_out: int = 0) -> Branch:
    return Branch(move(text), kind, 0, visits, (0.6, 0.4), children, left_out)


@pytest.fixture
def result() -> SearchResult:
    """A result made by hand, so that every word of its faces is known."""
    top = Branch(
        *(None, "decision", None, 100, (0.5, 0.5)),
        (
            branch("b2", 75, branch("c3", 40), branch("c1", 34), left_out=4),
            replace(branch("a1", 25, branch("a2", 9), kind="chance"), chooser=None),
        ),
        left_out=3,
    )
    return SearchResult(
        game=Gomoku(size=3, line=3),
        seat=0,
        best=move("b2"),
        final="robust",
        moves=(root_move("b2", 75, 0.6), root_move("a1", 25, 0.2), root_move("c3", 0, 0.0)),
        variation=(Step(0, move("b2"), 75, (0.6, 0.4)), Step(None, move("c3"), 40, (0.6, 0.4))),
        top=top,
        iterations=100,
        seconds=0.5,
        trees=1,
        nodes=80,
        depth_mean=2.25,
        depth_max=4,
        refused=0,
        inherited=0,
    )


def words(picture: str) -> list[str]:
    """Return the texts of a picture in their order."""
    return [text.text or "" for text in ElementTree.fromstring(picture).iter(f"{SVG}text")]


def test_a_row_has_visits_share_value_with_its_error_and_spread(result: SearchResult) -> None:
    assert header(result) == ["move", "visits", "share", "value", "spread"]
    assert rows(result) == [
        ["b2", "75", "75.0%", "0.600 ± 0.058", "0.500"],
        ["a1", "25", "25.0%", "0.200 ± 0.100", "0.500"],
        ["c3", "0", "0.0%", "-", "-"],
    ]
    assert len(rows(result, 2)) == 2


def test_priors_and_availability_are_shown_where_moves_differ_in_them(result: SearchResult) -> None:
    other = replace(
        result, moves=(root_move("b2", 7, 0.6, prior=0.75), root_move("a1", 3, 0.5, prior=0.25))
    )
    assert header(other)[5:] == ["prior"]
    assert [row[5] for row in rows(other)] == ["0.750", "0.250"]
    other = replace(
        result, moves=(root_move("b2", 7, 0.6, available=9), root_move("a1", 3, 0.5, available=8))
    )
    assert header(other)[5:] == ["available"]


def test_a_variation_names_seats_and_leaves_chance_alone(result: SearchResult) -> None:
    assert variation_text(result.variation) == "0:b2, c3"
    assert variation_text(result.variation, most=1) == "0:b2, ..."


def test_the_effort_is_given_in_a_line(result: SearchResult) -> None:
    assert effort_text(result) == (
        "100 simulations in 0.50 s (200 a second); 80 nodes; depth 2.2 on average, 4 at most"
    )
    effort = effort_text(replace(result, trees=3, refused=5, inherited=7))
    assert "7 visits kept from before; 80 nodes in 3 trees, 5 more did not fit;" in effort


def test_rich_prints_a_result_as_a_table(result: SearchResult) -> None:
    console = Console(width=100, record=True, file=None, force_terminal=False)
    with console.capture() as captured:
        console.print(result)
    text = captured.get()
    assert f"{result.game.title}: seat 0 chooses b2" in text
    assert re.search(r"b2 +│ +75 │ 75\.0% │ 0\.600 ± 0\.058 │ +0\.500", text)
    assert "c3" not in "".join(str(cell) for cell in result.table(2).columns[0].cells)


def test_the_picture_shows_moves_visits_values_and_what_is_left_out(result: SearchResult) -> None:
    picture = result.svg()
    texts = words(picture)
    assert texts[0] == f"{result.game.title}: seat 0 chooses b2"
    assert texts[2:11] == [
        "seat 0 to move",
        "100",
        "0.500",
        "and 3 more",
        "0:b2",
        "75",
        "0.600",
        "and 4 more",
        "0:c3",
    ]
    assert "a1" in texts  # an outcome stands alone
    assert picture == result.svg() == result._repr_svg_()
    widths = [float(link.get("stroke-width", "0")) for link in _links(picture)]
    assert widths == pytest.approx([18 * 0.75, 18 * 0.25, 18 * 0.40, 18 * 0.34, 18 * 0.09], abs=0.06)


def test_chance_is_a_diamond_and_a_choice_a_circle(result: SearchResult) -> None:
    root = ElementTree.fromstring(result.svg())
    assert (
        len(list(root.iter(f"{SVG}circle"))) == 2
    )  # at the root and b2; what comes after the others is unknown
    assert sum(path.get("d", "").endswith("z") for path in root.iter(f"{SVG}path")) == 1


def test_a_group_goes_by_its_name_in_a_dashed_box(result: SearchResult) -> None:
    grouped = branch("b2", 75, branch("c3", 40), kind="group")
    assert grouped.label == "stone"
    picture = replace(result, top=replace(result.top, children=(grouped,))).svg()
    assert "0:stone" in words(picture)
    assert picture.count("stroke-dasharray") == 1


def test_a_picture_is_cut_down_to_its_rows(result: SearchResult) -> None:
    assert "0:c1" in words(result.svg(rows=5))
    few = words(result.svg(rows=3))
    assert "0:b2" in few
    assert "0:c1" not in few
    height = [float(ElementTree.fromstring(result.svg(rows=n)).get("height", "0")) for n in (1, 3, 5)]
    assert height == sorted(set(height))
    with pytest.raises(ArgumentError, match="rows is 0; allowed is an integer from 1"):
        result.svg(rows=0)


def test_a_tree_of_catan_is_drawn_within_its_rows() -> None:
    agent = Mcts(iterations=400)
    view = Catan(seed=1).observer(0).view()
    agent.start(view.game, 0, Random(1))
    found = agent.search(view).run()
    for most in (1, 7, 40):
        picture = ElementTree.fromstring(found.svg(rows=most))
        boxes = [box for box in picture.iter(f"{SVG}rect") if box.get("rx")]
        places = {(box.get("x"), box.get("y")) for box in boxes}
        assert len(places) == len(boxes)
        lowest = max(float(box.get("y", "0")) for box in boxes)
        assert lowest < float(picture.get("height", "0")) - 40
        assert float(picture.get("height", "0")) <= 14 + 54 + 22 * most + 44


def test_a_sampled_move_that_was_never_tried_is_explained() -> None:
    view = Gomoku(size=9, line=5).observer(0).view()
    agent = Mcts(iterations=1, final="sample")
    for seed in range(5):
        agent.start(view.game, 0, Random(seed))
        agent.result = agent.search(view).run()
        explanation = agent.explain()
        assert explanation is not None
        assert explanation.text.startswith("Of ")


def test_the_spread_over_several_trees_counts_how_their_means_differ() -> None:
    view = Gomoku(size=3, line=3).observer(0).view()
    agent = Mcts(iterations=400, hidden="ensemble", worlds=40)
    agent.start(view.game, 0, Random(1))
    for found in agent.search(view).run().moves:
        # A simulation is worth 0, 1/2 or 1. Trees of a single visit each have no spread of their own.
        assert found.spread**2 <= found.value * (1 - found.value) + 1e-9
        assert found.spread > 0.3


def _links(picture: str) -> list[ElementTree.Element]:
    paths = ElementTree.fromstring(picture).iter(f"{SVG}path")
    return [path for path in paths if path.get("stroke-width")]


def test_the_repr_is_one_line(result: SearchResult) -> None:
    assert repr(result).startswith("<search of gomoku for seat ")
    assert "\n" not in repr(result)
    assert len(repr(result)) < 120
    unseen = replace(result, best=GomokuMove.parse("c2"), moves=result.moves[:1])
    assert "c2 (never tried)" in repr(unseen)
