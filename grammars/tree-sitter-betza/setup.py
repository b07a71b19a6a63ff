"""Compiles the parser; `pyproject.toml` has everything else."""

import sys
from pathlib import Path
from sysconfig import get_config_var

from setuptools import Extension, setup

PACKAGE = "bindings/python/tree_sitter_betza"
PARSER = sorted(path.as_posix() for path in Path("src").glob("*.c"))
IS_FREE_THREADED = bool(get_config_var("Py_GIL_DISABLED"))
"""Free-threaded versions of Python have no limited interface."""

binding = Extension(
    "tree_sitter_betza._binding",
    sources=[f"{PACKAGE}/binding.c", *PARSER],
    include_dirs=["src"],
    define_macros=[] if IS_FREE_THREADED else [("Py_LIMITED_API", "0x030A0000")],
    extra_compile_args=["/std:c11", "/utf-8"] if sys.platform == "win32" else ["-std=c11"],
    py_limited_api=not IS_FREE_THREADED,
)
setup(
    ext_modules=[binding],
    options={} if IS_FREE_THREADED else {"bdist_wheel": {"py_limited_api": "cp310"}},
)
