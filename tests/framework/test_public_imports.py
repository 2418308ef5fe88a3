"""Public packages list their names in a short `__all__`, and docs and examples import nothing else."""

import ast
import doctest
import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from catanlab._public import PUBLIC_PACKAGES

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md"), *(ROOT / "examples").rglob("*.md")])
PROGRAMS = sorted((ROOT / "examples").rglob("*.py"))
MOST_NAMES = {"catanlab": 40, "catanlab.framework.declared": 60, "catanlab.server.wire": 150}
"""The longest lists; other packages have at most 30 names."""

FENCED = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
INDENTED = re.compile(r"^ {4,}((?:from|import) catanlab\b.*)$", re.MULTILINE)


def sources(text: str) -> Iterator[str]:
    """Yield all Python of a page: examples with prompts, blocks without, and imports in other code."""
    for example in doctest.DocTestParser().get_examples(text):
        yield example.source
    blocks: list[str] = []
    for block in FENCED.findall(text):
        if block.startswith(" ") and blocks:  # the body of a class goes on after some prose
            blocks[-1] += block
        elif ">>> " not in block:
            blocks.append(block)
    yield from blocks
    yield from INDENTED.findall(text)


def faults(source: str) -> Iterator[str]:
    """Yield what a source uses of catanlab that is not public."""
    tree = compile(source, "page", "exec", ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "catanlab":
            for alias in node.names:
                if not is_public(node.module or "", alias.name):
                    yield f"from {node.module} import {alias.name}"
        elif isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.split(".")[0] == "catanlab" and alias.name not in PUBLIC_PACKAGES:
                    yield f"import {alias.name}"
        elif isinstance(node, ast.Attribute):
            package = ast.unparse(node.value)
            if package in PUBLIC_PACKAGES and not is_public(package, node.attr):
                yield f"{package}.{node.attr}"


def is_public(module: str, name: str) -> bool:
    """Say whether a name is in the list of a public package, or is such a package itself."""
    if module not in PUBLIC_PACKAGES:
        return False
    is_dunder = name.startswith("__")  # such as __file__, which every module has
    known = name in import_module(module).__all__ or f"{module}.{name}" in PUBLIC_PACKAGES
    return known or is_dunder or name == "*"


@pytest.mark.full
def test_docs_and_examples_import_public_names_only() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {fault}"
        for path in (*PAGES, *PROGRAMS)
        for source in ([path.read_text()] if path.suffix == ".py" else sources(path.read_text()))
        for fault in faults(source)
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("page", "fault"),
    [
        (">>> from catanlab.table.table import Table\n", "from catanlab.table.table import Table"),
        ("```python\nfrom catanlab.table import Chair\n```\n", "from catanlab.table import Chair"),
        ("    import catanlab.search.search\n", "import catanlab.search.search"),
        (">>> catanlab.framework.errors\n", "catanlab.framework.errors"),
        (">>> catanlab.lab_of_mine\n", "catanlab.lab_of_mine"),
        (">>> from catanlab import search, Table\n", None),
    ],
)
def test_the_walk_finds_what_is_not_public(page: str, fault: str | None) -> None:
    assert [each for source in sources(page) for each in faults(source)] == ([fault] if fault else [])


@pytest.mark.full
@pytest.mark.parametrize("package", PUBLIC_PACKAGES)
def test_a_public_package_has_a_short_list_of_names(package: str) -> None:
    module = import_module(package)
    names = module.__all__
    assert len(set(names)) == len(names) <= MOST_NAMES.get(package, 30)
    for name in names:
        assert getattr(module, name) is not None
        assert name in dir(module)


@pytest.mark.parametrize("package", PUBLIC_PACKAGES)
def test_type_checkers_see_the_same_names(package: str) -> None:
    """Lazy packages list each name three times: for readers, for type checkers, and for `__getattr__`."""
    module = import_module(package)
    tree = ast.parse(Path(module.__file__ or "").read_text())
    imported: dict[str, str] = {}
    lazy: dict[str, str] | None = None
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("catanlab."):
            imported |= {alias.asname or alias.name: node.module or "" for alias in node.names}
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "lazy_names":
            lazy = ast.literal_eval(node.args[1])
    if lazy is None:
        return
    assert lazy == {name: home for name, home in imported.items() if name in lazy}
    assert set(module.__all__) - {"__version__"} == lazy.keys()
    # A name that is also a submodule would be one thing or the other, by what was imported before.
    assert not {each.name for each in pkgutil.iter_modules(module.__path__)} & lazy.keys()
