"""What a text means, in words."""
