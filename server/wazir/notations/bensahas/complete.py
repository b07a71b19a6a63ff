"""Completion and signature help."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice

from wazir.notations.base import Scope
from wazir.notations.bensahas.definition import Chunk
from wazir.notations.bensahas.hover import direction_words, turn_words
from wazir.notations.bensahas.ranges import NUMBERS
from wazir.notations.bensahas.syntax import parse
from wazir.notations.bensahas.vocabulary import ARGUMENTS, PARAMETERS, PLAIN, WORDS, Argument, Use, Word, arguments
from wazir.notations.kit import BEGUN_NAME, known_pieces
from wazir.notations.results import CompletionItem, Signature, TokenType
from wazir.piece.known import texts
from wazir.syntax import Token
from wazir.text import Span

MOST_NAMES = 1_000
"""The number of names that are offered at most."""

_CONDITIONS = ("and", "or", "not")
_SUMS = (1, 4, 2, 8, 15, 240, 255, *NUMBERS[1::2], 3, 10, 5, 17, 144, 96)


def complete(chunk: Chunk, offset: int) -> tuple[Span, tuple[CompletionItem, ...]]:
    """The completion items at an offset, and the span that they replace."""
    if any(token.kind == "COMMENT" and token.start < offset <= token.end for token in chunk.tree.tokens):
        return Span(offset, offset), ()
    place = here(chunk.text, offset)
    items = list({one.label: one for one in (*_at(place, chunk.scope), *_known(place, chunk.text[:offset]))}.values())
    return place.word, tuple(items)


def _known(place: Here, before: str) -> Iterator[CompletionItem]:
    """The statements of well-known pieces whose names begin with what is typed."""
    begun = BEGUN_NAME.search(before) if place.frame.opening in ("", "{") else None
    if begun is None or before[: begun.start()].rstrip(" \t")[-1:] not in ("", "\n", "\r", "{", "!"):
        return
    for rank, one in enumerate(known_pieces(texts("bensahas"), begun[0])):
        yield replace(one, overlap=len(begun[0]) - (place.word.end - place.word.start), rank=50 + rank)


def _at(place: Here, scope: Scope) -> Iterator[CompletionItem]:
    frame = place.frame
    if frame.opening in ("", "{"):
        if not place.follows_name:
            yield from _actions(place)
    elif frame.opening == "[":
        yield from _coordinates()
    elif frame.path[-1:] == ("flip",) and frame.opening == "(":
        yield from _in_flip(frame, scope)
    elif frame.path[-1:] and frame.path[-1] in _CONDITIONS:
        yield from _conditions()
    elif frame.path[-1:] and frame.path[-1] in ("pos_x", "pos_y"):
        yield _word(WORDS["self"], 0)
        yield from _targets(place, scope)
    elif frame.in_settings:
        yield from _in_settings(place, scope)
    else:
        yield from _values(place, scope)


def _word(word: Word, rank: int, snippet: str | None = None, label: str | None = None) -> CompletionItem:
    return CompletionItem(
        label or word.spelling,
        word.title,
        word.token_type,
        documentation=word.text,
        rank=rank,
        snippet=snippet,
        example=word.example,
    )


def _actions(place: Here) -> Iterator[CompletionItem]:
    follows_slash = place.before is not None and place.before.kind == "SLASH"
    for rank, word in enumerate(word for word in WORDS.values() if word.use is Use.ACTION):
        yield _word(word, rank)
        if not follows_slash:
            yield _word(word, 20 + rank, word.snippet, f"{word.spelling}(…)")
    if place.frame.opening == "" and not follows_slash:
        yield CompletionItem(
            "Game:Piece {…}",
            "A piece with its name",
            TokenType.NAME,
            "The names of the game and of the piece, and its statements within braces.",
            rank=40,
            snippet="${1:Game}:${2:Piece} {\n    ${3:(n, 15)}!\n}",
            is_template=True,
        )


def _numbers(given: Iterable[tuple[str, str]], token_type: TokenType = TokenType.RANGE) -> Iterator[CompletionItem]:
    for rank, (label, detail) in enumerate(given):
        yield CompletionItem(label, detail, token_type, rank=rank)


def _values(place: Here, scope: Scope) -> Iterator[CompletionItem]:
    """The values of a range, a cannon, a `near` or an `exist`."""
    frame = place.frame
    kind = next((name for name in reversed(frame.path) if name in ARGUMENTS), "")
    if frame.group == 0 and frame.index == 0:
        least = (("0", "None"),) if kind == "cannon" else ()
        yield from _numbers((*least, ("1", "One step"), ("2", "Up to two steps"), ("3", "Up to three steps")))
        yield _word(WORDS["n"], 9)
        yield from _parameters(frame)
    elif frame.group == 0 and frame.index == 1:
        yield from _directions(place)
    elif kind == "exist":
        yield from _targets(place, scope)
        yield CompletionItem("@T", "The target", TokenType.MODIFIER, PARAMETERS["T"].text)
    elif kind == "cannon":
        yield from _cannon(frame.index)
    elif kind == "near":
        if frame.index == 1:
            yield from _turns()
        else:
            yield from _numbers((("1", "One square away" if frame.index == 0 else "One step"), ("n", "Any number")))
    elif frame.group == 1:
        first = (("1", "As the knight"), ("2", "Two"), ("3", "Three"))
        yield from _numbers(first if frame.index == 0 else (("2", "As the knight"), ("3", "Three"), ("1", "One")))


def _directions(place: Here) -> Iterator[CompletionItem]:
    for rank, total in enumerate(_SUMS):
        yield CompletionItem(str(total), direction_words(total).capitalize(), TokenType.RANGE, rank=rank)
    if place.has_leg and place.frame.path[-1:] != ("exist",):
        yield from _turns()


def _turns() -> Iterator[CompletionItem]:
    for eighths in range(8):
        detail = f"{turn_words(eighths).capitalize()} from the heading before"
        yield CompletionItem(f"/{eighths}", detail, TokenType.DIRECTION, rank=30 + eighths)


def _cannon(index: int) -> Iterator[CompletionItem]:
    if index == 1:
        yield from (_word(WORDS[side], rank) for rank, side in enumerate(("FE", "E", "F")))
    elif index == 4:
        yield from (_word(WORDS[taken], rank) for rank, taken in enumerate(("screen", "landing")))
    else:
        given = {
            0: (("n", "Any number of empty squares"), ("0", "None")),
            2: (("1", "One screen"), ("2", "Two screens"), ("n", "One or more")),
            3: (("1", "Right behind the last screen"), ("n", "Any square beyond"), ("-1", "The last screen itself")),
        }
        yield from _numbers(given.get(index, ()))


def _parameters(frame: Frame) -> Iterator[CompletionItem]:
    for rank, word in enumerate(PARAMETERS.values()):
        if word.spelling not in frame.used:
            yield _word(word, 50 + rank)
            yield _word(word, 60 + rank, word.snippet, f"{word.spelling} = …")


def _in_settings(place: Here, scope: Scope) -> Iterator[CompletionItem]:
    frame = place.frame
    is_next = place.before is not None and place.before.kind in ("COMMA", "COLON")
    if is_next and not (frame.key == "@M" and frame.values == 1):
        yield from _parameters(frame)
    elif frame.key == "@T":
        yield from _targets(place, scope)
    elif frame.key == "@B":
        yield from _conditions()
    elif frame.key == "@P":
        yield from _squares()
    elif frame.key == "@M":
        in_exist = "exist" in frame.path
        if frame.values == 0:
            yield _word(WORDS["relative" if in_exist else "moved"], 0)
        else:
            detail = "One move ago" if in_exist else "The first move of the piece"
            yield CompletionItem("-1" if in_exist else "1", detail, TokenType.RANGE)


def _conditions() -> Iterator[CompletionItem]:
    for rank, word in enumerate(word for word in WORDS.values() if word.use is Use.CONDITION):
        yield _word(word, rank)
        yield _word(word, 20 + rank, word.snippet, f"{word.spelling}(…)")
    yield from _squares()


def _squares() -> Iterator[CompletionItem]:
    yield CompletionItem("[n, 8]", "On rank 8", TokenType.RANGE, rank=10)
    yield CompletionItem("[n, 5]", "On rank 5", TokenType.RANGE, rank=11)
    yield CompletionItem("[x, y]", "A file and a rank", TokenType.RANGE, rank=12, snippet="[${1:n}, ${2:8}]")


def _coordinates() -> Iterator[CompletionItem]:
    yield _word(WORDS["n"], 0)
    for rank, word in enumerate(word for word in WORDS.values() if word.use is Use.COORDINATE):
        yield CompletionItem(f"{word.spelling}(self)", word.title, word.token_type, word.text, rank=1 + rank)
        yield CompletionItem(f"{word.spelling}(F<King)", word.title, word.token_type, word.text, rank=5 + rank)


def _targets(place: Here, scope: Scope) -> Iterator[CompletionItem]:
    yield from _names(scope)
    yield CompletionItem("n", "Any piece", TokenType.RANGE, rank=2)
    if place.before is None or place.before.kind != "LESS":
        for rank, side in enumerate(word for word in WORDS.values() if word.use is Use.SIDE):
            yield CompletionItem(f"{side.spelling}<", side.title, side.token_type, side.text, rank=3 + rank)


def _names(scope: Scope) -> Iterator[CompletionItem]:
    names = {key.partition(":")[2]: key for key in islice(scope.defined_names(), MOST_NAMES)}
    for name, key in sorted(names.items()):
        game = key.partition(":")[0]
        yield CompletionItem(name, f"A piece of {game}" if game else "A piece of this file", TokenType.NAME, rank=1)


def _in_flip(frame: Frame, scope: Scope) -> Iterator[CompletionItem]:
    if frame.key == "condition" and frame.values == 0:
        yield from _conditions()
        return
    if frame.key == "promotes_to":
        yield from _names(scope)
        for rank, (label, title) in enumerate(_WELL_KNOWN):
            yield CompletionItem(label, title, TokenType.ATOM, rank=10 + rank)
    for word in (word for word in WORDS.values() if word.use is Use.KEY):
        yield _word(word, 30)
        yield _word(word, 31, word.snippet, f"{word.spelling} = …")


_WELL_KNOWN = (
    ("(n, 255)!", "A queen"),
    ("(n, 15)!", "A rook"),
    ("(n, 240)!", "A bishop"),
    ("(1, 255; 1, 2)!", "A knight"),
)


# The position of an offset: its brackets, and its value in them


@dataclass(slots=True)
class Frame:
    """An open bracket, and the position in it."""

    opening: str
    """`(`, `[` or `{`; `+` is the bracket of the statement before."""
    path: tuple[str, ...] = ()
    """The names before it."""
    group: int = 0
    index: int = 0
    """The number of the value in its group, from 0."""
    in_settings: bool = False
    key: str = ""
    """The parameter or the key before the last `=`."""
    values: int = 0
    """The number of commas after that `=`."""
    used: tuple[str, ...] = ()
    """The parameters already written."""


@dataclass(frozen=True, slots=True)
class Here:
    """A position in a text."""

    frames: tuple[Frame, ...]
    """The open brackets, outermost first. The first is the text itself."""
    word: Span
    """The beginning of the word right before the position."""
    before: Token | None
    """The last whole word before it."""
    has_leg: bool
    """A leg precedes it in the statement."""
    follows_name: bool = False
    """A name precedes it on the line: the beginning of a header or an action."""

    @property
    def frame(self) -> Frame:
        """The innermost bracket."""
        return self.frames[-1]


_CLOSING = {"RPAR": "(+", "RSQB": "[", "RBRACE": "{"}
_PARTS = ("NAME", "FIRST", "PARAMETER", "NUMBER", "TURN")
_PATH = ("NAME", "FIRST", "FLIP", "SLASH")
_HEADER = ("NAME", "FIRST", "FLIP", "COLON", "HEADER")
_NEW_LINE = re.compile(r"[\r\n]")


def here(text: str, offset: int) -> Here:
    """The position of an offset; the text after it is ignored."""
    before = text[:offset]
    tokens = [token for token in parse(before).tokens if token.kind != "COMMENT"]
    word, follows_name = Span(offset, offset), False
    if tokens and tokens[-1].end == offset and tokens[-1].kind in _PARTS:
        name = tokens.pop()
        word = _last_word(name)
        follows_name = name.start < word.start
    if tokens and tokens[-1].kind in _HEADER:
        follows_name = follows_name or not _NEW_LINE.search(before, tokens[-1].end, word.start)
    frames, has_leg = [Frame("")], False
    path: list[str] = []
    last_action: tuple[str, ...] = ()
    for token in tokens:
        frame = frames[-1]
        if token.kind in _PATH:
            path = [*path, token.text] if token.kind != "SLASH" else path
        elif token.kind in ("LPAR", "START", "LSQB", "LBRACE", "PLUS"):
            names = last_action if token.kind == "PLUS" else tuple(path)
            if len(frames) < 2 or frames[-1].opening == "{":
                last_action = names if token.kind != "LBRACE" else ()
            frames.append(Frame(token.text, names))
        elif token.kind in _CLOSING:
            if len(frames) > 1 and frame.opening in _CLOSING[token.kind]:
                frames.pop()
            has_leg = has_leg or len(frames) < 2 or frames[-1].opening == "{"
        else:
            _step(frame, token, path)
            has_leg = has_leg and token.kind != "BANG"
        if token.kind not in _PATH:
            path = []
    return Here(tuple(frames), word, tokens[-1] if tokens else None, has_leg, follows_name)


def _last_word(token: Token) -> Span:
    """The last word of a name of several."""
    start = max(token.text.rfind(" "), token.text.rfind("\t")) + 1
    return Span(token.start + start, token.end)


def _step(frame: Frame, token: Token, path: list[str]) -> None:
    """Update the position in a bracket by a token between values."""
    if token.kind == "COMMA":
        frame.index += 1
        frame.values += 1
    elif token.kind == "SEMICOLON":
        frame.group, frame.index = frame.group + 1, 0
    elif token.kind == "COLON":
        frame.in_settings, frame.key = True, ""
    elif token.kind == "PARAMETER":
        frame.used = (*frame.used, token.text)
        frame.values = 0
    elif token.kind == "EQUALS":
        frame.key, frame.values = (frame.used[-1] if frame.used and not path else "".join(path[-1:])), 0
        frame.in_settings = True


# Signature help

_PARAMETERS = "@PARAM = ..."


def signature(chunk: Chunk, offset: int) -> Signature | None:
    """The signature of the innermost bracket around an offset; None outside brackets."""
    frames = [frame for frame in here(chunk.text, offset).frames if frame.opening in ("(", "+")]
    if not frames:
        return None
    frame = frames[-1]
    groups = arguments(frame.path)
    has_parameters = groups is PLAIN or (frame.path and frame.path[-1] in ("cannon", "near", "exist"))
    parts = [tuple(argument.name for argument in group) for group in groups]
    label = "; ".join(", ".join(part) for part in parts)
    opened = "/".join(frame.path)
    more = f": {_PARAMETERS}" if has_parameters else ""
    known = [(argument.name, argument.text) for group in groups for argument in group]
    if has_parameters:
        known.append((_PARAMETERS, " ".join(f"`{word.spelling}`: {word.title}." for word in PARAMETERS.values())))
    word = WORDS.get(frame.path[-1]) if frame.path else None
    about = word.text if word else "Moves or captures, without an action before the bracket."
    return Signature(f"{opened}({label}{more})", about, tuple(known), _active(frame, groups, len(known)))


def _active(frame: Frame, groups: tuple[tuple[Argument, ...], ...], count: int) -> int:
    """The index of the current value among all."""
    if frame.path[-1:] == ("flip",):
        return 1 if frame.key == "promotes_to" else 0
    if frame.in_settings:
        return count - 1
    before = sum(len(group) for group in groups[: frame.group])
    own = groups[frame.group] if frame.group < len(groups) else ()
    return min(before + min(frame.index, max(len(own) - 1, 0)), count - 1)
