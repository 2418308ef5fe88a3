"""The rule book is complete: every rule of the engine has a sentence, and every sentence its tests."""

import ast
import dataclasses
import re
from functools import cache
from pathlib import Path

import pytest

from catanlab.cli.main import main
from catanlab.framework.declared.book import read_book
from catanlab.framework.declared.flow_picture import begun_by
from catanlab.games.cant_stop import CantStop
from catanlab.games.catan.declared import DeclaredCatan
from catanlab.games.catan.engine.illegal_reasons import CODES
from catanlab.games.catan.rules import Rules
from catanlab.games.catan.text.rule_book import (
    FORMALITIES,
    catan_book,
    link_name,
    links,
    rule_book_page,
)
from catanlab.games.routes import Routes

ROOT = Path(__file__).parents[2]
ENGINE = ROOT / "src/catanlab/games/catan/engine"
FAMILIES = ("roads_and_buildings", "production_and_robber", "cards", "trade", "turn_order")
MECHANICS = re.compile("_|list_|count_|nth_|draw_(?!card)")
"""How the names of functions begin that only list, count or draw what the rules allow."""


@cache
def functions(path):
    return [node.name for node in ast.parse(path.read_text()).body if isinstance(node, ast.FunctionDef)]


@pytest.mark.parametrize("family", FAMILIES)
def test_every_rule_of_the_engine_has_a_sentence(family):
    linked = {name for link in links().values() if link.module == family for name in link.functions}
    rules = {name for name in functions(ENGINE / f"{family}.py") if not MECHANICS.match(name)}
    assert rules - linked == set()
    assert linked <= set(functions(ENGINE / f"{family}.py"))


def test_every_refusal_of_the_engine_has_a_sentence():
    said = {code for sentence in catan_book().sentences for code in sentence.codes}
    assert set(CODES) - said == set(FORMALITIES)
    assert said <= set(CODES)


def test_every_sentence_says_where_it_is_and_which_tests_show_it():
    names = [link_name(sentence) for sentence in catan_book().sentences]
    assert len(set(names)) == len(names)
    assert set(names) == set(links())
    for link in links().values():
        assert link.module in FAMILIES
        for file, words in link.tests:
            assert f"test_{words.replace(' ', '_')}" in functions(ROOT / f"tests/rules/test_{file}.py")


def test_every_declared_rule_is_in_the_book():
    said = {sentence.text for sentence in catan_book().sentences}
    assert {hung.rule.sentence for hung in DeclaredCatan.structure.rules()} <= said


def test_sentences_can_be_read_aloud():
    for declaration in (DeclaredCatan, Routes, CantStop):
        for sentence in read_book(declaration).sentences:
            assert re.fullmatch(r"[A-Z][^.]*\.", sentence.text), sentence
            assert not re.search(r"\b(return|self|None|True|False)\b|_|`", sentence.text), sentence


def test_every_option_changes_a_rule_except_who_plays_and_the_board():
    settings = {setting.name: setting for setting in catan_book().settings}
    assert list(settings) == [field.name for field in dataclasses.fields(Rules)]
    assert [name for name, setting in settings.items() if not setting.changes] == ["players", "layout"]
    changed = [s.name for s in catan_book().sentences if s.number in settings["friendly_robber"].changes]
    assert changed == ["robber_is_friendly", "robber_moves_in_order"]


def test_the_picture_shows_what_begins_what():
    found = {(start.name, end.name) for start, end in begun_by(DeclaredCatan)}
    assert ("before_the_roll", "dice") in found
    assert ("dice", "discarding") in found
    assert ("discarding", "moving_the_robber") in found
    assert ("moving_the_robber", "steal") in found
    assert {end for start, end in found if start == "after_the_roll"} == {
        "moving_the_robber",
        "placing_free_roads",
        "trading",
        "deck",
    }


def test_the_page_has_every_sentence_and_its_links():
    """tests/docs compares the page of the docs with it."""
    page = rule_book_page()
    for sentence in catan_book().sentences:
        assert f"* **{sentence.number}** {sentence.text}\n" in page
        assert f"\n| {sentence.number} | [`" in page


def test_the_command_prints_the_book_of_a_declared_game(capsys):
    assert main(["rules", "--book"]) == 0
    out = capsys.readouterr().out
    assert "\n3. Roads\n\n  3.1   A road goes on a free edge.\n" in out
    assert max(map(len, out.split("\n"))) <= 100
    assert main(["rules", "--book", "--game", "routes"]) == 0
    assert "  Every line can be built once." in capsys.readouterr().out.replace("4.2 ", "")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--game", "routes"], "--game goes with --book"),
        (
            ["--book", "--game", "gomoku"],
            "gomoku has no rule book; those that have one are catan, cant-stop, routes",
        ),
    ],
)
def test_what_the_command_refuses(words, reason, capsys):
    assert main(["rules", *words]) == 2
    assert reason in capsys.readouterr().err
