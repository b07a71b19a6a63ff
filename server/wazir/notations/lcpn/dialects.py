"""The four styles in which the notation is written."""

from __future__ import annotations

STYLES = {
    "lisp": "Lists in round brackets: `(def rook (wazir :rider))`.",
    "elisp": "Lists in round brackets, arrays in square ones: `(def ferz [1 1])`.",
    "c": "Operators and braces: `queen := rook / bishop`.",
    "sql": "Operators in words: `queen IS rook OR bishop`.",
}
"""The styles, each with a line about it."""

STYLE_TITLES = {"lisp": "Lisp", "elisp": "Emacs Lisp", "c": "C", "sql": "SQL"}
"""What the styles are called in titles."""
