"""What is known of a notation before it is imported: its name and its files."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class NotationFiles:
    """The name of a notation, and its files."""

    name: str
    extensions: tuple[str, ...] = ()
    """The ends of the names of its files."""
    shared_extensions: tuple[str, ...] = ()
    """Extensions that other files have too. Their text determines the notation
    (*Notation.evidence*).
    """
    is_searched: bool = False
    """Folders are searched for files with shared extensions too."""
    triggers: str = "%=: -([?"
    """Characters that trigger completion."""


BETZA_FILES = NotationFiles(
    name="betza",
    extensions=(".betza",),
)
LCPN_FILES = NotationFiles(
    name="lcpn",
    extensions=(".lcpn",),
    triggers=":([/=&> ",
)
BENSAHAS_FILES = NotationFiles(
    name="bensahas",
    extensions=(".bensahas",),
    triggers="@(,;:= [/<~",
)
BEN39_FILES = NotationFiles(
    name="ben39",
    extensions=(".ben39",),
    triggers=" :@#\n",
)
VARIANTS_INI_FILES = NotationFiles(
    name="fairy-variants",
    extensions=("variants.ini",),
    shared_extensions=(".ini",),
    is_searched=True,
    triggers="=:[ ",
)
XBOARD_LINES_FILES = NotationFiles(
    name="xboard",
    extensions=("xboard.debug",),
    shared_extensions=(".txt", ".log", ".debug"),
    triggers=" :;",
)
INTERACTIVE_DIAGRAM_FILES = NotationFiles(
    name="interactive-diagram",
    extensions=("idiagram.html",),
    shared_extensions=(".html", ".htm"),
    triggers=":=",
)
