"""Writes NOTICE: all that the packages hold of others, with its licence and address.

`bundled.json` says what each package holds; the builds fail if they pack anything else. Licences
are those that the packages themselves state.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import metadata
from pathlib import Path
from typing import Any

from wazir_dev import figurines
from wazir_dev.environment import ROOT

NOTICE = ROOT / "NOTICE"
BUNDLED = Path(__file__).parent / "bundled.json"
_PACKAGES = ROOT / "vscode-extension" / "package-lock.json"
_REQUIREMENTS = ROOT / "vscode-extension" / "requirements.lock"
_TRIED = Path(__file__).parent / "variants" / "tried.tsv"

HEAD = """\
Wazir is under the MIT licence, which is in LICENSE. Its packages hold works of others under their
own licences, and no fonts but the outlines of some symbols of one. `python -m wazir_dev notice`
writes this file.

The rules of the variants of Fairy-Stockfish and of PyChess in the folder
`server/wazir/notations/engine_files/variants_ini` are facts in an order and in words of our own.
Most of those of Fairy-Stockfish are answers of the program. The others, {settings} settings, are in
`wazir_dev/variants/rules.toml`: their values were taken over from an earlier file of ours that
came from its `variant.cpp`. Without {confirmed} of them the program plays differently in random
games, as `wazir_dev/variants/tried.tsv` lists. The rest have no other source yet: they were not
compared with the descriptions that are named there.

What PyChess refuses is listed in `wazir_dev/variants/pychess_sources.toml` with where it is said.

The names, types and values of settings in `keys.jsonl` and `fork_keys.tsv`, and the order of
pieces, are those that the parsers of Fairy-Stockfish and of its fork Fairy-Stockfish-X read; the
sentences about them are ours. `versions.tsv` has the dates between which Fairy-Stockfish reads a
name, from the commits of its repository. `pip install wazir[engine]` installs pyffish beside
Wazir, which is under the GPL 3 or later.
"""
OUTLINES = """\
The outlines of chess symbols in `server/wazir/piece/drawing/figurines.json` are made from Noto Sans
Symbols 2, and under its licence. `python -m wazir_dev figurines` writes them.
"""
PARTS: Mapping[str, str] = {
    "wheel": "The Python package; pip installs what else it needs",
    "extension": "The extension of VS Code",
    "npm": "The package wazir-web for npm",
    "play": "The package wazir-play for PyPI, beside pages on which variants are played",
    "playground": "The playground, a page of the site",
}
"""The packages, as their headings say."""
OTHERS: Mapping[str, tuple[str, str]] = {
    "CPython": ("PSF-2.0, in Pyodide", "https://www.python.org/"),
    "Fairy-Stockfish": (
        "GPL-3.0-or-later, in ffish-es6",
        "https://github.com/fairy-stockfish/Fairy-Stockfish",
    ),
    "Fairy-Stockfish with threads": (
        "GPL-3.0-or-later, in fairy-stockfish-nnue.wasm",
        "https://github.com/fairy-stockfish/fairy-stockfish.wasm",
    ),
    "Noto Sans Symbols 2": (
        "OFL-1.1, outlines of chess symbols",
        "https://github.com/notofonts/symbols",
    ),
    "Oniguruma": ("BSD-2-Clause, in vscode-oniguruma", "https://github.com/kkos/oniguruma"),
}
"""The licences and addresses of what other packages hold."""


@dataclass(frozen=True)
class Work:
    """A work of others."""

    name: str
    version: str
    licence: str
    address: str

    @property
    def title(self) -> str:
        """The name with the version, if it has one."""
        return f"{self.name} {self.version}".rstrip()


def works(part: Mapping[str, list[str]]) -> Iterator[Work]:
    """The works in a package, by the registries that they are from."""
    locked: dict[str, Any] = json.loads(_PACKAGES.read_text("utf-8"))["packages"]
    versions = dict(re.findall(r"^([\w-]+)==(\S+)", _REQUIREMENTS.read_text("utf-8"), re.MULTILINE))
    for name in part["npm"]:
        package = locked[f"node_modules/{name}"]
        address = f"https://www.npmjs.com/package/{name}"
        yield Work(name, package["version"], package["license"], address)
    for name in part["python"]:
        yield Work(name, versions[name], licence(name), f"https://pypi.org/project/{name}/")
    for name in part["other"]:
        yield Work(name, "", *OTHERS[name])


def licence(name: str) -> str:
    """The licence that an installed package of Python states."""
    about = metadata(name)
    stated = [*about.get_all("License-Expression", []), *about.get_all("License", [])]
    classifiers = [text for text in about.get_all("Classifier", []) if text.startswith("License")]
    return (stated or [classifiers[0].rpartition(" :: ")[2]])[0]


def tried() -> dict[str, str]:
    """How many documented settings of built-in variants there are, and how many are confirmed."""
    first = _TRIED.read_text("utf-8").partition("\n")[0]
    counted = re.match(r"# (?P<settings>\d+) settings, (?P<confirmed>\d+) confirmed", first)
    assert counted, first
    return counted.groupdict()


def text() -> str:
    """The file."""
    parts: dict[str, Any] = json.loads(BUNDLED.read_text("utf-8"))
    blocks = [HEAD.format(**tried())]
    for part, title in PARTS.items():
        lines = [f"  {work.title}: {work.licence}. {work.address}\n" for work in works(parts[part])]
        blocks.append(f"{title}:\n{''.join(lines)}")
    blocks.append(f"{OUTLINES}\n{figurines.LICENCE.read_text('utf-8')}")
    return "\n".join(blocks)


if __name__ == "__main__":
    NOTICE.write_text(text(), "utf-8")
