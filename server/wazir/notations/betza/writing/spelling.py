"""How one leg is best written (B25): its modifiers in order, its directions as short as they can be, its atom."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from wazir.notations.betza.dialects import XBETZA
from wazir.notations.betza.explaining.places import Part
from wazir.notations.betza.meaning.atoms import LEAPS, Atom
from wazir.notations.betza.meaning.geometry import SIGNS, Places, Shape, read_signs
from wazir.notations.betza.meaning.modifiers import Words
from wazir.notations.betza.writing.shortest import shortest
from wazir.piece.model import Vector

AFTER_MODES = "njpgtuozqyxe"
"""The modifiers behind the modes, in order."""

RIDERS: Mapping[str, str] = MappingProxyType({"W": "R", "F": "B", "K": "Q"})
"""The letters of atoms that ride without a number, by the atom of one step."""

_STEPS: Mapping[str, str] = MappingProxyType({rider: atom for atom, rider in RIDERS.items()})
_LETTERS: Mapping[tuple[Vector, ...], str] = MappingProxyType(
    {leaps: letter for letter, leaps in reversed(LEAPS.items()) if len(leaps) == 1 and letter not in "RBOCZ"}
)
"""The letter of a leap that has one."""

_BIG = (Shape.EIGHT, Shape.OBLIQUE)


def spell_leg(part: Part, alone: bool) -> str | None:
    """A leg in its canonical form; None if its directions cannot be written in one run.

    Args:
        part: A leg without errors.
        alone: It is a move by itself, so that no later leg can ask whether it has a range.
    """
    directions = _directions(part)
    if part.atom is None or directions is None:
        return None
    words = part.words
    first = "i" if words.mover_virgin else ""
    return first + directions + _modes(part) + rest_of(words) + spell_atom(part.atom, words, alone)


def spell_modifiers(part: Part) -> str | None:
    """The modifiers of a leg alone; None if its directions cannot be written in one run."""
    directions = _directions(part)
    if directions is None:
        return None
    return ("i" if part.words.mover_virgin else "") + directions + _modes(part) + rest_of(part.words)


def rest_of(words: Words) -> str:
    """The modifiers behind the modes, in order."""
    return "".join(letter * words.count(letter) for letter in AFTER_MODES)


def spell_modes(modes: str, virgin_victims: frozenset[str]) -> str:
    """Modes in order, but for an `i` before those that ask it of their victims, which come last."""
    plain = "".join(mode for mode in "mcd" if mode in modes and mode not in virgin_victims)
    asked = "".join(mode for mode in "mcd" if mode in modes and mode in virgin_victims)
    return f"{plain}i{asked}" if asked else plain


def _modes(part: Part) -> str:
    """The modes of a leg but for those that go without saying."""
    words = part.words
    modes = words.modes("mcd")
    if not words.virgin_victims:
        if modes == "mc" and part.last and not part.inner and not modes_are_own(part):
            return ""
        if modes == "m" and part.inner and not part.last and not words.modes("ptuog"):
            return ""
    return spell_modes(modes, words.virgin_victims)


def modes_are_own(part: Part) -> bool:
    """Whether the modes of a last leg stand against something else than move and capture (B14, B22)."""
    return bool(part.words.modes("e")) or (part.chained and bool(part.words.modes("pg")))


def spell_atom(atom: Atom, words: Words, alone: bool) -> str:
    """An atom with its range: `R` for `WW` and `W0`, `W4` for `R4`, letters for leaps that have one."""
    if atom.letter in "OUI":
        return atom.text + ("" if atom.number is None else str(atom.number))
    base = base_of(atom)
    if atom.ranged and atom.most == 1 and (not alone or words.modes("zq")):
        return base + "1"
    return with_range(base, atom.least, atom.most)


def base_of(atom: Atom) -> str:
    """The letter or the leap of an atom, as one step."""
    letter = atom.letter
    if letter in _STEPS:
        return _STEPS[letter]
    if letter == "(":
        return _LETTERS.get(atom.leaps) or "({},{})".format(*atom.leaps[0])
    return letter if atom.text == letter * 2 else atom.text


def with_range(base: str, least: int, most: int | None) -> str:
    """An atom of one step with the range that makes it ride."""
    if most is None:
        return RIDERS.get(base) or f"{base}0"
    return base if most == 1 else f"{base}{most}" if least == 1 else f"{base}0{most}"


def _directions(part: Part) -> str | None:
    runs = part.words.directions
    if not runs or not part.shapes:
        return "".join(runs)
    chiral = part.dialect == XBETZA
    wanted = tuple(_selected(runs, shape, chiral) for shape in part.shapes)
    if wanted == tuple(_default(part, shape) for shape in part.shapes):
        return ""
    if len(wanted) > 1 and any(shape in _BIG for shape in part.shapes):
        return runs[0] if len(runs) == 1 else None
    return shortest(part.shapes, wanted, part.chained or part.dialect != XBETZA, chiral)


def _selected(runs: tuple[str, ...], shape: Shape, chiral: bool) -> Places:
    signs = [sign for run in runs for sign in read_signs(run, shape, chiral)]
    return frozenset(place for sign in signs for place in sign.places or ())


def _default(part: Part, shape: Shape) -> Places:
    """What a leg without directions selects (B5, B12, B20)."""
    every = SIGNS[shape]["a"]
    if part.first:
        return every
    if part.chained:
        return SIGNS[shape]["f"]
    four_ways = part.atom is not None and part.atom.leaps and part.atom.shape() in (Shape.ORTHOGONAL, Shape.DIAGONAL)
    return frozenset({0, 4, 12}) if four_ways else every - {8}
