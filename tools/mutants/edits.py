"""Finds the small wrong edits of a source, each within one line, and takes some of them by a seed."""

import ast
import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from types import CodeType

RELATIONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
SIGNS = {"+": "-", "-": "+", "*": "+", "&": "|", "|": "&", "<<": ">>", ">>": "<<", "//": "*"}
FAMILIES = (
    ("ROAD_COST", "SETTLEMENT_COST", "CITY_COST", "CARD_COST"),
    ("KNIGHT", "ROAD_BUILDING", "YEAR_OF_PLENTY", "MONOPOLY", "VICTORY_POINT"),
    ("ROADS_EACH", "SETTLEMENTS_EACH", "CITIES_EACH"),
    ("BEFORE_ROLL", "MAIN", "ROBBING", "FREE_ROADS", "DISCARDING", "ANSWERING", "CHOOSING"),
    ("SETUP_SETTLEMENT", "SETUP_ROAD"),
    ("ROLLING", "DRAWING", "STEALING"),
    ("ACCEPT", "REJECT", "COUNTER", "CONFIRM", "TAKE_COUNTER"),
    ("LONGEST_ROAD_MINIMUM", "LARGEST_ARMY_MINIMUM", "AWARD_POINTS"),
)
"""Names of constants that somebody could take for one another."""
OBJECTS = ("p", "out", "self", "random", "state")
"""Arguments that are no numbers: the compiler refuses a swap of them."""


@dataclass(frozen=True)
class Mutant:
    """A wrong edit of one line, inside of one function.

    >>> m = Mutant(Path("a.py"), 2, 4, 5, "3", "number", "f")
    >>> m.applied("def f():\\n    2\\n").splitlines()[1]
    '    3'
    """

    path: Path
    line: int
    start: int
    end: int
    text: str
    kind: str
    function: str

    def applied(self, source: str) -> str:
        """Return the source with the edit."""
        lines = source.splitlines(keepends=True)
        line = lines[self.line - 1]
        lines[self.line - 1] = line[: self.start] + self.text + line[self.end :]
        return "".join(lines)

    def diff(self, source: str) -> str:
        """Return the line before and after, as in a diff."""
        before, after = (
            text.splitlines()[self.line - 1].strip() for text in (source, self.applied(source))
        )
        return f"-{before}\n+{after}"


class Finder(ast.NodeVisitor):
    """Collects the edits of one source; what only the un-compiled form runs is left alone."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.source = path.read_text()
        self.lines = self.source.splitlines()
        self.names: list[str] = []
        self.in_function = False
        self.found: list[Mutant] = []

    def all(self) -> list[Mutant]:
        """Return every edit, whether or not it is still Python."""
        self.visit(ast.parse(self.source))
        return self.found

    def _edit(self, line: int, start: int, end: int, text: str, kind: str) -> None:
        if self.in_function:
            self.found.append(Mutant(self.path, line, start, end, text, kind, ".".join(self.names)))

    def _replace(self, node: ast.expr | ast.stmt, text: str, kind: str) -> None:
        if node.lineno == node.end_lineno and node.end_col_offset is not None:
            self._edit(node.lineno, node.col_offset, node.end_col_offset, text, kind)

    def _between(self, left: ast.expr, right: ast.expr, words: dict[str, str], kind: str) -> None:
        """Exchange the operator that stands between two operands."""
        if left.end_lineno != right.lineno or left.end_col_offset is None:
            return
        gap = self.lines[right.lineno - 1][left.end_col_offset : right.col_offset]
        word = gap.strip("() ")
        if word in words:
            start = left.end_col_offset + gap.index(word)
            self._edit(right.lineno, start, start + len(word), words[word], kind)

    def _text(self, node: ast.expr) -> str:
        return ast.get_source_segment(self.source, node) or ""

    def _nested(self, node: ast.FunctionDef | ast.ClassDef, is_function: bool) -> None:
        before, self.in_function = self.in_function, is_function
        self.names.append(node.name)
        for statement in node.body:
            self.visit(statement)
        self.names.pop()
        self.in_function = before

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """Go into the methods."""
        self._nested(node, is_function=False)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """Go into the body, not into annotations and decorators."""
        self._nested(node, is_function=True)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """Leave declarations of types alone."""

    def visit_Raise(self, node: ast.Raise) -> None:
        """Leave the words of errors alone."""

    def visit_If(self, node: ast.If) -> None:
        """Let a condition always or never hold."""
        if "cython.compiled" in self._text(node.test):
            return
        self._replace(node.test, "True", "condition")
        self._replace(node.test, "False", "condition")
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        """Exchange `and` and `or`, or drop an operand."""
        for left, right in pairwise(node.values):
            self._between(left, right, {"and": "or", "or": "and"}, "and-or")
        for value in node.values:
            self._replace(value, "True" if isinstance(node.op, ast.And) else "False", "dropped operand")
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        """Drop a `not` or a `~`."""
        if isinstance(node.op, ast.Not | ast.Invert):
            self._replace(node, f"({self._text(node.operand)})", "dropped not")
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        """Exchange a relation for its neighbour, or == and !=."""
        for left, right in pairwise([node.left, *node.comparators]):
            self._between(left, right, RELATIONS, "relation")
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        """Exchange an operator."""
        self._between(node.left, node.right, SIGNS, "operator")
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        """Miss a number by one, or take the wrong truth."""
        if isinstance(node.value, bool):
            self._replace(node, str(not node.value), "number")
        elif isinstance(node.value, int):
            self._replace(node, str(node.value + 1), "number")
            if node.value:
                self._replace(node, str(node.value - 1), "number")

    def visit_Name(self, node: ast.Name) -> None:
        """Take another constant of the same family."""
        for family in FAMILIES:
            if node.id in family and isinstance(node.ctx, ast.Load):
                for other in family:
                    if other != node.id:
                        self._replace(node, other, "constant")

    def visit_Call(self, node: ast.Call) -> None:
        """Swap two arguments; end a range one too early."""
        for left, right in pairwise(node.args):
            if self._text(left) in OBJECTS or self._text(right) in OBJECTS:
                continue
            if left.lineno == right.end_lineno and right.end_col_offset is not None:
                gap = self.lines[left.lineno - 1][left.end_col_offset : right.col_offset]
                swapped = self._text(right) + gap + self._text(left)
                self._edit(left.lineno, left.col_offset, right.end_col_offset, swapped, "swapped arguments")
        if isinstance(node.func, ast.Name) and node.func.id == "range":
            self._replace(node.args[-1], f"{self._text(node.args[-1])} - 1", "range")
        self.generic_visit(node)

    def generic_visit(self, node: ast.AST) -> None:
        """Drop a statement; of an assignment in place, exchange the operator."""
        if isinstance(node, ast.Assign | ast.AugAssign | ast.Continue | ast.Break):
            self._replace(node, "pass", "dropped statement")
        if isinstance(node, ast.Expr):
            if isinstance(node.value, ast.Constant):
                return
            self._replace(node, "pass", "dropped statement")
        if isinstance(node, ast.Return) and node.value is None:
            self._replace(node, "pass", "dropped statement")
        if isinstance(node, ast.AugAssign):
            signs = {f"{sign}=": f"{other}=" for sign, other in SIGNS.items()}
            self._between(node.target, node.value, signs, "operator")
        super().generic_visit(node)


def _is_sound(mutant: Mutant) -> bool:
    """Say whether an edit is still Python, means something else, and leaves no variable without a value."""
    source = mutant.path.read_text()
    changed = mutant.applied(source)
    try:
        differs = ast.dump(ast.parse(changed)) != ast.dump(ast.parse(source))
    except SyntaxError:
        return False
    return differs and _variables(changed) == _variables(source)


def _variables(source: str) -> set[tuple[str, str]]:
    """Return every variable with its function; one that is never assigned would not compile natively."""
    found = set()
    codes = [compile(source, "", "exec")]
    while codes:
        code = codes.pop()
        found |= {(code.co_qualname, name) for name in code.co_varnames}
        codes += [constant for constant in code.co_consts if isinstance(constant, CodeType)]
    return found


def find_mutants(paths: list[Path]) -> list[Mutant]:
    """Return every edit of the sources."""
    return [mutant for path in paths for mutant in Finder(path).all()]


def choose_mutants(mutants: list[Mutant], count: int, seed: int) -> list[Mutant]:
    """Return some of the mutants: each kind in turn, no line twice, always the same ones for a seed."""
    return list(_in_turn(mutants, count, random.Random(seed)))


def _in_turn(mutants: list[Mutant], count: int, chance: random.Random) -> Iterator[Mutant]:
    kinds: dict[str, list[Mutant]] = {}
    for mutant in chance.sample(mutants, len(mutants)):
        kinds.setdefault(mutant.kind, []).append(mutant)
    lines = set()
    while count and kinds:
        for kind in sorted(kinds):
            while kinds[kind]:
                mutant = kinds[kind].pop()
                if (mutant.path, mutant.line) not in lines and _is_sound(mutant):
                    lines.add((mutant.path, mutant.line))
                    count -= 1
                    yield mutant
                    break
            else:
                del kinds[kind]
            if not count:
                return
