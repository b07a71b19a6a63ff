"""Completion and signature help."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from wazir.notations.bensahas import vocabulary
from wazir.notations.bensahas.definition import BensahasDefinition
from wazir.notations.bensahas.hover import TURNS, direction_words
from wazir.notations.bensahas.parse import parse
from wazir.notations.bensahas.vocabulary import Argument, arguments
from wazir.notations.known_names import begun_name, known_pieces, word_end
from wazir.notations.notation import Scope
from wazir.notations.results import CompletionItem, Signature, TokenType
from wazir.notations.vocabulary import VocabularyWord
from wazir.piece.known import texts
from wazir.syntax import Token
from wazir.text import Span

MAX_NAMES = 1_000
"""The number of names that are offered at most."""

_REST_OF_WORD = re.compile(r"\w*")
_SUMS = (1, 4, 2, 8, 15, 240, 255, *vocabulary.NUMBERS[1::2], 3, 10, 5, 17, 144, 96)


def complete(chunk: BensahasDefinition, offset: int) -> tuple[Span, tuple[CompletionItem, ...]]:
    """The completion items at an offset, and the span that they replace."""
    if any(
        token.kind == "COMMENT" and token.start < offset <= token.end for token in chunk.tree.tokens
    ):
        return Span(offset, offset), ()
    cursor = cursor_at(chunk.text, offset)
    named = _named(cursor, chunk.text, offset)
    if word_end(_REST_OF_WORD, chunk.text, offset) > offset and cursor.word.start < offset:
        return cursor.word, ()  # in the middle of a word
    if named.start < named.end:
        known = known_pieces(texts("bensahas"), chunk.text[named.start : named.end])
        return named, tuple(replace(item, rank=rank) for rank, item in enumerate(known))
    items = _items(cursor, chunk.scope)
    return cursor.word, tuple({item.label: item for item in items}.values())


def _named(cursor: Cursor, text: str, offset: int) -> Span:
    """The span of the words around an offset that begin a name where a statement may; empty without
    one.
    """
    begun = begun_name(texts("bensahas"), text, offset)
    starts_statement = text[: begun.start].rstrip(" \t")[-1:] in _BEFORE_STATEMENTS
    if cursor.frame.opening in ("", "{") and starts_statement:
        return begun
    return Span(offset, offset)


_BEFORE_STATEMENTS = ("", "\n", "\r", "{", "!")
"""The characters that a statement may follow, apart from blanks."""


def _items(cursor: Cursor, scope: Scope) -> Iterator[CompletionItem]:
    """The completions of the innermost bracket."""
    frame = cursor.frame
    if frame.opening in ("", "{"):
        if not cursor.follows_name:
            yield from _actions(cursor)
    elif frame.opening == "[":
        yield vocabulary.WORDS["n"].item()
        for rank, word in enumerate(vocabulary.COORDINATES.values(), 1):
            yield word.item(f"{word.spelling}(self)", rank=rank)
            yield word.item(f"{word.spelling}(F<King)", rank=4 + rank)
    elif frame.name == "flip":
        yield from _in_flip(frame, scope)
    elif frame.name in ("and", "or", "not"):
        yield from _conditions()
    elif frame.name in ("pos_x", "pos_y"):
        yield from _targets(cursor, scope, vocabulary.WORDS["self"].item())
    elif frame.in_settings:
        yield from _in_settings(cursor, scope)
    else:
        yield from _values(cursor, scope)


def _offered(
    words: Iterable[VocabularyWord], rank: int, form: str = "{}(…)"
) -> Iterator[CompletionItem]:
    """The completions of some words: alone, and with their snippets as a *form* shows them."""
    for number, word in enumerate(words):
        yield word.item(rank=rank + number)
        if form:
            yield word.item(
                form.format(word.spelling), rank=rank + 20 + number, snippet=word.snippet
            )


def _actions(cursor: Cursor) -> Iterator[CompletionItem]:
    """The actions, alone and with their brackets, and a template of a piece."""
    follows_slash = cursor.before == "SLASH"
    yield from _offered(vocabulary.ACTIONS.values(), 0, "" if follows_slash else "{}(…)")
    if not cursor.frame.opening:
        yield CompletionItem(
            "Game:Piece {…}",
            "A piece with its name",
            TokenType.NAME,
            documentation=(
                "The names of the game and of the piece, and its statements within braces."
            ),
            rank=40,
            snippet="${1:Game}:${2:Piece} {\n    ${3:(n, 15)}!\n}",
            is_template=True,
        )


def _values(cursor: Cursor, scope: Scope) -> Iterator[CompletionItem]:
    """The values of an argument of an action or of `exist`."""
    frame = cursor.frame
    groups = arguments(frame.path)
    group = groups[frame.group] if frame.group < len(groups) else ()
    argument = group[frame.index] if frame.index < len(group) else Argument("", "")
    for rank, (label, detail) in enumerate(argument.offered):
        yield CompletionItem(label, detail, TokenType.RANGE, rank=rank)
    match argument.name:
        case "SCREEN" | "TAKEN":
            for rank, spelling in enumerate(argument.words):
                yield vocabulary.WORDS[spelling].item(rank=rank)
        case "DIRECTIONS":
            for rank, total in enumerate(_SUMS):
                yield CompletionItem(
                    str(total), direction_words(total).capitalize(), TokenType.RANGE, rank=rank
                )
            if cursor.has_leg and frame.name != "exist":
                yield from _turns()
        case "/TURN":
            yield from _turns()
        case "WHAT":
            target = CompletionItem(
                "@T",
                "The target",
                TokenType.MODIFIER,
                documentation=vocabulary.PARAMETERS["T"].text,
            )
            yield from _targets(cursor, scope, target)
        case "DISTANCE" | "DIST":
            yield vocabulary.WORDS["n"].item(rank=9)
            yield from _parameters(frame)


def _turns() -> Iterator[CompletionItem]:
    """All turns."""
    for eighths, words in enumerate(TURNS):
        detail = f"{words.capitalize()} from the heading before"
        yield CompletionItem(f"/{eighths}", detail, TokenType.DIRECTION, rank=30 + eighths)


def _parameters(frame: Frame) -> Iterator[CompletionItem]:
    """The parameters that a bracket does not have yet."""
    unused = (word for word in vocabulary.PARAMETERS.values() if word.spelling not in frame.used)
    yield from _offered(unused, 50, "{} = …")


def _in_settings(cursor: Cursor, scope: Scope) -> Iterator[CompletionItem]:
    """The parameters and their values."""
    frame = cursor.frame
    is_next = cursor.before in ("COMMA", "COLON")
    if is_next and not (frame.key == "@M" and frame.values == 1):
        yield from _parameters(frame)
    elif frame.key == "@T":
        yield from _targets(cursor, scope)
    elif frame.key == "@B":
        yield from _conditions()
    elif frame.key == "@P":
        yield from _squares()
    elif frame.key == "@M":
        in_exist = "exist" in frame.path
        if frame.values == 0:
            yield vocabulary.WORDS["relative" if in_exist else "moved"].item()
        else:
            detail = "One move ago" if in_exist else "The first move of the piece"
            yield CompletionItem("-1" if in_exist else "1", detail, TokenType.RANGE)


def _conditions() -> Iterator[CompletionItem]:
    """The functions of conditions, and squares."""
    yield from _offered(vocabulary.CONDITIONS.values(), 0)
    yield from _squares()


def _squares() -> Iterator[CompletionItem]:
    """Common squares."""
    yield CompletionItem("[n, 8]", "On rank 8", TokenType.RANGE, rank=10)
    yield CompletionItem("[n, 5]", "On rank 5", TokenType.RANGE, rank=11)
    yield CompletionItem(
        "[x, y]", "A file and a rank", TokenType.RANGE, rank=12, snippet="[${1:n}, ${2:8}]"
    )


def _targets(cursor: Cursor, scope: Scope, *others: CompletionItem) -> Iterator[CompletionItem]:
    """The names of pieces; at the start of a value also the sides and the *others*."""
    yield from _names(scope)
    yield CompletionItem("n", "Any piece", TokenType.RANGE, rank=2)
    if cursor.before != "LESS":
        yield from others
        for rank, side in enumerate(vocabulary.SIDES.values(), 3):
            yield side.item(f"{side.spelling}<", rank=rank)


def _names(scope: Scope) -> Iterator[CompletionItem]:
    """The names of the pieces of the file, each with the first game that has it."""
    games: dict[str, str] = {}
    for key in sorted(scope.defined_names()):
        game, _, name = key.partition(":")
        games.setdefault(name, game)
    for name, game in sorted(games.items())[:MAX_NAMES]:
        yield CompletionItem(
            name, f"A piece of {game}" if game else "A piece of this file", TokenType.NAME, rank=1
        )


def _in_flip(frame: Frame, scope: Scope) -> Iterator[CompletionItem]:
    """The keys of `flip` and their values."""
    if frame.key == "condition" and frame.values == 0:
        yield from _conditions()
        return
    if frame.key == "promotes_to":
        yield from _names(scope)
        for rank, (label, title) in enumerate(vocabulary.WELL_KNOWN):
            yield CompletionItem(label, title, TokenType.ATOM, rank=10 + rank)
    yield from _offered(vocabulary.KEYS.values(), 30, "{} = …")


# Signature help

_PARAMETERS = "@PARAM = ..."


def signature(chunk: BensahasDefinition, offset: int) -> Signature | None:
    """The signature of the innermost bracket around an offset; None outside brackets."""
    frames = reversed(cursor_at(chunk.text, offset).frames)
    frame = next((frame for frame in frames if frame.opening in ("(", "+")), None)
    if frame is None:
        return None
    groups = arguments(frame.path)
    has_parameters = groups is vocabulary.PLAIN or frame.name in ("cannon", "near", "exist")
    label = "; ".join(", ".join(argument.name for argument in group) for group in groups)
    more = f": {_PARAMETERS}" if has_parameters else ""
    parameters = [(argument.name, argument.text) for group in groups for argument in group]
    if has_parameters:
        known = vocabulary.PARAMETERS.values()
        parameters.append(
            (_PARAMETERS, " ".join(f"`{word.spelling}`: {word.title}." for word in known))
        )
    word = vocabulary.WORDS.get(frame.name)
    about = word.text if word else "Moves or captures, without an action before the bracket."
    title = f"{'/'.join(frame.path)}({label}{more})"
    active = _active(frame, groups, len(parameters))
    return Signature(title, about, tuple(parameters), active=active)


def _active(frame: Frame, groups: tuple[tuple[Argument, ...], ...], count: int) -> int:
    """The index of the current value among all."""
    if frame.name == "flip":
        return 1 if frame.key == "promotes_to" else 0
    if frame.in_settings or frame.group >= len(groups):
        return count - 1
    before = sum(len(group) for group in groups[: frame.group])
    return before + min(frame.index, len(groups[frame.group]) - 1)


# The position of an offset: its open brackets, and its value in them


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

    @property
    def name(self) -> str:
        """The last name before it; empty without one."""
        return self.path[-1] if self.path else ""


@dataclass(frozen=True, slots=True)
class Cursor:
    """A position in a text."""

    frames: tuple[Frame, ...]
    """The open brackets, outermost first. The first is the text itself."""
    word: Span
    """The beginning of the word right before the position."""
    before: str
    """The kind of the last whole word before it; empty without one."""
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


def cursor_at(text: str, offset: int) -> Cursor:
    """The position of an offset; the text after it is ignored."""
    before = text[:offset]
    tokens = [token for token in parse(before).tokens if token.kind != "COMMENT"]
    word, follows_name = Span(offset, offset), False
    if tokens and tokens[-1].end == offset and tokens[-1].kind in _PARTS:
        name = tokens.pop()
        # A name may have several words: the last one is completed.
        start = max(name.text.rfind(" "), name.text.rfind("\t")) + 1
        word = Span(name.start + start, name.end)
        follows_name = name.start < word.start
    if tokens and tokens[-1].kind in _HEADER:
        follows_name = follows_name or not _NEW_LINE.search(before, tokens[-1].end, word.start)
    frames, has_leg = _opened(tokens)
    return Cursor(
        frames,
        word,
        before=tokens[-1].kind if tokens else "",
        has_leg=has_leg,
        follows_name=follows_name,
    )


def _opened(tokens: Iterable[Token]) -> tuple[tuple[Frame, ...], bool]:
    """The brackets that are open after some tokens, and whether a leg precedes in the statement."""
    frames, has_leg = [Frame("")], False
    path: list[str] = []
    last_action: tuple[str, ...] = ()
    for token in tokens:
        frame = frames[-1]
        if token.kind in _PATH:
            path = [*path, token.text] if token.kind != "SLASH" else path
        elif token.kind in ("LPAR", "START", "LSQB", "LBRACE", "PLUS"):
            names = last_action if token.kind == "PLUS" else tuple(path)
            if names != ("flip",) and (len(frames) < 2 or frames[-1].opening == "{"):
                last_action = names
            frames.append(Frame(token.text, names))
        elif token.kind in _CLOSING:
            if len(frames) > 1 and frame.opening in _CLOSING[token.kind]:
                frames.pop()
            has_leg = has_leg or len(frames) < 2 or frames[-1].opening == "{"
        else:
            _advance(frame, token, path)
            has_leg = has_leg and token.kind != "BANG"
        if token.kind not in _PATH:
            path = []
    return tuple(frames), has_leg


def _advance(frame: Frame, token: Token, path: list[str]) -> None:
    """Update the position in a bracket by a token between values."""
    if token.kind == "COMMA":
        frame.index, frame.values = frame.index + 1, frame.values + 1
    elif token.kind == "SEMICOLON":
        frame.group, frame.index = frame.group + 1, 0
    elif token.kind == "COLON":
        frame.in_settings, frame.key = True, ""
    elif token.kind == "PARAMETER":
        frame.used, frame.values = (*frame.used, token.text), 0
    elif token.kind == "EQUALS":
        frame.key = frame.used[-1] if frame.used and not path else "".join(path[-1:])
        frame.in_settings, frame.values = True, 0
