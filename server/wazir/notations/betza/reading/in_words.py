"""Definitions in words: names of pieces in the place of moves, and names without their `=` (B1, B3)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from itertools import islice
from typing import NamedTuple

from wazir.diagnostics import Diagnostic, Fix, Severity
from wazir.notations.betza import rules
from wazir.notations.betza.dialects import LETTERS
from wazir.notations.betza.vocabulary import PIECES
from wazir.notations.foreign import touch
from wazir.syntax import Tree
from wazir.text import Edit, Span

ALIKE = 0.75
"""How like the name of a piece a word must be to be meant by it, from 0 to 1."""
MOST = 30
"""As many words of a definition are looked at."""
LONGEST_SHOWN = 40
"""A longer text is not repeated in a title."""

_WORD = re.compile(r"(?<![^\W_])(?:[^\W\d_][^\W\dA-Z_]{2,20}|[A-Z]{3,20})(?![^\W_])")
_LEADING = re.compile(r"[^\W\d_][^\W\dA-Z_]+(?:[ \t]+[^\W\d_][^\W\dA-Z_]+)*(?=[ \t]+\S)")
_JOINS = frozenset({"and", "or", "plus", "with"})
_SIGNS = frozenset[str]().union(*(letters.modifiers for letters in LETTERS.values()))


class Said(NamedTuple):
    """A word that stands for a piece."""

    span: Span
    text: str
    name: str
    """The name of the piece that is meant; empty if none is like it."""

    @property
    def is_known(self) -> bool:
        """Whether it is the name of a piece, letter by letter. In capitals it may be atoms."""
        return self.name == self.text.lower() and not self.text.isupper()


def words_in(tree: Tree, is_broken: bool) -> tuple[Said, ...]:
    """The words in the place of moves: names of pieces, and in a broken text also what is like one or is no move."""
    matches = islice(_WORD.finditer(moves_alone(tree)), MOST)
    words = (Said(Span(*match.span()), match[0], _meant(match[0].lower(), is_broken)) for match in matches)
    return tuple(word for word in words if word.is_known or (is_broken and (word.name or _is_no_move(word.text))))


def _meant(text: str, is_broken: bool) -> str:
    if text in PIECES or not is_broken:
        return text if text in PIECES else ""
    return "".join(get_close_matches(text, PIECES, n=1, cutoff=ALIKE))


def _is_no_move(text: str) -> bool:
    """Whether a word joins others, or has letters that are no modifiers."""
    is_long = len(text) > 3 and text[1:].islower()
    return text.lower() in _JOINS or (is_long and not _SIGNS.issuperset(text.removeprefix(text[0].upper())))


def moves_alone(tree: Tree) -> str:
    """The text with blanks for its name, comments and directive."""
    text, names = tree.text, [token for token in tree.tokens if token.kind in ("NAME", "EQUALS")][:2]
    others = [token for token in tree.tokens if token.kind in ("COMMENT", "DIRECTIVE", "ARGUMENTS")]
    for token in (*(names if names and names[0].kind == "NAME" else ()), *others):
        text = text[: token.start] + " " * len(token.text) + text[token.end :]
    return text


def instead_of_letters(found: Sequence[Diagnostic], words: Iterable[Said]) -> tuple[Diagnostic, ...]:
    """The diagnostics of a definition, with one for each word that has an error instead of one for each letter."""
    errors = [one for one in found if one.code.severity is Severity.ERROR]
    instead = [word for word in words if word.is_known or any(touch(word.span, one.span) for one in errors)]
    kept = [one for one in errors if not any(touch(word.span, one.span) for word in instead)] if instead else found
    return tuple(sorted((*kept, *map(_word_finding, instead)), key=lambda one: one.span))


def _word_finding(word: Said) -> Diagnostic:
    if word.text.lower() in _JOINS:
        message = f"`{word.text}` is not a move. Parts stand side by side, as in `WF`."
        return Diagnostic(rules.PIECE_NAME, word.span, message, (_written(word.span, ""),))
    if not word.name:
        message = f"`{word.text}` is not a move. Moves are written in letters: a knight is `N`, a rook `R`."
        return Diagnostic(rules.PIECE_NAME, word.span, message)
    moves = PIECES[word.name]
    meant = "" if word.is_known else f" Did you mean `{word.name}`?"
    message = f"`{word.text}` is a name, and moves are meant here.{meant} Write `{moves}`."
    return Diagnostic(rules.PIECE_NAME, word.span, message, (_written(word.span, moves),))


def _written(span: Span, text: str) -> Fix:
    return Fix(f"Write `{text}`" if text else "Remove it", (Edit(span, text),), safe=False)


def missing_equals(tree: Tree, is_sound: Callable[[str], bool]) -> Diagnostic | None:
    """The diagnostic for a name and moves with nothing between; *is_sound* says whether moves have no error."""
    words = [token for token in tree.tokens if token.kind != "COMMENT"]
    if not words or any(token.kind in ("NAME", "EQUALS", "DIRECTIVE") for token in words):
        return None
    start, end = words[0].start, words[-1].end
    leading = _LEADING.match(tree.text, start, end)
    if leading is None:
        return None
    name, moves = leading[0], tree.text[leading.end() : end].strip()
    if not any(len(word) > 2 for word in name.split()) or not is_sound(moves):
        return None
    whole = f"{name} = {moves}"
    shown = whole if len(whole) <= LONGEST_SHOWN and "\n" not in whole else f"{name} = ..."
    return Diagnostic(
        rules.MISSING_EQUALS,
        Span(start, leading.end()),
        f"A `=` is missing between the name `{name}` and its moves. Write `{shown}`.",
        (Fix(f"Write `{shown}`", (Edit(Span(leading.end(), leading.end()), " ="),), safe=False),),
    )
