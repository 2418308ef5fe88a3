"""How the native modules are compiled: `setup.py` reads it, and results are kept apart by it.

It lies in the package, since an installed catanlab has no `setup.py`. The environment of a build, such as
CFLAGS, and how hard the compiler of C optimises, which changes no result, are not in it.
"""

from __future__ import annotations

DIRECTIVES = {
    "language_level": 3,
    "infer_types": True,
    "cdivision": True,
}
"""The directives of Cython."""

FLOATING_POINT = ["-ffp-contract=off"]
"""What keeps floating-point results equal on all machines."""

MACHINE = {"x86_64": ["-march=x86-64-v2"]}
"""Further options by the kind of machine."""
