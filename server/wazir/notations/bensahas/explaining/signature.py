"""What an action or a function is given, shown while its values are written."""

from __future__ import annotations

from wazir.notations.base import NO_NAMES, Context, Scope, Signature
from wazir.notations.bensahas.explaining.places import Frame, here
from wazir.notations.bensahas.vocabulary import ARGUMENTS, PARAMETERS, PLAIN, WORDS, Argument

_PARAMETERS = "@PARAM = ..."


def signature(text: str, _context: Context, offset: int, _scope: Scope = NO_NAMES) -> Signature | None:
    """What the innermost bracket around an offset is given; None outside of all."""
    frames = [frame for frame in here(text, offset).frames if frame.opening in ("(", "+")]
    if not frames:
        return None
    frame = frames[-1]
    groups = _groups(frame)
    has_parameters = groups is PLAIN or (frame.path and frame.path[-1] in ("cannon", "near", "exist"))
    parts = [tuple(argument.name for argument in group) for group in groups]
    label = "; ".join(", ".join(part) for part in parts)
    opened = "/".join(frame.path)
    more = f": {_PARAMETERS}" if has_parameters else ""
    known = [(argument.name, argument.text) for group in groups for argument in group]
    if has_parameters:
        known.append((_PARAMETERS, " ".join(f"`{word.spelling}`: {word.title}." for word in PARAMETERS.values())))
    word = WORDS.get(frame.path[-1]) if frame.path else None
    about = word.text if word else "Moves or captures, without an action before the bracket."
    return Signature(f"{opened}({label}{more})", about, tuple(known), _active(frame, groups, len(known)))


def _groups(frame: Frame) -> tuple[tuple[Argument, ...], ...]:
    for name in reversed(frame.path):
        if name in ARGUMENTS:
            return ARGUMENTS[name]
    return PLAIN


def _active(frame: Frame, groups: tuple[tuple[Argument, ...], ...], count: int) -> int:
    """The number of the value that is being written, among all."""
    if frame.path[-1:] == ("flip",):
        return 1 if frame.key == "promotes_to" else 0
    if frame.in_settings:
        return count - 1
    before = sum(len(group) for group in groups[: frame.group])
    own = groups[frame.group] if frame.group < len(groups) else ()
    return min(before + min(frame.index, max(len(own) - 1, 0)), count - 1)
