"""The well-known pieces, in a file of the package (L4)."""

from __future__ import annotations

from importlib.resources import files

FILE = "prelude.lcpn"
"""The name of the file, beside this module."""

PRELUDE = (files(__package__) / FILE).read_text("utf-8")
