"""Makes `built_in.ini`, the rules of the variants that Fairy-Stockfish knows.

Most of a section is what the program answers (`answers.jsonl`, which `asking.py` gets by the
protocols of UCI and XBoard, and `deriving.py` reads): the start, the board, the pieces with their
moves, what they become, how they are dropped, whether there is castling and a double step. The
rest is in `rules.toml`, by rule. Its values were taken over from an earlier file that came from
`variant.cpp` of the program; the addresses of descriptions there have not been compared with them.
`trying.py` plays each of these settings, with it and without it, and lists what the program does
differently. It takes long, and no complete list was made yet.
"""
