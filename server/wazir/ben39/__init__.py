"""The game Ben39 (spec/ben39.md): its board, its rules, and a search. It needs nothing of the rest of the program."""
