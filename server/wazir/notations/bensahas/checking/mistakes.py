"""What is wrong with the signs of a text: the problems of its tree, and what is missing, said to a person (S1, S2)."""

from __future__ import annotations

from collections.abc import Mapping

from wazir.diagnostics import Fix
from wazir.notations.bensahas import rules
from wazir.notations.bensahas.reading.build import Said
from wazir.notations.bensahas.report import Report, insertion, removal
from wazir.notations.bensahas.statements import Body, Missing
from wazir.syntax import Problem, Tree, Trouble
from wazir.text import Edit, Span

_CLOSING: Mapping[str, str] = {")": "bracket", "]": "square bracket", "}": "brace"}


def report_mistakes(said: Said, report: Report) -> None:
    """Say what is wrong with the signs of a text, each mistake once."""
    for span in said.outside:
        report(
            rules.TEXT_OUTSIDE_PIECES,
            span,
            "This stands in no piece: in a file with headers, statements are within the braces of one.",
        )
    for problem in said.tree.problems:
        if not any(span.start <= problem.span.start < span.end for span in said.outside):
            _report_problem(problem, report)
    for body in said.bodies:
        _report_body(body, said.tree, report)


def _report_problem(problem: Problem, report: Report) -> None:
    if problem.trouble is Trouble.FOUND:
        _report_found(problem, report)
    elif problem.trouble is not Trouble.MISSING:
        span = Span(problem.span.start, min(problem.span.end, problem.span.start + 80))
        if problem.trouble is Trouble.TOO_MANY:
            report(
                rules.TOO_MANY_PROBLEMS,
                span,
                "There are so many errors before this place that the rest is not read. Mend those first.",
            )
        else:
            what = "is too long" if problem.trouble is Trouble.TOO_LONG else "has too many brackets inside each other"
            report(rules.TOO_LONG, span, f"This piece {what} to be read.")


def _report_found(problem: Problem, report: Report) -> None:
    found = problem.found
    if found is None or problem.follows or (problem.before and problem.before.kind == "PARAMETER"):
        return
    shown = found.text if found.text.isprintable() and "`" not in found.text else f"U+{ord(found.text[0]):04X}"
    report(
        rules.UNEXPECTED_TOKEN,
        found.span,
        f"`{shown}` cannot stand here{_instead(problem)}.",
        fixes=removal(f"Remove `{shown}`", found.span),
    )


def _instead(problem: Problem) -> str:
    """What may stand there, as the end of a sentence."""
    expected = problem.expected
    if "COMMA" in expected:
        return ": a comma or a `)` is due" if "RPAR" in expected else ": a comma or a `]` is due"
    if "BANG" in expected:
        return ": a term such as `m(1, 15)` is due, or `!`"
    return ""


def _report_body(body: Body, tree: Tree, report: Report) -> None:
    text = tree.text
    dropped = {problem.found.end for problem in tree.problems if problem.trouble is Trouble.FOUND and problem.found}
    is_read = not any(problem.trouble is Trouble.TOO_MANY for problem in tree.problems)
    for missing in body.missing if is_read else ():
        _report_missing(missing, text, report)
    for bang in body.lone:
        if len(text[: bang.start].rstrip()) in dropped:
            continue  # it ends what was dropped
        report(
            rules.LONE_EXCLAMATION_MARK,
            bang.span,
            "No statement stands before this `!`, so that it ends nothing.",
            fixes=(Fix("Remove `!`", (Edit(bang.span, ""),)),),
        )
    for span in body.chained:
        report(
            rules.MISPLACED_ACTION,
            span,
            "`flip` is no leg of a chain. End the statement before it by `!`.",
            fixes=insertion(_end_before(text, span.start), "!", "Put `!` before it", safe=False),
        )
    for span in body.stray_more:
        report(
            rules.UNEXPECTED_TOKEN,
            span,
            "`+` takes over the action of the statement before it, and there is none.",
            fixes=removal("Remove `+`", span),
        )
    header = body.header
    if header and header.piece is None:
        report(rules.NAME_MISSING, header.span, "The name of the piece is missing behind the colon: `Game:Piece {`.")
    elif header and not header.has_colon:
        report(
            rules.MISSING_COLON,
            header.span,
            "Before the name of a piece stands that of its game and a colon, or the colon alone.",
            fixes=insertion(header.span.start, ":", "Put `:` before it"),
        )


def _end_before(text: str, offset: int) -> int:
    """Where the text before an offset ends, but for blanks."""
    return len(text[:offset].rstrip())


def _report_missing(missing: Missing, text: str, report: Report) -> None:
    place = missing.before.end
    if missing.sign == "!":
        report(
            rules.MISSING_EXCLAMATION_MARK,
            missing.before.span,
            "The last statement is not ended: a `!` is missing.",
            fixes=insertion(place, "!", "Put `!` behind it"),
        )
        return
    what = _CLOSING[missing.sign]
    alone = missing.sign == "}" and ("\n" in text[:place] or "\r" in text[:place])
    line_end = "\r\n" if "\r\n" in text else "\n"
    report(
        rules.MISSING_BRACKET,
        missing.before.span,
        f"A {what} is not closed: behind this a `{missing.sign}` is missing.",
        fixes=insertion(place, f"{line_end if alone else ''}{missing.sign}", f"Put `{missing.sign}` behind it"),
    )
