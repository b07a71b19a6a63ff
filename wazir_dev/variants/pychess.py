"""Writes `pychess.toml`, what PyChess refuses, from facts that are listed with their sources."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from wazir_dev.variants.asking import kept
from wazir_dev.variants.writing import BUILT_IN

SOURCES = Path(__file__).parent / "pychess_sources.toml"
PYCHESS = BUILT_IN.with_name("pychess.toml")
HEAD = """\
# What PyChess refuses in the variant of a user: facts about the site, in our own words and order.
# `python -m wazir_dev variants` writes this file from `wazir_dev/variants/pychess_sources.toml`.
"""
REFUSED = """
# Settings that it refuses if they are on, by their keys in lower case, and what it lacks.
[refused]
"""
REFUSED_VALUES = """
# Settings that it refuses with any value that does not turn them off.
[refused_values]
"""
TAKEN = """
# Variants of the site that the engine does not know: their names are taken.
[taken]
"""


def text() -> str:
    """The file."""
    sources = tomllib.loads(SOURCES.read_text("utf-8"))
    refused = sources["refused"]
    parts = [
        REFUSED,
        *_settings(refused, when="on"),
        REFUSED_VALUES,
        *_settings(refused, when="not off"),
        TAKEN,
        *_taken(sources["variants"]),
    ]
    return HEAD + "".join(parts)


def _settings(refused: Iterable[Mapping[str, str]], when: str) -> list[str]:
    """The settings that are refused at one kind of value, a line each."""
    own = {row["key"].lower(): row["what"] for row in refused if row["when"] == when}
    return [f"{key} = {json.dumps(own[key])}\n" for key in sorted(own)]


def _taken(variants: Sequence[Mapping[str, Any]]) -> list[str]:
    """The names that the engine does not know, in alphabetical order."""
    names = {name for row in variants for name in row["names"]}
    lines = [f"  {json.dumps(name)},\n" for name in sorted(names - kept().keys())]
    return ["names = [\n", *lines, "]\n"]
