"""Prints the colours that the server gives to the samples, as JSON, for a test of the grammars of
colours.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "server"), str(Path(__file__).parent)]

from generating.textmate import SCOPES  # noqa: E402
from wazir import notations  # noqa: E402
from wazir.document import Document  # noqa: E402
from wazir.features.structure import tokens  # noqa: E402


def main() -> None:
    """Each sample with its language, its text, and the place, length and colour of each word."""
    samples = []
    for path in sorted((ROOT / "samples").rglob("*")):
        if notation := notations.for_file(path):
            text = path.read_text("utf-8")
            words = [
                [token.start, token.length, token.type.value]
                for token in tokens(Document.open(notation, text))
            ]
            samples.append(
                {"name": path.name, "language": notation.name, "text": text, "words": words}
            )
    json.dump(
        {"scopes": {colour.value: scope for colour, scope in SCOPES.items()}, "samples": samples},
        sys.stdout,
    )


if __name__ == "__main__":
    main()
