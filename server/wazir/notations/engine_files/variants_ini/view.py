"""A variant as one side sees it: its values in words, its pieces in play, and the conditions of
clauses.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from wazir.lazy import lazy
from wazir.notations.engine_files.variants_ini import phrases
from wazir.notations.engine_files.variants_ini.facts import FACTS
from wazir.notations.engine_files.variants_ini.facts.goals import FLIPS
from wazir.notations.engine_files.variants_ini.facts.hands import drops_from_nowhere
from wazir.notations.engine_files.variants_ini.reading import BOTH
from wazir.notations.engine_files.variants_ini.syntax import Fen, read_fen
from wazir.notations.engine_files.variants_ini.vocabulary import key_of
from wazir.notations.variant import ResolvedPiece, ResolvedVariant, RuleValue
from wazir.notations.vocabulary import packaged
from wazir.notations.wording import join_words
from wazir.piece.words import number_word, ordinal


def table() -> Mapping[str, Any]:
    """The table of clauses, the titles of the parts of a page, and words for pieces."""
    return packaged(__package__, "clauses")


_FOR_ALL = ("extinctionPieceTypes", "flagPiece", "mustDropType")
"""Rules in which `*` stands for all pieces; elsewhere it is no piece."""
ALSO_PAWNS = ("promotionPawnTypes", "enPassantTypes")
"""Rules that hold for the engine's own pawn even where their value lacks it."""


def of_side(key: str, side: str) -> str:
    """The key of one side."""
    stem = "mobilityRegion"
    return f"{stem}{side}{key.removeprefix(stem)}" if key.startswith(stem) else f"{key}{side}"


@dataclass(frozen=True)
class View:
    """A variant as one side sees it, or both sides."""

    variant: ResolvedVariant
    side: str = ""
    """`White` or `Black`; empty for both, if they are alike."""
    relative: bool = True
    """Ranks are counted from the player."""
    _others: dict[tuple[str, bool], View] = field(default_factory=dict, compare=False, repr=False)
    """The views of the same variant, by side."""

    def of(self, side: str, *, relative: bool = False) -> View:
        """The view of a side, or of both sides for an empty text."""
        key = (side, relative)
        if key not in self._others:
            self._others[key] = View(self.variant, side, relative, self._others)
        return self._others[key]

    # Values

    @property
    def colour(self) -> str:
        """`white `, `black `, or nothing for both."""
        return f"{self.side.lower()} " if self.side else ""

    def value(self, key: str) -> Any:
        """The value of a key, that of a side for a key of both."""
        own = of_side(key, self.side or "White")
        return self.variant.rules[own if own in self.variant.rules else key].value

    def pieces(self, key: str) -> list[str]:
        """The letters of the pieces of a value that take part."""
        letters = dict.fromkeys((*self.value(key), *self._always(key)))
        return [
            letter
            for letter in letters
            if letter in self.in_play or (letter == "*" and key in _FOR_ALL)
        ]

    def _always(self, key: str) -> Iterator[str]:
        """The letters of the pieces for which a rule holds whatever its value is."""
        if key in ALSO_PAWNS:
            yield from (piece.letter for piece in self.variant.pieces if piece.key == "pawn")

    def squares(self, key: str) -> frozenset[tuple[int, int]]:
        """The squares of a value; ranks of Black are counted from the top if they are told so."""
        squares = [(ord(name[0]) - ord("a"), int(name[1:]) - 1) for name in self.value(key)]
        if key == "tripleStepRegion":
            squares = list(filter(self._has_room, squares))
        if self.relative and self.side == "Black":
            return frozenset((file, self.variant.ranks - 1 - rank) for file, rank in squares)
        return frozenset(squares)

    def _has_room(self, square: tuple[int, int]) -> bool:
        """Whether three steps forward from a square stay on the board."""
        rank = square[1]
        return rank >= 3 if self.side == "Black" else rank + 3 < self.variant.ranks

    @lazy
    def fen(self) -> Fen:
        """The position at the start."""
        return read_fen(self.variant.start_fen)

    @lazy
    def by_letter(self) -> Mapping[str, ResolvedPiece]:
        """The pieces by all their letters."""
        return {letter: piece for piece in self.variant.pieces for letter in piece.letters}

    @lazy
    def in_play(self) -> frozenset[str]:
        """The letters of the pieces that the side has at the start, or that it can get."""
        signs = [sign for sign, _ in self.fen.letters if sign in self.by_letter]
        if not signs:
            return frozenset(piece.letter for piece in self.variant.pieces)  # programs place them
        if self.side and not self._takes_over:
            signs = [sign for sign in signs if sign.isupper() == (self.side == "White")]
        letters = {self.by_letter[sign].letter for sign in signs}
        for _ in self.variant.pieces:  # more rounds add nothing
            for letter in [*letters]:
                letters.update(self._becomes(self.by_letter[letter]))
        return frozenset(letters)

    @lazy
    def pieces_in_play(self) -> tuple[ResolvedPiece, ...]:
        """The pieces that the side has at the start, or that it can get."""
        return tuple(piece for piece in self.variant.pieces if piece.letter in self.in_play)

    @property
    def _takes_over(self) -> bool:
        """Whether pieces of one side come to the other one."""
        has_hand = self.value("pieceDrops") or self.value("seirawanGating")
        return bool(
            self.value("flipEnclosedPieces") in FLIPS
            or (has_hand and (self.value("capturesToHand") or self.value("twoBoards")))
        )

    def _becomes(self, piece: ResolvedPiece) -> Iterator[str]:
        """The letters of the pieces that a piece may become."""
        rules = self.variant.rules
        if piece.promoted:
            yield piece.promoted
        for side in BOTH if not self.side or self._takes_over else (self.side,):
            pawns = _letters(rules[f"promotionPawnTypes{side}"].value)
            promotions = _letters(rules[f"promotionPieceTypes{side}"].value)
            region = rules[f"promotionRegion{side}"].value
            is_pawn = piece.key == "pawn" or piece.letter in pawns
            if region and is_pawn:
                yield from (letter for letter in promotions if letter != "*")

    @lazy
    def in_hand(self) -> frozenset[str]:
        """The letters of the pieces that the side may drop, at the start or later."""
        if drops_from_nowhere(self) or self.value("twoBoards"):
            return self.in_play
        if self.value("capturesToHand"):
            return self.in_play if self.value("dropLoop") else self._without_promotion
        hands = self.fen.hands(self.variant.ranks)
        sides = [self.side.lower()] if self.side else ["white", "black"]
        held = " ".join(hands.get(side, "") for side in sides).lower().split()
        return frozenset(self.by_letter[sign].letter for sign in held if sign in self.by_letter)

    @property
    def _without_promotion(self) -> frozenset[str]:
        """The letters of the pieces in play that do not only come from promotions: those of the
        position at the start, which captures turn promoted pieces back to.
        """
        placed = {
            self.by_letter[sign].letter for sign, _ in self.fen.letters if sign in self.by_letter
        }
        return self.in_play & placed if placed else self.in_play

    def has(self, *keys: str) -> bool:
        """Whether a piece of one of the keys takes part."""
        return any(piece.key in keys for piece in self.pieces_in_play)

    # Words

    def noun(self, letter: str) -> str:
        """The name of a piece."""
        return self.nouns.get(letter.lower(), "piece")

    @lazy
    def nouns(self) -> Mapping[str, str]:
        """The names of the pieces by their letters; a long name is shortened if no other piece has
        the short one.
        """
        found = dict[str, str]()
        for piece in sorted(
            self.variant.pieces,
            key=lambda piece: (piece.letter not in self.in_play, not piece.royal),
        ):
            names = [name for name in self._names(piece) if name not in found.values()]
            found[piece.letter] = names[0] if names else f"{piece.letter.upper()}-piece"
        return found

    def _names(self, piece: ResolvedPiece) -> Iterator[str]:
        """The names of a piece, the best one first."""
        if piece.is_named and piece.name:
            yield piece.name.lower()
        if piece.key == "commoner" and piece.letter == "k":
            yield "king"
        if piece.letter == "p" and piece.promotes_to:
            yield "pawn"
        if short := table()["nouns"].get(piece.key):
            yield short
        if piece.name:
            yield piece.name.lower()
        if len(self.in_play) == 1:
            yield "piece"

    def word(self, key: str, form: str) -> str:
        """A value in words; the forms are those of `clauses.toml`."""
        if key.startswith("@"):
            return str(FACTS[key[1:]](self))
        if key in _PLAYER:
            return _PLAYER[key](self)
        value = self.value(key)
        known = key_of(key) or key_of(of_side(key, "White"))
        assert known is not None  # `clauses.toml` names keys of the engine only
        match known.type:
            case "pieces":
                return self._pieces(key, form)
            case "squares":
                squares, variant = self.squares(key), self.variant
                if form == "line" and (edge := _edge(squares, variant)):
                    return edge
                joint = form if form == "and" else "or"
                return phrases.region(
                    squares, variant.files, variant.ranks, relative=self.relative, word=joint
                )
            case "int" | "rank":
                return ordinal(value) if form == "th" else number_word(value)
            case "result":
                return {"win": "wins", "loss": "loses", "draw": "draws"}.get(value, "has no result")
            case "numbers":
                return join_words(
                    phrases.at_most(count, self.noun(letter)) for letter, count in value.items()
                )
            case "promotions":
                items = [map(self.noun, item) for item in value.items() if item[0] in self.in_play]
                return join_words(" to ".join(map(phrases.with_article, nouns)) for nouns in items)
        return {"makruk": "makruk", "asean": "ASEAN", "cambodian": "Cambodian"}.get(
            value, str(value)
        )

    def _pieces(self, key: str, form: str) -> str:
        if "*" in self.pieces(key):
            return "Any piece" if form[:1].isupper() else "any piece"
        names = [self.noun(letter) for letter in reversed(self.pieces(key))]
        has_colour = form[:1].isupper() or form.startswith("+")
        return phrases.nouns(names, form.removeprefix("+"), self.colour if has_colour else "")

    # Conditions

    @lazy
    def _held(self) -> dict[str, bool]:
        """The conditions that were asked for, with their answers."""
        return {}

    def holds(self, condition: str) -> bool:
        """Whether a condition of the table holds."""
        if condition not in self._held:
            self._held[condition] = self._holds(condition)
        return self._held[condition]

    def _holds(self, condition: str) -> bool:
        if condition.startswith("!"):
            return not self.holds(condition[1:])
        if condition.startswith("@droppable_"):
            name = condition.removeprefix("@droppable_")
            return any(
                piece.key == name and piece.letter in self.in_hand for piece in self.variant.pieces
            )
        if condition.startswith("@"):
            name = condition[1:]
            return bool(FACTS[name](self)) if name in FACTS else self.has(name)
        match = _CONDITION.match(condition)
        assert match is not None  # each condition of `clauses.toml` begins with a key
        key, sign, word = match.groups()
        value = self.value(key)
        if sign == ">":
            return bool(value > int(word))
        if sign:
            return word in value if isinstance(value, tuple) else str(value) == word
        known = key_of(key) or key_of(of_side(key, "White"))
        if known and known.type == "pieces":
            return bool(self.pieces(key))
        return bool(value) and value not in ("none", "-")


def _letters(value: RuleValue) -> tuple[str, ...]:
    """The letters that are the value of a key of pieces."""
    return value if isinstance(value, tuple) else ()


_CONDITION = re.compile(r"(\w+)([=>]?)(.*)")


def _edge(squares: frozenset[tuple[int, int]], variant: ResolvedVariant) -> str:
    """The name of an edge of the board; empty for other squares."""
    edges = {
        "the left edge": {(0, rank) for rank in range(variant.ranks)},
        "the right edge": {(variant.files - 1, rank) for rank in range(variant.ranks)},
        "the bottom edge": {(file, 0) for file in range(variant.files)},
        "the top edge": {(file, variant.ranks - 1) for file in range(variant.files)},
    }
    return next((name for name, edge in edges.items() if edge == squares), "")


_PLAYER: Mapping[str, Callable[[View], str]] = {
    "Player": lambda view: view.side or "A player",
    "player": lambda view: view.side or "a player",
    "colour": lambda view: view.colour,
}
