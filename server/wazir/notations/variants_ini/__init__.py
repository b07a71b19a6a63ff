"""`variants.ini` of Fairy-Stockfish, with pieces in Betza's notation (docs/notations/engines.md, F1 to F19)."""

from __future__ import annotations

from collections.abc import Iterable

from wazir.diagnostics import Diagnostic, Related
from wazir.notations.embedding import Guest, Host
from wazir.notations.kit import write
from wazir.notations.notation import NO_NAMES, Context, Scope
from wazir.notations.variants_ini.complete import complete
from wazir.notations.variants_ini.definition import VariantsAnalysis, origin, renamed, respelled
from wazir.notations.variants_ini.hover import hover, piece_of_letter, position_of_fen
from wazir.notations.variants_ini.meaning import LIBRARY_FILE, built_in_names, evidence, library
from wazir.notations.variants_ini.programs import (
    ENGINES,
    engine_diagnostics,
    engine_of,
    file_context,
)
from wazir.notations.variants_ini.programs import PROFILE as PYCHESS
from wazir.notations.variants_ini.prose import variant_rules
from wazir.notations.variants_ini.resolve import resolve
from wazir.notations.variants_ini.rules import CODES, NAME_IN_USE
from wazir.notations.variants_ini.syntax import SEPARATOR, format_line, starts_chunk
from wazir.notations.variants_ini.vocabulary import COLOURS
from wazir.text import Span


class VariantsIni(Host):
    """Files of variants."""

    name = "fairy-variants"
    title = "Variants of Fairy-Stockfish"
    extensions = ("variants.ini",)
    shared_extensions = (".ini",)
    is_searched = True
    line_comments = ("#", ";")
    codes = CODES
    package = __name__
    profiles = {PYCHESS: "tells why PyChess refuses the variant of a user"}
    engines = {name: engine.summary for name, engine in ENGINES.items()}
    has_variants = True
    is_linked = True
    is_ordered = True
    triggers = "=:[ "
    colours = COLOURS
    own_section = "notations/engines.html#fairy-stockfish-variantsini"
    library_file = LIBRARY_FILE

    starts_chunk = staticmethod(starts_chunk)
    file_context = staticmethod(file_context)
    evidence = staticmethod(evidence)
    respelled = staticmethod(respelled)
    renamed = staticmethod(renamed)
    origin = staticmethod(origin)
    library = staticmethod(library)
    library_names = staticmethod(built_in_names)
    hover = staticmethod(hover)
    piece_of_letter = staticmethod(piece_of_letter)
    position_of_fen = staticmethod(position_of_fen)
    variant = staticmethod(resolve)
    variant_rules = staticmethod(variant_rules)
    engine_diagnostics = staticmethod(engine_diagnostics)
    complete = staticmethod(complete)

    def __init__(self, guest: Guest, guest_of_fork: Guest) -> None:
        super().__init__(guest)
        self.guest_of_fork = guest_of_fork

    def read(self, text: str, context: Context, scope: Scope = NO_NAMES, /) -> VariantsAnalysis:
        """The analysis of a section."""
        guest = self.guest_of_fork if engine_of(context).is_fork else self.guest
        return VariantsAnalysis(text, context, scope, guest=guest)

    def duplicate_name(self, name: str, span: Span, first: Span, another: str, /) -> Diagnostic:
        """The diagnostic of a section whose name is in use."""
        section, is_letter, _ = name.partition(SEPARATOR)
        message = f"There is a section `{section}` above. Fairy-Stockfish drops this one."
        fixes = (write(span, another),) if another and not is_letter else ()
        return Diagnostic(
            NAME_IN_USE, span, message, fixes, (Related(first, "The first one is here."),)
        )

    def another_name(self, name: str, number: int, _context: Context, /) -> tuple[str, str]:
        """The name of a section with a number."""
        return f"{name}{number}", f"{name}{number}"

    def is_required(self, name: str, /) -> bool:
        """Whether a name is that of a section; those of letters are looked up in its facts."""
        return SEPARATOR not in name

    def format_lines(self, lines: Iterable[str], /) -> Iterable[str]:
        """Format each line by itself."""
        return map(format_line, lines)
