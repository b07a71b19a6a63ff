"""What a name is written like where another stands (L3, L14)."""

from __future__ import annotations

from wazir.notations.lcpn.reading import candidates, canonical


def respelled(new: str, written: str, key: str) -> str:
    """A new name for a place where the old one is written: with its `-` or `_`, its `$`, as a gerund if that is one.

    Args:
        new: The new name, written in any way.
        written: What stands at the place.
        key: The old name.
    """
    name = new.removeprefix("$")
    if canonical(written) != key:
        name = gerund(name)
    sign = "_" if "_" in written else "-" if "-" in written else ""
    if sign:
        name = name.replace("-", sign).replace("_", sign)
    return f"{'$' * written.startswith('$')}{name}"


def gerund(function: str) -> str:
    """The gerund of a function, made so that it means that again."""
    key = canonical(function)
    stem = function[:-1] if key.endswith("e") and key in candidates(f"{key[:-1]}ing") else function
    return f"{stem}ing"
