"""What developers run: `python -m wazir_dev`. It needs the standard library only, and is no part of
the package.
"""
