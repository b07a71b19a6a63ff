"""The canonical layout of a chunk (L19), and of the same in another style (L18), with its comments.

The new text is read again, and discarded unless it is equivalent.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import chain, pairwise
from textwrap import dedent

from wazir.budget import check
from wazir.notations.lcpn import syntax
from wazir.notations.lcpn.names import Reading, file_kinds, predefined, read
from wazir.notations.lcpn.notes import Attached, Comment, Manner
from wazir.notations.lcpn.printer import Doc, render
from wazir.notations.lcpn.syntax import (
    OPERATORS,
    Bracket,
    is_unclosed,
    style_in,
    style_of,
    with_style,
)
from wazir.notations.lcpn.tree import STYLES, Call, NameKinds, Part, canonical, descendants, parts
from wazir.notations.lcpn.write import writer
from wazir.notations.notation import Context
from wazir.notations.reports import has_error
from wazir.parsing import COMMENT
from wazir.syntax import Token, Tree
from wazir.text import LINE_END, line_breaks, line_start, newline

_STAR = re.compile(r"^[ \t]*\*(?!\*)", re.MULTILINE)
_SIGNS = {"lisp": re.compile(r";{1,3}"), "c": re.compile(r"#|//"), "sql": re.compile(r"#|--")}


def comments(parsed: Tree, source: str, target: str) -> Iterator[Comment]:
    """The comments of a text in order, converted to another style."""
    old, new = STYLES[source].family, STYLES[target].family
    for token, begins, ends in _with_sides(parsed):
        if token.kind != COMMENT:
            continue
        if new == "c" and not ends:
            manner = Manner.WITHIN
        elif begins:
            manner = Manner.ALONE
        else:
            manner = Manner.AFTER
        if old == new:
            yield Comment(token.text, token.span, manner)
            continue
        for line in _plain(token.text, old):
            sign = "#" if new != "lisp" and token.text[0] == "#" else STYLES[target].comment
            sign = ";" if new == "lisp" and manner is Manner.AFTER else sign
            yield Comment(sign + line, token.span, manner)
            manner = Manner.ALONE


def content(parsed: Tree, style: str) -> list[str]:
    """The words of all comments without comment signs, for comparison."""
    texts = (token.text for token in parsed.tokens if token.kind == COMMENT)
    lines = chain.from_iterable(_plain(text, STYLES[style].family) for text in texts)
    return [word for line in lines for word in line.split()]


def _with_sides(parsed: Tree) -> Iterator[tuple[Token, bool, bool]]:
    """All tokens, each with whether it is the first and the last on its line, ignoring other
    comments.
    """
    tokens = parsed.tokens
    breaks = [bool(LINE_END.search(parsed.text, a.end, b.start)) for a, b in pairwise(tokens)]
    begins, ends = [True], [True]
    for before, is_broken in zip(tokens, breaks, strict=False):
        begins.append(is_broken or (before.kind == COMMENT and begins[-1]))
    for after, is_broken in zip(reversed(tokens), reversed(breaks), strict=False):
        ends.append(is_broken or (after.kind == COMMENT and ends[-1]))
    yield from zip(tokens, begins, reversed(ends), strict=False)


def _plain(text: str, family: str) -> list[str]:
    """The lines of a comment without comment signs."""
    if not text.startswith("/*"):
        return [_SIGNS[family].sub("", text, count=1).rstrip()]
    first, *rest = LINE_END.split(text.removeprefix("/*").removesuffix("*/").rstrip("*"))
    body = "\n".join(rest)
    if all(_STAR.match(line) or not line.strip() for line in rest):
        body = _STAR.sub("", body)
    lines = [
        first.lstrip("*").rstrip(),
        *(f" {line}".rstrip() for line in dedent(body).split("\n")),
    ]
    while len(lines) > 1 and not lines[-1]:
        lines.pop()
    while len(lines) > 1 and not lines[0]:
        lines.pop(0)
    return lines


MAX_BLANK_LINES = 2
"""The maximum number of blank lines in a row."""
MAX_DEPTH = 100
"""The maximum depth of an expression that is formatted."""
MAX_TRIES = 5
"""The maximum number of rounds until the layout is stable: comments may move."""

_COUNTED = frozenset({"NAME", "DEFNAME", "GERUND", "NUMBER", "WORD", "PROPERTY"})
_BLANKS = re.compile(r"[ \t]+(?=[\r\n]|\Z)")
_BYTE_ORDER_MARK = "\ufeff"


# Formatting


def format_chunk(text: str, context: Context) -> str:
    """A chunk in its canonical layout; unformatted if its style could then not be inferred."""
    style = style_in(context, text)
    formatted_text = formatted(text, style)
    is_lost = _inferred_family(text) == STYLES[style].family != _inferred_family(formatted_text)
    return _trimmed(text, style) if is_lost else formatted_text


def _inferred_family(text: str) -> str:
    """The family of the style that is inferred from a chunk alone."""
    return STYLES[style_of(text)].family


def formatted(text: str, style: str, kinds: NameKinds | None = None) -> str:
    """A chunk in its canonical layout; if it cannot be read safely, only without trailing blanks.

    Args:
        text: Any text.
        style: Its style.
        kinds: The kinds of the names of the file. Without them a gerund whose operand is on another
            line is not read safely.
    """
    new = rewritten(text, style, style, kinds=kinds)
    return _trimmed(text, style) if new is None else new


def rewritten(text: str, source: str, target: str, kinds: NameKinds | None = None) -> str | None:
    """A text of one style in the canonical layout of another; None if it cannot be read safely."""
    known = kinds or predefined()
    reading = read(text, source, known)
    if not _is_safe(reading) or (kinds is None and _has_far_operand(reading)):
        return None
    for _ in range(MAX_TRIES):
        after = _laid_out_again(reading, target, known)
        if after is None:
            return None
        if after is reading:
            return reading.tree.text
        reading = after
    return None


def _laid_out_again(reading: Reading, target: str, kinds: NameKinds) -> Reading | None:
    """The reading in its new layout, itself if that is its own; None if it cannot be read
    safely.
    """
    for guarded in (False, True) if target == "sql" else (False,):
        new = _laid_out(reading, target, guarded)
        if new == reading.tree.text and reading.style == target:
            return reading
        after = read(new, target, kinds)
        if _is_safe(after) and _is_equivalent(reading, after):
            return after
    return None


def _trimmed(text: str, style: str) -> str:
    """A text without trailing blanks, except in strings."""
    parts: list[str] = []
    start = 0
    for token in read(text, style).tree.tokens:
        if token.kind != COMMENT and LINE_END.search(token.text):
            parts += (_BLANKS.sub("", text[start : token.start]), token.text)
            start = token.end
    return "".join((*parts, _BLANKS.sub("", text[start:])))


# What may be laid out


def _is_safe(reading: Reading) -> bool:
    """Whether a text was read without errors and repairs, and is not too deep."""
    return not has_error(reading.diagnostics) and all(map(_is_shallow, reading.defined))


def _is_shallow(part: Part, depth: int = 0) -> bool:
    """Whether a part is not too deep."""
    return depth <= MAX_DEPTH and all(_is_shallow(child, depth + 1) for child in parts(part))


def _has_far_operand(reading: Reading) -> bool:
    """Whether the operand of a gerund is on another line: it might be a separate expression."""
    calls = (
        part
        for item in reading.defined
        for part in descendants(item)
        if isinstance(part, Call) and part.gerund
    )
    text = reading.tree.text
    return any(
        LINE_END.search(text, call.function.span.end, call.arguments[0].span.start)
        for call in calls
    )


def _is_equivalent(old: Reading, new: Reading) -> bool:
    """Whether two texts have equal trees and comments, and in the same style equal words."""
    if old.defined != new.defined or content(old.tree, old.style) != content(new.tree, new.style):
        return False
    return old.style != new.style or _counted(old) == _counted(new)


def _counted(reading: Reading) -> Counter[tuple[bool, str]]:
    """The numbers of its words, without their spelling."""
    return Counter(_word(token) for token in reading.tree.tokens if token.kind in _COUNTED)


def _word(token: Token) -> tuple[bool, str]:
    """Whether a token is a number, and its text without its spelling."""
    is_number = token.kind == "NUMBER"
    return is_number, str(int(token.text)) if is_number else canonical(token.text.lstrip(": \t"))


def _laid_out(reading: Reading, target: str, guarded: bool = False) -> str:
    """A text in its new layout."""
    old = reading.tree.text
    attached = Attached(old, reading.defined, comments(reading.tree, reading.style, target))
    is_same_family = STYLES[reading.style].family == STYLES[target].family
    style_writer = writer(
        target, attached.notes, source=old if is_same_family else "", guarded=guarded
    )
    entries: list[tuple[int, Doc]] = [
        (comment.span.start, comment.text) for comment in attached.apart
    ]
    for item in reading.defined:
        doc = style_writer.noted(item, style_writer.defined(item))
        entries.append((attached.fronts.get(id(item), item.span.start), doc))
    end = newline(old)
    lines: list[str] = []
    last = -1
    for start, doc in sorted(entries, key=lambda entry: entry[0]):
        blanks = 0 if start == last else _blanks_before(old, start)
        lines.append(end * (blanks + bool(lines)) + render(doc, end))
        last = start
    ends = line_breaks(old[len(old.rstrip()) :])
    mark = _BYTE_ORDER_MARK if old.startswith(_BYTE_ORDER_MARK) else ""
    return mark + "".join(lines) + end * min(ends, MAX_BLANK_LINES + bool(lines))


def _blanks_before(text: str, start: int) -> int:
    """The number of blank lines before an offset."""
    end = start
    while start and (text[start - 1].isspace() or text[start - 1] == _BYTE_ORDER_MARK):
        start -= 1
    breaks = line_breaks(text[start:end])
    return min(breaks - 1 if start and breaks else breaks, MAX_BLANK_LINES)


# Converting


def convert(text: str, source: str, target: str) -> str:
    """A whole file in another style; a comment that sets the style sets the new one.

    A definition in another style than that of its file is converted too.

    Args:
        text: Definitions and bare expressions with their comments.
        source: The style of the file.
        target: The new style.

    Raises:
        ValueError: A part of it cannot be read safely. The message is a sentence that names the
            line.
    """
    kinds = file_kinds(text, source)
    parts: list[str] = []
    for start, end in syntax.sections(text):
        check()
        family = syntax.family(text, start) or STYLES[source].family
        style = next(style for style in (source, target, family) if STYLES[style].family == family)
        new = rewritten(text[start:end], style, target, kinds=kinds)
        if new is None:
            line = line_breaks(text[:start]) + 1
            raise ValueError(
                f"The definition in line {line} has an error and cannot be converted. Fix it first."
            )
        parts.append(new)
    new = with_style("".join(parts), target)
    if not text.strip() or _inferred_family(new) == STYLES[target].family:
        return new
    return f"{STYLES[target].comment} style: {target}{newline(text)}{new}"


def convert_definition(text: str, source: str, target: str) -> str | None:
    """A definition in another style; None if it cannot be read safely."""
    return rewritten(text, source, target, kinds=file_kinds(text, source))


# Indenting a line that is begun

_STEP = 2
_GOES_ON = OPERATORS | {"DEFINE", "IF", "ELSE"}


def indent_after(text: str, context: Context, offset: int) -> str | None:
    """The indentation of a new line at an offset; None if the definition is complete there."""
    style = style_in(context, text)
    innermost = syntax.open_brackets(text, style, offset)[-1]
    last, opening = innermost.last, innermost.opening
    if is_unclosed(last):
        return ""
    if opening is None:
        return " " * _STEP if last.kind in _GOES_ON and not STYLES[style].is_lispy else None
    column = _column(text, opening.start)
    if STYLES[style].is_lispy:
        return " " * (column + _list_indent(text, innermost, column))
    if opening.kind == "LBRACE" or not innermost.items:
        line = text[opening.start - column : offset]
        return " " * (len(line) - len(line.lstrip(" ")) + _STEP)
    return " " * (column + 1)


def _list_indent(text: str, bracket: Bracket, column: int) -> int:
    """The indentation within a list, relative to its bracket."""
    head, operands = bracket.head, bracket.items[1:]
    if operands and head.kind in ("SIGN", "NAME"):
        return _column(text, operands[0].start) - column
    widths = {"DEF": _STEP, "COND": _STEP, "SIGN": len(head.text) + 2}
    return widths.get(head.kind, 1)


def _column(text: str, offset: int) -> int:
    return offset - line_start(text, offset)
