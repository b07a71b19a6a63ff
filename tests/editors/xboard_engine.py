# ruff: noqa: T201 - a protocol over standard output
"""An engine for XBoard that plays the first move of each game of a list, and resigns when it is
asked for another.

    python xboard_engine.py GAMES RESULTS

GAMES is a file of lines of JSON, `{"lines": [..], "move": ..}`: what it sends before the game, and
its move. RESULTS takes the result of each game.
"""

import json
import sys
from pathlib import Path

games = [json.loads(line) for line in Path(sys.argv[1]).read_text("utf-8").splitlines()]
number = 0
for line in sys.stdin:
    command, _, rest = line.strip().partition(" ")
    if command == "protover":
        print(
            "feature setup=1 setboard=1 ping=1 usermove=1 sigint=0 sigterm=0 "
            'variants="normal,fairy,great" done=1'
        )
    elif command == "ping":
        print("pong", rest)
    elif command == "level" and number < len(games):
        print(*games[number]["lines"], sep="\n")
    elif command == "go" and number < len(games):
        print("move", games[number]["move"])
        number += 1
    elif command == "usermove":
        print("resign")
    elif command == "result" and games:
        with Path(sys.argv[2]).open("a", encoding="utf-8") as results:
            results.write(rest + "\n")
    elif command == "quit":
        break
    sys.stdout.flush()
