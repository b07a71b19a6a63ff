"""Whole files in another dialect, in another notation, or in the form of an engine (Q16)."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from wazir.budget import check
from wazir.diagnostics import Severity
from wazir.document import Document, Placed
from wazir.features.definitions import (
    SpanSet,
    board_of,
    every,
    moves_of,
    spans_with_errors,
    touches,
)
from wazir.features.game_files import exported_games
from wazir.features.known import ROYAL
from wazir.features.variant_files import exported_variants
from wazir.features.written import (
    CannotConvert,
    Left,
    Translation,
    defined,
    in_dialect,
    in_file,
)
from wazir.notations import REGISTRY, writable_files
from wazir.notations.capabilities import Writer
from wazir.notations.notation import MAX_LETTERS_OF_CHUNK, Notation
from wazir.notations.results import LETTERS, Definition, EngineFile, ListedPiece, TokenType
from wazir.piece.board import DEFAULT, SquareBoard
from wazir.piece.equivalence import CHESSBOARD
from wazir.piece.patterns import CannotExpress
from wazir.text import Span, line_end, line_start, newline

_MARKS = re.compile(r"\A(?:[#;]+|//|--|/\*+(?!/))[ \t]?|[ \t]*\*+/\Z")
"""What begins or ends a comment in some notation."""
_SETTING = re.compile(r"style:\s*\w+|board:\s*(?P<board>.+)", re.IGNORECASE)
"""A comment that sets the style or the board of its file."""


class ConversionTarget(NamedTuple):
    """What a file can be converted to."""

    notation: Notation
    dialect: str
    title: str
    file: EngineFile | None = None
    """The form of an engine, in which the pieces are written in the notation."""

    @property
    def language(self) -> str:
        """The language of the file in editors."""
        return self.file.language if self.file else self.notation.name


@cache
def every_target() -> Mapping[str, ConversionTarget]:
    """The targets of conversions by name: the dialects of each notation, or the notation itself."""
    targets: dict[str, ConversionTarget] = {}
    for notation in REGISTRY:
        if notation.writer and not notation.dialects:
            targets[notation.name] = ConversionTarget(
                notation, notation.writer.default_dialect, notation.title
            )
        if notation.writer or notation.converter:
            for dialect in notation.dialects:
                title = notation.title_in(dialect)
                targets[dialect] = ConversionTarget(notation, dialect, title)
    engines = writable_files().items()
    return targets | {
        name: ConversionTarget(REGISTRY[0], name, file.title, file=file) for name, file in engines
    }


def targets(document: Document) -> Mapping[str, ConversionTarget]:
    """The targets that a document can be converted to by name, those of its own notation first."""
    own, targets = document.notation, dict[str, ConversionTarget]()
    for name, target in sorted(
        every_target().items(), key=lambda each: each[1].notation is not own
    ):
        if target.notation is own or not (own.games or target.notation.games):
            targets[name] = target
    return targets


def new_files(document: Document) -> Mapping[str, ConversionTarget]:
    """The targets by name that a document is written as in another file: those that are not
    converted in place.
    """
    own, known = document.notation, targets(document).items()
    is_rewritten = own.converter is None and own.dialects
    return {name: target for name, target in known if target.notation is not own or is_rewritten}


def usual(document: Document) -> Mapping[str, ConversionTarget]:
    """The targets in the usual dialect of another notation, by name."""
    others = {}
    for name, target in targets(document).items():
        writer = target.notation.writer
        if target.notation is document.notation or writer is None:
            continue
        if writer.default_dialect == target.dialect:
            others[name] = target
    return others


def converted(
    document: Document, target: ConversionTarget, span: Span | None = None
) -> Translation:
    """A document in another dialect of its notation, in another notation, or in the file of an
    engine.

    Args:
        document: The document.
        target: What it is converted to.
        span: Only the definitions that it touches are converted, if given; the target is then a new
            file.

    Raises:
        CannotConvert: It cannot be converted, or no definition that *span* touches can.
    """
    if target.file and document.notation.variants:
        translation = exported_variants(document, target.file, span)
    elif target.file and _keeps_games(document, target) and span is None:
        translation = exported_games(document, target.file)
    elif target.file:
        translation = exported(document, target, every(document, span))
    elif document.notation is target.notation and target.notation.converter:
        translation = Translation(in_dialect(document, target.dialect))
    else:
        translation = translated(document, target.notation, target.dialect, span=span)
    if span and translation.left and len(translation.left) == len(list(every(document, span))):
        raise CannotConvert(reasons(translation))
    return translation


def _keeps_games(document: Document, target: ConversionTarget) -> bool:
    """Whether the games of a document are written in the file of another program."""
    return document.notation.set_ups is not None and target.dialect != document.notation.name


MAX_REASONS = 3
"""The maximum number of left out definitions whose reason is shown."""


def reasons(translation: Translation) -> str:
    """Why definitions are left out."""
    more = len(translation.left) - MAX_REASONS
    shown = [
        f"{definition.name}: {definition.reason}" for definition in translation.left[:MAX_REASONS]
    ]
    return " ".join(shown + [f"And {more} more."] * (more > 0))


def has_definitions(document: Document, translation: Translation) -> bool:
    """Whether a converted document has one of its definitions, or had none."""
    count = len(list(every(document)))
    return not translation.left or len(translation.left) < count


class _Item(NamedTuple):
    """A definition or a comment of a document."""

    place: int
    """Its place in the order: a comment inside a definition precedes the definition."""
    span: Span
    definition: Definition | None = None
    name: str = ""
    """The name or the text of what is neither a piece nor a comment."""
    reason: str = ""
    """Why that is left out."""
    setting: str = ""
    """The text of a part that is neither a piece nor a comment."""
    with_errors: Span = Span(0, 0)
    """The span of a definition with its error tokens."""


def translated(
    document: Document, notation: Notation, dialect: str, span: Span | None = None
) -> Translation:
    """A document in another notation, with its definitions, comments and blank lines in order
    (Q16).

    A definition that cannot be expressed becomes a comment with the reason. Only what *span*
    touches is converted, if given.

    Raises:
        CannotConvert: The notation has no pieces.
    """
    writer = notation.writer
    if writer is None or document.notation.games:
        raise CannotConvert(f"{document.notation.title} cannot be converted to {notation.title}.")
    items = [item for placed in document.chunks(span) for item in _items(document, placed)]
    if span:
        items = [item for item in items if touches(span, item.span)]
    definitions = [item.definition for item in items if item.definition]
    is_same = document.notation is notation and all(each.dialect == dialect for each in definitions)
    if is_same and not span:
        return Translation(document.text)
    shown = [each.name or f"Piece {number}" for number, each in enumerate(definitions, 1)]
    # A single piece needs no name.
    fitted = _fitted(shown if len(definitions) > 1 else [each.name for each in definitions], writer)
    named = zip(shown, fitted, strict=True)
    avoid = frozenset(filter(None, fitted))
    mark = writer.comment(dialect)
    has_board = writer.heading(dialect, DEFAULT) != writer.heading(dialect, None)
    left = list[Left]()
    lines = list[str]()
    board_above = None
    previous_end = 0
    for item in items:
        check()
        gap = document.slice(Span(previous_end, item.place)).count("\n") if lines else 1
        lines += [""] * (gap > 1)
        previous_end = item.span.end
        if item.definition is None and not item.reason:
            original = item.setting.splitlines() or _comment_lines(document.slice(item.span))
            if gap == 0 and len(original) == 1 and not lines[-1].startswith(mark):
                lines[-1] += f"  {mark}{original[0]}".rstrip()
            else:
                lines += _marked(mark, original)
            continue
        own_board = item.definition.board if item.definition else None
        if own_board and own_board != board_above:
            if board_above or not has_board:
                lines.append(writer.board(own_board) or f"{mark}board: {own_board}")
            board_above = own_board
        name, new_name = next(named) if item.definition else (item.name, None)
        try:
            lines += _definition_lines(
                document=document,
                item=item,
                name=new_name,
                notation=notation,
                dialect=dialect,
                avoid=avoid,
            )
        except CannotConvert as refusal:
            whole = item.with_errors if item.definition else item.span
            left.append(Left(name, document.position(whole.start).line, str(refusal)))
            original = document.slice(whole).splitlines()
            lines += _marked(mark, [f"{name} is left out: {refusal}", *original])
    board = next((definition.board for definition in definitions if definition.board), None)
    body = "\n".join(lines)
    text = f"{writer.heading(dialect, board)}{body}\n" if body else ""
    return Translation(text.replace("\n", newline(document.text)), tuple(left))


def _marked(mark: str, original: Iterable[str]) -> list[str]:
    """Lines as comments, which begin with a mark."""
    return [f"{mark}{line}".rstrip() for line in original]


def _definition_lines(
    document: Document,
    *,
    item: _Item,
    name: str | None,
    notation: Notation,
    dialect: str,
    avoid: frozenset[str],
) -> list[str]:
    """The lines of a definition in another notation, which has pieces."""
    writer = notation.writer
    if item.definition is None or writer is None:
        raise CannotConvert(item.reason)
    definition = in_file(document, item.definition)
    mark = writer.comment(dialect)
    instead = definition.played if definition is not item.definition else None
    if instead and not instead.piece.moves:
        raise CannotConvert(f"{instead.engine} finds no moves in it.")
    piece, is_royal = definition.piece, False
    if piece and piece.properties == (ROYAL,) and notation is not document.notation:
        definition = replace(definition, piece=replace(piece, properties=()))
        is_royal = True
    span = item.definition.moves.moved(item.span.start - item.definition.span.start)
    moves = " ".join(document.slice(span).split())
    text = defined(definition, notation, dialect, avoid=avoid, own=moves)
    lines = (writer.definition(name, text, dialect) if name else text).split("\n")
    remarks = [f"{mark}{instead.engine} plays `{moves}` as this piece."] if instead else []
    remarks += [f"{mark}{name or 'The piece'} is royal."] if is_royal else []
    return [*remarks, *lines]


def exported(
    document: Document,
    target: ConversionTarget,
    some: Iterable[tuple[Placed, Definition]] | None = None,
) -> Translation:
    """The pieces of a document, or *some* of them, in the file of an engine, which plays each as it
    is meant.

    Raises:
        CannotConvert: The document has no pieces, or the engine does not have its board.
    """
    if target.file is None or document.notation.games:
        raise CannotConvert(f"{document.notation.title} cannot be converted to {target.title}.")
    pairs = list(every(document) if some is None else some)
    board = next((board_of(definition) for _, definition in pairs if definition.board), CHESSBOARD)
    if not isinstance(board, SquareBoard) or board.cylinder or min(board.files, board.ranks) < 2:
        raise CannotConvert(f"{target.title}: there is no board {board}.")
    pieces, left, free = list[ListedPiece](), list[Left](), list(LETTERS)
    is_own = target.notation in (document.notation, document.notation.embedded)
    for number, (placed, definition) in enumerate(pairs, 1):
        name = definition.name or f"Piece {number}"
        check()
        try:
            if not free:
                raise CannotConvert(f"There are letters for {len(LETTERS)} pieces.")
            if definition.broken or definition.piece is None:
                raise CannotConvert("It has an error.")
            own = moves_of(document, placed, definition).replace(" ", "") if is_own else ""
            moves = target.file.moves(definition.piece, own, board)
        except (CannotConvert, CannotExpress) as refusal:
            line = document.position(placed.start + definition.span.start)[0]
            left.append(Left(name, line, str(refusal)))
        else:
            letter = next((character for character in name.lower() if character in free), free[0])
            free.remove(letter)
            pieces.append(ListedPiece(name, letter, moves))
    return Translation(target.file.write(pieces, board) if pieces else "", tuple(left))


def for_engine(
    document: Document, placed: Placed, definition: Definition, target: ConversionTarget
) -> str:
    """A single piece in the file of an engine.

    Raises:
        CannotConvert: The engine cannot play it, or it has an error.
    """
    if (made := exported(document, target, [(placed, definition)])).left:
        raise CannotConvert(made.left[0].reason)
    return made.text


def _fitted(names: Sequence[str | None], writer: Writer) -> list[str | None]:
    """The names as another notation spells them, all different: names that are taken get
    numbers.
    """
    fitted, taken, numbers = list[str | None](), set[str](), Counter[str]()
    for name in names:
        if name is None:
            fitted.append(None)
            continue
        spelling = first = writer.name(name)
        while spelling in taken:
            numbers[first] += 1
            spelling = writer.name(f"{name} {numbers[first] + 1}")
        fitted.append(spelling)
        taken.add(spelling)
    return fitted


def _items(document: Document, placed: Placed) -> Iterator[_Item]:
    """The definitions of a chunk, and its comments that do not set its style or its board, in
    order.
    """
    analysis = document.analysis(placed)
    with_errors = spans_with_errors(document, placed)
    items = [
        _Item(
            definition.span.start,
            definition.span,
            definition,
            with_errors=with_errors[definition.span],
        )
        for definition in analysis.definitions
    ]
    items += [_Item(span.start, span, setting=text) for span, text in analysis.settings]
    if document.notation.writer:
        pieces = {definition.name_span for definition in analysis.definitions}
        functions = {span for _, span in placed.chunk.analysis.names} - pieces
        entries = [entry for entry in placed.chunk.analysis.outline if entry.selection in functions]
        reason = "It is a function, not a piece. Its uses are written out."
        items += [
            _Item(entry.span.start, entry.span, name=entry.name, reason=reason) for entry in entries
        ]
    items += _errors(document, placed, items)
    comments = list[_Item]()
    spans = SpanSet(item.span for item in items)
    for token in analysis.tree.tokens:
        if document.notation.token_type(token) is TokenType.COMMENT:
            comment = "".join(_comment_lines(token.text[:MAX_LETTERS_OF_CHUNK]))
            setting = _SETTING.fullmatch(comment.strip())
            if not setting or setting["board"] not in (None, analysis.context.board):
                around = spans.first_around(token.start) or token.span
                comments.append(_Item(around.start, token.span))
    # A comment first, if both are at one place.
    for item in sorted([*comments, *items], key=lambda each: each.place):
        yield item._replace(
            place=item.place + placed.start,
            span=item.span.moved(placed.start),
            with_errors=item.with_errors.moved(placed.start),
        )


def _errors(document: Document, placed: Placed, items: Sequence[_Item]) -> Iterator[_Item]:
    """The lines of a chunk with an error that is in no item."""
    analysis = document.analysis(placed)
    token_type = document.notation.token_type
    broken = [item.with_errors for item in items if item.definition and item.definition.broken]
    known = SpanSet([*(item.span for item in items), *broken])
    others = [
        token.span
        for token in analysis.tree.tokens
        if token_type(token) is not TokenType.COMMENT and not known.contain(token.span)
    ]
    outside = SpanSet(others)
    lines = dict[Span, str]()
    for diagnostic in analysis.diagnostics:
        if diagnostic.code.severity is Severity.ERROR and outside.touch(diagnostic.span):
            start = line_start(analysis.text, diagnostic.span.start)
            first, last = (
                bisect_left(others, Span(at, 0)) for at in (start, line_end(analysis.text, start))
            )
            if first < last:
                lines.setdefault(
                    Span(others[first].start, others[last - 1].end), diagnostic.message
                )
    for line, message in lines.items():
        if not known.touch(line):
            name = f"`{analysis.text[slice(*line)]}`"
            yield _Item(line.start, line, name=name, reason=message)


def _comment_lines(text: str) -> list[str]:
    """The lines of a comment without its marks."""
    return [
        _MARKS.sub("", line.strip()) for line in _MARKS.sub("", text.strip()).splitlines() or [""]
    ]
