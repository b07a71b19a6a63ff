"""Hover texts, inlay hints, and values in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from wazir.notations.bensahas import syntax, vocabulary
from wazir.notations.bensahas.definition import BensahasDefinition
from wazir.notations.bensahas.meaning import Headings, is_freezing, moves_of, term_of, ways_of
from wazir.notations.bensahas.values import SIDES
from wazir.notations.bensahas.vocabulary import PLAIN, Argument, arguments, directions
from wazir.notations.notation import Scope
from wazir.notations.reports import Report
from wazir.notations.results import HoverText, InlayHint
from wazir.notations.vocabulary import VocabularyWord
from wazir.notations.wording import capitalized, join_words, plural_count
from wazir.piece.model import Content, Move, Piece
from wazir.text import Span

_GROUPS = {15: "orthogonal", 240: "diagonal", 255: "all"}
TURNS = (
    "straight on",
    "half right",
    "to the right",
    "half back to the right",
    "straight back",
    "half back to the left",
    "to the left",
    "half left",
)
"""Turns in words, by their eighths."""
_SIDES = {
    Content.FOE: "an enemy",
    Content.FRIEND: "a friend",
    Content.FOE | Content.FRIEND: "a friend or enemy",
}
"""The sides of pieces in words."""
_SIGNS = {"moved": 1, "relative": -1}


def short_sum(total: int, oblique: bool = False) -> str:
    """A sum in short: `NE + NW`."""
    if total in _GROUPS and (total == 255 or not oblique):
        return _GROUPS[total]
    names = vocabulary.HALVES if oblique else vocabulary.ABBREVIATIONS
    return " + ".join(names[direction] for direction in directions(total))


def spelled_sum(total: int) -> str:
    """A sum spelled out: `16 + 128`, with the names of the directions."""
    parts = (
        (vocabulary.ABBREVIATIONS[direction], vocabulary.NUMBERS[direction])
        for direction in directions(total)
    )
    return " + ".join(f"{name} {number}" for name, number in parts)


def direction_words(total: int) -> str:
    """The directions of a sum."""
    return join_words([vocabulary.DIRECTION_NAMES[direction] for direction in directions(total)])


def steps(value: syntax.Value | None) -> str:
    """A distance in words."""
    if isinstance(value, syntax.Number):
        return "one step" if value.value == 1 else f"up to {value.value} steps"
    return "any number of steps"


def who(value: syntax.Value | None) -> str:
    """Pieces in words."""
    if isinstance(value, syntax.Parameter):
        return "the target"
    if isinstance(value, syntax.Name):
        return "any enemy" if value.text == "n" else f"an enemy {value.text}"
    if isinstance(value, syntax.PieceSelector):
        content = SIDES.get(value.side.text)
        side = _SIDES[content] if content else "a piece named"
        if value.name is None or value.name.text == "n":
            return side.removesuffix(" named")
        return f"{side} {value.name.text}"
    return str(value)


def number_words(value: syntax.Value, axis: str) -> str:
    """A number of a square in words; empty for any number."""
    if (
        isinstance(value, syntax.Call)
        and value.names in (("pos_x",), ("pos_y",))
        and any(map(str, value.values))
    ):
        which = "file" if value.names == ("pos_x",) else "rank"
        if str(value.value) == "self":
            of = f"its own {which}"
        else:
            of = f"the {which} of {who(value.value)}"
        return of if which == axis else f"{axis} equal to {of}"
    return "" if str(value) == "n" else f"{axis} {value}"


def square_words(square: syntax.Group) -> str:
    """A square in words: "file 4 and rank 5"."""
    parts = [
        number_words(number, axis)
        for axis, number in zip(("file", "rank"), square.values, strict=False)
    ]
    return " and ".join(filter(None, parts)) or "any square"


def condition_words(value: syntax.Value | None) -> str:
    """A condition in words."""
    if isinstance(value, syntax.Squares):
        return join_words([f"it is on {square_words(square)}" for square in value.squares], "or")
    if isinstance(value, syntax.Call) and not value.is_too_long:
        return _function(syntax.unfolded(value))
    return f"`{value}` (not evaluated)" if str(value or "") else "nothing"


def _function(call: syntax.Call) -> str:
    """A function of a condition in words."""
    name = "".join(call.names)
    if name in ("and", "or"):
        return join_words([condition_words(part) for part in call.values], name)
    if name == "not":
        return _negation(call.value)
    if not _is_existence(call):
        return f"`{call}` (not evaluated)"
    return _existence(call, _sought(call))


_NONE = {"any piece": "no piece", "any enemy": "no enemy"}
"""The negations of pieces in words."""


def _negation(value: syntax.Value | None) -> str:
    """The opposite of a condition in words."""
    if isinstance(value, syntax.Call) and not value.is_too_long:
        call = syntax.unfolded(value)
        if _is_existence(call) and _sought(call) in _NONE:
            return _existence(call, _NONE[_sought(call)])
    return f"it is not true that {condition_words(value)}"


def _is_existence(call: syntax.Call) -> bool:
    """Whether a function asks for a piece in some directions."""
    return "".join(call.names) == "exist" and call.directions is not None


def _sought(call: syntax.Call) -> str:
    """The piece that a function asks for, in words."""
    return who(call.values[2]) if len(call.values) > 2 else "any piece"


def _existence(call: syntax.Call, what: str) -> str:
    """A function that asks for a piece, with that piece in words."""
    stands = "stood" if call.settings else "stands"
    distance = call.values[0]
    far = f"{steps(distance)} away" if isinstance(distance, syntax.Number) else "at any distance"
    where = _towards(call.directions.value) if call.directions else ""
    ago = "".join(_ago(setting) for setting in call.settings)
    return f"{what} {stands} {far} {where}{ago}"


def _towards(total: int) -> str:
    """The directions of a sum, as a place: "to the north or east"."""
    if total == ALL_DIRECTIONS:
        return "in any direction"
    names = [vocabulary.DIRECTION_NAMES[direction] for direction in directions(total)]
    return f"to the {join_words(names, 'or')}"


ALL_DIRECTIONS = 255


def _ago(setting: syntax.Setting) -> str:
    """How long ago a condition was true, or that it has another condition, as the end of a
    phrase.
    """
    number = setting.values[1] if len(setting.values) > 1 else None
    if isinstance(number, syntax.Number) and number.value < 0:
        return f" {_moment('relative', number.value)}"
    return " (under a condition)"


# Notes on the values in brackets, by their places


def in_brackets(call: syntax.Call, before: tuple[syntax.Call, ...]) -> Iterator[HoverText]:
    """The notes on the numbers of a term after some others."""
    call = syntax.flat(call)
    places = arguments(call.names)
    oblique = places is PLAIN and len(call.groups) > 1
    for number, group in enumerate(call.groups):
        names = places[number] if number < len(places) else ()
        for value, argument in zip(group.values, names, strict=False):
            yield _note(value, argument, oblique, before=before)


def _note(
    value: syntax.Value, argument: Argument, oblique: bool, before: tuple[syntax.Call, ...]
) -> HoverText:
    """The note on a value in its place."""
    name, written = argument.name, str(value)
    if name == "DIRECTIONS" and isinstance(value, syntax.Number) and 1 <= value.value <= 255:
        return _sum(value, oblique)
    if isinstance(value, syntax.Turn) and value.eighths is not None and 0 <= value.eighths <= 7:
        return _turn(value, value.eighths, name, before=before)
    if name == "DISTANCE":
        return HoverText(
            value.span, f"{written}: Distance", f"{steps(value).capitalize()}. {argument.text}"
        )
    if written in argument.here:
        key = written
    elif isinstance(value, syntax.Number):
        key = "#"
    else:
        key = "n"
    meaning = f" Here {argument.here[key].format(written)}." if key in argument.here else ""
    return HoverText(value.span, f"{written}: {name}", f"{argument.text}{meaning}")


def _sum(value: syntax.Number, oblique: bool) -> HoverText:
    """The note on a sum of directions."""
    if oblique:
        names = " + ".join(vocabulary.HALVES[direction] for direction in directions(value.value))
        text = (
            "Oblique steps, half an eighth further clockwise than "
            f"{direction_words(value.value)}: {names}."
        )
    else:
        text = f"Towards {direction_words(value.value)}. North is towards the enemy."
    return HoverText(value.span, f"{value.value} = {spelled_sum(value.value)}", text)


def _turn(
    value: syntax.Turn, eighths: int, name: str, before: tuple[syntax.Call, ...]
) -> HoverText:
    """The note on a turn, with the headings that result."""
    of = "the move" if name == "/TURN" else "the leg before"
    text = (
        f"The direction of {of}, turned clockwise by {plural_count(eighths, 'eighth')}: "
        f"{TURNS[eighths]}."
    )
    title = f"/{eighths}: {TURNS[eighths].capitalize()}"
    names = vocabulary.DIRECTION_NAMES
    headings = sorted(set(_headings(before).values())) if name != "/TURN" else []
    notes = tuple(
        f"After {names[heading]}: {names[(heading + eighths) % 8]}." for heading in headings
    )
    return HoverText(value.span, title, text, notes=notes)


def _headings(before: tuple[syntax.Call, ...]) -> Headings:
    """The headings after some terms, as far as they are valid."""
    headings: Headings = {}
    for call in before:
        term = term_of(call, first=False, report=Report())
        headings = ways_of(term.range, headings)[1] if term and term.range else {}
    return headings


# Hover


def hover(chunk: BensahasDefinition, offset: int) -> HoverText | None:
    """The hover text at an offset; None on names of defined pieces, blanks and comments."""
    if any(token.kind == "COMMENT" and token.span.contains(offset) for token in chunk.tree.tokens):
        return None
    for body in chunk.reading.bodies:
        notes = [note for note in _notes(body, offset) if note[0].span.contains(offset)]
        if notes:
            note, statement = min(notes, key=lambda note: note[0].span.end - note[0].span.start)
            return _with_piece(note, statement, body, scope=chunk.scope)
    return None


def _with_piece(
    note: HoverText, statement: syntax.Statement | None, body: syntax.Body, scope: Scope
) -> HoverText:
    """A note with the piece that it names, or that its statement is."""
    if note.piece_text:
        piece = _piece_named(note.piece_text, body, scope)
        return replace(note, piece=piece, piece_text=note.piece_text if piece else "")
    if statement is None or not (moves := _moves_of(statement)):
        return note
    piece = Piece((), freezes=moves) if is_freezing(statement) else Piece(moves)
    legs = tuple(term.span for term in statement.terms)
    return replace(
        note, piece=piece, piece_text=str(statement), piece_span=statement.span, leg_spans=legs
    )


@lru_cache(maxsize=16)
def _moves_of(statement: syntax.Statement) -> tuple[Move, ...]:
    """The moves of a statement, which are asked for at each of its words."""
    return moves_of(statement, Report())


def _piece_named(name: str, body: syntax.Body, scope: Scope) -> Piece | None:
    """The piece of a name, as the file defines it, or None."""
    for key in syntax.keys(body.game, name):
        if analysis := scope.analysis(key):
            return next(
                (defined.piece for defined in analysis.definitions if defined.key == key), None
            )
    return None


def _notes(body: syntax.Body, offset: int) -> Iterator[tuple[HoverText, syntax.Statement | None]]:
    """The notes of a piece, each with its statement; None for the notes on a `flip`. Of terms,
    those at an offset.
    """
    for flip in body.flips:
        yield from ((note, None) for note in _of_flip(flip))
    for statement in body.all_statements:
        yield from ((note, statement) for note in _of_statement(statement, offset))


def _of_statement(statement: syntax.Statement, offset: int) -> Iterator[HoverText]:
    """The notes on the signs of a statement, and on the term at an offset."""
    if statement.is_ended:
        end = statement.span.end
        yield HoverText(
            Span(end - 1, end),
            "!",
            "Ends the statement. Terms without a `!` between them are one move.",
        )
    for number, term in enumerate(statement.terms):
        if term.is_more:
            action = "/".join(term.names)
            if action:
                action_text = f"with the action `{action}`"
            else:
                action_text = "without an action, like the one before"
            start = term.span.start
            yield HoverText(
                Span(start, start + 1),
                "+",
                f"Another statement {action_text}; nothing else is repeated.",
            )
        if term.span.contains(offset):
            yield from _of_term(term, statement.terms[:number])


def _of_term(term: syntax.Call, before: tuple[syntax.Call, ...]) -> Iterator[HoverText]:
    """The notes on the actions, values and parameters of a term."""
    if not term.is_more:
        for name in term.path:
            unknown = (
                "An unknown action, which is not evaluated: its moves have the condition "
                f"`{name.text}`."
            )
            yield _of_word(name, vocabulary.ACTIONS.get(name.text), unknown)
    yield from in_brackets(term, before)
    for setting in term.settings:
        yield from _of_setting(setting)


def _of_word(
    name: syntax.Name, word: VocabularyWord | None, unknown: str = "", words: str = ""
) -> HoverText:
    """The note on a word, or the text about an unknown one, with its meaning here in words."""
    title, text = (f"{name.text}: {word.title}", word.text) if word else (name.text, unknown)
    return HoverText(name.span, title, text, notes=(f"Here: {words}.",) if words else ())


def _of_setting(setting: syntax.Setting) -> Iterator[HoverText]:
    """The notes on a parameter and its values."""
    parameter = setting.parameter
    word = vocabulary.PARAMETERS.get(parameter.letter) if parameter else None
    if parameter is None or word is None:
        return
    words = _setting_words(parameter.letter, setting)
    yield _of_word(syntax.Name(parameter.span, word.spelling), word, words=words)
    for part in setting.values:
        yield from _of_value(part, parameter.letter)
    if parameter.letter == "M" and words:
        number = setting.values[1]
        yield HoverText(number.span, str(number), f"{capitalized(words)}.")


def _moment(word: str, number: int) -> str:
    """The value of `@M` in words."""
    if word == "relative":
        return "one move ago" if number == -1 else f"{-number} moves ago"
    if number == 1:
        return "the first move of the piece"
    return (
        f"move number {number} of the piece. A position does not show this, so it stays a condition"
    )


def _setting_words(letter: str, setting: syntax.Setting) -> str:
    """The value of a parameter in words; empty for an invalid one."""
    match letter, setting.values:
        case "T", (value, *_):
            return who(value)
        case "B", (value, *_):
            return condition_words(value)
        case "P", (syntax.Squares() as value, *_):
            return condition_words(value).replace("it is on ", "")
        case "M", (syntax.Name(_, word), syntax.Number(_, number), *_) if (
            number * _SIGNS.get(word, 0) > 0
        ):
            return _moment(word, number)
    return ""


def _of_value(value: syntax.Value, letter: str) -> Iterator[HoverText]:
    """The notes on a condition and its parts."""
    if isinstance(value, syntax.Squares):
        for square in value.squares:
            how = "Counted from the mover's own left-hand corner; `n` is any."
            yield HoverText(
                square.span, f"[{square}]", f"{capitalized(square_words(square))}. {how}"
            )
            for number in square.values:
                yield from _of_value(number, letter)
    elif isinstance(value, syntax.Call):
        yield from _of_function(value, letter)
    elif isinstance(value, syntax.Parameter) and value.letter == "T":
        yield HoverText(
            value.span, "@T: The target", "A piece of the side and the name of the target."
        )
    elif isinstance(value, syntax.Name) and value.text in vocabulary.WORDS and letter != "T":
        yield _of_word(value, vocabulary.WORDS[value.text])
    elif letter == "T":
        yield HoverText(value.span, str(value), f"{capitalized(who(value))}.")


def _of_function(call: syntax.Call, letter: str) -> Iterator[HoverText]:
    """The notes on a function of a condition and its values."""
    for name in call.path:
        unknown = f"`{name.text}` is not evaluated: the condition is kept as written."
        words = condition_words(call) if name.text in vocabulary.CONDITIONS else ""
        yield _of_word(name, vocabulary.WORDS.get(name.text), unknown, words=words)
    if call.names[-1:] == ("exist",):
        yield from in_brackets(call, ())
    for value in [value for group in call.groups for value in group.values]:
        yield from _of_value(value, letter)
    for setting in call.settings:
        yield from _of_setting(setting)


def _of_flip(flip: syntax.Flip) -> Iterator[HoverText]:
    """The notes on a promotion."""
    word = vocabulary.WORDS["flip"]
    if flip.condition:
        words = f"after a move that makes this true: {condition_words(flip.condition)}"
    else:
        words = ""
    yield _of_word(
        syntax.Name(Span(flip.span.start, flip.span.start + len("flip")), "flip"), word, words=words
    )
    if flip.condition:
        yield from _of_value(flip.condition, "B")
    for outcome in flip.outcomes or ():
        if outcome.name:
            name = outcome.name.text
            yield HoverText(outcome.name.span, name, "A piece that it may become.", piece_text=name)


# Inlay hints: the directions of a sum


def inlay_hints(chunk: BensahasDefinition) -> tuple[InlayHint, ...]:
    """The inlay hints of a chunk, in order."""
    hints: dict[int, InlayHint] = {}
    terms = [
        value
        for body in chunk.reading.bodies
        for value in body.values
        if isinstance(value, syntax.Call)
    ]
    for call in [call for term in terms for call in syntax.calls(syntax.flat(term))]:
        places = arguments(call.names)
        if call.directions and any(argument.name == "DIRECTIONS" for argument in places[0]):
            total, end = call.directions.value, call.directions.span.end
            label = short_sum(total, oblique=places is PLAIN and len(call.groups) > 1)
            tooltip = f"{total} = {spelled_sum(total)}: {direction_words(total)}."
            hints[end] = InlayHint(end, f" {label}", tooltip)
    return tuple(hints[offset] for offset in sorted(hints))
