"""`python -m wazir` is the command `wazir`, which never imports from the current folder.

Python itself looks there for `wazir` first; `python -P -m wazir` prevents that.
"""

import os  # Python has these two inside
import sys


def _leave_folder() -> None:
    """Removes the current folder from the places to import from, because its files may not be
    trusted.
    """
    if __name__ == "__main__" and not sys.flags.safe_path:
        del sys.path[0]
    named = "" if sys.flags.ignore_environment else os.environ.get("PYTHONPATH", "")
    places = named.split(os.pathsep) if named else []
    relative = [place for place in places if not os.path.isabs(place)]  # noqa: PTH117
    forgotten = {*relative, *map(os.path.abspath, relative)}
    sys.path[:] = [place for place in sys.path if place not in forgotten]


def main() -> int:
    """Runs the command line, and gives the exit status."""
    _leave_folder()
    from wazir.cli import main as run

    return run()


if __name__ == "__main__":
    sys.exit(main())
