"""What a piece does, as a sentence in plain words."""
