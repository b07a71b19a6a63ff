"""From a chunk to all that is known of it."""

from __future__ import annotations

from wazir.diagnostics import Diagnostic, Fix, Related, Severity
from wazir.notations.base import Analysis, Context, Definition, Scope
from wazir.notations.ben39 import rules
from wazir.notations.ben39.checking.drawings import drawing_findings, form_findings
from wazir.notations.ben39.checking.keys import key_findings, text_findings
from wazir.notations.ben39.checking.pieces import count_findings, odd_findings
from wazir.notations.ben39.checking.play import expect_findings, move_findings, number_findings, reading_findings
from wazir.notations.ben39.meaning import Meaning, meaning
from wazir.notations.ben39.reading.build import read
from wazir.notations.ben39.reading.outline import name_key
from wazir.notations.ben39.reading.words import tree
from wazir.notations.ben39.records import Record
from wazir.text import Edit, Span

HARMLESS = (
    rules.NAME_MISSING,
    rules.UNKNOWN_KEY,
    rules.DUPLICATE_KEY,
    rules.KEY_BESIDE_FEN,
    rules.UNREADABLE_EXPECTATION,
)
"""Errors that leave no doubt about the position."""


def analyse(text: str, context: Context, _scope: Scope) -> Analysis:
    """Tree, games and diagnostics of a chunk. Never raises: what makes no sense is left out and reported."""
    said = read(text)
    found: list[Diagnostic] = list(text_findings(said, context.has_headers))
    definitions: list[Definition] = []
    for record in said.records:
        meant = meaning(record, text)
        inside = _findings(record, meant, text)
        found += inside
        definitions.append(_definition(record, meant, _is_broken(inside)))
    return Analysis(tree(text), tuple(definitions), _sorted(found))


def diagnose(text: str, context: Context, _scope: Scope) -> tuple[Diagnostic, ...]:
    """The diagnostics of a chunk."""
    said = read(text)
    found: list[Diagnostic] = list(text_findings(said, context.has_headers))
    for record in said.records:
        found += _findings(record, meaning(record, text), text)
    return _sorted(found)


def _sorted(found: list[Diagnostic]) -> tuple[Diagnostic, ...]:
    return tuple(sorted(found, key=lambda one: (one.span, one.code.severity, one.code.id, one.message)))


def _findings(record: Record, meant: Meaning, text: str) -> list[Diagnostic]:
    """What there is to say of a record. What is played and expected is not judged where the position is in doubt."""
    setup, form, board = meant.setup, record.entry("fen"), record.entry("board")
    found = [*key_findings(record, text), *reading_findings(record), *number_findings(record, meant)]
    if form:
        found += form_findings(setup, form)
    elif board:
        found += drawing_findings(board, setup, text)
    if setup.form is None:
        found += _castles(record, meant)
    found += count_findings(setup, board)
    is_sound = not _is_broken([one for one in found if one.code not in HARMLESS])
    found += odd_findings(setup, meant.start, board or form, is_sound)
    if is_sound:
        found += move_findings(meant)
        if meant.is_legal:
            found += expect_findings(record, meant.game.state)
    return found


def _castles(record: Record, meant: Meaning) -> list[Diagnostic]:
    """The castles that are named where none stands."""
    standing = {shown.place for shown in meant.setup.pieces if shown.letter == "C"}
    message = "No castle stands on {}. In `castles:` are those that are on the board."
    return [
        Diagnostic(rules.CASTLE_NOWHERE, castle.span, message.format(castle.place))
        for castle in meant.setup.castles
        if castle.place not in standing
    ]


def _is_broken(found: list[Diagnostic]) -> bool:
    return any(one.code.severity is Severity.ERROR for one in found)


def _definition(record: Record, meant: Meaning, broken: bool) -> Definition:
    moves = record.entry("moves")
    words = moves.words if moves else ()
    name = record.name
    return Definition(
        name=name.text if name else None,
        name_span=name.span if name else None,
        span=record.span,
        moves=Span(words[0].start, words[-1].end) if words else Span(record.span.end, record.span.end),
        dialect="fen" if record.entry("fen") else "board",
        why=f"because it has {'the' if record.entry('fen') else 'no'} key `fen`",
        piece=None,
        broken=broken,
        board=None,
        key=name_key(name.text) if name else None,
        reason="It is a position of a game, and no piece.",
        game=meant.game,
        plays=tuple(play.span for play in meant.plays if play.reading.action is not None),
    )


def duplicate_name(name: str, here: Span, first: Span, another: str) -> Diagnostic:
    """The diagnostic for a name that an earlier position has."""
    return Diagnostic(
        rules.DUPLICATE_NAME,
        here,
        f"The position `{name}` is set up twice. Rename or remove one of the two.",
        fixes=(Fix(f"Write `{another}`", (Edit(here, another),), safe=False),) if another else (),
        related=(Related(first, f"`{name}` is first set up here."),),
    )
