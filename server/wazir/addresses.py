"""The public addresses of the project. `make generate` writes this file from the addresses in `pyproject.toml`."""

SITE = "https://example.org/wazir"


def public_page(code: str) -> str:
    """The address of the page about a code of diagnostics."""
    return f"{SITE}/diagnostics/{code}.html"
