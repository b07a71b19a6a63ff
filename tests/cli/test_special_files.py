"""What is no regular file: left alone in folders, read if it is named, and never more of it than
fits.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.running import wazir
from special import special
from wazir.cli import files
from wazir.system import read_regular


@pytest.mark.parametrize("command", [["check"], ["format", "--check"]], ids=" ".join)
def test_a_folder_of_special_files(command: list[str], tmp_path: Path) -> None:
    """They are not opened, which is said; a file that is too large is an error, and the others are
    read.
    """
    with special(tmp_path):
        ran = wazir(*command, tmp_path)

    for name in ("pipe", "endless", "through", "socket"):
        assert f"Skipped `{tmp_path}/{name}.betza`: not a regular file." in ran.err.splitlines()
    assert f"{tmp_path}/large.betza: larger than 200,000,000 bytes" in ran.err
    assert ran.err.count("Skipped") == 4
    assert ran.status == 2


def test_a_pipe_that_is_named(tmp_path: Path) -> None:
    """It is read to its end, as `wazir check <(command)` asks for."""
    pipe = tmp_path / "pipe.betza"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_text, args=["A = fmM\n"])
    writer.start()
    ran = wazir("check", pipe)
    writer.join()

    assert "unknown-letter" in ran.out


NAMED = {
    "a device without an end": lambda folder: "/dev/zero",
    "a link to it": lambda folder: folder / "endless.betza",
    "standard input": lambda folder: "-",
}


@pytest.mark.parametrize("name", NAMED)
def test_what_is_named_is_bounded_too(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No more is read of it than a text may have."""
    monkeypatch.setattr(files, "MAX_BYTES", 1_000)
    make: Callable[[Path], str | Path] = NAMED[name]
    (tmp_path / "endless.betza").symlink_to("/dev/zero")
    ran = wazir("check", "--notation", "betza", make(tmp_path), stdin=b"A = W\n" * 200)

    assert ran.err.strip() == f"wazir: {make(tmp_path)}: larger than 1,000 bytes"
    assert ran.status == 2


def test_a_file_that_grows(tmp_path: Path) -> None:
    """One that has become too large when it is read is refused, and one of just that size is
    not.
    """
    file = tmp_path / "a.betza"
    file.write_bytes(b"x" * 1_000)

    assert len(read_regular(file, 1_000)) == 1_000
    with pytest.raises(OSError, match="larger than 999 bytes"):
        read_regular(file, 999)
