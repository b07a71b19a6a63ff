"""Reports directions that an atom does not have, and an older spelling of one (B5)."""

from __future__ import annotations

from wazir.diagnostics import Fix
from wazir.notations.betza import rules
from wazir.notations.betza.dialects import XBETZA
from wazir.notations.betza.meaning.atoms import Atom
from wazir.notations.betza.meaning.geometry import CHIRAL, OLD_SIDEWAYS, SIGNS, Shape
from wazir.notations.betza.meaning.modifiers import Words
from wazir.notations.betza.meaning.ways import Refused, Steps
from wazir.notations.report import Report
from wazir.text import Edit, Span


def report_directions(steps: Steps, words: Words, atom: Atom, dialect: str, report: Report) -> None:
    """Report the directions of a leg that its atom does not have, and those of an older spelling."""
    for refused in steps.refused:
        _refused(refused, words, atom, dialect, report)
    for old in steps.old:
        pair = words.runs[old.run][old.start : old.start + 2]
        span = Span(pair[0].start, pair[1].end)
        report(
            rules.OBSOLETE_SPELLING,
            span,
            f"`{pair[0].text}{pair[1].text}` is an old way to write `s`, sideways.",
            fixes=(Fix("Write `s`", (Edit(span, "s"),)),),
        )


def _refused(refused: Refused, words: Words, atom: Atom, dialect: str, report: Report) -> None:
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
    signs = [sign for sign in SIGNS[shape].keys() - OLD_SIDEWAYS if dialect == XBETZA or sign not in CHIRAL]
    return " ".join(f"`{sign}`" for sign in sorted(signs, key=lambda sign: (len(sign), sign)))
