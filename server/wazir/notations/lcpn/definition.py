"""From a chunk to all that is known of it."""

from __future__ import annotations

from wazir.diagnostics import Diagnostic, Fix, Related, Severity
from wazir.notations.base import NO_NAMES, Analysis, Context, Definition, Scope
from wazir.notations.foreign import foreign, instead_of
from wazir.notations.lcpn import rules
from wazir.notations.lcpn.checking.check import check
from wazir.notations.lcpn.dialects import STYLES
from wazir.notations.lcpn.expressions import (
    Call,
    Chain,
    Cond,
    Defined,
    Either,
    Expression,
    Name,
    Property,
    Restricted,
    Together,
)
from wazir.notations.lcpn.meaning.conditions import PROMOTE, spaced
from wazir.notations.lcpn.meaning.lower import Lowering, Setting, TooMuch
from wazir.notations.lcpn.names import Facts, Names, facts_of, is_function, reading_of
from wazir.notations.lcpn.reading import Reading, words
from wazir.notations.lcpn.reading.foreign import SPELLINGS, code_of
from wazir.notations.lcpn.reading.names import roman
from wazir.notations.lcpn.trees import in_words
from wazir.notations.lcpn.writing.spelling import hyphens
from wazir.notations.report import Report
from wazir.piece.model import Lattice, Piece
from wazir.syntax import Token, Tree
from wazir.text import Edit, Span

TOO_MUCH = "It forks into more ways than are followed; split it into several pieces."
"""Why a piece that is too large has no moves."""


def style(context: Context) -> str:
    """The style that holds; C where nothing says which."""
    return context.dialect if context.dialect in STYLES else "c"


def lattice(context: Context) -> Lattice:
    """What the numbers of an array count on the board that holds."""
    return Lattice.HEX if (context.board or "").strip().startswith("hex") else Lattice.SQUARE


def parse(text: str, context: Context) -> Tree:
    """The tree of a chunk."""
    return analyse(text, context).tree


def words_of(text: str, context: Context) -> tuple[Token, ...]:
    """The tokens of a chunk, without its tree."""
    return words(text, style(context))


def diagnose(text: str, context: Context, scope: Scope = NO_NAMES) -> tuple[Diagnostic, ...]:
    """All that is wrong with a chunk."""
    names = Names(scope, style(context))
    return _found(reading_of(text, names.style, names), names, lattice(context))


def _found(reading: Reading, names: Names, board: Lattice) -> tuple[Diagnostic, ...]:
    """The diagnostics of a chunk; of a definition that cannot be read no warnings, for it may mean something else."""
    meant = Report()
    for defined in reading.defined:
        report = Report()
        check(defined, names, board, report)
        for one in report.diagnostics():
            if not defined.broken or one.code.severity in (Severity.ERROR, Severity.HINT):
                meant.keep(one)
    found = sorted((*reading.diagnostics, *meant.diagnostics()), key=lambda one: one.span)
    if not any(one.code.severity is Severity.ERROR for one in found):
        return tuple(found)
    return instead_of(found, foreign(code_of(reading.tree), SPELLINGS[names.style]))


def analyse(text: str, context: Context, scope: Scope = NO_NAMES) -> Analysis:
    """Tree, pieces and diagnostics of a chunk. Never raises: what makes no sense is left out and reported."""
    names = Names(scope, style(context))
    reading = reading_of(text, names.style, names)
    found = _found(reading, names, lattice(context))
    definitions = tuple(_definition(one, text, context, names) for one in reading.defined)
    return Analysis(reading.tree, tuple(one for one in definitions if one is not None), found)


def _definition(defined: Defined, text: str, context: Context, names: Names) -> Definition | None:
    """A definition; None for one of a function, which is no piece."""
    if defined.name and is_function(defined.body, names):
        return None
    piece, is_broken = lowered(defined, names, lattice(context))
    name = defined.name
    labels = {label for move in piece.moves for label in move.labels} if piece else ()
    reason = "" if piece else TOO_MUCH
    return Definition(
        name=text[name.span.start : name.span.end].removeprefix("$") if name else None,
        name_span=name.span if name else None,
        span=defined.span,
        moves=_span_of(defined),
        dialect=names.style,
        why="as the file is written" if context.dialect else "because nothing in it says which",
        piece=piece,
        broken=is_broken,
        board=context.board,
        key=name.key if name else None,
        notes=(*([reason] if reason else []), *in_words(defined.body, labels)),
        reason=reason,
    )


def _span_of(defined: Defined) -> Span:
    return defined.body.span


def lowered(defined: Defined, names: Names, board: Lattice) -> tuple[Piece | None, bool]:
    """The piece that a definition means, None if it is too large; and whether it or one that it needs has an error."""
    lowering = Lowering(names.style, {}, set())
    report = Report()
    check(defined, names, board, report)
    try:
        paths = lowering.paths(defined.body, Setting(names, board))
    except TooMuch:
        return None, True
    broken = defined.broken or lowering.is_broken or any(found.code.severity == 1 for found in report.diagnostics())
    moves = tuple(path.move() for path in paths if path.legs)
    return Piece(moves, properties_of(defined.body), lattice=board), broken


def properties_of(body: Expression) -> tuple[str, ...]:
    """The properties that a piece has of its own (L15)."""
    parts = body.parts if isinstance(body, Either) else (body,)
    return tuple(spaced(part.key) for part in parts if isinstance(part, Property))


def duplicate_name(name: str, here: Span, first: Span, another: str) -> Diagnostic:
    """The diagnostic for a name that an earlier definition has."""
    return Diagnostic(
        rules.DUPLICATE_DEFINITION,
        here,
        f"`{name}` is defined twice, and the first one counts. Rename or remove one of the two.",
        fixes=(Fix(f"Write `{another}`", (Edit(here, another),), safe=False),) if another else (),
        related=(Related(first, f"`{name}` is first defined here."),),
    )


def another_name(name: str, number: int, context: Context) -> tuple[str, str]:
    """A name like another one with a Roman numeral: its key, and as the style writes it (L3)."""
    key = f"{name}-{roman(str(number))}"
    return key, hyphens(key, style(context))


# What other chunks need to know


def needs(text: str, context: Context, key: str) -> tuple[str, ...]:
    """The names that the definition of a name cannot do without: not those that it promotes to (L4)."""
    names = Names(NO_NAMES, style(context))
    defined = _first(reading_of(text, names.style, names), key)
    return tuple(dict.fromkeys(_needed(defined.body))) if defined else ()


def facts(text: str, context: Context, key: str, scope: Scope, is_circular: bool) -> Facts:
    """What other chunks need to know of the definition of a name."""
    names = Names(scope, style(context))
    defined = _first(reading_of(text, names.style, names), key)
    return facts_of(defined.body, names, is_circular) if defined else Facts()


def _first(reading: Reading, key: str) -> Defined | None:
    return next((one for one in reading.defined if one.name and one.name.key == key), None)


def _needed(body: Expression) -> list[str]:
    match body:
        case Name(key):
            return [key]
        case Either(parts) | Chain(_, parts) | Together(parts):
            return [key for part in parts for key in _needed(part)]
        case Restricted(inner):
            return _needed(inner)
        case Call(Name(key), _) if key == PROMOTE:
            return []
        case Call(_, arguments):  # a function is made of functions, so that no circle goes through it
            return [key for part in arguments for key in _needed(part)]
        case Cond(clauses):
            return [key for clause in clauses for key in _needed(clause.then)]
    return []
