"""Definitions that a regular expression proves to be without findings.

Most lines of a large file are good, and to see that costs a hundredth of reading them. The pattern is made from the
same tables as the reader and claims nothing about what it does not match; a test holds it to the reader's answers.
"""

from __future__ import annotations

import re
from functools import lru_cache

from wazir.notations.base import Context
from wazir.notations.betza.dialects import EXTENDED, LETTERS, ORIGINAL
from wazir.notations.betza.meaning.atoms import LEAPS

_FILLER = r"(?:[ \t\r\n]++|[#;][^\r\n]*+)*"
_NAME = r"(?:[^\s=:#;%][^=:#;\r\n]*+[=:][ \t]*+)?"
_RANGE = r"(?:0|0?[1-9]\d{0,3})?(?![ \t]*\d)"


def is_clean(text: str, context: Context) -> bool:
    """Whether a chunk is proved to have no findings; False proves nothing."""
    if context.profile is not None:
        return False
    return _pattern(context.dialect).fullmatch(text) is not None


@lru_cache(maxsize=8)
def _pattern(dialect: str | None) -> re.Pattern[str]:
    """The pattern for a pinned dialect, or for none: then only what every dialect reads alike."""
    leg = _leg(dialect)
    later = _leg(dialect, first=False)
    chain = rf"{leg}(?:-{later})*" if dialect == EXTENDED else leg
    return re.compile(rf"{_FILLER}(?:{_NAME}{chain}(?:[ \t]*+{chain}){{0,200}}{_FILLER})?")


def _leg(dialect: str | None, first: bool = True) -> str:
    """A leg of modes, directions and a range, with no letter twice but directions, which add up."""
    modes = "mc" if dialect in (ORIGINAL, None) else "mcd"
    signs = "fblrvs" + ("a" if dialect in (ORIGINAL, EXTENDED) else "")
    any_signs = rf"[{signs}{modes}]*+"
    once = "".join(rf"(?![a-z]*{mode}[a-z]*{mode})" for mode in modes)
    rook = r"R(?!\s*[R\d])" if dialect == ORIGINAL else _single("R")
    plain = "|".join([rook, *(_single(atom) for atom in sorted(LETTERS[ORIGINAL].atoms - set("KQR")))])
    royal = f"{_single('K')}|{_single('Q')}"
    atoms = [rf"{any_signs}(?:{plain})", rf"{f'[{modes}]*+' if dialect is None else any_signs}(?:{royal})"]
    if dialect is not None:
        leaps = "|".join(_single(atom) for atom in _LONG_LEAPS)
        atoms.append(rf"{any_signs}[nj]{any_signs}(?:{leaps})")
    return rf"{'i?' if first else ''}(?![a-z]*(?:rl|lr)){once}(?:{'|'.join(atoms)}){_RANGE}"


_LONG_LEAPS = sorted(atom for atom in LETTERS[ORIGINAL].atoms if max(LEAPS[atom][0]) > 1)


def _single(atom: str) -> str:
    """An atom that is not doubled."""
    return rf"{atom}(?!\s*{atom})"
