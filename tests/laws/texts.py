"""The texts of the laws, made from what the notations themselves have: their grammars, words and
samples.

A text of a sample is *fed* with numbers where it has one, and *pumped* where its tree has parts
that can be repeated, or a part that can stand within one of its kind. So a new word, key or rule of
a grammar is covered as soon as one text uses it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path

from harness import NOTATIONS, rows, with_cursor
from laws.weigh import Case
from long import LONG, some
from wazir.document import Document
from wazir.notations import by_name
from wazir.notations.engine_files.variants_ini.vocabulary import keys
from wazir.notations.results import TokenType
from wazir.settings import ProjectSettings, fields_of
from wazir.syntax import Node, Token

TESTS = Path(__file__).parents[1]
SAMPLES = TESTS.parent / "samples"
NUMBERS = ("0", "1", "-1", str(10**3), str(10**6), str(10**12), str(10**400))
TERMS = (1, 2, 4, 8, 16, 32, 64)
LONGEST = 300
"""Characters of a text that is fed or pumped; longer ones have the same places."""
_NUMBER = re.compile(r"-?\d+")
_COMMENTS = {"lisp": ";", "elisp": ";", "c": "//", "sql": "--"}


@dataclass(frozen=True)
class Text:
    """A text of a notation, below the lines that choose its dialect or style."""

    notation: str
    dialect: str
    text: str

    @property
    def head(self) -> str:
        """The lines that choose its dialect or style."""
        if not self.dialect or self.notation == "bensahas":
            return ""
        if self.notation == "lcpn":
            return f"{_COMMENTS[self.dialect]} style: {self.dialect}\n"
        return f"%dialect {self.dialect}\n"


# The texts of samples and vectors


@cache
def written(notation: str) -> tuple[Text, ...]:
    """Texts as people write them, the shortest first; a part of them in a quick run."""
    found = {*_of_vectors(notation), *_of_samples(notation)}
    short = (text for text in found if len(text.text) <= LONGEST)
    ordered = sorted(short, key=lambda text: (len(text.text), text.text, text.dialect))
    return tuple(some(ordered, max(len(ordered) // 60, 1)))


def _of_vectors(notation: str) -> Iterator[Text]:
    """The texts of vectors with known results."""
    for name in (f"{notation}_dev", "engines_xboard_dev", "corpus_betza"):
        if not (TESTS / "data" / f"{name}.jsonl").exists():
            continue
        for row in rows(name):
            if row.get("notation", "betza") == notation:
                dialect = row.get("dialect") or row.get("style") or _DIALECTS.get(notation, "")
                yield Text(
                    notation, dialect, row.get("source") if "betza" not in row else row["betza"]
                )
    if notation == "lcpn":
        for row in rows("lcpn_styles_dev"):
            for style in _COMMENTS:
                if style in row:
                    yield Text(notation, style, row[style])


def _of_samples(notation: str) -> Iterator[Text]:
    """The definitions of the samples, each by itself."""
    for sample in sorted((SAMPLES / notation).glob("*")):
        document = Document.open(by_name(notation), sample.read_text("utf-8"))
        for placed in document.chunks():
            dialect = placed.chunk.context.dialect or ""
            yield Text(notation, dialect, placed.chunk.text)


_DIALECTS = {"betza": "xbetza", "lcpn": "lisp"}
"""The dialects of vectors that name none."""


# Numbers


def fed(notation: str) -> Iterator[Case]:
    """A text for each place where a number stands, with each number there."""
    for text, start, end in places(notation):
        for number in NUMBERS:
            whole = text.head + text.text[:start] + number + text.text[end:]
            at = len(text.head) + start
            offsets = (at, at + len(number), len(whole.rstrip()))
            yield Case(notation, whole, offsets, name=f"{text.text[:60]!r} with {number[:20]}")


def places(notation: str) -> Iterator[tuple[Text, int, int]]:
    """A text for each place, and the number in it; places differ in what stands around them."""
    seen = set()
    for text in written(notation):
        kinds = _kinds(text)
        for number in _NUMBER.finditer(text.text):
            start, end = number.span()
            around = _around(kinds, len(text.head) + start)
            if (text.dialect, around) not in seen:
                seen.add((text.dialect, around))
                yield text, start, end


def _kinds(text: Text) -> list[tuple[int, str]]:
    """Where the tokens of a text end, and what each is."""
    document = Document.open(NOTATIONS[text.notation], text.head + text.text)
    kinds = []
    for placed in document.chunks():
        for token in placed.chunk.analysis.tree.tokens:
            kinds.append((placed.start + token.end, token.kind))
    return kinds


def _around(kinds: list[tuple[int, str]], offset: int) -> tuple[str, ...]:
    """The kinds of the token at an offset, of two before it, and of the one after it."""
    after = next((number for number, (end, _) in enumerate(kinds) if end > offset), len(kinds))
    return tuple(kind for _, kind in kinds[max(after - 2, 0) : after + 2])


# Combinators


@dataclass(frozen=True)
class Pump:
    """A text in which a part comes several times: side by side, or one within the other."""

    text: str
    before: int
    """Where the first part begins, and where it ends."""
    after: int
    inner: tuple[int, int] = (0, 0)
    """The place within the part where the part stands again; none if parts are side by side."""
    joint: str = ""
    wrap: tuple[str, str] = ("", "")

    def times(self, count: int) -> str:
        """The text with so many parts."""
        part = self.text[self.before : self.after]
        if self.inner == (0, 0):
            whole = part + (self.joint + part) * (count - 1)
        else:
            start, end = self.inner[0] - self.before, self.inner[1] - self.before
            opening = part[:start] + self.wrap[0]
            closing = self.wrap[1] + part[end:]
            whole = opening * (count - 1) + part + closing * (count - 1)
        return self.text[: self.before] + whole + self.text[self.after :]


@cache
def ways(notation: str) -> dict[tuple[object, ...], list[Pump]]:
    """The ways to make texts longer or deeper, each with its texts, the shortest first."""
    found: dict[tuple[object, ...], list[Pump]] = {}
    for text in written(notation):
        for way, pump in _pumps(text):
            found.setdefault(way, []).append(pump)
    return found


def pumped(notation: str, candidates: list[Pump]) -> list[Pump]:
    """Of the texts for a way the shortest one that stays sound, and a longer one."""
    longer = [pump for pump in candidates if len(pump.text) <= MIDDLE]
    first = next((pump for pump in candidates[:TRIED] if is_sound(notation, pump.times(2))), None)
    last = next(
        (pump for pump in longer[: -TRIED - 1 : -1] if is_sound(notation, pump.times(2))), None
    )
    return [pump for pump in dict.fromkeys((first, last)) if pump]


TRIED = 4
"""Texts that are tried for a way."""
MIDDLE = 60
"""Characters of the longer of two texts for one way."""


def is_sound(notation: str, text: str) -> bool:
    """Whether a text has no syntax errors."""
    document = Document.open(NOTATIONS[notation], text)
    return not any(placed.chunk.analysis.tree.problems for placed in document.chunks())


def _pumps(text: Text) -> Iterator[tuple[tuple[object, ...], Pump]]:
    """All ways for a text, with what makes a way another one."""
    whole = text.head + text.text
    document = Document.open(NOTATIONS[text.notation], whole)
    for placed in document.chunks():
        if placed.chunk.analysis.tree.problems:
            continue
        for node in placed.chunk.analysis.tree.nodes():
            yield from _repeats(text, whole, placed.start, node)
            yield from _nestings(text, whole, placed.start, node)


def _repeats(
    text: Text, whole: str, start: int, node: Node
) -> Iterator[tuple[tuple[object, ...], Pump]]:
    """A child of a node several times, and with what is before it."""
    for number, child in enumerate(node.children):
        before, after = start + child.start, start + child.end
        if before == after:
            continue
        shape = text.notation, text.dialect, node.kind, _head(text, node), _sort(text, child)
        yield (*shape, "repeated"), Pump(whole, before, after, joint=" ")
        sign = node.children[number - 1] if number else None
        if isinstance(sign, Token) and _is_joint(sign):
            yield (*shape, sign.text), Pump(whole, before, after, joint=f" {sign.text} ")


def _nestings(
    text: Text, whole: str, start: int, node: Node
) -> Iterator[tuple[tuple[object, ...], Pump]]:
    """A node within itself, in the place of each part of it."""
    waiting = [child for child in node.children if isinstance(child, Node)]
    while waiting:
        inner = waiting.pop()
        waiting += inner.inner()
        for wrap in (("", ""), ("(", ")")):
            shape = text.notation, text.dialect, node.kind, _head(text, node), inner.kind, *wrap
            place = start + inner.start, start + inner.end
            yield shape, Pump(whole, start + node.start, start + node.end, place, wrap=wrap)


def _is_joint(token: Token) -> bool:
    """Whether a token joins two parts: a sign, or a word in capitals."""
    return not token.text.isalnum() or (token.text.isupper() and len(token.text) > 1)


def _head(text: Text, node: Node) -> str:
    """The first word of a node, if it is one of the notation that does something with what
    follows.
    """
    tokens = [child for child in node.children if isinstance(child, Token)]
    return next((token.text for token in tokens if _is_word(text, token)), "")


def _is_word(text: Text, token: Token) -> bool:
    """Whether a token is a word that says what is done with others."""
    return NOTATIONS[text.notation].token_type(token) in _DOING and token.text not in "()[]{}"


_DOING = (TokenType.MODE, TokenType.OPERATOR, TokenType.DIRECTIVE)


def _sort(text: Text, part: Node | Token) -> str:
    """What a part is; a word of the notation is told apart from others."""
    is_word = isinstance(part, Token) and _is_word(text, part)
    return part.text if isinstance(part, Token) and is_word else part.kind


def multiplied(notation: str, step: int) -> Iterator[Case]:
    """The texts that a notation's grammar and words allow, with 1 to 64 terms; one in *step* ways,
    each with one count.

    With a step of 1 each way comes with every count, the counts in turn with its two texts.
    """
    for number, (way, candidates) in enumerate(islice(ways(notation).items(), 0, None, step)):
        name = " ".join(map(str, way))
        for turn, pump in enumerate(pumped(notation, candidates)):
            for count in TERMS[turn::2] if step == 1 else TERMS[-1 - number % 4 :][:1]:
                yield repeated(notation, name, pump, count)


def repeated(notation: str, name: str, pump: Pump, count: int) -> Case:
    """A text with so many parts."""
    whole = pump.times(count)
    end = len(whole.rstrip())
    offsets = tuple(sorted({pump.before, (pump.before + end) // 2, end}))
    return Case(notation, whole, offsets, name=f"{count} x {name}")


# Short texts that mean much work


def short_texts() -> Iterator[Case]:
    """The rows of `short.jsonl`, each with its requests; with the first one in a quick run.

    Parts of a text with a number are repeated. `$0` is the place of the requests.
    """
    for line in Path(__file__).with_name("short.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        parts = (part if isinstance(part, str) else part[0] * part[1] for part in row["text"])
        text, offset = with_cursor("".join(parts))
        requests = tuple(row["requests"] if LONG else row["requests"][:1])
        yield Case(row["notation"], text, (offset,), requests=requests, name=row["title"])


# Keys of files of engines, settings, and requests


def texts_of_engines() -> Iterator[Case]:
    """A text for each key of `variants.ini` and of `wazir.toml`, with each number as its value or
    in it.
    """
    for number in NUMBERS:
        for name, key in sorted(keys().items()):
            for value in _VALUES.get(key.type, ("{}",)):
                text = f"[mine:chess]\n{name} = {value.format(number)}\n"
                offset = text.index("=") + 2
                yield Case("fairy-variants", text, (4, offset, len(text) - 1), name=name)
        for name in sorted(fields_of(ProjectSettings)):
            for value in ("{}", '"{0}x{0}"', '"cylinder {0}x8"', '"hex{0}"', "[{}]"):
                text = f"{name} = {value.format(number)}\n"
                yield Case("wazir-settings", text, (2, len(text) - 1), name=name)


_VALUES = {
    "piece": ("{}", "a:R{}", "a:({},1)"),
    "squares": ("a{}", "*{}", "{}"),
    "numbers": ("q:{}",),
    "promotions": ("p:{}",),
    "text": ("{}", "rnbqkbnr/{}/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", "8/8/8/8/8/8/8/8 w - - {} 1"),
}
"""The places of numbers in values, by the type of a key; others are a number."""


def fed_requests() -> Iterator[Case]:
    """The custom requests with each number in each field that has one."""
    for number in NUMBERS:
        value = int(number)
        for notation, text in _SUBJECTS.items():
            for fields in (
                {"board": f"{number}x{number}"},
                {"board": f"cylinder {number}x8"},
                {"board": f"hex{number}"},
                {"square": f"a{number}"},
                {"friends": [f"b{number}"], "foes": [f"c{number}"], "put": [f"e2-e{number}"]},
                {"at": value, "played": [number], "undone": [number]},
                {"spent": [value], "thinking": value, "clock": f"{number}+{number}"},
                {"fen": f"{number}/8", "change": [f"a{number}", ""]},
                {"level": value, "lines": value, "depth": 1},
                {"positions": [{"line": value, "character": value}]},
                {"quiet": [f"d{number}"], "capture": [f"e{number}"]},
                {"position": {"line": value, "character": value}},
                {"options": {"tabSize": value, "insertSpaces": True}},
            ):
                yield Case(notation, text, (len(text) - 1,), fields, name=f"{fields}"[:80])


_SUBJECTS = {
    "betza": "A = fmWfcF\n",
    "lcpn": "(def a rook)\n",
    "bensahas": "(1, 15)!\n",
    "ben39": "position a\nmoves: 1. X@e5\n",
    "fairy-variants": "[mine:chess]\n",
}
"""A text of each notation that requests are about."""
