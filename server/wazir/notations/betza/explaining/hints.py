"""Remarks in the text: what a shorthand stands for, and the modes that go without saying."""

from __future__ import annotations

from collections.abc import Iterator

from wazir.notations.base import NO_NAMES, Context, HintKind, InlayHint, Scope
from wazir.notations.betza.definition import judged
from wazir.notations.betza.explaining.places import Part, find_parts
from wazir.notations.betza.meaning.atoms import Atom
from wazir.notations.betza.reading.directives import context_after
from wazir.notations.betza.reading.grammar import GRAMMAR
from wazir.notations.betza.writing.groups import group_of
from wazir.notations.betza.writing.spelling import base_of, modes_are_own, with_range
from wazir.syntax import Node, Token

_BEFORE_ANOTHER = "The square must be empty: what a leg asks before another one."
_LAST = "Moves or captures: what a last leg does."


def hints(text: str, context: Context, _scope: Scope = NO_NAMES) -> tuple[InlayHint, ...]:
    """The remarks about a chunk, in order."""
    tree = GRAMMAR.parse(text)
    moves = next((node for node in tree.nodes() if node.kind == "moves"), None)
    if moves is None:
        return ()
    dialect, _ = judged(tree, context_after(text, context))
    parts = find_parts(moves, dialect)
    found = {hint.offset: hint for part in parts for hint in (*_shorthand(part, dialect), *_implied(part))}
    return tuple(found[offset] for offset in sorted(found))


def stands_for(atom: Atom) -> str | None:
    """What an atom with its range is short for, by one step, such as `RB` for `Q`; None if it is short for nothing."""
    base = base_of(atom)
    if base == "K":
        if len(atom.text) > 1:
            return "Q"
        return with_range("W", atom.least, atom.most) + with_range("F", atom.least, atom.most)
    if atom.text == base:
        near_far = "({},{})".format(*atom.leaps[0]) if atom.leaps else None
        return near_far if base[1:2] in ("X", "Y") else None
    spelled = with_range(base, atom.least, atom.most)
    if len(atom.text) == 1 and spelled == atom.text:
        return f"{base}0"
    return spelled


def _shorthand(part: Part, dialect: str) -> Iterator[InlayHint]:
    atom = part.atom
    meant = stands_for(atom) if atom else None
    if atom and meant and len(atom.leaps) > 1 and part.words.runs:
        group = group_of(part, dialect) if part.first and not part.inner else None
        meant = "".join(half.spelled() or "" for half in group.halves()) if group else None
    if atom and meant:
        yield InlayHint(atom.span.end, f"= {meant}", f"Short for {meant}.", HintKind.SHORTHAND)


def _implied(part: Part) -> Iterator[InlayHint]:
    """The modes of a leg that names none, where legs follow each other."""
    alone = part.first and not part.inner
    if alone or part.atom is None or part.inner == part.last or part.words.modes("mcd"):
        return
    if part.inner and not part.words.modes("ptuog"):
        yield InlayHint(_end(part), "m", _BEFORE_ANOTHER, HintKind.IMPLIED)
    elif part.last and not modes_are_own(part):
        yield InlayHint(_end(part), "mc", _LAST, HintKind.IMPLIED)


def _end(part: Part) -> int:
    """Behind the modifiers of a leg: at its atom, or at the `a` that ends it."""
    own = part.written.modifiers
    children = part.written.node.children
    atom = next((child.start for child in children if isinstance(child, Node)), part.span.end)
    if part.last:
        return atom
    after = own[-1].end if own else part.span.start
    separators = (child.start for child in children if isinstance(child, Token) and child.text == "a")
    return next((start for start in separators if start >= after and not part.chained), atom)
