"""The pieces that others turn into: whether the file has them (S13)."""

from __future__ import annotations

from difflib import get_close_matches

from wazir.notations.base import Scope
from wazir.notations.bensahas import rules
from wazir.notations.bensahas.reading.outline import keys
from wazir.notations.bensahas.report import Report, replacement
from wazir.notations.bensahas.statements import Body, Name

MOST_NAMES = 5_000
"""Of more names none is looked for that may be meant."""


def report_names(body: Body, scope: Scope, report: Report) -> None:
    """Say which of the pieces that a piece turns into the file does not have."""
    game = body.header.game.text if body.header and body.header.game else ""
    own = {body.header.key} if body.header else set()
    for flip in body.flips:
        for outcome in flip.outcomes or ():
            name = outcome.name
            if name is None or own & set(keys(game, name.text)):
                continue
            if all(scope.facts(key) is None for key in keys(game, name.text)):
                _report_unknown(name, game, scope, report)


def _report_unknown(name: Name, game: str, scope: Scope, report: Report) -> None:
    others = [key for key in scope.defined_names() if key.partition(":")[2] == name.text]
    if others:
        other = min(others).partition(":")[0]
        whose = f"of the game `{game}`" if game else "of no game"
        report(rules.OTHER_GAME, name.span, f"`{name.text}` is a piece of the game `{other}`; this one is {whose}.")
        return
    known = [key.partition(":")[2] for _, key in zip(range(MOST_NAMES), scope.defined_names(), strict=False)]
    near = get_close_matches(name.text, known, n=2)
    meant = f" Did you mean `{near[0]}`?" if near else ""
    fixes = tuple(fix for one in near for fix in replacement(name.span, one))
    report(rules.UNKNOWN_PIECE, name.span, f"The file has no piece `{name.text}`.{meant}", fixes=fixes)
