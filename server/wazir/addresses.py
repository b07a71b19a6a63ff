"""The public address of the documentation, which `make generate` copies from
`pyproject.toml`.
"""

SITE = "https://example.org/wazir"
