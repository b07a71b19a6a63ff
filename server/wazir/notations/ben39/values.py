"""The values of the keys with one line: turn, hands, reserves, castles and rules (G22)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from wazir.ben39.board import INTERSECTION_OF
from wazir.ben39.fen import held_king
from wazir.ben39.position import HAND, RESERVE, Rule, Side
from wazir.diagnostics import Diagnostic, Fix
from wazir.notations.ben39 import rules
from wazir.notations.ben39.syntax import LONGEST_KEY, Entry
from wazir.notations.kit import write
from wazir.notations.suggestions import similar
from wazir.text import Span

TURNS = {"white": Side.WHITE, "black": Side.BLACK}
LETTERS = {"white hand": HAND, "black hand": HAND, "white reserve": RESERVE, "black reserve": RESERVE}
"""The letters of the hands and reserves, by their keys."""

ALIKE = 0.7
"""The minimum similarity of a misspelled side."""

_CASTLE = re.compile(r"(?P<place>[a-o][0-9]{1,2})(?P<step>[+x])?(?P<rest>.*)")


@dataclass(frozen=True, slots=True)
class Held:
    """A piece in a hand or a reserve."""

    letter: str
    span: Span


@dataclass(frozen=True, slots=True)
class Castle:
    """The next step of a castle: `g3+`."""

    place: str
    step: str
    span: Span


def turn_of(entry: Entry | None) -> tuple[Side, list[Diagnostic]]:
    """The side to move."""
    if entry is None:
        return Side.WHITE, []
    words = entry.words
    if len(words) == 1 and words[0].text in TURNS:
        return TURNS[words[0].text], []
    near = [side for word in words for name, side in TURNS.items() if _is_near(word.text.lower(), name)]
    span = Span(words[0].start, words[-1].end) if words else entry.key_span
    fixes = tuple(write(span, str(side)) for side in near[:1])
    message = "A turn is `white` or `black`."
    return near[0] if near else Side.WHITE, [Diagnostic(rules.BAD_TURN, span, message, fixes)]


def _is_near(word: str, name: str) -> bool:
    return name.startswith(word) or bool(similar(word, [name], 1, ALIKE))


def held(entry: Entry) -> tuple[tuple[Held, ...], list[Diagnostic]]:
    """The pieces in a hand or a reserve, one for each letter."""
    words = () if [word.text for word in entry.words] == ["-"] else entry.words
    letters = LETTERS[entry.key]
    pieces = tuple(Held(word.text, word.span) for word in words if word.text in letters)
    return pieces, [_not_held(word.text, word.span, letters) for word in words if word.text not in letters]


def _not_held(letter: str, span: Span, letters: str) -> Diagnostic:
    if letter in ("K", "Q") and letters == HAND:
        fixes = (write(span, "P"),) if letter == "Q" else ()
        return Diagnostic(rules.KING_IN_HAND, span, held_king(letter), fixes)
    where = "a hand" if letters == HAND else "a reserve"
    shown = f"`{letter}`" if letter.isprintable() and letter != "`" else "This"
    message = f"{shown} cannot be in {where}. The letters are {', '.join(letters)}, or `-` for none."
    upper = letter.upper()
    fixes = (write(span, upper),) if upper in letters else ()
    return Diagnostic(rules.UNKNOWN_LETTER, span, message, fixes)


def castles(entry: Entry | None) -> tuple[tuple[Castle, ...], list[Diagnostic]]:
    """The next steps of castles, the first for each place."""
    known: dict[str, Castle] = {}
    diagnostics: list[Diagnostic] = []
    words = entry.words if entry else ()
    for word in words:
        match = _CASTLE.fullmatch(word.text)
        if match is None or match["rest"] or not match["step"]:
            message = (
                "Invalid castle. Write its intersection and next step, as in `g3+` (orthogonal) or `g3x` (diagonal)."
            )
            diagnostics.append(Diagnostic(rules.BAD_CASTLE, word.span, message, _steps(match, word.span)))
        elif match["place"] not in INTERSECTION_OF:
            message = f"No intersection {match['place']}. Intersections have odd files and ranks, such as g3."
            diagnostics.append(Diagnostic(rules.BAD_CASTLE, word.span, message))
        elif match["place"] in known:
            message = f"Repeated castle on {match['place']}. The first entry applies."
            diagnostics.append(Diagnostic(rules.BAD_CASTLE, word.span, message))
        else:
            known[match["place"]] = Castle(match["place"], match["step"], word.span)
    return tuple(known.values()), diagnostics


def rules_in(entry: Entry | None) -> tuple[frozenset[Rule], list[Diagnostic]]:
    """The rules that a record sets."""
    names = [str(rule) for rule in Rule]
    words = entry.words if entry else ()
    message = f"Unknown rule. The rules are {', '.join(f'`{name}`' for name in names)}."
    diagnostics: list[Diagnostic] = []
    for word in [word for word in words if word.text not in names]:
        near = similar(word.text.lower()[:LONGEST_KEY], names, 1, ALIKE)
        fixes = tuple(write(word.span, name) for name in near)
        diagnostics.append(Diagnostic(rules.UNKNOWN_RULE, word.span, message, fixes))
    return frozenset(Rule(word.text) for word in words if word.text in names), diagnostics


def _steps(match: re.Match[str] | None, span: Span) -> tuple[Fix, ...]:
    """The next steps that a token allows; both if it names none."""
    if match is None or match["place"] not in INTERSECTION_OF:
        return ()
    return tuple(write(span, f"{match['place']}{step}") for step in "+x")
