"""URIs of files, as editors write them on every system."""

from __future__ import annotations

from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath
from typing import TYPE_CHECKING

import pytest

from lsp.client import Client
from lsp.test_lsp_settings import CHAIN, codes
from wazir.cli.output import reference
from wazir.lsp.workspace import normal_uri
from wazir.system import path_of

if TYPE_CHECKING:
    from collections.abc import Iterator

WINDOWS = {
    "file:///C:/games/a.betza": r"c:\games\a.betza",
    "file:///c:/games/a.betza": r"c:\games\a.betza",
    "file:///c%3A/games/a.betza": r"c:\games\a.betza",
    "file:///C%3a/": "c:\\",
    "file:///c:/a%20b/%C3%A9.betza": r"c:\a b\é.betza",
    "file:///c:/é/駒.betza": r"c:\é\駒.betza",
    "file:///c:/a;b/c%23d%3Fe.betza": r"c:\a;b\c#d?e.betza",
    "file:///c:/100%25.betza": r"c:\100%.betza",
    "file://localhost/c:/x.betza": r"c:\x.betza",
    "FILE:///c:/x.betza": r"c:\x.betza",
    "file://server/share/x.betza": r"\\server\share\x.betza",
    "file:////server/share/x.betza": r"\\server\share\x.betza",
    "file://wsl%24/Debian/home/x.betza": r"\\wsl$\Debian\home\x.betza",
    "file://wsl.localhost/Debian/x.betza": r"\\wsl.localhost\Debian\x.betza",
}
"""What Windows calls the files of URIs (RFC 8089, appendix E)."""
POSIX = {
    "file:///home/a.betza": "/home/a.betza",
    "file:/home/a.betza": "/home/a.betza",
    "file://localhost/home/a.betza": "/home/a.betza",
    "File://LOCALHOST/home/a.betza": "/home/a.betza",
    "file:///C:/a.betza": "/C:/a.betza",
    "file:///home/a%5Cb.betza": "/home/a\\b.betza",
    "file:///home/a;b.betza": "/home/a;b.betza",
    "file:///home/c++/x.betza": "/home/c++/x.betza",
    "file:///home/c%2B%2B/x.betza": "/home/c++/x.betza",
    "file:///home/%FF.betza": "/home/\udcff.betza",
    "file:///home/%E9%A7%92.betza": "/home/駒.betza",
}
"""What Linux and macOS call the files of URIs (RFC 8089)."""
NO_FILES = ("untitled:x", "git:/home/a.betza", "http://localhost/x", "file:", "file://[", "x", "")
REFERENCES: dict[PurePath, str] = {
    PureWindowsPath(r"C:\a b\x.betza"): "file:///C:/a%20b/x.betza",
    PureWindowsPath(r"\\server\share\x.betza"): "file://server/share/x.betza",
    PureWindowsPath(r"a b\x.betza"): "a%20b/x.betza",
    PurePosixPath("/a#b.betza"): "file:///a%23b.betza",
    PurePosixPath("a b/é.betza"): "a%20b/%C3%A9.betza",
}


@pytest.mark.parametrize(("uri", "path"), WINDOWS.items(), ids=WINDOWS)
def test_a_uri_names_a_file_of_windows(uri: str, path: str) -> None:
    """Drives, shares and escaped characters are those of the path."""
    found = path_of(uri, PureWindowsPath)

    assert str(found) == path
    assert found is not None
    assert found.is_absolute()


@pytest.mark.parametrize(("uri", "path"), POSIX.items(), ids=POSIX)
def test_a_uri_names_a_file_of_posix(uri: str, path: str) -> None:
    """A path starts at the root, also if it looks like a drive."""
    assert path_of(uri, PurePosixPath) == PurePosixPath(path)


@pytest.mark.parametrize("uri", NO_FILES)
@pytest.mark.parametrize("system", [PurePosixPath, PureWindowsPath])
def test_other_uris_name_no_file(uri: str, system: type[PurePath]) -> None:
    """Only `file` names a path."""
    assert path_of(uri, system) is None


def test_a_share_is_no_file_of_posix() -> None:
    """The file of another machine has no path, so the client is asked for it."""
    assert path_of("file://server/share/x.betza", PurePosixPath) is None


@pytest.mark.parametrize("uri", [*WINDOWS], ids=str)
def test_the_uri_of_a_path_names_the_path(uri: str) -> None:
    """What Python writes for a path is read as the same path."""
    path = path_of(uri, PureWindowsPath)

    assert path is not None
    assert path_of(path.as_uri(), PureWindowsPath) == path


@pytest.mark.parametrize("path", REFERENCES, ids=str)
def test_reports_name_files_by_uris(path: PurePath) -> None:
    """SARIF names a file by a URI with slashes, also one on a share."""
    assert reference(path) == REFERENCES[path]


def spellings(folder: Path) -> Iterator[str]:
    """The URIs of a folder, as editors write them."""
    yield folder.as_uri()
    yield folder.as_uri().replace("%2B", "+").replace("%40", "@")
    yield folder.as_uri().replace("file://", "file://localhost")


def test_spellings_of_a_uri_have_one_normal_form(tmp_path: Path) -> None:
    """Editors escape `+` and `@`, or do not."""
    assert {normal_uri(uri) for uri in spellings(tmp_path / "c++@home")} == {
        (tmp_path / "c++@home").as_uri()
    }


@pytest.mark.parametrize("number", range(3))
def test_a_folder_has_its_settings_however_its_uri_is_escaped(number: int, tmp_path: Path) -> None:
    """The URI of a file may escape other characters than that of its folder."""
    folder = [*spellings(tmp_path / "c++@home")][number]

    class Scoped(Client):
        def _reply(self, method: str, params: dict[str, list[dict[str, str]]]) -> object:
            if method != "workspace/configuration":
                return None
            own = {"dialect": "xbetza"}
            return [own if item.get("scopeUri") == folder else None for item in params["items"]]

    client = Scoped.forked()
    try:
        client.start(workspaceFolders=[{"uri": folder, "name": "home"}])
        file = (tmp_path / "c++@home" / "x.betza").as_uri()
        assert codes(client, client.open(CHAIN, file)) == ["wrong-dialect"]
    finally:
        client.close()
