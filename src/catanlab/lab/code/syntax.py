"""The content of a source file as far as it counts for results: a digest of its syntax, and its imports.

Comments, docstrings, layout, imports for type checkers and the words of errors and of options (the text in
`raise AgentError("...")` and in `Annotated[int, "..."]`) do not change the digest. Python 3.11, 3.12 and
3.13 give the same digests, unlike the text of `ast.dump`: fields that are empty are left out, as newer
versions add fields to the syntax tree.
"""

from __future__ import annotations

import ast
import hashlib
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

_IGNORED_FIELDS = {"ctx", "kind", "type_comment", "type_ignores"}
_FIELDS: dict[type[ast.AST], tuple[str, ...]] = {}
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_OWN_PREFIX = "catanlab."
_CIMPORT = re.compile(r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+cimport\b|cimport[ \t]+([\w.]+))", re.MULTILINE)
_COMMENT = re.compile(r'("""(?:.|\n)*?"""|"[^"\n]*"|\'[^\'\n]*\')|#[^\n]*')


@dataclass(frozen=True)
class Source:
    """The content of a file as far as it counts."""

    digest: str
    imports: frozenset[str] = frozenset()
    """Modules, and names in modules, that it imports or cimports anywhere."""
    named: frozenset[str] = frozenset()
    """Import paths in catanlab that stand in it as texts."""
    exports: Mapping[str, str] = field(default_factory=dict)
    """The module of each name that it imports for type checkers only, and loads on first use."""


@lru_cache(maxsize=4096)
def python_source(text: bytes, package: str, is_data: bool) -> Source:
    """Return the content of a module of Python, in a package; of a table its functions and classes."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):  # nobody can import it either
        return Source(hashlib.sha256(text).hexdigest())
    reader = _SyntaxReader(package)
    reader.read(tree)
    if is_data:
        digested = _SyntaxReader(package)
        for statement in tree.body:
            if isinstance(statement, _DEFINITIONS):
                digested.read(statement)
    else:
        digested = reader
    digest = hashlib.sha256("\n".join(digested.words).encode("utf-8", "surrogatepass")).hexdigest()
    return Source(digest, frozenset(reader.imports), frozenset(reader.named), reader.exports)


class _SyntaxReader:
    """Writes out a syntax tree as words, and notes what it imports."""

    def __init__(self, package: str) -> None:
        self.words: list[str] = []
        self.imports: set[str] = set()
        self.named: set[str] = set()
        self.exports: dict[str, str] = {}
        self._package = package
        self._is_error = False

    def read(self, node: ast.AST) -> None:
        """Write out a node and all below it."""
        words, kind = self.words, node.__class__
        if kind is ast.Name:  # the most frequent ones first: half of all
            words.append(f"Name {node.id}")  # type: ignore[attr-defined]
            return
        if kind is ast.Attribute:
            words.append(f"Attribute {node.attr}")  # type: ignore[attr-defined]
            self.read(node.value)  # type: ignore[attr-defined]
            return
        special = _SPECIAL.get(kind)
        if special and special(self, node):
            return
        words.append(kind.__name__)
        for name in _FIELDS.get(kind) or _fields(kind):
            value = getattr(node, name, None)
            if value is None or value == []:
                continue
            words.append(name)
            for item in value if value.__class__ is list else (value,):
                if isinstance(item, ast.AST):
                    self.read(item)
                else:
                    words.append(repr(item))
        words.append("end")

    def expression_statement(self, node: ast.Expr) -> bool:
        """Leave out docstrings, also those below attributes."""
        return isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)

    def branch(self, node: ast.If) -> bool:
        """Leave out what only type checkers read; note the names it passes on."""
        test = node.test
        if not (isinstance(test, ast.Name | ast.Attribute) and _last_name(test) == "TYPE_CHECKING"):
            return False
        for statement in node.body:
            if isinstance(statement, ast.ImportFrom):
                home = self._home(statement)
                self.exports |= {alias.asname or alias.name: home for alias in statement.names}
        for statement in node.orelse:
            self.read(statement)
        return True

    def plain_import(self, node: ast.Import) -> bool:
        """Note the modules."""
        self._note(alias.name for alias in node.names)
        return False

    def import_from(self, node: ast.ImportFrom) -> bool:
        """Note the module, and the names, some of which may be modules of a package."""
        home = self._home(node)
        self._note((home, *(f"{home}.{alias.name}" for alias in node.names)))
        return False

    def call(self, node: ast.Call) -> bool:
        """Note the module of `import_module("...")`."""
        if isinstance(node.func, ast.Name | ast.Attribute) and _last_name(node.func) == "import_module":
            if node.args and isinstance(node.args[0], ast.Constant):
                self._note([str(node.args[0].value)])
        return False

    def constant(self, node: ast.Constant) -> bool:
        """Note a text that is an import path in catanlab."""
        value = node.value
        if isinstance(value, str) and value.startswith(_OWN_PREFIX):
            path = value.rstrip(".")  # the beginning of an f-string ends with a dot
            if all(part.isidentifier() for part in path.split(".")):
                self.named.add(path)
        if not (self._is_error and isinstance(value, str)):
            self.words.append(repr(value))
        return True

    def error(self, node: ast.Raise) -> bool:
        """Leave out the words of an error: no game depends on them."""
        if self._is_error:
            return False
        self._is_error = True
        self.read(node)
        self._is_error = False
        return True

    def annotation(self, node: ast.Subscript) -> bool:
        """Leave out the meaning of an option, `Annotated[int, "the meaning"]`."""
        kind, given = node.value, node.slice
        if not (isinstance(kind, ast.Name | ast.Attribute) and _last_name(kind) == "Annotated"):
            return False
        self.words.append("Annotated")
        for item in given.elts if isinstance(given, ast.Tuple) else [given]:
            if not isinstance(item, ast.Constant):
                self.read(item)
        self.words.append("end")
        return True

    def joined_text(self, node: ast.JoinedStr) -> bool:
        """Leave out empty pieces of an f-string: Python 3.12 has more of them than others."""
        if self._is_error:
            return True
        pieces = (
            piece for piece in node.values if not (isinstance(piece, ast.Constant) and not piece.value)
        )
        self.words.append("JoinedStr")
        for piece in pieces:
            self.read(piece)
        self.words.append("end")
        return True

    def _home(self, node: ast.ImportFrom) -> str:
        """Return the module from which names are imported, the full name of a relative one."""
        if not node.level:
            return node.module or ""
        parts = self._package.split(".")
        return ".".join([*parts[: len(parts) - node.level + 1], *([node.module] if node.module else [])])

    def _note(self, names: Iterable[str]) -> None:
        self.imports |= {name.removeprefix("cython.cimports.") for name in names}


_SPECIAL: dict[type[ast.AST], Callable[[_SyntaxReader, Any], bool]] = {
    ast.Expr: _SyntaxReader.expression_statement,
    ast.If: _SyntaxReader.branch,
    ast.Import: _SyntaxReader.plain_import,
    ast.ImportFrom: _SyntaxReader.import_from,
    ast.Call: _SyntaxReader.call,
    ast.Constant: _SyntaxReader.constant,
    ast.JoinedStr: _SyntaxReader.joined_text,
    ast.Raise: _SyntaxReader.error,
    ast.Subscript: _SyntaxReader.annotation,
}


def _fields(kind: type[ast.AST]) -> tuple[str, ...]:
    fields = _FIELDS[kind] = tuple(name for name in kind._fields if name not in _IGNORED_FIELDS)
    return fields


def _last_name(node: ast.Name | ast.Attribute) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr


@lru_cache(maxsize=1024)
def declarations(text: bytes) -> Source:
    """Return the content of a `.pxd`. Its strings all count: some are C."""
    code = _COMMENT.sub(lambda match: match[1] or "", text.decode("utf-8", "replace"))
    lines = [line.rstrip() for line in code.splitlines() if line.strip()]
    digest = hashlib.sha256("\n".join(lines).encode()).hexdigest()
    return Source(digest, frozenset(home or plain for home, plain in _CIMPORT.findall(code)))
