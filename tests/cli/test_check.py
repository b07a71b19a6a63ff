"""`wazir check`: what it shows, what it fixes, and its exit status."""

from __future__ import annotations

import json
import stat
import threading
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from cli.running import Ran, wazir
from wazir.cli import check
from wazir.cli.check import changes

BAD = "Knight = fwN\nFerz = F\n"


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    path = tmp_path / "bad.betza"
    path.write_text(BAD, "utf-8")
    return path


def test_a_finding_is_shown_with_its_line_and_place(bad: Path) -> None:
    """Place, severity, message, code, and the line with a caret under what is wrong."""
    ran = wazir("check", bad)
    first, line, caret, *_ = ran.out.splitlines()

    assert ran.status == 1
    assert first.startswith(f"{bad}:1:11: error: ")
    assert first.endswith(" [unknown-letter]")
    assert line == "    1 | Knight = fwN"
    assert caret == "      |           ^"


def test_the_last_line_counts(bad: Path) -> None:
    """The text ends with how many findings there are in how many files."""
    last = wazir("check", bad).out.splitlines()[-1]

    assert last.startswith("1 error in 1 file")


def test_nothing_wrong_is_status_0() -> None:
    """A clean text gives status 0 and says so."""
    ran = wazir("check", "-", stdin="Ferz = F\n")

    assert (ran.status, ran.out, ran.err) == (0, "All checks passed (1 file).\n", "")


def test_warnings_are_findings_and_hints_are_not() -> None:
    """A warning makes the status 1; information and hints leave it 0, and hints are shown on
    request.
    """
    assert wazir("check", "-", stdin="mmW\n").status == 1
    assert wazir("check", "-", stdin="I\n").status == 0
    hidden, shown = wazir("check", "-", stdin="WW\n"), wazir("check", "--hints", "-", stdin="WW\n")

    assert (hidden.status, shown.status) == (0, 0)
    assert "obsolete-spelling" not in hidden.out
    assert "1 hint with --hints" in hidden.out
    assert "obsolete-spelling" in shown.out


def test_folders_are_searched(tmp_path: Path) -> None:
    """Files of known notations are found in folders below, hidden folders and other files left out,
    in order.
    """
    for name in ("b.betza", "a/z.betza", ".hidden/c.betza", "notes.txt"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(BAD, "utf-8")
    diagnostics = json.loads(wazir("check", tmp_path, "--format", "json").out)

    assert [Path(finding["file"]).relative_to(tmp_path).as_posix() for finding in diagnostics] == [
        "a/z.betza",
        "b.betza",
    ]


def test_f1_files_of_an_engine_are_found_in_folders_by_their_text(tmp_path: Path) -> None:
    """F1: an `.ini` with sections of variants, under any name, wherever they begin; those of other
    programs and logs are left alone.
    """
    (tmp_path / "mine.ini").write_text("[mine:chess]\nmaxRnak = 8\n", "utf-8")
    (tmp_path / "setup.ini").write_text("[server]\nport = 80\n", "utf-8")
    (tmp_path / "late.ini").write_text("x\n" * 100_000 + "[mine:chess]\nmaxRnak = 8\n", "utf-8")
    (tmp_path / "engine.log").write_text("piece A& BN\n", "utf-8")

    ran = wazir("check", tmp_path)
    assert "mine.ini:2:1: error: Unknown key `maxRnak`" in ran.out
    assert "late.ini:100002:1: error: Unknown key `maxRnak`" in ran.out
    assert "2 files" in ran.err + ran.out
    assert wazir("check", tmp_path / "engine.log").status == 0


def test_without_files_the_current_folder_is_checked(
    bad: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`wazir check` alone is `wazir check .`, with short names."""
    monkeypatch.chdir(bad.parent)

    assert wazir("check").out.startswith("bad.betza:1:11: error:")


def test_standard_input_named_twice_is_read_once() -> None:
    """The second time it is at its end, which says nothing of what was read."""
    assert wazir("check", "-", "-", stdin=BAD) == wazir("check", "-", stdin=BAD)


def test_a_file_named_twice_is_checked_once(bad: Path) -> None:
    """The same name twice is one file."""
    assert len(json.loads(wazir("check", bad, bad, "--format", "json").out)) == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere.betza"], "No such file or folder: `nowhere.betza`."),
        (["{bad}.txt"], "Unknown notation of"),
        (["--watch", "-"], "cannot be watched"),
        (["--format", "xml"], "invalid choice"),
        (["--board", "99x1", "-"], "A board has from 1 to 26 files"),
        (["--dialect", "klingon", "-"], "invalid choice"),
    ],
)
def test_wrong_use_is_status_2(bad: Path, arguments: list[str], message: str) -> None:
    """What cannot be done is said on standard error, and nothing on standard output."""
    bad.with_name("bad.betza.txt").write_text("K", "utf-8")
    ran = wazir("check", *(argument.format(bad=bad) for argument in arguments))

    assert (ran.status, ran.out) == (2, "")
    assert message in ran.err


def test_a_file_that_cannot_be_read_does_not_stop_the_others(bad: Path, tmp_path: Path) -> None:
    """The rest is checked and shown, and the status is 2."""
    folder = tmp_path / "folder.betza"
    folder.symlink_to(folder)
    ran = wazir("check", tmp_path)

    assert ran.status == 2
    assert "folder.betza" in ran.err
    assert "unknown-letter" in ran.out


def test_stdin_goes_by_its_name() -> None:
    """`--stdin-filename` is the name of standard input in findings."""
    ran = wazir("check", "--stdin-filename", "dir/x.betza", "-", stdin=BAD)

    assert ran.out.startswith("dir/x.betza:1:11:")


def test_the_dialect_of_the_command_line_wins() -> None:
    """B1: `--dialect` is read before a directive of the text, and holds for all of it."""
    text = "%dialect original\nK-F\n"
    pinned = json.loads(
        wazir("check", "--format", "json", "--dialect", "extended", "-", stdin=text).out
    )
    free = json.loads(wazir("check", "--format", "json", "-", stdin=text).out)

    assert pinned == []
    assert [finding["code"] for finding in free] == ["wrong-dialect"]


def test_b23_a_profile_warns_of_the_engine() -> None:
    """B23: with the profile there is a warning, without it there is none."""
    assert (
        "engine-differs" in wazir("check", "--profile", "fairy-stockfish", "-", stdin="R12\n").out
    )
    assert wazir("check", "-", stdin="R12\n").status == 0


class TestFix:
    def test_safe_fixes_are_made_and_the_rest_is_left(self, tmp_path: Path) -> None:
        """A file gets its safe fixes; what they cannot fix is still shown."""
        path = tmp_path / "old.betza"
        path.write_text("Rook = WW\nKnight = fwN\n", "utf-8")
        ran = wazir("check", "--fix", path)

        assert path.read_text("utf-8") == "Rook = R\nKnight = fwN\n"
        assert ran.status == 1
        assert "Fixed 1 problem in 1 file." in ran.err

    def test_bytes_that_nobody_changed_stay(self, tmp_path: Path) -> None:
        """Byte order mark, line ends of all kinds, invalid UTF-8 and NUL go through a fix
        untouched.
        """
        path = tmp_path / "odd.betza"
        before = b"\xef\xbb\xbfA = W\r\nB = WW\rC\xff = F ; \xed\xa0\x80 \x00 \xe2\x80\xa8\nD = WW"
        path.write_bytes(before)
        wazir("check", "--fix", path)

        assert path.read_bytes() == before.replace(b"WW", b"R")

    def test_permissions_and_links_stay(self, tmp_path: Path) -> None:
        """The file keeps its mode, and a link to it stays one."""
        path, link = tmp_path / "real.betza", tmp_path / "link.betza"
        path.write_text("WW\n", "utf-8")
        path.chmod(0o640)
        link.symlink_to(path)
        wazir("check", "--fix", link)

        assert link.is_symlink()
        assert path.read_text("utf-8") == "R\n"
        assert stat.S_IMODE(path.stat().st_mode) == 0o640
        assert {file.name for file in tmp_path.iterdir()} == {"real.betza", "link.betza"}

    def test_a_clean_file_is_not_written(self, tmp_path: Path) -> None:
        """Nothing to fix, nothing written: the time of the file stays."""
        path = tmp_path / "clean.betza"
        path.write_text("R\n", "utf-8")
        before = path.stat()
        wazir("check", "--fix", path)

        assert path.stat().st_mtime_ns == before.st_mtime_ns
        assert path.stat().st_ino == before.st_ino

    def test_standard_input_is_printed_mended(self) -> None:
        """With `-` the new text is standard output, and the findings go to standard error."""
        ran = wazir("check", "--fix", "-", stdin=b"WW\r\nfwN\xff\r\n")

        assert ran.raw == b"R\r\nfwN\xff\r\n"
        assert "unknown-letter" in ran.err
        assert ran.status == 1


class TestLook:
    def test_pipes_get_no_colours(self) -> None:
        """Escape sequences are for terminals."""
        assert "\x1b" not in wazir("check", "-", stdin=BAD).out

    def test_terminals_get_colours(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A terminal gets them, unless `NO_COLOR` is set."""
        monkeypatch.delenv("NO_COLOR", raising=False)
        monkeypatch.setenv("TERM", "xterm")
        coloured = wazir("check", "-", stdin=BAD, terminal=True).out
        monkeypatch.setenv("NO_COLOR", "1")

        assert "\x1b[1;31merror:\x1b[0m" in coloured
        assert "\x1b" not in wazir("check", "-", stdin=BAD, terminal=True).out

    def test_colours_can_be_forced(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """`FORCE_COLOR` gives them to pipes."""
        monkeypatch.delenv("NO_COLOR", raising=False)
        monkeypatch.setenv("FORCE_COLOR", "1")

        assert "\x1b[" in wazir("check", "-", stdin=BAD).out

    @pytest.mark.parametrize("terminal", [False, True])
    def test_no_colours_go_before_forced_ones(
        self, terminal: bool, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Whoever sets both gets none; an empty value sets nothing."""
        monkeypatch.setenv("TERM", "xterm")
        monkeypatch.setenv("NO_COLOR", "1")
        monkeypatch.setenv("FORCE_COLOR", "1")
        assert "\x1b" not in wazir("check", "-", stdin=BAD, terminal=terminal).out

        monkeypatch.setenv("NO_COLOR", "")
        assert "\x1b" in wazir("check", "-", stdin=BAD, terminal=terminal).out

    def test_the_text_cannot_command_the_terminal(self) -> None:
        """Control characters of a text are shown as signs."""
        ran = wazir("check", "-", stdin="\x1b[2J\u202e = fwN\n")

        assert "\x1b" not in ran.out
        assert "\u202e" not in ran.out
        assert "␛[2J" in ran.out

    def test_carets_stand_under_wide_signs(self) -> None:
        """A caret line counts columns of the terminal: wide signs take two, combining marks none,
        tabs four.
        """
        _, line, caret, *_ = wazir("check", "-", stdin="名\te\u0301 = wF\n").out.splitlines()

        assert line == "    1 | 名    e\u0301 = wF"
        assert caret == "      | " + " " * len("xx    e = ") + "^"

    def test_a_long_line_is_cut_around_the_place(self) -> None:
        """Only what stands around the finding is shown of a line that is too long."""
        _, line, caret, *_ = wazir(
            "check", "-", stdin="K" * 300 + "w" + "K" * 300 + "\n"
        ).out.splitlines()

        assert len(line) <= 120
        assert line[caret.index("^")] == "w"
        assert line.count("…") == 2

    def test_a_terminal_that_knows_no_unicode_gets_all_the_same(self) -> None:
        """What an encoding lacks is written as escapes."""
        ran = wazir("check", "-", stdin="名 = wF\n", encoding="ascii", terminal=True)

        assert ran.status == 1
        assert "\\u540d = wF" in ran.out


class TestWatch:
    @pytest.fixture
    def watch(self, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ran]:
        """Runs `--watch` with some steps, each after a look at the files; then Ctrl-C is
        pressed.
        """

        def run(
            path: Path,
            *steps: Callable[[], object],
            more: Sequence[str] = (),
            terminal: bool = False,
        ) -> Ran:
            def changes(_files: object) -> Iterator[None]:
                for step in steps:
                    step()
                    yield
                raise KeyboardInterrupt

            monkeypatch.setattr("wazir.cli.check.changes", changes)
            return wazir("check", "--watch", *more, path, terminal=terminal)

        return run

    def test_a_change_is_checked_again(self, bad: Path, watch: Callable[..., Ran]) -> None:
        """Findings are shown anew after a change; Ctrl-C ends it with the status of the last
        time.
        """
        ran = watch(
            bad, lambda: None, lambda: bad.write_text("Knight = N\n", "utf-8"), lambda: None
        )

        assert ran.status == 0
        assert ran.out.count("1 error in 1 file") == 1
        assert ran.out.count("All checks passed (1 file).") == 1

    def test_a_change_during_a_check_is_checked_again(
        self, bad: Path, watch: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """What was read is older than the file then."""
        once = check._once

        def slowly(*arguments: Any) -> int:
            status = once(*arguments)
            bad.write_text("Knight = N\n", "utf-8")
            return status

        monkeypatch.setattr("wazir.cli.check._once", slowly)

        assert watch(bad, lambda: None).out.endswith("All checks passed (1 file).\n")

    @pytest.mark.parametrize(
        ("more", "terminal", "cleared"),
        [((), True, True), ((), False, False), (("--format", "json"), True, False)],
    )
    def test_the_screen_is_cleared_for_each_text(
        self,
        bad: Path,
        watch: Callable[..., Ran],
        more: Sequence[str],
        *,
        terminal: bool,
        cleared: bool,
    ) -> None:
        """On a terminal; not for other forms."""
        assert watch(bad, more=more, terminal=terminal).out.startswith("\x1b[2J\x1b[H") is cleared

    def test_an_empty_folder_is_told_once(self, tmp_path: Path, watch: Callable[..., Ran]) -> None:
        """What is said about the files is not said again at every look."""
        assert watch(tmp_path, *[lambda: None] * 5).err.count("No files of a known notation") == 1

    def test_a_file_may_be_gone_for_a_while(self, bad: Path, watch: Callable[..., Ran]) -> None:
        """Editors that write by renaming take a file away for a moment; that does not end the
        watch.
        """
        ran = watch(bad, bad.unlink, lambda: bad.write_text("K", "utf-8"))

        assert ran.status == 0
        assert ran.out.endswith("All checks passed (1 file).\n")

    def test_changed_settings_are_followed(self, bad: Path, watch: Callable[..., Ran]) -> None:
        """Files are checked again when the settings that hold for them change."""
        settings = bad.parent / "wazir.toml"
        ran = watch(
            bad,
            lambda: settings.write_text('ignore = ["unknown-letter"]', "utf-8"),
            settings.unlink,
        )

        assert ran.status == 1
        assert ran.out.count("All checks passed (1 file).") == 1

    def test_changes_are_told_by_the_system(self, bad: Path) -> None:
        """The folder of a file is watched, so that a file that is written by renaming is seen."""
        done = threading.Event()

        def write() -> None:
            while not done.wait(0.05):
                (bad.parent / "new").write_text("Knight = N\n", "utf-8")
                (bad.parent / "new").replace(bad)

        writer = threading.Thread(target=write, daemon=True)
        writer.start()
        is_reported = any(bad.name in str(change) for change in islice(changes([str(bad)]), 10))
        done.set()
        writer.join()

        assert is_reported


def test_a_long_run_shows_how_far_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal a run that takes long counts the files on standard error, and takes the count
    away again.
    """
    monkeypatch.setattr("wazir.cli.console.SECONDS_UNSEEN", 0.0)
    for number in range(3):
        (tmp_path / f"{number}.betza").write_text("K\n", "utf-8")

    assert wazir("check", tmp_path).err == ""
    shown = wazir("check", tmp_path, terminal=True).err
    assert "2 files checked ..." in shown
    assert shown.endswith("\r\x1b[K")
