"""The grammar, where chunks start, the evidence for the notation, and syntax errors (B7, B10,
B21).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import takewhile
from typing import NamedTuple

from wazir.diagnostics import Fix
from wazir.notations.betza import codes
from wazir.notations.betza.vocabulary import ATOMS, MODIFIERS, PIECES, XBETZA, moves_named
from wazir.notations.fixes import fix, insertion, remove, write
from wazir.notations.reports import Report, unread
from wazir.notations.wording import visible
from wazir.parsing import END, Grammar, Repair
from wazir.syntax import Node, Problem, ProblemKind, Token, Tree
from wazir.text import Edit, Span

GRAMMAR = Grammar(
    "betza",
    repairs=(
        Repair("RPAR"),
        Repair("RSQB"),
        # No atom is inserted before a range or a suffix: these are reported by themselves.
        Repair("ATOM", frozenset({"HYPHEN", "QUESTION", "LPAR", "LSQB", "RPAR", "RSQB", END})),
    ),
    brackets={"LPAR": "RPAR", "LSQB": "RSQB", "OPEN_VECTOR": "RPAR"},
    length=800,
)

NOT_A_START = " \t\r\n\f\v\u00a0\ufeff#;"
"""A line that begins with one of these continues the line before it, or is a comment."""


def starts_chunk(line: str) -> bool:
    """Whether a line begins a definition or is a directive, by its first sign."""
    return line[:1] not in NOT_A_START


_TYPICAL = re.compile(
    r"(?<![^\r\n])[ \t\ufeff]*+"
    r"(?:%(?:dialect|board)\b|[^\s=:#;%(@{][^=:#;(@{\r\n]*+=[ \t]*+[a-z]*+[A-Z(\[])"
)
"""A directive, or a name with `=` and an atom after it."""


_NAMED = re.compile(r"^[ \t\ufeff]*+[^\s=:#;%][^=:#;\r\n]*[=:]", re.MULTILINE)


def has_names(text: str) -> bool:
    """Whether a file names its pieces."""
    return _NAMED.search(text) is not None


def evidence(text: str) -> int:
    """The number of typical lines in a text."""
    return len(_TYPICAL.findall(text))


# Syntax errors: the problems of a tree as diagnostics


_CLOSES = {"LPAR": ")", "LSQB": "]", "OPEN_VECTOR": ")"}
_PIECE_LETTERS = {"P": "pawn", "S": "silver"}
"""Letters of pieces in diagrams and game records that are not atoms."""
_ATOMS = ("ATOM", "DOUBLE", "VECTOR")
_OPENS = {"RPAR": "LPAR", "RSQB": "LSQB"}
_LEG = ("ATOM", "DOUBLE", "VECTOR", "OPEN_VECTOR", "MODIFIER", "LPAR", "LSQB")


def report_mistakes(tree: Tree, dialect: str, report: Report) -> None:
    """Report syntax errors, each once."""
    dropped: list[str | None] = []
    # A bracket that was dropped and the one that closes it are one mistake.
    for problem in tree.problems:
        token = problem.found if problem.kind is ProblemKind.UNEXPECTED else None
        kind = token.kind if token else ""
        if (opening := _OPENS.get(kind)) in dropped:
            dropped.remove(opening)
            continue
        if kind in _OPENS.values():
            dropped.append(kind)
        if token:
            _unexpected(tree, problem, token, dialect=dialect, report=report)
        elif problem.kind is ProblemKind.MISSING:
            _missing(tree, problem, dialect, report=report)
        else:
            report.keep(
                unread(problem, "definition", codes.TOO_LONG, too_many=codes.TOO_MANY_PROBLEMS)
            )


def report_missing_moves(definition: Node, report: Report) -> None:
    """Report a name without moves. A name of atoms alone is offered as moves."""
    name = definition.leaves()[0]
    message = f"Missing moves after the name `{name.text}`. Write moves, as in `Knight = N`."
    fixes: tuple[Fix, ...] = ()
    if moves := moves_named(name.text):
        fixes = (fix(f"Write `{moves}`", Edit(Span(definition.end, definition.end), f" {moves}")),)
    elif ATOMS[XBETZA].issuperset(name.text):
        fixes = (fix(f"Write `{name.text}`", Edit(Span(name.end, definition.end), "")),)
    report(codes.MISSING_MOVES, definition.span, message, *fixes)


def _unexpected(tree: Tree, problem: Problem, token: Token, dialect: str, report: Report) -> None:
    """Report a token that was skipped."""
    if token.kind == "RANGE" and problem.follows:  # it is the range of what was dropped
        return
    if token.kind == "RANGE":
        _stray_range(tree, problem, token, report=report)
    elif token.kind in ("RPAR", "RSQB"):
        removal = remove(token.span, f"`{token.text}`", safe=True)
        report(codes.BRACKET, token.span, f"Unmatched `{token.text}`.", removal)
    elif token.kind in _LEG:
        message = (
            f"Missing `-` (go on) or `?` (may stop) before `{token.text}`: inside `[ ]` each leg "
            "is one atom."
        )
        fixes = (fix(f"Insert `{sign}` before it", insertion(token.start, sign)) for sign in "-?")
        report(codes.BRACKET, token.span, message, *fixes)
    elif token.text.isalpha():
        _unknown_letter(tree, token, dialect, report=report)
    else:
        _unknown_sign(token, dialect, report)


def _stray_range(tree: Tree, problem: Problem, token: Token, report: Report) -> None:
    before = problem.before
    message = f"The range `{token.text}` has no atom. Write it after an atom, as in `W3`."
    fixes: tuple[Fix, ...] = (remove(token.span, "the number"),)
    start = next((other.start for other in tree.tokens if other.start >= token.end), None)
    following = node_beside(tree, ("leg",), start=start)
    if following and (inside := move_range_inside(tree, token.text, following)):
        message = f"Misplaced range: it stands after its atom. Write `{inside}`."
        fixes = (write(Span(token.start, following.end), inside), *fixes)
    if (
        before
        and before.kind in ("RPAR", "RSQB")
        and (node := node_beside(tree, _BRACKETED, end=before.end))
    ):
        inside = move_range_inside(tree, token.text, node)
        message = "Misplaced range. Write it inside the brackets, after the atom of its leg."
        if inside:
            message = f"{message} For the last leg, write `{inside}`."
            fixes = (write(Span(node.start, token.end), inside), *fixes)
    report(codes.RANGE_ON_NOTHING, token.span, message, *fixes)


def _unknown_letter(tree: Tree, token: Token, dialect: str, report: Report) -> None:
    swapped = token.text.swapcase()
    after = [
        other for other in tree.tokens if other.start >= token.end and other.kind != "MODIFIER"
    ]
    between = tree.text[token.end : after[0].start] if after else ""
    is_before_atom = bool(after) and after[0].kind in _ATOMS and (between.isalpha() or not between)
    if swapped in ATOMS[dialect] or (swapped in MODIFIERS[dialect] and is_before_atom):
        near = swapped
    else:
        near = ""
    if token.text in ("X", "Y"):
        message = (
            f"`{token.text}` has no atom before it. Write it after an atom, as in `F{token.text}`."
        )
    elif near:
        kind = "atom" if near.isupper() else "modifier"
        message = (
            f"`{token.text}` is not part of the {dialect} dialect. Did you mean the {kind} "
            f"`{near}`?"
        )
    elif token.text in _PIECE_LETTERS:
        name = _PIECE_LETTERS[token.text]
        is_alone = not any(
            other.end == token.start and other.kind == "MODIFIER" for other in tree.tokens
        )
        near = PIECES[name] if is_alone and not (after and after[0].kind == "RANGE") else ""
        message = f"`{token.text}` is not an atom. Write a {name} as `{PIECES[name]}`."
    else:
        atoms = " ".join(sorted(ATOMS[dialect], key="WFDNAHGLCJZKRBQUOI".index))
        message = f"`{visible(token.text)}` is not an atom. The atoms are `{atoms}`."
    fixes = (
        *((write(token.span, near),) if near else ()),
        remove(token.span, f"`{visible(token.text)}`"),
    )
    report(codes.UNKNOWN_LETTER, token.span, message, *fixes)


def _unknown_sign(token: Token, dialect: str, report: Report) -> None:
    sign = visible(token.text)
    if token.text == "?":
        message = "`?` is only allowed between the legs inside `[ ]`, as in `[F?R]`."
    elif token.kind == "EQUALS" and not token.start:
        message = f"Missing name before `{sign}`. Write a name, as in `Knight = N`."
    elif token.kind == "EQUALS":
        message = f"Unexpected `{sign}`: the name ends at the first `:` or `=`."
    else:
        message = f"`{sign}` is not part of the {dialect} dialect. A comment begins with `#`."
    report(codes.UNKNOWN_LETTER, token.span, message, remove(token.span, f"`{sign}`"))


def _missing(tree: Tree, problem: Problem, dialect: str, report: Report) -> None:
    """Report a token that was inserted."""
    if opening := problem.opening:
        close = _CLOSES[opening.kind]
        span = Span(opening.start, opening.start + 1)
        closing = fix(f"Insert `{close}` at the end", Edit(problem.span, close))
        report(codes.BRACKET, span, f"Unclosed `{opening.text[0]}`. Write `{close}`.", closing)
    elif (last := problem.before) and last.kind == "MODIFIER" and not problem.follows:
        before = reversed([token for token in tree.tokens if token.start <= last.start])
        *_, first = takewhile(lambda token: token.kind == "MODIFIER", before)
        _modifiers_alone(tree, problem, Span(first.start, last.end), dialect=dialect, report=report)
    elif not problem.follows:
        _missing_unit(problem, report)


def _modifiers_alone(
    tree: Tree, problem: Problem, span: Span, dialect: str, report: Report
) -> None:
    """Report modifiers without an atom; beside brackets or an atom they are offered inside, or
    before it.
    """
    letters = "".join(tree.text[span.start : span.end].split())
    fixes: tuple[Fix, ...] = (remove(span, "the modifiers"),)
    start = problem.found.start if problem.found else None
    end = max((token.end for token in tree.tokens if token.end <= span.start), default=None)
    brackets = node_beside(tree, _BRACKETED, start=start) or node_beside(tree, _BRACKETED, end=end)
    leg = node_beside(tree, ("leg",), end=end)
    if brackets:
        inside = with_modifiers(tree, letters, brackets)
        message = (
            "Misplaced modifiers. Write them inside the brackets, on their leg: directions and "
            "`i` on the first"
        )
        if inside:
            message = f"{message}, `m`, `c` and `d` on the last. Write `{inside}`."
            whole = Span(min(span.start, brackets.start), max(span.end, brackets.end))
            fixes = (write(whole, inside), *fixes)
        else:
            message = f"{message}, `m`, `c` and `d` where the piece may stop."
    else:
        message = f"Missing atom after `{letters}`. Write an atom, such as `W` or `N`."
        if frozenset(letters.upper()) <= ATOMS[dialect]:
            fixes = (write(span, letters.upper()), *fixes)
        if leg and set(letters) <= _FRONT | _BACK and not _have((leg,), frozenset(letters)):
            moved = _inserted(tree.text, leg, [(_atom(leg).start, letters)])
            message = (
                f"Missing atom after `{letters}`. Modifiers stand before their atom, as in "
                f"`{moved}`."
            )
            fixes = (write(Span(leg.start, span.end), moved), *fixes)
    report(codes.MODIFIERS_WITHOUT_ATOM, span, message, *fixes)


def _missing_unit(problem: Problem, report: Report) -> None:
    """Report a leg that is missing beside a sign of a chain, or in brackets."""
    before, after = problem.before, problem.found
    for sign, side in ((before, "after"), (after, "before")):
        if sign and sign.kind in ("HYPHEN", "QUESTION"):
            way = f"Write a leg, as in `W{sign.text}F`, or remove the `{sign.text}`."
            message = f"Missing leg {side} `{sign.text}`. {way}"
            report(codes.CHAIN_SIDE, sign.span, message, remove(sign.span, f"`{sign.text}`"))
            return
    if before and after:
        span = Span(before.start, after.end)
        message = (
            f"Empty brackets `{before.text}{after.text}`. Write moves inside them, or remove them."
        )
        report(codes.BRACKET, span, message, remove(span, "the brackets"))


# What stands outside of brackets and belongs inside: modifiers before them, and a range after them
# (B10, B21)

_FRONT = frozenset("ifblrvs")
"""Modifiers that belong on the first leg."""
_BACK = frozenset("mcd")
"""Modifiers that belong on the last leg."""
_HOPS = frozenset("pgtu")
_UNRANGED = frozenset("UOI")


class OuterLegs(NamedTuple):
    """The legs with which the ways through a node begin, and those with which they end."""

    first: tuple[Node, ...]
    last: tuple[Node, ...]


_BRACKETED = ("group", "bracket")


def node_beside(
    tree: Tree, kinds: tuple[str, ...], *, start: int | None = None, end: int | None = None
) -> Node | None:
    """The node of some kinds that starts or ends at an offset, the outermost."""
    beside = (
        node
        for node in tree.nodes()
        if node.kind in kinds and (node.start == start or node.end == end)
    )
    return next(beside, None)


def with_modifiers(tree: Tree, letters: str, node: Node) -> str:
    """The brackets with modifiers inside; empty if it is unclear on which leg each belongs."""
    legs = legs_of(node)
    is_clear = len(set(letters)) == len(letters) and set(letters) <= _FRONT | _BACK
    if node.leaves("QUESTION") or not is_clear:
        return ""
    back = "".join(letter for letter in letters if letter in _BACK)
    front = "".join(
        sorted((letter for letter in letters if letter in _FRONT), key=lambda letter: letter != "i")
    )
    if (back and _have(legs.last, _BACK | _HOPS)) or (front and _have(legs.first, _FRONT)):
        return ""
    ends = [(_atom(leg).start, back) for leg in legs.last]
    return _inserted(tree.text, node, [*ends, *((leg.start, front) for leg in legs.first)])


def move_range_inside(tree: Tree, number: str, node: Node) -> str:
    """The brackets with a range inside, on the last leg of each way; empty if one of them cannot
    have it.
    """
    legs = legs_of(node).last
    for leg in legs:
        sign = _atom(leg).leaves()[0]
        if leg.leaves("RANGE") or sign.kind == "DOUBLE" or not sign.text or sign.text in _UNRANGED:
            return ""
    return _inserted(tree.text, node, [(leg.end, number) for leg in legs])


def legs_of(node: Node) -> OuterLegs:
    """The legs with which the ways through a node begin and end."""
    if node.kind == "leg":
        return OuterLegs((node,), (node,))
    inner = [legs_of(child) for child in node.inner()]
    if node.kind == "moves":
        firsts = tuple(leg for each in inner for leg in each.first)
        return OuterLegs(firsts, tuple(leg for each in inner for leg in each.last))
    return OuterLegs(inner[0].first, inner[-1].last)


def _atom(leg: Node) -> Node:
    return leg.inner()[0]


def _have(legs: Iterable[Node], letters: frozenset[str]) -> bool:
    """Whether one of some legs has one of some modifiers already."""
    return any(token.text in letters for leg in legs for token in leg.leaves("MODIFIER"))


def _inserted(text: str, node: Node, insertions: Iterable[tuple[int, str]]) -> str:
    """The text of a node with insertions at some offsets; of two at one offset the second comes
    first.
    """
    inside = text[node.start : node.end]
    for offset, more in sorted(insertions, key=lambda insertion: insertion[0], reverse=True):
        at = offset - node.start
        inside = inside[:at] + more + inside[at:]
    return inside
