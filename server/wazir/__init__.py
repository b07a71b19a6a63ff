"""Wazir: language server and tools for notations of chess variants."""

__version__ = "0.1.0"
