"""The interface of notations: the class `Notation`, and the `Analysis` of a chunk that its method
`read` returns.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from importlib import resources
from typing import TYPE_CHECKING, NamedTuple, Protocol, Self

from wazir.diagnostics import EVERY_DIAGNOSTIC, Code, Diagnostic, DiagnosticFilter
from wazir.notations import results
from wazir.notations.files import NotationFiles
from wazir.syntax import Token, Tree
from wazir.text import Span

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from wazir.notations.capabilities import DialectConverter, Games, SetUps, Variants, Writer

MAX_LETTERS_OF_CHUNK = 20_000
"""The number of characters of a chunk that are read. No notation parses a longer definition."""


@dataclass(frozen=True, slots=True)
class Context:
    """The settings of a chunk. Directives change them from chunk to chunk."""

    dialect: str | None = None
    """The pinned dialect or style; None detects it for each definition."""
    board: str | None = None
    """The board (M2), such as `10x8`; None is the default board."""
    profile: str | None = None
    """The engine to compare with, such as `fairy-stockfish`."""
    engine: str | None = None
    """The version of the engine that reads the file, one of *Notation.engines*; None is the
    newest.
    """
    extra_keys: tuple[str, ...] = ()
    """Keys that another program reads."""
    fixed: frozenset[str] = frozenset()
    """The fields that directives cannot change, because a request or an option sets them."""
    has_headers: bool = False
    """The file names its pieces, so text without a name is not a piece."""
    reported: DiagnosticFilter = EVERY_DIAGNOSTIC
    """The diagnostics to report, all by default."""
    letters: bool = False
    """Pictures show letters in the place of figurines."""


class Source(NamedTuple):
    """The text and the context of a chunk."""

    text: str
    context: Context


class Scope(Protocol):
    """The names that the file defines, as seen by a chunk. The defaults hold for a single text."""

    def facts(self, _name: str, /) -> Hashable | None:
        """The facts of a definition (*Analysis.facts*); None if the file does not define the
        name.
        """
        return None

    def analysis(self, _name: str, /) -> Analysis | None:
        """The analysis, without a scope, of the chunk with the first definition of a name; None
        without one.
        """
        return None

    def is_used(self, _name: str, /) -> bool:
        """Whether the file may use a name that the chunk defines; other texts may use the names of
        a single one.
        """
        return True

    def defined_names(self) -> Iterable[str]:
        """All names that the file defines, in no order."""
        return ()

    def precedes(self, _name: str, _other: str, /) -> bool:
        """Whether a name that a chunk uses is first defined above the first name that the chunk
        defines, the other.
        """
        return True


class NoNames(Scope):
    """The scope of a single text."""


NO_NAMES = NoNames()


@dataclass(frozen=True, eq=False)
class Analysis:
    """A chunk as its notation reads it. Subclasses compute each attribute when it is first read.

    Names are keys (*Notation.key*). Offsets count from the start of the chunk.
    """

    text: str
    context: Context
    scope: Scope = NO_NAMES
    """The names of the file. Only `definitions`, `diagnostics` and `facts` depend on it."""
    without_scope: Self | None = None
    """The analysis of the same chunk without a scope, for what depends on the text alone
    (*of_text*).
    """

    def in_scope(self, scope: Scope) -> Self:
        """The analysis of the same chunk in a file with some names."""
        return replace(self, scope=scope, without_scope=self.without_scope or self)

    def of_other_text(self, text: str) -> Self:
        """The analysis of another text in the same context and scope."""
        return replace(self, text=text, without_scope=None)

    @property
    def tree(self) -> Tree:
        """The parsed text."""
        raise NotImplementedError

    @property
    def tokens(self) -> tuple[Token, ...]:
        """All tokens, with comments."""
        return self.tree.tokens

    @property
    def names(self) -> tuple[tuple[str, Span], ...]:
        """The names that it defines, with their spans, in order."""
        return ()

    @property
    def uses(self) -> tuple[tuple[str, Span], ...]:
        """The names that it may use, with their spans. Other words may be among them."""
        return ()

    @property
    def outline(self) -> tuple[results.OutlineEntry, ...]:
        """Its definitions for the outline of a file."""
        return ()

    @property
    def definitions(self) -> tuple[results.Definition, ...]:
        """The pieces or games that it defines."""
        return ()

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Its diagnostics, by place."""
        return ()

    @property
    def next_context(self) -> Context:
        """The context of the next chunk."""
        return self.context

    @property
    def settings(self) -> Iterable[tuple[Span, str]]:
        """Its parts that are neither pieces nor comments, with the text that a conversion keeps as
        a comment.
        """
        return ()

    def refers(self, _name: str, _span: Span) -> bool:
        """Whether a use of a known name means its definition, and not a word of the notation."""
        return True

    def needs(self, _name: str) -> tuple[str, ...]:
        """The names that the definition of a name requires. A cycle of them is an error."""
        return ()

    def facts(self, _name: str, _is_circular: bool) -> Hashable:
        """What other chunks depend on in the definition of a name, given whether it is part of a
        cycle.

        Facts should be small and change rarely, because a change diagnoses all users of the name
        again.
        """
        return True

    # Editing

    def hover(self, _offset: int, /) -> results.HoverText | None:
        """The hover at an offset."""
        return None

    def complete(self, offset: int, /) -> results.Completions:
        """The completion items at an offset, and the span that they replace."""
        return Span(offset, offset), ()

    def signature(self, _offset: int, /) -> results.Signature | None:
        """The signature of the function around an offset."""
        return None

    def inlay_hints(self) -> tuple[results.InlayHint, ...]:
        """The inlay hints, in order."""
        return ()

    def refactorings(self, _span: Span, /) -> tuple[results.Refactoring, ...]:
        """The refactorings for a selection."""
        return ()

    def formatted(self) -> str:
        """The formatted text of a chunk without trailing blank lines. Added line ends are `\\n`."""
        return self.text

    def indent_after(self, _offset: int, /) -> str | None:
        """The indentation of a new line at an offset; None if the definition is complete there."""
        return None


class Notation:
    """A notation. A subclass sets the attributes and the functions that it has; the others have
    defaults.

    Texts, offsets and results are plain values. A chunk is what *read* returned.
    """

    files: NotationFiles
    """Its name and its files."""
    title: str
    line_comments: tuple[str, ...]
    codes: tuple[Code, ...]
    package: str
    """The package whose folder `docs` has the pages of its codes."""
    rulings: Mapping[str, str] = {}
    """Pages about its subject in `docs/rulings`: the title of each."""
    dialects: Mapping[str, str] = {}
    """Its dialects or styles, each with one line about it."""
    dialect_word = "dialect"
    """The word for dialects, such as `style`, which is also the name of the setting."""
    dialect_titles: Mapping[str, str] = {}
    """Titles of dialects that differ from their names."""
    sections: Mapping[results.TokenType, str] = {}
    """The sections of its page on the site that explain its words, by their types: anchors."""
    dialect_code = ""
    """The code whose page is about dialects."""
    pins_dialect = True
    """Texts are read in a dialect. If False, dialects are only forms of writing."""
    profiles: Mapping[str, str] = {}
    """The engines to compare with, each with one line about it."""
    engines: Mapping[str, str] = {}
    """The engines that files may be written for, with their versions and builds, each with one line
    about it.
    """
    readers: Mapping[str, results.Reader] = {}
    """The engines whose reading is known."""
    has_lines = False
    """Each line of a file stands for itself, so lines are formatted, not definitions."""
    is_linked = False
    """Chunks use names of each other."""
    embedded: Notation | None = None
    """The notation of the pieces in its files."""
    names_start_lines = False
    """A word at the start of a line is the name of a new piece, or may become one."""
    writer: Writer | None = None
    """Writes pieces of other notations in this one."""
    converter: DialectConverter | None = None
    """Writes texts in other dialects."""
    variants: Variants | None = None
    """What it offers as a notation of variants of games."""
    set_ups: SetUps | None = None
    """What it offers as a notation of games with their set-ups."""
    games: Games | None = None
    """What it offers as a notation of game records."""
    library_file: Traversable | None = None
    """The packaged file of the predefined names, to open in editors."""

    @property
    def name(self) -> str:
        """Its name."""
        return self.files.name

    @property
    def extensions(self) -> tuple[str, ...]:
        """The ends of the names of its files."""
        return self.files.extensions

    def title_in(self, dialect: str | None) -> str:
        """Its title with that of a dialect or style, if it is in one."""
        if not dialect:
            return self.title
        return f"{self.title} ({self.dialect_titles.get(dialect, dialect)})"

    # Reading

    def starts_chunk(self, line: str, /) -> bool:
        """Whether a line starts a chunk."""
        raise NotImplementedError

    def file_context(self, context: Context, _text: str, /) -> Context:
        """The context of the first chunk of a file, from its settings and its text."""
        return context

    def read(self, text: str, context: Context, scope: Scope = NO_NAMES, /) -> Analysis:
        """The analysis of a chunk."""
        raise NotImplementedError

    def token_type(self, token: Token, /) -> results.TokenType | None:
        """The type of a token; None for plain text."""
        raise NotImplementedError

    def section(self, token: Token, /) -> str:
        """The page of the site about a token, with an anchor; empty without one."""
        kind = self.token_type(token)
        return (
            f"notations/{self.name}.html#{self.sections[kind]}"
            if kind and kind in self.sections
            else ""
        )

    def evidence(self, text: str, /) -> int:
        """The number of features of a text that only this notation has."""
        raise NotImplementedError

    # Names

    def duplicate_name(self, name: str, span: Span, first: Span, another: str, /) -> Diagnostic:
        """The diagnostic of a duplicate name, given the span of the first definition and an unused
        name.
        """
        raise NotImplementedError

    def another_name(self, name: str, number: int, _context: Context, /) -> tuple[str, str]:
        """A numbered variant of a name: its key and its spelling."""
        return f"{name} {number}", f"{name} {number}"

    def key(self, name: str, /) -> str:
        """The key of a name, which does not depend on its spelling."""
        return name

    def respelled(self, new: str, _old: str, _key: str, /) -> str:
        """A new name spelled as an old one was, given the key of the old name."""
        return new

    def renamed(self, key: str, old: str, new: str, /) -> str:
        """A key after the name with the key *old*, perhaps itself, is respelled."""
        return self.key(new) if key == old else key

    def origin(self, name: str, _scope: Scope, /) -> str:
        """The key of the definition that a name without one is inherited from, or that name."""
        return name

    def library(self, _name: str, /) -> Source | None:
        """The source of a predefined name; None for another name."""
        return None

    def library_names(self) -> Iterable[str]:
        """The predefined names, as far as there is a list of them."""
        return ()

    def is_required(self, _name: str, /) -> bool:
        """Whether diagnostics of chunks that use a name depend on its definition."""
        return True

    is_ordered = False
    """Diagnostics depend on whether a name is defined above its use."""

    # Editing

    def format_lines(self, lines: Iterable[str], /) -> Iterable[str]:
        """Format the lines of a paragraph, given without line ends, if *has_lines*."""
        return lines

    def page(self, code: str) -> str | None:
        """The documentation of a code or a ruling in Markdown; None if it is not its own."""
        folders = {code.id: "docs" for code in self.codes} | dict.fromkeys(
            self.rulings, "docs/rulings"
        )
        if code not in folders:
            return None
        return (
            resources.files(self.package).joinpath(folders[code], f"{code}.md").read_text("utf-8")
        )
