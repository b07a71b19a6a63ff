"""A section with all that it inherits: board, pieces with their letters, position at the start."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib import resources
from itertools import pairwise
from typing import NamedTuple

from wazir.lazy import lazy
from wazir.notations.engine_files.variants_ini.reading import (
    BOTH,
    SIZES,
    Rule,
    Value,
    defaults,
    file_number,
    number,
    rules_of,
)
from wazir.notations.engine_files.variants_ini.syntax import (
    Fen,
    PieceSetting,
    Section,
    parsed,
    read_fen,
    starts_chunk,
)
from wazir.notations.engine_files.variants_ini.vocabulary import (
    MAX_FILES,
    MAX_RANKS,
    keys,
    pieces,
)
from wazir.notations.notation import NO_NAMES, Context, Scope, Source
from wazir.notations.wording import capitalized
from wazir.piece.board import MAX_BOARD_SIDE, PlayingBoard, parse_board
from wazir.piece.drawing.diagram import Diagram, Goal, Man, of_men
from wazir.piece.model import Square
from wazir.text import Span, line_starts

Options = Mapping[str, Value]
"""The values of rules by key."""
PROMOTIONS: Mapping[str, str] = {
    "promotionPieceTypesWhite": "promotionPawnTypesWhite",
    "promotionPieceTypesBlack": "promotionPawnTypesBlack",
}
"""The rules for the pieces that pawns become, each with that for the pawns."""


def pawn_types(options: Options, side: str) -> tuple[str, ...]:
    """The keys of the pieces of a side that promote as pawns. The engine's own pawn is one whatever
    the rule says, and the king never is.
    """
    keys_of_rule = options[f"promotionPawnTypes{side}"]
    return tuple(key for key in dict.fromkeys(("pawn", *keys_of_rule)) if key != "king")


# Conflicts


class Conflict(NamedTuple):
    """Settings that exclude each other."""

    keys: tuple[str, ...]
    message: str


def conflicts(options: Options, has_king: bool) -> Iterator[Conflict]:
    """The conflicts between the options of a variant that the engine's `check` reports."""
    castles, blasts = options["castling"], options["blastOnCapture"]
    if options["checkCounting"] and not options["checking"]:
        yield Conflict(("checkCounting", "checking"), "`checkCounting` needs `checking = true`.")
    if castles and options["castlingRank"] > options["maxRank"]:
        yield Conflict(
            ("castlingRank", "maxRank", "castling"), "`castlingRank` is beyond `maxRank`."
        )
    if castles and options["castlingQueensideFile"] > options["castlingKingsideFile"]:
        message = "`castlingQueensideFile` is to the right of `castlingKingsideFile`."
        yield Conflict(("castlingQueensideFile", "castlingKingsideFile", "castling"), message)
    if options["pieceDrops"] and options["wallingRule"] != "none":
        message = "The engine does not support `wallingRule` with `pieceDrops`."
        yield Conflict(("pieceDrops", "wallingRule"), message)
    kingless = {
        "blastOnCapture": blasts,
        "flipEnclosedPieces": options["flipEnclosedPieces"] != "none",
        "wallingRule = duck": options["wallingRule"] == "duck",
    }
    for setting in [setting for setting, is_set in kingless.items() if has_king and is_set]:
        message = (
            f"The engine does not support a king with `{setting}`. Use `commoner` instead, or "
            "`king = -`."
        )
        yield Conflict((setting.partition(" ")[0], "king"), message)
    for key in ("blastImmuneTypes", "mutuallyImmuneTypes"):
        if options[key] and (has_king or options["extinctionPseudoRoyal"]):
            message = f"The engine does not support royal pieces with `{key}`."
            yield Conflict((key, "king", "extinctionPseudoRoyal"), message)
    if options["flagPieceSafe"] and blasts:
        message = "The engine does not support `flagPieceSafe` with `blastOnCapture`."
        yield Conflict(("flagPieceSafe", "blastOnCapture"), message)


# Variants

LIBRARY_FILE = resources.files(__package__) / "built_in.ini"
"""The built-in variants."""
SYNONYMS: Mapping[str, str] = {"horse": "h", "elephant": "e", "janggiElephant": "e"}
"""Further letters of pieces in positions, by their keys, in the variants of *WITH_SYNONYMS*."""
WITH_SYNONYMS = (
    "janggi",
    "janggicasual",
    "janggimodern",
    "janggitraditional",
    "manchu",
    "minixiangqi",
    "supply",
    "xiangqi",
)
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
    synonym: str = ""
    """Another letter of it in positions, in lower case."""
    comment: str = ""
    """The text behind the moves, which the engine reads too (F4)."""
    name: str = ""
    """The name that its author gives it (V19)."""


@dataclass(frozen=True)
class Variant:
    """The variant of a section with all that it inherits; without a section, chess without pieces
    (F2).
    """

    files: int = 8
    """Clamped to the largest board of pieces; `size` has the number of the section."""
    ranks: int = 8
    """Clamped as well."""
    pieces: tuple[VariantPiece, ...] = ()
    """In the order in which the engine adds them (F10)."""
    start_fen: str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    table: str = "-"
    rules: tuple[tuple[str, Rule], ...] = tuple(defaults().items())
    """All rules by key."""
    has_hand: bool = True
    """Pieces that are dropped come from a hand."""
    is_loaded: bool = True
    """The engine knows the variant: its board is not too large, and its parent is loaded too (F2,
    F9).
    """

    @lazy
    def options(self) -> Options:
        """The values of its rules."""
        return {key: rule.value for key, rule in self.rules}

    @lazy
    def moves_double_steps(self) -> bool:
        """Whether it sets squares for double steps, which are those of `i` moves too (F16)."""
        return any(rule.key.startswith("doubleStep") for _, rule in self.rules)

    @lazy
    def conflicts(self) -> tuple[Conflict, ...]:
        """The settings that exclude each other."""
        return tuple(conflicts(self.options, any(piece.key == "king" for piece in self.pieces)))

    @lazy
    def letters(self) -> str:
        """The letters of its pieces, in lower case."""
        return "".join(piece.letter for piece in self.pieces)

    @lazy
    def synonyms(self) -> str:
        """The further letters of its pieces in positions."""
        return "".join(piece.synonym for piece in self.pieces)

    @lazy
    def by_letter(self) -> Mapping[str, VariantPiece]:
        """Its pieces by their letters."""
        return {piece.letter: piece for piece in self.pieces}

    @lazy
    def letter_of(self) -> Mapping[str, str]:
        """The letters of its pieces by their keys, and `*` for all."""
        return {piece.key: piece.letter for piece in self.pieces} | {"*": "*"}

    @property
    def size(self) -> tuple[int, int]:
        """Its files and ranks as the section writes them, for messages."""
        return self.options["maxFile"], self.options["maxRank"]

    @property
    def board(self) -> str | None:
        """The board of M2; None if the engine has none of that size (E15)."""
        fits = 1 <= self.files <= MAX_FILES and self.ranks <= MAX_RANKS
        return f"{self.files}x{self.ranks}" if fits else None


def is_royal(piece: VariantPiece, variant: Variant) -> bool:
    """Whether a piece is a king, or one that is as good as one."""
    options = variant.options
    return piece.key == "king" or (
        options["extinctionPseudoRoyal"] and piece.key in options["extinctionPieceTypes"]
    )


@dataclass(frozen=True, slots=True)
class Taken:
    """A piece whose letter another piece of its section takes (F10)."""

    key: str
    letter: str
    by: str
    """The key of that piece."""
    is_inherited: bool


@dataclass(frozen=True, slots=True)
class SectionReading:
    """A section with its scope, the variant that it inherits from, and the variant that the engine
    makes of it.
    """

    section: Section
    scope: Scope
    parent: Variant | None
    """None if the section has no parent, or an unknown one."""
    variant: Variant
    taken: tuple[Taken, ...]
    """The pieces that lose their letters."""


def read_section(section: Section, scope: Scope, parent: Variant | None) -> SectionReading:
    """A section on top of the variant that it inherits from."""
    base = parent or Variant()
    pieces_of_section = _pieces_on_top(base, section)
    values = {key: setting.value for key, setting in section.last.items()}
    files, ranks = _size_on_top(base, values)
    variant = replace(
        base,
        files=min(files, MAX_BOARD_SIDE),
        ranks=min(ranks, MAX_BOARD_SIDE),
        pieces=pieces_of_section.alive,
        start_fen=values.get("startFen", base.start_fen),
        table=values.get("pieceToCharTable", base.table),
    )
    reading = SectionReading(section, scope, parent, variant=variant, taken=pieces_of_section.taken)
    rules = rules_of(reading, dict(base.rules), pieces_of_section.removed)
    for key, size in zip(SIZES, (ranks, files), strict=True):
        if key in section.last:
            rules[key] = Rule(size, section.name, key)
    fits = variant.files <= MAX_FILES and variant.ranks <= MAX_RANKS
    is_orphan = bool(section.parent) and not (parent and parent.is_loaded)
    variant = replace(variant, rules=tuple(rules.items()), is_loaded=fits and not is_orphan)
    return replace(reading, variant=variant)


class _Pieces(NamedTuple):
    """The pieces of a section, and what became of those that it inherits."""

    alive: tuple[VariantPiece, ...]
    """In the order in which the engine adds them (F10)."""
    taken: tuple[Taken, ...]
    removed: frozenset[str]
    """The keys of pieces that the section removes, also of those that it adds again."""


def _pieces_on_top(base: Variant, section: Section) -> _Pieces:
    """The pieces of a section on top of those that it inherits."""
    alive = {piece.key: piece for piece in base.pieces}
    taken = list[Taken]()
    removed = set[str]()
    letter_in_section = {piece.setting.key: piece.letter for piece in section.pieces}
    for piece in section.pieces:
        key = piece.setting.key
        before = alive.pop(key, None)
        # The engine removes the piece that has the letter: itself.
        if before and piece.letter in ("", before.letter):
            removed.add(key)
        if not piece.letter:
            continue
        for other in [other for other in alive.values() if other.letter == piece.letter]:
            if letter_in_section.get(other.key, other.letter) == other.letter:
                is_inherited = other.key not in letter_in_section
                taken.append(Taken(other.key, other.letter, by=key, is_inherited=is_inherited))
            del alive[other.key]
            removed.add(other.key)
        alive[key] = _piece_of_setting(piece, before, section)
    order = pieces()
    in_order = sorted(alive.values(), key=lambda piece: order[piece.key])
    return _Pieces(tuple(in_order), tuple(taken), frozenset(removed))


def _piece_of_setting(
    piece: PieceSetting, before: VariantPiece | None, section: Section
) -> VariantPiece:
    """The piece of a setting with a letter; *before* is the inherited piece of the same key."""
    setting = piece.setting
    known = keys()[setting.key]
    moves = setting.value[piece.moves.start - setting.value_span.start :]
    keeps_moves = known.is_custom and len(setting.value) == 1
    inherited_moves = before.moves if before and keeps_moves else ""
    has_moves = piece.moves.start < piece.moves.end
    all_moves = moves or inherited_moves or known.moves
    inherited_name = before.name if before and before.moves == all_moves else ""
    return VariantPiece(
        key=setting.key,
        letter=piece.letter,
        moves=all_moves,
        section=section.name,
        comment=setting.read[len(setting.value) :].strip() if has_moves else "",
        name=section.name_of(piece) or inherited_name,
    )


def _size_on_top(base: Variant, values: Mapping[str, str]) -> tuple[int, int]:
    """The files and ranks of a section on top of those that it inherits, not clamped."""
    base_files, base_ranks = base.size
    files = max(file_number(values.get("maxFile", "")), 0)
    ranks = max(number(values.get("maxRank", "")), 0)
    return files or base_files, ranks or base_ranks


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
    """The section of a built-in variant, as every file knows it; None for another name."""
    text = _sections().get(name)
    return Source(text, Context()) if text is not None else None


@lru_cache(maxsize=256)
def built_in(name: str) -> Variant | None:
    """The built-in variant of a name, or None."""
    text = _sections().get(name)
    if text is None:
        return None
    variant = read_section(parsed(text), NO_NAMES, None).variant
    synonyms = SYNONYMS if name in WITH_SYNONYMS else {}
    pieces = (replace(piece, synonym=synonyms.get(piece.key, "")) for piece in variant.pieces)
    return replace(variant, pieces=tuple(pieces), has_hand=name not in WITHOUT_HAND)


def inherited(section: Section, scope: Scope) -> Variant | None:
    """The variant that a section inherits from; None if it has no parent, or one that is
    unknown.
    """
    facts = built_in(section.parent) or scope.facts(section.parent)
    return facts if isinstance(facts, Variant) else None


def evidence(text: str) -> int:
    """The number of keys in a text that only this notation has, and of sections that inherit from
    built-in variants.
    """
    return len(_typical().findall(text))


@cache
def _typical() -> re.Pattern[str]:
    names = "|".join(name for name in keys() if not name.islower())
    parents = "|".join(map(re.escape, built_in_names()))
    return re.compile(
        rf"(?<![^\r\n])(?:(?:{names}|mobilityRegion\w+) *=|\[[^\]:\r\n]+:(?:{parents})\])"
    )


def squares_of(position: Fen, variant: Variant) -> Iterator[tuple[Square, str, int]]:
    """The squares of a position that are not empty, with what is there and its offset."""
    for rank, row in zip(range(variant.ranks - 1, -1, -1), position.rows, strict=False):
        for file, (held, offset) in enumerate(
            zip(row.squares[: variant.files], row.letters, strict=False)
        ):
            if held:
                yield (file, rank), held, offset


def diagram_of(position: Fen, variant: Variant, letter_span: Span | None = None) -> Diagram | None:
    """The diagram of a position, with the letter in a span highlighted; None if the engine has no
    board of its size.
    """
    if variant.board is None:
        return None
    men, walls, pointed = dict[Square, Man](), set[Square](), None
    for square, held, offset in squares_of(position, variant):
        if held == "*":
            walls.add(square)
        else:
            men[square] = Man(held.replace("~", "").upper(), held.strip("+~").isupper())
            pointed = square if letter_span and letter_span.start == offset else pointed
    board = parse_board(variant.board)
    drawn = of_men(board, men, frozenset(walls), highlighted=pointed)
    return replace(drawn, goals=_goals(variant, board), palace=_palace(variant, board))


def _goals(variant: Variant, board: PlayingBoard) -> Mapping[Square, Goal]:
    """The squares of a board on which a piece wins."""
    white, black = (
        set(variant.options[f"flagRegion{side}"] if variant.options[f"flagPiece{side}"] else ())
        for side in BOTH
    )
    goals = dict.fromkeys(white, Goal.WHITE) | dict.fromkeys(black, Goal.BLACK)
    goals |= dict.fromkeys(white & black, Goal.BOTH)
    return {square: goal for square, goal in goals.items() if square in board}


def _palace(variant: Variant, board: PlayingBoard) -> frozenset[Square]:
    """The squares that royal pieces may not leave; empty if they may go anywhere."""
    regions = (
        variant.options.get(f"mobilityRegion{side}{capitalized(piece.key)}")
        for piece in variant.pieces
        if is_royal(piece, variant)
        for side in BOTH
    )
    palace = frozenset(square for region in regions for square in region or () if square in board)
    is_whole = len(palace) == variant.files * variant.ranks
    return frozenset() if is_whole else palace
