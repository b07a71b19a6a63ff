"""Starts the server in a worker, where compiling is slow.

attrs and dataclasses generate the source of a thousand methods, which is compiled in each start.
The archive of the server has the code, in a file beside this module.
"""

import builtins
import marshal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import CodeType
from typing import Any

GENERATED = "generated"
"""The file with the code of the generated sources."""


@contextmanager
def compiling(known: dict[str, CodeType]) -> Iterator[None]:
    """Takes code from *known*, by its source, instead of compiling it, and adds what is not
    known.
    """
    compile_, exec_ = builtins.compile, builtins.exec

    def compiled(source: Any, filename: str, mode: str, *more: Any, **options: Any) -> Any:
        if not isinstance(source, str) or mode != "exec" or more or options:
            return compile_(source, filename, mode, *more, **options)
        if source not in known:
            known[source] = compile_(source, filename, mode)
        return known[source]

    def executed(source: Any, *namespaces: Any, **more: Any) -> None:
        exec_(
            compiled(source, "<string>", "exec") if isinstance(source, str) else source,
            *namespaces,
            **more,
        )

    builtins.compile, builtins.exec = compiled, executed  # type: ignore[assignment]
    try:
        yield
    finally:
        builtins.compile, builtins.exec = compile_, exec_


def begin(*arguments: Any) -> Callable[[str], None]:
    """Starts the server, as `begin` of `wazir.lsp.connection` does."""
    with compiling(marshal.loads(__loader__.get_data(GENERATED))):  # type: ignore[name-defined]
        from wazir.lsp import connection
    return connection.start_in_worker(*arguments)
