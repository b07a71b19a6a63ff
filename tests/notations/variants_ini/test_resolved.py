"""The resolved variant beside the engine: its own values, and what it plays of a section made of
nothing else.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import chain, count
from pathlib import Path
from typing import Any

import pyffish
import pytest

from harness import none_wrong
from long import some
from wazir.document import Document
from wazir.features.variants import as_json, built_in, variants
from wazir.notations import by_name
from wazir.notations.engine_files.variants_ini.meaning import built_in_names
from wazir.notations.engine_files.variants_ini.reading import aliases
from wazir.notations.engine_files.variants_ini.vocabulary import key_of

Json = dict[str, Any]

HERE, DATA = Path(__file__).parent, Path(__file__).parents[2] / "data" / "engine_files"
VARIANTS = by_name("fairy-variants")
READINGS = (HERE / "readings.ini").read_text("utf-8")
GARDEN = (DATA / "garden_variants.ini").read_text("utf-8")
NUMBERS = count()


def resolved(text: str) -> dict[str, Json]:
    """The variants of a file by name."""
    return {
        each.variant.name: as_json(each.variant, [])
        for each in variants(Document.open(VARIANTS, text))
    }


def of_engine(name: str) -> Json:
    """A built-in variant."""
    entry = built_in(name)
    assert entry
    return as_json(entry.variant, [])


# The values


def _engine_rows() -> tuple[Json, ...]:
    lines = (HERE / "engine_rules.jsonl").read_text("utf-8").splitlines()[1:]
    return tuple(map(json.loads, lines))


ROWS = _engine_rows()
OFF_BOARD = {"bad": "castlingKingsideFile"}
"""A file that the engine has and no board."""
ANY_ORDER = {
    "promotionPieceTypes",
    "castlingRookPieces",
    "enPassantTypes",
    "nMoveRuleTypes",
    "extinctionPieceTypes",
}
ANY_ORDER |= {
    "petrifyOnCaptureTypes",
    "connectPieceTypes",
    "blastImmuneTypes",
    "mutuallyImmuneTypes",
}


def comparable(key: str, value: Any, variant: Json) -> Any:
    """A value without an order that means nothing, where `all` stands for all squares."""
    files, ranks = variant["board"].values()
    if key == "connectPieceTypes" and value == ["*"]:
        value = [piece["letter"] for piece in variant["pieces"]]
    if value == "all":
        return {
            f"{chr(ord('a') + file)}{rank + 1}" for file in range(files) for rank in range(ranks)
        }
    known, both = key_of(key), key.removesuffix("White").removesuffix("Black")
    is_set = value is not None and known and (known.type == "squares" or both in ANY_ORDER)
    return set(value) if is_set else value


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row["variant"]))
def test_v3_v4_rules_have_the_values_of_the_engine(row: Json) -> None:
    """V3, V4: also of deprecated keys, bad values, promotions that are lost, and pieces with other
    letters.
    """
    name, default = row["variant"], ROWS[0]["rules"]
    variant = resolved(READINGS).get(name) or of_engine(name)
    rules = {key: rule["value"] for key, rule in variant["rules"].items() if key not in aliases()}
    expected = {**default, **row["rules"]}
    wrong = [
        f"{key}: {rules.get(key)}, not {expected.get(key)}"
        for key in (expected.keys() | rules.keys()) - {OFF_BOARD.get(name)}
        if comparable(key, rules.get(key), variant)
        != comparable(key, expected.get(key, "all"), variant)
    ]

    none_wrong(wrong)
    assert {piece["key"]: piece["letter"] for piece in variant["pieces"]} == row["pieces"]


def test_v3_every_key_has_its_value() -> None:
    """V3: all keys of the engine but those of pieces and deprecated ones; of mobility those that
    are set.
    """
    rules = resolved(READINGS)["passing"]["rules"]
    known = [
        key
        for key in map(key_of, [*_all_keys()])
        if key and key.type != "piece" and not key.instead
    ]

    assert [*rules] == [
        *(key.name for key in known),
        *(
            f"mobilityRegion{side}{piece}"
            for piece in ("CustomPiece1", "King")
            for side in ("White", "Black")
        ),
    ]
    assert [*rules["castling"]] == ["value", "origin", "inherited"]


def _all_keys() -> Iterator[str]:
    rows = (
        Path(HERE.parents[2] / "server/wazir/notations/engine_files/variants_ini/keys.jsonl")
        .read_text("utf-8")
        .splitlines()
    )
    return (json.loads(row)["name"] for row in rows)


# What the engine plays


def as_section(variant: Json, name: str) -> str:
    """A section without a parent that has what a resolved variant says, and nothing else."""
    lines = [f"[{name}]"]
    for piece in variant["pieces"]:
        has_moves = piece["key"].startswith("custom") or (
            piece["key"] == "king" and piece["betza"] != "K"
        )
        lines.append(
            f"{piece['key']} = {piece['letter']}"
            + (f":{piece['betza'] or ''}" if has_moves else "")
        )
    lines += (
        f"{key} = {_setting(rule['value'])}"
        for key, rule in variant["rules"].items()
        if rule["value"] is not None
    )
    return "\n".join([*lines, "", ""])


def _setting(value: Any) -> str:
    match value:
        case bool():
            return str(value).lower()
        case dict():
            return " ".join(f"{letter}:{other}" for letter, other in value.items()) or "-"
        case list():
            return ("" if all(len(part) == 1 for part in value) else " ").join(value) or "-"
    return str(value)


SAMPLE = 12
"""The number of moves after which the replies are compared."""


def differences(name: str, variant: Json) -> Iterator[str]:
    """What the engine plays otherwise in a variant that it knows, and in the section of a resolved
    one.
    """
    own = f"resolved{next(NUMBERS)}"
    pyffish.load_variant_config(as_section(variant, own))
    fen = pyffish.start_fen(name)
    if not fen == pyffish.start_fen(own) == variant["startFen"]:
        yield f"{name}: starts with {pyffish.start_fen(own)}"
    legal = sorted(pyffish.legal_moves(name, fen, []))
    if legal != sorted(pyffish.legal_moves(own, fen, [])):
        yield f"{name}: {set(legal) ^ set(pyffish.legal_moves(own, fen, []))}"
        return
    for move in legal[:: max(len(legal) // SAMPLE, 1)]:
        counts = [len(pyffish.legal_moves(each, fen, [move])) for each in (name, own)]
        if counts[0] != counts[1]:
            yield f"{name}: {counts[1]} replies to {move}, not {counts[0]}"


UNSAID = {"ataxx", "janggi", "janggicasual", "janggimodern", "janggitraditional"}
"""Variants with a rule that no key says: drops from nowhere, and a general on diagonal lines."""


def test_v4_built_in_variants_follow_from_the_resolved_ones() -> None:
    """V4: start position, legal moves, and the parts of perft 2 of a sample of them."""
    names = some([name for name in built_in_names() if name not in UNSAID], step=4)

    none_wrong(list(chain.from_iterable(differences(name, of_engine(name)) for name in names)))


@pytest.mark.parametrize("text", [GARDEN, READINGS], ids=["garden", "readings"])
def test_v4_sections_follow_from_the_resolved_ones(text: str) -> None:
    """V4: sections with custom pieces, misread moves, deprecated keys and bad values."""
    renamed = text
    names = {name: f"own{next(NUMBERS)}" for name in resolved(text)}
    for name, new in names.items():
        renamed = (
            renamed.replace(f"[{name}:", f"[{new}:")
            .replace(f":{name}]", f":{new}]")
            .replace(f"[{name}]", f"[{new}]")
        )
    pyffish.load_variant_config(renamed)
    known = {
        name: new for name, new in names.items() if new in pyffish.variants() and name != "bad"
    }
    played = [
        name
        for name, new in known.items()
        if pyffish.validate_fen(pyffish.start_fen(new), new) == 1
    ]

    assert len(played) > 1
    none_wrong(
        list(
            chain.from_iterable(
                differences(names[name], resolved(renamed)[names[name]]) for name in played
            )
        )
    )


# Pieces, places, lineage


def test_v2_pieces() -> None:
    """V2: what pieces become, which are royal, what they are called, and their moves in XBetza."""
    spartan = {piece["letter"]: piece for piece in of_engine("spartan")["pieces"]}
    xiangqi = {piece["letter"]: piece for piece in of_engine("xiangqi")["pieces"]}
    shogi = {piece["letter"]: piece for piece in of_engine("shogi")["pieces"]}

    assert spartan["k"]["royal"]
    assert spartan["p"]["promotesTo"] == ["n", "b", "r", "q"]
    assert spartan["h"]["promotesTo"] == ["g", "w", "k", "l", "c"]
    assert (xiangqi["n"]["letters"], xiangqi["n"]["name"]) == (["N", "n", "H", "h"], "Horse")
    assert xiangqi["p"]["betza"] is None  # it moves sideways beyond the river only
    assert (shogi["s"]["promoted"], shogi["k"]["promoted"]) == ("g", None)
    assert list(shogi["s"]) == [
        "key",
        "letter",
        "letters",
        "name",
        "betza",
        "royal",
        "promotesTo",
        "promoted",
        "origin",
    ]


@pytest.mark.parametrize(
    ("moves", "betza"),
    [
        ("NN", "NN"),
        ("N # Rook", "RN"),
        ("fK", "fWfF"),
        ("R12", "W"),
        ("mR cB", "mRcB"),
        ("x", None),
        ("J", "J"),
        ("fKifmnD", "fWfFifmnD"),
    ],
)
def test_v2_moves_are_those_that_the_engine_plays(moves: str, betza: str | None) -> None:
    """V2: a misread text is replaced by one that means what is played."""
    (variant,) = resolved(f"[mine:chess]\ncustomPiece1 = a:{moves}\n").values()
    (piece,) = (piece for piece in variant["pieces"] if piece["letter"] == "a")

    assert piece["betza"] == betza


def test_f7_the_letters_of_a_comment_after_a_built_in_piece_are_no_moves() -> None:
    """F7: only the letter is read there, but in moves the letters of a comment are."""
    (variant,) = resolved("[mine:chess]\nrook = r ; mF\n").values()

    assert [piece["betza"] for piece in variant["pieces"] if piece["letter"] == "r"] == ["R"]


def test_v1_v3_each_value_tells_where_it_is_set() -> None:
    """V1, V3: the section and the line, none for a built-in section, null for the engine's
    default.
    """
    text = (
        "# a file\n[first:chess]\nbishop = -\ncastling = false\n\n[second:first]\nknight = "
        "h\nmaxRank = 7\n"
    )
    variant = resolved(text)["second"]
    rules = variant["rules"]

    assert [*variant] == [
        "schema",
        "name",
        "parent",
        "lineage",
        "engine",
        "board",
        "startFen",
        "pieces",
        "rules",
        "diagnostics",
    ]
    assert (variant["parent"], variant["lineage"]) == ("first", ["second", "first", "chess"])
    assert rules["castling"] == {
        "value": False,
        "origin": {"section": "first", "line": 4},
        "inherited": True,
    }
    assert rules["maxRank"] == {
        "value": 7,
        "origin": {"section": "second", "line": 8},
        "inherited": False,
    }
    assert rules["promotionPieceTypes"]["origin"] == {"section": "chess", "line": None}
    assert rules["nMoveRule"] == {"value": 50, "origin": None, "inherited": False}
    origins = {piece["letter"]: piece["origin"] for piece in variant["pieces"]}
    assert origins["h"] == {"section": "second", "line": 7}
    assert "b" not in origins


def test_v3_a_key_of_both_sides_has_a_value_where_they_agree() -> None:
    """V3: else null, and the keys of the sides tell."""
    rules = resolved("[mine:chess]\nflagRegionWhite = *8\nflagPiece = k\n")["mine"]["rules"]

    assert (rules["flagPiece"]["value"], rules["flagRegion"]["value"]) == (["k"], None)
    assert rules["flagRegionWhite"]["value"] == [f"{file}8" for file in "abcdefgh"]


@pytest.mark.parametrize(
    "text", ["[a:b]\n[b:a]\n", "[a:nowhere]\n", "[a:a]\n", "[:]\n[a]\n[a]\n", "[a]\nmaxRank = 99\n"]
)
def test_v1_any_section_is_resolved(text: str) -> None:
    """V1: circles and missing parents end."""
    assert all(
        variant["lineage"][:1] == ([variant["name"]] if variant["name"] else [])
        for variant in resolved(text).values()
    )


# The form of `variant_info` (FSF#1011)


def told(info: Json, path: str = "") -> Iterator[tuple[str, Any]]:
    """The fields of a variant by their paths, in the form of *INFOS*."""
    for name, value in info.items():
        at = f"{path}.{name}" if path else name
        match value:
            case dict() if name not in ("promotedPieceTypes", "limits"):
                yield from told(value, at)
            case list() if name == "pieces" and not path:
                yield (
                    at,
                    [
                        [piece["type"], "".join(piece["fen"].values()), piece["customBetza"]]
                        for piece in value
                    ],
                )
            case list():
                yield at, " ".join(value)
            case _:
                yield at, value


INFOS = (HERE / "variant_info.jsonl").read_text("utf-8").splitlines()
"""What Fairy-Stockfish-X answers, which has the function; of all but chess what differs from chess.

Left out is what that fork plays otherwise, the kings of xiangqi, and sets of pieces that are all
pieces.
"""


@pytest.mark.parametrize("row", [*map(json.loads, INFOS)], ids=lambda row: row["name"])
def test_a_variant_in_the_form_of_the_engine(row: Json) -> None:
    """V2: names, nesting and values."""
    entry = built_in(row["name"])
    assert entry
    expected = {**json.loads(INFOS[0]), **row}
    ignored = expected.pop("ignored")
    own = dict(told(dict(entry.variant.info)))

    assert [
        (path, own.get(path), value)
        for path, value in expected.items()
        if own.get(path) != value and path not in ignored
    ] == []
    assert set(expected) <= set(own)
