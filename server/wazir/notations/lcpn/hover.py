"""What stands at a place: a name, a step, a restriction, an operator, a function, a condition, a property, a string."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from wazir.notations.base import HoverText
from wazir.notations.kit import shortened
from wazir.notations.lcpn import glossary, tree, vocabulary
from wazir.notations.lcpn.conditions import PROMOTE, is_known_test, label
from wazir.notations.lcpn.definition import Chunk
from wazir.notations.lcpn.glossary import explained, of_word
from wazir.notations.lcpn.names import is_function, is_still, is_whole, jumps_into_ride
from wazir.notations.lcpn.refactor import LONGEST_TITLE
from wazir.notations.lcpn.restrictions import ONLY
from wazir.notations.lcpn.scanner import setting
from wazir.notations.lcpn.styles import STYLES
from wazir.parsing import COMMENT
from wazir.piece.board import parse_board
from wazir.syntax import Token

_Path = tuple[tree.Part, ...]
"""The parts of the tree around a word, the definition first and the smallest last."""


def hover(chunk: Chunk, offset: int) -> HoverText | None:
    """What stands at an offset; nothing on blanks, on most comments, and on the name that is defined."""
    token = chunk.token_at(offset)
    explain = _EXPLAINERS.get(token.kind) if token else None
    return explain(chunk, token, chunk.path(token.span)) if token and explain else None


def _around(path: _Path, *kinds: type) -> tree.Part | None:
    """The smallest part of some kinds around a word."""
    return next((part for part in reversed(path) if isinstance(part, kinds)), None)


# Names


def _name(chunk: Chunk, token: Token, path: _Path) -> HoverText | None:
    *_, holder, part = (None, None, *path)
    if not isinstance(part, tree.Name):
        word = token.text.lower()  # in the Lisp styles words of conditions are names elsewhere
        if isinstance(part, tree.Logic) and word in vocabulary.LOGIC:
            return of_word(chunk, token, vocabulary.LOGIC[word])
        return _default(chunk, token, path) if isinstance(part, tree.Clause) and word in ("t", "else") else None
    if isinstance(holder, tree.Defined) and holder.name is part:
        return glossary.function_of(chunk, part) if is_function(holder.body, chunk.names) else None
    call = _call_of(path)
    if call is not None:
        return _function(chunk, token, path, part, call)
    return (
        glossary.function_of(chunk, part)
        if isinstance(holder, tree.Together)
        else glossary.named(chunk, part, token.text)
    )


def _call_of(path: _Path) -> tree.Call | None:
    """The call whose function, or a part of whose function, is the last of a path."""
    part = path[-1]
    for holder in reversed(path[:-1]):
        if isinstance(holder, tree.Call):
            return holder if holder.function is part else None
        if not isinstance(holder, tree.Together | tree.Either):
            return None
        part = holder
    return None


def _function(chunk: Chunk, token: Token, path: _Path, part: tree.Name, call: tree.Call) -> HoverText | None:
    if is_known_test(call) and (test := vocabulary.TESTS.get(part.key)):
        return of_word(chunk, token, test)
    if _around(path, tree.Clause) and not call.arguments:
        return explained(chunk, token.span, f"{token.text}: a condition in words", _open(label(call)))
    chain = _around(path, tree.Chain)
    return glossary.function_of(chunk, part, chain if part.key == PROMOTE and isinstance(chain, tree.Chain) else call)


def _open(words: str) -> str:
    return f"No position answers this. It is kept as the condition “{words}” of what depends on it."


# Steps and restrictions


def _number(chunk: Chunk, token: Token, path: _Path) -> HoverText | None:
    if (
        isinstance(path[-1] if path else None, tree.Number)
        and _around(path, tree.Call)
        and not _around(path, tree.Compare)
    ):
        text = "A number that the function is given. It is kept as a part of its condition."
        return explained(chunk, token.span, token.text, text)
    return _array(chunk, path)


def _array(chunk: Chunk, path: _Path) -> HoverText | None:
    if not path or not isinstance(path[-1], tree.Array):
        return None
    words = (word for part in path if isinstance(part, tree.Restricted) for word in part.words)
    return glossary.array(chunk, path[-1], any(word.key == ONLY for word in words))


def _restriction(chunk: Chunk, _: Token, path: _Path) -> HoverText | None:
    holder = _around(path, tree.Restricted)
    if not isinstance(path[-1] if path else None, tree.Word) or not isinstance(holder, tree.Restricted):
        return None
    return glossary.restriction(chunk, path[-1], holder, path)  # type: ignore[arg-type]


# Operators


def _sign(chunk: Chunk, token: Token, path: _Path) -> HoverText | None:
    """An operator, which in SQL may be a word of a condition too."""
    span, text = token.span, token.text
    part = path[-1] if path else None
    match part:
        case tree.Either() if _around(path, tree.Call) and _call_of((*path, part)):
            meant = "Applies each of the functions, and takes what any of them gives."
            return explained(chunk, span, f"{text}: each", meant)
        case tree.Either():
            return of_word(chunk, token, vocabulary.OPERATORS["/"], part)
        case tree.Chain():
            return _chain(chunk, token, part)
        case tree.Together():
            return of_word(chunk, token, vocabulary.OPERATORS["&"], _call_of(path))
        case tree.Compare(sign):
            return of_word(chunk, token, vocabulary.COMPARISONS[sign]) if sign in vocabulary.COMPARISONS else None
        case tree.Logic(word):
            return of_word(chunk, token, vocabulary.LOGIC[word])
        case tree.Cond() | tree.Clause():
            return _condition(chunk, token, path)
    return of_word(chunk, token, vocabulary.OPERATORS[text]) if text in vocabulary.OPERATORS else None


def _chain(chunk: Chunk, token: Token, part: tree.Chain) -> HoverText:
    first, *_, last = part.parts
    meaning = vocabulary.OPERATORS["->" if part.jumps else "=>"]
    text, notes = meaning.text, []
    if is_still(last) and len(part.parts) == 2:
        shown = chunk.spelled(last)
        text = f"What stands right of it does not move: the piece does what stands left of it, with `{shown}`."
    elif is_whole(first):
        begun = f"First `{chunk.spelled(first)}`, all of it, and then on from there with what stands right of it"
        text = f"{begun}{', or not' if part.jumps else '; it may not stop between'}."
    elif jumps_into_ride(part, chunk.names):
        notes = ["The ride behind it goes on even over a piece."]
    return explained(chunk, token.span, f"{token.text}: {meaning.title}", text, part, notes=notes)


# Conditions and definitions


def _condition(chunk: Chunk, token: Token, path: _Path) -> HoverText | None:
    if token.kind == "ELSE":
        return _default(chunk, token, path)
    whole = _around(path, tree.Cond)
    cond = whole if isinstance(whole, tree.Cond) else None
    is_open = cond is not None and cond.clauses[-1].test is not None
    notes = ("It says nothing about all other cases: there the piece has no moves.",) if is_open else ()
    return of_word(chunk, token, vocabulary.CONDITION, cond, *notes)


def _default(chunk: Chunk, token: Token, path: _Path) -> HoverText | None:
    clause = path[-1] if path else None
    return of_word(chunk, token, vocabulary.DEFAULT, clause.then if isinstance(clause, tree.Clause) else None)


def _definition(chunk: Chunk, token: Token, _: _Path) -> HoverText | None:
    return of_word(chunk, token, vocabulary.DEFINITION)


def _bracket(chunk: Chunk, _: Token, path: _Path) -> HoverText | None:
    """What a bracket holds."""
    match path[-1] if path else None:
        case tree.Restricted() | tree.Chain() | tree.Either() | tree.Call() | tree.Cond() as part if (
            chunk.piece(part) is not None
        ):
            return explained(
                chunk, part.span, shortened(chunk.written(part), LONGEST_TITLE), "What this bracket belongs to.", part
            )
    return _array(chunk, path)


# Properties, strings, comments


def _property(chunk: Chunk, token: Token, path: _Path) -> HoverText | None:
    part = path[-1] if path else None
    known = vocabulary.PROPERTIES.get(part.key if isinstance(part, tree.Property) else token.text.strip(":").lower())
    text = known.text if known else "Something about the piece that is no move. It is kept, and changes none."
    return explained(chunk, token.span, f"{token.text}: a property", text)


def _string(chunk: Chunk, token: Token, path: _Path) -> HoverText | None:
    *_, holder, part = (None, None, *path)
    if not isinstance(part, tree.Text):
        return None
    words = tree.folded(part.words)
    title = shortened(f'"{words}"', LONGEST_TITLE)
    chain = _around(path, tree.Chain)
    what, text, whole = "a move in words", "A move that only a person can read: it has no squares here.", None
    if words in tree.INCOMPLETE:
        what, text = "not complete", "Says that the definition does not tell all that the piece can do."
    elif (isinstance(holder, tree.Clause) and holder.test is part) or isinstance(holder, tree.Logic | tree.Compare):
        what, text = "a condition", _open(shortened(words, LONGEST_TITLE))
        whole = holder.then if isinstance(holder, tree.Clause) else None
    elif isinstance(holder, tree.Call) and not all(isinstance(one, tree.Text) for one in holder.arguments):
        text = "Given to a function with a piece, or in the place of one: kept as a condition of its moves."
        what, whole = "in words", holder
    elif isinstance(chain, tree.Chain) and chain.parts[-1] in (part, holder) and is_still(chain.parts[-1]):
        text = "The last part of a chain, in words. It does not move: what stands before it keeps it as a label."
        what, whole = "in words", chain
    return explained(chunk, token.span, f"{title}: {what}", text, whole)


def _comment(chunk: Chunk, token: Token, _: _Path) -> HoverText | None:
    """The style or the board that a comment at the top sets."""
    if any(one.kind != COMMENT and one.start < token.start for one in chunk.reading.tree.tokens):
        return None
    if (name := setting(token.text, "style")) in STYLES:
        text = f"The style of the whole file. {STYLES[name].summary}"
        return explained(chunk, token.span, f"{name}: style", text)
    if name := setting(token.text, "board"):
        try:
            described = parse_board(name).describe()
        except ValueError:
            return None
        return explained(chunk, token.span, f"{name}: board", f"{described[:1].upper()}{described[1:]}.")
    return None


_EXPLAINERS: Mapping[str, Callable[[Chunk, Token, _Path], HoverText | None]] = {
    "NAME": _name,
    "GERUND": _name,
    "NUMBER": _number,
    "WORD": _restriction,
    "PROPERTY": _property,
    "STRING": _string,
    "COMMENT": _comment,
    "DEF": _definition,
    "DEFINE": _definition,
    **dict.fromkeys(("SIGN", "SLASH", "JUMP", "AFTER", "AMP", "COMPARE"), _sign),
    **dict.fromkeys(("OR", "AND", "AND_THEN", "THEN", "NOT"), _sign),
    **dict.fromkeys(("COND", "IF", "ELSE", "ELIF", "AGAIN", "END"), _condition),
    **dict.fromkeys(("OPEN", "CLOSE", "LPAR", "START", "LSQB", "LBRACE", "COMMA"), _bracket),
}
