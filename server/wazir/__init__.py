"""Wazir: the notations of chess variants, read, explained, drawn and checked."""

__version__ = "0.1.0"
