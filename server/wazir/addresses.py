"""The public addresses of the project. A test compares `SITE` with `pyproject.toml`."""

from __future__ import annotations

from collections.abc import Mapping

SITE = "https://example.org/wazir"
DECISIONS: Mapping[str, str] = {
    f"{letter}{number}": page
    for letter, page, count in (
        ("M", "notations/moves", 17),
        ("Q", "notations/moves", 18),
        ("B", "notations/betza", 25),
        ("L", "notations/lcpn", 19),
        ("S", "notations/bensahas", 15),
        ("G", "notations/ben39", 27),
        ("E", "notations/engines", 18),
        ("X", "notations/engines", 18),
        ("D", "notations/engines", 4),
        ("F", "notations/engines", 25),
        ("V", "engine-files", 14),
    )
    for number in range(1, count + 1)
}
"""The decisions about notations, each with the page of the site that explains it."""


def public_page(code: str) -> str:
    """The address of the page about a code of diagnostics."""
    return f"{SITE}/diagnostics/{code}.html"


def decision_page(decision: str) -> str:
    """The address of the paragraph about a decision."""
    return f"{SITE}/{DECISIONS[decision]}.html#{decision.lower()}"
