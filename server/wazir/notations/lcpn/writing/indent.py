def indent_after(*_): return None
