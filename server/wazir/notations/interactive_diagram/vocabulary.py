"""The keys of a diagram that its public pages show (F24)."""

from __future__ import annotations

from functools import lru_cache

KEYS = (
    "satellite",
    "files",
    "ranks",
    "promoZone",
    "maxPromote",
    "graphicsDir",
    "whitePrefix",
    "blackPrefix",
    "graphicsType",
    "squareSize",
    "symmetry",
    "firstRank",
    "royal",
    "useMarkers",
    "holdingsType",
    "borders",
    "rimColor",
    "coordColor",
    "trackPieces",
    "trackedTypes",
    "spell",
    "spellZone",
    "blastZone",
    "atomicCapture",
    "newClick",
    "captureMatrix",
    "enableAI",
    "promoChoice",
    "promoOffset",
    "lightShade",
    "darkShade",
)
"""All known keys. There may be others."""

TEXTS = {
    "files": "The number of files of the board.",
    "ranks": "The number of ranks of the board.",
    "firstRank": "The number of the first rank.",
    "royal": "The royal piece, by its number. The first piece is 1.",
    "symmetry": "How Black's squares follow from White's: `mirror` or `rotate`.",
    "promoZone": "The number of ranks in which pieces promote.",
    "promoChoice": "The pieces that a pawn may become.",
    "graphicsDir": "The folder of the images.",
    "graphicsType": "The type of the images, such as `png`.",
    "squareSize": "The size of a square in pixels.",
}
"""The keys, as far as they are documented."""

NEAR = 2
"""The number of letters in which a misspelled key may differ."""


def near(key: str) -> str | None:
    """The known key that differs in the fewest letters, at most in two."""
    distance, closest = min((_distance(key, known), known) for known in KEYS)
    return closest if distance <= min(NEAR, len(key) - 1) else None


@lru_cache(maxsize=1024)
def _distance(word: str, other: str) -> int:
    """The number of letters to put in, take out or change; three if the lengths tell that it is more than two."""
    if abs(len(word) - len(other)) > NEAR:
        return NEAR + 1
    row = list[int](range(len(other) + 1))
    for count, letter in enumerate(word, 1):
        before, row = row, [count]
        for at, sign in enumerate(other, 1):
            row.append(min(row[-1] + 1, before[at] + 1, before[at - 1] + (letter != sign)))
    return row[-1]
