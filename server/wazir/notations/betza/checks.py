"""Hints and warnings, and words in place of moves (B1, B3 to B5, B9, B23)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from itertools import islice

from wazir.diagnostics import Diagnostic
from wazir.notations.betza import codes
from wazir.notations.betza.directions import DIRECTION_LETTERS
from wazir.notations.betza.legs import unspaced
from wazir.notations.betza.vocabulary import (
    EXTENDED,
    MODIFIERS,
    PIECES,
    TABLES,
    XBETZA,
    moves_named,
)
from wazir.notations.fixes import fix, insertion, remove, write
from wazir.notations.known_names import begun_name
from wazir.notations.reports import Report
from wazir.notations.spellings import Misspelling, Spelling, spelling
from wazir.notations.wording import blanked
from wazir.piece.known import texts
from wazir.syntax import Node, Token, Tree
from wazir.text import Edit, Span


def report_remarks(tree: Tree, dialect: str, pinned: bool, report: Report) -> None:
    """Report hints and warnings about a definition."""
    nodes = tuple(tree.nodes())
    for node in nodes:
        if node.kind == "leg" and not pinned:
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
        match = _LEAP.fullmatch(unspaced(chain))
        modifiers, vector = match.groups() if match else ("", "")
        if vector and vector == before and not modifiers:
            message = f"Repeated leap `{vector}`. A rider is written `{vector}0`."
            fixes = (
                remove(chain.span, f"the second `{vector}`", safe=True),
                write(chain.span, "0"),
            )
            report(codes.REPEATED_LEAP, chain.span, message, *fixes)
        before = vector


_LEAP = re.compile(r"([a-z]*)(\([\d,]+\))")
"""A leap in numbers without a range."""

_SIGN_OF = {"group": ("A group `( )`", EXTENDED), "bracket": ("A chain in `[ ]`", XBETZA)}
"""The structures of a single dialect."""


def _foreign_structure(nodes: Iterable[Node], dialect: str, report: Report) -> None:
    """Report chains, groups and brackets of another dialect (B7, B10, B21)."""
    inside = 0
    for node in nodes:
        if node.kind in _SIGN_OF:
            what, own = _SIGN_OF[node.kind]
            opening, *_, close = node.leaves()
            if dialect != own:
                _foreign(what, opening.span, dialect, other=own, report=report)
            elif node.kind == "bracket" and node.start < inside:
                edits = (Edit(sign.span, "") for sign in (opening, close))
                message = "Nested brackets: inside `[ ]` each leg is one atom."
                report(codes.BRACKET, opening.span, message, fix("Remove these brackets", *edits))
            inside = max(inside, node.end) if node.kind == "bracket" else inside
        elif node.kind == "chain" and node.start >= inside and dialect != EXTENDED:
            advice = " In XBetza, write chains in brackets: `[W-F]`." if dialect == XBETZA else ""
            for sign in node.leaves():
                _foreign(
                    "A chain with `-`",
                    sign.span,
                    dialect,
                    other=EXTENDED,
                    report=report,
                    advice=advice,
                )
        elif node.kind == "leg" and dialect != XBETZA:
            for sign in node.leaves("REPEAT"):
                _foreign("A group of legs `(a)`", sign.span, dialect, other=XBETZA, report=report)


def _foreign(
    what: str, span: Span, dialect: str, other: str, report: Report, *, advice: str = ""
) -> None:
    """Report a structure of another dialect, with what to write instead."""
    message = (
        f"{what} is not part of the {dialect} dialect. Write `%dialect {other}` on a line "
        f"before.{advice}"
    )
    report(codes.WRONG_DIALECT, span, message)


def _mixed(tree: Tree, nodes: Iterable[Node], report: Report) -> None:
    """Report a definition in Extended Betza with characters of another dialect (B1)."""
    hyphen = next(iter(outer_hyphens(tree)), None)
    foreign = next(
        (token for token in tree.tokens if token.text in ("[", "O", "y") and token.kind != "NAME"),
        None,
    )
    if hyphen and foreign:
        message = f"A `-` chain is Extended Betza, but `{foreign.text}` is XBetza."
        report(codes.MIXED_DIALECTS, hyphen.span, f"{message} In XBetza, write chains as `[W-F]`.")
    letters = [token.start for token in tree.tokens if token.text == "a"]
    for node in nodes:
        if node.kind == "group" and any(node.start < letter < node.end for letter in letters):
            report(codes.MIXED_DIALECTS, node.span, _A_IN_GROUP)


_A_IN_GROUP = (
    "Ambiguous `a` in a group: all directions in Extended Betza, a further leg elsewhere. Write "
    "a further leg as in `F-R`, or set `%dialect extended`."
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
    """Report parts that mean something else in another dialect (B1): `pX`, `nN`, `gW2`, directed K
    or Q.
    """
    modifiers = leg.leaves("MODIFIER")
    atom = leg.inner()[0].leaves()[0].text
    for token in modifiers:
        is_lame = token.text in "nj" and atom[:1] not in "WFDAHGKRBQ"
        is_counted = token.text == "g" and (leg.leaves("RANGE") or dialect == EXTENDED)
        if token.text == "p" or is_lame or is_counted:
            why = TABLES["ambiguous"]["lame" if is_lame else token.text][dialect]
            report(codes.AMBIGUOUS_DIALECT, token.span, f"{why} {_PIN}")
    directed = [token for token in modifiers if token.text in DIRECTION_LETTERS]
    if atom in ("K", "Q", "KK") and any(token.text != "a" for token in directed):
        parts = f"from its orthogonal and its diagonal part, so `f{atom}` is three ways"
        others = f"in the original dialect and in Fairy-Stockfish, {parts}"
        message = f"Directions of `{atom}` select from its eight ways here; {others}. {_PIN}"
        report(codes.AMBIGUOUS_DIALECT, Span(directed[0].start, directed[-1].end), message)


_PIN = "Set the dialect with `%dialect`."


# Names of pieces in the place of moves, and names without their `=` (B1, B3)

MIN_SIMILARITY = 0.75
"""The least similarity of a word to the name of a piece, from 0 to 1."""
MIN_SIMILARITY_OF_KNOWN = 0.8
"""The least similarity of a word to another name of the dictionary, from 0 to 1."""
MIN_LETTERS = 5
"""The minimum length of a word that is compared with the whole dictionary."""
MAX_WORDS = 30
"""The number of words of a definition that are checked."""
MAX_SHOWN = 40
"""A longer text is not repeated in a title."""

_WORD = re.compile(r"(?<![^\W_])(?:[^\W\d_][^\W\dA-Z_]{2,20}|[A-Z]{3,20}|or)(?![^\W_])")
_WORDS_TOGETHER = re.compile(rf"{_WORD.pattern}(?: [^\W\d_]+)*")
_LEADING = re.compile(r"[^\W\d_][^\W\dA-Z_]+(?:[ \t]+[^\W\d_][^\W\dA-Z_]+)*(?=[ \t]+\S)")
_JOINS = frozenset({"and", "or", "plus", "with"})
_MODIFIERS = frozenset[str]().union(*MODIFIERS.values())


def words_in(tree: Tree, is_broken: bool, has_names: bool) -> tuple[Misspelling, ...]:
    """The words in the place of moves: names of pieces, and in a broken text also similar words and
    non-moves.

    A word that is alone in a file of names is a name without moves.
    """
    text, words = moves_alone(tree), []
    runs = _WORDS_TOGETHER.finditer(text)  # words that are the name of a piece together are one
    parts = ((run,) if moves_named(run[0]) else _WORD.finditer(text, *run.span()) for run in runs)
    for match in islice((match for part in parts for match in part), MAX_WORDS):
        word = match[0].lower()
        name = word if moves_named(word) else ""
        if is_broken and not name:
            name = _meant(match[0])
        joins = (
            word in _JOINS and f"{text[: match.start()][-1:]}{text[match.end() :][:1]}".isspace()
        )
        is_known = joins or (name == word and not match[0].isupper())  # in capitals it may be atoms
        if is_known or (is_broken and (name or _is_no_move(match[0]))):
            span = Span(*match.span())
            diagnostic = _of_word(span, match[0], name, is_known=is_known)
            if is_known and has_names and match[0] == text:
                diagnostic = _of_name(span, match[0])
            words.append(Misspelling(span, diagnostic, is_known))
    return tuple(words)


def _meant(text: str) -> str:
    """The name of a piece that a word is similar to; empty without one."""
    word = text.lower()
    close = get_close_matches(word, PIECES, n=1, cutoff=MIN_SIMILARITY)
    if not close and text[1:].islower() and len(word) >= MIN_LETTERS:
        close = get_close_matches(word, texts("betza"), n=1, cutoff=MIN_SIMILARITY_OF_KNOWN)
    return "".join(close)


def _is_no_move(text: str) -> bool:
    """Whether a word joins others, or has letters that are not modifiers."""
    is_long = len(text) > 3 and text[1:].islower()
    return text.lower() in _JOINS or (
        is_long and not _MODIFIERS.issuperset(text.removeprefix(text[0].upper()))
    )


def moves_alone(tree: Tree) -> str:
    """The text up to its last word, with blanks for its name, comments and directive."""
    end = max((token.end for token in tree.tokens if token.kind != "COMMENT"), default=0)
    named = tree.tokens[:2] if tree.tokens and tree.tokens[0].kind == "NAME" else ()
    others = [token for token in tree.tokens if token.kind in ("COMMENT", "DIRECTIVE", "ARGUMENTS")]
    return blanked(tree.text, (token.span for token in (*named, *others)))[:end]


def _of_word(span: Span, text: str, name: str, is_known: bool) -> Diagnostic:
    """The diagnostic for a word in place of moves, given the name of a piece that it is meant for,
    or nothing.
    """
    if text.lower() in _JOINS:
        message = f"`{text}` is not a move. Write parts side by side, as in `WF`."
        return Diagnostic(codes.PIECE_NAME, span, message, fixes=(remove(span, "it"),))
    moves = moves_named(name)
    if moves is None:
        message = f"`{text}` is not a move. Moves are letters: a knight is `N`, a rook `R`."
        return Diagnostic(codes.PIECE_NAME, span, message)
    way = f"Write `{moves}`." if is_known else f"Did you mean `{moves}`, the {name}?"
    message = f"`{text}` is a name, not a move. {way}"
    return Diagnostic(codes.PIECE_NAME, span, message, fixes=(write(span, moves),))


def _of_name(span: Span, name: str) -> Diagnostic:
    """The diagnostic for the name of a well-known piece that is alone on its line."""
    whole = f"{name} = {moves_named(name.lower())}"
    message = f"`{name}` is a name without moves. Write `{whole}`."
    added = insertion(span.end, whole.removeprefix(name))
    return Diagnostic(codes.PIECE_NAME, span, message, fixes=(fix(f"Write `{whole}`", added),))


def bare_name(tree: Tree, has_names: bool) -> Diagnostic | None:
    """The diagnostic for a broken definition that is nothing but words: a name that may be only
    begun.
    """
    text = moves_alone(tree)
    match = _BARE_NAME.fullmatch(text)
    if match is None or tree.tokens[0].kind == "NAME" or not (has_names or _begins_name(match[0])):
        return None
    message = f"`{match[0]}` has no moves. Write them after a `=`, as in `Knight = N`."
    return Diagnostic(codes.BARE_NAME, Span(*match.span()), message)


_BARE_NAME = re.compile(r"[^\W\d_][^\W\dA-Z_]++(?:[ '-](?:[^\W\d_][^\W\dA-Z_]*+)?)*")


def _begins_name(text: str) -> bool:
    """Whether the name of a well-known piece begins with a text."""
    begun = begun_name(texts("betza"), text, len(text))
    return begun == Span(0, len(text))


def indented_definitions(tree: Tree) -> list[Misspelling]:
    """The definitions on indented lines, which go on with the definition above."""
    tokens = [token for token in tree.tokens if token.kind not in ("COMMENT", "NAME")]
    signs = {token.start for token in tokens if token.text in ("=", ":")}
    found = []
    for match in _INDENTED.finditer(moves_alone(tree)):
        if match.start("sign") not in signs:
            continue
        message = (
            f"`{match['name']}` is indented, so it goes on with the definition above. "
            "Remove the blanks."
        )
        blanks = Span(*match.span("blanks"))
        diagnostic = Diagnostic(
            codes.INDENTED_DEFINITION,
            Span(*match.span("name")),
            message,
            fixes=(remove(blanks, "the blanks before it"),),
        )
        found.append(Misspelling(Span(*match.span()), diagnostic))
    return found


_INDENTED = re.compile(
    r"(?<=[\r\n])(?P<blanks>[ \t]+)(?P<name>[^\W\d_][^\r\n=:#;%]*?)[ \t]*(?P<sign>[=:])[^\r\n]*"
)


def missing_equals(tree: Tree, is_sound: Callable[[str], bool]) -> Diagnostic | None:
    """The diagnostic for a name and moves with nothing between; *is_sound* says whether moves have
    no error.
    """
    words = [token for token in tree.tokens if token.kind != "COMMENT"]
    if any(token.kind in ("NAME", "EQUALS", "DIRECTIVE") for token in words):
        return None
    start, end = words[0].start, words[-1].end
    leading = _LEADING.match(tree.text, start, end)
    if leading is None:
        return None
    name, moves = leading[0], tree.text[leading.end() : end].strip()
    if not any(len(word) > 2 for word in name.split()) or not is_sound(moves):
        return None
    whole = f"{name} = {moves}"
    shown = whole if len(whole) <= MAX_SHOWN and "\n" not in whole else f"{name} = ..."
    message = f"Missing `=` after the name `{name}`. Write `{shown}`."
    fixes = (fix(f"Write `{shown}`", insertion(leading.end(), " =")),)
    return Diagnostic(codes.MISSING_EQUALS, Span(start, leading.end()), message, fixes=fixes)


# Spellings of other notations

_B = r"[ \t]*+"
_WORD_OR_NUMBER = r"(?:[A-Za-z]?[a-z]++(?:-[a-z]++)*|[A-Z]|\d++)"
_WORDS = rf"{_WORD_OR_NUMBER}(?:[ \t,.:!?'/]++{_WORD_OR_NUMBER})*[.!?]?"
_HAS_A_WORD = r"(?=[^\])}\r\n]{0,200}\b[A-Za-z][a-z]{2,}\b)"
_COMMENT = codes.PIECE_NAME, "Words about the moves are a comment.", r"# \g<words>"
_APART = rf"(?:{_B},{_B}|[ \t]++)"
BETZAC = re.compile(
    r"\s*+(?P<code>export[ \t]++[\w-]++[ \t]*+=|[\w-]++[ \t]*+=[ \t]*+:-?\d++,-?\d++)"
)
"""A definition in another language with the extension of Betza notation: `export W = :1,0:;`."""
SPELLINGS = (
    spelling(
        r"(?<![A-Z])[O0]-[O0](?:-[O0])?(?!\w)",
        codes.UNKNOWN_LETTER,
        "Castling takes the number of squares that the king moves.",
        written="isO2",
    ),
    spelling(
        rf"[\[{{<]{_B}-?(?P<a>\d++){_APART}-?(?P<b>\d++)(?:{_B}[\]}}>)])?"
        rf"|\({_B}(?=-|\d++(?:{_B},{_B}-|[ \t]++-?\d++{_B}\)))"
        rf"-?(?P<c>\d++){_APART}-?(?P<d>\d++){_B}\)"
        rf"|(?<![\d,(\[{{<-])(?P<e>\d++){_B},{_B}(?P<f>\d++)(?![\d,)])",
        codes.BAD_LEAP,
        "A leap is two numbers in round brackets, without a sign.",
        written=r"(\g<a>\g<c>\g<e>,\g<b>\g<d>\g<f>)",
    ),
    spelling(
        rf"(?<=[A-Z])(?P<at>{_B}[\[{{<]{_B}(?P<place>\d++){_B}[\]}}>])",
        codes.RANGE_ON_NOTHING,
        "A range follows its atom without brackets.",
        written=r"\g<place>",
    ),
    spelling(
        rf"(?<=[A-Z])(?P<at>{_B}(?:\d++{_B}-|\d*+{_B}\.\.++){_B}(?P<place>\d++))(?!{_B}\w)",
        codes.RANGE_ON_NOTHING,
        "A range is one number, the largest number of steps.",
        written=r"\g<place>",
    ),
    spelling(
        r"(?<=[A-Z])(?:\*|∞|\.\.\.)",
        codes.UNKNOWN_LETTER,
        "The range `0` means any number of steps.",
        written="0",
    ),
    Spelling(
        re.compile(r"(?:\[[fblrvs]{1,2}\]){1,8}(?=[A-Z])"),
        codes.BRACKET,
        "Directions are written without brackets.",
        written=lambda match: match[0].replace("][", "").strip("[]"),
    ),
    spelling(
        r"([\"'])(?P<a>[^\"'\r\n]+)\1",
        codes.UNKNOWN_LETTER,
        "Moves are written without quotes.",
        written=r"\g<a>",
    ),
    spelling(
        rf"(?<=[A-Z\d)\]])[ \t]++"
        rf"(?P<at>[\[({{][ \t]*+{_HAS_A_WORD}(?P<words>{_WORDS})[ \t]*+[\])}}])(?=[ \t\r]*$)",
        *_COMMENT,
    ),
    spelling(rf"(?://|--)[ \t]*+{_HAS_A_WORD}(?P<words>[^\r\n]*[^\s])(?=[ \t\r]*$)", *_COMMENT),
    spelling(r"[-=]+>|[→⇒–—−]", codes.UNKNOWN_LETTER, "A `-` joins a leg to the next one.", "-"),
    spelling(
        r"[+,/|&](?=[ \t]*[A-Za-z(\[])",
        codes.UNKNOWN_LETTER,
        "Parts are written side by side, as in `WF`.",
        written="",
    ),
)
