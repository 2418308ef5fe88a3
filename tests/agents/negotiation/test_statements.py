"""Statements of interest: written and read back, and understood as people type them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catanlab.agents.negotiation.statements import Statement, joined, parse, spoken

KINDS = ("want?", "sell?", "want", "sell", "lack", "keep", "decline")
some = st.sets(st.integers(0, 4), min_size=1).map(lambda found: tuple(sorted(found)))
seats = st.sets(st.integers(0, 3)).map(lambda found: tuple(sorted(found)))


@given(st.sampled_from(KINDS), some)
def test_what_is_said_to_all_reads_back(kind, resources):
    statement = Statement(kind, resources)
    assert parse(statement.text) == (statement,)


@given(st.sampled_from(("want?", "sell?")), some, seats)
def test_a_question_to_some_seats_reads_back(kind, resources, to):
    statement = Statement(kind, resources, to)
    assert parse(statement.text) == (statement,)


@given(seats.filter(bool))
def test_the_name_of_a_leader_reads_back(leaders):
    statement = Statement("leader", to=leaders)
    assert parse(statement.text) == (statement,)


@pytest.mark.parametrize("kind", ["yes", "no"])
def test_a_bare_answer_reads_back(kind):
    assert parse(Statement(kind).text) == (Statement(kind),)


@given(st.lists(st.builds(Statement, st.sampled_from(KINDS), some), min_size=1, max_size=4))
def test_several_statements_on_one_line_read_back(statements):
    assert parse(spoken(statements)) == tuple(dict.fromkeys(statements))


@given(st.text())
def test_any_text_can_be_read(text):
    assert all(isinstance(statement, Statement) for statement in parse(text))


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("i need ore", "I want ore."),
        ("anyone selling wheat?", "Is anyone selling wheat?"),
        ("anyone selling wheat", "Is anyone selling wheat?"),
        ("no clay", "I don't have clay."),
        ("I DONT HAVE BRICK", "I don't have clay."),
        ("I don\N{RIGHT SINGLE QUOTATION MARK}t have clay", "I don't have clay."),
        ("sorry, no ore", "No. I don't have ore."),
        ("out of lumber", "I don't have wood."),
        ("i have no ore to sell", "I don't have ore."),
        ("who has wood or wool?", "Is anyone selling wood or sheep?"),
        ("anyone got grain", "Is anyone selling wheat?"),
        ("got any wheat?", "Is anyone selling wheat?"),
        ("have you got wood", "Is anyone selling wood?"),
        ("can i have ore?", "Is anyone selling ore?"),
        ("can i sell ore?", "Does anyone want ore?"),
        ("ore?", "Is anyone selling ore?"),
        ("wheat, anyone?", "Is anyone selling wheat?"),
        ("who needs sheep?", "Does anyone want sheep?"),
        ("anybody interested in wheat", "Does anyone want wheat?"),
        ("seat 2, do you want ore?", "Seat 2, do you want ore?"),
        ("does player 2 want ore", "Seat 2, do you want ore?"),
        ("not selling ore", "I am not selling ore."),
        ("i dont need ore, i need wheat", "I don't want ore. I want wheat."),
        ("i have ore and need wheat but no clay", "I am selling ore. I want wheat. I don't have clay."),
        ("ore", "I want ore."),
        ("ore please", "I want ore."),
        ("ore, i need it", "I want ore."),
        ("give me a sheep", "I want sheep."),
        ("looking for wheat or clay", "I want clay and wheat."),
        ("I have too much sheep", "I am selling sheep."),
        ("sheep for sale", "I am selling sheep."),
        ("wheat for ore?", "Does anyone want wheat? Is anyone selling ore?"),
        ("trade wood for ore?", "Does anyone want wood? Is anyone selling ore?"),
        ("2 wood for 1 ore", "I am selling wood. I want ore."),
        ("anyone trade me ore for wheat?", "Is anyone selling ore? Does anyone want wheat?"),
        ("no, i need wheat", "No. I want wheat."),
        ("nope", "No."),
        ("sure", "Yes."),
        ("player 1 is winning", "Seat 1 is close to winning."),
        ("don't trade with seat 3!", "Seat 3 is close to winning."),
    ],
)
def test_ordinary_words_are_understood(typed, meant):
    assert spoken(parse(typed)) == meant


@pytest.mark.parametrize(
    "typed",
    ["", "good luck", "hello there", "i want to win", "what are you selling?", "nobody has ore", "7"],
)
def test_other_talk_means_nothing(typed):
    assert parse(typed) == ()


def test_statements_of_one_kind_are_joined():
    said = [Statement("sell", (4,)), Statement("want", (0, 3)), Statement("want", (3,))]
    assert spoken(joined(said)) == "I am selling ore. I want wood and wheat."


def test_a_statement_to_all_concerns_everybody():
    assert Statement("want?", (1,)).concerns(3)
    assert Statement("want?", (1,), (2,)).concerns(2)
    assert not Statement("want?", (1,), (2,)).concerns(3)
