"""Agents as text: names, options, and what is refused."""

from argparse import Namespace
from typing import Annotated, Literal

import pytest
from tests.table.players import First

from catanlab.agents.players.mcts.presets import SEARCHES
from catanlab.agents.players.planner import Planner
from catanlab.agents.registry import AGENTS, agent_games, agent_options, make_agent
from catanlab.cli import agents as command
from catanlab.framework.errors import AgentError, CatanlabError
from catanlab.framework.registry import Entry
from catanlab.framework.specs import read_value, spec_value, split_spec, takes
from catanlab.games.registry import GAMES
from catanlab.table.agent import Agent


@pytest.mark.parametrize("entry", AGENTS.entries, ids=lambda entry: entry.name)
def test_every_agent_in_the_list_can_be_made(entry):
    agent = make_agent(entry.name)
    assert isinstance(agent, Agent)
    assert agent.name == entry.name
    assert entry.summary
    assert set(agent.games) <= set(GAMES.names)


def test_the_list_is_in_order_of_names():
    assert list(AGENTS.names) == sorted(AGENTS.names)


@pytest.mark.parametrize("entry", AGENTS.entries, ids=lambda entry: entry.name)
def test_every_option_has_a_meaning_and_its_default_can_be_written_out(entry):
    options = agent_options(entry.name)
    assert all(option.meaning and option.takes for option in options)
    if options:
        spec = ",".join(f"{option.name}={option.default}" for option in options)
        agent = make_agent(f"{entry.name}:{spec}")
        plain = make_agent(entry.name)
        agent, plain = (getattr(made, "agent", made) for made in (agent, plain))  # behind a negotiator
        if entry in SEARCHES:
            assert agent.settings == plain.settings
            assert plain.policy_options.items() <= agent.policy_options.items()
            return
        if isinstance(plain, Planner):
            assert (agent.forecasts.strategy, agent.decision_options) == (
                plain.forecasts.strategy,
                plain.decision_options,
            )
            return
        own = [option for option in options if option.name != "trade"]  # the class knows nothing of it
        for option in own:
            assert getattr(agent, option.name) == getattr(plain, option.name)


def test_options_are_read_and_kept_in_the_name():
    agent = make_agent(" random : by_group = YES ")
    assert agent.by_group is True
    assert agent.name == "random:by_group=yes"
    assert make_agent(agent.name).by_group is True


def test_which_games_an_agent_plays():
    assert agent_games("greedy") == ("catan",)
    assert agent_games("random") == ()


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("", "unknown agent ''; the agents are "),
        ("clever", "unknown agent 'clever'; the agents are "),
        ("random:speed=9", "random has no option 'speed'; its options are by_group"),
        ("random:by_group=perhaps", "random's by_group is 'perhaps'; it must be yes or no"),
        ("random:by_group", "'by_group' is not an option with a value; the form is: name or name:"),
        ("random:by_group=", "is not an option with a value"),
        ("random:", "is not an option with a value"),
        ("random:,", "is not an option with a value"),
        ("random:by_group=yes,by_group=no", "by_group is given twice"),
        ("random:self=1", "has no option 'self'"),
    ],
)
def test_invalid_specs_are_refused_with_the_valid_words(spec, words):
    with pytest.raises(AgentError) as caught:
        make_agent(spec)
    assert words in str(caught.value)
    assert caught.value.code == "bad-agent"


class Optioned(First):
    """Has options of every kind."""

    name = "optioned"

    def __init__(
        self,
        *,
        depth: Annotated[int, "how deep"] = 3,
        width: Annotated[float, "how wide"] = 0.5,
        mode: Annotated[Literal["slow", "fast"], "how"] = "slow",
        book: Annotated[str | None, "which"] = None,
        limit: int | None = None,
    ):
        self.values = (depth, width, mode, book, limit)


@pytest.fixture
def optioned(monkeypatch):
    """Let the list hold an agent with options of every kind."""
    monkeypatch.setattr(AGENTS, "_entries", dict(AGENTS._entries))
    AGENTS.add(Entry("optioned", "has options", f"{__name__}.Optioned"))


@pytest.mark.usefixtures("optioned")
def test_values_are_read_by_the_annotations():
    assert make_agent("optioned").values == (3, 0.5, "slow", None, None)
    agent = make_agent("optioned:depth=7,width=2,mode=fast,book=x,limit=9")
    assert agent.values == (7, 2.0, "fast", "x", 9)
    assert make_agent("optioned:book=none,limit=none").values[3:] == (None, None)
    *options, trade = agent_options("optioned")
    assert trade.name == "trade"
    kinds = [(option.name, option.takes, option.default) for option in options]
    assert kinds == [
        ("depth", "an integer", "3"),
        ("width", "a number", "0.5"),
        ("mode", "slow or fast", "slow"),
        ("book", "none or a word", "none"),
        ("limit", "an integer or none", "none"),
    ]


@pytest.mark.usefixtures("optioned")
@pytest.mark.parametrize(
    ("option", "words"),
    [
        ("depth=deep", "an integer"),
        ("depth=1.5", "an integer"),
        ("width=nan", "a number"),
        ("width=inf", "a number"),
        ("mode=medium", "slow or fast"),
        ("limit=some", "an integer or none"),
    ],
)
def test_a_value_of_the_wrong_kind_is_refused(option, words):
    with pytest.raises(AgentError, match=words):
        make_agent(f"optioned:{option}")


def test_an_entry_loads_its_class():
    assert AGENTS.find("random").load().__name__ == "RandomAgent"


def test_the_command_lists_every_agent_and_option(capsys):
    assert command.run(Namespace(name=None)) == 0
    listed = capsys.readouterr().out
    for name in AGENTS.names:
        assert name in listed
        assert command.run(Namespace(name=name)) == 0
        printed = " ".join(capsys.readouterr().out.split())
        for option in agent_options(name):
            assert option.name in printed
            assert option.meaning in printed


# The reader that all lists of named things can share.


def test_a_spec_is_split_into_its_name_and_the_words_of_its_options():
    assert split_spec("sos", CatanlabError) == ("sos", {})
    assert split_spec("sos:komi=3 , seed=1", CatanlabError) == ("sos", {"komi": "3", "seed": "1"})
    assert split_spec("a:b=c=d", CatanlabError) == ("a", {"b": "c=d"})


@pytest.mark.parametrize("value", [True, False, None, 3, -1, 2.5, "word"])
def test_values_survive_being_written_and_read(value):
    hint = type(value) if value is not None else int | None
    assert read_value("it", spec_value(value), hint, CatanlabError) == value


def test_what_an_annotation_takes_is_said_in_words():
    assert takes(bool) == "yes or no"
    assert takes(str) == "a word"
    assert takes(Literal["a", "b", "c"]) == "a, b or c"


def test_a_person_cannot_be_made():
    with pytest.raises(
        AgentError, match="human is a person and cannot be made: only catanlab play has a seat"
    ):
        make_agent("human")
