"""Hints and warnings, and words in place of moves (B1, B3 to B5, B9, B23)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from difflib import get_close_matches
from itertools import islice

from wazir.diagnostics import Diagnostic
from wazir.notations.betza import rules
from wazir.notations.betza.directions import DIRECTION_LETTERS
from wazir.notations.betza.vocabulary import EXTENDED, MODIFIERS, PIECES, TABLES, XBETZA, moves_named
from wazir.notations.kit import Misspelling, Report, blanked, fix, insertion, remove, spelling, write
from wazir.syntax import Node, Token, Tree
from wazir.text import Edit, Span


def report_remarks(tree: Tree, dialect: str, pinned: bool, report: Report) -> None:
    """Report hints and warnings about a definition."""
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
    """Report a leap that is written twice: `(1,2)(1,2)` is not a rider (B4)."""
    before = ""
    for chain in moves.inner():
        leg = chain.first("leg") if len(chain.children) == 1 else None
        atom = leg.children[-1] if leg else None
        sign = atom.children[0] if isinstance(atom, Node) else None
        vector = "".join(sign.text.split()) if isinstance(sign, Token) and sign.kind == "VECTOR" else ""
        if vector and vector == before and leg and len(leg.children) == 1:
            span = chain.span
            report(
                rules.REPEATED_LEAP,
                span,
                f"Repeated leap `{vector}`. A rider is written `{vector}0`.",
                remove(span, f"the second `{vector}`", safe=True),
                fix("Write `0`", Edit(span, "0")),
            )
        before = vector


_SIGN_OF = {"group": ("A group `( )`", (EXTENDED,)), "bracket": ("A chain in `[ ]`", (XBETZA,))}


def _foreign_structure(nodes: Iterable[Node], dialect: str, report: Report) -> None:
    """Report chains, groups and brackets of another dialect (B7, B10, B21)."""
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
                if isinstance(child, Token):
                    _foreign("A chain with `-`", child.span, dialect, EXTENDED, report)


def _nested(bracket: Node, report: Report) -> None:
    """Report brackets inside brackets."""
    opening, close = bracket.children[0], bracket.children[-1]
    edits = tuple(Edit(sign.span, "") for sign in (opening, close) if sign.span.start < sign.span.end)
    report(
        rules.BRACKET,
        opening.span,
        "Nested brackets: inside `[ ]` each leg is one atom.",
        fix("Remove these brackets", *edits),
    )


def _foreign(what: str, span: Span, dialect: str, other: str, report: Report) -> None:
    """Report a structure of another dialect."""
    instead = " In XBetza, write chains in brackets: `[W-F]`." if dialect == XBETZA and "-" in what else ""
    report(
        rules.WRONG_DIALECT,
        span,
        f"{what} is not part of the {dialect} dialect. Write `%dialect {other}` on a line before.{instead}",
    )


def _mixed(tree: Tree, nodes: Iterable[Node], report: Report) -> None:
    """Report a definition in Extended Betza with characters of another dialect (B1)."""
    hyphen = next((token for token in outer_hyphens(tree)), None)
    foreign = next((token for token in tree.tokens if token.kind == "LSQB" or token.text in ("O", "y")), None)
    if hyphen and foreign:
        report(
            rules.MIXED_DIALECTS,
            hyphen.span,
            f"A `-` chain is Extended Betza, but `{foreign.text}` is XBetza. In XBetza, write chains as `[W-F]`.",
        )
    letters = [token.start for token in tree.tokens if token.text == "a"]
    for node in nodes:
        if node.kind == "group" and any(node.start < letter < node.end for letter in letters):
            report(rules.MIXED_DIALECTS, node.span, _A_IN_GROUP)


_A_IN_GROUP = (
    "Ambiguous `a` in a group: all directions in Extended Betza, a further leg elsewhere. Write a further leg as in "
    "`F-R`, or set `%dialect extended`."
)


def outer_hyphens(tree: Tree) -> list[Token]:
    """The `-` outside of brackets."""
    depth, hyphens = 0, []
    for token in tree.tokens:
        depth += (token.kind == "LSQB") - (token.kind == "RSQB")
        if token.kind == "HYPHEN" and depth <= 0:
            hyphens.append(token)
    return hyphens


def _other_dialect(leg: Node, dialect: str, report: Report) -> None:
    """Report parts that mean something else in another dialect (B1): `pX`, `nN`, `gW2`, directed K or Q."""
    signs = leg.leaves("MODIFIER")
    letters = {token.text for token in signs}
    atom = leg.first("atom")
    first = atom.children[0].text if atom and isinstance(atom.children[0], Token) else ""
    ranged = any(isinstance(child, Token) and child.kind == "RANGE" for child in leg.children)
    for token in signs:
        why = ""
        if token.text == "p":
            why = TABLES["ambiguous"]["p"][dialect]
        elif token.text == "g" and (ranged or dialect == EXTENDED):
            why = TABLES["ambiguous"]["g"][dialect]
        elif token.text in "nj" and first[:1] not in tuple("WFDAHGKRBQ") and first:
            why = TABLES["ambiguous"]["lame"][dialect]
        if why:
            report(rules.AMBIGUOUS_DIALECT, token.span, f"{why} {_PIN}")
    if first in ("K", "Q", "KK") and letters & DIRECTION_LETTERS - {"a"}:
        directed = [token for token in signs if token.text in DIRECTION_LETTERS]
        report(
            rules.AMBIGUOUS_DIALECT,
            Span(directed[0].start, directed[-1].end),
            f"Directions of `{first}` select from its eight ways here; in the original dialect and in Fairy-Stockfish, "
            f"from its orthogonal and its diagonal part, so `f{first}` is three ways. {_PIN}",
        )


_PIN = "Set the dialect with `%dialect`."


# Names of pieces in the place of moves, and names without their `=` (B1, B3)

ALIKE = 0.75
"""The least similarity of a word to the name of a piece, from 0 to 1."""
MOST = 30
"""The number of words of a definition that are checked."""
LONGEST_SHOWN = 40
"""A longer text is not repeated in a title."""

_WORD = re.compile(r"(?<![^\W_])(?:[^\W\d_][^\W\dA-Z_]{2,20}|[A-Z]{3,20})(?![^\W_])")
_WORDS_TOGETHER = re.compile(rf"{_WORD.pattern}(?: [^\W\d_]+)*")
_LEADING = re.compile(r"[^\W\d_][^\W\dA-Z_]+(?:[ \t]+[^\W\d_][^\W\dA-Z_]+)*(?=[ \t]+\S)")
_JOINS = frozenset({"and", "or", "plus", "with"})
_MODIFIERS = frozenset[str]().union(*MODIFIERS.values())


def words_in(tree: Tree, is_broken: bool) -> tuple[Misspelling, ...]:
    """The words in the place of moves: names of pieces, and in a broken text also similar words and non-moves."""
    words = []
    for match in islice(_single_or_named(moves_alone(tree)), MOST):
        name = _meant(match[0].lower(), is_broken)
        is_known = name == match[0].lower() and not match[0].isupper()  # in capitals it may be atoms
        if is_known or (is_broken and (name or _is_no_move(match[0]))):
            span = Span(*match.span())
            words.append(Misspelling(span, _of_word(span, match[0], name, is_known), is_known))
    return tuple(words)


def _single_or_named(text: str) -> Iterator[re.Match[str]]:
    """The words of a text; those that are the name of a piece together are one."""
    for run in _WORDS_TOGETHER.finditer(text):
        if moves_named(run[0]):
            yield run
        else:
            yield from _WORD.finditer(text, *run.span())


def _meant(text: str, is_broken: bool) -> str:
    """The name of a piece that a word is, or in a broken text resembles; empty for other words."""
    if not is_broken or moves_named(text):
        return text if moves_named(text) else ""
    return "".join(get_close_matches(text, PIECES, n=1, cutoff=ALIKE))


def _is_no_move(text: str) -> bool:
    """Whether a word joins others, or has letters that are not modifiers."""
    is_long = len(text) > 3 and text[1:].islower()
    return text.lower() in _JOINS or (is_long and not _MODIFIERS.issuperset(text.removeprefix(text[0].upper())))


def moves_alone(tree: Tree) -> str:
    """The text up to its last word, with blanks for its name, comments and directive."""
    end = max((token.end for token in tree.tokens if token.kind != "COMMENT"), default=0)
    named = tree.tokens[:2] if tree.tokens and tree.tokens[0].kind == "NAME" else ()
    others = [token for token in tree.tokens if token.kind in ("COMMENT", "DIRECTIVE", "ARGUMENTS")]
    return blanked(tree.text[:end], (token.span for token in (*named, *others) if token.start < end))


def _of_word(span: Span, text: str, name: str, is_known: bool) -> Diagnostic:
    """The diagnostic for a word in place of moves, given the name of a piece that it is meant for, or nothing."""
    if text.lower() in _JOINS:
        message = f"`{text}` is not a move. Write parts side by side, as in `WF`."
        return Diagnostic(rules.PIECE_NAME, span, message, (remove(span, "it"),))
    moves = moves_named(name) if name else None
    if moves is None:
        message = f"`{text}` is not a move. Moves are letters: a knight is `N`, a rook `R`."
        return Diagnostic(rules.PIECE_NAME, span, message)
    way = f"Write `{moves}`." if is_known else f"Did you mean `{moves}`, the {name}?"
    message = f"`{text}` is a name, not a move. {way}"
    return Diagnostic(rules.PIECE_NAME, span, message, (write(span, moves),))


def missing_equals(tree: Tree, is_sound: Callable[[str], bool]) -> Diagnostic | None:
    """The diagnostic for a name and moves with nothing between; *is_sound* says whether moves have no error."""
    words = [token for token in tree.tokens if token.kind != "COMMENT"]
    if not words or any(token.kind in ("NAME", "EQUALS", "DIRECTIVE") for token in words):
        return None
    start, end = words[0].start, words[-1].end
    leading = _LEADING.match(tree.text, start, end)
    if leading is None:
        return None
    name, moves = leading[0], tree.text[leading.end() : end].strip()
    if not any(len(word) > 2 for word in name.split()) or not is_sound(moves):
        return None
    whole = f"{name} = {moves}"
    shown = whole if len(whole) <= LONGEST_SHOWN and "\n" not in whole else f"{name} = ..."
    return Diagnostic(
        rules.MISSING_EQUALS,
        Span(start, leading.end()),
        f"Missing `=` after the name `{name}`. Write `{shown}`.",
        (fix(f"Write `{shown}`", insertion(leading.end(), " =")),),
    )


# Spellings of other notations

_B = r"[ \t]*+"
_WORD_OR_NUMBER = r"(?:[A-Za-z]?[a-z]++(?:-[a-z]++)*|[A-Z]|\d++)"
_WORDS = rf"{_WORD_OR_NUMBER}(?:[ \t,.:!?'/]++{_WORD_OR_NUMBER})*[.!?]?"
_HAS_A_WORD = r"(?=[^\])}\r\n]{0,200}\b[A-Za-z][a-z]{2,}\b)"
_COMMENT = rules.PIECE_NAME, "Words about the moves are a comment.", r"# \g<words>"
_APART = rf"(?:{_B},{_B}|[ \t]++)"
BETZAC = re.compile(r"\s*+(?P<code>export[ \t]++[\w-]++[ \t]*+=|[\w-]++[ \t]*+=[ \t]*+:-?\d++,-?\d++)")
"""A definition in another language with the extension of Betza notation: `export W = :1,0:;`."""
SPELLINGS = (
    spelling(
        r"(?<![A-Z])[O0]-[O0](?:-[O0])?(?!\w)",
        rules.UNKNOWN_LETTER,
        "Castling takes the number of squares that the king moves.",
        "isO2",
    ),
    spelling(
        rf"[\[{{<]{_B}-?(?P<a>\d++){_APART}-?(?P<b>\d++)(?:{_B}[\]}}>)])?"
        rf"|\({_B}(?=-|\d++(?:{_B},{_B}-|[ \t]++-?\d++{_B}\)))-?(?P<c>\d++){_APART}-?(?P<d>\d++){_B}\)"
        rf"|(?<![\d,(\[{{<-])(?P<e>\d++){_B},{_B}(?P<f>\d++)(?![\d,)])",
        rules.BAD_LEAP,
        "A leap is two numbers in round brackets, without a sign.",
        r"(\g<a>\g<c>\g<e>,\g<b>\g<d>\g<f>)",
    ),
    spelling(
        rf"(?<=[A-Z])(?P<at>{_B}[\[{{<]{_B}(?P<place>\d++){_B}[\]}}>])",
        rules.RANGE_ON_NOTHING,
        "A range follows its atom without brackets.",
        r"\g<place>",
    ),
    spelling(
        rf"(?<=[A-Z])(?P<at>{_B}(?:\d++{_B}-|\d*+{_B}\.\.++){_B}(?P<place>\d++))(?!{_B}\w)",
        rules.RANGE_ON_NOTHING,
        "A range is one number, the largest number of steps.",
        r"\g<place>",
    ),
    spelling(r"(?<=[A-Z])(?:\*|∞|\.\.\.)", rules.UNKNOWN_LETTER, "The range `0` means any number of steps.", "0"),
    spelling(r"([\"'])(?P<a>[^\"'\r\n]+)\1", rules.UNKNOWN_LETTER, "Moves are written without quotes.", r"\g<a>"),
    spelling(
        rf"(?<=[A-Z\d)\]])[ \t]++(?P<at>[\[({{][ \t]*+{_HAS_A_WORD}(?P<words>{_WORDS})[ \t]*+[\])}}])(?=[ \t\r]*$)",
        *_COMMENT,
    ),
    spelling(rf"(?://|--)[ \t]*+{_HAS_A_WORD}(?P<words>[^\r\n]*[^\s])(?=[ \t\r]*$)", *_COMMENT),
    spelling(r"[-=]+>|[→⇒–—−]", rules.UNKNOWN_LETTER, "A `-` joins a leg to the next one.", "-"),
    spelling(r"[+,/|&](?=[ \t]*[A-Za-z(\[])", rules.UNKNOWN_LETTER, "Parts are written side by side, as in `WF`.", ""),
)
