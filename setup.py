"""Builds the native modules: every `X.py` under src/ that has an `X.pxd` next to it.

A module calls methods of another by their place in its table, as the `.pxd` lays it out: one
that was not rebuilt after a change calls the wrong method. So a module is rebuilt whenever the
text of its `.py`, its `.pxd`, or any `.pxd` that these cimport, directly or not, differs from
what it was built from. Times of files are not trusted: a file may be edited during a build.

Built modules are also kept in a cache that all work trees of a user share, see `Cache`.
CATANLAB_BUILD_CACHE names another folder for it, or is `off`.

Cython's own code for memoryviews is a module of its own, made once, instead of a copy in each.
"""

import contextlib
import fcntl
import hashlib
import json
import multiprocessing
import os
import platform
import runpy
import shlex
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import threading
from fnmatch import fnmatchcase
from math import inf
from pathlib import Path

from Cython import __version__ as cython_version
from setuptools import Extension, setup
from setuptools import errors as setuptools_errors
from setuptools.command.build_ext import build_ext

SRC = Path("src")
BUILD = Path("build")
SHARED = SRC / "catanlab" / "_cyutility.c"
SANITIZE = os.environ.get("CATANLAB_SANITIZE") == "1"

# It lies in the package, as keys of results depend on it; the settings below change only the speed.
COMPILER = runpy.run_path(str(SRC / "catanlab" / "_compiler.py"))
DIRECTIVES = {
    **COMPILER["DIRECTIVES"],
    "show_performance_hints": False,  # the progress of a build is shown where they would be
}

# How hard the compiler tries for modules whose names match, the first pattern first; for all others -O3,
# which takes it up to three times as long. The shares of libraries in profiles of the benchmark and of a
# game of every agent decided. A test sees to it that every pattern still has its module.
DEFAULT_LEVEL = "-O3"
LEVELS = {
    # run at import or once a game
    "*._cyutility": "-Og",
    "*.board": "-Og",
    "*.grid": "-Og",
    "*.layouts": "-Og",
    # call Python at every step
    "*.framework.adapter": "-Og",
    # run once a decision, or once a move at a table; their inlined parts are in the .pxd
    "*.framework.state": "-O1",
    "*.hands": "-O1",
    "*.view.*": "-O1",
    # less than a hundredth of a search or a planner's decision each, and no loops over arrays
    "*.playout.evaluations": "-O2",
    "*.playout.policies": "-O2",
    "*.search.one_level_tree": "-O2",
    "*.tree_policies.*": "-O2",
    "*.turns.*": "-O2",
}
# Modules whose classes are parts of others, never copied or sent to a process alone: Cython's code that
# pickles them, up to a third of a module, is left out.
NOT_PICKLED = (
    "*.engine.*",
    "*.estimates.*",
    "*.framework.perft",
    "*.playout.games",
    "*.search.backup",
    "*.turns.*",
)
# Plain `bounds` exempts an array that is the last field of its class; the strict form does not.
SANITIZERS = ["-fsanitize=address,undefined,bounds-strict", "-fno-sanitize-recover=undefined"]
CHECK = ["-O1", "-g", "-fno-omit-frame-pointer", "-include", "tools/sanitize.h", *SANITIZERS]

COMPILE = [
    *COMPILER["FLAGS"],
    "-Wno-sign-compare",  # the comparisons are Cython's
    *COMPILER["MACHINE_FLAGS"].get(platform.machine(), []),
]
LINK = SANITIZERS if SANITIZE else []
ENVIRONMENT = [os.environ.get(name) for name in ("CC", "CFLAGS", "LDFLAGS")]

ALL_TEXTS = "all texts"  # next to the modules' names in the record of what was built
CACHE_LIMIT = 400_000_000  # bytes: about twenty-five whole builds


def compile_flags(name: str) -> list[str]:
    """Return the compiler's flags for a module."""
    level = next((level for pattern, level in LEVELS.items() if fnmatchcase(name, pattern)), DEFAULT_LEVEL)
    return [*(CHECK if SANITIZE else [level, "-g0"]), *COMPILE]


def directives(name: str) -> dict[str, object]:
    """Return Cython's directives for a module."""
    pickled = not any(fnmatchcase(name, pattern) for pattern in NOT_PICKLED)
    return DIRECTIVES if pickled else {**DIRECTIVES, "auto_pickle": False}


def compiler_version() -> str:
    """Return the version text of the C compiler, empty if it cannot be run."""
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    with contextlib.suppress(OSError):
        return subprocess.run([*compiler, "--version"], capture_output=True, text=True, check=False).stdout
    return ""


SETTINGS = repr(
    (
        cython_version,
        sys.version,
        sysconfig.get_config_var("EXT_SUFFIX"),
        platform.libc_ver(),
        compiler_version(),
        LINK,
        ENVIRONMENT,
    )
)


def native_sources() -> list[Path]:
    """Return the modules to compile; a package's `__init__` never is one."""
    return sorted(
        declarations.with_suffix(".py")
        for declarations in SRC.rglob("*.pxd")
        if declarations.stem != "__init__" and declarations.with_suffix(".py").exists()
    )


def module_name(source: Path) -> str:
    """Return the name under which a source is imported."""
    return ".".join(source.relative_to(SRC).with_suffix("").parts)


def extension(source: Path) -> Extension:
    """Describe the native module of one source."""
    name = module_name(source)
    return Extension(name, [str(source)], extra_compile_args=compile_flags(name), extra_link_args=LINK)


def fingerprints(extensions: list[Extension]) -> list[str]:
    """Return a digest per module of the settings and of every text it is built from."""
    from Cython.Build.Dependencies import DependencyTree
    from Cython.Compiler.Main import CompilationOptions, Context, default_options

    options = CompilationOptions(default_options, include_path=[str(SRC)])
    tree = DependencyTree(Context.from_options(options), quiet=True)
    # The shared module has no source of ours: the settings, Cython's version among them, decide.
    return [
        fingerprint(ext, set() if ext.sources == [str(SHARED)] else tree.all_dependencies(ext.sources[0]))
        for ext in extensions
    ]


def settings(ext: Extension) -> str:
    """Return all that a module depends on besides its texts."""
    return repr((ext.name, directives(ext.name), ext.extra_compile_args, SETTINGS))


def fingerprint(ext: Extension, files: set[str]) -> str:
    """Digest the settings and those files that are ours; Cython's own go by its version."""
    digest = hashlib.sha256(settings(ext).encode())
    root = SRC.resolve()
    for path in sorted(Path(file).resolve() for file in files):
        if path.is_relative_to(root):
            text = path.read_bytes()
            digest.update(f"{path.relative_to(root)} {len(text)} ".encode() + text)
    return digest.hexdigest()


def digest_of_texts(extensions: list[Extension]) -> str:
    """Digest everything that any module is built from: if it is the same, nothing has to be built."""
    digest = hashlib.sha256("".join(map(settings, extensions)).encode())
    for path in sorted((*native_sources(), *SRC.rglob("*.pxd"))):
        text = path.read_bytes()
        digest.update(f"{path} {len(text)} ".encode() + text)
    return digest.hexdigest()


def length(ext: Extension) -> float:
    """Return the length of a module; the shared one, which is not written yet, counts as the longest."""
    return inf if ext.sources == [str(SHARED)] else Path(ext.sources[0]).stat().st_size


def remove_orphans(folder: Path) -> None:
    """Remove modules in `folder` whose sources are gone, so that nobody imports them."""
    native = {source.relative_to(SRC).with_suffix("") for source in (SHARED, *native_sources())}
    for path in (folder / "catanlab").rglob("*"):
        inside = path.relative_to(folder)
        if path.suffix == ".so":
            orphan = inside.with_name(path.name.partition(".")[0]) not in native
        else:
            orphan = path.is_file() and not (SRC / inside).exists()
        if orphan:
            path.unlink(missing_ok=True)


def cache_folder() -> Path | None:
    """Return where built modules are kept for other work trees, if they are."""
    wanted = os.environ.get("CATANLAB_BUILD_CACHE", "")
    if SANITIZE or wanted == "off":
        return None
    if wanted:
        return Path(wanted)
    caches = os.environ.get("XDG_CACHE_HOME", "")
    try:
        return (Path(caches) if caches.startswith("/") else Path.home() / ".cache") / "catanlab" / "native"
    except RuntimeError:  # no home
        return None


class Cache:
    """Built modules by their fingerprints, so that another work tree need not build them again.

    An entry is the digest of a library and the library itself, written in one step. A build never
    fails for its cache: a damaged entry is removed and built anew, and a folder that cannot be read
    or written counts as empty. Entries not used for longest go when there are too many.
    """

    def __init__(self, folder: Path | None, limit: int = CACHE_LIMIT) -> None:
        self.folder = folder
        self.limit = limit

    def entry(self, name: str, key: str) -> Path | None:
        """Return the file of a module, whether or not it exists."""
        return self.folder / f"{name}-{key}" if self.folder else None

    def fetch(self, name: str, key: str, library: Path) -> bool:
        """Write the module of this fingerprint as `library`; return whether it was there, unharmed."""
        entry = self.entry(name, key)
        if entry is None:
            return False
        try:
            stored = entry.read_bytes()
            if hashlib.sha256(stored[32:]).digest() != stored[:32]:
                entry.unlink(missing_ok=True)
                return False
            library.parent.mkdir(parents=True, exist_ok=True)
            write_whole(library, stored[32:])
            library.chmod(0o755)
            os.utime(entry)
        except OSError:
            return False
        return True

    def keep(self, name: str, key: str, library: Path) -> None:
        """Keep a library that was just built."""
        if entry := self.entry(name, key):
            with contextlib.suppress(OSError):
                entry.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                built = library.read_bytes()
                write_whole(entry, hashlib.sha256(built).digest() + built)

    def tidy(self) -> None:
        """Remove the entries not used for longest until the others are within the limit."""
        if self.folder is None:
            return
        with contextlib.suppress(OSError):
            states = [(path.stat(), path) for path in self.folder.iterdir()]
            room = self.limit
            for state, path in sorted(states, key=lambda pair: pair[0].st_mtime_ns, reverse=True):
                room -= state.st_size
                if room < 0:
                    path.unlink(missing_ok=True)


def write_whole(path: Path, content: bytes) -> None:
    """Write a file in one step: others see all of it or nothing."""
    handle, part = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(part).replace(path)
    except BaseException:
        Path(part).unlink(missing_ok=True)
        raise


class Progress:
    """Reports how many modules are built: on a terminal in one line, elsewhere at every tenth."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.done = 0
        self.lock = threading.Lock()
        self.terminal = sys.stderr.isatty()
        self.show()

    def advance(self) -> None:
        with self.lock:
            self.done += 1
            if self.terminal or self.done % 10 == 0 or self.done == self.total:
                self.show()

    def show(self) -> None:
        line = f"Building native modules: {self.done}/{self.total}"
        sys.stderr.write(f"\r{line}" if self.terminal else f"{line}\n")
        sys.stderr.flush()

    def close(self) -> None:
        if self.terminal:
            sys.stderr.write("\n")


def leave_interrupts_to_parent() -> None:
    """Let Ctrl-C end the build once, in the process that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class BuildNative(build_ext):
    """Builds the modules whose fingerprints changed, all cores at work."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()
        if self.inplace:
            # An editable install proposes a throw-away folder: the next build would start anew.
            build = self.distribution.get_command_class("build")(self.distribution)
            build.ensure_finalized()
            self.build_lib, self.build_temp = build.build_platlib, build.build_temp

    def run(self) -> None:
        # tools/install.sh builds, with its progress shown, before pip installs.
        if self.inplace and os.environ.get("CATANLAB_BUILT") == "1":
            return
        BUILD.mkdir(exist_ok=True)
        with (BUILD / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            self.record = Path(self.build_temp, "fingerprints.json")
            self.built = json.loads(self.record.read_text()) if self.record.exists() else {}
            remove_orphans(SRC)
            remove_orphans(Path(self.build_lib))
            texts = digest_of_texts(self.extensions)
            if self.built.get(ALL_TEXTS) == texts and all(self.is_in_place(ext) for ext in self.extensions):
                return
            self.built.pop(ALL_TEXTS, None)
            self.find_stale()
            self.save_record()
            try:
                self.build_stale()
                self.built[ALL_TEXTS] = texts
            finally:
                self.save_record()

    def is_in_place(self, ext: Extension) -> bool:
        """Return whether the library next to a module's source is the one that was built."""
        name = self.get_ext_filename(ext.name)
        built, used = Path(self.build_lib, name), SRC / name
        return (
            bool(self.inplace)
            and built.exists()
            and used.exists()
            and built.stat().st_mtime_ns == used.stat().st_mtime_ns
        )

    def find_stale(self) -> None:
        """Find the modules to build, and fetch those that the cache has."""
        self.cache = Cache(cache_folder())
        self.stale = {}
        for ext, now in zip(self.extensions, fingerprints(self.extensions), strict=True):
            library = Path(self.build_lib, self.get_ext_filename(ext.name))
            if self.built.get(ext.name) == now and library.exists():
                continue
            self.built.pop(ext.name, None)
            library.unlink(missing_ok=True)
            if self.cache.fetch(ext.name, now, library):
                self.built[ext.name] = now
            else:
                self.stale[ext.name] = now

    def build_stale(self) -> None:
        if not self.stale:
            super().run()  # copies what came from the cache
            return
        # The longest come first, so that no core works alone at the end.
        self.extensions.sort(key=length, reverse=True)
        self.failed = False
        self.progress = Progress(len(self.stale))
        # The translators start before any thread does: a fork copies the locks of other threads.
        fork = multiprocessing.get_context("fork")
        with fork.Pool(self.parallel, leave_interrupts_to_parent) as self.translators:
            try:
                super().run()
            finally:
                self.progress.close()
        self.cache.tidy()

    def build_extension(self, ext: Extension) -> None:
        if ext.name not in self.stale:
            return
        if self.failed:
            raise setuptools_errors.CompileError(f"{ext.name} was not built, since another module failed")
        try:
            ext.sources = self.translate(ext)
            super().build_extension(ext)
        except BaseException:
            self.failed = True
            raise
        self.built[ext.name] = self.stale[ext.name]
        self.cache.keep(
            ext.name, self.stale[ext.name], Path(self.build_lib, self.get_ext_filename(ext.name))
        )
        self.progress.advance()

    def translate(self, ext: Extension) -> list[str]:
        """Translate a module to C in another process; return its C files."""
        from Cython.Build import cythonize
        from Cython.Compiler.Errors import CompileError

        options = {
            "build_dir": str(BUILD / "c"),
            "compiler_directives": directives(ext.name),
            "emit_linenums": SANITIZE,
            "force": True,
            "include_path": [str(SRC)],
            "quiet": True,
            "shared_utility_qualified_name": module_name(SHARED),
        }
        try:
            (in_c,) = self.translators.apply(cythonize, ([ext],), options)
        except CompileError as error:
            raise setuptools_errors.CompileError(f"Cython refused {error}") from None
        return in_c.sources

    def save_record(self) -> None:
        self.record.parent.mkdir(parents=True, exist_ok=True)
        self.record.write_text(json.dumps(self.built, indent=1, sort_keys=True))

    def copy_file(self, infile: str, outfile: str, **_: object) -> None:
        # In one step, and only if it is new: another process may be importing the module.
        source, target = Path(infile), Path(outfile)
        if not target.exists() or target.stat().st_mtime_ns != source.stat().st_mtime_ns:
            part = target.with_name(f"{target.name}.part")
            shutil.copy2(source, part)
            part.replace(target)


if __name__ == "__main__":
    setup(
        cmdclass={"build_ext": BuildNative},
        ext_modules=[extension(source) for source in (SHARED, *native_sources())],
    )
