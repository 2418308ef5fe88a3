"""Keys of results change with the code that plays, and with nothing else."""

import ast
import os
import re
import runpy
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import catanlab
from catanlab import _compiler
from catanlab.agents.registry import AGENTS, agent_options
from catanlab.lab.code import code_key, has_same_code
from catanlab.lab.code.key import LEFT_OUT, MODULES_OF_EVERY_GAME, TABLES, needed_modules, source_code
from catanlab.lab.code.syntax import declarations, python_source
from catanlab.lab.match_plan import MatchPlan
from catanlab.lab.play_game import play_at_table

PACKAGE = Path(catanlab.__file__).parent
SPECS = (
    *AGENTS.names,
    "uct:trade=batna",
    "uct:playout=heavy",
    "uct:overrides=martin",
    "uct:opening=jsettlers",
    "uct:turns=tuma",
)


class Copy:
    """A copy of the sources of catanlab that a test may edit; its edits are undone after it."""

    def __init__(self, folder):
        self.folder = folder / "catanlab"
        shutil.copytree(PACKAGE, self.folder, ignore=shutil.ignore_patterns("*.so", "__pycache__"))
        self.before = {spec: code_key([spec]) for spec in SPECS}
        self._originals = {}

    def keys(self, specs=SPECS):
        source = source_code(self.folder.parent)
        return {spec: code_key([spec], source=source) for spec in specs}

    def changed(self, specs=SPECS):
        """Return the agents whose key is not what it was before the edits."""
        return {spec for spec, key in self.keys(specs).items() if key != self.before[spec]}

    def write(self, path, text):
        self._originals.setdefault(path, path.read_bytes())
        path.write_bytes(text)

    def append(self, file, text):
        path = self.folder / file
        self.write(path, path.read_bytes() + text.encode())

    def undo(self):
        for path, text in self._originals.items():
            path.write_bytes(text)
        self._originals.clear()


@pytest.fixture(scope="module")
def shared_copy(tmp_path_factory):
    return Copy(tmp_path_factory.mktemp("sources"))


@pytest.fixture
def copy(shared_copy):
    yield shared_copy
    shared_copy.undo()


@pytest.mark.full
def test_a_copy_has_the_keys_of_the_running_code(copy):
    assert copy.changed() == set()
    assert len(set(copy.before.values())) == len(SPECS)
    assert len({key.split()[0] for key in copy.before.values()}) == 1


# What changes no key.


@pytest.mark.full
def test_comments_and_docstrings_keep_every_key(copy):
    edited = 0
    for path in copy.folder.rglob("*.pxd"):
        copy.write(path, b"# A new comment.\n\n" + path.read_bytes() + b"\n# And another.\n")
    for path in copy.folder.rglob("*.py"):
        lines = path.read_bytes().splitlines(keepends=True)
        texts = [node for node in ast.walk(ast.parse(path.read_bytes())) if is_docstring(node)]
        for node in sorted(texts, key=lambda node: node.lineno, reverse=True):
            after = lines[node.end_lineno - 1][node.end_col_offset :]
            before = lines[node.lineno - 1][: node.col_offset]
            lines[node.lineno - 1 : node.end_lineno] = [before + b'"""Said otherwise."""' + after]
            edited += 1
        copy.write(path, b"".join([b"# A new comment.\n\n", *lines, b"\n# And another.\n"]))
    assert edited > 1000
    assert copy.changed() == set()


@pytest.mark.full
def test_the_layout_of_lines_keeps_every_key(copy):
    path = copy.folder / "games" / "catan" / "engine" / "production_and_robber.py"
    text = path.read_bytes()
    laid_out = text.replace(b"if not cython.compiled:", b"if (\n    not cython.compiled\n):", 1)
    assert laid_out != text
    copy.write(path, laid_out)
    assert copy.changed() == set()


WORDS = b"""
def roll(sides: Annotated[Literal["6", "8"], "sides of a die"], name="die"):
    if not sides:
        raise ValueError(f"{name} has no sides", "at all", 1)
    return "rolled", random(sides)
"""


@pytest.mark.parametrize(
    ("words", "other_words", "counts"),
    [
        (b"at all", b"whatsoever", False),
        (b'f"{name} has no sides"', b'f"{name}: sides missing for {sides}"', False),
        (b"sides of a die", b"how many sides a die has", False),
        (b"ValueError", b"TypeError", True),
        (b", 1)", b", 2)", True),
        (b'"8"', b'"10"', True),
        (b'name="die"', b'name="dice"', True),
        (b"rolled", b"thrown", True),
    ],
)
def test_the_words_of_errors_and_options_do_not_count_but_other_texts_do(words, other_words, counts):
    assert words in WORDS
    before = python_source(WORDS, "catanlab", is_data=False)
    after = python_source(WORDS.replace(words, other_words), "catanlab", is_data=False)
    assert (before.digest != after.digest) == counts


@pytest.mark.full
def test_pictures_and_the_store_keep_every_key(copy):
    copy.append("games/catan/draw/picture.py", "EXTRA = 1\n")
    copy.append("lab/store/store.py", "EXTRA = 1\n")
    copy.append("cli/main.py", "EXTRA = 1\n")
    assert copy.changed() == set()


@pytest.mark.full
def test_a_new_agent_in_the_list_keeps_the_keys_of_the_others(copy):
    copy.append("agents/registry.py", 'NEW = Entry("new", "", "new.agent.New")\n')
    copy.append("agents/players/mcts/presets.py", 'MORE = {"new-uct": ("searches", {"c": 9.0})}\n')
    assert copy.changed() == set()


# What changes the keys of some.


@pytest.mark.full
def test_a_tree_policy_changes_the_keys_of_those_that_use_it(copy):
    copy.append("search/tree_policies/vpi.py", "EXTRA = 1\n")
    assert copy.changed() == {"vpi", "panousis-vpi"}


@pytest.mark.full
def test_declarations_of_a_tree_policy_change_them_too(copy):
    copy.append("search/tree_policies/vpi.pxd", "cdef int extra\n")
    assert copy.changed() == {"vpi", "panousis-vpi"}


@pytest.mark.full
def test_the_heavy_policy_changes_the_keys_of_those_that_use_it(copy):
    copy.append("agents/value/heavy.py", "EXTRA = 1\n")
    # building plans rob and discard as it does
    heavy = {spec for spec in SPECS if values(spec).get("playout") in ("heavy", "plans")}
    assert {"martin", "uct:playout=heavy"} <= heavy
    assert copy.changed() == {"heuristic", "uct:overrides=martin"} | heavy


@pytest.mark.full
def test_a_scheme_of_trade_changes_the_keys_of_those_that_use_it(copy):
    copy.append("agents/negotiation/batna.py", "EXTRA = 1\n")
    changed = copy.changed()
    assert {"thomas-trade", "uct:trade=batna"} <= changed
    assert not {"thomas-plan", "uct", "martin", "greedy"} & changed


@pytest.mark.full
def test_rules_in_place_of_a_tree_change_the_keys_of_those_that_use_them(copy):
    copy.append("agents/players/mcts/overrides/martin.py", "EXTRA = 1\n")
    changed = copy.changed()
    assert {"martin", "uct:overrides=martin"} <= changed
    assert not {"uct", "smartsettlers", "heuristic"} & changed


@pytest.mark.full
def test_an_opening_changes_the_keys_of_those_that_may_use_it(copy):
    copy.append("agents/players/mcts/overrides/openings.py", "EXTRA = 1\n")
    changed = copy.changed()
    assert {"martin", "uct:opening=jsettlers"} <= changed
    assert not {"uct", "tuma-1", "heuristic"} & changed


@pytest.mark.full
def test_compound_turns_change_the_keys_of_those_that_use_them(copy):
    copy.append("games/catan/turns/tuma.py", "EXTRA = 1\n")
    assert copy.changed() == {"tuma-1", "tuma-3", "uct:turns=tuma"}


@pytest.mark.full
def test_declarations_change_the_keys_of_all_that_cimport_them(copy):
    copy.append("agents/estimates/build_time.pxd", "cdef int extra\n")
    changed = copy.changed()
    assert {"thomas-plan", "jsettlers-smart"} <= changed
    assert not {"random", "greedy", "uct"} & changed


@pytest.mark.full
def test_declarations_without_a_module_change_every_key(copy):
    copy.append("games/catan/codes.pxd", "cdef enum:\n    EXTRA = 1\n")
    assert copy.changed() == set(SPECS)


@pytest.mark.full
def test_code_of_every_game_changes_every_key(copy):
    different = {"random", "uct:trade=batna", "jsettlers-smart"}
    for file in (
        "games/catan/engine/production_and_robber.py",
        "table/table.py",
        "playout/games.py",
        "lab/play_game.py",
    ):
        copy.append(file, "EXTRA = 1\n")
        assert copy.changed(different) == different
        copy.undo()


@pytest.mark.full
def test_the_settings_of_the_compiler_change_every_key(copy):
    copy.append("_compiler.py", "EXTRA = 1\n")
    assert copy.changed() == set(SPECS)


def test_c_code_in_declarations_counts():
    text = b'cdef extern from *:\n    """\n    #define LIMIT 5  // in C\n    """\n    int LIMIT  # here\n'
    assert declarations(text.replace(b"  # here", b"")) == declarations(text)
    assert declarations(text.replace(b"5", b"6")) != declarations(text)


# Agents from outside.


BOT = """
import json
import numpy
from catanlab import Agent
from catanlab.table.random_agent import RandomAgent

class Bot(RandomAgent):
    def start(self, *given):
        import keyed_helper
        super().start(*given)
"""


def test_an_agent_from_outside_counts_with_what_it_imports(tmp_path, monkeypatch):
    (tmp_path / "keyed_bot.py").write_text(BOT)
    helper = tmp_path / "keyed_helper.py"
    helper.write_text("DEPTH = 3\n")
    monkeypatch.syspath_prepend(tmp_path)
    before = code_key(["keyed_bot.Bot"])
    needed = needed_modules("keyed_bot.Bot")
    assert {"keyed_bot", "keyed_helper"} <= needed
    assert not {"json", "numpy"} & needed
    helper.write_text("DEPTH = 3  # the best\n")
    assert code_key(["keyed_bot.Bot"]) == before
    helper.write_text("DEPTH = 4\n")
    assert code_key(["keyed_bot.Bot"]) != before


NAMING_BOT = """
from catanlab import make_agent
from catanlab.table.random_agent import RandomAgent

class Bot(RandomAgent):
    def start(self, *given):
        self.adviser = make_agent("greedy")
"""


def test_an_agent_from_outside_may_name_anything(tmp_path, monkeypatch):
    (tmp_path / "naming_bot.py").write_text(NAMING_BOT)
    monkeypatch.syspath_prepend(tmp_path)
    needed = needed_modules("naming_bot.Bot")
    assert "catanlab.agents.players.greedy.agent" in needed
    assert "catanlab.search.tree_policies.vpi" in needed
    assert "catanlab.agents.value.heavy" in needed


def test_a_part_from_outside_counts(tmp_path, monkeypatch):
    policy = tmp_path / "keyed_policy.py"
    policy.write_text("def first(state, random):\n    return state.legal_moves[0]\n")
    monkeypatch.syspath_prepend(tmp_path)
    spec = "uct:playout=keyed_policy.first"
    before = code_key([spec])
    assert "catanlab.search.tree_policies.vpi" not in needed_modules(spec)
    policy.write_text("def first(state, random):\n    return state.legal_moves[-1]\n")
    assert code_key([spec]) != before


# That the keys can be trusted.


@pytest.mark.full
@pytest.mark.parametrize("spec", SPECS)
def test_all_code_that_runs_in_a_game_counts(spec):
    options = values(spec)
    if "iterations" in options:
        more = "iterations=4,seconds=none,threshold=0"
        spec = f"{spec},{more}" if ":" in spec else f"{spec}:{more}"
    plan = MatchPlan.match([spec, "random"], rules="trading,players=2", max_turns=12)
    ran = set()

    def note(frame, event, argument):
        ran.add(frame.f_globals.get("__name__", ""))

    sys.setprofile(note)
    try:
        rows, _, troubles = play_at_table(plan, 0, 0)
    finally:
        sys.setprofile(None)
    assert not troubles
    assert rows.turns[0] > 4
    ours = {name for name in ran if name.startswith("catanlab.")}
    assert "catanlab.table.table" in ours
    assert ours - needed_modules(spec) - needed_modules("random") == set()


@pytest.mark.full
def test_keys_are_the_same_in_every_process():
    command = "from catanlab.lab.code import code_key; print(code_key(['uct', 'thomas-trade']))"
    said = subprocess.run(
        [sys.executable, "-c", command],
        env={**os.environ, "PYTHONHASHSEED": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert said.stdout.strip() == code_key(["uct", "thomas-trade"])


def test_two_plans_have_the_same_code_if_games_and_common_agents_have():
    one = MatchPlan.match(["random", "greedy"], rules="players=2")
    other = MatchPlan.match(["heuristic", "random"], rules="players=2")
    assert one.code != other.code
    assert has_same_code(one, other)
    game, first, second = other.code.split()
    assert has_same_code(one, replace(other, code=f"{game} {'0' * 16} {second}"))
    assert not has_same_code(one, replace(other, code=f"{game} {first} {'0' * 16}"))
    assert not has_same_code(one, replace(other, code=f"{'0' * 16} {first} {second}"))
    old = replace(one, code="9" * 16)
    assert has_same_code(old, replace(other, code="9" * 16))
    assert not has_same_code(old, one)


def test_syntax_is_digested_alike_by_all_versions_of_python():
    text = b"""
from a.b import c as d
class K(Base, key=1):
    "Doc."
    x: int = 0
    async def f(self, *args, y=None, **kw) -> str:
        return f"{self.x!r:>{y}} and" if args[1:2] else "\\u00e9" + -1.5e3 * ...
    @property
    def g(self): yield from (i for i in range(3) if i != 1)
match d:
    case {"k": [1, *rest]} if (n := 2): print(lambda z: {**z}, b"x", 1j)
try: pass
except* (OSError, ValueError) as e: del e
"""
    assert python_source(text, "p", False).digest[:16] == "6e54451fb049927c"


def test_the_tables_are_where_they_are_said_to_be():
    source = source_code()
    choices = (choice for table in TABLES.values() for choice in table.choices)
    for name in (*MODULES_OF_EVERY_GAME, *LEFT_OUT, *TABLES, *choices):
        assert source.module_of(name) == name


@pytest.mark.full
def test_the_build_uses_the_settings_that_count(monkeypatch):
    top = PACKAGE.parents[1]
    if not (top / "setup.py").exists():
        pytest.skip("an installed catanlab has no setup.py")
    monkeypatch.chdir(top)
    build = runpy.run_path("setup.py")
    assert _compiler.DIRECTIVES.items() <= build["DIRECTIVES"].items()
    assert set(_compiler.FLAGS) <= set(build["COMPILE"])
    written = (top / "setup.py").read_text()
    assert not re.findall(r'"-(?:f(?!sanitize|no-)|m)[^"]*"', written)


def is_docstring(node):
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def values(spec):
    return {option.name: option.default for option in agent_options(spec)}
