"""The files that contain addresses of the project: all come from `[project.urls]` of
`pyproject.toml`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from wazir import __version__

_ROOT = Path(__file__).parents[3]
_EMACS = _ROOT / "editors" / "emacs" / "wazir.el"
_PAGE = _ROOT / "docs" / "command-line.md"


def publisher(project: Mapping[str, Any]) -> str:
    """The publisher of the extension, which the address in the Marketplace names:
    `itemName=PUBLISHER.wazir`.
    """
    (item,) = parse_qs(urlsplit(project["urls"]["Marketplace"]).query)["itemName"]
    return item.partition(".")[0]


def repository_name(project: Mapping[str, Any]) -> str:
    """The owner and the name of the repository, with a slash between."""
    return urlsplit(project["urls"]["Repository"]).path.strip("/")


def files(project: Mapping[str, Any]) -> dict[Path, str]:
    """The texts of the files, by their paths."""
    return {
        _ROOT / "server" / "wazir" / "addresses.py": _module(project),
        _ROOT / "CITATION.cff": _citation(project),
        _EMACS: _package(_EMACS.read_text("utf-8"), project),
        _PAGE: _page(_PAGE.read_text("utf-8"), project),
    }


def _package(text: str, project: Mapping[str, Any]) -> str:
    """The package of Emacs, whose head has the address and the version."""
    text = re.sub("(?m)^;; URL: .*", f";; URL: {project['urls']['Documentation']}", text)
    return re.sub("(?m)^;; Version: .*", f";; Version: {__version__}", text)


def _module(project: Mapping[str, Any]) -> str:
    site = json.dumps(project["urls"]["Documentation"])
    return f'''"""The public address of the documentation, which `make generate` copies from
`pyproject.toml`.
"""

SITE = {site}
'''


def _citation(project: Mapping[str, Any]) -> str:
    urls = project["urls"]
    return f"""# `make generate` writes this file from `pyproject.toml`.
cff-version: 1.2.0
message: If you use Wazir in research, please cite it.
title: Wazir
abstract: {json.dumps(project["description"])}
type: software
authors:
  - name: {json.dumps(project["authors"][0]["name"])}
version: {json.dumps(__version__)}
license: {project["license"]}
url: {json.dumps(urls["Documentation"])}
repository-code: {json.dumps(urls["Repository"])}
"""


def _page(text: str, project: Mapping[str, Any]) -> str:
    """The page of the command line: the repository for pre-commit, and the action, both of this
    version.
    """
    tag = f"v{__version__}"
    hooks = rf"\g<1>{project['urls']['Repository']}\g<2>{tag}"
    text = re.sub(r"(  - repo: )\S+(.*\n    rev: )v\S+", hooks, text)
    action = rf"\g<1>{repository_name(project)}@{tag}"
    return re.sub(r"(      - uses: )(?!actions/)\S+@v\S+", action, text)
