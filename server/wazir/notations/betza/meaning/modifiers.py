"""The modifiers of a leg, sorted by what they do (B5, B6)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from wazir.diagnostics import Fix
from wazir.notations.betza import rules
from wazir.notations.betza.dialects import EXTENDED, IN_BRACKETS, LETTERS, XBETZA, others_with
from wazir.notations.betza.meaning.chains import Written
from wazir.notations.betza.meaning.geometry import DIRECTION_LETTERS
from wazir.notations.report import Report
from wazir.syntax import Token
from wazir.text import Edit, Span

Run = tuple[Token, ...]
"""Direction letters that stand together, so that two of them may be a pair."""


@dataclass(frozen=True, slots=True)
class Words:
    """The modifiers of one leg."""

    runs: tuple[Run, ...] = ()
    letters: tuple[Token, ...] = ()
    """All but directions and `i`, in the order in which they stand."""
    mover_virgin: bool = False
    virgin_victims: frozenset[str] = frozenset()
    """The modes among `c` and `d` that take only what has not moved."""

    @property
    def directions(self) -> tuple[str, ...]:
        """The runs of direction letters."""
        return tuple("".join(token.text for token in run) for run in self.runs)

    def __contains__(self, letter: str) -> bool:
        return any(token.text == letter for token in self.letters)

    def modes(self, among: str) -> str:
        """The letters of *among* that are there, in that order."""
        have = {token.text for token in self.letters}
        return "".join(letter for letter in among if letter in have)

    def count(self, letter: str) -> int:
        """How often a letter stands there."""
        return sum(token.text == letter for token in self.letters)

    def span_of(self, letters: str) -> Span:
        """Where the first of these letters stands."""
        return next(token.span for token in self.letters if token.text in letters)


def read_words(leg: Written, first_leg: bool, dialect: str, report: Report) -> Words:
    """The modifiers of a leg; what cannot stand there is left out and reported."""
    tokens = [token for token in leg.modifiers if token.text]
    if leg.bracketed and dialect == EXTENDED:
        known = [token for token in tokens if token.text in IN_BRACKETS]
        _out_of_brackets(tokens, report)
    else:
        known = [token for token in tokens if _of_dialect(token, dialect, report)]
    runs: list[list[Token]] = []
    letters: list[Token] = []
    mover_virgin, victims, previous = False, frozenset[str](), None
    for number, token in enumerate(known):
        if token.text in DIRECTION_LETTERS:
            if previous is None or previous.text not in DIRECTION_LETTERS:
                runs.append([])
            runs[-1].append(token)
        elif token.text == "i":
            taken = "".join(after.text for after in known[number + 1 : number + 3])
            if first_leg and number == 0:
                mover_virgin = True
            elif taken[:1] in ("c", "d"):
                victims |= frozenset(taken if taken in ("cd", "dc") else taken[:1])
            else:
                mover_virgin |= _stray_i(token, known[0], first_leg, dialect, report)
        elif _once(token, letters, report):
            letters.append(token)
        previous = token
    return Words(tuple(map(tuple, runs)), tuple(letters), mover_virgin, victims)


def _of_dialect(token: Token, dialect: str, report: Report) -> bool:
    if token.text in LETTERS[dialect].modifiers:
        return True
    others = others_with(token.text, dialect)
    report(
        rules.WRONG_DIALECT,
        token.span,
        f"The modifier `{token.text}` is not in the {dialect} dialect; {' and '.join(others)} "
        f"{'has' if len(others) == 1 else 'have'} "
        f"it. Remove it, or write `%dialect {others[-1]}` on a line before.",
        fixes=(Fix(f"Remove `{token.text}`", (Edit(token.span, ""),), safe=False),),
    )
    return False


def _out_of_brackets(tokens: Iterable[Token], report: Report) -> None:
    """Report the letters that have no meaning inside `[ ]`; `xx` is one of them (B21)."""
    for letter, run in groupby(tokens, key=lambda token: token.text):
        if letter in IN_BRACKETS:
            continue
        same = list(run)
        span, written = Span(same[0].start, same[-1].end), letter * len(same)
        way = "Remove it"
        if letter in LETTERS[EXTENDED].modifiers:
            way = "The extended dialect has it: write `%dialect extended` on a line before, and the chain without `[ ]`"
        report(
            rules.WRONG_DIALECT,
            span,
            f"`{written}` cannot stand inside `[ ]`. {way}.",
            fixes=(Fix(f"Remove `{written}`", (Edit(span, ""),), safe=False),),
        )


def _stray_i(token: Token, first: Token, first_leg: bool, dialect: str, report: Report) -> bool:
    """Whether an `i` that stands neither first nor before `c` or `d` is read as the mover's all the same (B6)."""
    if first_leg:
        to_front = (Fix("Move `i` to the front", (Edit(Span(first.start, first.start), "i"), Edit(token.span, ""))),)
        if dialect == XBETZA:
            report(
                rules.MISPLACED_FIRST_MOVE,
                token.span,
                "`i` is read as the mover's first move here, but it stands first in the modifiers everywhere else.",
                fixes=to_front,
            )
            return True
        report(
            rules.MISPLACED_MODIFIER,
            token.span,
            "`i` must stand first in the modifiers (the mover has not moved), or straight before `c` or `d` (the "
            "victim has "
            "not).",
            fixes=tuple(Fix(fix.title, fix.edits, safe=False) for fix in to_front),
        )
        return False
    report(
        rules.MISPLACED_MODIFIER,
        token.span,
        "On a later leg `i` can only ask of a victim: write it straight before `c` or `d`, or on the first leg for "
        "the mover.",
        fixes=(Fix("Remove `i`", (Edit(token.span, ""),), safe=False),),
    )
    return False


def _once(token: Token, before: list[Token], report: Report) -> bool:
    """Whether a letter is new; `x` may stand there twice."""
    times = sum(other.text == token.text for other in before)
    if times < (2 if token.text == "x" else 1):
        return True
    report(
        rules.REPEATED_MODIFIER,
        token.span,
        f"`{token.text}` stands here already; the second one changes nothing.",
        fixes=(Fix(f"Remove the second `{token.text}`", (Edit(token.span, ""),)),),
    )
    return False
