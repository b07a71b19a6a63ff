"""Tests of `cond` and `if` (L16)."""

from __future__ import annotations

from wazir.notations.lcpn.spelling import spaced
from wazir.notations.lcpn.tree import Call, Compare, Expression, Logic, Name, Number, Text, folded
from wazir.piece import conditions
from wazir.piece.conditions import All, Axis, Coordinate, Moved, No, Open, Some, Test

COORDINATES = {"rank": Coordinate(Axis.RANK), "file": Coordinate(Axis.FILE)}
MOVED = "moved"
_SIGNS = {str(sign): sign for sign in conditions.SIGNS}
PROMOTE = "promote-to"


def is_known_test(call: Call) -> bool:
    """Whether a function without arguments is one of those that a position answers."""
    return isinstance(call.function, Name) and not call.arguments and call.function.key in (*COORDINATES, MOVED)


def lowered(test: Expression) -> Test:
    """The test that an expression says; what nobody can answer stays open under its label."""
    match test:
        case Logic("not", (only,)):
            return No(lowered(only))
        case Logic("and", parts):
            return All(tuple(map(lowered, parts)))
        case Logic("or", parts):
            return Some(tuple(map(lowered, parts)))
        case Compare(sign, left, right):
            a, b = _number(left), _number(right)
            if a is None or b is None:
                return Open(label(test))
            return conditions.Compare(a, _SIGNS[sign], b)
        case Call(Name("moved"), ()):
            return Moved()
    return Open(label(test))


def _number(part: Expression) -> conditions.Number | None:
    match part:
        case Number(value):
            return value
        case Call(Name(key), ()):
            return COORDINATES.get(key)
    return None


def label(part: Expression) -> str:
    """What stays open, in words."""
    match part:
        case Text(words):
            return folded(words)
        case Number(value):
            return str(value)
        case Name(key):
            return spaced(key)
        case Call(function, arguments):
            return " ".join((label(function), *map(label, arguments)))
        case Compare(sign, left, right):
            return f"{label(left)} {sign} {label(right)}"
    return "?"
