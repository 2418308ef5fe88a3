"""The modules that a module needs, found in their sources without importing them, and digests of these."""

from __future__ import annotations

import gc
import hashlib
import os
import sys
import sysconfig
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec, PathFinder
from pathlib import Path

from catanlab.lab.code.syntax import Source, declarations, python_source

PACKAGE = "catanlab"


@dataclass(frozen=True)
class Table:
    """A module with a table of things by name; whoever uses the module needs only the things it names."""

    choices: tuple[str, ...] = ()
    """Modules and packages that it imports for its table: these imports are not followed."""
    is_data: bool = False
    """Whether only its functions and classes count, as its assignments hold nothing but the table."""


class SourceCode:
    """The sources of catanlab in a folder, and those of other modules where Python finds them.

    >>> code = SourceCode()
    >>> "catanlab.framework.state" in code.needed_by(["catanlab.games.sos"])
    True

    Modules of catanlab are read once, others each time: they may be edited meanwhile.
    """

    def __init__(
        self,
        folder: Path | None = None,
        tables: Mapping[str, Table] | None = None,
        left_out: tuple[str, ...] = (),
    ) -> None:
        """Read the package in `folder`, by default the running one.

        Without `tables` all imports are followed, and import paths that stand as texts in a module as well.
        Imports of the modules and packages that are `left_out` never are.
        """
        self.folder = folder or Path(__file__).parents[3]
        self._tables = tables
        self._left_out = left_out
        self._own_imports: dict[str, set[str]] = {}
        self._sources: dict[Path, Source] = {}

    def needed_by(self, modules: Iterable[str]) -> set[str]:
        """Return these modules and all that they import or cimport, directly or not, also inside functions.

        The standard library and installed packages are left out, unless `modules` are of such a package.
        """
        waiting = sorted(modules)
        packages = {PACKAGE, *(name.partition(".")[0] for name in waiting)}
        found: set[str] = set()
        _find_spec.cache_clear()
        with _no_garbage_collection():
            while waiting:
                name = waiting.pop()
                files = self._files(name)
                is_ours = name.partition(".")[0] in packages
                if name not in found and files and (is_ours or not _is_installed(files[0])):
                    found.add(name)
                    waiting += self._imports(name) - found
        return found

    def digest(self, modules: Iterable[str]) -> str:
        """Return a digest of the syntax of these modules."""
        lines = [
            f"{name} {file.suffix} {self._read(name, file).digest}\n"
            for name in sorted(modules)
            for file in self._files(name)
        ]
        return hashlib.sha256("".join(lines).encode()).hexdigest()

    def module_of(self, path: str) -> str | None:
        """Return the module of an import path, which names a module or something in one; None if none does.

        >>> SourceCode().module_of("catanlab.framework.state.State")
        'catanlab.framework.state'
        """
        if self._files(path):
            return path
        home, _, name = path.rpartition(".")
        if not home or not self._files(home):
            return None
        return next(
            (source.exports[name] for source in self._sources_of(home) if name in source.exports), home
        )

    @cached_property
    def whole(self) -> SourceCode:
        """The same sources, tables followed: code from outside may name anything in them."""
        return SourceCode(self.folder, left_out=self._left_out)

    def _table(self, name: str) -> Table:
        return (self._tables or {}).get(name, Table())

    def _imports(self, name: str) -> set[str]:
        """Return the modules that a module imports, and the packages that it and they are in."""
        if name in self._own_imports:
            return self._own_imports[name]
        sources = self._sources_of(name)
        paths = {path for source in sources for path in source.imports}
        if self._tables is None:
            paths |= {path for source in sources for path in source.named}
        imported = {self.module_of(path) for path in paths}
        cut = (*self._left_out, *self._table(name).choices)
        found = {
            module
            for module in imported - {None}
            if module and not any(f"{module}.".startswith(f"{one}.") for one in cut)
        }
        wanted = {part for module in (name, *found) for part in _with_parents(module)}
        if name.partition(".")[0] == PACKAGE:
            self._own_imports[name] = wanted
        return wanted

    def _sources_of(self, name: str) -> list[Source]:
        return [self._read(name, file) for file in self._files(name)]

    def _read(self, name: str, file: Path) -> Source:
        if file in self._sources:
            return self._sources[file]
        text = file.read_bytes()
        if file.suffix == ".py":
            package = name if file.name == "__init__.py" else name.rpartition(".")[0]
            source = python_source(text, package, self._table(name).is_data)
        elif file.suffix == ".pxd":
            source = declarations(text)
        else:
            source = Source(hashlib.sha256(text).hexdigest())
        if file.is_relative_to(self.folder / PACKAGE):
            self._sources[file] = source
        return source

    def _files(self, name: str) -> list[Path]:
        """Return the files of a module: its `.py` and `.pxd`, or a library that has neither."""
        if name.partition(".")[0] != PACKAGE:
            return _outside_files(name)
        return self._own_files.get(name, [])

    @cached_property
    def _own_files(self) -> dict[str, list[Path]]:
        """The `.py` and `.pxd` of each module of catanlab."""
        found: dict[str, list[Path]] = {}
        for folder, _, names in os.walk(self.folder / PACKAGE):
            package = ".".join(Path(folder).relative_to(self.folder).parts)
            for name in sorted(names, reverse=True):
                stem, _, ending = name.rpartition(".")
                if ending in ("py", "pxd"):
                    module = package if stem == "__init__" else f"{package}.{stem}"
                    found.setdefault(module, []).append(Path(folder, name))
        return found


def _source_files(path: Path) -> list[Path]:
    """Return the `.py` and the `.pxd` of a path without ending, as far as they exist."""
    return [file for ending in (".py", ".pxd") if (file := path.with_name(path.name + ending)).exists()]


def _outside_files(name: str) -> list[Path]:
    found = _find_spec(name)
    if found is None or not found.has_location or not found.origin:
        return []
    origin = Path(found.origin)
    endings = [*EXTENSION_SUFFIXES, origin.suffix]
    stem = next(origin.name.removesuffix(ending) for ending in endings if origin.name.endswith(ending))
    return _source_files(origin.with_name(stem)) or [origin] * origin.exists()


@lru_cache(maxsize=4096)
def _find_spec(name: str) -> ModuleSpec | None:
    """Return where Python finds a module, without importing it or the packages that it is in."""
    if name.partition(".")[0] in sys.stdlib_module_names:
        return None
    if getattr(sys.modules.get(name), "__spec__", None):
        return sys.modules[name].__spec__
    home = name.rpartition(".")[0]
    if not home:
        finders = (finder.find_spec for finder in sys.meta_path if hasattr(finder, "find_spec"))
        return next((found for find in finders if (found := find(name, None))), None)
    package = _find_spec(home)
    if package is None or package.submodule_search_locations is None:
        return None
    return PathFinder.find_spec(name, package.submodule_search_locations)


def _is_installed(file: Path) -> bool:
    return any(file.is_relative_to(folder) for folder in _installed_folders())


@lru_cache(maxsize=1)
def _installed_folders() -> tuple[str, ...]:
    paths = sysconfig.get_paths()
    named = {paths[kind] for kind in ("stdlib", "platstdlib", "purelib", "platlib")}
    return tuple(
        {*named, *(path for path in sys.path if path.endswith(("site-packages", "dist-packages")))}
    )


def _with_parents(module: str) -> list[str]:
    """Return a module and the packages that it is in."""
    parts = module.split(".")
    return [".".join(parts[:count]) for count in range(1, len(parts) + 1)]


@contextmanager
def _no_garbage_collection() -> Iterator[None]:
    """Keep the collector from walking every syntax tree again and again: it takes three times as long."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
