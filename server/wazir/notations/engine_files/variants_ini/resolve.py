"""The resolved variant of a section: all that it inherits, typed, with the places where it is set
(V1 to V4).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple

from wazir.notations.engine_files.embedding import EmbeddedLanguage
from wazir.notations.engine_files.variants_ini.definition import (
    ENGINE,
    VariantDefinition,
    original,
    plays_as_meant,
)
from wazir.notations.engine_files.variants_ini.meaning import (
    Variant,
    VariantPiece,
    built_in,
    is_royal,
    library,
    pawn_types,
)
from wazir.notations.engine_files.variants_ini.reading import (
    ALL_SQUARES,
    BOTH,
    Rule,
    Squares,
    Value,
    aliases,
    file_name,
)
from wazir.notations.engine_files.variants_ini.syntax import Section, read_fen
from wazir.notations.engine_files.variants_ini.vocabulary import key_of, keys, pieces
from wazir.notations.notation import Scope
from wazir.notations.variant import (
    Line,
    ResolvedPiece,
    ResolvedRule,
    ResolvedVariant,
    RuleOrigin,
    RuleValue,
)
from wazir.notations.vocabulary import packaged
from wazir.piece.board import DEFAULT, parse_board
from wazir.piece.equivalence.normal import equal_normal_forms
from wazir.piece.known import best_known
from wazir.piece.model import Piece

VERSION = "2026-07-23"
"""The date of the sources of the engine that are the base of all this."""
FindOrigin = Callable[[str | None, str], RuleOrigin | None]
"""Where a section sets a key."""


def describe_variant(chunk: VariantDefinition, line: Line) -> ResolvedVariant | None:
    """The variant of a section; None for a text without a section.

    Args:
        chunk: The section.
        line: The line of a place in the file, or in another section.
    """
    section, header = chunk.section, chunk.section.header
    if header is None:
        return None

    variant = built_in(header.name) or chunk.variant  # the engine drops a section of the same name

    def find_origin(name: str | None, key: str) -> RuleOrigin | None:
        if name is None:
            return None
        if name == section.name:
            above: Section | None = section
        else:
            defined = section_named(name, chunk.scope)
            above = defined.section if defined else None  # none in a circle of sections
        setting = above.last.get(key) if above and not built_in(name) else None
        start = setting and line("" if above is section else name, setting.key_span.start)
        return RuleOrigin(name, start)

    return ResolvedVariant(
        section.name,
        header.parent or None,
        tuple(lineage(section, chunk.scope)),
        engine="Fairy-Stockfish",
        engine_version=VERSION,
        files=variant.files,
        ranks=variant.ranks,
        size=variant.size,
        start_fen=variant.options["startFen"],
        pieces=tuple(
            _piece(piece, variant, chunk.language, find_origin=find_origin)
            for piece in variant.pieces
        ),
        rules=dict(_rules(variant, section.name, find_origin)),
        info=variant_info(variant, section.name),
    )


def parent_of(chunk: VariantDefinition) -> VariantDefinition | None:
    """The section that a section inherits from, in the same file or built in; None without one."""
    name = chunk.section.parent
    source = library(name)
    if source:
        return VariantDefinition(source.text, source.context, chunk.scope, language=chunk.language)
    if name == chunk.section.name:
        return None
    above = section_named(name, chunk.scope)
    return above.in_scope(chunk.scope) if above else None


def section_named(name: str, scope: Scope) -> VariantDefinition | None:
    """The first section of the file with a name, without a scope; None without one."""
    analysis = scope.analysis(name)
    return analysis if isinstance(analysis, VariantDefinition) else None


def lineage(section: Section, scope: Scope) -> Iterator[str]:
    """The names of a section, of its parent and so on."""
    name, seen = section.name, set[str]()
    while name and name not in seen:
        yield name
        seen.add(name)
        name = section.parent
        above = None if built_in(name) else section_named(name, scope)
        section = (
            above.section
            if above
            else Section("", header=None, settings=(), strays=(), comments=(), unread=())
        )


# Pieces


def _piece(
    piece: VariantPiece, variant: Variant, language: EmbeddedLanguage, find_origin: FindOrigin
) -> ResolvedPiece:
    options = variant.options
    letters = {other.key: other.letter for other in variant.pieces}
    becomes = chain.from_iterable(
        options[f"promotionPieceTypes{side}"]
        for side in BOTH
        if _promotes_as_pawn(piece, variant, side)
    )
    further = (piece.synonym.upper(), piece.synonym) if piece.synonym else ()
    # No text says the moves of a cannon that spares cannons, and of a soldier that changes on its
    # way.
    changes = piece.key == "soldier" and options["soldierPromotionRank"] > 1
    is_beyond_betza = changes or piece.key == "janggiCannon"
    moves = None if is_beyond_betza else played(language, piece.moves, piece.comment, variant.board)
    return ResolvedPiece(
        piece.key,
        piece.letter,
        (piece.letter.upper(), piece.letter, *further),
        name=piece.name or name_of(piece, language, variant.board),
        betza=moves and moves.betza,
        royal=is_royal(piece, variant),
        promotes_to=tuple(letters[key] for key in dict.fromkeys(becomes) if key in letters),
        promoted=letters.get(dict(options["promotedPieceType"]).get(piece.key, "")),
        origin=find_origin(piece.section, piece.key),
        is_named=piece.name != "",
    )


def _promotes_as_pawn(piece: VariantPiece, variant: Variant, side: str) -> bool:
    """Whether a piece promotes as a pawn if the side has it, at the start if no rule names it."""
    if piece.key != "pawn" or piece.key in variant.options[f"promotionPawnTypes{side}"]:
        return piece.key in pawn_types(variant.options, side)
    sign = piece.letter.upper() if side == "White" else piece.letter
    return any(letter == sign for letter, _ in read_fen(variant.start_fen).letters)


def name_of(piece: VariantPiece, language: EmbeddedLanguage, board: str | None) -> str | None:
    """The name of a piece that the engine knows, or the best-known one for its moves."""
    if title := keys()[piece.key].title:
        return title
    moves = played(language, piece.moves, piece.comment, board)
    known = best_known(moves.piece) if moves else None
    return known.name if known else None


class PlayedMoves(NamedTuple):
    """The moves of a piece as the engine plays them."""

    piece: Piece
    betza: str | None
    """In the dialect of the language; None if it has no words for them."""


@lru_cache(1024)
def played(
    language: EmbeddedLanguage, moves: str, comment: str, board: str | None
) -> PlayedMoves | None:
    """The moves that the engine plays for a text with a comment behind it; None if it has no moves.

    A text that means what is played is kept; one that does so in Betza's own dialect is translated,
    and another one is replaced by the reading of the engine.
    """
    for dialect in (language, original(language)) if moves and not comment else ():
        embedded = dialect.detached(moves, board, ENGINE)
        definition = embedded.definition()
        if definition and definition.piece and plays_as_meant(embedded):
            text = (
                "".join(moves.split())
                if dialect is language
                else _written(language, definition.piece, board)
            )
            return PlayedMoves(definition.piece, text)
    try:
        piece = language.notation.readers[ENGINE].read(moves + comment)
    except ValueError:
        return None
    return PlayedMoves(piece, _written(language, piece, board)) if piece.moves else None


def _written(language: EmbeddedLanguage, piece: Piece, board: str | None) -> str | None:
    """The text of a piece, if it means exactly that piece."""
    writer = language.notation.writer
    if writer is None:
        return None
    try:
        text = writer.moves(piece, language.dialect, frozenset())
    except ValueError:
        return None
    read = language.detached(text).definition()
    is_same = (
        read and read.piece and equal_normal_forms(piece, read.piece, parse_board(board or DEFAULT))
    )
    return text if is_same else None


# Rules


def _rules(
    variant: Variant, name: str, find_origin: FindOrigin
) -> Iterator[tuple[str, ResolvedRule]]:
    held = dict(variant.rules)
    names = [f"{piece.key[0].upper()}{piece.key[1:]}" for piece in variant.pieces]
    regions = [[f"mobilityRegion{side}{piece}" for side in BOTH] for piece in names]
    regions = [both for both in regions if any(key in held for key in both)]
    held |= {key: Rule(ALL_SQUARES) for both in regions for key in both if key not in held}
    for key in (*keys(), *chain.from_iterable(regions)):
        known, targets = key_of(key), aliases().get(key, (key,))
        if known is None or known.type == "piece" or known.instead:
            continue
        rules = [held[target] for target in targets]
        rule = next((rule for rule in rules if rule.section is not None), rules[0])
        is_one = all(rule.value == rules[0].value for rule in rules)
        value = (
            plain(known.type, rules[0].value, variant, names=variant.letter_of) if is_one else None
        )
        yield (
            key,
            ResolvedRule(
                value, find_origin(rule.section, rule.key), rule.section not in (None, name)
            ),
        )


def _square_names(squares: Squares, variant: Variant) -> Iterator[str]:
    """The names of the squares that are on the board."""
    held = ((rank, file) for file, rank in squares if file < variant.files and rank < variant.ranks)
    return (f"{chr(ord('a') + file)}{rank + 1}" for rank, file in sorted(held))


def plain(type_: str, value: Value, variant: Variant, names: Mapping[str, str]) -> RuleValue:
    """A value with the names of squares, and with *names* of pieces by their keys; other pieces are
    left out.
    """
    match type_:
        case "squares":
            return tuple(_square_names(value, variant))
        case "file":
            return file_name(value)
        case "pieces":
            return tuple(names[piece] for piece in value if piece in names)
        case "numbers":
            return {names[piece]: number for piece, number in value if piece in names}
        case "promotions":
            return {
                names[piece]: names[other]
                for piece, other in value
                if piece in names and other in names
            }
    known: RuleValue = value
    return known


# The form of `variant_info`, a function that Fairy-Stockfish's libraries are to get (FSF#1011, V2)


SCHEMA = 1
"""The version of the form."""

_RESPELLED = {"whitedrawodds": "whiteDrawOdds", "blackdrawodds": "blackDrawOdds"}
_SINGLE = ("castlingKingPiece", "mustDropType")
"""The rules whose pieces are one."""


def variant_info(variant: Variant, name: str) -> Mapping[str, Any]:
    """A variant with a name, as plain data."""
    table = packaged(__package__, "variant_info")
    parts = {
        part: {name: _value(key, variant) for name, key in fields.items()}
        for part, fields in table.items()
    }
    held = sorted(variant.pieces, key=lambda piece: _rank(piece.key))
    width, height = variant.size
    size = {"width": width, "height": height, "startFen": variant.start_fen}
    return {
        "schemaVersion": SCHEMA,
        "name": name,
        "template": variant.options["variantTemplate"],
        "board": size | parts.pop("board"),
        "pieces": [_piece_info(piece, variant) for piece in held],
        "pieceTypes": _types(piece.key for piece in held),
        "royalPieceTypes": _types(piece.key for piece in held if is_royal(piece, variant)),
        **parts,
    }


def _value(key: str | Mapping[str, str], variant: Variant) -> Any:
    """The value of a rule, or those of both sides: names of squares and of pieces, numbers of
    files.
    """
    if not isinstance(key, str):
        return {side.lower(): _value(f"{key['sides']}{side}", variant) for side in BOTH}
    value, known = variant.options[key], key_of(key)
    assert known is not None  # `variant_info.toml` names keys of the engine only
    match known.type:
        case "file":
            return value
        case "pieces":
            types = _types(value)
            if not key.startswith(_SINGLE):
                return types
            return types[0] if types else "none"
        case "castling":
            sides = {"white": ("K", "Q"), "black": ("k", "q")}
            return {
                side: {"kingSide": k in value, "queenSide": q in value}
                for side, (k, q) in sides.items()
            }
        case "enum":
            return _RESPELLED.get(value, value)
        case "squares":
            return list(_square_names(value, variant))
    return plain(known.type, value, variant, names={piece: _type(piece) for piece in pieces()})


def _piece_info(piece: VariantPiece, variant: Variant) -> dict[str, Any]:
    midgame, endgame = (
        dict(variant.options[key]).get(piece.key, 0) for key in ("pieceValueMg", "pieceValueEg")
    )
    synonym, standard = piece.synonym, key_of(piece.key)
    is_standard = standard is not None and piece.moves == standard.moves
    return {
        "type": _type(piece.key),
        "fen": {"white": piece.letter.upper(), "black": piece.letter},
        "synonym": {"white": synonym.upper(), "black": synonym} if synonym else None,
        "customBetza": None if is_standard else piece.moves,
        "value": {"midgame": midgame, "endgame": endgame},
    }


def _types(keys: Iterable[str]) -> list[str]:
    """The names of pieces, in the order of the engine."""
    return [_type(key) for key in sorted(keys, key=_rank)]


def _type(key: str) -> str:
    return "all" if key == "*" else re.sub("^customPiece", "custom", key)


def _rank(key: str) -> int:
    return pieces().get(key, -1)
