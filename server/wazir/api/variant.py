"""Variants of games: those that are built into Fairy-Stockfish. The variants of files are in `File.variants`."""

from __future__ import annotations

from wazir.features.variants import built_in
from wazir.notations.results import ResolvedVariant


def variant(name: str) -> ResolvedVariant:
    """A variant that is built into Fairy-Stockfish.

    >>> variant("crazyhouse").rules["capturesToHand"].value
    True

    Raises:
        KeyError: There is none of that name.
    """
    found = built_in(name)
    if found is None:
        raise KeyError(f"There is no built-in variant `{name}`.")
    return found[2]
