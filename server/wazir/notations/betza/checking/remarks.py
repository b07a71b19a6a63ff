"""What a definition says that its author may not mean: hints and warnings beyond the errors (B1, B4, B5, B9)."""

from __future__ import annotations

from collections.abc import Iterable

from wazir.diagnostics import Fix
from wazir.notations.betza import rules
from wazir.notations.betza.dialects import EXTENDED, XBETZA
from wazir.notations.betza.meaning.chains import modifiers
from wazir.notations.betza.meaning.geometry import DIRECTION_LETTERS
from wazir.notations.report import Report
from wazir.syntax import Node, Token, Tree
from wazir.text import Edit, Span


def report_remarks(tree: Tree, dialect: str, pinned: bool, report: Report) -> None:
    """Say what is odd about a definition, though it can be read."""
    nodes = tuple(tree.nodes())
    for node in nodes:
        if node.kind == "leg":
            if not pinned:
                _other_dialect(node, dialect, report)
        elif node.kind == "moves":
            _repeated_leaps(node, report)
    _foreign_structure(nodes, dialect, report)
    if not pinned and dialect == EXTENDED:
        _mixed(tree, nodes, report)


def _repeated_leaps(moves: Node, report: Report) -> None:
    """`(1,2)(1,2)` is one leap twice, and no rider (B4)."""
    before: str | None = None
    for chain in moves.children:
        vector = _bare_vector(chain) if isinstance(chain, Node) else None
        if vector and vector == before:
            span = Span(chain.start, chain.end)
            report(
                rules.REPEATED_LEAP,
                span,
                f"This is the leap before once more, which changes nothing. If a rider is meant, write `{vector}0`.",
                fixes=(
                    Fix(f"Remove the second `{vector}`", (Edit(span, ""),)),
                    Fix("Write `0` instead: any number of leaps", (Edit(span, "0"),), safe=False),
                ),
            )
        before = vector or (_vector_behind_modifiers(chain) if isinstance(chain, Node) else None)


def _bare_vector(chain: Node) -> str | None:
    """The leap in numbers that a chain is, if it is nothing else."""
    leg = chain.children[0]
    if len(chain.children) != 1 or not isinstance(leg, Node) or leg.kind != "leg" or len(leg.children) != 1:
        return None
    return _vector_behind_modifiers(chain)


def _vector_behind_modifiers(chain: Node) -> str | None:
    """The leap in numbers of a chain of one leg without a range."""
    leg = chain.children[-1]
    atom = leg.children[-1] if isinstance(leg, Node) and leg.kind == "leg" and len(chain.children) == 1 else None
    sign = atom.children[0] if isinstance(atom, Node) and atom.kind == "atom" else None
    return "".join(sign.text.split()) if isinstance(sign, Token) and sign.kind == "VECTOR" else None


_SIGN_OF = {"group": ("A group `( )`", (EXTENDED,)), "bracket": ("A chain in `[ ]`", (XBETZA,))}


def _foreign_structure(nodes: Iterable[Node], dialect: str, report: Report) -> None:
    """Chains, groups and brackets of another dialect (B7, B10, B21)."""
    inside = 0
    for node in nodes:
        if node.kind in _SIGN_OF:
            what, dialects = _SIGN_OF[node.kind]
            if dialect not in dialects:
                opening = node.children[0]
                _foreign(what, opening.span, dialect, dialects[0], report)
            if node.kind == "bracket":
                if node.start < inside and dialect == XBETZA:
                    _nested(node, report)
                inside = max(inside, node.end)
        elif node.kind == "chain" and node.start >= inside and dialect != EXTENDED:
            for child in node.children:
                if isinstance(child, Token) and child.kind == "HYPHEN":
                    _foreign("A chain with `-`", child.span, dialect, EXTENDED, report)


def _nested(bracket: Node, report: Report) -> None:
    opening, close = bracket.children[0], bracket.children[-1]
    edits = tuple(Edit(sign.span, "") for sign in (opening, close) if sign.span.start < sign.span.end)
    report(
        rules.BRACKET,
        opening.span,
        "Inside `[ ]` each leg is one atom: brackets inside brackets mean nothing.",
        fixes=(Fix("Remove these brackets", edits, safe=False),),
    )


def _foreign(what: str, span: Span, dialect: str, other: str, report: Report) -> None:
    instead = " xbetza puts chains inside brackets, `[W-F]`." if dialect == XBETZA and "-" in what else ""
    report(
        rules.WRONG_DIALECT,
        span,
        f"{what} is not in the {dialect} dialect; {other} has it: write `%dialect {other}` on a line before.{instead}",
    )


def _mixed(tree: Tree, nodes: Iterable[Node], report: Report) -> None:
    """A definition that is read as extended, and has signs of another dialect (B1)."""
    hyphen = next((token for token in _outer_hyphens(tree)), None)
    foreign = next((token for token in tree.tokens if token.kind == "LSQB" or token.text in ("O", "y")), None)
    if hyphen and foreign:
        report(
            rules.MIXED_DIALECTS,
            hyphen.span,
            f"A chain with `-` is Extended Betza, but `{foreign.text}` is xbetza. Chains of xbetza stand in brackets: "
            "`[W-F]`.",
        )
    letters = [token.start for token in tree.tokens if token.text == "a"]
    for node in nodes:
        if node.kind == "group" and any(node.start < letter < node.end for letter in letters):
            report(rules.MIXED_DIALECTS, node.span, _A_IN_GROUP)


_A_IN_GROUP = (
    "An `a` in a group means all directions in Extended Betza, but a further leg elsewhere, where `(FaR)` goes one "
    "square diagonally and on as a Rook: here that is `F-R`. `%dialect extended` says that this is meant."
)


def _outer_hyphens(tree: Tree) -> list[Token]:
    """The `-` signs that stand in no brackets."""
    depth, found = 0, []
    for token in tree.tokens:
        depth += (token.kind == "LSQB") - (token.kind == "RSQB")
        if token.kind == "HYPHEN" and depth <= 0:
            found.append(token)
    return found


def _other_dialect(leg: Node, dialect: str, report: Report) -> None:
    """What would mean something else in another dialect (B1): `pX`, `nN`, `gW2`, directed K or Q."""
    signs = modifiers(leg)
    letters = {token.text for token in signs}
    atom = next((child for child in leg.children if isinstance(child, Node) and child.kind == "atom"), None)
    first = atom.children[0].text if atom and isinstance(atom.children[0], Token) else ""
    ranged = any(isinstance(child, Token) and child.kind == "RANGE" for child in leg.children)
    for token in signs:
        why = ""
        if token.text == "p":
            why = _P[dialect]
        elif token.text == "g" and (ranged or dialect == EXTENDED):
            why = _G[dialect]
        elif token.text in "nj" and first[:1] not in tuple("WFDAHGKRBQ") and first:
            why = _LAME[dialect]
        if why:
            report(rules.OTHER_DIALECT, token.span, f"{why} {_PIN}")
    if first in ("K", "Q", "KK") and letters & DIRECTION_LETTERS - {"a"}:
        directed = [token for token in signs if token.text in DIRECTION_LETTERS]
        report(
            rules.OTHER_DIALECT,
            Span(directed[0].start, directed[-1].end),
            f"Directions of `{first}` choose among its eight ways here; in the original dialect, and in "
            "Fairy-Stockfish, they "
            f"are those of its orthogonal and its diagonal part, so that `f{first}` is three ways. {_PIN}",
        )


_PIN = "A `%dialect` line before says which is meant."
_P = {
    XBETZA: "Here `p` jumps one piece and lands anywhere behind it, with a range that counts every step; in Extended "
    "Betza it then only captures.",
    EXTENDED: "Here `p` jumps one piece and then only captures, as `pX-cX`; in the other dialects it may also move "
    "quietly.",
}
_G = {
    XBETZA: "Here the range of `g` counts every step, the landing too; in Extended Betza only those to the hurdle.",
    EXTENDED: "Here `g` makes one more step behind the hurdle, whatever the range; in the other dialects the range "
    "counts every step.",
}
_LAME = {
    XBETZA: "Here an oblique leap passes one path, straight steps first; in the other dialects any shortest path "
    "will do.",
    EXTENDED: "Here an oblique leap may take any shortest path; in xbetza it is the one that goes straight first.",
}
