"""The canonical layout of a chunk (L19), and of the same in another style (L18).

What comes out is read again, and given up where it does not say the same: rather no layout than another meaning.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from sys import maxsize
from typing import NamedTuple

from wazir.diagnostics import Severity
from wazir.notations.base import Context
from wazir.notations.lcpn.definition import style as style_in
from wazir.notations.lcpn.expressions import Call, Cond, Defined, Expression, Nothing, Restricted
from wazir.notations.lcpn.names import library
from wazir.notations.lcpn.reading import Known, Reading, canonical, read, styles
from wazir.notations.lcpn.writing import spelling
from wazir.notations.lcpn.writing.algebra import Doc, render, text
from wazir.notations.lcpn.writing.attaching import Attached, below
from wazir.notations.lcpn.writing.comments import comments, content
from wazir.notations.lcpn.writing.infix import Infix
from wazir.notations.lcpn.writing.lispy import Lispy
from wazir.notations.lcpn.writing.notes import NONE, Noted, noted
from wazir.parsing import COMMENT
from wazir.syntax import Token
from wazir.text import line_breaks

MOST_BLANKS = 2
"""More blank lines than that become so many."""
MOST_DEEP = 100
"""An expression with more inside each other is left as it is."""
MOST_TRIES = 5
"""The layout of comments may settle only when it is laid out again."""

_COUNTED = frozenset({"NAME", "DEFNAME", "GERUND", "NUMBER", "WORD", "PROPERTY"})
_LONGEST_NUMBER = 9
_LINE_END = re.compile(r"\r\n?|\n")
_BLANKS = re.compile(r"[ \t]+(?=[\r\n]|\Z)")
_BYTE_ORDER_MARK = "\ufeff"


class _Read(NamedTuple):
    """A text, and what was read."""

    text: str
    style: str
    reading: Reading


def format_chunk(chunk: str, context: Context) -> str:
    """A chunk in its canonical layout, in the style that holds for it, unless it would then be taken for another."""
    style = style_in(context)
    found = formatted(chunk, style)
    family = styles.family_of_style(style)
    is_lost = _told_family(chunk) == family != _told_family(found)
    return trimmed(chunk, style) if is_lost else found


def _told_family(chunk: str) -> str:
    """The family of styles that a chunk tells by itself."""
    return styles.first_family(chunk) or styles.family_of_style(styles.style_of(chunk, styles.clue(chunk)))


def formatted(chunk: str, style: str, known: Known | None = None) -> str:
    """A chunk in its canonical layout; only without blanks at line ends where it cannot be read safely.

    Args:
        chunk: Any text.
        style: The style that it is in.
        known: What names mean in the file. Without it a gerund whose operand is on another line is not read safely.
    """
    found = rewritten(chunk, style, style, known)
    return trimmed(chunk, style, known) if found is None else found


def rewritten(chunk: str, source: str, target: str, known: Known | None = None) -> str | None:
    """A text of one style in the canonical layout of another; None where it cannot be read safely."""
    names = library().names if known is None else known
    first = _Read(chunk, source, read(chunk, source, names))
    if not _is_safe(first) or (known is None and _has_far_operand(first)):
        return None
    last = _once(first, target, names)
    for _ in range(MOST_TRIES):
        if last is None:
            return None
        again = _laid_out(last, target)
        if again == last.text:
            return again
        last = _checked(last, again, target, names)
    return None


def trimmed(chunk: str, style: str, known: Known | None = None) -> str:
    """A text without blanks at the ends of its lines, those in strings excepted."""
    names = library().names if known is None else known
    tree = read(chunk, style, names).tree
    kept = [token for token in tree.tokens if token.kind != COMMENT and _LINE_END.search(token.text)]
    parts: list[str] = []
    start = 0
    for token in kept:
        parts += (_BLANKS.sub("", chunk[start : token.start]), token.text)
        start = token.end
    return "".join((*parts, _BLANKS.sub("", chunk[start:])))


def spelled(of: Expression, style: str) -> str:
    """An expression on one line; line ends in strings are kept."""
    writer: Lispy | Infix = Lispy(style, {}) if style in spelling.LISPY else Infix(style, {})
    return render(writer.expression(of), width=maxsize)


def _once(of: _Read, target: str, known: Known) -> _Read | None:
    """A text as it is laid out for the first time; with a `$` before names like gerunds if it must be."""
    found = _checked(of, _laid_out(of, target), target, known)
    if found is None and target == "sql":
        found = _checked(of, _laid_out(of, target, guarded=True), target, known)
    return found


def _checked(of: _Read, new: str, target: str, known: Known) -> _Read | None:
    """What was written, if it says the same as that of which it was made."""
    made = _Read(new, target, read(new, target, known))
    return made if _is_safe(made) and _say_the_same(of, made) else None


def _is_safe(of: _Read) -> bool:
    """Whether nothing of a text was left out, put in or not understood."""
    if of.reading.tree.problems or any(found.code.severity is Severity.ERROR for found in of.reading.diagnostics):
        return False
    return all(_is_whole(one) for one in of.reading.defined)


def _is_whole(item: Defined) -> bool:
    waiting = [(item.body, 0)]
    while waiting:
        one, depth = waiting.pop()
        if depth > MOST_DEEP or isinstance(one, Nothing):
            return False
        waiting += ((inner, depth + 1) for inner in _inner(one))
    return True


def _inner(of: Expression) -> Iterator[Expression]:
    if isinstance(of, Restricted):
        yield of.inner
    elif isinstance(of, Cond):
        for clause in of.clauses:
            yield clause.then
            if clause.test is not None:
                yield clause.test
    else:
        yield from below(of)  # type: ignore[misc]


def _has_far_operand(of: _Read) -> bool:
    """Whether a gerund has its operand on another line: it might be a piece, with another expression below it."""
    if of.style != "sql":
        return False
    waiting = [item.body for item in of.reading.defined]
    while waiting:
        one = waiting.pop()
        waiting += _inner(one)
        if isinstance(one, Call) and one.gerund:
            function, first = one.function.span, one.arguments[0].span
            if _LINE_END.search(of.text, function.end, first.start):
                return True
    return False


def _say_the_same(old: _Read, new: _Read) -> bool:
    """Whether two texts have the same tree, the same comments, and in the same style the same words."""
    said = [[(item.name, item.body) for item in one.reading.defined] for one in (old, new)]
    if said[0] != said[1] or _content(old) != _content(new):
        return False
    return old.style != new.style or _words(old) == _words(new)


def _content(of: _Read) -> list[str]:
    return content((token.text for token in of.reading.tree.tokens if token.kind == COMMENT), of.style)


def _words(of: _Read) -> Counter[tuple[bool, str]]:
    return Counter(_counted(token) for token in of.reading.tree.tokens if token.kind in _COUNTED)


def _counted(token: Token) -> tuple[bool, str]:
    if token.kind == "NUMBER":
        return True, str(int(token.text)) if len(token.text) <= _LONGEST_NUMBER else token.text
    return False, canonical(token.text.lstrip(": \t"))


def _laid_out(of: _Read, target: str, guarded: bool = False) -> str:
    """A text as it is to be."""
    defined = of.reading.defined
    attached = Attached(of.text, defined, comments(of.reading.tree, of.style, target))
    newline = found[0] if (found := _LINE_END.search(of.text)) else "\n"
    writer = _writer(of, target, attached.notes, guarded)
    entries: list[tuple[int, Doc]] = [(comment.span.start, text(comment.text)) for comment in attached.apart]
    for item in defined:
        doc = noted(attached.notes.get(id(item), NONE), writer.defined(item))
        entries.append((attached.fronts.get(id(item), item.span.start), doc))
    parts: list[str] = []
    last = -1
    for start, doc in sorted(entries, key=lambda entry: entry[0]):
        blanks = 0 if start == last else _blanks_before(of.text, start)
        parts.append(newline * (blanks + bool(parts)) + render(doc, newline))
        last = start
    ends = line_breaks(of.text[len(of.text.rstrip()) :])
    mark = _BYTE_ORDER_MARK if of.text.startswith(_BYTE_ORDER_MARK) else ""
    return mark + "".join(parts) + newline * min(ends, MOST_BLANKS + bool(parts))


def _writer(of: _Read, target: str, notes: Noted, guarded: bool) -> Lispy | Infix:
    is_lispy = target in spelling.LISPY
    source = of.text if of.style == target or (is_lispy and of.style in spelling.LISPY) else ""
    return Lispy(target, notes, source) if is_lispy else Infix(target, notes, source, guarded)


def _blanks_before(of: str, start: int) -> int:
    """How many blank lines stand before a place."""
    end = start
    while start and (of[start - 1].isspace() or of[start - 1] == _BYTE_ORDER_MARK):
        start -= 1
    breaks = line_breaks(of[start:end])
    return min(breaks - 1 if start and breaks else breaks, MOST_BLANKS)
