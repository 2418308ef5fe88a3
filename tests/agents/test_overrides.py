"""Decisions by rule in place of the search: who decides what, the reasons, and the search around them."""

import re

import pytest
from tests.agents.aside import GAME, SMALL, agent_of, discarding, position, robbing
from tests.agents.seen import decide, seated, view_of

from catanlab import Catan
from catanlab.agents.base.choice import Choice
from catanlab.agents.players.heuristic import Heuristic
from catanlab.agents.players.mcts.overrides.rules import Rules as SideRules
from catanlab.agents.registry import make_agent
from catanlab.cli.main import main
from catanlab.framework.errors import AgentError
from catanlab.framework.moves import GROUP_SHIFT
from catanlab.games.catan import constants as c
from catanlab.games.catan.engine.arrange import (
    give_cards,
    give_resources,
)
from catanlab.games.catan.hands import unpack
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.text.positions import position_text, view_text
from catanlab.games.gomoku import Gomoku
from catanlab.table.clock import Deadline, SystemClock
from catanlab.table.events import Played
from catanlab.table.table import Table

SET_UP = ("set-up settlement", "set-up road")


def phases_of(spec, seed=1, rules="base", **options):
    """Play a game and return the table, and the phases in which seat 0 searched and in which it did not."""
    searched, ruled = set(), set()
    agents = [make_agent(spec), *(make_agent("greedy") for _ in range(3))]
    with Table(Catan(rules=rules, seed=seed), agents, seed=seed, explain=True, **options) as table:
        while not table.is_over:
            phase, mover = table.state.phase_name, table.state.to_move
            choices = len(table.view(0).legal_moves) if mover == 0 else 0
            event = table.step()
            if choices > 1:
                by_rule = "simulations" not in event.explanation.text
                (ruled if by_rule else searched).add(phase)
    assert table.incidents == []
    return table, searched, ruled


# Martin's.


def test_martin_searches_neither_the_opening_nor_the_robber_nor_discards():
    _, searched, ruled = phases_of(f"martin:{SMALL}", max_turns=90)
    by_rule = {*SET_UP, "moving the robber", "discarding"}
    assert "main" in searched
    assert not searched & by_rule
    assert by_rule <= ruled


def test_the_opening_of_the_preset_is_that_of_the_heuristic_player():
    tables = []
    for spec in (f"martin:{SMALL}", "heuristic"):
        agents = [make_agent(spec), *(make_agent("greedy") for _ in range(3))]
        with Table(GAME, agents, seed=3, explain=True) as table:
            while len(table.moves) < 16:
                table.step()
        tables.append(table)
    assert tables[0].moves == tables[1].moves
    own = [[event.explanation for event in table.events if event.seat == 0] for table in tables]
    assert own[0] == own[1]
    assert own[0][0].text == "Of the open nodes it has the best score for its numbers and resources."


@pytest.mark.parametrize("state", [robbing(), discarding(wood=4, ore=5)], ids=["robber", "discards"])
def test_robber_and_discards_are_those_of_the_heuristic_player(state):
    for seed in range(5):
        view = view_of(state, 0)
        agent, player = agent_of("martin", seed), seated(Heuristic(), GAME, 0, seed)
        assert decide(agent, view) == decide(player, view)
        assert agent.agent.result is None
        assert agent.explain() == player.explain()


def test_a_rule_decides_at_once_whatever_the_time():
    agent = agent_of("martin:iterations=none,seconds=1000")
    late = Deadline(SystemClock(), 0.0)
    assert agent.choose(view_of(robbing(), 0), late).group == "robber"


def test_the_main_phase_is_searched():
    state = position()
    give_resources(state, 0, wood=1, clay=1, sheep=1, wheat=1)
    agent = agent_of("martin:iterations=50")
    decide(agent, view_of(state, 0))
    assert agent.agent.result.iterations == 50
    assert "50 simulations" in agent.explain().text
    decide(agent, view_of(robbing(), 0))
    assert "simulations" not in agent.explain().text


# SmartSettlers'.


def test_smartsettlers_draws_its_discards_by_chance_and_searches_the_rest():
    state = discarding(wood=4, ore=4)
    drawn = {decide(agent_of("smartsettlers", seed), view_of(state, 0)).text for seed in range(20)}
    assert drawn == {"discard wood", "discard ore"}
    agent = agent_of("smartsettlers:iterations=20,cut_turns=4,at_cut=leader")
    decide(agent, view_of(state, 0))
    assert agent.explain().text == "Discards are drawn by chance."
    decide(agent, view_of(robbing(), 0))
    assert "simulations" in agent.explain().text


# The options.


@pytest.mark.parametrize(
    ("options", "by_rule"),
    [
        ("", False),
        ("overrides=martin,", True),
        ("opening=martin,", True),
        ("opening=random,", True),
        ("opening=jsettlers,", True),
        ("overrides=panousis,", True),
        ("overrides=martin,opening=tree,", False),
        ("overrides=smartsettlers,", False),
        ("overrides=martin,opening=random,", True),
    ],
)
def test_the_opening_is_an_option_of_every_search(options, by_rule):
    agent = agent_of(f"uct:{options}iterations=60,cut_turns=0,at_cut=points:10")
    decide(agent, GAME.observer(0).view())
    assert (agent.result is None) == by_rule


@pytest.mark.full
def test_a_random_opening_is_by_chance():
    view = GAME.observer(0).view()
    nodes = {decide(agent_of("martin:opening=random", seed), view) for seed in range(40)}
    assert len(nodes) > 20
    agent = agent_of("martin:opening=random")
    decide(agent, view)
    assert agent.explain().text == "Chance decides."
    assert decide(agent, view_of(robbing(), 0)).group == "robber"
    assert agent.explain().data["hexes"]


def test_overrides_are_for_catan():
    message = "overrides=martin and opening=random: that is for catan, not for gomoku"
    with pytest.raises(AgentError, match=message):
        make_agent("uct:overrides=martin,opening=random").check(Gomoku())
    with pytest.raises(AgentError, match="opening=martin: that is for catan, not for gomoku"):
        seated(make_agent("uct:opening=martin"), Gomoku())
    make_agent("uct:opening=tree").check(Gomoku())


@pytest.mark.parametrize("option", ["overrides=thomas", "opening=best"])
def test_allowed_values_are_listed(option):
    name, _, value = option.partition("=")
    with pytest.raises(AgentError, match=f"{name}.*{value}.*martin"):
        make_agent(f"uct:{option}")


# The search around them.


@pytest.mark.full
def test_trees_are_kept_past_a_decision_by_rule():
    # A knight is searched, the robber goes by rule, and the search after it has trees to go on with.
    spec = "uct:overrides=martin,reuse=yes,iterations=1000,cut_turns=0,at_cut=points:10"
    agents = [make_agent(spec), *(make_agent("greedy") for _ in range(3))]
    kept, last = 0, ""
    with Table(Catan(seed=1), agents, seed=1, max_turns=160, explain=True) as table:
        while not table.is_over:
            event = table.step()
            if isinstance(event, Played) and event.seat == 0:
                if last == "robber" and "simulations" in event.explanation.text:
                    kept += agents[0].result.inherited > 0
                last = event.move.group
    assert table.incidents == []
    assert kept


@pytest.mark.full
def test_a_compound_turn_is_searched_anew_after_a_rule():
    _, searched, ruled = phases_of(f"tuma-1:overrides=martin,{SMALL}", seed=3, max_turns=120)
    assert "moving the robber" in ruled
    assert "moving the robber" not in searched


class Cards(SideRules):
    """Rules for the tests: a knight before the search, road building at the end, no card by the tree."""

    def before(self, view, situation, random, begun):
        move = CatanMove.make(c.PLAY_KNIGHT)
        if situation.phase == c.MAIN and not begun and view.is_legal(move):
            return Choice(move, "it comes first")
        return None

    def at_end(self, view, situation, random):
        move = CatanMove.make(c.PLAY_ROAD_BUILDING)
        return Choice(move, "it comes last") if view.is_legal(move) else None

    def leaves(self, move):
        return not c.PLAY_KNIGHT <= move >> GROUP_SHIFT <= c.PLAY_MONOPOLY


def ruled_by(rules, spec):
    agent = agent_of(spec)
    agent.overrides._rules = rules
    return agent


@pytest.mark.parametrize("turns", ["steps", "panousis,turn_roads=1"])
def test_rules_come_before_the_search_and_in_place_of_the_end_of_the_turn(turns):
    state = position()
    give_resources(state, 0, wood=1, clay=1, sheep=1, wheat=1)
    give_cards(state, 0, knight=1, road_building=1, year_of_plenty=1)
    agent = ruled_by(Cards(), f"uct:overrides=martin,iterations=300,turns={turns}")
    assert decide(agent, view_of(state, 0)).text == "knight"
    assert agent.explain().text == "It comes first."
    state.set_fields(state.fields() | {"card": (unpack_less_knight(state), *state.fields()["card"][1:])})
    groups = []
    for _ in range(6):
        move = decide(agent, view_of(state, 0))
        groups.append(move.group)
        state.apply(CatanMove(move))
        if move.group == "road building":
            break
    assert groups[-1] == "road building"
    assert agent.explain().text == "It comes last."
    assert "plenty" not in groups
    assert "settlement" in groups


def unpack_less_knight(state):
    """Return the cards of seat 0 without a knight, packed."""
    packed = state.fields()["card"][0]
    assert unpack(packed)[c.KNIGHT] == 1
    return packed - 1


def test_what_the_tree_may_not_choose_is_passed_over():
    state = position()
    give_cards(state, 0, year_of_plenty=1, monopoly=1)
    agent = ruled_by(Cards(), "uct:overrides=martin,iterations=40,cut_turns=4,at_cut=leader")
    for seed in range(10):
        seated(agent, GAME, 0, seed)
        assert decide(agent, view_of(state, 0)).text == "end turn"


def test_analyze_searches_where_a_rule_would_decide(capsys):
    agents = [make_agent("greedy") for _ in range(4)]
    with Table(Catan(seed=1), agents, seed=1) as table:
        while table.state.phase_name != "moving the robber":
            table.step()
    options = ["--agent", "martin", "--iterations", "60"]
    assert main(["analyze", view_text(table.view(table.state.to_move)), *options]) == 0
    found = capsys.readouterr().out
    assert "60 simulations" in found
    assert re.search(r"but plays robber .+ by rule\. There a frequent number meets most buildings", found)
    assert main(["analyze", position_text(table.state), *options]) == 0
    assert "by rule" not in capsys.readouterr().out, "the view of the seat is not known"
