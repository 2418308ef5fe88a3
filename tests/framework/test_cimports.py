"""Native modules cimport in the direction that import-linter enforces for imports.

import-linter sees neither `cimport` lines nor imports from `cython.cimports`. The layers are read
from its contracts in pyproject.toml: top first, `|` between packages that do not use each other,
`:` between those that may, parentheses around those that need not exist.
"""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
SRC = ROOT / "src"

FROM = re.compile(
    r"^[ \t]*from[ \t]+(?:cython\.cimports\.([\w.]+)[ \t]+import|([\w.]+)[ \t]+cimport)[ \t]+"
    r"(?:\(([^)]*)\)|([^#\n]*))",
    re.MULTILINE,
)
PLAIN = re.compile(
    r"^[ \t]*(?:import[ \t]+cython\.cimports\.([\w.]+)|cimport[ \t]+([^#\n]+))", re.MULTILINE
)


def cimports(text: str, package: str) -> Iterator[str]:
    """Yield the full names that a text inside `package` cimports."""
    text = text.replace("\\\n", " ")
    for pure, native, bracketed, listed in FROM.findall(text):
        base = pure or native
        dots = len(base) - len(base.lstrip("."))
        if dots:
            parents = package.split(".")
            base = ".".join([*parents[: len(parents) - dots + 1], *filter(None, [base[dots:]])])
        for name in re.sub(r"#.*", "", bracketed or listed).split(","):
            if name.strip():
                yield f"{base}.{name.split()[0]}"
    for pure, native in PLAIN.findall(text):
        for name in (pure or native).split(","):
            yield name.split()[0]


@cache
def contracts() -> list[dict[str, Any]]:
    """Return the contracts of import-linter."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    return settings["tool"]["importlinter"]["contracts"]


@cache
def layerings() -> list[list[tuple[list[str], bool]]]:
    """Return for each contract its layers, top first: their packages, and whether these may be mixed."""
    found = []
    for contract in contracts():
        if contract["type"] == "layers":
            for container in contract.get("containers", [""]):
                prefix = f"{container}." if container else ""
                found.append(
                    [
                        ([prefix + name for name in re.findall(r"[\w.]+", layer)], ":" in layer)
                        for layer in contract["layers"]
                    ]
                )
    return found


def layer_of(name: str, layers: list[tuple[list[str], bool]]) -> tuple[int, str] | None:
    """Return the layer that a name belongs to, counted from the top, and its package."""
    for depth, (packages, _) in enumerate(layers):
        for package in packages:
            if is_inside(name, [package]):
                return depth, package
    return None


def keeps_layers(importer: str, imported: str, layers: list[tuple[list[str], bool]]) -> bool:
    """Say whether an import goes down the layers; one that is not between two of them does."""
    above, below = layer_of(importer, layers), layer_of(imported, layers)
    if above is None or below is None:
        return True
    if above[0] == below[0]:
        return above[1] == below[1] or layers[above[0]][1]
    return above[0] < below[0]


def is_inside(name: str, packages: list[str]) -> bool:
    """Say whether a name belongs to one of the packages."""
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def is_lawful(importer: str, imported: str) -> bool:
    """Say whether the layers, and the contracts that forbid imports, let one package use another."""
    for contract in contracts():
        if contract["type"] == "forbidden" and is_inside(importer, contract["source_modules"]):
            if is_inside(imported, contract["forbidden_modules"]):
                return False
    if layer_of(importer, layerings()[0]) is None or layer_of(imported, layerings()[0]) is None:
        return False
    return all(keeps_layers(importer, imported, layers) for layers in layerings())


def native_files() -> list[Path]:
    """Return every .pxd, and every .py that may hold pure-mode cimports."""
    return sorted([*SRC.rglob("*.pxd"), *SRC.rglob("*.py")])


@pytest.mark.full
def test_cimports_go_one_way() -> None:
    read, wrong = 0, []
    for path in native_files():
        parts = path.relative_to(SRC).with_suffix("").parts
        for name in cimports(path.read_text(), ".".join(parts[:-1])):
            if name.split(".")[0] == "catanlab":
                read += 1
                if not is_lawful(".".join(parts), name):
                    wrong.append(f"{path.relative_to(ROOT)} cimports {name}")
    assert read > 100
    assert wrong == []


def test_no_module_is_cimported_from_its_package() -> None:
    # Cython finds no dependency in `from package cimport module`: the build would leave old modules.
    wrong = [
        f"{path.relative_to(ROOT)} cimports {base}.{name}"
        for path in native_files()
        for pure, native, bracketed, listed in FROM.findall(path.read_text())
        for base in [pure or native]
        for name in re.findall(r"\w+", re.sub(r"#.*", "", bracketed or listed))
        if SRC.joinpath(*base.split("."), f"{name}.pxd").exists()
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("from catanlab.games.catan.board cimport Board", ["catanlab.games.catan.board.Board"]),
        ("from catanlab cimport games, search", ["catanlab.games", "catanlab.search"]),
        ("from catanlab cimport (\n    games,  # all\n)", ["catanlab.games"]),
        ("from .tree cimport Tree as T", ["catanlab.search.tree.Tree"]),
        ("from . cimport tree", ["catanlab.search.tree"]),
        ("from ..games.catan cimport board", ["catanlab.games.catan.board"]),
        ("cimport catanlab.games.sos as sos, libc.math", ["catanlab.games.sos", "libc.math"]),
        ("    from cython.cimports.catanlab.games import sos", ["catanlab.games.sos"]),
        ("import cython.cimports.catanlab.games.sos", ["catanlab.games.sos"]),
        ("from catanlab.games import sos  # cimport", []),
    ],
)
def test_every_form_of_cimport_is_read(text: str, names: list[str]) -> None:
    assert list(cimports(text, "catanlab.search")) == names


@pytest.mark.parametrize(
    ("importer", "imported", "lawful"),
    [
        ("catanlab.games.catan.engine.state", "catanlab.framework.state.State", True),
        ("catanlab.games.catan.engine.state", "catanlab.games.catan.board.Board", True),
        ("catanlab.agents.players.mcts", "catanlab.search.tree", True),
        ("catanlab.lab.matches", "catanlab.server.rooms", True),
        ("catanlab.framework.state", "catanlab.games.sos", False),
        ("catanlab.search.tree", "catanlab.games.sos", False),
        ("catanlab.games.sos", "catanlab.search.tree", False),
        ("catanlab.search.tree", "catanlab.agents.players.mcts", False),
        ("catanlab.agents.players.mcts", "catanlab.agents.value.heavy", True),
        ("catanlab.agents.estimates.win_time", "catanlab.agents.estimates.income", True),
        ("catanlab.agents.estimates.win_time", "catanlab.agents.decisions.robber", False),
        ("catanlab.agents.value.heavy", "catanlab.agents.decisions.robber", False),
        ("catanlab.agents.value.heavy", "catanlab.agents.players.mcts", False),
        ("catanlab.unlisted", "catanlab.framework.state", False),
    ],
)
def test_layers_read_as_designed(importer: str, imported: str, lawful: bool) -> None:
    assert is_lawful(importer, imported) is lawful
