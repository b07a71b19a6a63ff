"""The samples: worth opening, without a fault but for those of the file of faults, and with every
piece to be drawn.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cli.running import ROOT, wazir
from wazir.notations import REGISTRY, for_file

SAMPLES = ROOT / "samples"
NO_TEXTS = {".ipynb", ".json"}
"""A notebook, and the titles of the samples."""
CHECKED = sorted(
    path for path in SAMPLES.rglob("*") if path.is_file() and path.suffix not in NO_TEXTS
)
FILES = [path for path in CHECKED if path.suffix != ".md"]
FINDINGS = json.loads((ROOT / "tests" / "data" / "samples.json").read_text("utf-8"))
"""For each sample the findings that it has, as `line:column code`; those not listed have none."""

AS_THEY_STAND = {"seed.ben39", "seed.bensahas", "seed.lcpn", "seed-c.lcpn", "seed-sql.lcpn"}
"""Samples that show a published text in its own layout."""

every_sample = pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)


@pytest.mark.parametrize("path", CHECKED, ids=lambda path: path.name)
def test_a_sample_has_the_findings_that_are_listed(path: Path) -> None:
    """All severities, in order of place."""
    ran = wazir("check", "--format", "json", path)
    reported = [
        f"{start['line'] + 1}:{start['character'] + 1} {diagnostic['code']}"
        for diagnostic in json.loads(ran.out)
        for start in [diagnostic["range"]["start"]]
    ]

    assert reported == FINDINGS.get(path.name, [])


@every_sample
def test_a_sample_is_laid_out(path: Path) -> None:
    """`wazir format` has nothing to do, but for texts that are shown as somebody else laid them
    out.
    """
    assert wazir("format", "--check", path).status == (path.name in AS_THEY_STAND)


@every_sample
def test_every_piece_of_a_sample_is_shown(path: Path) -> None:
    """Each definition has a drawing or its error, which the status tells."""
    ran = wazir("show", path)
    severities = {
        finding["severity"] for finding in json.loads(wazir("check", "--format", "json", path).out)
    }

    assert ran.status <= ("error" in severities)
    assert ran.out


def test_every_notation_has_samples() -> None:
    """A registered notation has a folder of samples that it reads."""
    for notation in REGISTRY:
        assert [
            path for path in (SAMPLES / notation.name).iterdir() if for_file(str(path)) is notation
        ]


def words(text: str) -> set[str]:
    return set(re.findall(r"[^\s;#]+", text))


@pytest.mark.parametrize(
    ("sample", "examples"),
    [
        (
            "original.betza",
            """fhNfrlRK R4 W4 WW W7 RB WWFF W7F7 mA cA fA bA D rlD W F H G L J fcFfmW ffN fhN fsN
            rNlB gW2 jD nD zF7 fG fJ fL fH fA fN fD fF fW rJ rL rN rH rD rW lJ lL lN lH lD lW bG bJ
            bL bH bA bN bD bF bW""",
        ),
        (
            "extended.betza",
            """W W3 W03 W0 WW (4,1) WF F0 FF RB (W) (W)(W-fW)(W-fW-fW) cF-mF K-xxacK pR-cR pR gQ
            irdW03-bW-uW-bW ildW04-bW02-uW-bW fbW""",
        ),
        ("elephants.betza", "mcnflA-mpfr(0,5)-mb(0,5)"),
    ],
)
def test_the_examples_of_the_first_descriptions_are_there(sample: str, examples: str) -> None:
    """Every example of Betza's page and of the reference of Extended Betza stands in a sample as it
    stands there.
    """
    assert words(examples) - words((SAMPLES / "betza" / sample).read_text("utf-8")) == set()


@pytest.mark.parametrize(
    ("sample", "style"), [("seed.lcpn", "lisp"), ("seed-c.lcpn", "c"), ("seed-sql.lcpn", "sql")]
)
def test_the_definitions_of_the_page_of_lcpn_are_there(sample: str, style: str) -> None:
    """Every definition that the page gives in a style stands in the sample of that style as it
    stands there.
    """
    page = (
        (ROOT / "tests" / "notations" / "lcpn" / "seed.txt")
        .read_text("utf-8")
        .split("== hexagonal")[0]
    )
    texts = re.findall(rf"^{style}:\n((?:.*\n)*?)(?=\w+:\n|\n== |\Z)", page, re.M)
    shown = (SAMPLES / "lcpn" / sample).read_text("utf-8")
    definitions = [part for text in texts for part in re.split(r"\n(?=\(def|pawn )", text.strip())]

    assert len(definitions) > 15
    assert [definition for definition in definitions if definition.strip() not in shown] == []


def test_l1_the_samples_of_the_four_styles_say_the_same() -> None:
    """The same sentence and the same drawing for each piece."""
    shown = []
    for style in ("lisp", "elisp", "c", "sql"):
        text = wazir("show", SAMPLES / "lcpn" / f"{style}.lcpn").out
        pieces = re.split(rf"  \({style}\)\n", text)[1:]
        shown.append([piece.rpartition("\n\n")[0].replace("_", "-") for piece in pieces])

    assert len(shown[0]) == 13
    assert all(lines == shown[0] for lines in shown)
