"""Makes the archives that Python runs from in a worker; is itself run there, for code is compiled for one version.

Compiling takes most of the time of a start. So the server and all that it ever imports of the standard library are
compiled here; the rest of the library stays as it is.
"""

from __future__ import annotations

import importlib._bootstrap_external as external  # type: ignore[import-not-found]
import sys
from collections.abc import Iterable
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

LIBRARY = next(path for path in sys.path if path.endswith(".zip"))
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
    files = sorted(path for path in root.rglob("*") if path.is_file())
    _write(server, ((path.relative_to(root).as_posix(), path.read_bytes(), True) for path in files))
    used = _used(server)
    with ZipFile(LIBRARY) as source:
        names = [name for name in source.namelist() if not name.endswith("/")]
        _write(library, ((name, source.read(name), f"{LIBRARY}/{name}" in used) for name in names))


def _write(archive: str, contents: Iterable[tuple[str, bytes, bool]]) -> None:
    """An archive of files by names, of which those that say so are compiled if they can be."""
    with ZipFile(archive, "w") as into:
        for name, content, is_used in contents:
            if is_used and name.endswith(".py"):
                code = compile(content, name, "exec", dont_inherit=True)
                name, content = f"{name}c", external._code_to_hash_pyc(code, *_UNCHECKED)
            into.writestr(ZipInfo(name), content, ZIP_DEFLATED, 9)


def _used(server: str) -> set[str]:
    """The files of the standard library that are imported when everything is."""
    sys.path.insert(0, server)
    import wazir.lsp.connection  # noqa: F401
    from wazir.notations import REGISTRY
    from wazir.notations.notation import Context
    from wazir.piece.known import fingerprints, table

    for notation in REGISTRY:
        _ = notation.read("", Context()).diagnostics
    table()
    fingerprints()
    return {str(getattr(module, "__file__", "")) for module in list(sys.modules.values())}
