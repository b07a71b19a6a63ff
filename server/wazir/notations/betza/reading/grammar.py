"""How a text in Betza's notation is read, and how it is mended where it breaks off."""

from __future__ import annotations

from wazir.parsing import END, Grammar, Repair

GRAMMAR = Grammar(
    "betza",
    repairs=(
        Repair("RPAR"),
        Repair("RSQB"),
        # A range or a suffix does not wait for an atom: it stands on nothing.
        Repair("ATOM", frozenset({"HYPHEN", "QUESTION", "LPAR", "LSQB", "RPAR", "RSQB", END})),
    ),
    brackets={"LPAR": "RPAR", "LSQB": "RSQB", "OPEN_VECTOR": "RPAR"},
)
