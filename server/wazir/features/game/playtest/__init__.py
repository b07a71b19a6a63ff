"""What is learned of a variant that plays itself: games, their ends, measures, a report (T)."""
