"""The addresses of the project come from one place: a stranger changes them there, and finds none
of the old left.
"""

from __future__ import annotations

from pathlib import Path

from project.tracked import copy_project, run_python, tracked_files
from strangers import old_addresses, with_other_addresses

SENSITIVE_TESTS = (
    "tests/project/test_generated.py",
    "tests/cli/test_explain.py",
    "tests/cli/test_transcripts.py",
    "tests/site/test_release.py",
)
"""The tests that know addresses."""


def test_a_stranger_changes_the_addresses_in_one_place(tmp_path: Path) -> None:
    """After `make generate` with other addresses, no file has one of the old, and the tests
    pass.
    """
    copy = with_other_addresses(copy_project(tmp_path))

    run_python(["vscode-extension/scripts/generate.py"], copy)

    texts = {
        path: (copy / path).read_bytes().decode("utf-8", "replace") for path in tracked_files()
    }
    kept = {path for path, text in texts.items() if any(old in text for old in old_addresses())}
    assert kept == set()
    run_python(["-m", "pytest", "-q", "-n0", *SENSITIVE_TESTS], copy)
