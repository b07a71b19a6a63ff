"""Registers the server with the package LSP, which reads the settings of this package."""

from LSP.plugin import AbstractPlugin, register_plugin, unregister_plugin


class Wazir(AbstractPlugin):
    """The server, which has to be installed: `pipx install wazir`."""

    @classmethod
    def name(cls) -> str:
        """The name in `LSP-wazir.sublime-settings`."""
        return "wazir"


def plugin_loaded() -> None:
    """Sublime Text calls this when it loads the package."""
    register_plugin(Wazir)


def plugin_unloaded() -> None:
    """Sublime Text calls this when it unloads the package."""
    unregister_plugin(Wazir)
