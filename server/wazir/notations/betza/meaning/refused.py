"""Says that an atom does not have a direction (B5)."""

from __future__ import annotations

from wazir.diagnostics import Fix
from wazir.notations.betza import rules
from wazir.notations.betza.dialects import XBETZA
from wazir.notations.betza.meaning.atoms import Atom
from wazir.notations.betza.meaning.geometry import CHIRAL, SIGNS, Shape
from wazir.notations.betza.meaning.modifiers import Words
from wazir.notations.betza.meaning.ways import Refused
from wazir.notations.report import Report
from wazir.text import Edit, Span


def report_refused(refused: Refused, words: Words, atom: Atom, dialect: str, report: Report) -> None:
    """Say that a sign is no direction of an atom, and which it has."""
    run = words.runs[refused.run]
    span = Span(run[refused.start].start, run[refused.start + len(refused.text) - 1].end)
    report(
        rules.NO_DIRECTION,
        span,
        f"`{refused.text}` is no direction of `{atom.text}`, which has {refused.shape.value}: "
        f"{_allowed(refused.shape, dialect)}.",
        fixes=(Fix(f"Remove `{refused.text}`", (Edit(span, ""),), safe=False),),
    )


def _allowed(shape: Shape, dialect: str) -> str:
    """The signs of a shape, as a list."""
    signs = [sign for sign in SIGNS[shape] if dialect == XBETZA or sign not in CHIRAL]
    return " ".join(f"`{sign}`" for sign in sorted(signs, key=lambda sign: (len(sign), sign)))
