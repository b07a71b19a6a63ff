"""Tells the rules of a variant with all that it inherits. NAME is a section of the file, or a built-in variant;
FILE may be the name of a built-in variant itself. With --json all rules and pieces as data, for programs.

examples:
  wazir variant variants.ini                all variants of a file
  wazir variant variants.ini mine
  wazir variant variants.ini mine --json
  wazir variant crazyhouse --json           a built-in variant
"""

from __future__ import annotations

import json
import re
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NoReturn

from wazir.cli.arguments import context, is_place
from wazir.cli.command import Status, UsageError, add_format, add_output, similar
from wazir.cli.files import find, put_text, read
from wazir.diagnostics import Diagnostic, Severity
from wazir.document import Document
from wazir.features.definitions import Json, diagnostic_as_json
from wazir.features.variants import as_json, built_in, built_in_names, diagnostics_of, variants
from wazir.notations import REGISTRY, for_file
from wazir.notations.results import ResolvedVariant


@dataclass(frozen=True, slots=True)
class VariantTarget:
    """A variant that the user names."""

    variant: ResolvedVariant
    document: Document
    diagnostics: tuple[Diagnostic, ...]
    """Those of its section; none of a built-in variant."""

    @property
    def has_error(self) -> bool:
        """Whether the engine may not play it."""
        return any(diagnostic.code.severity is Severity.ERROR for diagnostic in self.diagnostics)


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command to its parser."""
    parser.add_argument("file", metavar="FILE", help="a file of variants, - for standard input, or a built-in variant")
    parser.add_argument("name", metavar="NAME", nargs="?", help="the variant; all of the file by default")
    add_format(parser, _WRITE)
    parser.add_argument("--json", action="store_const", dest="format", const="json", help="the same as --format json")
    add_output(parser)


def run(options: Namespace) -> int:
    """Run the command and return its exit status."""
    targets = variants_of(options.file, options)
    if options.name is not None:
        targets = [chosen(targets, options.name, options.file)]
    put_text(_WRITE[options.format](targets), options.output, options.format)
    return Status.PROBLEMS if any(target.has_error for target in targets) else Status.CLEAN


def variants_of(file: str, options: Namespace) -> list[VariantTarget]:
    """The variants of a file, or the built-in one of that name.

    Raises:
        UsageError: There is none.
        OSError: The file cannot be read.
    """
    if not is_place(file):
        if re.fullmatch(r"[\w./\\-]+\.[a-z]{2,}", file):
            raise UsageError(f"No such file or folder: `{file}`.")
        message = f"There is no file and no built-in variant `{file}`."
        return [_built_in(file) or _missing(message, file, built_in_names())]
    targets = list[VariantTarget]()
    among = [notation for notation in REGISTRY if notation.has_variants]
    for origin in find([file], among, None if for_file(file) else among[0].name):
        document = Document.open(origin.notation, read(origin).text, context(options, origin.notation, origin.path))
        found = ((variant, diagnostics_of(document, placed)) for placed, variant in variants(document))
        targets += (VariantTarget(variant, document, diagnostics) for variant, diagnostics in found)
    return targets or _missing(f"`{file}` has no variants.")


def chosen(targets: list[VariantTarget], name: str, file: str) -> VariantTarget:
    """The variant with a name, or the built-in one.

    Raises:
        UsageError: There is none.
    """
    names = [target.variant.name for target in targets]
    if name in names:
        return targets[names.index(name)]
    return _built_in(name) or _missing(f"`{file}` has no variant `{name}`.", name, names)


def _built_in(name: str) -> VariantTarget | None:
    found = built_in(name)
    return found and VariantTarget(found[2], found[0], ())


def _missing(message: str, name: str = "", names: Iterable[str] = ()) -> NoReturn:
    near = similar(name, names)
    raise UsageError(f"{message} Did you mean `{near}`?" if near else message)


def _json(targets: list[VariantTarget]) -> str:
    rows = [as_json(target.variant, list(_diagnostics(target))) for target in targets]
    return json.dumps(rows[0] if len(rows) == 1 else rows, indent=1, ensure_ascii=False) + "\n"


def _diagnostics(target: VariantTarget) -> Iterator[Json]:
    return (diagnostic_as_json(target.document, diagnostic) for diagnostic in target.diagnostics)


def _text(targets: list[VariantTarget]) -> str:
    return "\n".join(target.variant.name for target in targets) + "\n"


_WRITE = {"text": _text, "json": _json}
