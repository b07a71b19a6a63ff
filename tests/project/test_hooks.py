"""The hooks for pre-commit take what their commands read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from wazir.notations import MARKDOWN, REGISTRY

HOOKS = (Path(__file__).parents[2] / ".pre-commit-hooks.yaml").read_text("utf-8")
PATTERNS = dict(re.findall(r"^- id: (\S+)\n(?:  .*\n)*?  files: (.*)$", HOOKS, flags=re.MULTILINE))
ENDINGS = tuple(ending for notation in REGISTRY for ending in notation.extensions)


@pytest.mark.parametrize(
    ("hook", "endings"),
    [("wazir-check", (*ENDINGS, *MARKDOWN)), ("wazir-format", ENDINGS)],
    ids=["check", "format"],
)
def test_a_hook_takes_every_file_that_its_command_reads(
    hook: str, endings: tuple[str, ...]
) -> None:
    """Every ending in either case, and nothing else."""
    for ending in endings:
        assert re.search(PATTERNS[hook], f"pieces/x{ending}")
        assert re.search(PATTERNS[hook], f"pieces/X{ending.upper()}")
    for name in ("x.txt", "betza", "x.betza.bak", "x.mdx"):
        assert not re.search(PATTERNS[hook], name)


def test_format_does_not_take_markdown() -> None:
    """It lays out no Markdown, and would end the commit with an error."""
    assert not re.search(PATTERNS["wazir-format"], "README.md")
