"""The native build: its cache, its levels of optimisation, and what it rebuilds when."""

import os
import shutil
import subprocess
import sys
from fnmatch import fnmatchcase
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROJECT = """\
[project]
name = "catanlab"
version = "0"
[tool.setuptools.packages.find]
where = ["src"]
"""
NAME, KEY = "catanlab.little", "0123abcd"


def load_setup() -> ModuleType:
    """Import setup.py without running it."""
    spec = spec_from_file_location("catanlab_setup", ROOT / "setup.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def setup() -> ModuleType:
    return load_setup()


def library(folder: Path, content: bytes) -> Path:
    path = folder / "built.so"
    path.write_bytes(content)
    return path


@pytest.mark.full
def test_cache_returns_what_it_keeps(setup: ModuleType, tmp_path: Path) -> None:
    cache = setup.Cache(tmp_path / "cache")
    cache.keep(NAME, KEY, library(tmp_path, b"native code"))
    fetched = tmp_path / "other tree" / "build" / "little.so"
    assert cache.fetch(NAME, KEY, fetched)
    assert fetched.read_bytes() == b"native code"
    assert os.access(fetched, os.X_OK)


def test_cache_knows_modules_by_name_and_fingerprint(setup: ModuleType, tmp_path: Path) -> None:
    cache = setup.Cache(tmp_path / "cache")
    cache.keep(NAME, KEY, library(tmp_path, b"native code"))
    assert not cache.fetch(NAME, "another", tmp_path / "little.so")
    assert not cache.fetch("catanlab.another", KEY, tmp_path / "little.so")
    assert not (tmp_path / "little.so").exists()


@pytest.mark.parametrize(
    "damage", [b"", b"short", b"\0" * 32 + b"native code"], ids=["empty", "cut", "wrong"]
)
def test_damaged_entry_is_removed(setup: ModuleType, tmp_path: Path, damage: bytes) -> None:
    cache = setup.Cache(tmp_path / "cache")
    cache.keep(NAME, KEY, library(tmp_path, b"native code"))
    [entry] = (tmp_path / "cache").iterdir()
    entry.write_bytes(damage)
    assert not cache.fetch(NAME, KEY, tmp_path / "little.so")
    assert not (tmp_path / "little.so").exists()
    assert not entry.exists()


def test_cache_that_cannot_be_used_counts_as_empty(setup: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for folder in (None, tmp_path / "file" / "cache"):
        cache = setup.Cache(folder)
        cache.keep(NAME, KEY, library(tmp_path, b"native code"))
        assert not cache.fetch(NAME, KEY, tmp_path / "little.so")
        cache.tidy()


def test_entries_not_used_for_longest_go_first(setup: ModuleType, tmp_path: Path) -> None:
    cache = setup.Cache(tmp_path / "cache", limit=3 * (32 + 10))
    for age, key in enumerate("dcba"):
        cache.keep(NAME, key, library(tmp_path, b"ten bytes."))
        os.utime(cache.entry(NAME, key), (1000 + age, 1000 + age))
    assert cache.fetch(NAME, "d", tmp_path / "little.so")  # the oldest, and now the last one used
    cache.tidy()
    assert {path.name for path in (tmp_path / "cache").iterdir()} == {f"{NAME}-{key}" for key in "dba"}


def test_folder_of_the_cache(setup: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CATANLAB_BUILD_CACHE", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert setup.cache_folder() == tmp_path / ".cache" / "catanlab" / "native"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert setup.cache_folder() == tmp_path / "xdg" / "catanlab" / "native"
    monkeypatch.setenv("CATANLAB_BUILD_CACHE", str(tmp_path / "own"))
    assert setup.cache_folder() == tmp_path / "own"
    monkeypatch.setenv("CATANLAB_BUILD_CACHE", "off")
    assert setup.cache_folder() is None


def test_sanitized_modules_are_never_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CATANLAB_SANITIZE", "1")
    monkeypatch.setenv("CATANLAB_BUILD_CACHE", "/nonexistent")
    assert load_setup().cache_folder() is None


def test_every_pattern_has_its_module(setup: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    names = [setup.module_name(source) for source in (setup.SHARED, *setup.native_sources())]
    for pattern in (*setup.LEVELS, *setup.NOT_PICKLED):
        assert any(fnmatchcase(name, pattern) for name in names), f"{pattern} in setup.py names no module"


def test_modules_of_unknown_names_are_optimised(setup: ModuleType) -> None:
    assert setup.compile_flags("catanlab.games.catan.grid")[0] == "-Og"
    assert setup.compile_flags("catanlab.some.new_module")[0] == "-O3"
    assert setup.directives("catanlab.some.new_module") == setup.DIRECTIVES


class Tree:
    """A work tree with one native module and the real setup.py."""

    def __init__(self, folder: Path, cache: Path) -> None:
        self.folder = folder
        self.cache = cache
        package = folder / "src" / "catanlab"
        package.mkdir(parents=True)
        shutil.copy(ROOT / "setup.py", folder)
        shutil.copy(ROOT / "src" / "catanlab" / "_compiler.py", package)
        (folder / "pyproject.toml").write_text(PROJECT)
        (package / "__init__.py").touch()
        (package / "little.py").write_text(
            "def answer():\n    return twice(21)\n\n\ndef twice(n):\n    return 2 * n\n"
        )
        (package / "little.pxd").write_text("cdef int twice(int n)\n")

    def build(self) -> str:
        """Build in place and return what is reported."""
        result = subprocess.run(
            [sys.executable, "setup.py", "-q", "build_ext", "--inplace"],
            cwd=self.folder,
            env=os.environ | {"CATANLAB_BUILD_CACHE": str(self.cache), "CATANLAB_BUILT": ""},
            capture_output=True,
            text=True,
            check=False,
        )
        assert not result.returncode, result.stdout + result.stderr
        return result.stderr

    def answer(self) -> str:
        """Return what the module answers, natively."""
        program = "from catanlab import little; print(little.__file__[-3:], little.answer())"
        command = [sys.executable, "-c", program]
        environment = os.environ | {"PYTHONPATH": str(self.folder / "src")}
        return subprocess.run(
            command, env=environment, capture_output=True, text=True, check=True
        ).stdout.strip()


@pytest.mark.full
def test_second_work_tree_takes_modules_from_the_cache(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    first = Tree(tmp_path / "first", cache)
    assert "0/2" in first.build()
    assert first.answer() == ".so 42"
    assert first.build() == ""

    second = Tree(tmp_path / "second", cache)
    assert second.build() == ""
    assert second.answer() == ".so 42"

    [entry] = cache.glob("catanlab.little-*")
    entry.write_bytes(entry.read_bytes()[:-100])
    third = Tree(tmp_path / "third", cache)
    assert "1/1" in third.build()
    assert third.answer() == ".so 42"

    source = second.folder / "src" / "catanlab" / "little.py"
    source.write_text(source.read_text().replace("21", "22"))
    assert "1/1" in second.build()
    assert second.answer() == ".so 44"
    source.write_text(source.read_text().replace("22", "21"))
    assert second.build() == ""
    assert second.answer() == ".so 42"
