"""Evaluates positions of the game Ben39, analyses games, and plays.

examples:
  wazir ben39 eval game.ben39       evaluate the positions of a file
  wazir ben39 analyse game.ben39    find the mistakes in a game
  wazir ben39 play --as black       play against the program
"""

HEADINGS = {
    "positions": {
        "eval": "evaluate positions",
        "actions": "list the legal actions",
        "perft": "count the lines of play",
    },
    "games": {
        "play": "play against the program, or between two people",
        "analyse": "find the mistakes in a game",
        "engine": "search positions for another program",
    },
}
