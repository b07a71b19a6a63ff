"""Pieces, squares and numbers in words (V7)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import groupby, product

from wazir.notations.wording import capitalized, join_words
from wazir.piece.words import number_word, ordinal

_JOINTS = (" without ", " of ", " with ")


def plural(noun: str) -> str:
    """The plural of the name of a piece."""
    head, joint, rest = next(
        (parts for parts in map(noun.partition, _JOINTS) if parts[1]), (noun, "", "")
    )
    if joint:
        return f"{plural(head)}{joint}{rest}"
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    if noun == "bers":
        return noun
    return noun + ("es" if noun.endswith(("s", "x", "z", "ch", "sh")) else "s")


def with_article(noun: str) -> str:
    """`a rook`, `an amazon`, `an F-piece`."""
    is_letter = noun[1:2] == "-" and noun[:1].isupper()
    vowels = _LETTERS_WITH_AN if is_letter else "aeiouAEIOU"
    return f"{'an' if noun[:1] in vowels else 'a'} {noun}"


_LETTERS_WITH_AN = frozenset("AEFHILMNORSX")
"""The letters whose names begin with a vowel."""


def with_number(count: int, noun: str) -> str:
    """`a king`, `two rooks`."""
    return with_article(noun) if count == 1 else f"{number_word(count)} {plural(noun)}"


def at_most(count: int, noun: str) -> str:
    """`one king`, `two rooks`."""
    return f"{number_word(count)} {noun if count == 1 else plural(noun)}"


_ARTICLES: Mapping[str, Callable[[str], str]] = {
    "": str,
    "a": with_article,
    "the": "the {}".format,
    "s": plural,
}
"""The forms of a name, by the first word of the form of a phrase."""


def nouns(names: Sequence[str], form: str, colour: str = "") -> str:
    """The names of pieces as a phrase.

    Args:
        names: The names.
        form: `a or`, `the or`, `s and` for plurals, `or` alone; with a capital it begins a
            sentence.
        colour: `white ` or `black `, before each name.
    """
    article, _, word = form.rpartition(" ")
    phrase = join_words((_ARTICLES[article.lower()](f"{colour}{name}") for name in names), word)
    return capitalized(phrase) if article[:1].isupper() else phrase


MAX_MISSING = 4
"""A region that lacks no more squares is told by these."""
Region = Collection[tuple[int, int]]
"""Squares as file and rank, from 0."""


def is_of_lines(squares: Region, files: int, ranks: int) -> bool:
    """Whether squares are whole ranks or whole files, whose names do not depend on the side."""
    held = set(squares)
    lines = [{(file, rank) for file in range(files)} for rank in range(ranks)]
    columns = [{(file, rank) for rank in range(ranks)} for file in range(files)]
    return any(
        held == set().union(*(line for line in among if line <= held)) for among in (lines, columns)
    )


def region(squares: Region, files: int, ranks: int, *, relative: bool, word: str = "or") -> str:
    """Squares as a phrase after "on" or "to".

    Args:
        squares: The squares.
        files: The number of files of the board.
        ranks: Its number of ranks.
        relative: Ranks are counted from the player, in words; else they have their numbers.
        word: The word before the last part.
    """
    whole = [rank for rank in range(ranks) if all((file, rank) in squares for file in range(files))]
    rest = [square for square in squares if square[1] not in whole]
    if len(whole) == ranks:
        return "any square"
    columns = [
        file for file in range(files) if all((file, rank) in squares for rank in range(ranks))
    ]
    missing = [square for square in product(range(files), range(ranks)) if square not in squares]
    if len(missing) <= MAX_MISSING < len(squares) // 4:
        return f"any square but {join_words(map(square_name, missing))}"
    if columns and len(columns) * ranks == len(squares):
        names = [f"{square_name((file, 0))[0]}-file" for file in columns]
        return f"the {join_words(names, word)}"
    runs = groupby(enumerate(whole), lambda pair: pair[1] - pair[0])  # the ranks without gaps
    parts = [_ranks([rank for _, rank in run], ranks, relative=relative) for _, run in runs]
    parts += _squares(rest) if rest else []
    return join_words(parts, word) if parts else "no square"


def _ranks(run: Sequence[int], ranks: int, *, relative: bool) -> str:
    """A run of ranks."""
    first, end, count = run[0] + 1, run[-1] + 1, len(run)
    joint = "and" if count == 2 else "to"
    if not relative:
        return f"rank {first}" if count == 1 else f"ranks {first} {joint} {end}"
    if end == ranks:
        return "the last rank" if count == 1 else f"the last {number_word(count)} ranks"
    if first == 1 and count > 1:
        return f"the first {number_word(count)} ranks"
    if count == 1:
        return f"the {ordinal(first)} rank"
    return f"the {ordinal(first)} {joint} {ordinal(end)} ranks"


def _squares(squares: Region) -> list[str]:
    """Squares one by one, or as a rectangle."""
    files, ranks = ({square[axis] for square in squares} for axis in (0, 1))
    is_full = (
        len(squares)
        == len(files) * len(ranks)
        == (max(files) - min(files) + 1) * (max(ranks) - min(ranks) + 1)
    )
    if is_full and len(squares) > 3:
        return [f"the squares from {square_name(min(squares))} to {square_name(max(squares))}"]
    return [*map(square_name, sorted(squares))]


def square_name(square: tuple[int, int]) -> str:
    """`e4`."""
    return f"{chr(ord('a') + square[0])}{square[1] + 1}"
