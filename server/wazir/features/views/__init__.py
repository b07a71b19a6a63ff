"""The contents of views as values: pieces on boards, positions of games, and copies."""
