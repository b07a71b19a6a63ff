"""The README as package indexes show it: with absolute links, because an index has no other file of
the project.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_PICTURE = re.compile(r"\]\(vscode-extension/(media/[^)]*)\)")
_PAGE = re.compile(r"\]\(docs/([^)]*)\.md\)")
_FILE = re.compile(r"\]\(([A-Z_]+(?:\.md)?)\)")


def index_readme(text: str, urls: dict[str, str]) -> str:
    """The README with links to the site and to the repository."""
    site, repository = urls["Documentation"], urls["Repository"]
    text = _PICTURE.sub(rf"]({site}/\1)", text)
    text = _PAGE.sub(rf"]({site}/\1.html)", text)
    return _FILE.sub(rf"]({repository}/blob/main/\1)", text)


class ReadmeHook(MetadataHookInterface):
    """Sets the field `readme`."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the README in the metadata."""
        text = (Path(self.root) / "README.md").read_text("utf-8")
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": index_readme(text, metadata["urls"]),
        }
