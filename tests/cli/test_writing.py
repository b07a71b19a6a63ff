"""Files of the user: each is written as it should be, or unchanged."""

from __future__ import annotations

import os
import resource
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from cli.running import Ran, wazir
from wazir.cli import writing
from wazir.document import Document

LISP = "(def  a-b   rook)\n"
EDITED = {
    "format": (
        "x.betza",
        b"Ferz=F\nWazir   = W\n",
        b"Ferz  = F\nWazir = W\n",
        ("format", "{file}"),
    ),
    "check --fix": ("x.betza", b"Rook = WW\n", b"Rook = R\n", ("check", "--fix", "{file}")),
    "check --fix of Markdown": (
        "x.md",
        b"```betza\nWW\n```\n",
        b"```betza\nR\n```\n",
        ("check", "--fix", "{file}"),
    ),
    "convert": (
        "x.lcpn",
        LISP.encode(),
        b"a_b := rook\n",
        ("convert", "--to", "c", "--in-place", "{file}"),
    ),
}
"""For every command that changes a file: a name, what is in it, what should be afterwards, and the
arguments.
"""

OTHER = [
    *(
        (codec, lambda data, codec=codec: data.decode().encode(codec))
        for codec in ("utf-16", "utf-16-le", "utf-32")
    ),
    ("utf-16-be with its mark", lambda data: b"\xfe\xff" + data.decode().encode("utf-16-be")),
    ("binary", lambda data: data + bytes(range(256)) * 10),
]


@pytest.fixture(params=EDITED, ids=str)
def case(request: pytest.FixtureRequest, tmp_path: Path) -> Case:
    return Case(tmp_path, *EDITED[request.param])


class Case:
    """A file, and a command that changes it."""

    def __init__(
        self, folder: Path, name: str, before: bytes, after: bytes, arguments: tuple[str, ...]
    ) -> None:
        self.path = folder / name
        self.path.write_bytes(before)
        self.before, self.after = before, after
        self._arguments = arguments

    def run(self, path: Path | None = None) -> Ran:
        return wazir(*(argument.format(file=path or self.path) for argument in self._arguments))

    def is_left_alone(self) -> bool:
        """Nothing was written, and nothing was left beside it."""
        return self.path.read_bytes() == self.before and [
            file.name for file in self.path.parent.iterdir()
        ] == [self.path.name]


@contextmanager
def small_disk(size: int) -> Iterator[None]:
    """No file can become longer."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_file_is_changed(case: Case) -> None:
    """Every command does what it is for."""
    case.run()

    assert case.path.read_bytes() == case.after
    assert len(list(case.path.parent.iterdir())) == 1


@pytest.mark.parametrize(("_name", "encoded"), OTHER, ids=[name for name, _ in OTHER])
def test_what_is_not_utf_8_is_refused(
    case: Case, _name: str, encoded: Callable[[bytes], bytes]
) -> None:
    """UTF-16, UTF-32 and binary data are named and left alone."""
    case.before = encoded(case.before)
    case.path.write_bytes(case.before)
    ran = case.run()

    assert ran.status == 2
    assert f"{case.path}: This is " in ran.err
    assert "UTF-8" in ran.err
    assert case.is_left_alone()


def test_a_mark_and_odd_bytes_stay(case: Case) -> None:
    """A byte order mark, and bytes that are not UTF-8 in a line of their own, stay."""
    comment = {".betza": b"# \xff\n", ".md": b"\xff\n\n", ".lcpn": b"; \xff\n"}[case.path.suffix]
    case.path.write_bytes(b"\xef\xbb\xbf" + comment + case.before)
    case.run()
    after = case.path.read_bytes()

    assert after.startswith(b"\xef\xbb\xbf")
    assert after.count(b"\xff") == 1
    assert after.endswith(case.after)


def test_a_read_only_file_is_left_alone(case: Case) -> None:
    """A file that its owner may not write to is left alone, even by root."""
    case.path.chmod(0o444)
    ran = case.run()

    assert ran.status == 2
    assert f"{case.path}: The file is read-only" in ran.err
    assert case.is_left_alone()


def test_what_another_program_writes_meanwhile_stays(
    case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that changes between reading and writing is left as the other program left it."""
    make = Document.__init__

    def slow(*arguments: Any, **others: Any) -> None:
        with case.path.open("ab") as file:
            file.write(b"# added\n")
        make(*arguments, **others)

    monkeypatch.setattr(Document, "__init__", slow)
    ran = case.run()

    assert ran.status == 2
    assert "Another program has changed the file" in ran.err
    assert case.path.read_bytes().startswith(case.before + b"# added\n")


def test_a_file_that_is_gone_is_not_made_again(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that was removed meanwhile stays removed."""
    make = Document.__init__

    def slow(*arguments: Any, **others: Any) -> None:
        case.path.unlink(missing_ok=True)
        make(*arguments, **others)

    monkeypatch.setattr(Document, "__init__", slow)
    ran = case.run()

    assert ran.status == 2
    assert "no longer exists" in ran.err
    assert not case.path.exists()


def test_links_stay(case: Case) -> None:
    """A symbolic link stays one; a hard link still is the same file."""
    hard, soft = case.path.with_name("hard"), case.path.with_name(f"soft{case.path.suffix}")
    hard.hardlink_to(case.path)
    soft.symlink_to(case.path)
    case.run(soft)

    assert soft.is_symlink()
    assert hard.samefile(case.path)
    assert hard.read_bytes() == case.after


def test_permissions_and_attributes_stay(case: Case) -> None:
    """The mode and, where there are such, the extended attributes are what they were."""
    case.path.chmod(0o640)
    attributes = {}
    if sys.platform == "linux":
        with suppress(OSError):  # of a file system without them
            os.setxattr(case.path, "user.note", b"mine")
        attributes = {name: os.getxattr(case.path, name) for name in os.listxattr(case.path)}
    case.run()
    state = case.path.stat()

    assert case.path.read_bytes() == case.after
    assert stat.S_IMODE(state.st_mode) == 0o640
    if sys.platform == "linux":
        assert {
            name: os.getxattr(case.path, name) for name in os.listxattr(case.path)
        } == attributes


def test_a_file_of_somebody_else_stays_theirs(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a new file cannot get the owner of the old one, the old one is written in place."""
    before = case.path.stat().st_ino
    monkeypatch.setattr(writing, "_about", lambda path: path)
    case.run()

    assert case.path.read_bytes() == case.after
    assert case.path.stat().st_ino == before
    assert len(list(case.path.parent.iterdir())) == 1


def test_a_folder_where_no_file_can_be_made_does(
    case: Case, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """A file that may be written to is written to, even if its folder is read-only."""

    def refused(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(writing.tempfile, "mkstemp", refused)
    monkeypatch.setattr(writing.tempfile, "tempdir", str(tmp_path_factory.mktemp("other")))
    case.run()

    assert case.path.read_bytes() == case.after


@pytest.mark.parametrize("is_linked", [False, True])
def test_a_full_disk_leaves_the_old_content(is_linked: bool, tmp_path: Path) -> None:
    """If the new content does not fit, the old one is there, also in a file that is written in
    place.
    """
    path = tmp_path / "x.betza"
    before = b"A=W\n" * 50 + b"Long name=W\n"
    path.write_bytes(before)
    if is_linked:
        path.with_name("other").hardlink_to(path)
    with small_disk(len(before) + 10):
        ran = wazir("format", path)

    assert ran.status == 2
    assert path.read_bytes() == before
    assert {file.name for file in tmp_path.iterdir()} <= {"x.betza", "other"}


def killed(case: Case, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Runs the command in a process that ends without notice when it calls a function of
    `writing`.
    """
    process = os.fork()
    if not process:
        monkeypatch.setattr(writing, name, lambda *_: os._exit(9))
        try:
            case.run()
        finally:  # never goes on with the other tests
            os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == 9


def test_a_kill_while_a_file_is_written_in_place_loses_nothing(
    case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The content of a file with several links is in a backup, which no later run replaces."""
    case.path.with_name("other").hardlink_to(case.path)
    killed(case, monkeypatch, "_put")
    backup = case.path.with_name(f"{case.path.name}.wazir-backup")
    assert backup.read_bytes() == case.before
    ran = case.run()

    assert ran.status == 2
    assert f"`{backup}` has the text from before a run that was killed." in ran.err
    backup.unlink()
    assert case.run().status != 2
    assert case.path.read_bytes() == case.after
    assert not backup.exists()


def test_the_next_run_removes_what_a_kill_left(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hidden file of a process that is gone is removed, one of a process that runs stays."""
    killed(case, monkeypatch, "_about")
    assert case.path.read_bytes() == case.before
    assert len(list(case.path.parent.iterdir())) == 2
    others = [case.path.with_name(f".x.1.{process}.wazir-new") for process in (0, 1, os.getpid())]
    for other in others:
        other.touch()
    case.run()

    assert case.path.read_bytes() == case.after
    assert {*case.path.parent.iterdir()} == {case.path, *others[1:]}


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n"])
def test_line_ends_stay(end: str, tmp_path: Path) -> None:
    """Line ends keep their kind, also in a file that mixes them with others."""
    path = tmp_path / "x.betza"
    path.write_bytes(f"A=W{end}Bcd=F\n".encode())
    wazir("format", path)

    assert path.read_bytes() == f"A   = W{end}Bcd = F\n".encode()


class TestOutput:
    """Files that the user names for output."""

    COMMANDS = (
        ("show", "K", "--output"),
        ("show", "K", "--format", "svg", "--output"),
        ("convert", "{lisp}", "--to", "c", "--output"),
    )

    @pytest.fixture(params=COMMANDS, ids=" ".join)
    def arguments(self, request: pytest.FixtureRequest, tmp_path: Path) -> list[str]:
        lisp = tmp_path / "x.lcpn"
        lisp.write_text(LISP, "utf-8")
        return [argument.format(lisp=lisp) for argument in request.param]

    def test_a_new_file_has_the_usual_permissions(
        self, arguments: list[str], tmp_path: Path
    ) -> None:
        """A new file is as readable as any that the user makes."""
        path, usual = tmp_path / "new", tmp_path / "usual"
        usual.touch()
        assert wazir(*arguments, path).status == 0

        assert path.stat().st_size > 0
        assert path.stat().st_mode == usual.stat().st_mode

    @pytest.mark.parametrize("name", ["x.md", "./x.md", "soft.md", "hard.md"])
    @pytest.mark.parametrize(
        "command",
        [("page", "--output"), ("convert", "--to", "c", "--notation", "lcpn", "--output")],
    )
    def test_the_input_is_not_overwritten(
        self, command: tuple[str, ...], name: str, tmp_path: Path
    ) -> None:
        """Not even under another name."""
        path = tmp_path / "x.md"
        path.write_text(LISP, "utf-8")
        (tmp_path / "soft.md").symlink_to(path)
        (tmp_path / "hard.md").hardlink_to(path)
        ran = wazir(command[0], path, *command[1:], f"{tmp_path}/{name}")

        assert ran.status == 2
        assert "is the input, which would be lost." in ran.err
        assert path.read_text("utf-8") == LISP

    def test_a_read_only_file_is_left_alone(self, arguments: list[str], tmp_path: Path) -> None:
        """What may not be written to is not replaced either."""
        path = tmp_path / "old"
        path.write_text("mine", "utf-8")
        path.chmod(0o444)
        ran = wazir(*arguments, path)

        assert ran.status == 2
        assert f"{path}: The file is read-only" in ran.err
        assert path.read_text("utf-8") == "mine"

    def test_a_pipe_is_written_to(self, arguments: list[str], tmp_path: Path) -> None:
        """A named pipe, like `/dev/stdout`, stays one."""
        path = tmp_path / "pipe"
        os.mkfifo(path)
        reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        ran = wazir(*arguments, path)
        got = os.read(reader, 1_000_000)
        os.close(reader)

        assert ran.status == 0
        assert got
        assert stat.S_ISFIFO(path.stat().st_mode)

    @pytest.mark.parametrize("name", ["nowhere/new", ""])
    def test_what_cannot_be_written_is_named(
        self, arguments: list[str], name: str, tmp_path: Path
    ) -> None:
        """A folder that is not there, or a folder in place of a file, is an error that names it."""
        path = tmp_path / name
        ran = wazir(*arguments, path)

        assert (ran.status, ran.out) == (2, "")
        assert ran.err.startswith(f"wazir: {path}: ")


@pytest.mark.parametrize(
    ("name", "text", "command"),
    [
        ("x.betza", "A = W\n", ("show", "{file}", "-o", "{file}")),
        ("x.betza", "A = W\n", ("show", "{folder}", "--format", "html", "-o", "{file}")),
        ("x.betza", "A = W\n", ("show", "N", "{file}", "--format", "svg", "-o", "{file}")),
        ("x.betza", "A = W\n", ("compare", "{file}", "W", "-o", "{file}")),
        ("x.ini", "[a:chess]\n", ("variant", "{file}", "-o", "{file}")),
        ("x.ini", "[a:chess]\n", ("variant", "{file}:a", "-o", "{file}")),
        ("x.ini", "[a:chess]\n", ("compare", "{file}:a", "chess", "-o", "{file}")),
        (
            "x.ben39",
            "moves: 1. X@e5\n",
            ("ben39", "analyse", "{file}", "--depth", "1", "--picture", "{file}"),
        ),
    ],
    ids=lambda value: " ".join(value[:-2]) if isinstance(value, tuple) else "",
)
def test_no_command_overwrites_what_it_reads(
    name: str, text: str, command: tuple[str, ...], tmp_path: Path
) -> None:
    """The source may be named with a section, among others, or by its folder."""
    path = tmp_path / name
    path.write_text(text, "utf-8")
    ran = wazir(*(each.format(file=path, folder=tmp_path) for each in command))

    assert ran.status == 2
    assert "is the input, which would be lost." in ran.err
    assert path.read_text("utf-8") == text


def test_a_file_beside_the_sources_is_written(tmp_path: Path) -> None:
    """A page of a folder may be in the folder."""
    (tmp_path / "x.betza").write_text("A = W\n", "utf-8")
    page = tmp_path / "page.html"
    page.write_text("old", "utf-8")

    assert wazir("show", tmp_path, "--format", "html", "-o", page).status == 0
    assert "<h3>A</h3>" in page.read_text("utf-8")
