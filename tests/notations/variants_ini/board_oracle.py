"""Compares the squares that are shown for the pieces of a section with what Fairy-Stockfish plays.

The squares of a piece contain its legal moves. A square that is no legal move exposes a king, or is
forbidden by a rule that the page of the section tells. `python
tests/notations/variants_ini/board_oracle.py` tries all built-in variants, with files as arguments
those of the files.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, product
from multiprocessing.connection import Connection
from pathlib import Path

import pyffish

from wazir.document import Document
from wazir.features.variants import variants
from wazir.notations import by_name
from wazir.notations.engine_files.variants_ini.board_moves import CASTLING
from wazir.notations.engine_files.variants_ini.meaning import built_in_names
from wazir.notations.engine_files.variants_ini.prose import sentences
from wazir.notations.engine_files.variants_ini.view import View
from wazir.notations.variant import ResolvedVariant
from wazir.piece.board import square_name
from wazir.piece.model import EN_PASSANT, Result
from wazir.piece.motion.results import Position, results

NOTATION = by_name("fairy-variants")
CAPABILITY = NOTATION.variants
assert CAPABILITY

POSITIONS = 20
"""The positions of a section that are tried by the command."""
PLIES = 100
"""The length of the random game that they are from."""
SECONDS = 300
"""The longest time for a section."""
MOVE = re.compile(r"([a-z]\d+)([a-z]\d+)(.*)")
HEADER = re.compile(r"\[([^\]:]*):?([^\]]*)\]")
NAME = "shown"
"""The name of the section with the position that is shown."""


# Sections


@dataclass(frozen=True)
class Section:
    """A section of a file, or a built-in variant."""

    name: str
    text: str = ""
    """The sections that it needs, itself the last; empty for a built-in variant."""

    @cached_property
    def resolved(self) -> ResolvedVariant:
        """The section with all that it inherits."""
        text = f"{self.text}\n[{NAME}:{self.name}]\n"
        return list(variants(Document.open(NOTATION, text)))[-1].variant

    @cached_property
    def view(self) -> View:
        """The section as both sides see it."""
        return View(self.resolved)

    @cached_property
    def told(self) -> frozenset[str]:
        """The keys that the page of the section tells."""
        return frozenset(key for sentence in sentences(self.view) for key in sentence.keys)

    @cached_property
    def is_960(self) -> bool:
        """Whether castling is written as the king that takes its rook."""
        return bool(self.view.value("chess960"))

    def legal(self, fen: str) -> list[str]:
        """The legal moves of the engine."""
        moves: list[str] = pyffish.legal_moves(self.name, fen, [], self.is_960)
        return moves


def sections_of(path: Path) -> Iterator[Section]:
    """The sections of a file that the engine knows."""
    texts = dict[str, tuple[str, str]]()
    for chunk in re.split(r"^(?=\[)", path.read_text("utf-8", "replace"), flags=re.MULTILINE)[1:]:
        header = HEADER.match(chunk)
        if header and header[1] not in texts:
            texts[header[1]] = (header[2], chunk)
    for name in texts:
        needed, above = list[str](), name
        while above in texts and above not in needed:
            needed.insert(0, above)
            above = texts[above][0]
        yield Section(name, "\n".join(texts[each][1] for each in needed))


# Positions


def random_game(section: Section, plies: int = PLIES) -> list[str]:
    """The positions of a random game, which is always the same."""
    rng = random.Random(section.name)
    fens, fen = list[str](), pyffish.start_fen(section.name)
    for _ in range(plies):
        legal = section.legal(fen)
        if not legal or pyffish.is_immediate_game_end(section.name, fen, [])[0]:
            break
        fens.append(fen)
        move = rng.choice(legal)
        fen = pyffish.get_fen(section.name, fen, [move], section.is_960, False, False)
    return fens


def positions(section: Section, count: int, plies: int) -> list[str]:
    """Some positions of the random game."""
    fens = random_game(section, plies)
    return random.Random(section.name).sample(fens, min(count, len(fens)))


@dataclass(frozen=True)
class Shown:
    """The squares that are shown in a position."""

    section: Section
    fen: str
    results: Mapping[str, Mapping[str, Sequence[Result]]]
    """By the square of the piece and by the square that is shown."""
    men: Mapping[str, str]
    """The letters of the pieces by their squares, White's in capitals."""
    is_white: bool
    """Whether White is to move."""

    @cached_property
    def legal(self) -> Sequence[str]:
        """The legal moves of the engine."""
        return self.section.legal(self.fen)


def shown_in(section: Section, fen: str) -> Shown:
    """The squares that are shown for the side to move."""
    is_white = fen.split(" ")[1:2] != ["b"]  # a position without a side is White's
    document = Document.open(
        NOTATION, f"{section.text}\n[{NAME}:{section.name}]\nstartFen = {fen}\n"
    )
    *_, placed = document.chunks()
    chunk = document.analysis(placed)
    hover = CAPABILITY.fen_hover(chunk, fen)
    assert hover
    diagram = hover.position
    assert diagram
    assert diagram.board
    shown = dict[str, dict[str, list[Result]]]()
    names = {square: square_name(square, diagram.board) for square in diagram.men}
    for square, man in diagram.men.items():
        if man.white != is_white:
            continue
        own = frozenset(at for at, other in diagram.men.items() if other.white == man.white)
        position = Position(
            board=diagram.board,
            friends=(own | diagram.walls) - {square},
            foes=frozenset(diagram.men) - own,
            white=man.white,
            walls=diagram.walls,
        )
        piece = CAPABILITY.piece_on_board(chunk, diagram, square, has_moved=False)
        ends = shown.setdefault(names[square], {})
        for result in results(piece, position, square).all if piece else ():
            if result.to is not None:
                ends.setdefault(square_name(result.to, diagram.board), []).append(result)
    men = {
        names[square]: man.letter if man.white else man.letter.lower()
        for square, man in diagram.men.items()
    }
    return Shown(section, fen, shown, men, is_white)


# What is missing


def is_own(shown: Shown, square: str) -> bool:
    """Whether a piece of the side to move is on a square."""
    letter = shown.men.get(square)
    return letter is not None and letter.isupper() == shown.is_white


def legal_targets(shown: Shown) -> dict[str, set[str]]:
    """The squares of legal moves, by that of the piece."""
    targets = dict[str, set[str]]()
    for move in shown.legal:
        match = MOVE.match(move.partition(",")[0])
        if match is None:
            continue
        origin, end, rest = match.groups()
        is_pass = origin == end and not rest
        is_of_piece = origin in shown.men  # a wall may be placed without a piece
        if is_pass or not is_of_piece:
            continue
        if origin != end and is_own(shown, end):
            origin, end = castled(shown, origin, end)
        targets.setdefault(origin, set()).add(end)
    return targets


def castled(shown: Shown, origin: str, end: str) -> tuple[str, str]:
    """The king and its target of castling that is written as a king that takes a rook, or behind
    a gate as a rook that takes the king.
    """
    view = shown.section.view.of("White" if shown.is_white else "Black")
    kings = view.pieces("castlingKingPiece")
    if shown.men[origin].lower()[-1] not in kings:
        origin, end = end, origin
    is_right = (len(end), end) > (len(origin), origin) if origin[1:] != end[1:] else end > origin
    file = view.value("castlingKingsideFile" if is_right else "castlingQueensideFile")
    return origin, f"{file}{origin[1:]}"


def missing(shown: Shown) -> dict[str, set[str]]:
    """The legal moves that are not shown."""
    return {
        origin: left
        for origin, ends in legal_targets(shown).items()
        if (left := ends - shown.results.get(origin, {}).keys())
    }


# What is shown too much


def board_fen(shown: Shown, men: Mapping[str, str]) -> str:
    """The position with other pieces; walls stay."""
    held, _, rest = shown.fen.partition(" ")
    board, _, hand = held.partition("[")
    rows = board.split("/")
    variant = shown.section.resolved
    walls = {
        f"{chr(ord('a') + file)}{variant.ranks - number}": "*"
        for number, row in enumerate(rows)
        for file, letter in enumerate(_letters(row))
        if letter == "*"
    }
    squares = walls | dict(men)
    texts = list[str]()
    for number in range(len(rows[: variant.ranks])):
        text, empty = "", 0
        for file in range(variant.files):
            letter = squares.get(f"{chr(ord('a') + file)}{variant.ranks - number}", "")
            if letter:
                text += f"{empty or ''}{letter}"
                empty = 0
            else:
                empty += 1
        texts.append(f"{text}{empty or ''}")
    hands = rows[variant.ranks :]
    return "/".join([*texts, *hands]) + (f"[{hand}" if hand else "") + f" {rest}"


def _letters(row: str) -> Iterator[str]:
    for token in re.findall(r"\+?[A-Za-z]~?|\*|\d+", row):
        if token.isdigit():
            yield from [""] * int(token)
        else:
            yield token


def after(shown: Shown, origin: str, result: Result, end: str) -> dict[str, str]:
    """The pieces after a result."""
    taken = {f"{chr(ord('a') + file)}{rank + 1}" for file, rank in result.takes}
    men = {square: letter for square, letter in shown.men.items() if square not in taken}
    letter = men.pop(origin)
    men[end] = letter
    return men


def with_turn(fen: str, white: bool) -> str:
    """A position with a side to move, without castling and en passant."""
    words = fen.split(" ")
    words[1] = "w" if white else "b"
    words[2:4] = ["-", "-"]
    return " ".join(words)


def is_checked(shown: Shown, men: Mapping[str, str], *, white: bool) -> bool:
    """Whether a side would be in check."""
    fen = with_turn(board_fen(shown, men), white)
    return bool(pyffish.gives_check(shown.section.name, fen, []))


@dataclass(frozen=True)
class Extra:
    """A square that is shown, and to which no legal move leads."""

    shown: Shown
    origin: str
    end: str
    results: Sequence[Result]

    @property
    def letter(self) -> str:
        """The letter of the piece."""
        return self.shown.men[self.origin].lower()[-1]

    @property
    def view(self) -> View:
        """The section as the side to move sees it."""
        return self.shown.section.view.of("White" if self.shown.is_white else "Black")

    @cached_property
    def positions(self) -> list[dict[str, str]]:
        """The pieces after each of its results."""
        return [after(self.shown, self.origin, each, self.end) for each in self.results]


def _exposes(extra: Extra) -> bool:
    return all(is_checked(extra.shown, men, white=extra.shown.is_white) for men in extra.positions)


def _castles(extra: Extra) -> bool:
    return all(CASTLING in result.when for result in extra.results)


def _passes(extra: Extra) -> bool:
    """Whether it captures en passant, where nothing has just passed."""
    return all(EN_PASSANT in result.when for result in extra.results)


def _is_capture(shown: Shown, move: str) -> bool:
    return bool(pyffish.is_capture(shown.section.name, shown.fen, [], move, shown.section.is_960))


def _must_capture(extra: Extra) -> bool:
    return not any(result.takes for result in extra.results) and any(
        _is_capture(extra.shown, move) for move in extra.shown.legal
    )


def _must_drop(extra: Extra) -> bool:
    return bool(extra.shown.legal) and all("@" in move for move in extra.shown.legal)


def _gives_check(extra: Extra) -> bool:
    return all(
        is_checked(extra.shown, men, white=not extra.shown.is_white) for men in extra.positions
    )


def _is_in_check(extra: Extra) -> bool:
    """Whether a move that only a king that is not in check has is one out of check."""
    return bool(pyffish.gives_check(extra.shown.section.name, extra.shown.fen, []))


def _explodes(extra: Extra) -> bool:
    """Whether its capture explodes beside a royal piece of its side, or with one."""
    royals = [piece.letter for piece in extra.view.variant.pieces if piece.royal]
    beside = [
        men.get(f"{chr(ord(extra.end[0]) + file)}{int(extra.end[1:]) + rank}", "")
        for men in extra.positions
        for file, rank in product((-1, 0, 1), repeat=2)
    ]
    own = [letter for letter in beside if letter.isupper() == extra.shown.is_white]
    return any(letter.lower() in royals for letter in own)


def _faces(extra: Extra) -> bool:
    """Whether kings face each other on a file afterwards."""
    kings = [piece.letter for piece in extra.view.variant.pieces if piece.key == "king"]
    return all(_is_facing(men, kings) for men in extra.positions)


def _is_facing(men: Mapping[str, str], kings: Sequence[str]) -> bool:
    squares = sorted(
        (square[0], int(square[1:]), letter.lower() in kings, letter.isupper())
        for square, letter in men.items()
    )
    return any(
        first[0] == second[0] and first[2] and second[2] and first[3] != second[3]
        for first, second in pairwise(squares)
    )


def _promotes_in_place(extra: Extra) -> bool:
    """Whether a pawn becomes another piece instead of moving, which must not attack anything."""
    return all(result.becomes for result in extra.results)


def _has_no_wall(extra: Extra) -> bool:
    return bool(extra.shown.legal) and "," not in extra.shown.legal[0]


def _is_immune(extra: Extra) -> bool:
    target = extra.shown.men.get(extra.end, "")
    return target.lower() == extra.shown.men[extra.origin].lower()


RULES: Mapping[str, tuple[str, Callable[[Extra], bool]]] = {
    "castling": ("castling", _castles),
    "en passant": ("enPassantTypes", _passes),
    "captures are compulsory": ("mustCapture", _must_capture),
    "drops are compulsory": ("mustDrop", _must_drop),
    "no checks": ("checking", _gives_check),
    "explosions": ("blastOnCapture", _explodes),
    "kings face each other": ("flyingGeneral", _faces),
    "first moves": ("cambodianMoves", _is_in_check),
    "promotions that attack": ("sittuyinPromotion", _promotes_in_place),
    "walls": ("wallingRule", _has_no_wall),
    "immune": ("mutuallyImmuneTypes", _is_immune),
}
"""The rules that forbid a move, each with the key that tells it."""


def reason(extra: Extra) -> str:
    """Why a move that is shown is not legal; empty if nothing tells it."""
    for name, (key, forbids) in RULES.items():
        if key in extra.shown.section.told and forbids(extra):
            return name
    return "exposes" if _exposes(extra) else ""


def extras(shown: Shown) -> Iterator[Extra]:
    """The squares that are shown and are no legal moves."""
    legal = legal_targets(shown)
    for origin, ends in shown.results.items():
        for end, found in ends.items():
            if end not in legal.get(origin, ()):
                yield Extra(shown, origin, end, found)


# All sections


def differences(section: Section, count: int, plies: int = PLIES) -> Iterator[str]:
    """What is shown differently from what the engine plays."""
    if section.text:
        pyffish.load_variant_config(section.text)
    if section.name not in pyffish.variants():
        return
    for fen in positions(section, count, plies):
        shown = shown_in(section, fen)
        for origin, ends in missing(shown).items():
            piece = shown.men.get(origin, "?")
            yield f"missing {piece} {origin} {' '.join(sorted(ends))} in {fen}"
        for extra in extras(shown):
            if not reason(extra):
                piece = shown.men[extra.origin]
                labels = {label for result in extra.results for label in result.when}
                yield f"extra {piece} {extra.origin} {extra.end} {labels or ''} in {fen}"


def _tell(section: Section, count: int, pipe: Connection) -> None:
    for line in differences(section, count):
        pipe.send(line)
    pipe.send(None)


def in_process(section: Section, count: int) -> Iterator[str]:
    """The differences of a section, found in a process of its own, which some sections crash."""
    here, there = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.Process(target=_tell, args=(section, count, there))
    process.start()
    there.close()
    try:
        while here.poll(SECONDS):
            line = here.recv()
            if line is None:
                break
            yield line
        else:
            yield "takes too long"
    except EOFError:
        yield "ends the process"
    process.kill()
    process.join()


def main() -> int:
    """The number of sections with differences, each of which is printed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--positions", type=int, default=POSITIONS)
    parser.add_argument("--only", nargs="*", help="the names of sections")
    arguments = parser.parse_args()
    built_in = list(map(Section, built_in_names()))
    own = [section for path in arguments.files for section in sections_of(path)]
    every = {(each.name, each.text): each for each in (own if arguments.files else built_in)}
    failed = 0
    for section in every.values():
        if arguments.only and section.name not in arguments.only:
            continue
        lines = list(in_process(section, arguments.positions))
        failed += bool(lines)
        text = "\n  ".join((f"{section.name}: {len(lines) or 'ok'}", *lines[:40]))
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()
    return min(failed, 255)


if __name__ == "__main__":
    sys.exit(main())
