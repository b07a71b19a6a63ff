"""What a word means where it stands, and what may stand there."""
