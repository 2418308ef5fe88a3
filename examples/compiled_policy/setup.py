"""Compiles builder.py against the installed catanlab, whose .pxd files it reads."""

from pathlib import Path

from Cython.Build import cythonize
from setuptools import setup

import catanlab

setup(
    name="builder",
    ext_modules=cythonize(
        "builder.py",
        include_path=[str(Path(catanlab.__file__).parents[1])],
        compiler_directives={"language_level": 3, "infer_types": True},
    ),
)
