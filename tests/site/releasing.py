"""The page about releasing: its commands run on a copy of the project, with registries on this
machine.

`make test-release` runs it. The copy has the addresses of a stranger and a version that no registry
has. What the commands publish is installed from the registries.
"""

from __future__ import annotations

import base64
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import ClassVar

from project.tracked import ROOT, copy_project
from strangers import with_other_addresses

PAGE = ROOT / "docs" / "development" / "releasing.md"
VERSION = "97.5.3"
LEFT_OUT = ("make check test test-long run", "npx --yes @vscode/vsce@")
"""The tests, which run otherwise, and the Marketplace, which has no registry to try."""
PATIENCE = 900
"""The longest time of a command, in seconds."""


def commands() -> list[str]:
    """The commands of the page, in order."""
    blocks = re.findall(r"^ *```sh\n(.*?)^ *```$", PAGE.read_text("utf-8"), re.M | re.S)
    return [line.strip() for block in blocks for line in block.splitlines()]


def free_port() -> int:
    """A port of the loopback address that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def serving(command: list[str], port: int, folder: Path) -> Iterator[None]:
    """Run a server until the end."""
    with (folder / "server.log").open("w") as log:
        server = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log)
    try:
        until = time.monotonic() + PATIENCE
        while not listens(port):
            log_text = (folder / "server.log").read_text("utf-8")
            assert server.poll() is None, log_text
            assert time.monotonic() < until, log_text
            time.sleep(0.2)
        yield
    finally:
        server.terminate()
        server.wait()


def listens(port: int) -> bool:
    """Whether a server listens on a port."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


class Registry(BaseHTTPRequestHandler):
    """A registry of npm and of Open VSX, which keeps what is published."""

    extensions: ClassVar[list[bytes]] = []
    packages: ClassVar[dict[str, bytes]] = {}
    """The answers about packages, and their archives, by path."""

    def do_POST(self) -> None:
        """Keep an extension, as Open VSX does."""
        self.extensions.append(self._body())
        self._answer(json.dumps({"namespace": "a", "name": "wazir", "version": VERSION}).encode())

    def do_PUT(self) -> None:
        """Keep a package and its archive, as npm does."""
        package = json.loads(self._body())
        for name, attachment in package.pop("_attachments").items():
            archive = base64.b64decode(attachment["data"])
            self.packages[f"/{package['name']}/-/{name}"] = archive
        self.packages[self.path] = json.dumps(package).encode()
        self._answer(b"{}")

    def do_GET(self) -> None:
        """Send a package, or its archive."""
        self._answer(self.packages.get(self.path))

    def _body(self) -> bytes:
        if self.headers.get("Transfer-Encoding") != "chunked":
            return self.rfile.read(int(self.headers["Content-Length"]))
        parts = []
        while size := int(self.rfile.readline(), 16):
            parts.append(self.rfile.read(size))
            self.rfile.readline()  # the end of the line after a chunk
        self.rfile.readline()
        return b"".join(parts)

    def log_message(self, *_: object) -> None:
        """Log nothing."""

    def _answer(self, content: bytes | None) -> None:
        self.send_response(404 if content is None else 201 if self.command == "POST" else 200)
        self.send_header("Content-Length", str(len(content or b"")))
        self.end_headers()
        self.wfile.write(content or b"")


def shell(command: str, folder: Path, env: dict[str, str]) -> None:
    """Run a command of the page, and expect success."""
    started = time.monotonic()
    ran = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=env,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert ran.returncode == 0, f"{command}\n{ran.stdout}{ran.stderr}"
    sys.stderr.write(f"{time.monotonic() - started:6.1f} s  {command}\n")


def strangers_copy(folder: Path) -> Path:
    """A copy with the addresses of a stranger, a version, a dated heading, and a repository to push
    to.
    """
    copy = with_other_addresses(copy_project(folder / "copy"))
    code, changes = copy / "server" / "wazir" / "__init__.py", copy / "CHANGELOG.md"
    text = re.sub(r'__version__ = ".*"', f'__version__ = "{VERSION}"', code.read_text("utf-8"))
    code.write_text(text, "utf-8")
    heading = f"## Unreleased\n\n## {VERSION} (2027-01-31)\n"
    changes.write_text(changes.read_text("utf-8").replace("## Unreleased\n", heading), "utf-8")
    origin = folder / "origin.git"
    subprocess.run(["git", "init", "-q", "--bare", str(origin)], check=True)
    for setting in (
        ["remote", "add", "origin", str(origin)],
        ["config", "user.name", "somebody"],
        ["config", "user.email", "somebody@somebody.test"],
    ):
        subprocess.run(["git", *setting], cwd=copy, check=True)
    return copy


def test_the_commands_of_the_page_release_a_version(tmp_path: Path) -> None:
    """All parts are built, uploaded and tagged, and work where they are installed from the
    registries.
    """
    copy = strangers_copy(tmp_path)
    pypi = tmp_path / "pypi"
    (pypi / "packages").mkdir(parents=True)
    port = free_port()
    registry = ThreadingHTTPServer(("127.0.0.1", 0), Registry)
    Thread(target=registry.serve_forever, daemon=True).start()
    address = f"127.0.0.1:{registry.server_address[1]}"
    npmrc = tmp_path / "npmrc"
    npmrc.write_text(f"//{address}/:_authToken=token\n", "utf-8")
    env = {
        **{name: value for name, value in os.environ.items() if not name.startswith("PYTHON")},
        "VERSION": VERSION,
        "TWINE_REPOSITORY_URL": f"http://127.0.0.1:{port}/",
        "TWINE_USERNAME": "somebody",
        "TWINE_PASSWORD": "secret",
        "OVSX_REGISTRY_URL": f"http://{address}",
        "OVSX_PAT": "token",
    }
    npm_env = {
        **env,
        "NPM_CONFIG_REGISTRY": f"http://{address}/",
        "NPM_CONFIG_USERCONFIG": str(npmrc),
    }
    server = [sys.executable, "-m", "venv", str(pypi / "venv")]
    subprocess.run(server, check=True)
    pypi_python = str(pypi / "venv" / "bin" / "python")
    subprocess.run([pypi_python, "-m", "pip", "install", "-q", "pypiserver"], check=True)
    pypi_server = [pypi_python, "-m", "pypiserver", "run", "-i", "127.0.0.1", "-p"]
    pypi_server += [str(port), "-a", ".", "-P", ".", "packages"]

    with serving(pypi_server, port, pypi):
        for command in commands():
            if not command.startswith(LEFT_OUT):
                shell(command, copy, npm_env if command.startswith("npm ") else env)

        assert wheel_checks_a_file(tmp_path / "new", port) == "All checks passed (1 file).\n"
    assert {"index.js", "worker.js", "package.json"} <= npm_files(tmp_path / "page", npm_env)
    registry.shutdown()
    registry.server_close()
    vsix = (copy / "out" / "wazir.vsix").read_bytes()
    assert [vsix in extension for extension in Registry.extensions] == [True]
    assert extension_version(copy / "out" / "wazir.vsix", tmp_path / "installed") == VERSION
    tags = subprocess.run(
        ["git", "tag"], cwd=tmp_path / "origin.git", check=True, capture_output=True, text=True
    ).stdout
    assert tags == f"v{VERSION}\n"


def wheel_checks_a_file(folder: Path, port: int) -> str:
    """What the command prints after it is installed from the index."""
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    index = ["--extra-index-url", f"http://127.0.0.1:{port}/simple/"]
    install = [str(folder / "bin" / "python"), "-m", "pip", "install", "-q", *index]
    subprocess.run([*install, f"wazir=={VERSION}"], check=True)
    sample = ROOT / "samples" / "betza" / "orthodox.betza"
    return subprocess.run(
        [str(folder / "bin" / "wazir"), "check", str(sample)],
        check=False,
        capture_output=True,
        text=True,
    ).stdout


def npm_files(folder: Path, env: dict[str, str]) -> set[str]:
    """The files of the npm package after it is installed from the registry."""
    folder.mkdir()
    (folder / "package.json").write_text("{}", "utf-8")
    install = ["npm", "install", "--no-audit", "--no-fund", f"wazir-web@{VERSION}"]
    subprocess.run(install, cwd=folder, env=env, check=True)
    return {path.name for path in (folder / "node_modules" / "wazir-web").iterdir()}


def extension_version(vsix: Path, folder: Path) -> str:
    """The version of the server in an extension that is unpacked as an editor does it."""
    with zipfile.ZipFile(vsix) as packed:
        packed.extractall(folder)
    libs = folder / "extension" / "bundled" / "libs"
    ran = subprocess.run(
        [sys.executable, "-P", "-m", "wazir", "--version"],
        env={**os.environ, "PYTHONPATH": str(libs)},
        cwd=folder,
        check=True,
        capture_output=True,
        text=True,
    )
    shutil.rmtree(folder)
    return ran.stdout.split()[1]
