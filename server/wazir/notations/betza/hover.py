"""Hover texts, by dialect, leg and atom."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from wazir.notations.betza import codes
from wazir.notations.betza.definition import BetzaDefinition
from wazir.notations.betza.directions import Places, Shape, Sign, read_signs, shape_of
from wazir.notations.betza.legs import RIDERS, STEPS, unspaced
from wazir.notations.betza.meaning import ReadLeg
from wazir.notations.betza.spelling import part_at, path_to, piece_of
from wazir.notations.betza.vocabulary import (
    DIALECTS,
    LEAPERS,
    ORIGINAL,
    ROUND,
    TURNS,
    WAYS,
    WORD_OF,
    XBETZA,
    Word,
)
from wazir.notations.results import HoverText
from wazir.notations.wording import capitalized, join_words
from wazir.piece.board import parse_board
from wazir.piece.model import Vector
from wazir.syntax import Node, Token, token_at
from wazir.text import Span


@dataclass(frozen=True, slots=True)
class HoverContext:
    """A word with its surroundings."""

    chunk: BetzaDefinition
    token: Token
    holders: tuple[Node, ...]
    """The nodes that hold it, outermost first."""
    part: ReadLeg | None
    """The part of a leg, or the leg, that it belongs to."""

    @property
    def dialect(self) -> str:
        """The dialect of its definition."""
        return self.chunk.dialect

    def explained(self, title: str, text: str, span: Span | None = None) -> HoverText:
        """An explanation of the word, or of the span that contains it."""
        return HoverText(span or self.token.span, title, text)


def hover(chunk: BetzaDefinition, offset: int) -> HoverText | None:
    """The hover text at an offset; None on names, blanks, comments and errors."""
    token = token_at(chunk.tree.tokens, offset)
    if token is None or (handler := HANDLERS.get(token.kind)) is None:
        return None
    is_in_word = any(
        diagnostic.code in _CODES_OF_WORDS and diagnostic.span.overlaps(token.span)
        for diagnostic in chunk.diagnostics
    )
    if is_in_word:
        return None
    holders = path_to(chunk.tree.root, token)
    explanation = handler(HoverContext(chunk, token, holders, part=part_at(chunk.parts, token)))
    chain = next((node for node in holders if node.kind == "chain"), None)
    if explanation is None or chain is None:
        return explanation
    return replace(
        explanation,
        piece=piece_of(chain, chunk.dialect),
        piece_text=unspaced(chain),
        piece_span=chain.span,
        leg_spans=_leg_spans(chunk, chain),
    )


_CODES_OF_WORDS = (
    codes.PIECE_NAME,
    codes.MISSING_EQUALS,
    codes.BARE_NAME,
    codes.INDENTED_DEFINITION,
)
"""The codes of words whose letters mean nothing."""


def _leg_spans(chunk: BetzaDefinition, chain: Node) -> tuple[Span, ...]:
    """The spans of the legs of a chain, in order; none if it forks, because its legs are not one
    path then.
    """
    if _forks(chain):
        return ()
    spans = dict.fromkeys(part.span for part in chunk.parts)
    return tuple(filter(chain.span.contains_range, spans))


def _forks(node: Node) -> bool:
    """Whether a node has a group, whose legs are alternatives."""
    return any(
        child.kind == "LPAR" if isinstance(child, Token) else _forks(child)
        for child in node.children
    )


def _modifier(context: HoverContext) -> HoverText:
    token, part = context.token, context.part
    entry = WORD_OF[token.text]
    dialect = part.dialect if part else context.dialect
    title = f"{token.text}: {entry.title_in(dialect)}"
    if context.dialect not in entry.dialects:
        return context.explained(title, _elsewhere(entry, context.dialect))
    if part is None:
        return context.explained(title, entry.text(context.dialect))
    if any(token in run for run in part.modifiers.runs):
        return _direction(context, part)
    if token.text == "i":
        return context.explained(title, _first_move(token, part))
    if later := _as_later(entry, part):
        return context.explained(f"{token.text}: turn", later)
    return context.explained(title, _by_place(entry, part))


def _elsewhere(entry: Word, dialect: str) -> str:
    """Which dialects have a word that this one lacks."""
    return f"Not part of the {dialect} dialect, but of {join_words(entry.dialects)}."


def _as_later(entry: Word, part: ReadLeg) -> str:
    """The own meaning of a modifier on a leg that is not the first; empty without one."""
    is_later = not (part.is_first or part.is_chained)
    return entry.later.get(part.dialect, "") if is_later else ""


def _by_place(entry: Word, part: ReadLeg) -> str:
    """The meaning of a modifier on a leg before others, and where the mover ends."""
    ending = entry.text(part.dialect)
    going_on = entry.text(part.dialect, inner=True)
    if not part.goes_on or not going_on:
        return ending
    if not part.is_last or going_on == ending:
        return going_on
    return f"Where the mover ends: {_lower(ending)} Where the path goes on: {_lower(going_on)}"


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]


def _first_move(token: Token, part: ReadLeg) -> str:
    if part.is_first and (token is part.syntax.modifiers[0] or not part.modifiers.virgin_victims):
        return "First move only: the mover must not have moved yet."
    victims = {"c": "the foe", "d": "the friend"}
    asked = (
        join_words(victims[mode] for mode in sorted(part.modifiers.virgin_victims)) or "the piece"
    )
    return f"{capitalized(asked)} that is taken must not have moved yet."


def _direction(context: HoverContext, part: ReadLeg) -> HoverText:
    """The directions that a letter selects for this atom, together with the letters beside it."""
    run = next(run for run in part.modifiers.runs if context.token in run)
    letters = "".join(token.text for token in run)
    index = run.index(context.token)
    sign_by_shape: dict[Shape, Sign] = {}
    for shape in part.shapes:
        signs = read_signs(letters, shape, context.dialect == XBETZA)
        sign_by_shape[shape] = next(sign for sign in reversed(signs) if sign.start <= index)
    longest = max(sign_by_shape.values(), key=lambda sign: len(sign.text), default=None)
    if longest is None:
        return context.explained(f"{context.token.text}: direction", "This atom has no directions.")
    span = Span(run[longest.start].start, run[longest.start + len(longest.text) - 1].end)
    if len(longest.text) > 1:
        title = "direction"
    elif longest.text == "a":
        title = "all"
    else:
        title = WORD_OF[longest.text].title
    phrases = dict.fromkeys(_phrase(part, shape, sign) for shape, sign in sign_by_shape.items())
    text = f"{join_words(phrases)}."
    if part.is_first:
        text = capitalized(text)
    else:
        text = f"Relative to the heading of the leg before: {text}"
    return context.explained(f"{longest.text}: {title}", text, span)


def _phrase(part: ReadLeg, shape: Shape, sign: Sign) -> str:
    """What a direction selects, in words."""
    if sign.places is None:
        return f"`{sign.text}` is not a direction here"
    oblique = part.atom.leaps and shape_of(part.atom.leaps) is Shape.OBLIQUE
    if part.is_first:
        names = WAYS
    elif oblique and shape is Shape.EIGHT:
        names = ROUND
    else:
        names = TURNS
    return phrase_of(sign.places, names)


def phrase_of(places: Places, phrases: Mapping[Places, str]) -> str:
    """Selected places in words: all of them together, or else one by one."""
    return phrases.get(places) or join_words(
        phrases[frozenset({place})] for place in sorted(places)
    )


def _atom(context: HoverContext) -> HoverText | None:
    """The name of an atom, and what it does in this dialect."""
    node = next((node for node in reversed(context.holders) if node.kind == "atom"), None)
    if node is None:
        return None
    first = node.leaves()[0]
    letter = first.text[0]
    entry = WORD_OF["(a,b)"] if first.kind == "VECTOR" else WORD_OF[letter]
    spelled = unspaced(node)
    title = entry.title
    text = entry.text(context.dialect)
    atom = context.part.atom if context.part else None
    leap = atom.leaps[0] if atom and len(atom.leaps) == 1 else None
    if context.dialect not in entry.dialects:
        text = _elsewhere(entry, context.dialect)
    elif first.kind == "DOUBLE" and letter in STEPS:
        title = rider(letter)
        text = f"The same as a single `{letter}`, which is already unlimited. {text}"
    elif first.kind == "DOUBLE":
        title = rider(letter)
        text = (
            f"Any number of steps of `{letter}` in a straight line, over empty landing squares. "
            f"The newer spelling is `{RIDERS.get(letter, f'{letter}0')}`."
        )
    elif leap and len(spelled) > 1:
        title, text = LEAPERS.get(leap, "Leaper"), _leap(leap)
    elif leap and entry.leap:
        title += f" ({leap[0]},{leap[1]})"
    return context.explained(f"{spelled}: {title}", text, node.span)


def _leap(leap: Vector) -> str:
    near, far = sorted(leap)
    aside = {0: "orthogonally", far: "diagonally"}.get(near)
    squares = "one square" if far == 1 else f"{far} squares"
    if aside:
        return f"A leap of {squares} {aside}."
    return f"A leap of {squares} one way and {near} aside."


def _range(context: HoverContext) -> HoverText | None:
    digits = "".join(context.token.text.split())
    part = context.part
    if part is None:
        return context.explained(f"{digits}: range", "A range without an atom.")
    if part.atom.letter == "O":
        squares = "one square" if digits == "1" else f"{digits} squares"
        text = f"The mover ends {squares} to the side of its start."
        return context.explained(f"{digits}: squares aside", text)
    text = _steps(digits) + ("." if part.modifiers.modes("zq") else " in a straight line.")
    if part.modifiers.modes("pg") and part.is_last:
        if part.is_chained:
            text += " It limits the steps to the jumped piece, and again the steps beyond it."
        else:
            text += " It counts the steps to the jumped piece and beyond it together."
    elif part.dialect == XBETZA and "a" in unspaced(*part.syntax.node.leaves("MODIFIER")):
        text += " It applies to each leg."
    return context.explained(f"{digits}: range", text)


def _steps(digits: str) -> str:
    if digits == "0":
        return "Any number of steps"
    count = digits.lstrip("0")
    plural = "step" if count == "1" else "steps"
    return f"Exactly {count} {plural}" if digits.startswith("0") else f"At most {count} {plural}"


def _operator(context: HoverContext) -> HoverText:
    entry = WORD_OF[context.token.text]
    text = entry.text(context.dialect) or _elsewhere(entry, context.dialect)
    return context.explained(f"{context.token.text}: {entry.title_in(context.dialect)}", text)


def _directive(context: HoverContext) -> HoverText | None:
    entry = WORD_OF.get(context.token.text)
    return (
        context.explained(f"{entry.spelling}: directive", entry.text(ORIGINAL)) if entry else None
    )


def _arguments(context: HoverContext) -> HoverText | None:
    """The dialect or the board that a directive names."""
    token, name = context.token, context.token.text.strip()
    span = Span(token.end - len(token.text.lstrip()), token.start + len(token.text.rstrip()))
    if name in DIALECTS:
        return context.explained(f"{name}: dialect", f"{capitalized(DIALECTS[name])}.", span)
    try:
        board = parse_board(name)
    except ValueError:
        return None
    return context.explained(name, f"{capitalized(board.describe())}.", span)


HANDLERS: Mapping[str, Callable[[HoverContext], HoverText | None]] = {
    "MODIFIER": _modifier,
    **dict.fromkeys(("ATOM", "DOUBLE", "VECTOR", "SUFFIX"), _atom),
    "RANGE": _range,
    **dict.fromkeys(("HYPHEN", "QUESTION", "REPEAT", "LPAR", "RPAR", "LSQB", "RSQB"), _operator),
    "DIRECTIVE": _directive,
    "ARGUMENTS": _arguments,
}


_RIDERS = {
    "W": "Rook",
    "F": "Bishop",
    "K": "Queen",
    "R": "Rook",
    "B": "Bishop",
    "Q": "Queen",
    "N": "Nightrider",
}


def rider(letter: str) -> str:
    """The name of the piece that makes any number of steps of an atom."""
    return _RIDERS.get(letter) or f"{WORD_OF[letter].title}-rider"
