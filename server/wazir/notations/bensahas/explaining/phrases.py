"""Numbers, pieces and conditions in words."""

from __future__ import annotations

from collections.abc import Sequence

from wazir.notations.bensahas.meaning.compass import ABBREVIATIONS, HALVES, NUMBERS, WORDS, directions
from wazir.notations.bensahas.meaning.conditions import unfolded
from wazir.notations.bensahas.statements import Call, Name, Number, Parameter, Place, Places, Setting, Value, Whom
from wazir.notations.bensahas.writing.canonical import of_value

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


def listed(parts: Sequence[str], word: str = "and") -> str:
    """Some things with commas and a word between."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {word} {parts[-1]}"


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
        named = value.name and value.name.text != "n"
        return (
            f"{side}, a {value.name.text},"
            if named and value.name and "or" in side
            else (f"{side} {value.name.text}" if named and value.name else side)
        )
    return of_value(value)


def number_words(value: Value, axis: str) -> str:
    """A number of a square in words; nothing if any will do."""
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
        return f"not so that {condition_words(call.values[0] if call.values else None)}"
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
