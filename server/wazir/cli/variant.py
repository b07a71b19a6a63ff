"""Describes the rules of a variant in words: what differs from its parent variant, or everything.
NAME is a section of the file, or a built-in variant; FILE may be the name of a built-in variant
itself. With --json it prints all rules and pieces, inherited ones too, as data for programs.
--format variant-info prints them in the form of the function `variant_info` of Fairy-Stockfish's
libraries.

examples:
  wazir variant variants.ini                all variants of a file
  wazir variant variants.ini mine
  wazir variant variants.ini mine --json
  wazir variant crazyhouse --json           a built-in variant
  wazir variant variants.ini mine --wins    wins in one and two moves, by pyffish
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import NoReturn

from wazir.cli.arguments import documents_of, is_place
from wazir.cli.command import (
    Status,
    UsageError,
    add_format,
    add_output,
    cut,
    similar,
    wrapped,
)
from wazir.cli.console import Paint, aligned, columns, json_text, paint_for, safe
from wazir.cli.files import (
    MarkdownOrigin,
    Origin,
    check_exists,
    find_with_pages,
    notation_of,
    put_form,
)
from wazir.diagnostics import Diagnostic, Severity
from wazir.document import Document
from wazir.engines import EngineError
from wazir.engines.library import SECONDS_TO_ANSWER, divide, wins
from wazir.features import variants
from wazir.features.definitions import Json, diagnostic_as_json
from wazir.notations import REGISTRY, for_file, is_markdown
from wazir.notations.variant import ResolvedVariant, VariantRules, with_start_facts
from wazir.notations.wording import shortened


@dataclass(frozen=True, slots=True)
class VariantTarget:
    """A variant that the user names."""

    defined: variants.DefinedVariant
    rules: VariantRules
    diagnostics: tuple[Diagnostic, ...]
    """Those of its section; none of a built-in variant."""
    is_built_in: bool = False

    @property
    def variant(self) -> ResolvedVariant:
        """The variant."""
        return self.defined.variant

    @property
    def document(self) -> Document:
        """The document that defines it."""
        return self.defined.document

    @property
    def has_error(self) -> bool:
        """Whether the engine may not play it."""
        return any(diagnostic.code.severity is Severity.ERROR for diagnostic in self.diagnostics)

    @property
    def config(self) -> str:
        """The text for the engine that defines it; empty for a built-in variant."""
        return "" if self.is_built_in else self.document.text

    def why_not_played(self, problem: EngineError) -> str:
        """The problem of an engine with the variant, and where its reason is shown if it is
        known.
        """
        if not self.has_error:
            return str(problem)
        return f"{str(problem).rstrip('.')}. `wazir check` shows its errors."


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command to its parser."""
    parser.add_argument(
        "file", metavar="FILE", help="a file of variants, FILE:NAME, -, or a built-in variant"
    )
    parser.add_argument(
        "name", metavar="NAME", nargs="?", help="the variant; all of the file by default"
    )
    add_format(parser, _WRITE)
    parser.add_argument(
        "--json",
        action="store_const",
        dest="format",
        const="json",
        help="the same as --format json",
    )
    parser.add_argument(
        "--wins",
        action="store_true",
        help="also list the wins in one and two moves from the start, which takes pyffish about "
        "ten seconds a variant",
    )
    add_output(parser)


def run(options: Namespace) -> int:
    """Run the command and return its exit status."""
    if options.wins and options.format != "text":
        raise UsageError("`--wins` is for the rules in words.")
    targets = selected(options.file, options, options.name)
    if options.wins:
        targets = list(map(_with_wins, targets))
    put_form(_WRITE[options.format](targets), options.output, options.format)
    return Status.PROBLEMS if any(target.has_error for target in targets) else Status.CLEAN


def wins_of(target: VariantTarget) -> tuple[str, ...]:
    """The wins in one and two moves from the start of a variant, in sentences.

    Raises:
        UsageError: pyffish cannot search them.
    """
    try:
        found = wins(target.config, target.variant.name)
    except EngineError as problem:
        raise UsageError(target.why_not_played(problem)) from None
    return tuple(variants.wins_in_words(found))


def _with_wins(target: VariantTarget) -> VariantTarget:
    """A variant whose rules have its wins in one and two moves from the start.

    Raises:
        UsageError: pyffish cannot search them.
    """
    rules = replace(target.rules, parts=with_start_facts(target.rules.parts, wins_of(target)))
    return replace(target, rules=rules)


def selected(target: str, options: Namespace, name: str | None = None) -> list[VariantTarget]:
    """The variants of a file, or the one that the target or *name* chooses.

    Raises:
        UsageError: There is no such variant.
        OSError: The file cannot be read.
    """
    file, own = split_target(target)
    targets, name = variants_of(file, options), own or name
    if name is None:
        return targets
    names = [target.variant.name for target in targets]
    if name in names:
        return [targets[names.index(name)]]
    return [_built_in(name) or _missing(f"`{file}` has no variant `{name}`.", name, names)]


def variants_of(file: str, options: Namespace) -> list[VariantTarget]:
    """The variants of a file, or the built-in variant of that name.

    Raises:
        UsageError: The file does not exist or has no variants, and no built-in variant has the
            name.
        OSError: The file cannot be read.
    """
    if not is_place(file):
        check_exists(file)
        message = f"There is no file and no built-in variant `{cut(file)}`."
        return [_built_in(file) or _missing(message, file, variants.built_in_names())]
    targets = list[VariantTarget]()
    among = [notation for notation in REGISTRY if notation.variants]
    origins = find_with_pages([file], among, None if for_file(file) else among[0].name)
    opened = [document for origin in origins for document in _documents(origin, options)]
    for document in opened:
        both = zip(variants.variants(document), variants.rules_of(document), strict=True)
        for defined, rules in both:
            diagnostics = variants.diagnostics_of(document, defined.placed)
            targets.append(VariantTarget(defined, rules, diagnostics))
    return targets or _missing(f"`{file}` has no variants.")


def _documents(origin: Origin | MarkdownOrigin, options: Namespace) -> list[Document]:
    """The document of a source, or the fenced blocks of Markdown that have variants."""
    found = documents_of(origin, options)
    return [document for document in found if document.notation.variants]


# Comparison


def is_of_variants(target: str) -> bool:
    """Whether a target is a file of variants, perhaps with the name of one of them."""
    file, name = split_target(target)
    if is_markdown(file):
        return name is not None
    notation = notation_of(file)
    return notation is not None and notation.variants is not None


def may_have_variants(file: str) -> bool:
    """Whether a file has variants, or has a name as such files have."""
    notation = notation_of(file)
    if notation is not None:
        return notation.variants is not None
    return any(
        file.lower().endswith(other.files.shared_extensions) for other in REGISTRY if other.variants
    )


def is_built_in(target: str) -> bool:
    """Whether a target is the name of a built-in variant, and no file."""
    return not is_place(target) and target in variants.built_in_names()


def split_target(target: str) -> tuple[str, str | None]:
    """A file and the name of a variant in it, which follows a colon, or None."""
    file, colon, name = target.rpartition(":")
    is_file = notation_of(file) or is_markdown(file)
    return (file, name) if colon and is_file else (target, None)


def compare_variants(options: Namespace) -> int:
    """Compare two variants, or those of two files by their names, and return the exit status."""
    if options.format == "svg":
        raise UsageError("Variants are compared as text or json.")
    are_files = is_place(options.a) and is_place(options.b)
    a = _by_name(options, options.a, may_be_empty=are_files)
    b = _by_name(options, options.b, may_be_empty=are_files and bool(a))
    pairs = [(a[name], b[name]) for name in a if name in b]
    alone = [
        (name, side)
        for side, own, other in (("A", a, b), ("B", b, a))
        for name in own
        if name not in other
    ]
    if len(a) == len(b) == 1:
        pairs, alone = [(next(iter(a.values())), next(iter(b.values())))], []
    rows = [
        variants.compared_as_json(first.variant, second.variant, _perft(first, second))
        for first, second in pairs
    ]
    if options.format == "json":
        text = "".join(f"{json_text(row)}\n" for row in rows)
    else:
        parts = ["\n".join(difference_lines(row)) + "\n" for row in rows]
        parts += [f"{safe(name)}: only {side} defines it.\n" for name, side in alone]
        text = "\n".join(parts)
    put_form(text, options.output, options.format)
    return Status.CLEAN if not alone and all(row["same"] for row in rows) else Status.PROBLEMS


def _by_name(options: Namespace, target: str, *, may_be_empty: bool) -> dict[str, VariantTarget]:
    """The variants of a side of a comparison.

    Raises:
        UsageError: There is none, and may not be none.
    """
    try:
        chosen = selected(target, options, options.name)
    except UsageError:
        if not may_be_empty or options.name is not None:
            raise
        return {}
    return {variant.variant.name: variant for variant in chosen}


def _perft(a: VariantTarget, b: VariantTarget) -> tuple[int, int] | None:
    """The numbers of lines of two moves; None without an engine."""
    with suppress(EngineError):
        if not (a.has_error or b.has_error):
            first, second = (
                divide(
                    each.config, each.variant.name, variants.PERFT_DEPTH, patience=SECONDS_TO_ANSWER
                )
                for each in (a, b)
            )
            return sum(first.values()), sum(second.values())
    return None


def difference_lines(row: Json) -> Iterator[str]:
    """What `compared_as_json` says of two variants, as a table."""
    a, b, pieces, rules, counts = (row[key] for key in ("a", "b", "pieces", "rules", "perft"))
    assert isinstance(pieces, list)  # as `compared_as_json` makes them
    assert isinstance(rules, list)
    if not pieces and not rules:
        yield f"{safe(str(a))} and {safe(str(b))} have the same pieces and rules."
    else:
        rows = [
            [safe(str(row["key"])), *(_cell(row, side) for side in ("a", "b"))]
            for row in (*pieces, *rules)
        ]
        yield from aligned([["", safe(str(a)), safe(str(b))], *rows], paint_for(sys.stdout))
    if isinstance(counts, dict):
        numbers = [f"{counts[side]:,}" for side in ("a", "b")]
        both = f"{numbers[0]} in both" if numbers[0] == numbers[1] else " and ".join(numbers)
        yield f"Lines of {variants.PERFT_DEPTH} moves from the start: {both}."


def _cell(row: Json, side: str) -> str:
    """What a side has of a piece or a rule, with the name of the piece."""
    names = row.get("names")
    name = names[side] if isinstance(names, dict) else None
    value = shortened(_shown(row[side]))
    return safe(f"{value} ({name.lower()})" if name else value)


def _shown(value: object) -> str:
    match value:
        case None:
            return "-"
        case bool():
            return str(value).lower()
        case list():
            return ("" if all(len(part) == 1 for part in value) else " ").join(value) or "-"
        case dict():
            return " ".join(f"{letter}:{other}" for letter, other in value.items()) or "-"
    return str(value)


def _built_in(name: str) -> VariantTarget | None:
    defined = variants.built_in(name)
    if defined is None:
        return None
    rules = next(variants.rules_of(defined.document))
    return VariantTarget(defined, rules, diagnostics=(), is_built_in=True)


def _missing(message: str, name: str = "", names: Iterable[str] = ()) -> NoReturn:
    near = similar(name, names)
    raise UsageError(f"{message} Did you mean `{near}`?" if near else message)


def _json(targets: list[VariantTarget]) -> str:
    return _written(
        [variants.as_json(target.variant, list(_diagnostics(target))) for target in targets]
    )


def _written(rows: Sequence[Mapping[str, object]]) -> str:
    """The data of a variant, or a list if there are several."""
    return json_text(rows[0] if len(rows) == 1 else rows, indent=1) + "\n"


def _diagnostics(target: VariantTarget) -> Iterator[Json]:
    return (diagnostic_as_json(target.document, diagnostic) for diagnostic in target.diagnostics)


def _text(targets: list[VariantTarget]) -> str:
    paint, room = paint_for(sys.stdout), columns(sys.stdout)
    return "\n\n".join("\n".join(_rules(target, paint, room)) for target in targets) + "\n"


def _rules(target: VariantTarget, paint: Paint, room: int) -> Iterator[str]:
    """The rules of a variant in words, with its position."""
    rules = target.rules
    for number, part in enumerate(rules.parts):
        if part.title or number:
            yield ""
        if part.title:
            yield paint("heading", part.title)
        yield from wrapped(safe(" ".join(part.sentences)), room)
        for piece in part.pieces:
            yield from wrapped(
                safe(f"{piece.name} ({piece.letter}): {piece.sentence}"), room, "- ", others="  "
            )
        if number == 0 and rules.drawing:
            yield from ["", *map(safe, rules.drawing.splitlines())]


_WRITE: Mapping[str, Callable[[list[VariantTarget]], str]] = {
    "text": _text,
    "json": _json,
    "variant-info": lambda targets: _written([target.variant.info for target in targets]),
}
