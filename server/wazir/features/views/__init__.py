"""What a picture beside the text shows, worked out as values: pieces on boards, positions of games, what is copied."""
