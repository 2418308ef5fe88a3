"""Agents by import path: found, made, named, and refused in one sentence."""

import sys
from argparse import Namespace

import pytest
from tests.table.players import First

from catanlab.agents.registry import agent_options, make_agent
from catanlab.cli import agents as command
from catanlab.cli.seating import make_player, split_agents
from catanlab.framework.errors import AgentError
from catanlab.lab.match_plan import MatchPlan
from catanlab.lab.native import is_native
from catanlab.lab.native_policy import native_policy
from catanlab.playout.policies import GroupFirst, Uniform, Weighted
from catanlab.table.agent import Agent
from catanlab.table.random_agent import RandomAgent

HERE = "tests.agents.test_imports"
PLAYERS = "tests.table.players"

FAILING = """
from catanlab import Agent
class Bot(Agent):
    def __init__(self):
        self.plan()
    def plan(self):
        1 / 0
    def choose(self, view, deadline): ...
"""


class Plain(First):
    """Takes its options as most people write them."""

    def __init__(self, depth=3, speed=0.5, sure=False, book=None):
        self.values = (depth, speed, sure, book)


class Unreadable(First):
    """Has an annotation that names nothing."""

    def __init__(self, depth: "Nothing" = 3):  # noqa: F821
        self.depth = depth


class Fussy(First):
    """Cannot be made."""

    def __init__(self):
        raise RuntimeError("not today\nnor tomorrow")


class Disguised(RandomAgent):
    """Might play otherwise than its parent does."""


class Contrary(RandomAgent):
    """Plays otherwise than its parent does."""

    def choose(self, view, deadline):
        return view.legal_moves[-1]


class Declared(RandomAgent):
    """Says that it plays as its parent does."""

    native_policy = RandomAgent.native_policy


class Grandchild(Declared):
    """Has not said so itself."""


class Weighing(Contrary):
    """Has a policy of its own."""

    def native_policy(self):
        return "weighted:settlement*20"


NOT_A_CLASS = First()


def test_an_agent_is_made_from_its_path_and_named_after_it():
    agent = make_agent(f"{PLAYERS}.First")
    assert type(agent) is First
    assert agent.name == f"{PLAYERS}.First"


def test_options_need_no_annotations():
    agent = make_agent(f"{HERE}.Plain:depth=5,speed=2,sure=yes,book=war and peace")
    assert agent.values == (5, 2.0, True, "war and peace")
    assert agent.name == f"{HERE}.Plain:depth=5,speed=2.0,sure=yes,book=war and peace"
    assert make_agent(agent.name).values == agent.values
    *options, trade = agent_options(f"{HERE}.Plain")
    assert trade.name == "trade"
    assert [option.takes for option in options] == [
        "an integer",
        "a number",
        "yes or no",
        "a word",
    ]


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        (f"{PLAYERS}.Furst", "tests.table.players has no class 'Furst'; its agents are First, "),
        ("tests.conftest.First", "tests.conftest has no class 'First'; it has no agents"),
        ("tests.nowhere.First", "there is no module 'tests.nowhere' for the agent tests.nowhere.First, "),
        ("nowhere.at.all.First", "there is no module 'nowhere' for the agent "),
        (f"{HERE}.NOT_A_CLASS", "test_imports.NOT_A_CLASS is not a subclass of catanlab.Agent"),
        ("os.PathLike", "os.PathLike is not a subclass of catanlab.Agent"),
        (
            "./my_bot.py",
            "'./my_bot.py' is not the import path of an agent; the form is: package.module.Class",
        ),
        (".First", "is not the import path"),
        (f"{HERE}.Plain:depth=deep", "test_imports.Plain's depth is 'deep'; it must be an integer"),
        (f"{HERE}.Plain:width=1", "has no option 'width'; its options are depth, speed, sure, book"),
        (f"{PLAYERS}.Cheat", "players.Cheat needs a value for its option answer: "),
        (f"{HERE}.Fussy", "Fussy cannot be made: RuntimeError: not today nor tomorrow"),
        (f"{HERE}.Unreadable", "the options of Unreadable have annotations that cannot be read: "),
        ("catanlab.table.agent.Agent", "Agent cannot be made: TypeError: Can't instantiate abstract class"),
    ],
)
def test_invalid_import_paths_are_refused_in_one_sentence(spec, words):
    with pytest.raises(AgentError) as caught:
        make_agent(spec)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
    with pytest.raises(AgentError, match=r"^((?!human).)*$"):
        make_player(spec)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Be in an empty folder whose modules are forgotten afterwards."""
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    sys.modules.pop("my_bot_for_a_test", None)


def test_modules_in_the_current_directory_are_found(folder):
    text = "from catanlab import Agent\nclass Bot(Agent):\n    def choose(self, view, deadline): ...\n"
    (folder / "my_bot_for_a_test.py").write_text(text)
    assert make_agent("my_bot_for_a_test.Bot").name == "my_bot_for_a_test.Bot"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("import nothing_like_this", "ModuleNotFoundError: No module named 'nothing_like_this'"),
        ("def broken(:", "SyntaxError: "),
        ("raise SystemExit(3)", "SystemExit: 3"),
    ],
)
def test_a_module_that_cannot_be_imported_is_refused(folder, text, words):
    (folder / "my_bot_for_a_test.py").write_text(text)
    with pytest.raises(AgentError, match=f"^my_bot_for_a_test cannot be imported: {words}"):
        make_agent("my_bot_for_a_test.Bot")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("import json\n\njson.loads('{')", "my_bot_for_a_test cannot be imported: .*, line 3$"),
        (
            FAILING,
            r"Bot cannot be made: ZeroDivisionError: division by zero, my_bot_for_a_test\.py, line 7$",
        ),
    ],
)
def test_an_error_in_a_bot_names_its_file_and_line(folder, text, words):
    (folder / "my_bot_for_a_test.py").write_text(text)
    with pytest.raises(AgentError, match=words):
        make_agent("my_bot_for_a_test.Bot")


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("MyBot", "my-bot"),
        ("UCTBot", "uct-bot"),
        ("_Lone_Wolf", "lone-wolf"),
        ("Bot2", "bot2"),
        ("_", "agent"),
    ],
)
def test_an_agent_without_a_name_has_that_of_its_class(kind, name):
    made = type(kind, (Agent,), {"choose": lambda self, view, deadline: view.legal_moves[0]})
    assert (made.name, made().name) == (name, name)
    assert type("Child", (made,), {"name": "other"})().name == "other"
    assert type("Child", (made,), {})().name == "child"


def test_paths_stand_in_lists_of_agents_like_names():
    texts = split_agents([f"{HERE}.Plain:depth=5,speed=0.5,greedy", f"{PLAYERS}.First;random"])
    assert texts == [f"{HERE}.Plain:depth=5,speed=0.5", "greedy", f"{PLAYERS}.First", "random"]


@pytest.mark.full
def test_a_subclass_of_a_native_agent_is_not_taken_for_it():
    assert is_native(MatchPlan.match(["random"] * 4))
    for name in ("Disguised", "Contrary", "Grandchild"):
        assert native_policy(make_agent(f"{HERE}.{name}")) is None
        assert not is_native(MatchPlan.match([f"{HERE}.{name}", "random", "random", "random"]))


def test_an_agent_offers_its_native_policy():
    assert type(native_policy(make_agent("random"))) is Uniform
    assert type(native_policy(make_agent("random:by_group=yes"))) is GroupFirst
    assert native_policy(make_agent("random:trade=batna")) is None
    assert type(native_policy(make_agent(f"{HERE}.Declared:by_group=yes"))) is GroupFirst
    assert type(native_policy(make_agent(f"{HERE}.Weighing"))) is Weighted
    assert is_native(MatchPlan.match([f"{HERE}.Weighing", "random", "random", "random"]))


def test_the_list_of_agents_says_how_to_name_one_of_your_own(capsys):
    assert command.run(Namespace(name=None)) == 0
    assert "import path, package.module.Class" in capsys.readouterr().out
