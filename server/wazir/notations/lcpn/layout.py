"""The canonical layout of a chunk (L19), and of the same in another style (L18).

What comes out is read again, and given up where it does not say the same: rather no layout than another meaning.
"""

from __future__ import annotations

import re
from collections import Counter

from wazir.cancelling import check
from wazir.notations.kit import has_error
from wazir.notations.lcpn import scanner, syntax
from wazir.notations.lcpn.comments import Attached, comments, content
from wazir.notations.lcpn.names import file_names, library, style_in
from wazir.notations.lcpn.printer import Doc, render, text
from wazir.notations.lcpn.reading import Reading, read
from wazir.notations.lcpn.spelling import NameKinds, canonical
from wazir.notations.lcpn.styles import STYLES
from wazir.notations.lcpn.syntax import OPERATORS, Bracket, is_unclosed
from wazir.notations.lcpn.tree import Call, Nothing, Part, every, parts
from wazir.notations.lcpn.write import writer
from wazir.notations.notation import LONGEST_READ, Context
from wazir.syntax import Token
from wazir.tables import COMMENT
from wazir.text import LINE_END, line_breaks, line_start, newline

MOST_BLANKS = 2
"""The maximum number of blank lines in a row."""
MOST_DEEP = 100
"""The maximum depth of an expression that is formatted."""
MOST_TRIES = 5
"""The maximum number of rounds until the layout is stable: comments may move."""

_COUNTED = frozenset({"NAME", "DEFNAME", "GERUND", "NUMBER", "WORD", "PROPERTY"})
_LONGEST_NUMBER = 9
_BLANKS = re.compile(r"[ \t]+(?=[\r\n]|\Z)")
_BYTE_ORDER_MARK = "\ufeff"
_COMMENT_LINE = re.compile(r"[\s\ufeff]*+(?:;|#|//|--|/\*)[^\r\n]*+")
_SETTING = re.compile(r"((?:;+|\#+|//+|--+|/\*+)[ \t]*style[ \t]*:[ \t]*)[^\s*]+")


# Formatting


def format_chunk(chunk: str, context: Context) -> str:
    """A chunk in its canonical layout; unformatted if its style could then not be inferred."""
    style = style_in(context)
    found = formatted(chunk, style)
    is_lost = _told_family(chunk) == STYLES[style].family != _told_family(found)
    return _trimmed(chunk, style) if is_lost else found


def _told_family(chunk: str) -> str:
    """The family of styles that is inferred from a chunk alone."""
    first = chunk[:LONGEST_READ]
    return syntax.first_family(first) or STYLES[scanner.style_of(first, scanner.summarize(first))].family


def formatted(chunk: str, style: str, known: NameKinds | None = None) -> str:
    """A chunk in its canonical layout; if it cannot be read safely, only without trailing blanks.

    Args:
        chunk: Any text.
        style: The style that it is in.
        known: What names mean in the file. Without it a gerund whose operand is on another line is not read safely.
    """
    found = rewritten(chunk, style, style, known)
    return _trimmed(chunk, style) if found is None else found


def rewritten(chunk: str, source: str, target: str, known: NameKinds | None = None) -> str | None:
    """A text of one style in the canonical layout of another; None if it cannot be read safely."""
    names = known or library().names
    first = read(chunk, source, names)
    if not _is_safe(first) or (known is None and _has_far_operand(first)):
        return None
    made = _laid_out(first, target)
    last = _checked(first, made, target, names)
    if last is None and target == "sql":
        last = _checked(first, _laid_out(first, target, guarded=True), target, names)
    for _ in range(MOST_TRIES):
        if last is None:
            return None
        again = _laid_out(last, target)
        if again == last.tree.text:
            return again
        last = _checked(last, again, target, names)
    return None


def _trimmed(chunk: str, style: str) -> str:
    """A text without trailing blanks, except in strings."""
    found: list[str] = []
    start = 0
    for token in syntax.tokens(chunk, style):
        if token.kind != COMMENT and LINE_END.search(token.text):
            found += (_BLANKS.sub("", chunk[start : token.start]), token.text)
            start = token.end
    return "".join((*found, _BLANKS.sub("", chunk[start:])))


# What may be laid out


def _checked(of: Reading, new: str, target: str, known: NameKinds) -> Reading | None:
    """The reading of a new text if it is equivalent to the original, or None."""
    made = read(new, target, known)
    return made if _is_safe(made) and _say_the_same(of, made) else None


def _is_safe(of: Reading) -> bool:
    """Whether a text was read without errors and repairs."""
    if of.tree.problems or has_error(of.diagnostics):
        return False
    return all(map(_is_whole, of.defined))


def _is_whole(of: Part, depth: int = 0) -> bool:
    return depth <= MOST_DEEP and not isinstance(of, Nothing) and all(_is_whole(one, depth + 1) for one in parts(of))


def _has_far_operand(of: Reading) -> bool:
    """Whether the operand of a gerund is on another line: it might be a separate expression."""
    calls = (one for item in of.defined for one in every(item) if isinstance(one, Call) and one.gerund)
    return any(LINE_END.search(of.tree.text, one.function.span.end, one.arguments[0].span.start) for one in calls)


def _say_the_same(old: Reading, new: Reading) -> bool:
    """Whether two texts have equal trees and comments, and in the same style equal words."""
    definitions = [[(item.name, item.body) for item in one.defined] for one in (old, new)]
    commented = [content(one.tree, one.style) for one in (old, new)]
    if definitions[0] != definitions[1] or commented[0] != commented[1]:
        return False
    return old.style != new.style or _counted(old) == _counted(new)


def _counted(of: Reading) -> Counter[tuple[bool, str]]:
    return Counter(_word(token) for token in of.tree.tokens if token.kind in _COUNTED)


def _word(token: Token) -> tuple[bool, str]:
    if token.kind == "NUMBER":
        return True, str(int(token.text)) if len(token.text) <= _LONGEST_NUMBER else token.text
    return False, canonical(token.text.lstrip(": \t"))


def _laid_out(of: Reading, target: str, guarded: bool = False) -> str:
    """A text in its new layout."""
    defined = of.defined
    attached = Attached(of.tree.text, defined, comments(of.tree, of.style, target))
    end = newline(of.tree.text)
    is_same = STYLES[of.style].family == STYLES[target].family
    writing = writer(target, attached.notes, of.tree.text if is_same else "", guarded)
    entries: list[tuple[int, Doc]] = [(comment.span.start, text(comment.text)) for comment in attached.apart]
    for item in defined:
        doc = writing.noted(item, writing.defined(item))
        entries.append((attached.fronts.get(id(item), item.span.start), doc))
    lines: list[str] = []
    last = -1
    for start, doc in sorted(entries, key=lambda entry: entry[0]):
        blanks = 0 if start == last else _blanks_before(of.tree.text, start)
        lines.append(end * (blanks + bool(lines)) + render(doc, end))
        last = start
    ends = line_breaks(of.tree.text[len(of.tree.text.rstrip()) :])
    mark = _BYTE_ORDER_MARK if of.tree.text.startswith(_BYTE_ORDER_MARK) else ""
    return mark + "".join(lines) + end * min(ends, MOST_BLANKS + bool(lines))


def _blanks_before(of: str, start: int) -> int:
    """The number of blank lines before an offset."""
    end = start
    while start and (of[start - 1].isspace() or of[start - 1] == _BYTE_ORDER_MARK):
        start -= 1
    breaks = line_breaks(of[start:end])
    return min(breaks - 1 if start and breaks else breaks, MOST_BLANKS)


# Converting


def convert(text: str, source: str, target: str, known: NameKinds | None = None) -> str:
    """A whole file, or some of its definitions, in another style; a comment that sets the style sets the new one.

    A definition in another style than that of its file is converted too.

    Args:
        text: Definitions and bare expressions with their comments.
        source: The style of the file.
        target: The style to have.
        known: What names mean in the file; if it is not given, the text is the whole file.

    Raises:
        ValueError: A part of it cannot be read safely. The message says where, as a sentence.
    """
    names = known or file_names(text, source)
    found: list[str] = []
    for start, end in syntax.sections(text):
        check()
        family = syntax.family(text, start) or STYLES[source].family
        here = next(style for style in (source, target, family) if STYLES[style].family == family)
        made = rewritten(text[start:end], here, target, names)
        if made is None:
            line = line_breaks(text[:start]) + 1
            raise ValueError(f"The definition in line {line} has an error and cannot be converted. Fix it first.")
        found.append(made)
    return _with_setting("".join(found), target)


def convert_definition(text: str, source: str, target: str) -> str | None:
    """A definition in another style; None if it cannot be read safely."""
    return rewritten(text, source, target, file_names(text, source))


def _with_setting(text: str, target: str) -> str:
    """A text whose leading comments name its style, if they named one or it cannot be inferred."""
    end = 0
    while line := _COMMENT_LINE.match(text, end):
        end = line.end()
    found = _SETTING.sub(lambda setting: setting[1] + target, text[:end], count=1) + text[end:]
    if syntax.first_family(found) or not text.strip() or _told_family(found) == STYLES[target].family:
        return found
    return f"{STYLES[target].comment} style: {target}{newline(text)}{found}"


# Indenting a line that is begun

_STEP = 2
_GOES_ON = OPERATORS | {"DEFINE", "IF", "ELSE"}


def indent_after(text: str, context: Context, offset: int) -> str | None:
    """The indentation of a new line at an offset; None if the definition is complete there."""
    style = style_in(context)
    inmost = syntax.open_brackets(text, style, offset)[-1]
    last, opening = inmost.last, inmost.opening
    if is_unclosed(last):
        return ""
    if opening is None:
        goes_on = last is not None and not STYLES[style].is_lispy and last.kind in _GOES_ON
        return " " * _STEP if goes_on else None
    column = _column(text, opening.start)
    if STYLES[style].is_lispy:
        return " " * (column + _list_indent(text, inmost, column))
    if opening.kind == "LBRACE" or not inmost.items:
        line = text[opening.start - column : offset]
        return " " * (len(line) - len(line.lstrip(" ")) + _STEP)
    return " " * (column + 1)


def _list_indent(text: str, of: Bracket, column: int) -> int:
    """The indentation within a list, relative to its bracket."""
    head, operands = of.head, of.items[1:]
    if head and head.kind in ("DEF", "COND"):
        return _STEP
    if head and not operands and head.kind == "SIGN":
        return len(head.text) + 2
    if head and operands and head.kind in ("SIGN", "NAME"):
        return _column(text, operands[0].start) - column
    return 1


def _column(text: str, offset: int) -> int:
    return offset - line_start(text, offset)
