"""Diagnostics of a text, except those of the meaning of its terms."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import islice, pairwise

from wazir.notations.bensahas import codes
from wazir.notations.bensahas.reading import BensahasReading
from wazir.notations.bensahas.syntax import Body, Missing, Name, Statement, Value, calls, flat, keys
from wazir.notations.bensahas.vocabulary import ABBREVIATIONS, NUMBERS, directions, mirrored
from wazir.notations.fixes import fix, insertion, remove, write
from wazir.notations.notation import Scope
from wazir.notations.reports import Report, unread
from wazir.notations.spellings import spellings
from wazir.notations.suggestions import MAX_NAMES_COMPARED, suggestions
from wazir.notations.vocabulary import packaged
from wazir.notations.wording import visible
from wazir.syntax import Problem, ProblemKind
from wazir.text import newline

_CLOSING: Mapping[str, str] = {")": "bracket", "]": "square bracket", "}": "brace"}


def report_mistakes(reading: BensahasReading, report: Report) -> None:
    """Report syntax errors, each once."""
    for span in reading.outside:
        message = (
            "Text outside all pieces. In a file with headers, write statements inside the braces "
            "of a piece."
        )
        report(codes.TEXT_OUTSIDE_PIECES, span, message)
    for problem in reading.tree.problems:
        if any(span.contains(problem.span.start) for span in reading.outside):
            continue
        if problem.kind is ProblemKind.UNEXPECTED:
            _report_unexpected(problem, report)
        elif problem.kind is not ProblemKind.MISSING:  # missing brackets are reported with the body
            report.keep(unread(problem, "piece", codes.TOO_LONG, too_many=codes.TOO_MANY_PROBLEMS))
    is_whole = not any(problem.kind is ProblemKind.TOO_MANY for problem in reading.tree.problems)
    for body in reading.bodies:
        for missing in body.missing if is_whole else ():
            _report_missing(missing, reading.tree.text, report)
        header = body.header
        if header and header.piece is None:
            report(
                codes.MISSING_NAME,
                header.span,
                "Missing name of the piece after the colon. Write `Game:Piece {`.",
            )
        elif header and not header.has_colon:
            message = "Missing colon. Write `Game:Piece {`, or `:Piece {` without a game."
            way = fix("Insert `:` before it", insertion(header.span.start, ":"), safe=True)
            report(codes.MISSING_COLON, header.span, message, way)
    report.keep(*reading.diagnostics)


def _report_unexpected(problem: Problem, report: Report) -> None:
    """Report a skipped token, unless the problem before it is its cause."""
    token = problem.found
    if token is None or problem.follows or (problem.before and problem.before.kind == "PARAMETER"):
        return
    quoted = f"`{visible(token.text)}`"
    expected = "a term such as `m(1, 15)`, or `!`"
    if "COMMA" in problem.expected:
        expected = "a comma or `)`" if "RPAR" in problem.expected else "a comma or `]`"
    message = f"Unexpected {quoted}: expected {expected}."
    report(codes.UNEXPECTED_TOKEN, token.span, message, remove(token.span, quoted))


def _report_missing(missing: Missing, text: str, report: Report) -> None:
    """Report a missing bracket, brace or `!`."""
    place = missing.before.end
    if missing.sign == "!":
        way = fix("Insert `!` after it", insertion(place, "!"), safe=True)
        report(
            codes.MISSING_EXCLAMATION_MARK,
            missing.before.span,
            "Missing `!` after the last statement.",
            way,
        )
        return
    what = _CLOSING[missing.sign]
    alone = missing.sign == "}" and ("\n" in text[:place] or "\r" in text[:place])
    put = insertion(place, f"{newline(text) if alone else ''}{missing.sign}")
    way = fix(f"Insert `{missing.sign}` after it", put, safe=True)
    report(
        codes.MISSING_BRACKET,
        missing.before.span,
        f"Unclosed {what}: missing `{missing.sign}`.",
        way,
    )


# Promotions (S13)


def report_names(body: Body, scope: Scope, report: Report) -> None:
    """Report promotions to pieces that the file does not define."""
    own = body.header.key if body.header else None
    for flip in body.flips:
        for outcome in flip.outcomes or ():
            name = outcome.name
            if name and not any(
                key == own or scope.facts(key) is not None for key in keys(body.game, name.text)
            ):
                _report_unknown(name, body.game, scope, report=report)


def _report_unknown(name: Name, game: str, scope: Scope, report: Report) -> None:
    """Report a promotion to a piece that is not defined, or only in another game."""
    defined = list(islice(scope.defined_names(), MAX_NAMES_COMPARED + 1))
    others = [key for key in defined if key.partition(":")[2] == name.text]
    if others and len(defined) <= MAX_NAMES_COMPARED:
        other = min(others).partition(":")[0]
        whose = f"of the game `{game}`" if game else "of no game"
        report(
            codes.OTHER_GAME,
            name.span,
            f"`{name.text}` is a piece of the game `{other}`; this one is {whose}.",
        )
        return

    def is_defined(name: str) -> bool:
        return any(scope.analysis(key) for key in keys(game, name))

    similar = suggestions(
        name.text, (key.partition(":")[2] for key in defined), is_defined, diagnosed=report.count
    )
    question = f" Did you mean `{similar[0]}`?" if similar else ""
    fixes = tuple(write(name.span, suggestion) for suggestion in similar)
    report(codes.UNKNOWN_PIECE, name.span, f"Unknown piece `{name.text}`.{question}", *fixes)


def report_chain(statement: Statement, report: Report) -> None:
    """Report misplaced terms of a chain, and legs that may capture."""
    if len(statement.terms) == 1:
        return
    for call in map(flat, statement.terms):
        if "immobilize" in call.names:
            message = (
                "`immobilize` cannot be a leg of a chain. End the statement before it with `!`."
            )
            report(codes.MISPLACED_ACTION, call.path_span, message)
    for call in statement.terms[:-1]:
        if not call.path and not call.setting("T"):
            what = "This leg moves or captures, and the move continues in both cases."
            report(
                codes.LEG_MAY_CAPTURE,
                call.span,
                f"{what} Write `m` or `c` before it for only one of them.",
            )


# Conditions on the opposite side: copies with a number that was not mirrored (S14)


def report_mirrored_conditions(statement: Statement, report: Report) -> None:
    """Report an `igui` whose condition looks to the opposite side of the next leg."""
    for before, after in pairwise(statement.terms):
        if "igui" not in before.names or len(after.groups) != 1 or not after.directions:
            continue
        for value in [
            value
            for setting in before.settings
            if setting.letter == "B"
            for value in setting.values
        ]:
            _report_opposite_side(value, after.directions.value, report)


def _report_opposite_side(condition: Value, goes: int, report: Report) -> None:
    """Report the parts of a condition that look to the side opposite to a sum of directions."""
    other = mirrored(goes)
    for call in calls(condition):
        looks = call.directions if call.names[-1:] == ("exist",) else None
        if looks and looks.value == other != goes:
            names = " and ".join(ABBREVIATIONS[direction] for direction in directions(other))
            what = (
                f"The condition looks {names}, but the next leg goes to the opposite side, "
                f"`{goes}`."
            )
            message = f"{what} Possibly a number was not mirrored."
            report(codes.CONDITION_ON_OTHER_SIDE, looks.span, message, write(looks.span, str(goes)))


# Spellings of other notations

_SUMS = {"n": 1, "e": 2, "s": 4, "w": 8, "ne": 16, "se": 32, "sw": 64, "nw": 128}
_SUMS |= {"all": 255, "any": 255, "orthogonal": 15, "diagonal": 240}


def _sum_of(match: re.Match[str]) -> str:
    """The sum for directions that are written as letters or words."""
    words = {word.lower() for word in re.findall(r"[A-Za-z]+", match["at"])}
    return str(sum(_SUMS[word] for word in words))


def _added(match: re.Match[str]) -> str | None:
    """The sum for directions that are written as an addition; None if it is too large."""
    total = sum(map(int, re.findall(r"\d+", match["at"])))
    return str(total) if total <= sum(NUMBERS) else None


_WRITERS: Mapping[str, Callable[[re.Match[str]], str | None]] = {
    "sum_of": _sum_of,
    "added": _added,
    "joined": lambda match: f"{match['word'].lower()}({match['a']}, {match['b']})",
    "upper": lambda match: match["at"].upper(),
}
_TABLE = packaged(__package__, "mistakes")
SPELLINGS = spellings(_TABLE["mistake"], _TABLE["fragments"], codes.CODES, writers=_WRITERS)
"""The spellings of other notations, which replace errors."""
