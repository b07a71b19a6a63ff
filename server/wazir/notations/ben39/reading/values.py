"""What stands behind the keys of one line: turn, hands, reserves, and the next steps of castles (G22)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches

from wazir.ben39.board import INTERSECTION_OF
from wazir.ben39.fen import held_king
from wazir.ben39.position import HAND, Side
from wazir.diagnostics import Diagnostic, Fix
from wazir.notations.ben39 import rules
from wazir.notations.ben39.records import Entry
from wazir.text import Edit, Span

TURNS = {"white": Side.WHITE, "black": Side.BLACK}

ALIKE = 0.7
"""How like a side a word must be to be meant for it."""

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


def turn(entry: Entry | None) -> tuple[Side, list[Diagnostic]]:
    """Whose turn it is."""
    if entry is None:
        return Side.WHITE, []
    words = entry.words
    if len(words) == 1 and words[0].text in TURNS:
        return TURNS[words[0].text], []
    near = [side for word in words for name, side in TURNS.items() if _is_near(word.text.lower(), name)]
    span = Span(words[0].start, words[-1].end) if words else entry.key_span
    fixes = tuple(Fix(f"Write `{side}`", (Edit(span, str(side)),), safe=False) for side in near[:1])
    message = "A turn is `white` or `black`."
    return near[0] if near else Side.WHITE, [Diagnostic(rules.BAD_TURN, span, message, fixes)]


def _is_near(word: str, name: str) -> bool:
    return name.startswith(word) or bool(get_close_matches(word, [name], cutoff=ALIKE))


def held(entry: Entry | None, letters: str) -> tuple[tuple[Held, ...], list[Diagnostic]]:
    """The pieces in a hand or a reserve, a letter for each."""
    words = entry.words if entry else ()
    if len(words) == 1 and words[0].text == "-":
        return (), []
    pieces: list[Held] = []
    found: list[Diagnostic] = []
    for word in words:
        if word.text in letters:
            pieces.append(Held(word.text, word.span))
        else:
            found.append(_not_held(word.text, word.span, letters))
    return tuple(pieces), found


def _not_held(letter: str, span: Span, letters: str) -> Diagnostic:
    if letter in ("K", "Q") and letters == HAND:
        fixes = (Fix("Write `P`", (Edit(span, "P"),), safe=False),) if letter == "Q" else ()
        return Diagnostic(rules.KING_IN_HAND, span, held_king(letter), fixes)
    where = "a hand" if letters == HAND else "a reserve"
    shown = f"`{letter}`" if letter.isprintable() and letter != "`" else "This"
    message = f"{shown} cannot be in {where}: the letters there are {', '.join(letters)}, or `-` alone for none."
    upper = letter.upper()
    fixes = (Fix(f"Write `{upper}`", (Edit(span, upper),), safe=False),) if upper in letters else ()
    return Diagnostic(rules.UNKNOWN_LETTER, span, message, fixes)


def castles(entry: Entry | None) -> tuple[tuple[Castle, ...], list[Diagnostic]]:
    """The next steps of castles, the first of each place."""
    known: dict[str, Castle] = {}
    found: list[Diagnostic] = []
    for word in entry.words if entry else ():
        match = _CASTLE.fullmatch(word.text)
        if match is None or match["rest"] or not match["step"]:
            message = "A castle is its intersection and its next step, `+` orthogonal or `x` diagonal: `g3+`."
            found.append(Diagnostic(rules.BAD_CASTLE, word.span, message, _steps(match, word.span)))
        elif match["place"] not in INTERSECTION_OF:
            message = f"There is no intersection {match['place']}: castles stand on odd files and ranks, such as g3."
            found.append(Diagnostic(rules.BAD_CASTLE, word.span, message))
        elif match["place"] in known:
            message = f"The next step of the castle on {match['place']} is given already, and that holds."
            found.append(Diagnostic(rules.BAD_CASTLE, word.span, message))
        else:
            known[match["place"]] = Castle(match["place"], match["step"], word.span)
    return tuple(known.values()), found


def _steps(match: re.Match[str] | None, span: Span) -> tuple[Fix, ...]:
    """A castle without its step may have either."""
    if match is None or match["place"] not in INTERSECTION_OF:
        return ()
    return tuple(
        Fix(f"Write `{match['place']}{step}`", (Edit(span, f"{match['place']}{step}"),), safe=False) for step in "+x"
    )


def form_span(entry: Entry) -> Span:
    """Where a one-line form stands: behind its key."""
    if not entry.words:
        return Span(entry.span.end, entry.span.end)
    return Span(entry.words[0].start, entry.words[-1].end)
