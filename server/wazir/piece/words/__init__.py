"""Describes pieces in sentences."""
