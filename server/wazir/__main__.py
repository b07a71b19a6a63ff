"""`python -m wazir` is the command `wazir`."""

import sys

from wazir.cli import main

if __name__ == "__main__":
    sys.exit(main())
