"""From statements to moves."""
