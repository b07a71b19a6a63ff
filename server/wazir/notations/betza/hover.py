"""Hover texts, by dialect, leg and atom; and inlay hints."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from wazir.notations.betza.definition import BetzaAnalysis
from wazir.notations.betza.dialects import DIALECTS, ORIGINAL, XBETZA
from wazir.notations.betza.directions import DIRECTION_LETTERS, Shape, Sign, read_signs
from wazir.notations.betza.legs import Atom, unspaced
from wazir.notations.betza.parts import Part, part_at, path_to, piece_of
from wazir.notations.betza.phrases import leaper, rider, turns, turns_round, ways
from wazir.notations.betza.spelling import base_of, group_of, modes_are_own, with_range
from wazir.notations.betza.vocabulary import Word, word
from wazir.notations.kit import capitalized, listed
from wazir.notations.results import HintKind, HoverText, InlayHint
from wazir.piece.board import parse_board
from wazir.piece.model import Vector
from wazir.syntax import Node, Token, token_at
from wazir.text import Span


@dataclass(frozen=True, slots=True)
class Here:
    """A word with its surroundings."""

    chunk: BetzaAnalysis
    token: Token
    holders: tuple[Node, ...]
    """The nodes that hold it, outermost first."""
    part: Part | None
    """The leg it belongs to."""

    @property
    def dialect(self) -> str:
        """The dialect of its definition."""
        return self.chunk.dialect

    def explained(self, title: str, text: str, span: Span | None = None) -> HoverText:
        """An explanation of the word, or of the span that contains it."""
        return HoverText(span or self.token.span, title, text)


def hover(chunk: BetzaAnalysis, offset: int) -> HoverText | None:
    """The hover text at an offset; None on names, blanks, comments and errors."""
    token = token_at(chunk.tree.tokens, offset)
    say = _SAYERS.get(token.kind) if token else None
    if token is None or say is None:
        return None
    holders = path_to(chunk.tree.root, token)
    is_of_moves = any(node.kind == "moves" for node in holders)
    explanation = say(Here(chunk, token, holders, part_at(chunk.parts, token) if is_of_moves else None))
    alone = next((node for node in holders if node.kind == "chain"), None)
    if explanation is None or alone is None:
        return explanation
    return replace(
        explanation,
        piece=piece_of(alone, chunk.dialect),
        piece_text=unspaced(alone),
        piece_span=alone.span,
        leg_spans=_legs(chunk.parts, alone),
    )


def _legs(parts: tuple[Part, ...], chain: Node) -> tuple[Span, ...]:
    """The spans of the legs of a chain; none if it forks."""
    spans = dict.fromkeys(part.span for part in parts)
    return () if _forks(chain) else tuple(filter(chain.span.contains_range, spans))


def _forks(node: Node) -> bool:
    return any(child.kind == "LPAR" if isinstance(child, Token) else _forks(child) for child in node.children)


def _modifier(here: Here) -> HoverText | None:
    token, part = here.token, here.part
    found = word(token.text)
    if found is None:
        return None
    dialect = part.dialect if part else here.dialect
    title = f"{token.text}: {found.title_in(dialect)}"
    if here.dialect not in found.dialects:
        return here.explained(title, _elsewhere(found, here.dialect))
    if part is None or part.atom is None:
        return here.explained(title, found.text(here.dialect))
    if token.text in DIRECTION_LETTERS and any(token in run for run in part.words.runs):
        return _direction(here, part)
    if token.text == "i":
        return here.explained(title, _first_move(token, part))
    return here.explained(title, _by_place(found, part))


def _elsewhere(found: Word, dialect: str) -> str:
    others = found.dialects
    return f"Not part of the {dialect} dialect, but of {listed(others)}."


def _by_place(found: Word, part: Part) -> str:
    """The meaning of a modifier on a leg before others, and where the mover ends."""
    ending, going_on = found.text(part.dialect), found.text(part.dialect, inner=True)
    if not part.inner or not going_on:
        return ending
    if not part.last or going_on == ending:
        return going_on
    return f"Where the mover ends: {_lower(ending)} Where the path goes on: {_lower(going_on)}"


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]


def _first_move(token: Token, part: Part) -> str:
    if part.first and (token is part.written.modifiers[0] or not part.words.virgin_victims):
        return "First move only: the mover must not have moved yet."
    victims = {"c": "the foe", "d": "the friend"}
    asked = listed(victims[mode] for mode in sorted(part.words.virgin_victims)) or "the piece"
    return f"{capitalized(asked)} that is taken must not have moved yet."


def _direction(here: Here, part: Part) -> HoverText:
    """The directions that a letter selects for this atom, together with the letters beside it."""
    run = next(run for run in part.words.runs if here.token in run)
    letters, at = "".join(token.text for token in run), run.index(here.token)
    signs = [(shape, _covering(read_signs(letters, shape, here.dialect == XBETZA), at)) for shape in part.shapes]
    longest = max((sign for _, sign in signs), key=lambda sign: len(sign.text), default=None)
    if longest is None or part.atom is None:
        return here.explained(f"{here.token.text}: direction", "This atom has no directions.")
    span = Span(run[longest.start].start, run[longest.start + len(longest.text) - 1].end)
    titled = word(longest.text) if longest.text != "a" else None
    title = f"{longest.text}: {titled.title if titled else 'all' if longest.text == 'a' else 'direction'}"
    phrases = dict.fromkeys(_phrase(part, shape, sign) for shape, sign in signs)
    text = f"{listed(phrases)}."
    return here.explained(
        title, capitalized(text) if part.first else f"Relative to the heading of the leg before: {text}", span
    )


def _covering(signs: list[Sign], at: int) -> Sign:
    return next(sign for sign in signs if sign.start <= at < sign.start + len(sign.text))


def _phrase(part: Part, shape: Shape, sign: Sign) -> str:
    if sign.places is None:
        return f"`{sign.text}` is not a direction here"
    if part.first:
        return ways(shape, sign.places)
    oblique = part.atom is not None and part.atom.leaps and part.atom.shape() is Shape.OBLIQUE
    return turns_round(sign.places) if oblique and shape is Shape.EIGHT else turns(sign.places)


def _atom(here: Here) -> HoverText | None:
    """The name of an atom, and what it does in this dialect."""
    node = next((node for node in reversed(here.holders) if node.kind == "atom"), None)
    first = node.children[0] if node and node.children else None
    if node is None or not isinstance(first, Token):
        return None
    found = word(first.text if first.kind == "VECTOR" else first.text[0])
    if found is None:
        return None
    spelled = unspaced(node)
    if here.dialect not in found.dialects:
        return here.explained(f"{spelled}: {found.title}", _elsewhere(found, here.dialect), node.span)
    atom = here.part.atom if here.part else None
    leap = atom.leaps[0] if atom and len(atom.leaps) == 1 else None
    if first.kind == "DOUBLE":
        return here.explained(f"{spelled}: {rider(spelled[0])}", _doubled(spelled[0], found, here.dialect), node.span)
    if leap and (len(spelled) > 1 or found.spelling == "(a,b)"):
        return here.explained(f"{spelled}: {leaper(leap)}", _leap(leap), node.span)
    size = f" ({leap[0]},{leap[1]})" if leap and found.leap else ""
    return here.explained(f"{spelled}: {found.title}{size}", found.text(here.dialect), node.span)


def _leap(leap: Vector) -> str:
    near, far = sorted(leap)
    aside = {0: "orthogonally", far: "diagonally"}.get(near)
    squares = "one square" if far == 1 else f"{far} squares"
    return f"A leap of {squares} {aside}." if aside else f"A leap of {squares} one way and {near} aside."


def _doubled(letter: str, found: Word, dialect: str) -> str:
    if found.leap is None:
        return f"The same as a single `{letter}`, which is already unlimited. {found.text(dialect)}"
    return (
        f"Any number of steps of `{letter}` in a straight line, over empty landing squares. "
        f"The newer spelling is `{letter}0`."
    )


def _range(here: Here) -> HoverText | None:
    digits = "".join(here.token.text.split())
    part = here.part
    if part is None or part.atom is None:
        return here.explained(f"{digits}: range", "A range without an atom.")
    if part.atom.letter == "O":
        return here.explained(
            f"{digits}: squares aside", f"The mover ends {_squares(digits)} to the side of its start."
        )
    text = f"{_steps(digits)} in a straight line."
    if "z" in part.words or "q" in part.words:
        text = f"{_steps(digits)}."
    if part.words.modes("pg") and not part.chained and part.last:
        text += " It counts the steps to the jumped piece and beyond it together."
    elif part.words.modes("pg") and part.last:
        text += " It limits the steps to the jumped piece, and again the steps beyond it."
    elif (
        here.dialect == XBETZA and not part.chained and any(t.text == "a" for t in part.written.node.leaves("MODIFIER"))
    ):
        text += " It applies to each leg."
    return here.explained(f"{digits}: range", text)


def _steps(digits: str) -> str:
    if digits == "0":
        return "Any number of steps"
    count = digits.lstrip("0")
    plural = "step" if count == "1" else "steps"
    return f"Exactly {count} {plural}" if digits.startswith("0") else f"At most {count} {plural}"


def _squares(digits: str) -> str:
    return "one square" if digits == "1" else f"{digits} squares"


def _operator(here: Here) -> HoverText | None:
    found = word(here.token.text[0])
    if found is None:
        return None
    text = found.text(here.dialect) or _elsewhere(found, here.dialect)
    return here.explained(f"{here.token.text}: {found.title_in(here.dialect)}", text)


def _directive(here: Here) -> HoverText | None:
    found = word(here.token.text)
    return here.explained(f"{found.spelling}: directive", found.text(ORIGINAL)) if found else None


def _arguments(here: Here) -> HoverText | None:
    """The dialect or the board that a directive names."""
    name = here.token.text.strip()
    span = Span(here.token.end - len(here.token.text.lstrip()), here.token.start + len(here.token.text.rstrip()))
    if name in DIALECTS:
        return here.explained(f"{name}: dialect", f"{capitalized(DIALECTS[name])}.", span)
    try:
        board = parse_board(name)
    except ValueError:
        return None
    return here.explained(name, f"{capitalized(board.describe())}.", span)


_SAYERS: Mapping[str, Callable[[Here], HoverText | None]] = {
    "MODIFIER": _modifier,
    "ATOM": _atom,
    "DOUBLE": _atom,
    "VECTOR": _atom,
    "SUFFIX": _atom,
    "RANGE": _range,
    "HYPHEN": _operator,
    "QUESTION": _operator,
    "LPAR": _operator,
    "RPAR": _operator,
    "LSQB": _operator,
    "RSQB": _operator,
    "DIRECTIVE": _directive,
    "ARGUMENTS": _arguments,
}


# Inlay hints: expanded shorthands and default modes

_BEFORE_ANOTHER = "The square must be empty: what a leg asks before another one."
_LAST = "Moves or captures: what a last leg does."


def inlay_hints(chunk: BetzaAnalysis) -> tuple[InlayHint, ...]:
    """The inlay hints of a chunk, in order."""
    found = {hint.offset: hint for part in chunk.parts for hint in (*_shorthand(part, chunk.dialect), *_implied(part))}
    return tuple(found[offset] for offset in sorted(found))


def stands_for(atom: Atom) -> str | None:
    """The expansion of an atom with its range by one step, such as `RB` for `Q`; None if it is no shorthand."""
    base = base_of(atom)
    if base == "K":
        if len(atom.text) > 1:
            return "Q"
        return with_range("W", atom.least, atom.most) + with_range("F", atom.least, atom.most)
    if atom.text == base:
        near_far = "({},{})".format(*atom.leaps[0]) if atom.leaps else None
        return near_far if base[1:2] in ("X", "Y") else None
    spelled = with_range(base, atom.least, atom.most)
    if len(atom.text) == 1 and spelled == atom.text:
        return f"{base}0"
    return spelled


def _shorthand(part: Part, dialect: str) -> Iterator[InlayHint]:
    atom = part.atom
    meant = stands_for(atom) if atom else None
    if atom and meant and len(atom.leaps) > 1 and part.words.runs:
        group = group_of(part, dialect) if part.first and not part.inner else None
        meant = "".join(half.spelled() or "" for half in group.halves()) if group else None
    if atom and meant:
        yield InlayHint(atom.span.end, f"= {meant}", f"Short for {meant}.", HintKind.SHORTHAND)


def _implied(part: Part) -> Iterator[InlayHint]:
    """The default modes of a leg in a chain."""
    alone = part.first and not part.inner
    if alone or part.atom is None or part.inner == part.last or part.words.modes("mcd"):
        return
    if part.inner and not part.words.modes("ptuog"):
        yield InlayHint(_end(part), "m", _BEFORE_ANOTHER, HintKind.IMPLIED)
    elif part.last and not modes_are_own(part):
        yield InlayHint(_end(part), "mc", _LAST, HintKind.IMPLIED)


def _end(part: Part) -> int:
    """After the modifiers of a leg: at its atom, or at the `a` that ends it."""
    own = part.written.modifiers
    children = part.written.node.children
    atom = next((child.start for child in children if isinstance(child, Node)), part.span.end)
    if part.last:
        return atom
    after = own[-1].end if own else part.span.start
    separators = (child.start for child in children if isinstance(child, Token) and child.text == "a")
    return next((start for start in separators if start >= after and not part.chained), atom)
