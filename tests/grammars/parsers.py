"""The parsers of `grammars/tree-sitter-*`, built by the C compiler of the machine or `ziglang`, and
their colours.
"""

from __future__ import annotations

import ctypes
import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import accumulate, islice
from pathlib import Path

import pytest
from tree_sitter import Language, Node, Parser, Query, QueryCursor, Tree

from generating.treesitter import CAPTURES
from long import LONG
from wazir.notations.results import TokenType

ROOT = Path(__file__).parents[2]
GRAMMARS = ROOT / "grammars"
NAMES = tuple(
    sorted(path.name.removeprefix("tree-sitter-") for path in GRAMMARS.glob("tree-sitter-*"))
)

TYPES = {capture: type_ for type_, capture in CAPTURES.items()}


def folder(name: str) -> Path:
    """The folder of a grammar."""
    return GRAMMARS / f"tree-sitter-{name}"


def tokens(name: str) -> Mapping[str, str]:
    """The patterns of the tokens of a grammar, which follow from today's vocabularies."""
    patterns: dict[str, str] = json.loads((folder(name) / "tokens.json").read_text("utf-8"))
    return patterns


def require_current(name: str) -> None:
    """Skip a test with a notice if the parser was made before a change of vocabularies.

    Few have the program that makes it. With the program, and in a long run, such a parser is an
    error.
    """
    made = (folder(name) / "src" / "grammar.json").read_text("utf-8")
    older = [
        token
        for token, pattern in tokens(name).items()
        if json.dumps(pattern, ensure_ascii=False) not in made
    ]
    notice = (
        f"The parser of {name} is older than its tokens {', '.join(older)}: `make generate` with "
        "tree-sitter-cli."
    )
    if older and not (LONG or shutil.which("tree-sitter")):
        pytest.skip(notice)
    assert not older, notice


@cache
def language(name: str) -> Language:
    """The language of a grammar."""
    library = ctypes.CDLL(str(_built(name)))
    function = getattr(library, f"tree_sitter_{name}")
    function.restype = ctypes.c_void_p
    capsule = ctypes.pythonapi.PyCapsule_New
    capsule.restype, capsule.argtypes = (
        ctypes.py_object,
        (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p),
    )
    return Language(capsule(function(), b"tree_sitter.Language", None))


def _built(name: str) -> Path:
    """The shared library of a grammar in `out`, which is built once for each content of its
    sources.
    """
    sources = sorted(folder(name).glob("src/*.c"))
    content = b"".join(path.read_bytes() for path in sources)
    digest = hashlib.sha256(content).hexdigest()[:16]
    built = ROOT / "out" / "parsers" / f"tree-sitter-{name}-{digest}.so"
    if not built.exists():
        built.parent.mkdir(parents=True, exist_ok=True)
        making = built.with_suffix(f".{os.getpid()}")
        command = [
            *compiler(),
            "-shared",
            "-fPIC",
            "-O1",
            "-Wall",
            "-Wextra",
            "-Werror",
            "-Wno-unused-parameter",
        ]
        command += ["-I", str(folder(name) / "src"), *map(str, sources), "-o", str(making)]
        subprocess.run(command, check=True)
        making.replace(built)
    return built


def compiler() -> list[str]:
    """The command of a C compiler. Raises without one; `make test` installs one."""
    for program in ("cc", "gcc", "clang"):
        if path := shutil.which(program):
            return [path]
    if importlib.util.find_spec("ziglang"):
        return [sys.executable, "-m", "ziglang", "cc"]
    raise RuntimeError("No C compiler. Install one, or `pip install ziglang`.")


def parse(name: str, text: str) -> Tree:
    """The tree of a text."""
    return Parser(language(name)).parse(text.encode("utf-8"))


def errors(tree: Tree) -> Iterator[Node]:
    """The nodes that are errors, or that are missing in the text."""
    waiting = [tree.root_node] if tree.root_node.has_error else []
    while waiting:
        node = waiting.pop()
        if node.is_error or node.is_missing:
            yield node
        waiting.extend(child for child in node.children if child.has_error or child.is_missing)


@cache
def query(name: str, kind: str) -> Query:
    """A query of a grammar, by the name of its file."""
    return Query(language(name), (folder(name) / "queries" / f"{kind}.scm").read_text("utf-8"))


def colours(name: str, text: str) -> list[TokenType | None]:
    """The token type of each character of a text by the highlights of its grammar. Inner nodes
    win.
    """
    whole = text.encode("utf-8")
    types: list[TokenType | None] = [None] * len(whole)
    captures = QueryCursor(query(name, "highlights")).captures(parse(name, text).root_node)
    coloured = [(node, TYPES[capture]) for capture, nodes in captures.items() for node in nodes]
    for node, type_ in sorted(coloured, key=lambda entry: entry[0].start_byte - entry[0].end_byte):
        types[node.start_byte : node.end_byte] = [type_] * (node.end_byte - node.start_byte)
    starts = accumulate((len(sign.encode("utf-8")) for sign in text), initial=0)
    return [types[start] for start in islice(starts, len(text))]
