"""What is odd about a text."""
