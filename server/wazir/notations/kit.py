"""What notations share: reports, fixes, words, spellings of other notations, suggestions, known
pieces.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from itertools import islice
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from wazir.diagnostics import Code, Diagnostic, Fix, Related, Severity
from wazir.notations.results import CompletionItem, TokenType
from wazir.syntax import Problem, ProblemKind
from wazir.text import Edit, Span, line_start

if TYPE_CHECKING:
    from wazir.piece.known import Known

LONGEST_SHOWN = 80
"""A longer text is shortened where it stands for a definition, and a longer span in a
diagnostic.
"""


class Report:
    """Collects the diagnostics of a chunk.

    Args:
        by_message: Several diagnostics of a code and a span are kept if their messages differ; else
            only the first.
    """

    def __init__(self, by_message: bool = False) -> None:
        self._by_message = by_message
        self._reported: dict[tuple[str, Span, str], Diagnostic] = {}

    def __call__(self, code: Code, span: Span, message: str, *fixes: Fix) -> None:
        """Add a diagnostic."""
        self.keep(Diagnostic(code, span, message, fixes))

    def again(self, code: Code, span: Span, message: str, first: Span) -> None:
        """Add a diagnostic of a repetition, with the span of the first occurrence."""
        self.keep(Diagnostic(code, span, message, (), (Related(first, "The first one is here."),)))

    def keep(self, *diagnostics: Diagnostic) -> None:
        """Add diagnostics that were made elsewhere."""
        for diagnostic in diagnostics:
            key = (
                diagnostic.code.id,
                diagnostic.span,
                diagnostic.message if self._by_message else "",
            )
            self._reported.setdefault(key, diagnostic)

    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """All diagnostics, by place."""
        return tuple(
            sorted(self._reported.values(), key=lambda d: (d.span, d.code.severity, d.code.id))
        )

    @property
    def count(self) -> int:
        """The number of diagnostics."""
        return len(self._reported)

    @property
    def broken(self) -> bool:
        """Whether there is an error among them."""
        return has_error(self._reported.values())

    def is_broken_in(self, span: Span) -> bool:
        """Whether there is an error within a span."""
        return has_error(
            value for value in self._reported.values() if span.contains_range(value.span)
        )


def has_error(diagnostics: Iterable[Diagnostic]) -> bool:
    """Whether there is an error among some diagnostics."""
    return any(diagnostic.code.severity is Severity.ERROR for diagnostic in diagnostics)


# Fixes


def fix(title: str, *edits: Edit, safe: bool = False) -> Fix:
    """A fix that makes some edits."""
    return Fix(title, edits, safe)


def write(span: Span, text: str, safe: bool = False) -> Fix:
    """A fix that replaces a span by a text."""
    return Fix(f"Write `{text}`", (Edit(span, text),), safe)


def remove(span: Span, what: str, safe: bool = False) -> Fix:
    """A fix that deletes a span; *what* names it in the title."""
    return Fix(f"Remove {what}", (Edit(span, ""),), safe)


def insertion(offset: int, text: str) -> Edit:
    """An edit that inserts a text at an offset."""
    return Edit(Span(offset, offset), text)


def duplicate(
    code: Code,
    name: str,
    here: Span,
    first: Span,
    another: str,
    *,
    verb: str = "defined",
    whole: str = "",
) -> Diagnostic:
    """The diagnostic for a name that is defined again.

    Args:
        code: The code of the diagnostic.
        name: The name as it is written.
        here: The span of the name.
        first: The span of the name in its first definition.
        another: An unused name for a fix; no fix if it is empty.
        verb: What is done with names.
        whole: The name as the subject of a sentence, if that is more than the name.
    """
    message = f"{whole or f'`{name}`'} is {verb} twice. Rename or remove one of the two."
    related = Related(first, f"`{name}` is first {verb} here.")
    return Diagnostic(code, here, message, (write(here, another),) if another else (), (related,))


def unread(problem: Problem, what: str, too_long: Code, too_many: Code) -> Diagnostic:
    """The diagnostic for a text that is not read to its end: too long, too deeply nested, or with
    too many errors.

    Args:
        problem: The problem.
        what: What the text is.
        too_long: The code of a text that is too long or too deeply nested.
        too_many: The code of a text with too many errors.
    """
    span = beginning(problem.span)
    if problem.kind is ProblemKind.TOO_MANY:
        return Diagnostic(
            too_many,
            span,
            f"Too many errors; the rest of the {what} is not read. Fix the first ones.",
        )
    extreme = "long" if problem.kind is ProblemKind.TOO_LONG else "deeply nested"
    return Diagnostic(
        too_long, span, f"The {what} is too {extreme} to be read. Split it into several."
    )


# Words


def listed(parts: Iterable[str], word: str = "and") -> str:
    """Words as one phrase: "a, b and c"."""
    *firsts, last = list(parts) or [""]
    return f"{', '.join(firsts)} {word} {last}" if firsts else last


def shortened(text: str, longest: int = LONGEST_SHOWN) -> str:
    """A text on one line, with an ellipsis if it is long."""
    shown = " ".join(text[: 4 * longest].split())
    return shown if len(shown) <= longest else shown[: longest - 1] + "…"


def capitalized(text: str) -> str:
    """A text as the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def counted(number: int, noun: str) -> str:
    """A number with its noun: "1 file", "2 files"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def beginning(span: Span) -> Span:
    """The start of a long span, for a diagnostic."""
    return Span(span.start, min(span.end, span.start + LONGEST_SHOWN))


def blanked(text: str, spans: Iterable[Span]) -> str:
    """A text with blanks in the place of some spans."""
    characters = list(
        text
    )  # a copy of the text for each span would take seconds where there are many
    for start, end in spans:
        characters[start:end] = " " * (end - start)
    return "".join(characters)


def visible(text: str) -> str:
    """A character as it can be shown in a message."""
    return text if text.isprintable() and "`" not in text else f"U+{ord(text[0]):04X}"


# Vocabularies


Arguments: TypeAlias = tuple[tuple[str, str], ...]
"""The arguments of a word, each with a sentence."""


class VocabularyWord(NamedTuple):
    """A word of a notation."""

    spelling: str
    token_type: TokenType
    title: str
    """A few words: what it is called, or what it does."""
    text: str
    """A paragraph about it."""
    arguments: Arguments = ()
    snippet: str | None = None
    """The text to insert, with tab stops, if not the word alone."""
    example: str = ""
    """A whole text as an example."""

    def item(self, label: str = "", **more: Any) -> CompletionItem:
        """The completion of the word."""
        more = {"example": self.example, **more}
        return CompletionItem(
            label or self.spelling, self.title, self.token_type, self.text, **more
        )


@cache
def packaged(package: str, name: str) -> dict[str, Any]:
    """A table in the package of a notation."""
    return tomllib.loads((files(package) / f"{name}.toml").read_text("utf-8"))


def words(group: Mapping[str, Any]) -> dict[str, VocabularyWord]:
    """The words of a group of `words.toml`. What the group says holds for each word that does not
    say it itself.
    """
    return {spelling: _word(spelling, {**group, **own}) for spelling, own in group["words"].items()}


def _word(spelling: str, row: Mapping[str, Any]) -> VocabularyWord:
    arguments = tuple((name, text) for name, text in row.get("arguments", ()))
    described = (TokenType[row["type"]], row["title"], row["text"], arguments)
    return VocabularyWord(spelling, *described, row.get("snippet"), row.get("example", ""))


# Spellings of other notations


MOST = 50
"""The maximum number of spellings that are examined in a text."""


class Spelling(NamedTuple):
    """A spelling from another notation."""

    pattern: re.Pattern[str]
    """Matches the whole mistake. The optional group `at` is the part to replace; the optional group
    `place` is the span of the diagnostic.
    """
    code: Code
    message: str
    written: Callable[[re.Match[str]], str | None]
    """Returns the replacement: empty to remove the match, None if it is no mistake."""


class Misspelling(NamedTuple):
    """A mistake in a text, whose diagnostic replaces all that it overlaps."""

    span: Span
    """The whole mistake."""
    diagnostic: Diagnostic
    is_certain: bool = False
    """It is a mistake even if nothing else is wrong there."""


def spelling(pattern: str, code: Code, message: str, written: str) -> Spelling:
    """A spelling whose replacement is a template."""
    return Spelling(
        re.compile(pattern, re.MULTILINE), code, message, lambda match: match.expand(written)
    )


def spellings(
    rows: Iterable[Mapping[str, Any]],
    fragments: Mapping[str, str],
    codes: Iterable[Code],
    writers: Mapping[str, Callable[[re.Match[str]], str | None]],
) -> tuple[Spelling, ...]:
    """The spellings of `mistakes.toml`.

    Args:
        rows: The rows of the table.
        fragments: The fragments that its texts name in braces.
        codes: The codes of the notation.
        writers: The functions that give a replacement, by their names.
    """
    by_id = {code.id: code for code in codes}

    def whole(text: str) -> str:
        expanded = _FRAGMENT.sub(lambda name: fragments[name[1]], text)
        return expanded if expanded == text else whole(expanded)

    def read(row: Mapping[str, Any]) -> Spelling:
        code, message = by_id[row["code"]], whole(row["message"])
        if "by" in row:
            return Spelling(
                re.compile(whole(row["pattern"]), re.MULTILINE), code, message, writers[row["by"]]
            )
        return spelling(whole(row["pattern"]), code, message, whole(row["write"]))

    return tuple(map(read, rows))


_FRAGMENT = re.compile(r"\{([A-Z]+)\}")


def foreign(text: str, spellings: Iterable[Spelling]) -> Iterator[Misspelling]:
    """The foreign spellings in a text, without overlaps."""
    matches = [
        (match, known)
        for known in spellings
        for match in islice(known.pattern.finditer(text), MOST)
    ]
    taken = 0
    for match, known in islice(sorted(matches, key=lambda pair: pair[0].start()), MOST):
        if match.start() < taken or (instead := known.written(match)) is None:
            continue
        taken = match.end()
        changed = _group(match, "at") or Span(*match.span())
        way = f" Write `{instead}`." if instead else ""
        title = f"Write `{instead}`" if instead else f"Remove `{text[changed.start : changed.end]}`"
        fix = Fix(title, (Edit(changed, instead),), safe=False)
        place = _group(match, "place") or changed
        yield Misspelling(
            Span(*match.span()), Diagnostic(known.code, place, f"{known.message}{way}", (fix,))
        )


def _group(match: re.Match[str], name: str) -> Span | None:
    """The span of a group; None if the pattern has no such group or it does not match."""
    return Span(*match.span(name)) if match.groupdict().get(name) is not None else None


def instead_of(
    diagnostics: Sequence[Diagnostic], spellings: Iterable[Misspelling]
) -> tuple[Diagnostic, ...]:
    """The diagnostics of a text, where each foreign spelling with an error replaces what it
    overlaps.
    """
    errors = [error.span for error in diagnostics if error.code.severity is Severity.ERROR]
    instead = [
        each for each in spellings if each.is_certain or any(map(each.span.overlaps, errors))
    ]
    kept = [
        each
        for each in diagnostics
        if not any(spelling.span.overlaps(each.span) for spelling in instead)
    ]
    return tuple(
        sorted((*kept, *(spelling.diagnostic for spelling in instead)), key=attrgetter("span"))
    )


# Words and names that a misspelled one may be meant for. The search among names is bounded: they
# may be many


SAME = 0.8
"""The minimum similarity of a word and its misspelling."""
SHORTEST = 4
"""The minimum length of a misspelled word; shorter words are different words."""
ALIKE = 0.7
"""The minimum similarity of two names, from 0 to 1."""
FEW = 300
"""In a file with more names, only those that differ from the misspelled one by one letter are
looked up.
"""
LONGEST_MISSPELLED = 40
"""The length from which a name has no suggestions."""
MOST_COMPARED = 2_500
"""The number of comparisons in a chunk after which no names are suggested."""
_LETTERS = "abcdefghijklmnopqrstuvwxyz-"


def alike(word: str, known: Iterable[str]) -> str:
    """The word of the notation that is most similar to a word; empty if none is similar."""
    words = sorted(known)
    begun = [
        known
        for known in words
        if len(word) > 3 and (known.startswith(word) or sorted(known) == sorted(word))
    ]
    return "".join(begun[:1] or get_close_matches(word, words, n=1, cutoff=SAME))


def is_slip(word: str, known: str) -> bool:
    """Whether a word differs from another by one added, removed, replaced or swapped letter, and is
    not its plural.
    """
    if len(known) < SHORTEST or word in (known, f"{known}s"):
        return False
    start = next(
        (at for at, (a, b) in enumerate(zip(word, known, strict=False)) if a != b),
        min(len(word), len(known)),
    )
    rest, other = word[start:], known[start:]
    swapped = rest[1:2] + rest[:1] + rest[2:]
    return other in (rest[1:], swapped) or rest == other[1:] or rest[1:] == other[1:]


def suggestions(
    word: str,
    defined: Iterable[str],
    is_defined: Callable[[str], object],
    others: Collection[str] = (),
    *,
    count: int = 2,
    diagnosed: int = 0,
) -> list[str]:
    """The names most similar to an unknown one, the most similar first.

    Args:
        word: The unknown name.
        defined: The names that the file defines, in no order.
        is_defined: Whether the file defines a name.
        others: More names that may be meant.
        count: The maximum number of names.
        diagnosed: The number of diagnostics that the chunk already has.
    """
    own = list(islice(defined, FEW + 1))
    if len(word) > LONGEST_MISSPELLED or diagnosed * (len(own) + len(others)) > MOST_COMPARED:
        return []
    if len(own) > FEW:
        own = [name for name in _one_slip_away(word) if is_defined(name)]
    return get_close_matches(word, {*own, *others} - {word}, count, ALIKE)


def _one_slip_away(word: str) -> Iterator[str]:
    """The names with one letter less, more or other, or with two letters swapped."""
    letters = dict.fromkeys(_LETTERS + word)
    for at in range(len(word) + 1):
        before, rest = word[:at], word[at:]
        yield from (before + letter + rest for letter in letters)
        yield from (before + letter + rest[1:] for letter in letters)
        yield before + rest[1:]
        yield before + rest[1:2] + rest[:1] + rest[2:]


# Names of well-known pieces (Q5)


MOST_KNOWN = 20
"""The maximum number of pieces that are offered."""
BEGUN_NAME = re.compile(r"(?<![^\W_])[A-Za-z][a-z']{2,}(?:[ _-][A-Za-z][a-z']*)*$")
"""The beginning of a name: three letters, or words."""


def begun_name(named: Iterable[str], text: str, offset: int) -> Span:
    """The span of the words around an offset that some of the names begin with; empty without one.

    If no name begins with all of the words before the offset, some may begin with the last ones.
    """
    start = line_start(text, offset)
    while begun := BEGUN_NAME.search(text, start, offset):
        span = Span(begun.start(), word_end(LETTERS, text, offset))
        key = _name_key(text[span.start : span.end])
        if any(name.startswith(key) for name in named):
            return span
        start = begun.start() + len(_SEPARATORS.split(begun[0])[0])
    return Span(offset, offset)


def word_end(pattern: re.Pattern[str], text: str, offset: int) -> int:
    """The end of the rest of a word from an offset on; the offset itself if no word goes on
    there.
    """
    rest = pattern.match(text, offset)
    return rest.end() if rest else offset


LETTERS = re.compile(r"[^\W\d_]*")
"""The rest of a word of letters."""


def known_pieces(named: Mapping[str, Known], typed: str) -> Iterator[CompletionItem]:
    """The well-known pieces whose names begin with what is typed, an equal name first.

    Each is labelled with its name, spelled as it is typed, and inserts its moves.
    """
    key = _name_key(typed)
    begun = sorted((name for name in named if name.startswith(key)), key=lambda name: name != key)
    by_moves = {named[name].text: name for name in reversed(begun)}
    names = [name for name in begun if by_moves[named[name].text] == name]
    for name in names[:MOST_KNOWN]:
        known = named[name]
        about = f"{listed(known.names, 'or')} ({known.known_from})."
        label, detail = typed + name[len(typed) :], shortened(known.text)
        yield CompletionItem(label, detail, TokenType.ATOM, about, text=known.text)


_SEPARATORS = re.compile("[ _-]")


def _name_key(typed: str) -> str:
    """A name as the table of pieces spells it."""
    return _SEPARATORS.sub(" ", typed.lower())
