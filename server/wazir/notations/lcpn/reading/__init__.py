"""From a text to the tree of expressions: the grammars, names and styles, and what is wrong with how it is written."""

from __future__ import annotations

from wazir.notations.lcpn.reading.names import Known, candidates, canonical
from wazir.notations.lcpn.reading.read import Reading, expected, read
from wazir.notations.lcpn.reading.words import words

__all__ = ["Known", "Reading", "candidates", "canonical", "expected", "read", "words"]
