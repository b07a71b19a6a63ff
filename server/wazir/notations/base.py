"""The interface of notations: *Notation* with its *Analyser* and its *Editor*, and what these take and return."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from importlib.resources import files
from typing import TYPE_CHECKING, Concatenate, NamedTuple, ParamSpec, Protocol, TypeVar

from wazir.diagnostics import Code, Diagnostic
from wazir.piece.board import PlayingBoard, SquareBoard
from wazir.piece.model import Piece
from wazir.steps import Steps
from wazir.syntax import Token, Tree
from wazir.text import Edit, Span

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from wazir.ben39.actions import Action, Game
    from wazir.ben39.position import State
    from wazir.piece.lookup import Wanted

_More = ParamSpec("_More")
_Found = TypeVar("_Found")

LONGEST_SCANNED = 40_000
"""Characters of a chunk that are scanned; no notation reads a definition as long as that."""


@dataclass(frozen=True, slots=True)
class Context:
    """What holds for a chunk besides its own text. Directives of the file change it from chunk to chunk."""

    dialect: str | None = None
    """The pinned dialect or style; None lets each definition be judged by itself."""
    board: str | None = None
    """The board of M2, `10x8`; None is the default."""
    profile: str | None = None
    """The engine whose reading is compared, `fairy-stockfish`."""
    fixed: frozenset[str] = frozenset()
    """The fields that directives may not change, because a request or the command line set them."""
    has_headers: bool = False
    """The file names its pieces in headers, so that what stands outside of them is none."""


class Source(NamedTuple):
    """The text of a chunk, and what holds for it."""

    text: str
    context: Context


class Scope(Protocol):
    """What a chunk can ask about the names that the file defines."""

    def facts(self, name: str) -> Hashable | None:
        """What the notation finds worth knowing of a definition; None if the file does not define the name."""

    def source(self, name: str) -> Source | None:
        """The chunk that defines a name first."""

    def is_used(self, name: str) -> bool:
        """Whether the file may use a name somewhere; asked by a chunk of the names that it defines."""

    def defined_names(self) -> Iterable[str]:
        """All names that the file defines, in no order."""

    def precedes(self, name: str, other: str) -> bool:
        """Whether the first definition of a name stands above that of another, both of which the file defines.

        A chunk may ask it of a name that it uses and of the first name that it defines.
        """


class NoNames:
    """The scope of a text that stands alone."""

    def facts(self, _name: str) -> None:
        """Nothing is defined."""

    def source(self, _name: str) -> None:
        """Nothing is defined."""

    def is_used(self, _name: str) -> bool:
        """Whoever takes a text by itself may use what it defines elsewhere."""
        return True

    def defined_names(self) -> tuple[str, ...]:
        """Nothing is defined."""
        return ()

    def precedes(self, _name: str, _other: str) -> bool:
        """Nothing stands anywhere else."""
        return True


NO_NAMES: Scope = NoNames()


class TokenType(Enum):
    """The colours of a text; the values are token types of the Language Server Protocol."""

    ATOM = "class"
    DIRECTION = "property"
    MODE = "keyword"
    MODIFIER = "modifier"
    RANGE = "number"
    OPERATOR = "operator"
    NAME = "function"
    DIRECTIVE = "macro"
    ARGUMENT = "enumMember"
    COMMENT = "comment"
    STRING = "string"
    WHITE = "variable"
    """What is White's."""
    BLACK = "parameter"
    """What is Black's."""
    MOVABLE = "struct"
    """A part of the board that moves."""


@dataclass(frozen=True, slots=True)
class Definition:
    """A piece that a chunk defines. Spans count from the start of the chunk."""

    name: str | None
    name_span: Span | None
    span: Span
    """From the name, or the first sign of the moves, to the last sign."""
    moves: Span
    """The moves alone; empty where there are none yet."""
    dialect: str
    dialect_reason: str
    """Why it is read in that dialect, as the end of a sentence: "because the file says so"."""
    piece: Piece | None
    """What it means; None if it has an error that leaves nothing to show."""
    broken: bool
    """It has an error, so that asking for its moves is answered by one."""
    board: str | None
    key: str | None = None
    """What the name is known by, where that is not how it is written."""
    notes: tuple[str, ...] = ()
    """What its moves do not tell, a sentence each."""
    reason: str = ""
    """Why it has no moves although no finding says so, as a sentence."""
    game: Game | None = None
    """The position that it sets up and what is played from there, if it is no piece but a record of a game."""
    plays: tuple[Span, ...] = ()
    """Where each action of that game is written."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """All that is known of a chunk in a context."""

    tree: Tree
    definitions: tuple[Definition, ...]
    diagnostics: tuple[Diagnostic, ...]


@dataclass(frozen=True, slots=True)
class HoverText:
    """What a part of a text means where it stands."""

    span: Span
    title: str
    text: str
    piece: Piece | None = None
    """What the part does alone, if that can be drawn."""
    piece_text: str = ""
    """The part of the text that the piece is of."""
    notes: tuple[str, ...] = ()
    """What else there is to say, a sentence each."""
    state: State | None = None
    """The position that it is about, if that can be drawn."""
    last_action: Action | None = None
    """What led to that position."""
    piece_span: Span | None = None
    """Where the part stands that the piece is of, if it is a part of the same chunk."""
    leg_spans: tuple[Span, ...] = ()
    """Where that part names its legs, in the order in which they are walked; one may stand for several."""
    drawing: str = ""
    """A board in signs."""


@dataclass(frozen=True, slots=True)
class CompletionItem:
    """Something that may be written at a place."""

    label: str
    detail: str
    """One line: what it means here."""
    token_type: TokenType
    documentation: str = ""
    piece: Piece | None = None
    """The piece that it names, if it names one, for a small diagram; else that of the definition with it is shown."""
    rank: int = 0
    """Lower comes first."""
    snippet: str | None = None
    """The text to insert with tab stops, where it is not the label."""
    example: str = ""
    """A whole definition that shows it, for places where nothing can be drawn yet."""
    overlap: int = 0
    """So many characters before the place are the beginning of it, and are replaced too."""
    is_template: bool = False
    """A whole definition: offered only at the start of an empty line."""
    filter_text: str = ""
    """What the typed word is compared with, where that is not the label."""


class HintKind(Enum):
    """The kinds of remarks, which can be switched on and off."""

    SHORTHAND = "shorthand"
    """What a short way of writing stands for."""
    IMPLIED = "implied"
    """What goes without saying."""


@dataclass(frozen=True, slots=True)
class InlayHint:
    """A remark shown in the text."""

    offset: int
    label: str
    tooltip: str
    kind: HintKind = HintKind.SHORTHAND


@dataclass(frozen=True, slots=True)
class OutlineEntry:
    """A definition in the outline of a file. Spans count from the start of the chunk."""

    name: str
    """Its name; what it says, if it has none."""
    detail: str
    span: Span
    selection: Span
    """The part of the span to go to."""


@dataclass(frozen=True, slots=True)
class Refactoring:
    """A change that an author may want, offered where the cursor is."""

    title: str
    edits: tuple[Edit, ...]


@dataclass(frozen=True, slots=True)
class Signature:
    """What a function is given, shown while its arguments are written."""

    label: str
    """The whole call."""
    documentation: str
    parameters: tuple[tuple[str, str], ...]
    """Each argument as it stands in the label, with a line about it."""
    active: int
    """Which of them is being written."""


@dataclass(frozen=True, slots=True)
class Reader:
    """A program that reads texts of a notation in its own way, faults included."""

    title: str
    read: Callable[[str], Piece]
    """The piece that it plays for a text.

    Raises ValueError with a sentence where it comes to no end.
    """
    largest: tuple[int, int] | None = None
    """The most files and ranks of its boards."""

    def check_board(self, board: PlayingBoard) -> None:
        """Checks that the program has a board.

        Raises:
            ValueError: with a sentence, if it does not.
        """
        if not isinstance(board, SquareBoard):
            raise ValueError(f"{self.title} has no board {board}.")
        if self.largest and (board.files > self.largest[0] or board.ranks > self.largest[1]):
            raise ValueError(f"{self.title} has boards up to {self.largest[0]}x{self.largest[1]}, not {board}.")


@dataclass(frozen=True, slots=True)
class Resolver:
    """How the chunks of a file depend on each other by names, in a notation where they do.

    Every function is cheap, and needs no more than the text of a chunk; names are as *Analyser.names* gives them.
    """

    references: Callable[[str], tuple[tuple[str, Span], ...]]
    """The names that a chunk uses, and where; other words may be among them."""
    needs: Callable[[str, Context, str], tuple[str, ...]]
    """The names that the definition of a name in a chunk cannot do without: those of a circle are an error."""
    facts: Callable[[str, Context, str, Scope, bool], Hashable]
    """What other chunks need to know of the definition of a name in a chunk, given those that it needs itself, and
    whether it is part of a circle. Small, and the same after most edits, for what uses the name depends on it.
    """
    key: Callable[[str], str]
    """What a name is known by, however it is written."""
    respelled: Callable[[str, str, str], str]
    """A new name for a place where the old one is written in some way: in the same way. The new name, what is written
    there, and what that is known by.
    """
    renamed: Callable[[str, str, str], str] | None = None
    """What a name is known by after an old one, perhaps itself, is written in a new way: the name, the old one, the new
    way. None if names do not depend on each other: then *key* tells.
    """
    ordered: bool = False
    """What there is to say of a chunk depends on which of the names that it uses stand above it."""
    library: Callable[[str], Source | None] = lambda _: None
    """Where a name is defined that every file knows."""
    library_file: Traversable | None = None
    """The packaged file with all those definitions, for editors to open."""


@dataclass(frozen=True)
class Analyser:
    """What a notation reads in a chunk. Offsets count from the start of the chunk.

    What is said of a chunk depends on nothing but its text, its context, and what its scope says when asked.
    """

    starts_chunk: Callable[[str], bool]
    """Whether a line starts a chunk; only that line is looked at."""
    names: Callable[[str], tuple[tuple[str, Span], ...]]
    """The names that a chunk defines, cheaply."""
    outline: Callable[[str], tuple[OutlineEntry, ...]]
    """The definitions of a chunk for the outline of a file, cheaply."""
    parse: Callable[[str, Context], Tree]
    tokens: Callable[[str, Context], tuple[Token, ...]]
    """All tokens of a chunk, comments too, by the shortest way: the same as those of *parse*."""
    token_type: Callable[[Token], TokenType | None]
    analyse: Callable[[str, Context, Scope], Analysis]
    diagnose: Callable[[str, Context, Scope], tuple[Diagnostic, ...]]
    """The diagnostics of a chunk, by the shortest way: the same as those of *analyse*."""
    duplicate_name: Callable[[str, Span, Span, str], Diagnostic]
    """The diagnostic for a name at the first span that was defined first at the second; last another name that no
    definition has, as it is written, or nothing.
    """
    evidence: Callable[[str], int]
    """How often a text has what only texts in this notation have: by that a text without a name is recognized."""
    another_name: Callable[[str, int, Context], tuple[str, str]] = lambda name, number, _: 2 * (f"{name} {number}",)
    """A name like another one, with a number: as *names* gives it, and as it is written."""
    context_after: Callable[[str, Context], Context] = lambda _text, context: context
    """The context behind a chunk with this text."""
    summarize: Callable[[str], int] = lambda _: 0
    """What a chunk tells of its file, as bits that add up over all chunks."""
    infer_settings: Callable[[Context, str, int], Context] = lambda context, _first, _summaries: context
    """What holds at the top of a file, from what is set, the text of its first chunk, and the summaries of all."""


@dataclass(frozen=True, slots=True)
class Writer:
    """How a notation writes pieces that come from elsewhere (Q14 to Q16)."""

    moves: Callable[[Piece, str, frozenset[str]], str]
    """The moves of a piece in a dialect, without a name. Last the names of pieces that mean something else.

    Raises ValueError with a sentence where the notation cannot say them.
    """
    name: Callable[[str], str]
    """A name of another notation, fitted to this one; names that it tells apart may become one."""
    definition: Callable[[str, str, str], str]
    """The definition of a name: its name, its moves, the dialect."""
    heading: Callable[[str, str | None], str]
    """The lines that a file begins with: its dialect and its board, if it has one."""
    comment: Callable[[str], str]
    """What begins a comment line in a dialect."""
    default_dialect: str = ""
    """The dialect where none is asked for."""


@dataclass(frozen=True)
class Editor:
    """What a notation answers to an author; optional answers are None."""

    hover: Callable[[str, Context, int, Scope], HoverText | None]
    """What stands at an offset."""
    complete: Callable[[str, Context, int, Scope], tuple[Span, tuple[CompletionItem, ...]]]
    """What may be written at an offset, and the span that it replaces."""
    inlay_hints: Callable[[str, Context, Scope], tuple[InlayHint, ...]]
    refactorings: Callable[[str, Context, Span, Scope], tuple[Refactoring, ...]]
    signature: Callable[[str, Context, int, Scope], Signature | None] | None = None
    """What the function around an offset is given."""
    format_lines: Callable[[tuple[str, ...]], tuple[str, ...]] | None = None
    """Formats the lines of a block without a blank line between, all of them whole lines without line ends."""
    format_chunk: Callable[[str, Context], str] | None = None
    """Formats a chunk; for notations without *format_lines*, whose definitions take several lines.

    It is given without the blank lines behind it. Line ends that it adds are `\\n`.
    """
    indent_after: Callable[[str, Context, int], str | None] | None = None
    """The blanks before a line that begins at an offset of a chunk; None where it would go on with nothing."""
    lookup: Callable[[Wanted], Iterable[tuple[str | None, str]]] | None = None
    """Texts that should reach just the squares that are wanted, each with its dialect."""
    writer: Writer | None = None
    """How pieces of other notations are written in this one."""
    convert: Callable[[str, str, str], Steps[str]] | None = None
    """A text of one dialect in another, in steps: the text, its dialect, the other. Whole, with its comments.

    Raises ValueError with a sentence where that cannot be.
    """


@dataclass(frozen=True)
class Notation:
    """A notation: what it is called, and what it can do, imported when it is first asked."""

    name: str
    title: str
    extensions: tuple[str, ...]
    """How the names of its files end."""
    line_comments: tuple[str, ...]
    codes: tuple[Code, ...]
    package: str
    """The package that has the pages of its codes, in a folder `docs`."""
    load_analyser: Callable[[], Analyser]
    load_editor: Callable[[], Editor]
    load_resolver: Callable[[], Resolver] | None = None
    """None if its chunks do not depend on each other by names."""
    load_readers: Callable[[], Mapping[str, Reader]] = dict
    """The programs whose reading is known."""
    dialects: Mapping[str, str] = field(default_factory=dict)
    """Names of its dialects or styles, each with one line about it."""
    dialect_word: str = "dialect"
    """What its dialects are called: `style`. There is a setting of that name."""
    dialect_titles: Mapping[str, str] = field(default_factory=dict)
    """What its dialects are called in titles, where that is not the name."""
    dialect_code: str = ""
    """The code whose page tells of the dialects."""
    pins_dialect: bool = True
    """A text may be read in one of its dialects; else they are only forms to write texts in."""
    profiles: Mapping[str, str] = field(default_factory=dict)
    """The engines whose reading can be compared, each with one line about it."""
    shared_extensions: tuple[str, ...] = ()
    """How the names of other files end that may be in it: their text tells, by *Analyser.evidence*."""
    has_games: bool = False
    """Its definitions are records of games."""
    triggers: str = "%=: -([?"
    """Characters that trigger completion."""

    @cached_property
    def analyser(self) -> Analyser:
        """What it reads in a chunk; it scans no more than *LONGEST_SCANNED* characters."""
        found = self.load_analyser()
        return replace(
            found,
            names=_bounded(found.names),
            outline=_bounded(found.outline),
            tokens=_bounded(found.tokens),
            context_after=_bounded(found.context_after),
            summarize=_bounded(found.summarize),
        )

    @cached_property
    def editor(self) -> Editor:
        """What it answers to an author."""
        return self.load_editor()

    @cached_property
    def resolver(self) -> Resolver | None:
        """How its chunks depend on each other by names."""
        found = self.load_resolver() if self.load_resolver else None
        return found and replace(
            found,
            references=_bounded(found.references),
            needs=_bounded(found.needs),
            facts=_bounded(found.facts),
        )

    @cached_property
    def readers(self) -> Mapping[str, Reader]:
        """The programs whose reading is known, by the name that requests use."""
        return self.load_readers()

    def page(self, code: str) -> str | None:
        """The page of documentation of a code, as Markdown; None if it is none of its codes."""
        known = any(code == one.id for one in self.codes)
        return (files(self.package) / "docs" / f"{code}.md").read_text("utf-8") if known else None


def _bounded(scan: Callable[Concatenate[str, _More], _Found]) -> Callable[Concatenate[str, _More], _Found]:
    """A scan of the first *LONGEST_SCANNED* characters of a chunk."""

    def scanned(text: str, /, *more: _More.args, **named: _More.kwargs) -> _Found:
        return scan(text[:LONGEST_SCANNED], *more, **named)

    return scanned
