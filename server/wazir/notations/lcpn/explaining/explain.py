"""What stands at a place (stub)."""
from __future__ import annotations
def explain(*_): return None
