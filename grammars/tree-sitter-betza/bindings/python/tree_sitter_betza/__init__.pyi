HIGHLIGHTS_QUERY: str
"""The query of colours."""

INJECTIONS_QUERY: str
"""The query of embedded languages."""

LOCALS_QUERY: str
"""The query of names and their scopes."""

FOLDS_QUERY: str
"""The query of parts that can be folded."""

def language() -> object:
    """The capsule from which `tree_sitter.Language` is made."""
