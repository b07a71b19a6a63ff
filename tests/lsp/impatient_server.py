"""The server, for whose questions a program has one second."""

from __future__ import annotations

import sys

from wazir.engines import program

program.SECONDS_TO_ANSWER = 1.0

if __name__ == "__main__":
    from wazir.cli import main

    sys.exit(main())
