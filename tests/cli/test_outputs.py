"""The forms of findings for other programs: JSON, annotations for GitHub, SARIF."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema

from cli.running import wazir
from wazir.cli.output import uri
from wazir.features.definitions import codes

SCHEMA = json.loads((Path(__file__).parents[1] / "data" / "sarif-part.schema.json").read_text("utf-8"))
TEXT = "Ferz = F\n😀 = fwN\nFerz = WW\n"


def as_json(*arguments: str, stdin: str = TEXT) -> list[dict[str, Any]]:
    found = json.loads(wazir("check", "--output", "json", *arguments, "-", stdin=stdin).out)
    assert isinstance(found, list)
    return found


class TestJson:
    def test_all_severities_are_listed(self) -> None:
        """Errors and hints alike, in order of place."""
        assert [(one["code"], one["severity"]) for one in as_json()] == [
            ("unknown-letter", "error"),
            ("duplicate-name", "error"),
            ("obsolete-spelling", "hint"),
        ]

    def test_an_object_has_the_keys_of_the_specification(self) -> None:
        """file, code, severity, message, range, related, fixes; columns in characters, from 0."""
        one = as_json("--stdin-filename", "x.betza")[0]

        assert list(one) == ["file", "code", "severity", "message", "range", "related", "fixes"]
        assert one["file"] == "x.betza"
        assert one["range"] == {"start": {"line": 1, "character": 5}, "end": {"line": 1, "character": 6}}

    def test_related_places_are_told(self) -> None:
        """The place where a name was given first."""
        (related,) = as_json()[1]["related"]

        assert related["file"] == "-"
        assert related["range"] == {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 4}}
        assert related["message"]

    def test_fixes_are_told(self) -> None:
        """A fix has a title, says whether it is safe, and edits a program can apply."""
        (fix, *_) = as_json(stdin="Rook = WW\n")[0]["fixes"]

        assert fix["safe"] is True
        assert fix["edits"] == [
            {"range": {"start": {"line": 0, "character": 7}, "end": {"line": 0, "character": 9}}, "newText": "R"}
        ]

    def test_nothing_found_is_an_empty_list(self) -> None:
        """A list, in any case."""
        assert as_json(stdin="K\n") == []
        assert as_json(stdin="") == []

    def test_strict_readers_can_read_it(self) -> None:
        """Bytes that are no text come as replacement characters, not as lone surrogates."""
        ran = wazir("check", "--output", "json", "-", stdin=b"K\xff = \xffw\n")

        assert json.loads(ran.out)
        assert ran.out.isascii()
        assert "\\udc" not in ran.out


class TestGithub:
    def test_an_annotation_names_its_place(self) -> None:
        """Lines and columns count from 1; hints are left out."""
        first, second = wazir("check", "--output", "github", "-", stdin=TEXT).out.splitlines()

        assert first.startswith("::error file=-,line=2,col=6,endLine=2,endColumn=7,title=wazir%3A unknown-letter::")
        assert second.startswith("::error file=-,line=3,col=1,endLine=3,endColumn=5,title=wazir%3A duplicate-name::")

    def test_signs_of_the_form_itself_are_escaped(self) -> None:
        """A file name or message cannot end the command."""
        ran = wazir("check", "--output", "github", "--stdin-filename", "a,b:c%\n.betza", "-", stdin="mmW\n")

        assert ran.out.startswith("::warning file=a%2Cb%3Ac%25%0A.betza,line=1,")
        assert ran.out.count("\n") == 1


class TestSarif:
    def log(self, stdin: str = TEXT) -> dict[str, Any]:
        log = json.loads(wazir("check", "--output", "sarif", "--stdin-filename", "a b.betza", "-", stdin=stdin).out)
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
        assert all(rules[one["ruleIndex"]]["id"] == one["ruleId"] for one in run["results"])
        assert location["physicalLocation"] == {
            "artifactLocation": {"uri": "a%20b.betza"},
            "region": {"startLine": 2, "startColumn": 6, "endLine": 2, "endColumn": 7},
        }

    def test_fixes_and_related_places_are_told(self) -> None:
        """A duplicate has its first definition as related place; an old spelling has its replacement."""
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
