"""Shows the settings that apply to a file or folder, and where each comes from: the command line, a
line of the file, wazir.toml or pyproject.toml, or the default.

examples:
  wazir config                   the settings of the current folder
  wazir config pieces.betza      the settings of a file
  wazir config pieces.betza --format json
"""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from dataclasses import Field
from pathlib import Path
from typing import Any, NamedTuple

from wazir.cli.arguments import add_reading, check_fit, documents_of, notations_of, project_of
from wazir.cli.command import Status, UsageError, add_format
from wazir.cli.console import aligned, paint_for, safe
from wazir.cli.files import find_with_pages, not_found
from wazir.document import Document
from wazir.notations import REGISTRY
from wazir.settings import (
    FileSettings,
    ProjectSettings,
    ReadingSettings,
    ValueShape,
    fields_in,
    fields_of,
    spec_of,
)
from wazir.settings.files import Project, shown
from wazir.text import line_at


class SettingRow(NamedTuple):
    """A setting."""

    setting: str
    value: Any
    source: str


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command to its parser."""
    parser.add_argument(
        "file",
        nargs="?",
        default=".",
        metavar="FILE",
        help="a file or folder (default: the folder)",
    )
    add_reading(parser)
    add_format(parser, ("text", "json"))


def run(options: Namespace) -> int:
    """Run the command and return its exit status."""
    if not options.file:
        raise UsageError("A file name is empty.")
    path = Path(options.file)
    if not os.path.lexists(path):
        raise not_found(options.file)
    project = project_of(path)
    rows = [*_of_project(project, path), *([] if path.is_dir() else _of_file(options, project))]
    if options.format == "json":
        print(json.dumps([row._asdict() for row in rows], indent=1))
        return Status.CLEAN
    cells = [(row.setting, safe(_shown(row.value)), safe(row.source)) for row in rows]
    print(*aligned([("setting", "value", "source"), *cells], paint_for(sys.stdout)), sep="\n")
    return Status.CLEAN


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return ", ".join(f"{key} = {item}" for key, item in value.items())
    return (", ".join(value) if isinstance(value, list) else str(value or "")) or "-"


def _of_project(project: Project | None, path: Path) -> Iterator[SettingRow]:
    """The settings of the project. Those that say how texts are read follow from the file, if one
    is given.
    """
    settings = project.at(path) if project else FileSettings()
    for name, setting in fields_of(ProjectSettings if path.is_dir() else FileSettings).items():
        if name == "files" or (name in fields_of(ReadingSettings) and not path.is_dir()):
            continue
        source = (
            settings if name in fields_of(FileSettings) or project is None else project.settings
        )
        value = getattr(source, setting.name, None)
        if spec_of(setting).shape is ValueShape.GROUP:
            yield from _of_group(project, path, setting, values=value)
        else:
            yield SettingRow(name, _plain(value), _source(project, path, name))


def _of_group(
    project: Project | None, path: Path, group: Field[Any], values: Any
) -> Iterator[SettingRow]:
    """The settings of a group that the project sets. Only editors use them, and an editor may set
    the others.
    """
    for inner_name, inner in fields_in(group).items():
        name = f"{group.name.replace('_', '-')}.{inner_name}"
        if project and project.origin(path, name):
            yield SettingRow(name, getattr(values, inner.name), _source(project, path, name))


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        if value and isinstance(value[0], tuple):
            return {code: severity.name.lower() for code, severity in value}
        return list(value)
    return value


def _source(project: Project | None, path: Path, name: str) -> str:
    if project and (span := project.origin(path, name)):
        return f"{shown(project.path)}:{line_at(project.text, span.start)[0] + 1}"
    return "default"


def _of_file(options: Namespace, project: Project | None) -> Iterator[SettingRow]:
    """How the text of a file is read: by arguments, by its own lines, and by the settings of the
    project.
    """
    (origin,) = find_with_pages([options.file], REGISTRY, options.notation)
    check_fit(options, notations_of(origin))
    for document in documents_of(origin, options):
        yield from _of_document(options, origin.name, document, project=project)


def _of_document(
    options: Namespace, name: str, document: Document, project: Project | None
) -> Iterator[SettingRow]:
    """How a file, or a block of a Markdown file, is read."""
    notation, first_line = document.notation, document.region.first_line
    engine = [("engine", "engine")] if notation.engines else []
    fields = (("board", "board"), (notation.dialect_word, "dialect"), ("profile", "profile"))
    for key, field in (*fields, *engine):
        value = getattr(document.context, field)
        is_argument = field in document.context.fixed
        where = "command line" if is_argument else _source(project, Path(options.file), key)
        if first_line:
            where = f"{where}, for the block of {name} from line {first_line + 1}"
        yield SettingRow(key, value, where)
        for placed in document.chunks():
            before, value = value, getattr(placed.context, field)
            if value != before:
                line = document.region.position(placed.start).line + 1
                yield SettingRow(key, value, f"{name}, from line {line}")
