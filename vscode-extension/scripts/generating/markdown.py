"""The colours of fenced blocks in Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from wazir.notations.notation import Notation

NAME = "markdown-fences"
SCOPE = "markdown.wazir.fences"


def block(notation: Notation) -> str:
    """The scope of the blocks of a notation."""
    return f"meta.embedded.block.{notation.name}"


def grammar(notations: Sequence[Notation]) -> dict[str, Any]:
    """A grammar that editors put into that of Markdown."""
    return {
        "scopeName": SCOPE,
        "injectionSelector": "L:text.html.markdown",
        "patterns": [_fence(notation) for notation in notations],
    }


def _fence(notation: Notation) -> dict[str, Any]:
    """A fence that names a notation: `betza`, `betza title="x"`, `{.betza}` and `{betza}`."""
    named = rf"\{{?[ \t]*\.?(?i:({notation.name}))(?![\w-])[^`]*"
    return {
        "name": "markup.fenced_code.block.markdown",
        "begin": rf"(^|\G)(\s*)(`{{3,}}|~{{3,}})\s*{named}$",
        "beginCaptures": {
            "3": {"name": "punctuation.definition.markdown"},
            "4": {"name": "fenced_code.block.language"},
        },
        "end": r"(^|\G)(\2|\s{0,3})(\3)\s*$",
        "endCaptures": {"3": {"name": "punctuation.definition.markdown"}},
        "patterns": [
            {
                "begin": r"(^|\G)(\s*)(.*)",
                "while": r"(^|\G)(?!\s*([`~]{3,})\s*$)",
                "contentName": block(notation),
                "patterns": [{"include": f"source.{notation.name}"}],
            }
        ],
    }
