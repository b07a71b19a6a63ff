"""`variants.ini` of Fairy-Stockfish, with pieces in Betza's notation (docs/notations/engines.md, F1
to F19).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from wazir.diagnostics import Diagnostic, Related
from wazir.lazy import lazy
from wazir.notations.engine_files.embedding import EmbeddedLanguage, HostNotation
from wazir.notations.engine_files.variants_ini import (
    board_moves,
    complete,
    definition,
    hover,
    meaning,
    no_effect,
    programs,
    resolve,
    syntax,
    variant_rules,
)
from wazir.notations.engine_files.variants_ini.codes import CODES, NAME_IN_USE
from wazir.notations.engine_files.variants_ini.definition import VariantDefinition
from wazir.notations.engine_files.variants_ini.meaning import LIBRARY_FILE
from wazir.notations.engine_files.variants_ini.programs import ENGINES
from wazir.notations.engine_files.variants_ini.programs import PROFILE as PYCHESS
from wazir.notations.engine_files.variants_ini.syntax import SEPARATOR
from wazir.notations.engine_files.variants_ini.vocabulary import COLOURS
from wazir.notations.files import VARIANTS_INI_FILES
from wazir.notations.fixes import write
from wazir.notations.notation import NO_NAMES, Analysis, Context, Scope, Source
from wazir.notations.reports import Report
from wazir.notations.results import Completions, Definition, HoverText
from wazir.notations.variant import Line, ResolvedVariant, RulesPart, VariantRules
from wazir.piece.drawing.diagram import Diagram
from wazir.piece.model import Piece, Square
from wazir.text import Span


class VariantsAnalysis(VariantDefinition):
    """An analysed section, with what editors ask of it."""

    @lazy
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Its diagnostics, by place."""
        report = Report()
        report.keep(*self.line_diagnostics)
        no_effect.report_no_effect(self, report)
        return report.diagnostics()

    def hover(self, offset: int, /) -> HoverText | None:
        """The hover at an offset."""
        return hover.hover(self, offset)

    def complete(self, offset: int, /) -> Completions:
        """The completion items at an offset, and the span that they replace."""
        return complete.complete(self, offset)


class IniVariants:
    """The variants of sections."""

    def resolve(self, section: Analysis, line: Line, /) -> ResolvedVariant | None:
        """The variant that a section defines; None for a text without a section."""
        return resolve.describe_variant(_section(section), line)

    def rules(self, section: Analysis, /) -> VariantRules | None:
        """The rules of the variant in words; None for a text without a section."""
        return variant_rules.variant_rules(_section(section))

    def start_position(self, section: Analysis, /) -> Diagram | None:
        """The position at the start of the variant; None if it cannot be drawn."""
        return variant_rules.start_position(_section(section))

    def full_rules(self, section: Analysis, /) -> tuple[RulesPart, ...]:
        """The rules of the variant as if it inherited from none, with all its pieces."""
        return variant_rules.full_rules(_section(section))

    def rule_sentences(self, section: Analysis, key: str, /) -> Sequence[str]:
        """The sentences of the rules of the variant that tell the value of a key first."""
        return variant_rules.rule_sentences(_section(section), key)

    def definition_of_letter(self, section: Analysis, letter: str, /) -> Definition | None:
        """The piece that a letter means in the positions of a section, or None."""
        return hover.definition_of_letter(_section(section), letter)

    def piece_on_board(
        self, section: Analysis, position: Diagram, square: Square, /, *, has_moved: bool
    ) -> Piece | None:
        """The piece on a square of a position, with the moves that rules add there, or None."""
        chunk = _section(section)
        return board_moves.piece_on_board(
            chunk.variant, chunk.language, position, square=square, has_moved=has_moved
        )

    def entering(self, section: Analysis, position: Diagram, letter: str, /) -> frozenset[Square]:
        """The squares of a position where a piece in hand may be dropped, or enter behind a piece
        that leaves.
        """
        return hover.entering(_section(section), position, letter)

    def fen_hover(self, section: Analysis | None, fen: str, moves: str = "", /) -> HoverText | None:
        """A position in FEN of the variant of a section, or of no section; the squares that one of
        its pieces reaches may be marked.
        """
        return hover.fen_hover(_section(section) if section else None, fen, moves)

    def key_texts(self) -> Mapping[str, HoverText]:
        """What each key of a section means, by its name."""
        return hover.key_texts()

    def engine_diagnostics(
        self, sections: Sequence[tuple[int, Analysis]], messages: Iterable[str], /
    ) -> Iterable[Diagnostic]:
        """The messages of the engine that has checked a file, in the order of the text."""
        own = [(start, _section(analysis)) for start, analysis in sections]
        return programs.engine_diagnostics(own, messages)


def _section(analysis: Analysis) -> VariantDefinition:
    """An analysis of this notation as what it is."""
    if not isinstance(analysis, VariantDefinition):
        raise TypeError(f"This is not a section of a file of variants: {analysis!r}")
    return analysis


class VariantsIni(HostNotation):
    """Files of variants."""

    files = VARIANTS_INI_FILES
    title = "Variants of Fairy-Stockfish"
    line_comments = ("#", ";")
    codes = CODES
    package = __name__
    profiles = {PYCHESS: "Explains why PyChess would reject a variant that you upload."}
    engines = {name: engine.summary for name, engine in ENGINES.items()}
    variants = IniVariants()
    is_linked = True
    is_ordered = True
    colours = COLOURS
    own_section = "notations/engines.html#fairy-stockfish-variantsini"
    library_file = LIBRARY_FILE

    def __init__(self, language: EmbeddedLanguage, language_of_fork: EmbeddedLanguage) -> None:
        super().__init__(language)
        self.language_of_fork = language_of_fork

    def read(self, text: str, context: Context, scope: Scope = NO_NAMES, /) -> VariantsAnalysis:
        """The analysis of a section."""
        language = self.language_of_fork if programs.engine_of(context).is_fork else self.language
        return VariantsAnalysis(text, context, scope, language=language)

    def duplicate_name(self, name: str, span: Span, first: Span, another: str, /) -> Diagnostic:
        """The diagnostic of a section whose name is in use."""
        section, is_letter, _ = name.partition(SEPARATOR)
        message = f"There is a section `{section}` above. Fairy-Stockfish drops this one."
        fixes = (write(span, another),) if another and not is_letter else ()
        return Diagnostic(
            NAME_IN_USE,
            span,
            message,
            fixes=fixes,
            related=(Related(first, "The first one is here."),),
        )

    def another_name(self, name: str, number: int, _context: Context, /) -> tuple[str, str]:
        """The name of a section with a number."""
        return f"{name}{number}", f"{name}{number}"

    def is_required(self, name: str, /) -> bool:
        """Whether a name is that of a section; those of letters are looked up in its facts."""
        return SEPARATOR not in name

    def format_lines(self, lines: Iterable[str], /) -> Iterable[str]:
        """Format each line by itself."""
        return map(syntax.format_line, lines)

    def starts_chunk(self, line: str, /) -> bool:
        """Whether a line starts a chunk."""
        return syntax.starts_chunk(line)

    def file_context(self, context: Context, text: str, /) -> Context:
        """The context of the first chunk of a file, from its settings and its text."""
        return programs.file_context(context, text)

    def evidence(self, text: str, /) -> int:
        """The number of features of a text that only this notation has."""
        return meaning.evidence(text)

    def respelled(self, new: str, old: str, key: str, /) -> str:
        """A new name spelled as an old one was, given the key of the old name."""
        return definition.respelled(new, old, key)

    def renamed(self, key: str, old: str, new: str, /) -> str:
        """A key after the name with the key *old*, perhaps itself, is respelled."""
        return definition.renamed(key, old, new)

    def origin(self, name: str, scope: Scope, /) -> str:
        """The key of the section that a key is inherited from, or that key."""
        return definition.origin(name, scope)

    def library(self, name: str, /) -> Source | None:
        """The section of a built-in variant; None for another name."""
        return meaning.library(name)

    def library_names(self) -> Iterable[str]:
        """The names of the built-in variants."""
        return meaning.built_in_names()
