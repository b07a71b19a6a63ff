"""The interface of notations: *Notation* with its *Analyser*, *Editor*, *Resolver* and *Writer*."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from wazir.diagnostics import Code, Diagnostic, Rules
from wazir.lazy import lazy
from wazir.notations.results import (
    CompletionItem,
    Definition,
    HoverText,
    InlayHint,
    OutlineEntry,
    Refactoring,
    Signature,
    TokenType,
)
from wazir.syntax import Token, Tree
from wazir.text import Edit, Span

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from wazir.notations.readers import Reader
    from wazir.piece.lookup import Wanted
    from wazir.piece.model import Piece

_Functions = TypeVar("_Functions", "Analyser", "Resolver")

LONGEST_SCANNED = 20_000
"""The number of characters of a chunk that are scanned. No notation parses a longer definition."""


@dataclass(frozen=True, slots=True)
class Context:
    """The settings of a chunk. Directives change them from chunk to chunk."""

    dialect: str | None = None
    """The pinned dialect or style; None detects it for each definition."""
    board: str | None = None
    """The board (M2), such as `10x8`; None is the default board."""
    profile: str | None = None
    """The engine to compare with, such as `fairy-stockfish`."""
    fixed: frozenset[str] = frozenset()
    """The fields that directives cannot change, because a request or an option sets them."""
    has_headers: bool = False
    """The file names its pieces in headers, so text outside of them is not a piece."""
    rules: Rules | None = None
    """The diagnostics to report; None for all."""


class Source(NamedTuple):
    """The text and the context of a chunk."""

    text: str
    context: Context


class Scope(Hashable, Protocol):
    """The names that the file defines, as seen by a chunk."""

    def facts(self, name: str) -> Hashable | None:
        """The facts of a definition, which the *Resolver* computes; None if the file does not define the name."""

    def source(self, name: str) -> Source | None:
        """The chunk with the first definition of a name."""

    def is_used(self, name: str) -> bool:
        """Whether the file may use a name that the chunk defines."""

    def defined_names(self) -> Iterable[str]:
        """All names that the file defines, in no order."""

    def precedes(self, name: str, other: str) -> bool:
        """Whether a name that a chunk uses is first defined above the first name that the chunk defines, *other*."""


class NoNames:
    """The scope of a single text."""

    def facts(self, _name: str) -> None:
        """None."""

    def source(self, _name: str) -> None:
        """None."""

    def is_used(self, _name: str) -> bool:
        """True: other texts may use its names."""
        return True

    def defined_names(self) -> tuple[str, ...]:
        """Empty."""
        return ()

    def precedes(self, _name: str, _other: str) -> bool:
        """True: there are no other definitions."""
        return True


NO_NAMES: Scope = NoNames()


class Analysis(Hashable, Protocol):
    """An analysed chunk. It is made once and kept by the document; its parts are computed on demand.

    Every notation has its own class, with more attributes for its own functions. Offsets are relative to the chunk.
    """

    @property
    def text(self) -> str:
        """The text of the chunk."""

    @property
    def context(self) -> Context:
        """The context of the chunk."""

    @property
    def scope(self) -> Scope:
        """The names of its file."""

    @property
    def tree(self) -> Tree:
        """The parsed text."""

    @property
    def definitions(self) -> tuple[Definition, ...]:
        """The pieces that it defines."""

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Its diagnostics, by place."""


@dataclass(frozen=True, slots=True)
class Resolver:
    """The dependencies between the definitions of a file.

    The functions are cheap and read only the text of a chunk. Names are keys, as in *Analyser.names*.
    """

    references: Callable[[str], tuple[tuple[str, Span], ...]]
    """The names that a chunk uses, with their spans. Other words may be among them."""
    needs: Callable[[str, Context, str], tuple[str, ...]]
    """The names that a definition requires. A cycle of them is an error."""
    facts: Callable[[str, Context, str, Scope, bool], Hashable]
    """The facts of a definition that other chunks depend on, given those of the names that it requires, and whether it
    is part of a cycle. They should be small and change rarely, because a change revalidates all users of the name.
    """
    key: Callable[[str], str]
    """The key of a name, which does not depend on its spelling."""
    respelled: Callable[[str, str, str], str]
    """A new name spelled like an old one. Arguments: the new name, the old spelling, the key of the old name."""
    library: Callable[[str], Source | None] = lambda _: None
    """The source of a predefined name."""
    library_file: Traversable | None = None
    """The packaged file of the predefined names, to open in editors."""
    renamed: Callable[[str, str, str], str] | None = None
    """The key of a name after an old name, perhaps itself, is respelled; None if keys do not depend on each other.
    Arguments: the key, the old key, the new spelling.
    """
    origin: Callable[[str, Scope], str] | None = None
    """The key of the definition that a name without one is inherited from, or that name; None if none is inherited."""
    ordered: Callable[[str], bool] | None = None
    """Whether diagnostics depend on the definition of a used name, and on its being above; None: on all, anywhere."""
    words: frozenset[str] = frozenset()
    """The names with a meaning that needs no definition, such as those of functions."""


@dataclass(frozen=True)
class Analyser:
    """Functions of the text of a chunk, its context, and the answers of its scope alone. Offsets count in the chunk."""

    starts_chunk: Callable[[str], bool]
    """Whether a line starts a chunk."""
    names: Callable[[str], tuple[tuple[str, Span], ...]]
    """The names that a chunk defines. Cheap."""
    outline: Callable[[str], tuple[OutlineEntry, ...]]
    """The outline of a chunk. Cheap."""
    tokens: Callable[[str, Context], tuple[Token, ...]]
    """All tokens of a chunk with comments. Equal to those of its tree, but faster."""
    token_type: Callable[[Token], TokenType | None]
    analyse: Callable[[str, Context, Scope], Analysis]
    diagnose: Callable[[str, Context, Scope], tuple[Diagnostic, ...]]
    """The diagnostics of a chunk. Equal to those of *analyse*, but faster."""
    duplicate_name: Callable[[str, Span, Span, str], Diagnostic]
    """The diagnostic of a duplicate name, from the name, its span, that of the first definition, and an unused name."""
    evidence: Callable[[str], int]
    """The number of features that only this notation has, to detect the notation of a text."""
    another_name: Callable[[str, int, Context], tuple[str, str]] = lambda name, number, _: 2 * (f"{name} {number}",)
    """A numbered variant of a name: its key and its spelling."""
    context_after: Callable[[str, Context], Context] = lambda _text, context: context
    """The context after a chunk."""
    summarize: Callable[[str], int] = lambda _: 0
    """The features of a chunk that determine the settings of its file, as bits."""
    possible: Callable[[str], int] = lambda _: -1
    """All features that chunks of a text may have, as bits. Cheap."""
    infer_settings: Callable[[Context, str, int], Context] = lambda context, _first, _summaries: context
    """The initial context of a file, from its settings, its first chunk, and the combined summaries of all chunks."""


@dataclass(frozen=True, slots=True)
class Writer:
    """Writes pieces of other notations (Q14 to Q16)."""

    moves: Callable[[Piece, str, frozenset[str]], str]
    """The moves of a piece in a dialect, without a name. The last argument is names that mean other pieces.

    Raises ValueError with a sentence if the notation cannot express the piece.
    """
    name: Callable[[str], str]
    """The name of a piece, adapted to this notation. Different names may become equal."""
    definition: Callable[[str, str, str], str]
    """A definition, from its name, its moves and the dialect."""
    heading: Callable[[str, str | None], str]
    """The first lines of a file, from its dialect and its board."""
    comment: Callable[[str], str]
    """The prefix of a comment line in a dialect."""
    board: Callable[[str], str] = lambda _: ""
    """The line that sets the board of the definitions below it; empty if a file has one board."""
    default_dialect: str = ""
    """The dialect to write by default."""


@dataclass(frozen=True)
class Editor:
    """The functions for editor features. Optional features are None. A chunk is what *Analyser.analyse* returned."""

    hover: Callable[[Any, int], HoverText | None]
    """The hover at an offset of a chunk."""
    complete: Callable[[Any, int], tuple[Span, Iterable[CompletionItem]]]
    """The completions at an offset of a chunk, and the span that they replace."""
    inlay_hints: Callable[[Any], tuple[InlayHint, ...]] = lambda _chunk: ()
    refactorings: Callable[[Any, Span], tuple[Refactoring, ...]] = lambda _chunk, _span: ()
    """The refactorings of a chunk for a selection."""
    signature: Callable[[Any, int], Signature | None] | None = None
    """The signature of the function around an offset."""
    format_lines: Callable[[Iterable[str]], Iterable[str]] | None = None
    """Format the lines of a paragraph, given without line ends."""
    format_chunk: Callable[[str, Context], str] | None = None
    """Format a chunk without trailing blank lines, where definitions have several lines. Added line ends are `\\n`."""
    indent_after: Callable[[str, Context, int], str | None] | None = None
    """The indentation of a new line at an offset of a chunk; None if the definition is complete there."""
    lookup: Callable[[Wanted], Iterable[tuple[str | None, str]]] | None = None
    """Texts of pieces that may reach exactly the wanted squares, each with its dialect."""
    writer: Writer | None = None
    """Writes pieces of other notations in this one."""
    settings: Callable[[Any], Iterable[tuple[Span, str]]] = lambda _chunk: ()
    """The parts of a chunk that are neither pieces nor comments, with the text to keep as a comment of conversions."""
    write_moves: Callable[[Any, int, int, Sequence[str]], Edit] | None = None
    """Write actions into a record of a chunk, by its number, after some of its own, in place of the others."""
    write_position: Callable[[Any, int, Any], str] | None = None
    """The chunk with another position at the start of a record, by its number, without moves."""
    convert: Callable[[str, str, str], str] | None = None
    """Convert a text from a dialect to another, with its comments. Raises ValueError with the reason."""


@dataclass(frozen=True)
class Notation:
    """A notation. Its functions are imported on first use."""

    name: str
    title: str
    extensions: tuple[str, ...]
    """The ends of the names of its files."""
    line_comments: tuple[str, ...]
    codes: tuple[Code, ...]
    package: str
    """The package whose folder `docs` has the pages of its codes."""
    load_analyser: Callable[[], Analyser]
    load_editor: Callable[[], Editor]
    load_resolver: Callable[[], Resolver] | None = None
    """None if its chunks are independent."""
    load_readers: Callable[[], Mapping[str, Reader]] = dict
    """The engines whose reading is known."""
    dialects: Mapping[str, str] = field(default_factory=dict)
    """Its dialects or styles, each with one line about it."""
    dialect_word: str = "dialect"
    """The word for dialects, such as `style`, which is also the name of the setting."""
    dialect_titles: Mapping[str, str] = field(default_factory=dict)
    """Titles of dialects that differ from their names."""
    dialect_code: str = ""
    """The code whose page is about dialects."""
    pins_dialect: bool = True
    """Texts are read in a dialect. If False, dialects are only forms of writing."""
    profiles: Mapping[str, str] = field(default_factory=dict)
    """The engines to compare with, each with one line about it."""
    shared_extensions: tuple[str, ...] = ()
    """Extensions that other files have too. Their text determines the notation (*Analyser.evidence*)."""
    is_searched: bool = False
    """Folders are searched for files with shared extensions too."""
    has_games: bool = False
    """Its definitions are game records."""
    rulings: Mapping[str, str] = field(default_factory=dict)
    """Pages about its subject in `docs/rulings`: the title of each."""
    embedded: Notation | None = None
    """The notation of the pieces in its files."""
    triggers: str = "%=: -([?"
    """Characters that trigger completion."""

    @lazy
    def analyser(self) -> Analyser:
        """The analyser. It scans at most *LONGEST_SCANNED* characters."""
        return _bounded(self.load_analyser(), "names", "outline", "tokens", "context_after", "summarize")

    @lazy
    def editor(self) -> Editor:
        """The editor."""
        return self.load_editor()

    @lazy
    def resolver(self) -> Resolver | None:
        """The resolver; None if its chunks are independent."""
        return _bounded(self.load_resolver(), "references", "needs", "facts") if self.load_resolver else None

    @lazy
    def readers(self) -> Mapping[str, Reader]:
        """The engines by name."""
        return self.load_readers()

    def page(self, code: str) -> str | None:
        """The documentation of a code or a ruling in Markdown; None if it is not its own."""
        from importlib.resources import files  # late, because the start does not need it

        names = {one.id: "docs" for one in self.codes} | dict.fromkeys(self.rulings, "docs/rulings")
        return files(self.package).joinpath(names[code], f"{code}.md").read_text("utf-8") if code in names else None


def _bounded(found: _Functions, *names: str) -> _Functions:
    """Functions of a notation, of which those with some names scan only *LONGEST_SCANNED* characters of a chunk."""

    def bounded(scan: Any) -> Any:
        return lambda text, *more: scan(text[:LONGEST_SCANNED], *more)

    return replace(found, **{name: bounded(getattr(found, name)) for name in names})
