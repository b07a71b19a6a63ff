"""The settings of a project: `wazir.toml`, or the table `tool.wazir` of `pyproject.toml`."""
