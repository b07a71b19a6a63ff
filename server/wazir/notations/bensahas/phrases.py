"""Numbers, pieces and conditions in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from wazir.notations.bensahas.conditions import unfolded
from wazir.notations.bensahas.meaning import Headings, ways_of
from wazir.notations.bensahas.ranges import ABBREVIATIONS, HALVES, NUMBERS, WORDS, Range, directions
from wazir.notations.bensahas.statements import Call, Name, Number, Parameter, Place, Places, Setting, Turn, Value, Whom
from wazir.notations.bensahas.terms import flat, term_of
from wazir.notations.bensahas.vocabulary import PLAIN, Argument, arguments
from wazir.notations.bensahas.write import of_value
from wazir.notations.kit import Report, listed
from wazir.text import Span

_GROUPS = {15: "orthogonal", 240: "diagonal", 255: "all"}
_TURNS = (
    "straight on",
    "half right",
    "to the right",
    "half back to the right",
    "straight back",
    "half back to the left",
    "to the left",
    "half left",
)
_SIDES = {"E": "an enemy", "F": "a friend", "FE": "a friend or enemy"}


def short_sum(total: int, oblique: bool = False) -> str:
    """A sum in short: `NE + NW`."""
    if not oblique and total in _GROUPS:
        return _GROUPS[total]
    if total == 255:
        return "all"
    names = HALVES if oblique else ABBREVIATIONS
    return " + ".join(names[direction] for direction in directions(total))


def spelled_sum(total: int) -> str:
    """A sum spelled out: `16 + 128`, with the names of the directions."""
    return " + ".join(f"{ABBREVIATIONS[direction]} {NUMBERS[direction]}" for direction in directions(total))


def direction_words(total: int) -> str:
    """The directions of a sum."""
    return listed([WORDS[direction] for direction in directions(total)])


def turn_words(eighths: int) -> str:
    """A turn in words."""
    return _TURNS[eighths % 8]


def steps(value: Value | None) -> str:
    """A distance in words."""
    if isinstance(value, Number):
        return "one step" if value.value == 1 else f"up to {value.value} steps"
    return "any number of steps"


def who(value: Value) -> str:
    """Pieces in words."""
    if isinstance(value, Parameter):
        return "the target"
    if isinstance(value, Name):
        return "any enemy" if value.text == "n" else f"an enemy {value.text}"
    if isinstance(value, Whom):
        side = _SIDES.get(value.side.text, "a piece")
        if value.name is None or value.name.text == "n":
            return side
        return f"{side}, a {value.name.text}," if " or " in side else f"{side} {value.name.text}"
    return of_value(value)


def number_words(value: Value, axis: str) -> str:
    """A number of a square in words; empty for any number."""
    if isinstance(value, Number):
        return f"{axis} {value.value}"
    if isinstance(value, Call) and value.path and value.path[0].text in ("pos_x", "pos_y"):
        which = "file" if value.path[0].text == "pos_x" else "rank"
        whose = value.values[0] if value.values else None
        own = isinstance(whose, Name) and whose.text == "self"
        of = "its own" if own else f"the {which} of {who(whose)}" if whose else which
        return f"its own {which}" if own and which == axis else (f"{axis} equal to {of} {which}" if own else of)
    return "" if of_value(value) == "n" else f"{axis} {of_value(value)}"


def square_words(place: Place) -> str:
    """A square in words: "file 4 and rank 5"."""
    parts = [number_words(number, axis) for axis, number in zip(("file", "rank"), place.numbers, strict=False)]
    return " and ".join(filter(None, parts)) or "any square"


def condition_words(value: Value | None) -> str:
    """A condition in words."""
    if isinstance(value, Places):
        return listed([f"it is on {square_words(place)}" for place in value.places], "or")
    if isinstance(value, Call) and not value.is_too_long:
        return _function(unfolded(value))
    return f"`{of_value(value)}`, which is not evaluated" if value else "nothing"


def _function(call: Call) -> str:
    name = call.path[0].text if call.path else ""
    if name in ("and", "or"):
        return listed([condition_words(one) for one in call.values], name)
    if name == "not":
        return f"it is not true that {condition_words(call.values[0] if call.values else None)}"
    if name != "exist" or len(call.values) < 2:
        return f"`{of_value(call)}`, which is not evaluated,"
    what = who(call.values[2]) if len(call.values) > 2 else "any piece"
    where = call.values[1]
    towards = direction_words(where.value) if isinstance(where, Number) and where.value <= 255 else of_value(where)
    ago = "".join(_ago(setting) for setting in call.settings)
    return f"{what} {'stood' if ago else 'stands'} within {steps(call.values[0])} to the {towards}{ago}"


def _ago(setting: Setting) -> str:
    number = setting.values[1] if len(setting.values) > 1 else None
    if isinstance(number, Number) and number.value < 0:
        return " one move ago" if number.value == -1 else f" {-number.value} moves ago"
    return " (under a condition)"


# Notes on the values in brackets, by their places


@dataclass(frozen=True, slots=True)
class Note:
    """A text about a span."""

    span: Span
    title: str
    text: str
    notes: tuple[str, ...] = ()
    names: str | None = None
    """The piece that is named here."""


def in_brackets(call: Call, before: tuple[Call, ...]) -> Iterator[Note]:
    """The notes on the numbers of a term after some others."""
    call = flat(call)
    places = arguments(call.names)
    oblique = places is PLAIN and len(call.groups) > 1
    for number, group in enumerate(call.groups):
        names = places[number] if number < len(places) else ()
        for value, argument in zip(group.values, names, strict=False):
            yield _note(value, argument, oblique, before)


def _note(value: Value, argument: Argument, oblique: bool, before: tuple[Call, ...]) -> Note:
    name, shown = argument.name, of_value(value)
    if name == "DIRECTIONS" and isinstance(value, Number) and 1 <= value.value <= 255:
        return _sum(value, oblique)
    if isinstance(value, Turn) and value.eighths is not None and 0 <= value.eighths <= 7:
        return _turn(value, value.eighths, name, before)
    if name == "DISTANCE":
        return Note(value.span, f"{shown}: Distance", f"{steps(value).capitalize()}. {argument.text}")
    return Note(value.span, f"{shown}: {name}", f"{argument.text}{_role(name, value)}")


def _role(name: str, value: Value) -> str:
    """The meaning of a value in its place, as another sentence."""
    n = value.value if isinstance(value, Number) else None
    said = value.text if isinstance(value, Name) else ""
    if name in ("DIST", "GAP"):
        return " Here any number." if n is None else f" Here {'none' if n == 0 else n}."
    if name == "SCREEN":
        return {"F": " Here a friend.", "E": " Here an enemy.", "FE": " Here either."}.get(said, "")
    if name == "COUNT":
        return " Here one or more." if n is None else f" Here exactly {n}."
    if name == "LANDING":
        if n == -1:
            return " Here the last screen itself, which must be captured."
        return " Here any of them." if n is None else f" Here number {n}, with the squares before it empty."
    return ""


def _sum(value: Number, oblique: bool) -> Note:
    if oblique:
        names = " + ".join(HALVES[direction] for direction in directions(value.value))
        text = f"Oblique steps, half an eighth further clockwise than {direction_words(value.value)}: {names}."
    else:
        text = f"Towards {direction_words(value.value)}. North is towards the enemy."
    return Note(value.span, f"{value.value} = {spelled_sum(value.value)}", text)


def _turn(value: Turn, eighths: int, name: str, before: tuple[Call, ...]) -> Note:
    of = "the move" if name == "/TURN" else "the leg before"
    text = (
        f"The direction of {of}, turned clockwise by {eighths} eighth{'' if eighths == 1 else 's'}: "
        f"{turn_words(eighths)}."
    )
    notes = tuple(
        f"After {WORDS[direction]}: {WORDS[(direction + eighths) % 8]}."
        for direction in sorted(set(_headings(before).values()))
    )
    return Note(value.span, f"/{eighths}: {turn_words(eighths).capitalize()}", text, notes if name != "/TURN" else ())


def _headings(before: tuple[Call, ...]) -> Headings:
    """The headings after some terms, as far as they are valid."""
    found: Headings = {}
    for number, call in enumerate(before):
        term = term_of(call, number == 0, Report())
        steps_of: Range | None = term.range if term else None
        found = ways_of(steps_of, found)[1] if steps_of else {}
    return found
