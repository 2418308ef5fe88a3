"""The settings of the compilers that may change what native modules compute.

`setup.py` reads them, and the keys of results depend on them. They lie in the package, since an installed
catanlab has no `setup.py`. Levels of optimisation are not among them, nor is the environment of a build,
such as CFLAGS.
"""

from __future__ import annotations

DIRECTIVES = {
    "language_level": 3,
    "infer_types": True,
    "cdivision": True,
}
"""The directives of Cython."""

FLAGS = ["-ffp-contract=off"]
"""The flags of the C compiler: floating-point results are the same on all machines."""

MACHINE_FLAGS = {"x86_64": ["-march=x86-64-v2"]}
"""Further flags by the kind of machine."""
