"""Writes `built_in.ini` and `pychess.toml`: `python -m wazir_dev variants [--ask PROGRAM]
[--try]`.
"""

from __future__ import annotations

import argparse

from wazir_dev.variants import asking, pychess, trying, writing


def main() -> None:
    """Asks the program if wanted, writes the file, and tries the rules if wanted."""
    parser = argparse.ArgumentParser(prog="python -m wazir_dev variants")
    parser.add_argument(
        "--ask", metavar="PROGRAM", help="ask this Fairy-Stockfish, with large boards"
    )
    parser.add_argument(
        "--try", action="store_true", dest="tries", help="try documented rules for 20 minutes"
    )
    arguments = parser.parse_args()
    if arguments.ask:
        asking.write(asking.ask(arguments.ask))
    writing.BUILT_IN.write_text(writing.text(), "utf-8")
    pychess.PYCHESS.write_text(pychess.text(), "utf-8", newline="\n")
    if arguments.tries:
        trying.main()


if __name__ == "__main__":
    main()
