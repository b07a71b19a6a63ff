"""The forms of diagnostics: lines for people, and forms for other programs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as Xml

import jsonschema
import pytest

from cli.running import ROOT, wazir
from wazir.cli.output import OUTPUTS, uri
from wazir.features.definitions import codes

SCHEMA = json.loads(
    (Path(__file__).parents[1] / "data" / "sarif-part.schema.json").read_text("utf-8")
)
TEXT = "Ferz = F\n😀 = fwN\nFerz = WW\n"


def as_json(*arguments: str, stdin: str = TEXT) -> list[dict[str, Any]]:
    diagnostics = json.loads(wazir("check", "--format", "json", *arguments, "-", stdin=stdin).out)
    assert isinstance(diagnostics, list)
    return diagnostics


class TestJson:
    def test_all_severities_are_listed(self) -> None:
        """Errors and hints alike, in order of place."""
        assert [(diagnostic["code"], diagnostic["severity"]) for diagnostic in as_json()] == [
            ("unknown-letter", "error"),
            ("duplicate-name", "error"),
            ("obsolete-spelling", "hint"),
        ]

    def test_an_object_has_the_keys_of_the_specification(self) -> None:
        """file, code, severity, message, range, related, fixes; columns in characters, from 0."""
        diagnostic = as_json("--stdin-filename", "x.betza")[0]

        assert list(diagnostic) == [
            "file",
            "code",
            "severity",
            "message",
            "range",
            "related",
            "fixes",
        ]
        assert diagnostic["file"] == "x.betza"
        assert diagnostic["range"] == {
            "start": {"line": 1, "character": 5},
            "end": {"line": 1, "character": 6},
        }

    def test_related_places_are_told(self) -> None:
        """The place where a name was given first."""
        (related,) = as_json()[1]["related"]

        assert related["file"] == "-"
        assert related["range"] == {
            "start": {"line": 0, "character": 0},
            "end": {"line": 0, "character": 4},
        }
        assert related["message"]

    def test_fixes_are_told(self) -> None:
        """A fix has a title, says whether it is safe, and edits a program can apply."""
        (fix, *_) = as_json(stdin="Rook = WW\n")[0]["fixes"]

        assert fix["safe"] is True
        assert fix["edits"] == [
            {
                "range": {"start": {"line": 0, "character": 7}, "end": {"line": 0, "character": 9}},
                "newText": "R",
            }
        ]

    def test_nothing_found_is_an_empty_list(self) -> None:
        """A list, in any case."""
        assert as_json(stdin="K\n") == []
        assert as_json(stdin="") == []

    def test_strict_readers_can_read_it(self) -> None:
        """Bytes that are no text come as replacement characters, not as lone surrogates."""
        ran = wazir("check", "--format", "json", "-", stdin=b"K\xff = \xffw\n")

        assert json.loads(ran.out)
        assert ran.out.isascii()
        assert "\\udc" not in ran.out


class TestLines:
    def test_concise_is_a_line_for_each(self) -> None:
        """Hints come with `--hints`; the summary never."""
        shown = wazir("check", "--format", "concise", "-", stdin=TEXT).out.splitlines()
        hints = wazir("check", "--format", "concise", "--hints", "-", stdin=TEXT).out.splitlines()

        assert [line.split(" ")[0] for line in shown] == ["-:2:6:", "-:3:1:"]
        assert shown[0].endswith(" [unknown-letter]")
        assert hints[:2] == shown
        assert hints[2].endswith(" [obsolete-spelling]")

    def test_grouped_names_each_file_once(self, tmp_path: Path) -> None:
        """A file without diagnostics has no heading."""
        for name, text in (("a.betza", TEXT), ("b.betza", "K\n"), ("c.betza", "W]\n")):
            (tmp_path / name).write_text(text, "utf-8")

        shown = wazir("check", "--format", "grouped", tmp_path).out.split("\n\n")

        assert [block.splitlines()[0].rpartition("/")[2] for block in shown[:2]] == [
            "a.betza",
            "c.betza",
        ]
        assert [len(block.splitlines()) for block in shown] == [3, 2, 1]

    def test_statistics_count_codes(self) -> None:
        """The most frequent code comes first."""
        shown = wazir(
            "check", "--statistics", "-", stdin="a = W]\nb = F]\nc = t\n"
        ).out.splitlines()

        assert [line.split()[:2] for line in shown] == [
            ["2", "bracket"],
            ["1", "modifiers-without-atom"],
        ]

    def test_quiet_leaves_out_the_summary(self) -> None:
        """Nothing is printed where nothing is found; the status tells the same."""
        loud, quiet = (wazir("check", *more, "-", stdin=TEXT) for more in ((), ("--quiet",)))

        assert loud.out.startswith(quiet.out)
        assert "2 errors in 1 file" in loud.out.removeprefix(quiet.out)
        assert quiet.status == loud.status == 1
        assert wazir("check", "-q", "-", stdin="K\n").out == ""


class TestServers:
    def test_json_lines_are_the_parts_of_json(self) -> None:
        """One object on each line."""
        lines = wazir("check", "--format", "json-lines", "-", stdin=TEXT).out.splitlines()

        assert [json.loads(line) for line in lines] == as_json()

    def test_gitlab_knows_a_diagnostic_again_when_its_line_moves(self) -> None:
        """The keys are those of a Code Quality report; equal diagnostics differ in their
        fingerprints.
        """
        text = TEXT + "x = W]\ny = W]\n"
        before, after = (
            json.loads(wazir("check", "--format", "gitlab", "-", stdin=each).out)
            for each in (text, "# x\n" + text)
        )

        assert [issue["location"]["lines"]["begin"] + 1 for issue in before] == [
            issue["location"]["lines"]["begin"] for issue in after
        ]
        assert [issue["fingerprint"] for issue in before] == [
            issue["fingerprint"] for issue in after
        ]
        assert len({issue["fingerprint"] for issue in before}) == len(before)
        assert [issue["severity"] for issue in before] == [
            "major",
            "major",
            "info",
            "major",
            "major",
        ]
        assert set(before[0]) == {
            "description",
            "check_name",
            "fingerprint",
            "severity",
            "location",
        }

    def test_junit_fails_for_each_diagnostic(self) -> None:
        """A file without one is a test that passes; no text breaks the XML."""
        text = TEXT.encode() + b'x = "<&\0\xff>\n'
        suites = Xml.fromstring(wazir("check", "--format", "junit", "-", stdin=text).raw)
        (clean,) = Xml.fromstring(wazir("check", "--format", "junit", "-", stdin="K\n").raw)

        (suite,) = suites
        assert int(suite.get("tests", "0")) == int(suite.get("failures", "0")) == len(suite) > 2
        assert [case.get("name") for case in suite][:2] == ["unknown-letter", "duplicate-name"]
        assert (clean.get("failures"), [len(case) for case in clean]) == ("0", [0])


class TestGithub:
    def test_an_annotation_names_its_place(self) -> None:
        """Lines and columns count from 1; hints are left out."""
        first, second = wazir("check", "--format", "github", "-", stdin=TEXT).out.splitlines()

        assert first.startswith(
            "::error file=-,line=2,col=6,endLine=2,endColumn=7,title=wazir%3A unknown-letter::"
        )
        assert second.startswith(
            "::error file=-,line=3,col=1,endLine=3,endColumn=5,title=wazir%3A duplicate-name::"
        )

    def test_signs_of_the_form_itself_are_escaped(self) -> None:
        """A file name or message cannot end the command."""
        ran = wazir(
            "check", "--format", "github", "--stdin-filename", "a,b:c%\n.betza", "-", stdin="mmW\n"
        )

        assert ran.out.startswith("::warning file=a%2Cb%3Ac%25%0A.betza,line=1,")
        assert ran.out.count("\n") == 1


class TestSarif:
    def log(self, stdin: str = TEXT) -> dict[str, Any]:
        log = json.loads(
            wazir(
                "check", "--format", "sarif", "--stdin-filename", "a b.betza", "-", stdin=stdin
            ).out
        )
        assert isinstance(log, dict)
        return log

    def test_it_agrees_with_the_format(self) -> None:
        """The log has the shape that SARIF 2.1.0 asks for, with and without results."""
        for text in (TEXT, "K\n", ""):
            jsonschema.validate(self.log(text), SCHEMA)

    def test_every_rule_comes_with_its_page(self) -> None:
        """Rules are those of all codes, each with its help in Markdown."""
        rules = self.log()["runs"][0]["tool"]["driver"]["rules"]

        assert [rule["id"] for rule in rules] == [code.id for code in codes()]
        assert all(rule["help"]["markdown"].startswith(f"# {rule['id']}") for rule in rules)

    def test_results_point_at_their_rules(self) -> None:
        """The index of a rule is that of its id; places count from 1, in characters."""
        (run,) = self.log()["runs"]
        rules = run["tool"]["driver"]["rules"]
        (location,) = run["results"][0]["locations"]

        assert run["columnKind"] == "unicodeCodePoints"
        assert all(
            rules[result["ruleIndex"]]["id"] == result["ruleId"] for result in run["results"]
        )
        assert location["physicalLocation"] == {
            "artifactLocation": {"uri": "a%20b.betza"},
            "region": {"startLine": 2, "startColumn": 6, "endLine": 2, "endColumn": 7},
        }

    def test_fixes_and_related_places_are_told(self) -> None:
        """A duplicate has its first definition as related place; an old spelling has its
        replacement.
        """
        _, duplicate, old = self.log()["runs"][0]["results"]
        (related,) = duplicate["relatedLocations"]
        (change,) = old["fixes"][0]["artifactChanges"]

        assert related["physicalLocation"]["region"]["startLine"] == 1
        assert change["replacements"] == [
            {
                "deletedRegion": {"startLine": 3, "startColumn": 8, "endLine": 3, "endColumn": 10},
                "insertedContent": {"text": "R"},
            }
        ]

    def test_names_are_addresses(self) -> None:
        """Relative names stay relative, absolute ones become file addresses, odd bytes are kept."""
        assert uri("a b/ü.betza") == "a%20b/%C3%BC.betza"
        assert uri("/a#b.betza") == "file:///a%23b.betza"
        assert uri("\udcff.betza") == "%FF.betza"


@pytest.mark.parametrize("form", OUTPUTS)
@pytest.mark.parametrize("encoding", ["cp1252", "cp932", "ascii"])
def test_what_is_written_to_a_file_is_utf_8(form: str, encoding: str) -> None:
    """Whatever encoding the system has, as Windows has others: XML and JSON say that they are
    UTF-8.
    """
    usual = wazir("check", "--hints", "--format", form, "-", stdin=TEXT)
    ran = wazir("check", "--hints", "--format", form, "-", stdin=TEXT, encoding=encoding)

    assert ran.raw == usual.raw
    assert ran.status == usual.status == 1


def test_a_report_of_another_locale_is_xml() -> None:
    """Also for a process of its own, of which the environment asks for another encoding."""
    environment = {**os.environ, "PYTHONUTF8": "0", "PYTHONIOENCODING": "cp932"}
    ran = subprocess.run(
        [sys.executable, "-P", "-m", "wazir", "check", "--format", "junit", "-"],
        input="é = W\né = F\n".encode(),
        capture_output=True,
        env=environment,
        cwd=ROOT,
    )

    (failure,) = Xml.fromstring(ran.stdout).iter("failure")
    assert "é" in failure.attrib["message"]
