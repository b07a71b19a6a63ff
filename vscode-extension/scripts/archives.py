"""Makes the archives that Python runs from in a worker; is itself run there, for code is compiled
for one version.

Compiling takes most of the time of a start. So the server and all that it ever imports of the
standard library are compiled here, without docstrings, also what they generate; the rest of the
library, and the command line, are left out.
"""

from __future__ import annotations

import ast
import importlib._bootstrap_external as external
import marshal
import re
import sys
from collections.abc import Iterable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from types import CodeType
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

LIBRARY = next(path for path in sys.path if path.endswith(".zip"))
LEFT_OUT = re.compile(r"wazir/(?:cli|api)/")
"""What only people and programs use who have a Python."""
KEPT = re.compile(
    r"_?pyodide/|encodings/(?:__init__|aliases|ascii|latin_1|utf_\w+|idna|punycode|raw_\w+|unicode_\w+)\.py$"
)
"""What is kept without being imported: the loader, and the encodings of texts."""
_UNCHECKED = (bytes(8), False)
"""Sources are not there to be compared with."""


def make(packages: str, server: str, library: str) -> None:
    """
    Makes the archives.

    Args:
        packages: The folder with the server and the packages that it needs.
        server: The archive that is made of it.
        library: The archive that is made of the standard library that runs this.
    """
    root = Path(packages)
    paths = {
        path.relative_to(root).as_posix(): path
        for path in sorted(root.rglob("*"))
        if path.is_file()
    }
    _write(
        server,
        ((name, path.read_bytes()) for name, path in paths.items() if not LEFT_OUT.match(name)),
    )
    used = _used(server, (path for path in paths.values() if path.suffix == ".py"))
    with ZipFile(LIBRARY) as source:
        names = [name for name in source.namelist() if not name.endswith("/")]
        _write(
            library,
            (
                (name, source.read(name))
                for name in names
                if f"{LIBRARY}/{name}" in used or KEPT.match(name)
            ),
        )


def _write(archive: str, contents: Iterable[tuple[str, bytes]]) -> None:
    """An archive of files by names, which are compiled if they can be."""
    with ZipFile(archive, "w") as into:
        for name, content in contents:
            if name.endswith(".py"):
                code = compile(content, name, "exec", dont_inherit=True, optimize=2)
                name, content = f"{name}c", external._code_to_hash_pyc(code, *_UNCHECKED)  # type: ignore[attr-defined]
            into.writestr(ZipInfo(name), content, ZIP_DEFLATED, 9)


def _used(server: str, sources: Iterable[Path]) -> set[str]:
    """The files of the standard library that are imported when everything is, also within
    functions.

    The code that is generated meanwhile is added to the archive of the server.
    """
    sys.path.insert(0, server)
    from wazir_in_worker import GENERATED, compiling

    known: dict[str, CodeType] = {}
    with compiling(known):
        import wazir.lsp.connection  # noqa: F401
    with ZipFile(server, "a") as into:
        into.writestr(ZipInfo(GENERATED), marshal.dumps(known), ZIP_DEFLATED, 9)
    from wazir.notations import REGISTRY
    from wazir.notations.notation import Context
    from wazir.piece.known import fingerprints, table

    for notation in REGISTRY:
        _ = notation.read("", Context()).diagnostics
    table()
    fingerprints()
    for path in sources:
        for node in ast.walk(ast.parse(path.read_bytes())):
            named = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.module and not node.level:
                named = [node.module]
            for name in named:
                if name.partition(".")[0] in sys.stdlib_module_names:
                    with suppress(ImportError):
                        import_module(name)
    return {str(getattr(module, "__file__", "")) for module in list(sys.modules.values())}
