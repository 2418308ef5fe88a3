"""Builds the native modules: every `X.py` under src/ that has an `X.pxd` beside it.

A module calls methods of another by their place in its table, as the `.pxd` lays it out: one
that was not rebuilt after a change calls the wrong method. So a module is rebuilt whenever the
text of its `.py`, its `.pxd`, or any `.pxd` that these cimport, directly or not, differs from
what it was built from. Times of files are not trusted: a file may be edited during a build.

Cython's own code for memoryviews is a module beside them, made once, instead of a copy in each.
"""

import fcntl
import hashlib
import json
import os
import platform
import runpy
import shutil
import sys
from pathlib import Path

from Cython import __version__ as cython_version
from Cython.Build import cythonize
from Cython.Build.Dependencies import DependencyTree
from Cython.Compiler.Errors import CompileError
from Cython.Compiler.Main import CompilationOptions, Context, default_options
from setuptools import Extension, setup
from setuptools import errors as setuptools_errors
from setuptools.command.build_ext import build_ext

SRC = Path("src")
BUILD = Path("build")
SHARED = SRC / "catanlab" / "_cyutility.c"
SANITIZE = os.environ.get("CATANLAB_SANITIZE") == "1"

# They lie in the package, as the keys of results depend on them.
COMPILER = runpy.run_path(str(SRC / "catanlab" / "_compiler.py"))
DIRECTIVES = COMPILER["DIRECTIVES"]

# Plain `bounds` exempts an array that is the last field of its class; the strict form does not.
SANITIZERS = ["-fsanitize=address,undefined,bounds-strict", "-fno-sanitize-recover=undefined"]
CHECK = ["-O1", "-g", "-fno-omit-frame-pointer", "-include", "tools/sanitize.h", *SANITIZERS]

COMPILE = [
    *(CHECK if SANITIZE else COMPILER["OPTIMISE"]),
    *COMPILER["FLOATING_POINT"],
    *COMPILER["MACHINE"].get(platform.machine(), []),
]
LINK = SANITIZERS if SANITIZE else []

ENVIRONMENT = [os.environ.get(name) for name in ("CC", "CFLAGS", "LDFLAGS")]
SETTINGS = repr((cython_version, sys.version, DIRECTIVES, COMPILE, LINK, ENVIRONMENT))


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
    return Extension(module_name(source), [str(source)], extra_compile_args=COMPILE, extra_link_args=LINK)


def fingerprints(sources: list[str]) -> list[str]:
    """Return a digest per module of the settings and of every text it is built from."""
    options = CompilationOptions(default_options, include_path=[str(SRC)])
    tree = DependencyTree(Context.from_options(options), quiet=True)
    # The shared module has no source of ours: the settings, Cython's version among them, decide.
    return [
        fingerprint(set() if source == str(SHARED) else tree.all_dependencies(source)) for source in sources
    ]


def fingerprint(files: set[str]) -> str:
    """Digest the settings and those files that are ours; Cython's own go by its version."""
    digest = hashlib.sha256(SETTINGS.encode())
    root = SRC.resolve()
    for path in sorted(Path(file).resolve() for file in files):
        if path.is_relative_to(root):
            text = path.read_bytes()
            digest.update(f"{path.relative_to(root)} {len(text)} ".encode() + text)
    return digest.hexdigest()


def remove_orphans(folder: Path) -> None:
    """Remove what was built in `folder` from sources that are gone, lest it be imported."""
    native = {source.relative_to(SRC).with_suffix("") for source in (SHARED, *native_sources())}
    for path in (folder / "catanlab").rglob("*"):
        inside = path.relative_to(folder)
        if path.suffix == ".so":
            orphan = inside.with_name(path.name.partition(".")[0]) not in native
        else:
            orphan = path.is_file() and not (SRC / inside).exists()
        if orphan:
            path.unlink(missing_ok=True)


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
        BUILD.mkdir(exist_ok=True)
        with (BUILD / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            self.record = Path(self.build_temp, "fingerprints.json")
            self.built = json.loads(self.record.read_text()) if self.record.exists() else {}
            remove_orphans(SRC)
            remove_orphans(Path(self.build_lib))
            self.find_stale()
            self.save_record()
            try:
                self.translate()
                super().run()
            finally:
                self.save_record()

    def find_stale(self) -> None:
        self.stale = {}
        prints = fingerprints([ext.sources[0] for ext in self.extensions])
        for ext, now in zip(self.extensions, prints, strict=True):
            library = Path(self.build_lib, self.get_ext_filename(ext.name))
            if self.built.get(ext.name) != now or not library.exists():
                self.built.pop(ext.name, None)
                library.unlink(missing_ok=True)
                self.stale[ext.name] = now

    def translate(self) -> None:
        stale = [ext for ext in self.extensions if ext.name in self.stale]
        if not stale:
            return
        try:
            translated = cythonize(
                stale,
                build_dir=str(BUILD / "c"),
                compiler_directives=DIRECTIVES,
                emit_linenums=SANITIZE,
                force=True,
                include_path=[str(SRC)],
                nthreads=os.cpu_count() or 1,
                quiet=not self.verbose,
                shared_utility_qualified_name=module_name(SHARED),
            )
        except CompileError as error:
            raise setuptools_errors.CompileError(f"Cython refused {error}") from None
        for ext, in_c in zip(stale, translated, strict=True):
            ext.sources = in_c.sources
        # The longest come first, lest one core be at work alone in the end.
        stale.sort(key=lambda ext: Path(ext.sources[0]).stat().st_size, reverse=True)
        self.extensions = stale + [ext for ext in self.extensions if ext not in stale]

    def build_extension(self, ext: Extension) -> None:
        if ext.name in self.stale:
            super().build_extension(ext)
            self.built[ext.name] = self.stale[ext.name]

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
