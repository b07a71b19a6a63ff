"""The collector of garbage passes over the tests themselves and all that they import, which stay to
the end.

A server that is made in a test lets it look at everything once, which takes a second here. It comes
more seldom than usual, which takes an eighth from the time of all tests.
"""

from __future__ import annotations

import gc
import sys
from contextlib import suppress
from getpass import getuser
from pathlib import Path
from tempfile import gettempdir

import pytest

SLOW_SESSIONS = (
    "lsp/test_lsp_analysis.py",
    "lsp/test_lsp_client_files.py",
    "lsp/test_lsp_completion.py",
    "lsp/test_lsp_conversations.py",
    "lsp/test_lsp_conversion.py",
    "lsp/test_lsp_diagnostics.py",
    "lsp/test_lsp_documents.py::test_a_document_out_of_all_measure",
    "lsp/test_lsp_documents.py::test_a_large_file_does_not_keep_others_waiting",
    "lsp/test_lsp_documents.py::test_a_message_of_many_megabytes",
    "lsp/test_lsp_documents.py::test_a_request_that_is_cancelled",
    "lsp/test_lsp_features.py",
    "lsp/test_lsp_figures.py",
    "lsp/test_lsp_fuzz.py",
    "lsp/test_lsp_markdown.py",
    "lsp/test_lsp_names.py",
    "lsp/test_lsp_positions.py",
    "lsp/test_lsp_programs.py",
    "lsp/test_lsp_readings.py",
    "lsp/test_lsp_safety.py",
    "lsp/test_lsp_selections.py",
    "lsp/test_lsp_server.py",
    "lsp/test_lsp_settings.py::test_nothing_that_a_client_may_send_stops_it",
    "lsp/test_lsp_threads.py",
    "lsp/test_lsp_typed.py",
    "lsp/test_lsp_variants.py",
    "lsp/test_lsp_views.py::test_what_was_found_by_looking_ahead_is_told",
    "lsp/test_lsp_worker.py",
)
"""Tests of servers that take seconds, or that start many servers."""
LSP = SLOW_SESSIONS if sys.platform == "linux" else ("lsp",)
"""Servers are forked, which is quick on Linux."""
PROGRAMS = (
    "api/test_api.py::test_the_notebook_of_the_samples_shows_what_it_says",
    "cli/test_bad_input.py",
    "cli/test_engine_command.py",
    "cli/test_main.py::test_a_closed_stream_is_no_trouble",
    "cli/test_main.py::test_a_full_disk_behind_the_output_is_said",
    "cli/test_platforms.py::test_a_command_writes_utf8",
    "cli/test_playtest_command.py",
    "document/test_edits_in_server.py",
    "editors",
    "engines/test_games.py",
    "engines/test_library.py",
    "features/views/test_variant_view.py",
    "grammars",
    "laws",
    *LSP,
    "project/test_files.py::test_the_code_is_clean",
    "project/test_walkthrough.py",
    "site",
    "strength",
    "vectors/test_agreement.py",
    "vectors/test_engine_check.py",
    "vectors/test_engine_files.py",
    "vectors/test_fairy_stockfish.py",
    "vectors/test_questions.py",
    "vectors/test_refusals.py",
    "vectors/test_same.py",
    "vectors/test_vectors.py",
    "vectors/test_write.py",
    "vectors/test_written.py",
    "vectors/test_xiangqi_army.py",
)
"""Tests that start programs, or compare with other programs. A folder, a file or a function."""
MANY_EXAMPLES = (
    "ben39/test_ben39_agreement.py",
    "ben39/test_ben39_reading.py",
    "ben39/test_evaluation.py",
    "ben39/test_laws.py",
    "ben39/test_other_rules.py",
    "cli/test_samples.py",
    "cli/test_variant_command.py",
    "document/test_edits.py",
    "document/test_soak_notations.py",
    "features/test_board_writing.py",
    "features/test_cases.py::test_case[conversions",
    "features/test_cases.py::test_case[mistakes",
    "features/test_every_notation.py",
    "features/test_find.py",
    "features/test_known.py",
    "features/test_meaning_is_kept.py",
    "notations/ben39/test_ben39_writing.py",
    "notations/betza/test_betza_complete.py",
    "notations/lcpn/test_prelude.py",
    "notations/lcpn/test_seed.py",
    "notations/test_known_names.py",
    "notations/variants_ini/test_migration.py",
    "notations/variants_ini/test_prose.py",
    "notations/variants_ini/test_resolved.py",
    "piece/test_deviations.py",
    "piece/test_equivalence.py",
    "piece/test_piece_figures.py",
    "piece/test_piece_options.py",
    "piece/test_sentences_read_back.py",
)
"""Tests that try so many examples that they take seconds."""
SLOW = tuple(f"tests/{name}" for name in (*PROGRAMS, *MANY_EXAMPLES))
"""The tests that `make check` leaves out."""

NEED_POSIX = (
    "cli/test_play.py",
    "cli/test_play_two.py",
    "cli/test_special_files.py",
    "cli/test_writing.py",
    "document/test_edits_in_server.py",
    "laws/test_laws_of_work.py",
    "lsp/test_lsp_fuzz.py",
)
"""Tests of terminals, pipes, permissions and limits that Windows does not have: it cannot import
what they use.
"""
collect_ignore = NEED_POSIX if sys.platform == "win32" else ()

gc.disable()
gc.set_threshold(20_000, 20, 20)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the slow tests."""
    for item in items:
        if item.nodeid.startswith(SLOW):
            item.add_marker("slow")


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    gc.freeze()
    gc.unfreeze = lambda: None
    gc.enable()


def pytest_unconfigure() -> None:
    """Remove the folder of pytest's temporary folders, unless another run has some there."""
    with suppress(OSError):
        Path(gettempdir(), f"pytest-of-{getuser()}").rmdir()
