"""Choosing a group of moves first: which groups share a node, and the five and seven of the theses."""

import pytest
from tests.search.searching import counts, open_view, search, searcher

from catanlab.agents.registry import make_agent
from catanlab.framework.errors import ArgumentError
from catanlab.framework.random import Random
from catanlab.games.catan.engine.arrange import (
    give_cards,
    give_resources,
    put_road,
    put_settlement,
    set_turn,
)
from catanlab.games.catan.game import Catan
from catanlab.games.catan.moves import CatanMove
from catanlab.games.sos import Sos
from catanlab.search.move_groups import read_groups, read_schedule


@pytest.fixture
def rich():
    """A position with everything that can be done after the roll, but for offers."""
    state = Catan(board="beginner").start()
    set_turn(state, 0, turn=20)
    put_settlement(state, 0, 10)
    put_settlement(state, 1, 30)
    put_road(state, 0, 10, 15)
    put_road(state, 0, 15, 20)
    give_resources(state, 0, ore=4, wheat=5, sheep=5, wood=5, clay=5)
    give_cards(state, 0, knight=1, monopoly=1, road_building=1, year_of_plenty=1)
    return state


def groups_of(result):
    return {child.label: child.visits for child in result.top.children}, result.top.left_out


def test_roelofs_has_five_groups_after_the_roll(rich):
    # Roelofs, 6.2 and appendix A: acquire placeable, buy action, play action, bank trade, next state
    groups, left_out = groups_of(search(open_view(rich), "uct:iterations=400,groups=roelofs"))
    assert left_out == 0
    assert set(groups) == {
        "road, settlement, city",
        "buy card",
        "knight, road building, plenty, monopoly",
        "bank",
        "end turn",
    }
    assert sum(groups.values()) == 400


def test_tuma_has_seven_kinds_of_action(rich):
    # Tuma, 5.4: trade, road, settlement, city, buy, play, pass
    kinds = {move.kind for move in rich.legal_moves}
    shared = read_groups("tuma", CatanMove)
    assert len({shared[kind] for kind in kinds}) == 7
    assert len(kinds) == 10


def test_every_group_has_a_node_without_a_set(rich):
    assert len(set(read_groups(True, CatanMove))) == len(CatanMove.groups)
    result = search(open_view(rich), "uct:iterations=300,groups=yes")
    assert len(result.top.children) + result.top.left_out == 10


def test_the_presets_have_the_groups_of_their_theses():
    assert searcher("roelofs-groups").settings.groups == "roelofs"
    assert searcher("roelofs-groups-gcm").settings.groups == "roelofs"
    assert searcher("tuma-2").settings.groups == "tuma"


@pytest.mark.parametrize("chance", ["nodes", "grouped", "open"])
@pytest.mark.parametrize("hidden", ["open", "sets"])
def test_visits_of_groups_and_of_their_moves_add_up(rich, chance, hidden):
    spec = f"uct:iterations=300,groups=roelofs,chance={chance},hidden={hidden}"
    result = search(open_view(rich), spec)
    groups, _ = groups_of(result)
    assert sum(groups.values()) == sum(counts(result).values()) == 300
    built = sum(move.visits for move in result.moves if move.move.group in ("road", "settlement", "city"))
    assert built == groups["road, settlement, city"]


def test_groups_that_share_a_node_need_not_be_listed_side_by_side(rich):
    result = search(open_view(rich), "uct:iterations=200,groups=end turn+bank/road+knight")
    groups, _ = groups_of(result)
    assert {"end turn, bank", "road, knight"} <= set(groups)
    assert sum(counts(result).values()) == 200


def test_rave_credits_a_group_for_all_its_moves(rich):
    result = search(open_view(rich), "uct:policy=rave,iterations=300,groups=roelofs")
    assert sum(counts(result).values()) == 300


def test_the_final_choice_takes_the_group_first(rich):
    result = search(open_view(rich), "uct:iterations=300,groups=roelofs,final=robust")
    groups, _ = groups_of(result)
    best = max(groups, key=lambda name: groups[name])
    assert result.best.group in best.split(", ")


def test_a_tree_by_groups_is_kept_from_move_to_move():
    agent = make_agent("uct:iterations=200,groups=roelofs,reuse=yes,hidden=open")
    agent.random = Random(1)
    state = Catan(board="beginner").start()
    first = agent.search(open_view(state))
    best = first.run().best
    assert len(first.follow([(0, best)])) == 1


def test_other_games_have_a_node_for_each_of_their_groups():
    result = search(open_view(Sos().start()), "roelofs-groups:iterations=50,seconds=none")
    assert result.iterations == 50


@pytest.mark.parametrize(
    ("groups", "words"),
    [
        (
            "martin",
            "there is no group of moves 'martin'; allowed are yes, no, roelofs, tuma or group+group",
        ),
        ("road+castle", "there is no group of moves 'castle'"),
        ("road+city/city", "the group city is named twice"),
    ],
)
def test_wrong_groups_are_refused(groups, words):
    with pytest.raises(ArgumentError) as error:
        read_groups(groups, CatanMove)
    assert words in str(error.value)
    with pytest.raises(ArgumentError):
        make_agent(f"uct:groups={groups}").check(Catan())


@pytest.mark.full
def test_c_may_depend_on_the_turn_of_the_game(rich):
    # Roelofs, 8, and Martin, 4.4, propose other values of c in other phases of the game
    view = open_view(rich)
    assert view.turn == 20
    spec = "uct:iterations=300,c=0.5"
    plain, high = counts(search(view, spec)), counts(search(view, "uct:iterations=300,c=3"))
    assert counts(search(view, f"{spec},c_from=21*3")) == plain
    assert counts(search(view, f"{spec},c_from=20*3")) == high != plain
    assert counts(search(view, f"{spec},c_from=0*1+10*3+40*7")) == high


@pytest.mark.parametrize("text", ["3", "a*3", "3*b", "-1*2", "3*1+3*2", ""])
def test_a_schedule_of_another_form_is_refused(text):
    with pytest.raises(ArgumentError):
        read_schedule(text)


def test_a_schedule_needs_a_policy_with_c():
    with pytest.raises(ArgumentError, match="thompson has no option 'c'"):
        make_agent("thompson:c_from=10*2").check(Catan())
