"""The pages and parts of pages that follow from the code: words of the notations, diagnostics,
commands, API.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

import comparison
import dictionary
import wazir
from wazir.ben39.position import LETTERS
from wazir.ben39.words import name
from wazir.cli import COMMANDS, load
from wazir.cli.command import Parser
from wazir.diagnostics import DECISIONS
from wazir.document import Document
from wazir.features.definitions import codes, every
from wazir.features.definitions import pages as pages_of
from wazir.features.game.page import page as games_page
from wazir.features.game.position import named_games
from wazir.notations import REGISTRY, by_name
from wazir.notations.ben39 import vocabulary as ben39
from wazir.notations.bensahas import vocabulary as bensahas
from wazir.notations.betza import vocabulary as betza
from wazir.notations.engine_files.interactive_diagram.definition import KEYS as KEYS_OF_DIAGRAM
from wazir.notations.engine_files.variants_ini import vocabulary as variants_ini
from wazir.notations.lcpn import vocabulary as lcpn
from wazir.notations.vocabulary import VocabularyWord
from wazir.settings.notation import SETTINGS

ROOT = Path(__file__).parents[1]
DOCUMENTED = (*REGISTRY, SETTINGS)
"""All that has codes."""

Lines = Iterator[str]


def fenced(language: str, text: str) -> str:
    """A fenced block."""
    return f"```{language}\n{text.rstrip()}\n```\n"


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table."""
    lines = [head, *(tuple("---" for _ in head) for head in (tuple(head),)), *rows]
    return (
        "".join(
            f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |\n"
            for line in lines
        )
        + "\n"
    )


def word(spelling: str, title: str, text: str, example: str = "", language: str = "") -> str:
    """A word with its meaning and an example that is drawn."""
    code = f"`` {spelling} ``" if "`" in spelling else f"`{spelling}`"
    shown = f"\n{fenced(language, example)}" if example else ""
    return f"### {code} {title}\n\n{text}\n{shown}\n"


# Betza notation

KINDS = {
    betza.WordKind.ATOM: "Atoms",
    betza.WordKind.SUFFIX: "Ranges",
    betza.WordKind.DIRECTION: "Directions",
    betza.WordKind.MODE: "Modes",
    betza.WordKind.MODIFIER: "Modifiers",
    betza.WordKind.OPERATOR: "Operators",
    betza.WordKind.DIRECTIVE: "Directives",
}


def _betza() -> Lines:
    for kind, title in KINDS.items():
        yield f"## All {title.lower()}\n\n"
        for entry in betza.WORDS:
            if entry.kind is kind:
                dialect = "xbetza" if "xbetza" in entry.dialects else entry.dialects[0]
                header = f"%dialect {dialect}\n" if not entry.example.startswith("%") else ""
                yield word(
                    entry.spelling,
                    entry.title,
                    _by_dialect(entry),
                    f"{header}{entry.example}",
                    "betza",
                )


def _by_dialect(entry: betza.Word) -> str:
    """The meanings of a word, each with the dialects that have it, and those on a leg that another
    one follows.
    """
    meanings: dict[str, list[str]] = {}
    for dialect in entry.dialects:
        meanings.setdefault(entry.text(dialect), []).append(f"`{dialect}`")
        if dialect in entry.inner:
            meanings.setdefault(entry.inner[dialect], []).append(
                f"`{dialect}`, on a leg that another one follows"
            )
    if list(map(len, meanings.values())) == [len(betza.DIALECTS)]:
        return next(iter(meanings))
    return "".join(f"- {'; '.join(where)}: {text}\n" for text, where in meanings.items())


# Lispy Chess Piece Notation

LCPN = (
    ("Restrictions", lcpn.RESTRICTIONS, ":"),
    ("Functions", lcpn.FUNCTIONS, ""),
    ("Operators", lcpn.OPERATORS, ""),
    ("Conditions", {word.spelling: word for word in (lcpn.CONDITION, lcpn.DEFAULT)}, ""),
    ("Tests", lcpn.TESTS, ""),
    ("Logic and comparisons", {**lcpn.LOGIC, **lcpn.COMPARISONS}, ""),
    ("Definitions and properties", {"def": lcpn.DEFINITION, **lcpn.PROPERTIES}, ""),
)
_EXAMPLES = {
    **{key: f"(king :{key})" for key in ("diagonal", "orthogonal")},
    **{key: f"(knight :{key})" for key in lcpn.DIRECTIONS if key not in ("diagonal", "orthogonal")},
    "outward": "(=> wazir (ferz :outward))",
    "inward": "(=> knight (wazir :inward))",
    "any": "(=> wazir (wazir :any))",
    "only": "([1 2] :only)",
    "rider": "(knight :rider)",
    "move": "(move rook)",
    "capture": "(capture ferz)",
    "destroy": "(destroy king)",
    "no-jump": "(no-jump alfil)",
    "cannon": "(cannon rook)",
    "grasshopper": "(grasshopper queen)",
    "igui": "(igui king)",
    "initial": "(initial (wazir :forward :2))",
    "promote-to": "(=> (wazir :forward) (promote-to queen))",
    "/": "(/ rook knight)",
    "=>": "(=> ferz rook)",
    "->": "(-> wazir wazir)",
    "&": "((& move no-jump) alfil)",
    "def": "(def squirrel (/ knight dabbabah alfil))",
    "royal": "(/ ::royal wazir ferz)",
}


def _lcpn() -> Lines:
    for title, words, sign in LCPN:
        yield f"## All {title.lower()}\n\n"
        for key, entry in words.items():
            yield word(f"{sign}{key}", entry.title, entry.text, _EXAMPLES.get(key, ""), "lcpn")


def _library() -> str:
    """The predefined pieces, part by part."""
    library = by_name("lcpn").library_file
    assert library
    _, *parts = re.split(r"^; (?=.*\n\n)", library.read_text("utf-8"), flags=re.MULTILINE)
    sections = (part.partition("\n") for part in parts)
    drawn = "".join(
        f"## {title}\n\n{fenced('lcpn', text.strip())}\n" for title, _, text in sections
    )
    return (
        "# Predefined pieces\n\nPieces that every file of Lispy Chess Piece Notation can use by "
        f"name.\n\n{drawn}"
    )


# Bensaħas notation, Ben39 and files of engines

USES: Mapping[str, Iterable[VocabularyWord]] = {
    "Actions": bensahas.ACTIONS.values(),
    "Values": bensahas.VALUES.values(),
    "Sides": bensahas.SIDES.values(),
    "Conditions": bensahas.CONDITIONS.values(),
    "Coordinates": bensahas.COORDINATES.values(),
    "Keys": (*bensahas.KEYS.values(), *bensahas.PARAMETERS.values()),
}

_IN_PASSING = """\
igui(1, 2: @T = E<Pawn, @B = and([n, 5], not/exist(1, 16, @T: @M = relative, -1)))
    m(1, 16)!"""
_TURNED = "m(1, 1)!\nflip(condition = or([n, 7], [n, 8]), promotes_to = (1, 159)!)"
_TERMS = {
    "n": "(n, 15)!",
    "FE": "c/cannon(n, 15; n, FE, 1, n, landing)!",
    "E": "c/cannon(n, 255; n, E, n, n, screen)!",
    "F": "c(1, 255: @T = F<Pawn)!",
    "screen": "c/cannon(n, 255; n, E, n, n, screen)!",
    "landing": "c/cannon(n, 15; n, FE, 1, n, landing)!",
    "@P": "m(1, 240)\n    (1, /0: @P = [n, 1][n, 3][n, 5])!",
    "@T": "c(1, 255: @T = King)!",
    **dict.fromkeys(("moved", "@M"), "m(2, 1: @M = moved, 1)!"),
    **dict.fromkeys(("or", "condition", "promotes_to"), _TURNED),
    **dict.fromkeys(("and", "not", "exist", "relative", "@B"), _IN_PASSING),
    **dict.fromkeys(
        ("pos_x", "pos_y", "self"), "igui(@P = [pos_x(self), pos_y(F<King)], @T = Coordinator)!"
    ),
}
"""Examples of the words that are not statements by themselves."""


def _bensahas() -> Lines:
    for title, words in USES.items():
        yield f"## All {title.lower()}\n\n"
        for entry in words:
            yield word(
                entry.spelling,
                entry.title,
                entry.text,
                entry.example or _TERMS[entry.spelling],
                "bensahas",
            )


def _ben39() -> Lines:
    yield "## Keys\n\n"
    for words in ({"position": ben39.RECORD}, ben39.KEYS):
        yield table(
            ("key", "", ""),
            ((f"`{entry.spelling}`", entry.title, entry.text) for entry in words.values()),
        )
    yield "## Pieces\n\n"
    letters = ((f"`{LETTERS[piece]}`", name(piece), text) for piece, text in ben39.PIECES.items())
    yield table(("letter", "piece", ""), letters)
    yield f"## Movable squares\n\n{ben39.PLACES['ring']}\n\n## Expectations\n\n"
    yield table(
        ("word", "", ""),
        ((f"`{entry.spelling}`", entry.title, entry.text) for entry in ben39.EXPECTATIONS.values()),
    )
    yield "## The one-line form\n\n" + table(("part", ""), ben39.FEN_PARTS)


def _engine_files() -> Lines:
    yield "## Keys of variants.ini\n\n"
    keys = variants_ini.keys().values()
    yield table(
        ("key", "value", ""),
        ((f"`{key.name}`", variants_ini.TYPES.get(key.type, key.type), key.text) for key in keys),
    )
    yield "## Keys of Interactive Diagrams\n\n"
    yield table(("key", ""), ((f"`{key}`", text) for key, text in KEYS_OF_DIAGRAM.items() if text))


WORDS: Mapping[str, Callable[[], str]] = {
    f"{path}.md": lambda made=made: "".join(made())
    for path, made in {
        "notations/betza": _betza,
        "notations/lcpn": _lcpn,
        "notations/bensahas": _bensahas,
        "notations/ben39": _ben39,
        "engine-files": _engine_files,
    }.items()
}
"""What is added to a page, by its path."""


# Diagnostics, commands, API


def _diagnostics() -> dict[str, str]:
    """A page for every code, and one that lists them."""
    listed = (
        "# Diagnostics\n\nEvery diagnostic has a code, and every code a page, which `wazir "
        "explain` shows.\n\n"
    )
    for notation in DOCUMENTED:
        rows = (
            (f"[{code.id}]({code.id}.md)", code.severity.name.lower(), code.summary)
            for code in notation.codes
        )
        listed += f"## {notation.title}\n\n{table(('code', 'severity', ''), rows)}"
        if notation.rulings:
            rows = ((f"[{name}]({name}.md)", title) for name, title in notation.rulings.items())
            listed += f"### Rulings\n\n{table(('ruling', ''), rows)}"
    rulings = {
        name: notation.page(name) or "" for notation in DOCUMENTED for name in notation.rulings
    }
    return {
        "diagnostics/index.md": listed,
        **{f"diagnostics/{code.id}.md": _diagnostic(code.id) for code in codes(DOCUMENTED)},
        **{f"diagnostics/{name}.md": _linked(text) for name, text in rulings.items()},
    }


def _diagnostic(code: str) -> str:
    """The page of a code, with a part for each notation that has it."""
    parts = []
    for notation, text in pages_of(code, DOCUMENTED):
        _, _, body = text.partition("\n")
        wrong, heading, right = body.partition("## Use instead")
        text = _as_text(wrong) + heading + _with_options(_linked(right))
        parts.append(f"## {notation.title}\n{_deeper(text)}")
    return f"# {code}\n\n" + "\n".join(parts)


def _as_text(part: str) -> str:
    """Examples of what is wrong are text with marks below the lines."""
    return re.sub(r"^```[\w-]+.*$", "```text", part, flags=re.MULTILINE) if "```" in part else part


def _with_options(part: str) -> str:
    """Fences with their options in quotes, as the site reads them."""
    return re.sub(r"^(```[\w-]+ profile=)(\S+)$", r'\1"\2"', part, flags=re.MULTILINE)


def _linked(part: str) -> str:
    """The numbers of decisions in the last line as links to the pages that have them."""
    return re.sub(
        r"(?<=\nDecisions: ).*$",
        lambda line: re.sub(
            r"\w+",
            lambda number: f"[{number[0]}](../{DECISIONS[number[0]]}.md#{number[0].lower()})",
            line[0],
        ),
        part.rstrip("\n") + "\n",
        flags=re.MULTILINE,
    )


def _deeper(part: str) -> str:
    """Headings one level deeper, outside of fences."""
    outside = re.split(r"(^```.*?^```$)", part, flags=re.MULTILINE | re.DOTALL)
    return "".join(
        text if number % 2 else re.sub(r"^#", "##", text, flags=re.M)
        for number, text in enumerate(outside)
    )


def _commands() -> str:
    """The help of every command."""
    os.environ["COLUMNS"] = "100"
    parts = ["# Commands\n\nThe help of each command, as `wazir COMMAND --help` prints it.\n"]
    for command in COMMANDS:
        loaded = load(command)
        parser = Parser(loaded.__doc__, prog=f"wazir {command}")
        loaded.add_arguments(parser)
        parts.append(f"## wazir {command}\n\n{fenced('text', parser.format_help())}")
    return "\n".join(parts)


_FIRST = ("Piece", "Position", "read")
"""The names that the reference begins with."""


def _api() -> str:
    """The reference of the Python package."""
    public = sorted(
        (public_name for public_name in wazir.__all__ if not public_name.startswith("_")),
        key=lambda public_name: public_name not in _FIRST,
    )
    return "# Python reference\n\n" + "\n".join(
        f"::: wazir.{public_name}\n" for public_name in public
    )


def _vscode() -> str:
    """The README of the extension."""
    text = (ROOT / "vscode-extension" / "README.md").read_text("utf-8")
    return text.replace("# Wazir\n", "# The extension of VS Code\n", 1)


def _games() -> str:
    """The page that steps through the games of the samples."""
    text = (ROOT / "samples" / "ben39" / "games.ben39").read_text("utf-8")
    definitions = (definition for _, definition in every(Document.open(by_name("ben39"), text)))
    return games_page(named_games(definitions), "Games of Ben39")


def pages() -> dict[str, str]:
    """The pages that follow from the code, by their paths."""
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    return {
        **_diagnostics(),
        "notations/lcpn-library.md": _library(),
        "notations/comparison.md": comparison.page(),
        **dictionary.pages(),
        "notations/ben39-games.html": _games(),
        "commands.md": _commands(),
        "api.md": _api(),
        "vscode.md": _vscode(),
        "changelog.md": changes,
    }
