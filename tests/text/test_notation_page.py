"""docs/reference/notation.md: examples can be read, tables are complete, the grammar fits the text."""

import math
import re
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

import pytest
from fuzz.seeds import random_record
from tests.text.games import any_rules, random_states, walk

from catanlab.games.catan import constants as c
from catanlab.games.catan.game import Catan
from catanlab.games.catan.grid import NODE_POINTS, edge_nodes, port_edge
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.text.boards import board_text
from catanlab.games.catan.text.fields import NUMBER_EXTRAS
from catanlab.games.catan.text.positions import PHASE_WORDS, position_text, view_text
from catanlab.games.catan.text.reader import read_position, read_view
from catanlab.games.catan.text.shorthand import read_word, short_form
from catanlab.games.gomoku import Gomoku
from catanlab.games.sos import Sos
from catanlab.table.events import IncidentKind
from catanlab.table.record_reader import read_records
from catanlab.table.record_writer import OWN_HEADERS

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "notation.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)


def table_after(heading):
    """Return the cells of the first table below a heading, without its first row."""
    part = PAGE[PAGE.index(heading) :]
    rows = re.search(r"\n((?:\|.*\n)+)", part)[1].strip().split("\n")[2:]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


def test_positions_on_the_page_are_read_back():
    found = [text.strip() for text in EXAMPLES if text.count(";") and not text.startswith(("view:", "["))]
    assert found
    for text in found:
        assert position_text(read_position(text)) == text


def test_records_on_the_page_are_read_back():
    found = [text for text in EXAMPLES if text.startswith("[")]
    assert len(found) == 2
    for text in found:
        [record] = read_records(text)
        assert record.text == text
        record.replay()


def test_the_view_on_the_page_is_of_the_record_on_the_page():
    [view] = [text.strip() for text in EXAMPLES if text.startswith("view:")]
    [record] = read_records(next(text for text in EXAMPLES if '[Game "catan"]' in text))
    assert view_text(record.view_at(40, 1)) == view
    assert read_view(view).facts == record.view_at(40, 1)._facts()
    position = next(text.strip() for text in EXAMPLES if "choose" in text and not text.startswith("["))
    assert position_text(record.state_at(17)) == position


def test_the_table_of_moves_is_right_and_complete():
    rows = table_after("## Moves")
    groups = set()
    for text, word, _ in rows:
        move = CatanMove.parse(text.strip("`"))
        assert short_form(move) == word.strip("`")
        assert read_word(word.strip("`")) == (move,)
        groups.add(move.group)
    assert groups == {*c.GROUPS[1:], "deal"}


def test_words_in_the_running_text_can_be_read():
    sentence = re.search(r"discards of one seat to the first: (.*?)\.\n", PAGE, re.DOTALL)[1]
    for word in re.findall(r"`([^`]+)`", sentence):
        assert len(read_word(word)) > 1


def test_every_phase_extra_header_and_incident_is_explained():
    for word in (*PHASE_WORDS, *get_args(IncidentKind)):
        assert f"`{word}`" in PAGE
    for name in OWN_HEADERS:
        assert f"| `{name}` |" in PAGE
    rows = table_after("\nPhases:")
    names = {name for row in rows for name in re.findall(r"`(\w+)`", row[0])}
    assert names == {*NUMBER_EXTRAS, "new", "offer", "answers", "discards", "floor", "bank"}


def test_a_step_of_the_set_up_is_a_settlement_with_its_road():
    assert "placed and have got their road" in PAGE
    state = Catan(board="beginner").start()
    for step, move in ((0, "settlement 12"), (1, "road 12-17")):
        state.apply(move)
        assert f" step={step} " in position_text(state)


def test_ports_go_clockwise_from_the_north_west():
    assert "clockwise from the north-west" in PAGE
    angles = []
    for port in range(9):
        (ax, ay), (bx, by) = (NODE_POINTS[node] for node in edge_nodes(port_edge(port)))
        angles.append(math.degrees(math.atan2(ay + by, ax + bx)) % 360)
    first = angles[0]
    assert 180 < first < 270  # y grows south: between west and north
    turned = [(angle - first) % 360 for angle in angles]
    assert turned == sorted(turned)


def test_what_the_page_lets_pass_passes():
    assert "four cities in the first turn pass" in PAGE
    board = board_text(Catan(board="beginner").board)
    seats = "c46c48;41-46,44-48;-;-;0 c8c40;8-12,40-45;-;-;0"
    state = read_position(f"{board} base,players=2 {seats} 9 14k2r2p2m5v 1:0 main r last=46")
    assert [len(seat.city_nodes) for seat in state.position.seats] == [2, 2]


# The grammar: it has no recursion, so that each rule is a regular expression.

SPECIAL = {
    "a letter a to z": "[a-z]",
    "a line feed": "\n",
    "characters other than blanks, commas and braces": r"[^\s,{}]+",
    "any character": ".",
    "any character but a quotation mark, a backslash or a line feed": r'[^"\\\n]',
    "a letter, then letters, digits and underscores": "[A-Za-z][A-Za-z0-9_]*",
    "any character but a brace that closes, a backslash or a line feed": r"[^}\\\n]",
    "any characters but a line feed": r"[^\n]*",
}
TOKEN = re.compile(r"""\s*("[^"]*"|'[^']*'|\?[^?"]+\?|[a-z][a-z ]*[a-z]|[=,;|()\[\]{}])""")


@dataclass
class Grammar:
    """The rules of an EBNF text, each as the tokens of its right side."""

    rules: dict[str, list[str]]

    @classmethod
    def parse(cls, text):
        tokens = []
        place = 0
        while text[place:].strip():
            match = TOKEN.match(text, place)
            assert match, text[place : place + 60]
            tokens.append(match[1])
            place = match.end()
        rules = {}
        while tokens:
            end = tokens.index(";")
            assert tokens[1] == "="
            assert tokens[0] not in rules
            rules[tokens[0]] = tokens[2:end]
            tokens = tokens[end + 1 :]
        return cls(rules)

    def pattern(self, name):
        """Return the regular expression of a rule."""
        closing = {")": ")", "]": ")?", "}": ")*"}
        parts = []
        for token in self.rules[name]:
            if token[0] in "\"'":
                parts.append(re.escape(token[1:-1]))
            elif token[0] == "?" and len(token) > 1:
                parts.append(SPECIAL[token.strip("? ")])
            elif token in "([{":
                parts.append("(?:")
            elif token in closing:
                parts.append(closing[token])
            elif token == "|":
                parts.append("|")
            elif token != ",":
                parts.append(self.pattern(token))
        return f"(?:{''.join(parts)})"

    def matches(self, name, text):
        if name not in self._compiled:
            self._compiled[name] = re.compile(self.pattern(name))
        return self._compiled[name].fullmatch(text) is not None

    def __post_init__(self):
        self._compiled = {}


@pytest.fixture(scope="module")
def grammar():
    return Grammar.parse(re.search(r"```ebnf\n(.*?)```", PAGE, re.DOTALL)[1])


def test_the_grammar_knows_every_name_it_uses(grammar):
    for name in ("position", "view", "record", "catan word"):
        grammar.pattern(name)
    used = {token for tokens in grammar.rules.values() for token in tokens}
    assert set(grammar.rules) - used == {"position", "view", "record"}


def test_positions_fit_the_grammar(grammar):
    for state in random_states(10, 40, first=300):
        assert grammar.matches("position", position_text(state)), position_text(state)
    assert not grammar.matches("position", position_text(state) + " x")
    assert not grammar.matches("position", position_text(state).replace(";", ":"))


def test_views_fit_the_grammar(grammar):
    for number in range(6):
        game = Catan(rules=any_rules(number), seed=number)
        observer = game.observer(1)
        for ply, (state, move) in enumerate(walk(game.start(), number)):
            if ply % 50 == 0:
                assert grammar.matches("view", view_text(observer.view())), view_text(observer.view())
            if move is not None:
                observer.observe(state.seen(move, 1))


def test_moves_fit_the_grammar(grammar):
    for number in range(6):
        for _, move in walk(Catan(rules=any_rules(number), seed=number).start(), number):
            if move is not None:
                assert grammar.matches("catan word", short_form(move))
    for word in ("d=8.", "-wwc", "x7@2=o", "card=k", "."):
        assert grammar.matches("catan word", word)


def test_records_fit_the_grammar(grammar):
    games = [
        *(Catan(rules=any_rules(number), seed=number) for number in range(4)),
        Gomoku(size=4, line=4),
        Sos(),
    ]
    for seed, game in enumerate(games):
        for plies in (0, 150):
            text = random_record(game, seed, plies).text
            assert grammar.matches("record", text), text
            body = text.split("\n\n", 1)[1] if plies else ""
            assert not grammar.matches("record", body)
