"""From a text to its definitions: what is said in any style, and what is wrong with how it is written."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, replace

from wazir.diagnostics import Diagnostic, Fix, Severity
from wazir.notations.lcpn import rules
from wazir.notations.lcpn.expressions import Defined, Nothing
from wazir.notations.lcpn.reading import styles
from wazir.notations.lcpn.reading.common import Room
from wazir.notations.lcpn.reading.grammars import GRAMMARS, choice
from wazir.notations.lcpn.reading.infix import Infix
from wazir.notations.lcpn.reading.lists import Lists
from wazir.notations.lcpn.reading.names import Known, canonical
from wazir.notations.lcpn.reading.problems import report_brackets, report_problems
from wazir.notations.report import Report
from wazir.syntax import Node, Tree
from wazir.text import Edit, Span

_TITLES = {"lisp": "Lisp", "elisp": "Emacs Lisp", "c": "C", "sql": "SQL"}


@dataclass(frozen=True, slots=True)
class Reading:
    """A text as it is read in a style."""

    tree: Tree
    defined: tuple[Defined, ...]
    """Definitions and bare expressions in order. One in another style has a name and says nothing."""
    diagnostics: tuple[Diagnostic, ...]
    """All that is wrong with how it is written, in the order of the text."""


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of a text that is read by itself."""

    start: int
    end: int
    style: str
    tree: Tree
    defined: tuple[Defined, ...]


def read(text: str, style: str, known: Known) -> Reading:
    """Reads any text in a style.

    Every line that starts a definition is read by itself with the lines that follow it, so that no error before it
    touches it. One in another style is an error, and is read only for its name (L1, L2); what follows it without
    starting a definition is in the style of the file.
    """
    report = Report()
    parts: list[_Part] = []
    cuts = [*styles.starts(text), len(text)]
    start = 0
    for end in cuts:
        if start < end:
            parts.append(_part(text, start, end, style, known, report))
            start = parts[-1].end
        if start < end:
            parts.append(_own(text, start, end, style, known, report))
            start = end
    diagnostics = report.diagnostics()
    defined = _marked([one for part in parts for one in part.defined], diagnostics)
    return Reading(_joined(text, parts, style), defined, diagnostics)


def expected(text: str, style: str, offset: int, known: Known) -> frozenset[str]:
    """The kinds of words that may come next behind the part of a text before an offset."""
    cuts = styles.starts(text[:offset])
    start = cuts[-1] if cuts else 0
    part = " " * start + text[start:offset]
    return GRAMMARS[style].expected(part, offset, choice(part, lambda name: known.is_piece(canonical(name))))


def _part(text: str, start: int, end: int, style: str, known: Known, report: Report) -> _Part:
    """Reads on from a place to another, or to the end of a definition in another style."""
    first = end - len(text[start:end].lstrip())
    family = styles.family(text, first) if first < end else ""
    if family and family != styles.family_of_style(style):
        return _other(text, (start, first, end), family, style, report)
    return _own(text, start, end, style, known, report)


def _own(text: str, start: int, end: int, style: str, known: Known, report: Report) -> _Part:
    """Reads a part of a text in the style of its file."""
    room = Room(text, style, known, report)
    tree = _tree(text, start, end, style, known)
    report_problems(tree, room)
    report_brackets(tree, room)
    reader = Lists(room) if style in ("lisp", "elisp") else Infix(room)
    return _Part(start, end, style, tree, tuple(reader.items(tree.root)))


def _tree(text: str, start: int, end: int, style: str, known: Known) -> Tree:
    """The tree of a part of a text, with the places that it has there."""
    part = " " * start + text[start:end]
    return GRAMMARS[style].parse(part, choice(text, lambda name: known.is_piece(canonical(name))))


class _Nobody:
    """Knows nothing."""

    def is_piece(self, _: str) -> bool:
        return False

    def is_function(self, _: str) -> bool:
        return False


def _other(text: str, place: tuple[int, int, int], family: str, style: str, report: Report) -> _Part:
    """A definition in another style than that of its file."""
    start, first, end = place
    nobody = _Nobody()
    tree = _tree(text, start, end, family, nobody)
    silent = Room(text, family, nobody, Report())
    found = (Lists(silent) if family == "lisp" else Infix(silent)).items(tree.root)
    span = Span(first, found[0].span.end if found and found[0].span.start == first else end)
    span = Span(first, max(first + len(text[first : span.end].rstrip()), first + 1))
    name = found[0].name if found else None
    if text[span.end : end].strip():
        end = span.end
        tree = _tree(text, start, end, family, nobody)
    report(
        rules.OTHER_STYLE,
        span,
        f"This definition is in the {_TITLES[family]} style, but its file is in the {_TITLES[style]} style.",
        _conversion(text, span, family, style),
    )
    return _Part(start, end, family, tree, (Defined(name, Nothing(span), span, broken=True),))


def _conversion(text: str, span: Span, family: str, style: str) -> tuple[Fix, ...]:
    """The fix that turns a definition into the style of its file."""
    try:
        from wazir.notations.lcpn.writing.convert import convert_definition  # late, because the writer reads
    except ImportError:
        return ()
    other = convert_definition(text[span.start : span.end], family, style)
    return (Fix(f"Convert it to the {_TITLES[style]} style", (Edit(span, other),), safe=False),) if other else ()


def _marked(defined: list[Defined], diagnostics: tuple[Diagnostic, ...]) -> tuple[Defined, ...]:
    """The definitions, those with errors that were not mended marked as broken."""
    starts = [one.span.start for one in defined]
    broken = {
        max(bisect_right(starts, found.span.start) - 1, 0)
        for found in diagnostics
        if found.code.severity is Severity.ERROR and found.code not in rules.MENDED
    }
    return tuple(replace(one, broken=True) if place in broken else one for place, one in enumerate(defined))


def _joined(text: str, parts: list[_Part], style: str) -> Tree:
    """One tree of several."""
    if len(parts) == 1:
        return replace(parts[0].tree, text=text)
    children = tuple(child for part in parts for child in part.tree.root.children)
    root = Node("start", children, children[0].start, children[-1].end) if children else Node("start", (), 0, 0)
    tokens = tuple(token for part in parts for token in part.tree.tokens)
    problems = tuple(problem for part in parts for problem in part.tree.problems)
    return Tree(text, root, tokens, problems)
