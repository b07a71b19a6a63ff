"""What stands at a place: a name, a step, a restriction, an operator, a function, a condition, a property, a string."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from wazir.notations.base import NO_NAMES, Context, Explanation, Scope
from wazir.notations.lcpn import restricting
from wazir.notations.lcpn.analysis import Chunk
from wazir.notations.lcpn.conditions import PROMOTE, is_known_test, label
from wazir.notations.lcpn.names import is_function, is_whole, jumps_into_ride
from wazir.notations.lcpn.naming import function_of, named
from wazir.notations.lcpn.said import Said
from wazir.notations.lcpn.scanner import setting
from wazir.notations.lcpn.styles import STYLES
from wazir.notations.lcpn.tree import (
    INCOMPLETE,
    Array,
    Call,
    Chain,
    Clause,
    Compare,
    Cond,
    Defined,
    Either,
    Expression,
    Logic,
    Name,
    Number,
    Part,
    Property,
    Restricted,
    Text,
    Together,
    Word,
    in_words,
)
from wazir.notations.lcpn.vocabulary import (
    COMPARISONS,
    CONDITION,
    DEFAULT,
    DEFINITION,
    LOGIC,
    OPERATORS,
    PROPERTIES,
    TESTS,
)
from wazir.notations.lcpn.vocabulary import Word as Meaning
from wazir.piece.board import parse_board
from wazir.syntax import Token


@dataclass(frozen=True)
class Here:
    """A word, and the parts of the tree around it."""

    page: Chunk
    token: Token

    @cached_property
    def path(self) -> tuple[Part, ...]:
        """From the definition to the smallest part."""
        return self.page.path(self.token.span)

    @property
    def inmost(self) -> Part | None:
        """The smallest part around the word."""
        return self.path[-1] if self.path else None

    def around(self, *kinds: type) -> Part | None:
        """The smallest part of some kinds around the word."""
        return next((part for part in reversed(self.path) if isinstance(part, kinds)), None)


def explain(text: str, context: Context, offset: int, scope: Scope = NO_NAMES) -> Explanation | None:
    """What stands at an offset; nothing on blanks, on most comments, and on the name that is defined."""
    page = Chunk.of(text, context, scope)
    token = page.token_at(offset)
    say = _SAYERS.get(token.kind) if token else None
    if token is None or say is None:
        return None
    said = say(Here(page, token))
    if said is None:
        return None
    part = said.part
    piece = page.piece(part) if part is not None else None
    shown = (said.shown or page.written(part)) if part is not None and piece else ""
    notes = said.notes
    if part is not None:
        notes += in_words(part, {label for move in piece.moves for label in move.labels} if piece else ())
    place = part.span if part is not None and piece else None
    legs = tuple(one.span for one in part.parts) if isinstance(part, Chain) else (place,) if place else ()
    return Explanation(said.span or token.span, said.title, said.text, piece, shown, notes, place=place, legs=legs)


# Names


def _name(here: Here) -> Said | None:
    token, part = here.token, here.inmost
    if not isinstance(part, Name):
        return _word_of_condition(here)
    holder = here.path[-2]
    if isinstance(holder, Defined) and holder.name is part:
        return function_of(part, here.page) if is_function(holder.body, here.page.names) else None
    call = _call_of(here.path)
    if call is not None:
        return _function(here, part, call)
    if isinstance(here.around(Defined), Defined) and isinstance(holder, Together):
        return function_of(part, here.page)
    return named(part, here.page, token.text)


def _call_of(path: tuple[Part, ...]) -> Call | None:
    """The call whose function, or a part of whose function, is the last of a path."""
    part = path[-1]
    for holder in reversed(path[:-1]):
        if isinstance(holder, Call):
            return holder if holder.function is part else None
        if not isinstance(holder, Together | Either):
            return None
        part = holder
    return None


def _function(here: Here, part: Name, call: Call) -> Said | None:
    if is_known_test(call) and (test := TESTS.get(part.key)):
        return Said.of(here.token.text, test)
    if here.around(Clause) and not call.arguments:
        return Said(f"{here.token.text}: a condition in words", _open(label(call)))
    whole: Expression = call
    if part.key == PROMOTE and isinstance(chain := here.around(Chain), Chain):
        whole = chain
    said = function_of(part, here.page)
    return Said(said.title, said.text, whole, notes=said.notes)


def _open(words: str) -> str:
    return f"No position answers this. It is kept as the condition “{words}” of what depends on it."


def _word_of_condition(here: Here) -> Said | None:
    """Words of the Lisp styles that are names elsewhere."""
    word = here.token.text.lower()
    if isinstance(here.inmost, Logic) and word in LOGIC:
        return Said.of(here.token.text, LOGIC[word])
    if isinstance(here.inmost, Clause) and word in ("t", "else"):
        return _of_default(here)
    return None


# Steps and restrictions


def _number(here: Here) -> Said | None:
    if isinstance(here.inmost, Array):
        return _array(here)
    if isinstance(here.inmost, Number) and here.around(Call) and not here.around(Compare):
        return Said(here.token.text, "A number that the function is given. It is kept as a part of its condition.")
    return None


def _array(here: Here) -> Said | None:
    array = here.inmost
    if not isinstance(array, Array):
        return None
    is_literal = any(
        isinstance(part, Restricted) and any(word.key == "only" for word in part.words) for part in here.path
    )
    title, text = restricting.array(array, here.page, is_literal)
    whole: Expression = array
    if is_literal:
        whole = Restricted(array, (Word("only", array.span),), array.span)
    return Said(title, text, whole, array.span, here.page.spelled(whole))


def _restriction(here: Here) -> Said | None:
    word, holder = here.inmost, here.around(Restricted)
    if not isinstance(word, Word) or not isinstance(holder, Restricted):
        return None
    return restricting.restriction(word, holder, here.page, here.path)


# Operators


def _sign(here: Here) -> Said | None:
    """An operator, which in SQL may be a word of a condition too."""
    part = here.inmost
    match part:
        case Either():
            return _either(here, part)
        case Chain():
            return _chain(here, part)
        case Together():
            return _together(here, part)
        case Compare(sign):
            return Said.of(here.token.text, COMPARISONS[sign], span=here.token.span) if sign in COMPARISONS else None
        case Logic(word):
            return Said.of(here.token.text, LOGIC[word])
        case Cond() | Clause():
            return _condition(here)
    found = OPERATORS.get(here.token.text)
    return Said.of(here.token.text, found) if found else None


def _either(here: Here, part: Either) -> Said:
    is_function = here.around(Call) is not None and _call_of((*here.path, part)) is not None
    if is_function:
        return Said(f"{here.token.text}: each", "Applies each of the functions, and takes what any of them gives.")
    return Said.of(here.token.text, OPERATORS["/"], part)


def _chain(here: Here, part: Chain) -> Said:
    page, (first, *_, last) = here.page, part.parts
    meaning = OPERATORS["->" if part.jumps else "=>"]
    title = f"{here.token.text}: {meaning.title}"
    if _is_still(last) and len(part.parts) == 2:
        shown = page.spelled(last)
        text = f"What stands right of it does not move: the piece does what stands left of it, with `{shown}`."
        return Said(title, text, part)
    if is_whole(first):
        begun = f"First `{page.spelled(first)}`, all of it, and then on from there with what stands right of it"
        return Said(title, f"{begun}{', or not' if part.jumps else '; it may not stop between'}.", part)
    notes = ("The ride behind it goes on even over a piece.",) if jumps_into_ride(part, page.names) else ()
    return Said(title, meaning.text, part, notes=notes)


def _is_still(part: Expression) -> bool:
    match part:
        case Text():
            return True
        case Call(Name(key), _) if key == PROMOTE:
            return True
        case Call(_, arguments):
            return bool(arguments) and all(isinstance(one, Text) for one in arguments)
    return False


def _together(here: Here, part: Together) -> Said:
    call = _call_of(here.path)
    return Said.of(here.token.text, OPERATORS["&"], call or None)


# Conditions and definitions


def _condition(here: Here) -> Said | None:
    if here.token.kind == "ELSE":
        return _of_default(here)
    whole = here.around(Cond)
    notes = []
    if isinstance(whole, Cond) and whole.clauses[-1].test is not None:
        notes.append("It says nothing about all other cases: there the piece has no moves.")
    return Said.of(here.token.text, CONDITION, whole if isinstance(whole, Cond) else None, notes=tuple(notes))


def _of_default(here: Here) -> Said | None:
    clause = here.inmost if isinstance(here.inmost, Clause) else None
    return Said.of(here.token.text, DEFAULT, clause.then if clause else None)


def _definition(here: Here) -> Said | None:
    return Said.of(here.token.text, DEFINITION)


def _bracket(here: Here) -> Said | None:
    """What a bracket holds."""
    part = here.inmost
    match part:
        case Array():
            return _array(here)
        case Restricted() | Chain() | Either() | Call() | Cond() if here.page.piece(part) is not None:
            return Said(_short(here.page.written(part)), "What this bracket belongs to.", part, part.span)
    return None


# Properties, strings, comments


def _property(here: Here) -> Said | None:
    key = here.inmost.key if isinstance(here.inmost, Property) else here.token.text.strip(":").lower()
    known: Meaning | None = PROPERTIES.get(key)
    text = known.text if known else "Something about the piece that is no move. It is kept, and changes none."
    return Said(f"{here.token.text}: a property", text)


def _string(here: Here) -> Said | None:
    part = here.inmost
    if not isinstance(part, Text):
        return None
    words = " ".join(part.words.split())
    if words in INCOMPLETE:
        return Said(f'"{words}": not complete', "Says that the definition does not tell all that the piece can do.")
    holder = here.path[-2] if len(here.path) > 1 else None
    title = _short(f'"{words}"')
    match holder:
        case Clause(test) if test is part:
            return Said(f"{title}: a condition", _open(_short(words)), holder.then)
        case Logic() | Compare():
            return Said(f"{title}: a condition", _open(_short(words)))
        case Call(_, arguments) if any(not isinstance(one, Text) for one in arguments):
            text = "Given to a function with a piece, or in the place of one: kept as a condition of its moves."
            return Said(f"{title}: in words", text, holder)
    chain = here.around(Chain)
    if isinstance(chain, Chain) and chain.parts[-1] in (part, holder) and _is_still(chain.parts[-1]):
        text = "The last part of a chain, in words. It does not move: what stands before it keeps it as a label."
        return Said(f"{title}: in words", text, chain)
    return Said(f"{title}: a move in words", "A move that only a person can read: it has no squares here.")


def _comment(here: Here) -> Said | None:
    """The style or the board that a comment at the top sets."""
    if here.page.text[: here.token.start].strip() and not _is_leading(here):
        return None
    line = here.token.text
    if name := setting(line, "style"):
        known = STYLES.get(name)
        return Said(f"{name}: style", f"The style of the whole file. {known.summary}") if known else None
    if name := setting(line, "board"):
        try:
            described = parse_board(name).describe()
        except ValueError:
            return None
        return Said(f"{name}: board", f"{described[:1].upper()}{described[1:]}.")
    return None


def _is_leading(here: Here) -> bool:
    before = [token for token in here.page.reading.tree.tokens if token.start < here.token.start]
    return all(token.kind == "COMMENT" for token in before)


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:59]}…"


_SAYERS: Mapping[str, Callable[[Here], Said | None]] = {
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
