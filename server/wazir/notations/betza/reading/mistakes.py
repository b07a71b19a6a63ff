"""What is no definition at all: the problems of a tree, said to a person (B7)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from wazir.diagnostics import Fix
from wazir.notations.betza import rules
from wazir.notations.betza.dialects import LETTERS
from wazir.notations.report import Report
from wazir.syntax import Problem, Token, Tree, Trouble
from wazir.text import Edit, Span

_NAMES = {"HYPHEN": "-", "QUESTION": "?", "RPAR": ")", "RSQB": "]", "LPAR": "(", "LSQB": "["}
_CLOSES = {"LPAR": ")", "LSQB": "]", "OPEN_VECTOR": ")"}
_LEG = ("ATOM", "DOUBLE", "VECTOR", "OPEN_VECTOR", "MODIFIER", "LPAR", "LSQB")


def report_mistakes(tree: Tree, dialect: str, report: Report) -> None:
    """Say what is wrong with the signs of a definition, each mistake once."""
    for problem in tree.problems:
        _SAY[problem.trouble](tree, problem, dialect, report)


def _found(tree: Tree, problem: Problem, dialect: str, report: Report) -> None:
    token = problem.found
    if token is None:
        return
    if token.kind == "RANGE":
        report(
            rules.RANGE_ON_NOTHING,
            token.span,
            f"The number `{token.text}` stands behind no atom. A range belongs right behind the atom that it is of, "
            "as in `W3`.",
            fixes=_removal("number", token.span),
        )
    elif token.kind in ("RPAR", "RSQB"):
        report(
            rules.BRACKET,
            token.span,
            f"No `{'(' if token.kind == 'RPAR' else '['}` before opens what this `{token.text}` closes.",
            fixes=(Fix(f"Remove `{token.text}`", (Edit(token.span, ""),)),),
        )
    elif token.kind in _LEG:
        report(
            rules.BRACKET,
            token.span,
            f"Inside `[ ]` each leg is one atom: put `-` (go on) or `?` (may stop here) before `{token.text}`.",
            fixes=tuple(
                Fix(f"Put `{sign}` before it", (Edit(Span(token.start, token.start), sign),), safe=False)
                for sign in "-?"
            ),
        )
    else:
        _unknown(token, dialect, report)


def _before(token: Token) -> Span:
    return Span(token.start, token.start)


def _unknown(token: Token, dialect: str, report: Report) -> None:
    letters = LETTERS[dialect]
    swapped = token.text.swapcase()
    near = swapped if swapped != token.text and (swapped in letters.atoms or swapped in letters.modifiers) else ""
    if token.text in ("X", "Y"):
        message = f"`{token.text}` lengthens the atom before it, as in `F{token.text}`, and there is none."
    elif token.text == "?":
        message = "`?` stands only between the legs inside `[ ]`, as in `[F?R]`."
    elif token.kind == "EQUALS":
        message = f"A second `{token.text}` means nothing: the name ends at the first."
    elif near:
        kind = "the atom" if near.isupper() else "the modifier"
        message = f"`{_visible(token.text)}` is no letter of the {dialect} dialect. Did you mean {kind} `{near}`?"
    else:
        message = (
            f"`{_visible(token.text)}` is no sign of the {dialect} dialect. Moves are made of atoms "
            f"(`{_listed(letters.atoms)}`), "
            "modifiers in lower case before them and a number behind; a comment begins with `#`."
        )
    fixes = (Fix(f"Write `{near}`", (Edit(token.span, near),), safe=False),) if near else ()
    report(
        rules.UNKNOWN_LETTER, token.span, message, fixes=(*fixes, *_removal(f"`{_visible(token.text)}`", token.span))
    )


def _visible(text: str) -> str:
    """A sign as it can be shown in a line of text."""
    return text if text.isprintable() and text != "`" else f"U+{ord(text[0]):04X}"


def _listed(letters: frozenset[str]) -> str:
    order = "WFDNAHGLCJZKRBQUOI"
    return " ".join(sorted(letters, key=order.index))


def _removal(what: str, span: Span) -> tuple[Fix, ...]:
    title = f"Remove {what}" if what.startswith("`") else f"Remove the {what}"
    return (Fix(title, (Edit(span, ""),), safe=False),)


def _missing(tree: Tree, problem: Problem, _dialect: str, report: Report) -> None:
    if problem.opening:
        close = _CLOSES[problem.opening.kind]
        report(
            rules.BRACKET,
            problem.opening.span if problem.opening.kind != "OPEN_VECTOR" else _head(problem.opening),
            f"This `{problem.opening.text[0]}` is not closed: a `{close}` is missing.",
            fixes=(Fix(f"Put `{close}` at the end", (Edit(problem.span, close),), safe=False),),
        )
    elif problem.before and problem.before.kind == "MODIFIER" and not problem.follows:
        span = _modifiers_before(tree.tokens, problem.before)
        report(
            rules.MODIFIERS_WITHOUT_ATOM,
            span,
            f"An atom such as `W` or `N` must follow the modifiers `{tree.text[span.start : span.end]}`: they say how "
            "it moves.",
            fixes=_removal("modifiers", span),
        )
    elif not problem.follows:
        _missing_unit(problem, report)


def _head(token: Token) -> Span:
    return Span(token.start, token.start + 1)


def _missing_unit(problem: Problem, report: Report) -> None:
    """A leg that is missing beside a sign of a chain, or in brackets."""
    before, found = problem.before, problem.found
    if before and before.kind in ("HYPHEN", "QUESTION"):
        _chain_side(before, "behind", report)
    elif found and found.kind in ("HYPHEN", "QUESTION"):
        _chain_side(found, "before", report)
    elif before and found and before.kind in _NAMES and found.kind in _NAMES:
        span = Span(before.start, found.end)
        report(
            rules.BRACKET,
            span,
            f"There is nothing inside `{before.text}{found.text}`. Write what belongs there, or remove the brackets.",
            fixes=_removal("brackets", span),
        )


def _chain_side(sign: Token, side: str, report: Report) -> None:
    report(
        rules.CHAIN_SIDE,
        sign.span,
        f"`{sign.text}` joins two legs, and {side} it there is none. Write a leg there, as in `W{sign.text}F`, or "
        "remove the "
        f"`{sign.text}`.",
        fixes=_removal(f"`{sign.text}`", sign.span),
    )


def _modifiers_before(tokens: Sequence[Token], last: Token) -> Span:
    """From the first of the modifiers that stand together to the last."""
    start = last.start
    for token in reversed([token for token in tokens if token.start < last.start]):
        if token.kind != "MODIFIER":
            break
        start = token.start
    return Span(start, last.end)


def _unread(_tree: Tree, problem: Problem, _dialect: str, report: Report) -> None:
    span = Span(problem.span.start, min(problem.span.end, problem.span.start + 80))
    if problem.trouble is Trouble.TOO_MANY:
        report(
            rules.TOO_MANY_PROBLEMS,
            span,
            "There are so many errors before this place that the rest of the definition is not read. Mend those first.",
        )
    else:
        what = "is too long" if problem.trouble is Trouble.TOO_LONG else "has too many brackets inside each other"
        report(rules.TOO_LONG, span, f"This definition {what} to be read. Split it into several definitions.")


_SAY: dict[Trouble, Callable[[Tree, Problem, str, Report], None]] = {
    Trouble.FOUND: _found,
    Trouble.MISSING: _missing,
    Trouble.TOO_LONG: _unread,
    Trouble.TOO_DEEP: _unread,
    Trouble.TOO_MANY: _unread,
}
