"""The registry: entries of every room load, sentences have one form, and old names go on working."""

import inspect
import os
import subprocess
import sys
from typing import Annotated, Literal

import pytest
from tests.table.players import First

from catanlab.agents.negotiation.registry import SCHEMES
from catanlab.agents.players.mcts.presets import CUT_VALUES, MOVE_PRIORS, PLAYOUTS
from catanlab.agents.registry import AGENTS
from catanlab.framework.errors import AgentError, ArgumentError, GameError
from catanlab.framework.registry import Entry, OldNames, Registry
from catanlab.framework.specs import allows
from catanlab.games.gomoku import Gomoku
from catanlab.games.registry import GAMES
from catanlab.playout.registry import EVALUATIONS, POLICIES
from catanlab.search.registry import PRIORS
from catanlab.search.tree_policies.registry import TREE_POLICIES
from catanlab.table.agent import Agent

HERE = "tests.framework.test_registry"
ROOMS = [AGENTS, GAMES, SCHEMES, TREE_POLICIES, POLICIES, EVALUATIONS]
ENTRIES = [entry for room in ROOMS for entry in room.entries] + [
    entry for named in (PLAYOUTS, CUT_VALUES, MOVE_PRIORS) for entry in named.values()
]


class Beside(First):
    """An agent of a user's own with an option that has an old name of ours."""

    def __init__(self, beside: int = 3):
        self.beside = beside


class Coloured(First):
    """An agent whose option has words for values."""

    def __init__(self, colour: Annotated[Literal["red", "blue"], "its pieces"] = "red", motto: str = ""):
        self.colour, self.motto = colour, motto


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: f"{entry.name}-{entry.path}")
def test_every_entry_leads_to_a_class_or_function(entry):
    assert callable(entry.load())
    assert entry.summary


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.noun)
def test_every_default_is_an_option_of_its_entry(room):
    for entry in room.entries:
        if entry.defaults:
            assert entry.defaults.keys() <= room.parameters(entry, {}).keys()


@pytest.mark.full
@pytest.mark.parametrize(
    ("table", "name"),
    [
        ("catanlab.agents.registry", "AGENTS"),
        ("catanlab.agents.negotiation.registry", "SCHEMES"),
        ("catanlab.games.registry", "GAMES"),
        ("catanlab.search.tree_policies.registry", "TREE_POLICIES"),
    ],
)
def test_a_table_imports_nothing_that_it_lists(table, name):
    program = (
        f"import sys; from {table} import {name}; "
        f"paths = {{entry.path.rpartition('.')[0] for entry in {name}.entries}}; "
        "print(sorted(paths & sys.modules.keys()))"
    )
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-c", program]
    result = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    assert result.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("room", "sentence"),
    [
        (AGENTS, "unknown agent 'x'; the agents are bayes-uct, expectimax, greedy, "),
        (GAMES, "unknown game 'x'; the games are cant-stop, catan, gomoku, routes, sos"),
        (
            SCHEMES,
            "unknown scheme of trade 'x'; the schemes are batna, haggle, jsettlers, none, panousis, ",
        ),
        (TREE_POLICIES, "unknown tree policy 'x'; the policies are uct, ucb-tuned, "),
        (POLICIES, "there is no policy 'x'; allowed are uniform, groups, weighted:group*number"),
        (EVALUATIONS, "there is no evaluation 'x'; allowed are nothing, leader, points:scale or package."),
        (PRIORS, "there is no prior 'x'; allowed are group*number+group*number or package.module.Name"),
    ],
    ids=lambda value: getattr(value, "noun", ""),
)
def test_an_unknown_name_is_refused_with_the_valid_ones(room, sentence):
    with pytest.raises(room.error) as caught:
        room.find("x")
    assert str(caught.value).startswith(sentence)


@pytest.mark.parametrize("room", [GAMES, SCHEMES], ids=lambda room: room.noun)
def test_import_paths_are_names_only_where_a_form_is_given(room):
    with pytest.raises(room.error, match=f"unknown {room.noun} 'catanlab.games.sos.Sos'"):
        room.find("catanlab.games.sos.Sos")


def test_one_entry_adds_a_thing():
    games = Registry("game", "games", GAMES.entries, GameError)
    games.add(Entry("small", "a small board", "catanlab.games.gomoku.Gomoku", {"size": 5, "line": 4}))
    assert games.names == (*GAMES.names, "small")
    assert games.make("small") == Gomoku(size=5, line=4)
    assert games.make("small:line=3") == games.make_with("small", {"line": 3}) == Gomoku(size=5, line=3)
    assert [(option.name, option.default) for option in games.options("small:line=3")] == [
        ("size", "5"),
        ("line", "3"),
    ]
    assert "small" not in GAMES.names


def test_two_entries_of_one_name_are_refused():
    games = Registry("game", "games", GAMES.entries, GameError)
    with pytest.raises(ArgumentError, match="there are two games named 'sos'"):
        games.add(Entry("sos", "again", "catanlab.games.sos.Sos"))
    assert games.entries == GAMES.entries


def test_an_argument_is_read_by_the_annotation_of_the_first_parameter():
    entry, argument = EVALUATIONS.read_argument(" points : 2.5 ")
    assert (entry.name, argument) == ("points", (2.5,))
    assert POLICIES.read_argument("weighted") == (POLICIES.find("weighted"), ("",))
    assert POLICIES.read_argument("uniform") == (POLICIES.find("uniform"), ())
    name = next(iter(inspect.signature(EVALUATIONS.find("points").load()).parameters))
    assert EVALUATIONS.find("points").argument == name


# Old names.


def test_beside_is_the_old_name_of_overrides():
    new = AGENTS.make("uct:overrides=martin,iterations=20")
    old = AGENTS.make("uct:beside=martin,iterations=20")
    assert old.name == new.name == "uct:overrides=martin,iterations=20"
    assert type(old.overrides._rules) is type(new.overrides._rules)
    assert AGENTS.canonical("martin:beside=panousis") == "martin:overrides=panousis"
    options = {option.name: option.default for option in AGENTS.options("uct:beside=martin")}
    assert options["overrides"] == "martin"
    assert "beside" not in options


def test_an_old_and_a_new_name_together_are_refused():
    with pytest.raises(AgentError, match="uct: overrides is given twice, once by its old name beside"):
        AGENTS.make("uct:beside=martin,overrides=martin")


def test_a_wrong_value_under_an_old_name_is_refused_with_the_new_one():
    with pytest.raises(AgentError, match="uct's overrides is 'thomas'; it must be none, martin, "):
        AGENTS.make("uct:beside=thomas")


def test_an_agent_without_the_option_is_refused_by_the_name_that_was_given():
    with pytest.raises(AgentError, match="greedy has no option 'beside'; its options are offers"):
        AGENTS.make("greedy:beside=martin")


def test_an_option_of_a_class_from_elsewhere_is_not_taken_for_an_old_name():
    agent = AGENTS.make(f"{HERE}.Beside:beside=5")
    assert agent.beside == 5
    assert agent.name == f"{HERE}.Beside:beside=5"


@pytest.mark.parametrize(("old", "new"), AGENTS.old.entries.items())
def test_classes_of_agents_that_were_moved_are_found_by_their_old_path(old, new):
    entry = AGENTS.find(old)
    assert entry.name == new
    assert issubclass(AGENTS.load(entry), Agent)
    assert AGENTS.make(old).name == new


OLD = OldNames(
    entries={"five-in-a-row": "gomoku"},
    options={"width": "size"},
    values={"colour": {"scarlet": "red"}, "motto": {"yes": "no"}},
)


def test_names_of_entries_and_options_can_be_renamed():
    games = Registry("game", "games", GAMES.entries, GameError, old=OLD)
    assert games.make("five-in-a-row:width=9,line=4") == Gomoku(size=9, line=4)
    assert games.make_with("five-in-a-row", {"width": 9, "line": 4}) == Gomoku(size=9, line=4)
    assert games.canonical("five-in-a-row:width=9") == "gomoku:size=9"
    assert "five-in-a-row" not in games.names


def test_words_for_values_can_be_renamed():
    entry = Entry("coloured", "has a colour", f"{HERE}.Coloured")
    agents = Registry("agent", "agents", [entry], AgentError, old=OLD)
    assert agents.make("coloured:colour=scarlet").colour == "red"
    assert agents.make("coloured:colour=blue").colour == "blue"
    assert agents.make_with("coloured", {"colour": "scarlet"}).colour == "red"
    assert agents.make("coloured:motto=yes").motto == "yes", "a word that the option allows is no old one"
    with pytest.raises(AgentError, match="coloured's colour is 'green'; it must be red or blue"):
        agents.make("coloured:colour=green")


def test_which_words_an_annotation_allows():
    assert allows(Literal["red", "blue"], "red")
    assert not allows(Literal["red", "blue"], "green")
    assert allows(int | None, "none")
    assert not allows(int, "none")
