"""Lispy Chess Piece Notation for Tree-sitter."""

from importlib.resources import files

from ._binding import language

_QUERIES = files(__name__) / "queries"

HIGHLIGHTS_QUERY = (_QUERIES / "highlights.scm").read_text("utf-8")
INJECTIONS_QUERY = (_QUERIES / "injections.scm").read_text("utf-8")
LOCALS_QUERY = (_QUERIES / "locals.scm").read_text("utf-8")
FOLDS_QUERY = (_QUERIES / "folds.scm").read_text("utf-8")

__all__ = [
    "FOLDS_QUERY",
    "HIGHLIGHTS_QUERY",
    "INJECTIONS_QUERY",
    "LOCALS_QUERY",
    "language",
]
