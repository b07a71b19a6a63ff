"""Hovers: names, steps, restrictions, operators, functions, conditions, properties and strings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain
from typing import TypeVar

from wazir.notations.lcpn import tree, vocabulary
from wazir.notations.lcpn.definition import LcpnDefinition, properties_of
from wazir.notations.lcpn.names import is_function, is_still, is_whole, jumps_into_ride, library
from wazir.notations.lcpn.syntax import setting
from wazir.notations.lcpn.tree import STYLES, spaced
from wazir.notations.results import HoverText
from wazir.notations.vocabulary import VocabularyWord
from wazir.notations.wording import capitalized, shortened
from wazir.parsing import COMMENT
from wazir.piece.board import parse_board
from wazir.piece.model import Lattice, Piece, Vector
from wazir.piece.words import join_phrases, number_word
from wazir.syntax import Token, token_at
from wazir.text import Span

MAX_LETTERS_OF_TITLE = 60
MAX_STEPS = 8
"""The maximum number of steps that are listed."""


def hover_text(
    chunk: LcpnDefinition,
    *,
    span: Span,
    title: str,
    text: str,
    part: tree.Expression | None = None,
    shown: str = "",
    notes: Sequence[str] = (),
) -> HoverText:
    """The hover of a span, with the piece of a part of the tree."""
    if part is None:
        return HoverText(span, title, text, notes=tuple(notes))
    piece = chunk.piece(part)
    labels = {label for move in piece.moves for label in move.labels} if piece else ()
    sentences = (*notes, *tree.in_words(part, labels))
    legs = tuple(each.span for each in part.parts) if isinstance(part, tree.Chain) else ()
    if piece is None:
        return HoverText(span, title, text, notes=sentences, leg_spans=legs)
    shown, place = shown or chunk.written(part), part.span
    return HoverText(
        span=span,
        title=title,
        text=text,
        piece=piece,
        piece_text=shown,
        notes=sentences,
        piece_span=place,
        leg_spans=legs or (place,),
    )


# Names


def named(chunk: LcpnDefinition, name: tree.Name, written: str) -> HoverText:
    """A name in the place of a piece."""
    names = chunk.known
    if names.is_function(name.key) and not names.is_piece(name.key):
        return function_of(chunk, name)
    definition = names.defined(name.key)
    if definition is None:
        message = "A name that no piece has, in this file or among the well-known ones."
        return hover_text(chunk, span=name.span, title=written, text=message)
    body, home = definition[0].body, definition[1]
    text = f"Defined in this file: `{short(chunk, body)}`"
    properties = properties_of(body)
    notes = [f"Properties: {', '.join(properties)}."] if properties else []
    if names.scope.facts(name.key) is None:
        text = f"A well-known piece of the prelude: `{short(chunk, body)}`"
        others = [
            chunk.name(other)
            for other in library().synonyms(name.key)
            if names.scope.facts(other) is None
        ]
        notes = [f"Also called {', '.join(others)}.", *notes] if others else notes
    elif library().facts(name.key):
        notes.append(
            "The prelude has a piece of that name too; in this file the name means this definition."
        )
    if isinstance(body, tree.Name) and (further := home.defined(body.key)):
        text += f", which is `{short(chunk, further[0].body)}`"
    return hover_text(
        chunk, span=name.span, title=written, text=f"{text}.", part=name, shown=written, notes=notes
    )


def short(chunk: LcpnDefinition, body: tree.Expression) -> str:
    """The meaning of a name on one short line."""
    return shortened(chunk.spelled(body) or "…")


def function_of(
    chunk: LcpnDefinition, name: tree.Name, part: tree.Expression | None = None
) -> HoverText:
    """A name in the place of a function, with the piece of a part that uses it."""
    written, notes = chunk.name(name.key), []
    definition = chunk.known.defined(name.key)
    if definition and is_function(definition[0].body, chunk.known):
        title = "a function"
        text = f"A function that this file defines: `{short(chunk, definition[0].body)}`."
        keys = dict.fromkeys(
            part.key for part in tree.descendants(definition[0].body) if isinstance(part, tree.Name)
        )
        notes = [
            f"`{key}`: {vocabulary.FUNCTIONS[key].text}"
            for key in keys
            if key in vocabulary.FUNCTIONS
        ]
    elif known := vocabulary.FUNCTIONS.get(name.key):
        title, text = known.title, known.text
    else:
        title = "a condition in words"
        condition = f"the condition “{spaced(name.key)}” of what it is given"
        text = f"A function without a meaning here. It is kept as {condition}."
    return hover_text(
        chunk, span=name.span, title=f"{written}: {title}", text=text, part=part, notes=notes
    )


# Steps


def _array_text(chunk: LcpnDefinition, of: tree.Array, is_literal: bool) -> str:
    if len(of.numbers) != 2:
        return (
            f"A step of {number_word(len(of.numbers))} numbers. It is kept, but boards have two "
            "axes here."
        )
    if of.numbers == (0, 0):
        return "A step of length zero: the piece does not move."
    every_step = vocabulary.steps(of.numbers, chunk.lattice, is_literal)
    if is_literal:
        return f"One step as written: {_step(every_step[0], chunk.lattice)}."
    if chunk.lattice is Lattice.HEX:
        along = f"{of.numbers[0]} along one axis and {of.numbers[1]} along the next, 60 degrees on"
        return (
            f"{number_word(len(every_step)).capitalize()} steps: {along}, with all turns and "
            "mirrorings."
        )
    near, far = sorted(map(abs, of.numbers))
    if near == 0:
        how = "straight"
    elif near == far:
        how = "diagonally"
    else:
        how = f"one way and {number_word(near)} aside"
    squares = f"{number_word(far).capitalize()} {'square' if far == 1 else 'squares'}"
    return f"{squares} {how}: {number_word(len(every_step))} steps, with all signs and both orders."


def _squares_along(number: int, ahead: str, behind: str) -> str:
    """A number of squares along an axis, with its direction; empty for none."""
    if number == 0:
        return ""
    return f"{number_word(abs(number))} {ahead if number > 0 else behind}"


def _step(step: Vector, lattice: Lattice) -> str:
    """A step in words: two forward and one left; on hexagons the direction of a neighbour."""
    if lattice is Lattice.HEX:
        neighbours = vocabulary.steps((0, 1), lattice, literal=False)
        ways = ((key, vocabulary.choice(key, lattice)) for key in vocabulary.DIRECTIONS)
        named = (key for key, taken in ways if taken and taken(neighbours) == {step})
        return next(named, f"{step[0]} and {step[1]} along the axes")
    ahead = _squares_along(step[1], "forward", "backward")
    aside = _squares_along(step[0], "right", "left")
    return " and ".join(filter(None, (ahead, aside)))


# Restrictions


def _restriction(at: HoverContext) -> HoverText | None:
    """The effect of a restriction on its expression."""
    chunk, word, holder = at.chunk, at.part, at.holder
    if not isinstance(word, tree.Word) or not isinstance(holder, tree.Restricted):
        return None
    if vocabulary.is_range(word):
        return _range(chunk, word, holder, path=at.path)
    written = chunk.text[word.span.start : word.span.end]
    alone = tree.Restricted(holder.inner, (word,), holder.span)
    is_way = vocabulary.choice(word.key, chunk.lattice) is not None
    if vocabulary.is_label(word, chunk.lattice):
        title = "a condition in words"
        text = (
            "No direction or distance of this board. It is kept as the condition "
            f"“{spaced(word.key)}” of the moves."
        )
    else:
        known = vocabulary.RESTRICTIONS[vocabulary.shortest(word.key)]
        title, text = known.title, known.text
    if is_way or word.key == vocabulary.ONLY:
        text = f"{text} {_kept(chunk, alone)}"
    notes: list[str] = []
    others = [
        other
        for other in holder.words
        if other is not word and vocabulary.choice(other.key, chunk.lattice)
    ]
    if is_way and others:
        left = _steps_in(chunk.piece(replace(holder, words=(word, *others))))
        beside = join_phrases((f"`:{other.key}`" for other in others), " and ")
        notes = [f"Directions add up: with {beside} it is {number_word(len(left))} steps."]
    return hover_text(
        chunk,
        span=word.span,
        title=f"{written}: {title}",
        text=text,
        part=alone,
        shown=chunk.spelled(alone),
        notes=notes,
    )


def _kept(chunk: LcpnDefinition, of: tree.Restricted) -> str:
    """A sentence about the steps that remain; empty if the piece has no steps."""
    every_step = _steps_in(chunk.piece(of.inner))
    left = _steps_in(chunk.piece(of))
    if not every_step:
        return ""
    if left == every_step:
        return "All steps of this piece are such."
    if not left:
        return f"None of the {number_word(len(every_step))} steps of this piece is such."
    ordered = sorted(left, key=lambda step: (-step[1], step[0]))
    shown = "; ".join(_step(step, chunk.lattice) for step in ordered[:MAX_STEPS])
    more = f"; and {number_word(len(left) - MAX_STEPS)} more" if len(left) > MAX_STEPS else ""
    share = f"{number_word(len(left))} of {number_word(len(every_step))} steps"
    return f"Here that is {share}: {shown}{more}."


def _steps_in(piece: Piece | None) -> frozenset[Vector]:
    """All steps of the legs of a piece."""
    legs = (leg for move in (piece.moves if piece else ()) for leg in move.legs if not leg.back)
    all_ways = chain.from_iterable(ways for leg in legs for _, ways in leg.ways)
    return frozenset(chain.from_iterable(all_ways))


def _range(
    chunk: LcpnDefinition, word: tree.Word, holder: tree.Restricted, path: Sequence[tree.Part]
) -> HoverText:
    counts = vocabulary.numbers(holder.words)
    ranged = counts if word in counts else (word,)
    alone = tree.Restricted(holder.inner, tuple(ranged), holder.span)
    span = Span(ranged[0].span.start, ranged[-1].span.end)
    written = " ".join(f":{each.key}" for each in ranged)
    if vocabulary.refused(ranged):
        return hover_text(
            chunk,
            span=span,
            title=f"{written}: no range",
            text="A range is one number, or two, the smaller first.",
        )
    notes = ["The number beside it applies instead."] if word not in counts and counts else []
    around = (part for part in path if isinstance(part, tree.Restricted) and part is not holder)
    if any(vocabulary.numbers(part.words) for part in around):
        notes.append("A range around it applies instead: the outermost wins.")
    distance = _distance(counts) if word in counts else ""
    rider = vocabulary.RESTRICTIONS[vocabulary.RIDER]
    text = f"{distance} in a straight line." if distance else rider.text
    title = distance[:1].lower() + distance[1:] if distance else rider.title
    return hover_text(
        chunk,
        span=span,
        title=f"{written}: {title}",
        text=text,
        part=alone,
        shown=chunk.spelled(alone),
        notes=notes,
    )


def _distance(counts: Sequence[tree.Word]) -> str:
    least, most = counts[0].key, counts[-1].key
    if len(counts) == 1:
        if most == vocabulary.UNLIMITED:
            return "Any number of steps"
        return f"At most {_step_count(most)}"
    if most == vocabulary.UNLIMITED:
        return f"At least {_step_count(least)}"
    if least == most:
        return f"Exactly {_step_count(most)}"
    return f"From {number_word(int(least))} to {_step_count(most)}"


def _step_count(digits: str) -> str:
    return f"{number_word(int(digits))} step{'s' * (int(digits) != 1)}"


_Part = TypeVar("_Part", bound=tree.Part)


@dataclass(frozen=True, slots=True)
class HoverContext:
    """A token with the parts of the tree around it, outermost first."""

    chunk: LcpnDefinition
    token: Token
    path: tuple[tree.Part, ...]
    part: tree.Part | None
    """The innermost part, or None."""
    holder: tree.Part | None
    """The part around the innermost one, or None."""

    def around(self, kind: type[_Part]) -> _Part | None:
        """The innermost part of a kind around the token, or None."""
        return next((part for part in reversed(self.path) if isinstance(part, kind)), None)

    def hover_text(
        self, what: str, text: str, part: tree.Expression | None = None, *notes: str
    ) -> HoverText:
        """The hover of the token, with the piece of a part of the tree."""
        return hover_text(
            self.chunk,
            span=self.token.span,
            title=f"{self.token.text}: {what}",
            text=text,
            part=part,
            notes=notes,
        )

    def word(
        self, word: VocabularyWord, part: tree.Expression | None = None, *notes: str
    ) -> HoverText:
        """The entry of the token in the vocabulary."""
        return self.hover_text(word.title, word.text, part, *notes)


def hover(chunk: LcpnDefinition, offset: int) -> HoverText | None:
    """The hover at an offset; None on blanks, most comments, and the name of a definition."""
    token = token_at(chunk.reading.tree.tokens, offset)
    if token is None or token.kind not in HANDLERS:
        return None
    path = chunk.path(token.span)
    holder, part = (None, None, *path)[-2:]
    return HANDLERS[token.kind](HoverContext(chunk, token, path, part=part, holder=holder))


# Names


def _name(at: HoverContext) -> HoverText | None:
    part, holder = at.part, at.holder
    if not isinstance(part, tree.Name):
        word = at.token.text.lower()  # in the Lisp styles words of conditions are names elsewhere
        if isinstance(part, tree.Logic) and word in vocabulary.LOGIC:
            return at.word(vocabulary.LOGIC[word])
        return _default(at) if isinstance(part, tree.Clause) and word in ("t", "else") else None
    if isinstance(holder, tree.Defined) and holder.name is part:
        return function_of(at.chunk, part) if is_function(holder.body, at.chunk.known) else None
    if call := _call_of(at.path):
        if vocabulary.is_known_test(call):
            return at.word(vocabulary.TESTS[part.key])
        if at.around(tree.Clause) and not call.arguments:
            return at.hover_text("a condition in words", _open(vocabulary.label(call)))
        return function_of(
            at.chunk, part, at.around(tree.Chain) if part.key == vocabulary.PROMOTE else call
        )
    if isinstance(holder, tree.Together):
        return function_of(at.chunk, part)
    return named(at.chunk, part, at.token.text)


def _call_of(path: Sequence[tree.Part]) -> tree.Call | None:
    """The call whose function, or a part of it, is the last of a path."""
    part = path[-1]
    for holder in reversed(path[:-1]):
        if isinstance(holder, tree.Call):
            return holder if holder.function is part else None
        if not isinstance(holder, tree.Together | tree.Either):
            return None
        part = holder
    return None


def _open(words: str) -> str:
    return f"No position answers this. It is kept as the condition “{words}” of what depends on it."


# Steps and restrictions


def _array(at: HoverContext) -> HoverText | None:
    """A number that a function is given, or a step; with `:only` it has no symmetric ones."""
    chunk, of = at.chunk, at.part
    if isinstance(of, tree.Number) and isinstance(at.holder, tree.Call):
        text = "A number that the function is given. It is kept as a part of its condition."
        return hover_text(chunk, span=at.token.span, title=at.token.text, text=text)
    if not isinstance(of, tree.Array):
        return None
    words = (word for part in at.path if isinstance(part, tree.Restricted) for word in part.words)
    only = tuple(word for word in words if word.key == vocabulary.ONLY)[-1:]
    title = chunk.spelled(of) if chunk.is_lispy else chunk.written(of)
    whole = tree.Restricted(of, only, of.span) if only else of
    return hover_text(
        chunk,
        span=of.span,
        title=title,
        text=_array_text(chunk, of, bool(only)),
        part=whole,
        shown=chunk.spelled(whole),
    )


# Operators


def _sign(at: HoverContext) -> HoverText | None:
    """An operator; in SQL it may be a word of a condition."""
    match at.part:
        case tree.Either() if _call_of(at.path):
            return at.hover_text(
                "each", "Applies each of the functions, and takes what any of them gives."
            )
        case tree.Either() as either:
            return at.word(vocabulary.OPERATORS["/"], either)
        case tree.Chain(jumps, parts) as chain:
            meaning = vocabulary.OPERATORS["->" if jumps else "=>"]
            text, notes = meaning.text, []
            if is_still(parts[-1]) and len(parts) == 2:
                text = (
                    "The part after it does not move: the piece does what the part before it "
                    "says, with"
                )
                text = f"{text} `{at.chunk.spelled(parts[-1])}`."
            elif is_whole(parts[0]):
                begun = at.chunk.spelled(parts[0])
                way = ", optionally" if jumps else "; it may not stop between"
                text = (
                    f"First `{begun}`, all of it, and then on from there with the part after "
                    f"it{way}."
                )
            elif jumps_into_ride(chain, at.chunk.known):
                notes = ["The ride after it goes on even over a piece."]
            return at.hover_text(meaning.title, text, chain, *notes)
        case tree.Together():
            return at.word(vocabulary.OPERATORS["&"], _call_of(at.path))
        case tree.Compare(sign):
            return at.word(vocabulary.COMPARISONS[sign])
        case tree.Logic(word):
            return at.word(vocabulary.LOGIC[word])
        case tree.Cond() | tree.Clause():
            return _condition(at)
    if at.token.text in vocabulary.OPERATORS:
        return at.word(vocabulary.OPERATORS[at.token.text])
    return None


# Conditions and definitions


def _condition(at: HoverContext) -> HoverText | None:
    if at.token.kind == "ELSE":
        return _default(at)
    cond = at.around(tree.Cond)
    is_open = cond is not None and cond.clauses[-1].test is not None
    notes = (
        ("It has no default clause: in all other cases the piece has no moves.",) if is_open else ()
    )
    return at.word(vocabulary.CONDITION, cond, *notes)


def _default(at: HoverContext) -> HoverText:
    return at.word(vocabulary.DEFAULT, at.part.then if isinstance(at.part, tree.Clause) else None)


def _bracket(at: HoverContext) -> HoverText | None:
    """A bracket."""
    part, chunk = at.part, at.chunk
    match part:
        case tree.Restricted() | tree.Chain() | tree.Either() | tree.Call() | tree.Cond() if (
            not is_still(part)
        ):
            if chunk.piece(part):
                title = shortened(chunk.written(part), MAX_LETTERS_OF_TITLE)
                return hover_text(
                    chunk,
                    span=part.span,
                    title=title,
                    text="What this bracket belongs to.",
                    part=part,
                )
    return _array(at)


# Properties, strings, comments


def _property(at: HoverContext) -> HoverText | None:
    part = at.part
    key = part.key if isinstance(part, tree.Property) else at.token.text.strip(":").lower()
    known = vocabulary.PROPERTIES.get(key)
    text = known.text if known else "A property of the piece that does not change its moves."
    return at.hover_text("a property", text)


def _string(at: HoverContext) -> HoverText | None:
    part, holder, chain = at.part, at.holder, at.around(tree.Chain)
    if not isinstance(part, tree.Text):
        return None
    words = tree.folded(part.words)
    title = shortened(f'"{words}"', MAX_LETTERS_OF_TITLE)
    what = "a move in words"
    text = "A move that only a person can read: it has no squares here."
    whole = None
    if words in tree.INCOMPLETE:
        what = "not complete"
        text = "Says that the definition does not describe all that the piece can do."
    elif (isinstance(holder, tree.Clause) and holder.test is part) or isinstance(
        holder, tree.Logic
    ):
        what = "a condition"
        text = _open(shortened(words, MAX_LETTERS_OF_TITLE))
        whole = holder.then if isinstance(holder, tree.Clause) else None
    elif isinstance(holder, tree.Call) and not all(
        isinstance(argument, tree.Text) for argument in holder.arguments
    ):
        text = (
            "Given to a function with a piece, or in the place of one: kept as a condition of "
            "its moves."
        )
        what, whole = "in words", holder
    elif chain and chain.parts[-1] in (part, holder) and is_still(chain.parts[-1]):
        text = (
            "The last part of a chain, in words. It does not move: the part before it keeps it "
            "as a label."
        )
        what, whole = "in words", chain
    return hover_text(at.chunk, span=at.token.span, title=f"{title}: {what}", text=text, part=whole)


def _comment(at: HoverContext) -> HoverText | None:
    """The style or the board that a comment at the top of the file sets."""
    token, span = at.token, at.token.span
    if any(
        before.kind != COMMENT and before.start < token.start
        for before in at.chunk.reading.tree.tokens
    ):
        return None
    if (name := setting(token.text, "style")) in STYLES:
        text = f"The style of the whole file. {STYLES[name].summary}"
        return hover_text(at.chunk, span=span, title=f"{name}: style", text=text)
    with suppress(ValueError):
        described = parse_board(name := setting(token.text, "board")).describe()
        return hover_text(
            at.chunk, span=span, title=f"{name}: board", text=f"{capitalized(described)}."
        )
    return None


HANDLERS: Mapping[str, Callable[[HoverContext], HoverText | None]] = {
    "NAME": _name,
    "GERUND": _name,
    "NUMBER": _array,
    "WORD": _restriction,
    "PROPERTY": _property,
    "STRING": _string,
    "COMMENT": _comment,
    **dict.fromkeys(("DEF", "DEFINE"), lambda at: at.word(vocabulary.DEFINITION)),
    **dict.fromkeys(("SIGN", "SLASH", "JUMP", "AFTER", "AMP", "COMPARE"), _sign),
    **dict.fromkeys(("OR", "AND", "AND_THEN", "THEN", "NOT"), _sign),
    **dict.fromkeys(("COND", "IF", "ELSE", "ELIF", "AGAIN", "END"), _condition),
    **dict.fromkeys(("OPEN", "CLOSE", "LPAR", "START", "LSQB", "LBRACE", "COMMA"), _bracket),
}
