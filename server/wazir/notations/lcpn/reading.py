"""The definitions of a text in any style, with its syntax errors."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, replace

from wazir.diagnostics import Diagnostic, Severity
from wazir.notations.kit import Report
from wazir.notations.lcpn import rules, syntax
from wazir.notations.lcpn.infix import Infix
from wazir.notations.lcpn.lists import Lists
from wazir.notations.lcpn.mistakes import report_mistakes
from wazir.notations.lcpn.reader import Reader
from wazir.notations.lcpn.spelling import NO_KINDS, NameKinds
from wazir.notations.lcpn.styles import STYLES
from wazir.notations.lcpn.tree import Defined, Nothing
from wazir.notations.notation import LONGEST_READ
from wazir.syntax import Node, Tree
from wazir.text import Span


@dataclass(frozen=True, slots=True)
class Reading:
    """A text, read in a style."""

    tree: Tree
    defined: tuple[Defined, ...]
    """Definitions and bare expressions in order. One in another style has only a name."""
    diagnostics: tuple[Diagnostic, ...]
    """The syntax errors in the order of the text."""
    style: str

    def definition(self, key: str) -> Defined | None:
        """The first definition of a name."""
        return next((each for each in self.defined if each.name and each.name.key == key), None)


def read(text: str, style: str, kinds: NameKinds = NO_KINDS) -> Reading:
    """Read any text in a style.

    Every line that starts a definition is read by itself with the lines that follow it, so that no error before it
    touches it. One in another style is an error, and is read only for its name (L1, L2); what follows it without
    starting a definition is in the style of the file.
    """
    report = Report()
    trees: list[Tree] = []
    defined: list[Defined] = []
    for start, end in syntax.sections(text, LONGEST_READ):
        first = end - len(text[start:end].lstrip())
        family = syntax.family(text, first) if first < end else ""
        if family and family != STYLES[style].family:
            tree, other = _read_other(text, start, end, family, style, report)
            trees.append(tree)
            defined.append(other)
            start = other.span.end if text[other.span.end : end].strip() else end
        if start < end:
            tree = syntax.parse(text, STYLES[style].family, kinds, start, end)
            reader = _reader(text, style, kinds, report)
            report_mistakes(tree, reader)
            trees.append(tree)
            defined += reader.items(tree.root)
    diagnostics = report.diagnostics()
    return Reading(_joined(text, trees), _marked(defined, diagnostics), diagnostics, style)


def _reader(text: str, style: str, kinds: NameKinds, report: Report) -> Reader:
    return (Lists if STYLES[style].is_lispy else Infix)(text, style, kinds, report)


def _read_other(text: str, start: int, end: int, family: str, style: str, report: Report) -> tuple[Tree, Defined]:
    """Read a definition in another style than its file, up to its end."""
    first = end - len(text[start:end].lstrip())
    tree = syntax.parse(text, family, NO_KINDS, start, end)
    items = _reader(text, family, NO_KINDS, Report()).items(tree.root)
    last = items[0].span.end if items and items[0].span.start == first else end
    span = Span(first, max(first + len(text[first:last].rstrip()), first + 1))
    if text[span.end : end].strip():
        tree = syntax.parse(text, family, NO_KINDS, start, span.end)
    own, other = STYLES[style].title, STYLES[family].title
    message = f"This definition is in the {other} style, but its file is in the {own} style."
    report(rules.OTHER_STYLE, span, message)
    return tree, Defined(items[0].name if items else None, Nothing(span), span, broken=True)


def _marked(defined: list[Defined], diagnostics: tuple[Diagnostic, ...]) -> tuple[Defined, ...]:
    """The definitions; those with unrepaired errors are marked as broken."""
    starts = [each.span.start for each in defined]
    broken = {
        max(bisect_right(starts, diagnostic.span.start) - 1, 0)
        for diagnostic in diagnostics
        if diagnostic.code.severity is Severity.ERROR and diagnostic.code not in rules.REPAIRED
    }
    return tuple(replace(each, broken=True) if index in broken else each for index, each in enumerate(defined))


def _joined(text: str, trees: list[Tree]) -> Tree:
    """Several trees as one."""
    if len(trees) == 1:
        return replace(trees[0], text=text)
    children = tuple(child for tree in trees for child in tree.root.children)
    root = Node("start", children, children[0].start, children[-1].end) if children else Node("start", (), 0, 0)
    tokens = tuple(token for tree in trees for token in tree.tokens)
    return Tree(text, root, tokens, tuple(problem for tree in trees for problem in tree.problems))
