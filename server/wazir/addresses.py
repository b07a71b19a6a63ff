"""The public address of the documentation. `make generate` copies it from `pyproject.toml`."""

SITE = "https://example.org/wazir"
