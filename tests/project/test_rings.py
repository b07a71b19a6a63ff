"""Who may import whom: the table of CONTRIBUTING, read off the imports themselves."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from wazir.notations import REGISTRY

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "server" / "wazir"
FILES = sorted(PACKAGE.rglob("*.py"))

TEXT = {"wazir.budget", "wazir.text", "wazir.lazy"}
WORDS = TEXT | {"wazir.addresses", "wazir.syntax", "wazir.diagnostics"}
GRAMMARS = WORDS | {"wazir.parsing"}
INTERFACE = {
    "wazir.notations.capabilities",
    "wazir.notations.files",
    "wazir.notations.notation",
    "wazir.notations.results",
    "wazir.notations.variant",
}
TYPED = ("capabilities", "notation", "results", "variant")
"""The modules of the interface of notations."""
SHARED = {
    "wazir.notations.fixes",
    "wazir.notations.known_names",
    "wazir.notations.reports",
    "wazir.notations.spellings",
    "wazir.notations.suggestions",
    "wazir.notations.vocabulary",
    "wazir.notations.wording",
}
"""What notations share, by subject."""
NOTATION = {
    *GRAMMARS,
    *INTERFACE,
    "wazir.notations.engine_files.embedding",
    *SHARED,
    "wazir.notations.limits",
    "wazir.piece",
    "wazir.ben39",
}
DOCUMENT = WORDS | INTERFACE | {"wazir.document"}
BESIDE_ENGINES = {"wazir.game_setup", "wazir.placement"}
"""What features of games and engines share."""
GAME_FEATURES = NOTATION | DOCUMENT | {"wazir.notations", "wazir.features", *BESIDE_ENGINES}
PROGRAMS = GAME_FEATURES | {
    "wazir.__version__",
    "wazir.engines",
    "wazir.gitignore",
    "wazir.settings",
    "wazir.system",
}
FEATURES = GAME_FEATURES - {"wazir.ben39", *BESIDE_ENGINES}

FOLDERS = (PACKAGE / "notations", PACKAGE / "notations" / "engine_files")
"""The folders of notations."""
NOTATIONS = [
    ".".join(init.parent.relative_to(PACKAGE.parent).parts)
    for folder in FOLDERS
    for init in sorted(folder.glob("*/__init__.py"))
    if init.parent not in FOLDERS
]

MAY_IMPORT = {
    "wazir.addresses": set[str](),
    "wazir.budget": set[str](),
    "wazir.text": {"wazir.lazy"},
    "wazir.lazy": set[str](),
    "wazir.system": set[str](),
    "wazir.gitignore": {"wazir.system"},
    "wazir.syntax": TEXT,
    "wazir.diagnostics": TEXT | {"wazir.addresses"},
    "wazir.parsing": WORDS,
    "wazir.piece": {"wazir.budget", "wazir.piece"},
    "wazir.ben39": {"wazir.ben39"},
    "wazir.notations.notation": WORDS | INTERFACE | {"wazir.piece"},
    "wazir.notations.capabilities": WORDS | INTERFACE | {"wazir.ben39", "wazir.piece"},
    "wazir.notations.variant": {"wazir.piece"},
    "wazir.notations.engine_files.embedding": WORDS | INTERFACE | SHARED | {"wazir.piece"},
    **{module: WORDS | INTERFACE | SHARED | {"wazir.piece"} for module in SHARED},
    "wazir.notations.limits": {"wazir.budget", "wazir.piece"},
    "wazir.notations.results": WORDS | {"wazir.piece"},
    **{notation: NOTATION | {notation} for notation in NOTATIONS},
    "wazir.notations.engine_files": set[str](),
    "wazir.notations": {"wazir.notations"},
    "wazir.document": DOCUMENT,
    "wazir.features": FEATURES,
    "wazir.features.game": GAME_FEATURES,
    "wazir.game_setup": set[str](),
    "wazir.placement": set[str](),
    "wazir.engines": {"wazir.engines", "wazir.game_setup", "wazir.placement", "wazir.system"},
    "wazir.settings": NOTATION
    | {"wazir.gitignore", "wazir.notations", "wazir.settings", "wazir.system"},
    "wazir.lsp": PROGRAMS | {"wazir.lsp"},
    "wazir.cli": PROGRAMS | {"wazir.cli", "wazir.lsp"},
    "wazir.__main__": {"wazir.cli"},
    "wazir.api": GAME_FEATURES | {"wazir.api", "wazir.engines", "wazir.system"},
    "wazir": {"wazir.api"},
}
"""What each part may import of ours: the longest prefix of a module's name counts, on both
sides.
"""

OUTSIDE = {
    "attrs": "wazir.lsp",
    "lark": "wazir.parsing",
    "pygls": "wazir.lsp",
    "lsprotocol": "wazir.lsp",
}
"""Packages of others, and the only part that may import each."""


def module_of(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """All of a file's tree."""
    return tuple(ast.walk(ast.parse(path.read_text("utf-8"))))


def imports(path: Path) -> Iterator[str]:
    """Every module that a file imports, and `module.name` for what it takes from one."""
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def is_below(name: str, part: str) -> bool:
    return name == part or name.startswith(part + ".")


def part_of(module: str) -> str:
    return max((part for part in MAY_IMPORT if is_below(module, part)), key=len)


@pytest.mark.parametrize("path", FILES, ids=module_of)
def test_a_module_imports_only_what_lies_below_it(path: Path) -> None:
    """Imports of ours go down the rings, and never across from one notation to another."""
    module = module_of(path)
    allowed = MAY_IMPORT[part_of(module)]
    ours = {name for name in imports(path) if is_below(name, "wazir")}
    wrong = {name for name in ours if not any(is_below(name, part) for part in allowed | {module})}

    assert wrong == set()


@pytest.mark.parametrize("path", FILES, ids=module_of)
def test_a_package_of_others_has_one_importer(path: Path) -> None:
    """Only `lsp` knows pygls and lsprotocol, and only `parsing` knows Lark."""
    wrong = {
        name
        for name in imports(path)
        for package, owner in OUTSIDE.items()
        if is_below(name, package) and not is_below(module_of(path), owner)
    }

    assert wrong == set()


_PRIVATE = re.compile(r"_(?!replace|asdict|make|fields)[^\W_]\w*")
"""A private name. Those of named tuples are public."""


def own_names() -> set[str]:
    """The private names that the server itself defines."""
    names: set[str] = set()
    for path in FILES:
        for node in nodes(path):
            match node:
                case (
                    ast.FunctionDef(name=name)
                    | ast.AsyncFunctionDef(name=name)
                    | ast.ClassDef(name=name)
                    | ast.Name(id=name, ctx=ast.Store())
                    | ast.Attribute(attr=name, ctx=ast.Store())
                    | ast.Constant(value=str() as name)  # of __slots__
                ):
                    names.add(name)
    return names


def private_names(path: Path) -> Iterator[str]:
    """The private names that a module takes from objects or modules, except those of `os`."""
    for node in nodes(path):
        match node:
            case ast.Attribute(value=ast.Name(id="os")):  # `os._exit` is public
                pass
            case ast.Attribute(attr=name):
                yield name
            case ast.ImportFrom(module=str() as module, names=aliases):
                if module.partition(".")[0] in OUTSIDE:
                    yield from module.split(".")
                    yield from (alias.name for alias in aliases)


def test_no_private_name_of_a_framework_is_used() -> None:
    """Modules that import a framework use its public names only."""
    own = own_names()
    wrong = {
        f"{path.name}: {name}"
        for path in FILES
        if any(is_below(module, package) for module in imports(path) for package in OUTSIDE)
        for name in private_names(path)
        if _PRIVATE.fullmatch(name) and name not in own
    }

    assert wrong == set()


PRINTING = {"print", "input", "open"}
LOGGING_AND_PROCESSES = {"logging", "subprocess", "socket", "threading", "multiprocessing"}


@pytest.mark.parametrize(
    "path", [p for p in FILES if not {"cli", "engines", "lsp"} & {*p.parts}], ids=module_of
)
def test_nothing_below_the_protocol_prints_or_logs(path: Path) -> None:
    """Below `cli`, `engines` and `lsp` nothing prints, logs, starts a thread or a process, or opens
    a file.
    """
    called = {
        n.func.id for n in nodes(path) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)
    }

    assert called & PRINTING == set()
    assert {name.split(".")[0] for name in imports(path)} & LOGGING_AND_PROCESSES == set()


def test_features_name_no_notation() -> None:
    """A feature asks the document for its notation; no text of `features` names one."""
    names = {notation.rpartition(".")[2] for notation in NOTATIONS}
    assert names
    wrong = {
        (path.name, node.value)
        for path in (PACKAGE / "features").rglob("*.py")
        for node in nodes(path)
        if isinstance(node, ast.Constant) and node.value in names
    }

    assert wrong == set()


LOADED = """
import sys
from wazir.lsp.connection import Server
server = Server()
print(*(name for name in sys.modules if name.startswith("wazir.notations.")))
server.session.configuration.begin()
server.session.configuration.did_change({"wazir": {"board": "", "dialect": "", "engine": ""}})
from wazir.notations import for_file
for_file("x.betza").title
print(*(name for name in sys.modules if name.startswith("wazir.notations.")))
"""


def test_a_notation_is_imported_when_a_text_of_it_is_opened() -> None:
    """A server imports no notation at its start, and then that of an opened file alone."""
    run = subprocess.run(
        [sys.executable, "-c", LOADED], capture_output=True, text=True, check=True, timeout=60
    )
    started, opened = (
        {notation for notation in NOTATIONS if notation in line.split()}
        for line in run.stdout.splitlines()
    )

    assert started == set()
    assert opened == {"wazir.notations.betza"}


def test_the_interface_of_notations_has_no_any() -> None:
    """Notations, analyses, capabilities and scopes are typed."""
    paths = [PACKAGE / "notations" / f"{name}.py" for name in ("__init__", "files", *TYPED)]
    wrong = {
        (path.name, node.lineno)
        for path in paths
        for node in nodes(path)
        if isinstance(node, ast.Name) and node.id == "Any"
    }

    assert wrong == set()


def test_the_registry_names_the_files_of_each_notation() -> None:
    """What is known of a notation before it is imported is what it says itself."""
    assert [entry.files for entry in REGISTRY.entries] == [notation.files for notation in REGISTRY]
