"""What Fairy-Stockfish reads otherwise, in silence (B23)."""

from __future__ import annotations

from wazir.notations.betza import rules
from wazir.notations.betza.meaning.geometry import DIRECTION_LETTERS
from wazir.notations.report import Report
from wazir.syntax import Node, Token, Tree
from wazir.text import Span

FAIRY_STOCKFISH = "fairy-stockfish"
PROFILES = {FAIRY_STOCKFISH: "warns of what Fairy-Stockfish reads otherwise, in silence"}

_LAME_ATOMS = frozenset("NAZDJ")
"""The leaps whose lame form the engine has."""
_SIGNS = {
    "HYPHEN": "Fairy-Stockfish knows no chains: it drops `-` and reads the legs as moves of their own.",
    "LPAR": "Fairy-Stockfish knows no groups: it drops the brackets.",
    "LSQB": "Fairy-Stockfish knows no brackets: it drops them and reads the legs as moves of their own.",
    "VECTOR": "Fairy-Stockfish knows no leaps in numbers: it drops them.",
    "SUFFIX": "Fairy-Stockfish does not know this suffix: it drops it.",
}
_LETTERS = frozenset("zojdtuyaqxe")
_RIDERS_UNKNOWN = frozenset({"DD", "AA", "CC", "LL", "ZZ", "JJ", "HH", "GG"})


def report_engine(tree: Tree, report: Report) -> None:
    """Say what the engine makes something else of."""
    for token in tree.tokens:
        said = _SIGNS.get(token.kind) or _of_token(token)
        if said:
            report(rules.ENGINE_DIFFERS, token.span, said)
    for node in tree.nodes():
        if node.kind == "leg":
            _of_leg(node, report)


def _of_token(token: Token) -> str | None:
    digits = "".join(token.text.split())
    if token.kind == "RANGE" and len(digits) > 1:
        if digits.startswith("0"):
            return f"Fairy-Stockfish knows no exact ranges: it reads `{digits}` as unlimited."
        return f"Fairy-Stockfish reads one digit of a range: `{digits}` plays as `{digits[0]}`."
    if token.kind == "DOUBLE" and digits in _RIDERS_UNKNOWN:
        return f"Fairy-Stockfish has no rider `{digits}`: it plays the single leap `{digits[0]}`."
    if token.kind == "MODIFIER" and token.text in _LETTERS - {"e"}:
        return f"Fairy-Stockfish does not know the modifier `{token.text}`: it drops it."
    if token.kind == "ATOM" and token.text in ("U", "I", "O"):
        return f"Fairy-Stockfish does not know the atom `{token.text}`: it drops it."
    return None


def _of_leg(leg: Node, report: Report) -> None:
    signs = [child for child in leg.children if isinstance(child, Token) and child.kind == "MODIFIER"]
    atom = next((child for child in leg.children if isinstance(child, Node)), None)
    first = atom.children[0].text if atom and isinstance(atom.children[0], Token) else ""
    for token in signs:
        if token.text == "n" and first and first[0] not in _LAME_ATOMS:
            report(
                rules.ENGINE_DIFFERS,
                token.span,
                f"Fairy-Stockfish has lame leaps of `N`, `A`, `Z` and `D` only: it plays `{first}` as a free leap.",
            )
    directed = [token for token in signs if token.text in DIRECTION_LETTERS - {"a"}]
    if first in ("K", "Q", "KK", "QQ") and directed:
        report(
            rules.ENGINE_DIFFERS,
            Span(directed[0].start, directed[-1].end),
            f"Fairy-Stockfish reads `{first}` as a sum, so that these directions are those of its orthogonal and of "
            "its diagonal "
            f"part: `f{first}` plays as three ways.",
        )
