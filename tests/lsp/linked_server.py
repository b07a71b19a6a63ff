"""The server with one notation more: that of the tests, whose definitions use each other."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from linked import LINKED
from wazir import notations

notations.REGISTRY = notations.Registry(
    (*notations.REGISTRY.entries, notations.RegistryEntry(LINKED.files, lambda: LINKED))
)

if __name__ == "__main__":
    from wazir.cli import main

    sys.exit(main())
