"""A section with all that it inherits: board, pieces with their letters, position at the start."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib.resources import files
from itertools import pairwise

from wazir.lazy import lazy
from wazir.notations.notation import Context, Scope, Source
from wazir.notations.variants_ini.syntax import Fen, Section, parsed, read_fen, starts_chunk
from wazir.notations.variants_ini.vocabulary import MOST_FILES, MOST_RANKS, keys, pieces
from wazir.piece.board import parse_board
from wazir.piece.drawing.diagram import Diagram, Man, of_men
from wazir.piece.model import Square
from wazir.text import Span, line_starts

# Settings that the engine checks together, and those that exclude each other

Options = Mapping[str, str]
"""Values by key. A list of pieces has their keys, separated by blanks: letters may change in a section below."""

DEFAULTS: Options = {
    "blastImmuneTypes": "",
    "blastOnCapture": "false",
    "castling": "true",
    "castlingDroppedPiece": "false",
    "castlingKingPieceBlack": "king",
    "castlingKingPieceWhite": "king",
    "castlingKingsideFile": "g",
    "castlingQueensideFile": "c",
    "castlingRank": "1",
    "castlingRookPiecesBlack": "rook",
    "castlingRookPiecesWhite": "rook",
    "checkCounting": "false",
    "checking": "true",
    "chess960": "false",
    "countingRule": "none",
    "doubleStep": "true",
    "doubleStepRegionBlack": "*7",
    "doubleStepRegionWhite": "*2",
    "extinctionPseudoRoyal": "false",
    "flagPieceSafe": "false",
    "flipEnclosedPieces": "none",
    "mutuallyImmuneTypes": "",
    "pieceDrops": "false",
    "promotedPieceType": "",
    "promotionPawnTypesBlack": "pawn",
    "promotionPawnTypesWhite": "pawn",
    "promotionPieceTypesBlack": "",
    "promotionPieceTypesWhite": "",
    "promotionRegionBlack": "*1",
    "promotionRegionWhite": "*8",
    "seirawanGating": "false",
    "wallingRule": "none",
}
"""The values of a section without a parent that sets none of them."""

PROMOTIONS: Mapping[str, str] = {
    "promotionPieceTypesWhite": "promotionPawnTypesWhite",
    "promotionPieceTypesBlack": "promotionPawnTypesBlack",
}
"""The options for the pieces that pawns become, each with that for the pawns."""

_BOTH = {
    "castlingRookPiece": "castlingRookPieces",
    "castlingKingPiece": "castlingKingPiece",
    "castlingRookPieces": "castlingRookPieces",
    "promotionPawnTypes": "promotionPawnTypes",
    "promotionPieceTypes": "promotionPieceTypes",
}
"""Keys that set a list of both sides, before the keys of one side."""


def options(values: Options, base: Options, by_letter: Mapping[str, str], removed: Set[str]) -> Options:
    """The options of a section.

    Args:
        values: The values that the section sets.
        base: The options that it inherits.
        by_letter: The keys of all its pieces by their letters, in lower case.
        removed: The keys of pieces that it removes, also of those that it adds again: the promotions to them go (F10).
    """
    result = dict(base)
    for key in PROMOTIONS:
        result[key] = " ".join(piece for piece in result[key].split() if piece not in removed)
    for key, target in _BOTH.items():
        if key in values:
            result[f"{target}White"] = result[f"{target}Black"] = _pieces(values[key], by_letter)
    for key in DEFAULTS:
        if key in values:
            result[key] = _value(key, values[key], base[key], by_letter)
    if result["doubleStep"] == "false":
        result["doubleStepRegionWhite"] = result["doubleStepRegionBlack"] = "-"
    elif result["doubleStepRegionWhite"] == result["doubleStepRegionBlack"] == "-":
        result["doubleStep"] = "false"
    return result


def _value(key: str, value: str, inherited: str, by_letter: Mapping[str, str]) -> str:
    known = keys()[key]
    match known.type:
        case "pieces":
            return _pieces(value, by_letter)
        case "promotions":
            return " ".join(_promotions(value, inherited, by_letter))
        case "bool" | "enum" if value not in (*known.values, "cambodian"):
            return "false" if known.type == "bool" else "none"
        case "squares" if value.startswith("-"):
            return "-"
    return value


def _pieces(value: str, by_letter: Mapping[str, str]) -> str:
    pieces = list[str]()
    for letter in "".join(value.split()):
        piece = "*" if letter == "*" else by_letter.get(letter.lower())
        if piece is None:
            break
        pieces.append(piece)
    return " ".join(pieces)


def _promotions(value: str, inherited: str, by_letter: Mapping[str, str]) -> Iterator[str]:
    """The keys of pieces that promote as in shogi."""
    promoting, letters = dict.fromkeys(inherited.split()), "".join(value.split())
    for start in range(0, len(letters) - 2, 3):
        piece, to = by_letter.get(letters[start].lower()), letters[start + 2].lower()
        if piece is None or (to != "-" and to not in by_letter):
            break
        promoting.pop(piece, None)
        if to != "-":
            promoting[piece] = None
    return iter(promoting)


# Conflicts


@dataclass(frozen=True, slots=True)
class Conflict:
    """Settings that exclude each other."""

    keys: tuple[str, ...]
    message: str
    applies: Callable[[Options, bool, int], bool]
    """Given the options, whether there is a king, and the number of ranks."""


def _as_number(value: str) -> int:
    """A rank, or a file by its letter or its number; zero if it is none."""
    if value[:1].isascii() and value[:1].islower():
        return ord(value[0]) - ord("a") + 1
    digits = value[: len(value) - len(value.lstrip("0123456789"))]
    return int(digits[:3] or 0)


def castling_rank(options: Options) -> int:
    """The rank of castling, counted from the player."""
    return _as_number(options["castlingRank"])


def _immune(key: str) -> Conflict:
    def applies(options: Options, king: bool, _ranks: int) -> bool:
        return (king or options["extinctionPseudoRoyal"] == "true") and options[key] != ""

    message = f"The engine does not support royal pieces with `{key}`."
    return Conflict((key, "king", "extinctionPseudoRoyal"), message, applies)


_KING = "The engine does not support a king with `{}`. Use `commoner` instead, or `king = -`."
CONFLICTS = (
    Conflict(
        ("checkCounting", "checking"),
        "`checkCounting` needs `checking = true`.",
        lambda options, _king, _ranks: options["checkCounting"] == "true" and options["checking"] == "false",
    ),
    Conflict(
        ("castlingRank", "maxRank", "castling"),
        "`castlingRank` is beyond `maxRank`.",
        lambda options, _king, ranks: options["castling"] == "true" and castling_rank(options) > ranks,
    ),
    Conflict(
        ("castlingQueensideFile", "castlingKingsideFile", "castling"),
        "`castlingQueensideFile` is to the right of `castlingKingsideFile`.",
        lambda options, _king, _ranks: (
            options["castling"] == "true"
            and _as_number(options["castlingQueensideFile"]) > _as_number(options["castlingKingsideFile"])
        ),
    ),
    Conflict(
        ("pieceDrops", "wallingRule"),
        "The engine does not support `wallingRule` with `pieceDrops`.",
        lambda options, _king, _ranks: options["pieceDrops"] == "true" and options["wallingRule"] != "none",
    ),
    Conflict(
        ("blastOnCapture", "king"),
        _KING.format("blastOnCapture"),
        lambda options, king, _ranks: king and options["blastOnCapture"] == "true",
    ),
    Conflict(
        ("flipEnclosedPieces", "king"),
        _KING.format("flipEnclosedPieces"),
        lambda options, king, _ranks: king and options["flipEnclosedPieces"] != "none",
    ),
    Conflict(
        ("wallingRule", "king"),
        _KING.format("wallingRule = duck"),
        lambda options, king, _ranks: king and options["wallingRule"] == "duck",
    ),
    *map(_immune, ("blastImmuneTypes", "mutuallyImmuneTypes")),
    Conflict(
        ("flagPieceSafe", "blastOnCapture"),
        "The engine does not support `flagPieceSafe` with `blastOnCapture`.",
        lambda options, _king, _ranks: options["flagPieceSafe"] == options["blastOnCapture"] == "true",
    ),
)
"""All pairs of settings that the engine's `check` reports."""


def conflicts(options: Options, has_king: bool, ranks: int) -> tuple[Conflict, ...]:
    """The conflicts between the options of a variant."""
    return tuple(conflict for conflict in CONFLICTS if conflict.applies(options, has_king, ranks))


# Variants

LIBRARY_FILE = files(__package__) / "built_in.ini"
"""The built-in variants."""
SYNONYMS: Mapping[str, str] = dict.fromkeys(
    ("janggi", "janggicasual", "janggimodern", "janggitraditional", "manchu", "minixiangqi", "supply", "xiangqi"), "he"
)
"""Further letters of horses and elephants in the positions of built-in variants."""
WITHOUT_HAND = ("ataxx",)
"""Built-in variants whose pieces are dropped from nowhere, which no key can set."""


@dataclass(frozen=True, slots=True)
class VariantPiece:
    """A piece of a variant."""

    key: str
    """The key that sets it, as `knight` or `customPiece1`."""
    letter: str
    moves: str
    """In Betza's notation."""
    section: str
    """The section that sets it."""


@dataclass(frozen=True)
class Variant:
    """The variant of a section with all that it inherits; without a section, chess without pieces (F2)."""

    files: int = 8
    ranks: int = 8
    pieces: tuple[VariantPiece, ...] = ()
    """In the order in which the engine adds them (F10)."""
    start_fen: str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    table: str = "-"
    rules: tuple[tuple[str, str], ...] = tuple(DEFAULTS.items())
    """The settings that are checked together."""
    synonyms: str = ""
    has_hand: bool = True
    """Pieces that are dropped come from a hand."""
    is_loaded: bool = True
    """The engine knows the variant: its board is not too large, and its parent is loaded too (F2, F9)."""
    moves_double_steps: bool = False
    """It sets squares for double steps, which are those of `i` moves too (F16)."""

    @lazy
    def options(self) -> Options:
        """The settings that are checked together, by key."""
        return dict(self.rules)

    @lazy
    def conflicts(self) -> tuple[Conflict, ...]:
        """The settings that exclude each other."""
        return conflicts(self.options, any(piece.key == "king" for piece in self.pieces), self.ranks)

    @lazy
    def letters(self) -> str:
        """The letters of its pieces, in lower case."""
        return "".join(piece.letter for piece in self.pieces)

    @lazy
    def by_letter(self) -> Mapping[str, VariantPiece]:
        """Its pieces by their letters."""
        return {piece.letter: piece for piece in self.pieces}

    @property
    def board(self) -> str | None:
        """The board of M2; None if the engine has none of that size (E15)."""
        fits = 1 <= self.files <= MOST_FILES and 1 <= self.ranks <= MOST_RANKS
        return f"{self.files}x{self.ranks}" if fits else None


@dataclass(frozen=True, slots=True)
class Taken:
    """A piece whose letter another piece of its section takes (F10)."""

    key: str
    letter: str
    by: str
    """The key of that piece."""
    is_inherited: bool


def variant(section: Section, parent: Variant | None) -> tuple[Variant, tuple[Taken, ...]]:
    """A section on top of the variant that it inherits from, and the pieces that lose their letters."""
    base, last, order = parent or Variant(), section.last, pieces()
    alive, taken, removed = {piece.key: piece for piece in base.pieces}, list[Taken](), set[str]()
    own = {piece.setting.key: piece.letter for piece in section.pieces}
    for piece in section.pieces:
        key = piece.setting.key
        before = alive.pop(key, None)
        if before and piece.letter in ("", before.letter):  # the engine removes the piece that has the letter: itself
            removed.add(key)
        if not piece.letter:
            continue
        for other in [other for other in alive.values() if other.letter == piece.letter]:
            if own.get(other.key, other.letter) == other.letter:
                taken.append(Taken(other.key, other.letter, key, other.key not in own))
            del alive[other.key]
            removed.add(other.key)
        moves = piece.setting.value[piece.moves.start - piece.setting.value_span.start :] if piece.moves else ""
        is_custom = keys()[key].is_custom
        inherited = before.moves if before and is_custom and len(piece.setting.value) == 1 else ""
        alive[key] = VariantPiece(key, piece.letter, moves or inherited or keys()[key].moves, section.name)
    value = {key: setting.value for key, setting in last.items()}
    is_orphan = bool(section.header and section.header.parent) and not (parent and parent.is_loaded)
    result = replace(
        base,
        files=_files(value.get("maxFile", ""), base.files),
        ranks=_number(value.get("maxRank", ""), base.ranks),
        pieces=tuple(sorted(alive.values(), key=lambda piece: order[piece.key])),
        start_fen=value.get("startFen", base.start_fen),
        table=value.get("pieceToCharTable", base.table),
        rules=tuple(
            options(
                {key: setting.read for key, setting in last.items()},
                base.options,
                {piece.letter: piece.key for piece in alive.values()},
                removed,
            ).items()
        ),
        moves_double_steps=base.moves_double_steps or any(key.startswith("doubleStep") for key in value),
    )
    is_loaded = result.files <= MOST_FILES and result.ranks <= MOST_RANKS and not is_orphan
    return replace(result, is_loaded=is_loaded), tuple(taken)


_LEADING = re.compile(r"\s*(\d{1,3})")


def _number(value: str, otherwise: int) -> int:
    match = _LEADING.match(value)
    return (int(match[1]) or otherwise) if match else otherwise


def _files(value: str, otherwise: int) -> int:
    """The number of files, as a number or as the letter of the last one (F9)."""
    if value[:1].isascii() and value[:1].islower():
        return ord(value[0]) - ord("a") + 1
    return _number(value, otherwise)


@dataclass(frozen=True, slots=True)
class Resolved:
    """A section with its scope, the variant that it inherits from, and the variant that the engine makes of it."""

    section: Section
    scope: Scope
    parent: Variant | None
    """None if the section has no parent, or an unknown one."""
    variant: Variant
    taken: tuple[Taken, ...]
    """The pieces that lose their letters."""


def resolved(section: Section, scope: Scope) -> Resolved:
    """A section of a file."""
    parent = inherited(section, scope)
    return Resolved(section, scope, parent, *variant(section, parent))


def letters_of(text: str) -> frozenset[str]:
    """The letters of a position, in lower case."""
    return frozenset(letter.lower() for letter, _ in read_fen(text).letters)


# Built-in variants


@cache
def _sections() -> Mapping[str, str]:
    """The texts of the built-in variants, by name."""
    text = LIBRARY_FILE.read_text("utf-8")
    starts = [start for start in line_starts(text) if starts_chunk(text[start : start + 1])]
    chunks = [text[start:end] for start, end in pairwise((*starts, len(text)))]
    return {parsed(chunk).name: chunk for chunk in chunks}


def built_in_names() -> tuple[str, ...]:
    """The names of the built-in variants."""
    return tuple(_sections())


def library(name: str) -> Source | None:
    """The section of a built-in variant, as every file knows it."""
    text = _sections().get(name)
    return Source(text, Context()) if text is not None else None


@lru_cache(maxsize=256)
def built_in(name: str) -> Variant | None:
    """The built-in variant of a name, or None."""
    text = _sections().get(name)
    if text is None:
        return None
    return replace(variant(parsed(text), None)[0], synonyms=SYNONYMS.get(name, ""), has_hand=name not in WITHOUT_HAND)


def inherited(section: Section, scope: Scope) -> Variant | None:
    """The variant that a section inherits from; None if it has no parent, or one that is unknown."""
    parent = section.header.parent if section.header else None
    if not parent:
        return None
    facts = built_in(parent) or scope.facts(parent)
    return facts if isinstance(facts, Variant) else None


def evidence(text: str) -> int:
    """The number of keys in a text that only this notation has, and of sections that inherit from built-in variants."""
    return sum(1 for _ in _typical().finditer(text))


@cache
def _typical() -> re.Pattern[str]:
    names = "|".join(name for name in keys() if not name.islower())
    parents = "|".join(map(re.escape, built_in_names()))
    return re.compile(rf"(?<![^\r\n])(?:(?:{names}|mobilityRegion\w+) *=|\[[^\]:\r\n]+:(?:{parents})\])")


def squares_of(position: Fen, variant: Variant) -> Iterator[tuple[Square, str, int]]:
    """The squares of a position that are not empty, with what is there and its offset."""
    for rank, row in zip(range(variant.ranks - 1, -1, -1), position.rows, strict=False):
        for file, (held, offset) in enumerate(zip(row.squares[: variant.files], row.letters, strict=False)):
            if held:
                yield (file, rank), held, offset


def diagram_of(position: Fen, variant: Variant, lit: Span | None = None) -> Diagram | None:
    """The diagram of a position, with its letter in a span as *lit*; None if the engine has no board of its size."""
    if variant.board is None:
        return None
    men, walls, pointed = dict[Square, Man](), set[Square](), None
    for square, held, offset in squares_of(position, variant):
        if held == "*":
            walls.add(square)
        else:
            men[square] = Man(held.replace("~", "").upper(), held.strip("+~").isupper())
            pointed = square if lit and lit.start == offset else pointed
    return of_men(parse_board(variant.board), men, frozenset(walls), pointed)
