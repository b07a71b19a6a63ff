"""Engines of others, in processes of their own: pyffish, and a Fairy-Stockfish program that the
user names.
"""

from __future__ import annotations


class EngineError(Exception):
    """An engine is missing or has failed. The message is a sentence for the user."""
