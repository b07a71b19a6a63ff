"""Settings of a project: what is read, what is reported, which file holds, and that nothing stops
the reader.
"""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from time import process_time
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness import annotated
from long import examples
from wazir.diagnostics import Code, DiagnosticFilter, Severity
from wazir.document import Document
from wazir.features.completion import complete
from wazir.notations import by_name
from wazir.notations.notation import Context
from wazir.settings import FileSettings, HoverSettings, InlayHintSettings, integer
from wazir.settings.files import CODES, MAX_BYTES, nearest, problems_of, read
from wazir.settings.notation import MAX_CHARACTERS, SETTINGS
from wazir.settings.toml import entries, value_of
from wazir.text import Span

HERE = Path(__file__).parent
HEADINGS = ["What it does", "Why is this bad?", "Example", "Use instead"]


def expected(text: str) -> list[tuple[Span, str]]:
    """The diagnostics that lines of carets describe; `#` beside a caret counts as one."""
    mistakes, start, offset = [], 0, 0
    for line in text.splitlines(keepends=True):
        if line.startswith("#") and "^" in line:
            first = 0 if line[1] == "^" else line.index("^")
            last = line.rindex("^ ") + 1
            mistakes.append((Span(start + first, start + last), line[last:].strip()))
        else:
            start = offset
        offset += len(line)
    return mistakes


def test_every_mistake_is_reported_at_its_place() -> None:
    """Keys, values, elements of lists and tables of patterns, each with what is expected there."""
    text = (HERE / "invalid.toml").read_text("utf-8")

    assert [
        (diagnostic.span, diagnostic.message) for diagnostic in read(text).diagnostics
    ] == expected(text)


def test_the_schema_accepts_what_is_read() -> None:
    """A text without mistakes fits the JSON schema, and each kind of mistake does not."""
    schema = json.loads((HERE.parents[1] / "docs" / "wazir.schema.json").read_text("utf-8"))
    validator = jsonschema.Draft7Validator(schema)
    valid = """
        board = "10x8"
        style = "sql"
        engine = "fairy-stockfish 14 8x8"
        extra-keys = ["castlingLimit"]
        select = ["bad-leap"]
        severity = { bad-leap = "hint" }
        exclude = ["drafts/"]
        inlay-hints.enabled = true
        [diagram]
        style = "none"
        [files."*.betza"]
        hover.figures = true
        profile = "xboard"
        severity.bad-range = "error"
    """
    wrong = [
        "bord = 1",
        'style = "sq"',
        'select = "bad-leap"',
        'select = ["x"]',
        "severity.x = 'hint'",
        "files.a.b = 1",
        "hover = true",
        "hover.figures = 1",
        "hover.colours = true",
        "[diagram]\nstyle = 'texts'",
        "files.a.inlay-hints.enable = true",
    ]

    assert validator.is_valid(tomllib.loads(valid))
    assert read(valid).diagnostics == []
    assert [
        text
        for text in wrong
        if validator.is_valid(tomllib.loads(text)) or not read(text).diagnostics
    ] == []


def test_what_is_valid_holds_beside_mistakes() -> None:
    """A mistake costs its own value only."""
    settings = read((HERE / "invalid.toml").read_text("utf-8")).settings

    assert (settings.board, settings.dialect, settings.style, settings.profile) == (
        "10x8",
        "",
        "",
        "",
    )
    assert (settings.select, settings.ignore) == (("unknown-letter",), ())
    assert settings.exclude == ("drafts/", "old*")
    assert settings.severity == (("bad-range", Severity.HINT),)
    assert settings.files[0] == ("*.betza", {"severity": {"bad-leap": Severity.ERROR}})
    assert settings.files[1:] == (("b*", {}), ("c*", {}))


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("board = ", Span(8, 8), "Invalid value."),
        (
            'board = "hex5" x\n',
            Span(15, 16),
            "Expected newline or end of document after a statement.",
        ),
        ('board = "hex5"\nboard = "8x8"', Span(28, 28), "Cannot overwrite a value."),
        ("# one\n# two\nboard = \n", Span(20, 20), "Invalid value."),
        ("# one\nboard == 3\n", Span(13, 14), "Invalid value."),
        ("x = " + "[" * 50_000, Span(0, 50_004), "Nested too deeply."),
        ("x" + ".x" * 90_000 + " = 1", Span(0, 180_005), "Nested too deeply."),
        ("x = [{ x" + ".x" * 90_000 + " = 1 }]", Span(0, 180_015), "Nested too deeply."),
        ("x = " + "9" * 5_000, Span(0, 0), "Exceeds the limit"),
    ],
)
def test_a_text_that_is_not_toml(text: str, place: Span, message: str) -> None:
    """The first mistake is reported at its place."""
    diagnostic = next(
        candidate for candidate in read(text).diagnostics if candidate.code.id == "bad-toml"
    )

    assert diagnostic.message.startswith(message)
    assert diagnostic.span == place or message.startswith("Exceeds")


TOML = st.lists(
    st.sampled_from(
        [
            *'[]{}=,."#\n\\',
            "'",
            '"""',
            "board",
            "select",
            "files",
            '"*"',
            "8x8",
            "1979-05-27 07:32",
            "  ",
        ]
    )
    | st.characters(),
    max_size=30,
).map("".join)


@examples(300)
@given(text=TOML)
def test_no_text_stops_the_reader(text: str) -> None:
    """Any text has settings, and diagnostics within it; one that is not TOML has one that says
    so.
    """
    settings = read(text)

    assert settings.settings
    assert all(
        0 <= diagnostic.span.start <= diagnostic.span.end <= len(text)
        for diagnostic in settings.diagnostics
    )


VALUES = st.recursive(
    st.integers(-9, 9) | st.booleans() | st.sampled_from(["", "a, b", "]", "}", "#"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["a", "b c", "d"]), inner, max_size=2)
    ),
    max_leaves=6,
)


def toml(value: object) -> str:
    """A value as TOML."""
    match value:
        case list():
            return f"[{', '.join(map(toml, value))}]"
        case dict():
            entries = [f"{json.dumps(key)} = {toml(item)}" for key, item in value.items()]
            return f"{{{', '.join(entries)}}}"
    return json.dumps(value)


@given(st.lists(VALUES, max_size=3))
def test_values_are_where_another_reader_finds_them(values: list[object]) -> None:
    """The span of a value or of a value in an array is read by `tomllib` as in the text."""
    text = "".join(f"x.v{number} = {toml(value)} # ]\n" for number, value in enumerate(values))
    listed = list(entries(text))
    for entry in listed:
        value: Any = tomllib.loads(text)
        for name in entry.path:
            value = value[name.text]
        if entry.value is None:
            assert isinstance(value, dict)
        else:
            assert value_of(text, entry.value) == value
            assert [value_of(text, item) for item in entry.items or ()] == (
                value if isinstance(value, list) else []
            )
    assert [entry.path[1].text for entry in listed if len(entry.path) == 2] == [
        f"v{number}" for number in range(len(values))
    ]


def project(folder: Path, **texts: str) -> Path:
    """A folder with files; `__` in a name is a slash, and `_` a dot."""
    for name, text in texts.items():
        path = folder / name.replace("__", "/").replace("_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder


def test_the_nearest_file_holds(tmp_path: Path) -> None:
    """`wazir.toml` goes before `pyproject.toml`, which counts if it has the table; files above do
    not count.
    """
    project(
        tmp_path,
        wazir_toml='board = "8x8"',
        a__pyproject_toml='[tool.wazir]\nboard = "9x9"',
        b__pyproject_toml='[tool.other]\nboard = "9x9"',
        c__pyproject_toml='[tool.wazir]\nboard = "9x9"',
        c__wazir_toml='board = "10x8"',
        d__pyproject_toml='[project]\nname = "wazir"',
    )
    boards = {}
    for folder in ("", "a", "b", "c", "d", "a/deep", "missing/deep"):
        project_file = nearest(tmp_path / folder / "x.betza")
        boards[folder] = project_file and project_file.at(tmp_path / folder / "x.betza").board

    assert boards.pop("d") == boards.pop("b") == "8x8"
    assert boards == {"": "8x8", "a": "9x9", "c": "10x8", "a/deep": "9x9", "missing/deep": "8x8"}


def test_other_tables_of_a_file_are_not_read() -> None:
    """Of the file of a project there is one table."""
    table = read(
        '[tool.other.deep]\nboard = "9x9"\nunknown = 1\n[tool.wazir]\nstyle = "c"\n',
        ("tool", "wazir"),
    )

    assert (dict(table.values), table.diagnostics) == ({"style": "c"}, [])


def test_tables_of_files(tmp_path: Path) -> None:
    """Later tables go before earlier ones; codes to ignore and severities add up."""
    text = """
        board = "8x8"
        ignore = ["bad-leap"]
        severity = { bad-range = "hint" }
        [files."shatranj/"]
        board = "9x9"
        ignore = ["unknown-letter"]
        [files."*.betza"]
        board = "10x10"
        select = ["bad-range"]
        severity = { bad-leap = "error" }
    """
    settings = nearest(project(tmp_path, wazir_toml=text))
    assert settings is not None

    assert settings.at(tmp_path / "a.lcpn").board == "8x8"
    assert settings.at(tmp_path / "shatranj" / "a.lcpn").ignore == ("bad-leap", "unknown-letter")
    both = settings.at(tmp_path / "shatranj" / "a.betza")
    assert (both.board, both.select) == ("10x10", ("bad-range",))
    assert both.reported == DiagnosticFilter(
        frozenset({"bad-range"}),
        frozenset({"bad-leap", "unknown-letter"}),
        (("bad-range", Severity.HINT), ("bad-leap", Severity.ERROR)),
    )


def test_excluded_files(tmp_path: Path) -> None:
    """Patterns are those of `.gitignore`, relative to the file of settings."""
    settings = nearest(
        project(tmp_path, wazir_toml='exclude = ["drafts/", "*.old.betza", "!keep.old.betza"]')
    )
    assert settings is not None

    names = ["a.betza", "drafts/a.betza", "x/drafts/a.betza", "x/a.old.betza", "keep.old.betza"]
    assert [name for name in names if settings.excludes(tmp_path / name)] == names[1:4]


def test_no_pattern_takes_long(tmp_path: Path) -> None:
    """The settings of a file are known at once, whatever the patterns and its name are."""
    slow = "*a" * 12 + "b"
    settings = nearest(
        project(tmp_path, wazir_toml=f'exclude = ["{slow}"]\n[files."{slow}"]\nboard = "9x9"')
    )
    assert settings is not None
    start = process_time()

    assert not settings.excludes(tmp_path / ("a" * 200))
    assert settings.at(tmp_path / ("a" * 200)).board == ""
    assert process_time() - start < 1


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"#" * (MAX_BYTES + 1), "larger than 200,000 bytes."),
        ("board".encode("utf-16"), "This is UTF-16; only UTF-8 is read."),
        (b"bord = 1", "1:1: Unknown setting `bord`. Did you mean `board`?"),
    ],
)
def test_a_file_that_cannot_be_read(tmp_path: Path, data: bytes, problem: str) -> None:
    """It has no settings, and a problem that names it."""
    path = tmp_path / "wazir.toml"
    path.write_bytes(data)
    settings = nearest(tmp_path)
    assert settings is not None

    assert settings.at(tmp_path / "a.betza") == FileSettings()
    assert [message.removeprefix(f"{path}:").strip() for message in problems_of(settings)] == [
        problem
    ]


def test_a_folder_is_no_file_of_settings(tmp_path: Path) -> None:
    """Only regular files are opened."""
    (tmp_path / "wazir.toml").mkdir()

    settings = nearest(tmp_path)
    assert settings is not None
    assert [*problems_of(settings)] == [f"{tmp_path / 'wazir.toml'}: not a regular file."]


def test_groups_of_settings_are_merged(tmp_path: Path) -> None:
    """A table of files sets single settings of a group, and the others are those of the project or
    of the client.
    """
    text = """
        [inlay-hints]
        enabled = true
        [files."*.lcpn"]
        inlay-hints.marks = false
        diagram.style = "none"
    """
    settings = nearest(project(tmp_path, wazir_toml=text))
    assert settings is not None
    client = FileSettings(
        hover=HoverSettings(figures=True), inlay_hints=InlayHintSettings(implied=False)
    )

    betza = settings.at(tmp_path / "a.betza", client)
    assert betza.inlay_hints == InlayHintSettings(enabled=True, implied=False)
    assert (betza.diagram.style, betza.hover.figures) == ("auto", True)
    lcpn = settings.at(tmp_path / "a.lcpn", client)
    assert lcpn.inlay_hints == InlayHintSettings(enabled=True, implied=False, marks=False)
    assert (lcpn.diagram.style, lcpn.hover.figures) == ("none", True)


def test_settings_give_a_context() -> None:
    """A value that a notation does not have is left out of its context."""
    settings = FileSettings(board="10x8", dialect="original", style="sql", profile="xboard")

    assert settings.context(by_name("betza")) == Context("original", "10x8", "xboard")
    assert settings.context(by_name("lcpn")) == Context("sql", "10x8")


@pytest.mark.parametrize("code", CODES, ids=lambda code: code.id)
def test_a_code_has_a_page_with_examples(code: Code) -> None:
    """Those of other notations are built alike. The first example has the code, the second
    nothing.
    """
    page = SETTINGS.page(code.id) or ""
    wrong, right = re.findall(r"^```toml\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)

    assert page.startswith(f"# {code.id}\n")
    assert re.findall("^## (.*)$", page, re.MULTILINE) == HEADINGS
    assert [
        (diagnostic.code, diagnostic.span) for diagnostic in read(annotated(wrong)[0]).diagnostics
    ] == [(code, annotated(wrong)[1][0].span)]
    assert list(read(right).diagnostics) == []


def test_every_page_belongs_to_a_code() -> None:
    pages = (HERE.parents[1] / "server" / "wazir" / "settings" / "docs").glob("*.md")

    assert {path.stem for path in pages} == {code.id for code in CODES}


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("a. = 1\nb = 2", ["a", "b"]),
        ("a.b. = 1", ["a.b"]),
        ("= 1\nc = 2", ["c"]),
        ("[x\nd = 3", ["x", "x.d"]),
        ("e = { f. = 1, g = 2 }", ["e", "e.f", "e.g"]),
        ("h = {\n\n i = 1,\n j = 2 ] k }\nl = 3", ["h", "h.i", "h.j", "l"]),
        ("h = { i = 1", ["h", "h.i"]),
        ("h = { = 1, i = 2 }", ["h", "h.i"]),
        (
            f"deep = {'{ a = ' * 5_000}",
            ["deep", *("deep" + ".a" * depth for depth in range(1, 21))],
        ),
        ("m = [{ n = 1 }]\no = { p = { q = 1 } }", ["m", "o", "o.p", "o.p.q"]),
    ],
)
def test_a_key_that_is_not_complete_is_read_as_far_as_it_goes(text: str, paths: list[str]) -> None:
    """The lines and values after it are read too."""
    assert [".".join(name.text for name in entry.path) for entry in entries(text)] == paths


@pytest.mark.parametrize(
    ("before", "after", "word"),
    [
        ("style = s", "q_l-x, y", "sq_l-x"),
        ("", "", ""),
        ("extra-k", "", "extra-k"),
        ("[files]\n", "b1 = 2", "b1"),
        ("x = [", "]", ""),
    ],
)
def test_a_completion_replaces_the_word_around_the_cursor(
    before: str, after: str, word: str
) -> None:
    """Its letters, digits, hyphens and underscores on both sides."""
    text = before + after

    span, _ = SETTINGS.read(text, Context()).complete(len(before))
    assert text[slice(*span)] == word
    assert span.start <= len(before) <= span.end


@pytest.mark.parametrize(
    ("table", "offered"),
    [
        ("", {"board", "exclude", "files"}),
        ("ignore = []\nseverity = {}", {"board", "exclude", "files"}),
        ("[files.x]", {"board", "severity"}),
        ("[severity]", {"bad-leap"}),
        ("[severity]\nbad-leap = 'hint'", {"bad-leap"}),
        ("[files.x.severity]", {"bad-leap"}),
        ("[files]", set()),
        ("[severity.bad-leap]", set()),
        ("[other]", set()),
    ],
)
def test_keys_are_offered_in_their_tables(table: str, offered: set[str]) -> None:
    """Settings in a project and in a table of files, codes in a table of codes, and nothing
    elsewhere.
    """
    text = f"{table}\n"
    labels = {completion.label for completion in complete(Document.open(SETTINGS, text), len(text))}

    assert labels >= offered
    assert bool(labels) == bool(offered)


def test_a_text_that_is_too_long_has_no_diagnostics_in_an_editor() -> None:
    """It is long only by mistake."""
    short, long = ("bord = 1\n" + "#" * length for length in (MAX_CHARACTERS - 9, MAX_CHARACTERS))

    assert [len(list(Document.open(SETTINGS, text).diagnostics())) for text in (short, long)] == [
        1,
        0,
    ]


def test_a_whole_number_has_limits() -> None:
    """Numbers between the limits are accepted, and neither truth values nor other numbers."""
    kind = integer(least=1, most=5)

    accepted = [value for value in (0, 1, 5, 6, True, 2.0, "3", None) if kind.accepts(value)]

    assert accepted == [1, 5]
    assert kind.json == {"type": "integer", "minimum": 1, "maximum": 5}
    assert kind.words == "a whole number from 1 to 5"
