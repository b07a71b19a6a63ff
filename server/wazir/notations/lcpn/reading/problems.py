"""Words that are missing or cannot stand where they do, said to a person (L1, L2)."""

from __future__ import annotations

from collections.abc import Callable

from wazir.diagnostics import Fix
from wazir.notations.lcpn import rules
from wazir.notations.lcpn.reading.common import Room, is_unclosed, shown
from wazir.syntax import Node, Problem, Token, Tree, Trouble
from wazir.text import Edit, Span

PAIRS = {"(": ")", "[": "]", "{": "}"}
_OPERATORS = frozenset({"SLASH", "JUMP", "AFTER", "AMP", "OR", "AND", "AND_THEN", "THEN", "NOT", "COMPARE", "COMMA"})
_INSTEAD = {
    "c": {"OR": "/", "AND": "&", "THEN": "->", "AND_THEN": "=>", ";": "#"},
    "sql": {"/": "OR", "&": "AND", ";": "#"},
}


def report_problems(tree: Tree, room: Room) -> None:
    """Say what is wrong with the words of a text, each mistake once."""
    for problem in tree.problems:
        _SAY[problem.trouble](problem, room)


def report_brackets(tree: Tree, room: Room) -> None:
    """Say which brackets do not match, or are of the wrong kind (L1)."""
    for node in tree.nodes():
        close = node.children[-1] if node.children else None
        if not isinstance(close, Token) or close.kind != "CLOSE" or not close.text:
            continue
        opening = next((part for part in node.children if isinstance(part, Token) and part.text in PAIRS), None)
        if opening is None:
            continue
        if PAIRS[opening.text] != close.text:
            _mismatched(opening, close, room)
        elif room.style == "elisp":
            _look_at_kind(node, opening, close, room)


def _mismatched(opening: Token, close: Token, room: Room) -> None:
    better = PAIRS[opening.text]
    room.report(
        rules.MISMATCHED_BRACKET,
        close.span,
        f"This `{close.text}` closes a `{opening.text}`: it should be `{better}`.",
        fixes=(Fix(f"Write `{better}`", (Edit(close.span, better),)),),
    )


def _look_at_kind(node: Node, opening: Token, close: Token, room: Room) -> None:
    is_array = len(node.children) > 2 and all(part.kind == "NUMBER" for part in node.children[1:-1])
    wanted = "[" if is_array else "("
    if opening.text != wanted:
        what = "An array stands in `[]`" if is_array else "A list stands in `()`, and only an array in `[]`"
        edits = (Edit(opening.span, wanted), Edit(close.span, PAIRS[wanted]))
        room.report(
            rules.WRONG_BRACKET,
            node.span,
            f"{what} in the Emacs Lisp style.",
            fixes=(Fix(f"Write `{wanted}{PAIRS[wanted]}`", edits),),
        )


def _found(problem: Problem, room: Room) -> None:
    token = problem.found
    if token is None:
        return
    if token.kind == "OPEN_COMMENT":
        span = Span(token.start, token.start + len(token.text.rstrip()))
        room.report(
            rules.UNCLOSED_COMMENT,
            span,
            "This comment is not closed: a `*/` is missing. It goes on to where the next definition starts.",
            fixes=(Fix("Put `*/` at the end", (Edit(Span(span.end, span.end), " */"),), safe=False),),
        )
    elif token.kind == "CLOSE":
        room.report(
            rules.UNEXPECTED_CLOSE,
            token.span,
            f"This `{token.text}` closes nothing that is open.",
            fixes=(Fix(f"Remove `{token.text}`", (Edit(token.span, ""),)),),
        )
    elif problem.follows:
        return
    elif token.kind == "ERROR":
        _unexpected_character(token, room)
    elif token.kind == "DEFINE":
        room.report(rules.BAD_DEF, token.span, f"A name stands before `{token.text}`, and here is none.")
    else:
        _unexpected_token(problem, token, room)


def _unexpected_character(token: Token, room: Room) -> None:
    sign = token.text if token.text.isprintable() and token.text != "`" else f"U+{ord(token.text[0]):04X}"
    instead = _INSTEAD.get(room.style, {}).get(token.text, "")
    what = "A comment begins with" if token.text == ";" else "This style writes"
    way = f" {what} `{instead}`." if instead else ""
    fixes = (Fix(f"Write `{instead}`", (Edit(token.span, instead),), safe=False),) if instead else ()
    room.report(
        rules.UNEXPECTED_CHARACTER,
        Span(token.start, token.start + 1),
        f"`{sign}` is no sign of this style.{way}",
        fixes=(*fixes, Fix(f"Remove `{sign}`", (Edit(Span(token.start, token.start + 1), ""),), safe=False)),
    )


def _unexpected_token(problem: Problem, token: Token, room: Room) -> None:
    before = f" behind `{_short(problem.before)}`" if problem.before else " here"
    if token.kind in _OPERATORS and problem.before is None:
        message = f"Nothing stands before `{token.text}` that it could join."
    else:
        message = f"`{_short(token)}` cannot stand{before}."
    instead = _INSTEAD.get(room.style, {}).get(token.kind, "")
    fixes = [Fix("Remove it", (Edit(token.span, ""),), safe=False)]
    if instead and token.text != instead:
        message += f" Between pieces this style writes `{instead}`."
        fixes.insert(0, Fix(f"Write `{instead}`", (Edit(token.span, instead),), safe=False))
    room.report(rules.UNEXPECTED_TOKEN, token.span, message, fixes=tuple(fixes))


def _short(token: Token | None) -> str:
    text = " ".join(token.text[:60].split()) if token else ""
    return text if len(text) <= 30 else f"{text[:29]}…"


def _missing(problem: Problem, room: Room) -> None:
    _MISSING[problem.missing or ""](problem, room)


def _near(problem: Problem) -> Span:
    """The word at which something is missing."""
    if problem.found is not None:
        return problem.found.span
    return problem.before.span if problem.before else problem.span


def _missing_close(problem: Problem, room: Room) -> None:
    opening = problem.opening
    if opening is None or not opening.text or is_unclosed(problem.before):
        return
    if opening.text == "{" and room.style == "c":
        _missing_brace(problem, room)
        return
    close = PAIRS[opening.text]
    room.report(
        rules.UNCLOSED_BRACKET,
        opening.span,
        f"This `{opening.text}` is not closed: a `{close}` is missing.",
        fixes=(Fix(f"Put `{close}` at the end", (Edit(problem.span, close),)),),
    )


def _missing_brace(problem: Problem, room: Room) -> None:
    found = problem.found
    if found is None:
        edit = Edit(problem.span, " }")
        span = problem.opening.span if problem.opening else problem.span
    else:
        edit = Edit(Span(found.start, found.start), "} ")
        span = found.span
    room.report(
        rules.MISSING_BRACE,
        span,
        "The branch before this is not closed: a `}` is missing."
        if found
        else "This `{` is not closed: a `}` is missing.",
        fixes=(Fix("Put `}` there", (edit,)),),
    )


def _missing_opening(problem: Problem, room: Room) -> None:
    found = problem.found
    edit = Edit(Span(found.start, found.start), "{ ") if found else Edit(problem.span, " {")
    room.report(
        rules.MISSING_BRACE,
        _near(problem),
        "A branch of `if` stands in braces, and here a `{` is missing.",
        fixes=(Fix("Put `{` there", (edit,), safe=False),),
    )


def _missing_end(problem: Problem, room: Room) -> None:
    room.report(
        rules.MISSING_END,
        problem.opening.span if problem.opening else _near(problem),
        "This `IF` is not closed: an `END` is missing.",
        fixes=(Fix("Put `END` there", (Edit(problem.span, " END"),)),),
    )


def _missing_then(problem: Problem, room: Room) -> None:
    found = problem.found
    edit = Edit(Span(found.start, found.start), "THEN ") if found else Edit(problem.span, " THEN")
    room.report(
        rules.MISSING_THEN,
        _near(problem),
        "A `THEN` is missing between the condition and what holds there.",
        fixes=(Fix("Put `THEN` there", (edit,), safe=False),),
    )


def _missing_operand(problem: Problem, room: Room) -> None:
    before, found = problem.before, problem.found
    if is_unclosed(before):
        return
    if before and before.kind in _OPERATORS:
        message = f"Nothing follows `{before.text}`. Write a piece behind it, or remove it."
        span = before.span
    elif found:
        message = f"Something is missing before `{_short(found)}`."
        span = found.span
    else:
        message, span = "Something is missing behind this.", _near(problem)
    room.report(rules.MISSING_OPERAND, span, message)


def _missing_comma(problem: Problem, room: Room) -> None:
    room.report(
        rules.UNEXPECTED_TOKEN,
        _near(problem),
        "A comma stands between the numbers of an array in this style: `[1, 2]`.",
        fixes=(Fix("Put a comma before it", (Edit(problem.span, ","),)),),
    )


def _unread(problem: Problem, room: Room) -> None:
    if problem.trouble is Trouble.TOO_MANY:
        room.report(
            rules.TOO_MANY_PROBLEMS,
            shown(problem.span),
            "There are so many errors before this place that the rest is not read. Mend those first.",
        )
    else:
        what = "is too long" if problem.trouble is Trouble.TOO_LONG else "has too many brackets inside each other"
        room.report(
            rules.TOO_LONG,
            shown(problem.span),
            f"This definition {what} to be read. Split it into several.",
        )


_MISSING: dict[str, Callable[[Problem, Room], None]] = {
    "CLOSE": _missing_close,
    "LBRACE": _missing_opening,
    "END": _missing_end,
    "THEN": _missing_then,
    "NAME": _missing_operand,
    "NUMBER": _missing_operand,
    "COMMA": _missing_comma,
}
_SAY: dict[Trouble, Callable[[Problem, Room], None]] = {
    Trouble.FOUND: _found,
    Trouble.MISSING: _missing,
    Trouble.TOO_LONG: _unread,
    Trouble.TOO_DEEP: _unread,
    Trouble.TOO_MANY: _unread,
}
