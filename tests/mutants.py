"""Mutants: small defects put into functions, one at a time, each of which the tests should find.

    python tests/mutants.py --count 40 --seed 7 piece notations/lcpn/meaning.py

takes functions of the named modules by chance, of all without a name, and of one line in `ben39/reasons.py:113`. It
flips a comparison, adds one to a number or drops a condition, and runs the tests that execute the statement until one
fails, the quickest first. These are found out beforehand, by one run of all tests without a defect. If there are none,
because the statement runs in another process or at import, the tests of the folder run that has its package's name, in
a new Python. What a server does is tried by the tests that talk to one, too.
A mutant that no test finds is printed with the line that it changes. The tests are collected once, in a copy of the
project; each mutant has a process of its own, in which the code of the function is replaced and the file is changed,
for the processes that tests start. What survives is tried once more in a new Python, where tables that are made at
import, and caches that other tests have filled, are made anew.
"""

from __future__ import annotations

import argparse
import ast
import builtins
import gc
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import types
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import _lru_cache_wrapper, cache
from gc import unfreeze
from importlib import import_module
from itertools import pairwise
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = Path("server", "wazir")
FOLDERS = (
    *("api", "ben39", "cli", "document", "features", "grammars", "lsp"),
    *("notations", "parsing", "piece", "project", "settings", "text", "vectors"),
)
"""The folders of tests that run; the others need editors or try no code of the package."""

SERVED = ("document", "features", "lsp", "settings")
"""The packages that are also tried by the tests that talk to a server."""

FLIPPED = {"==": "!=", "!=": "==", "<": "<=", "<=": "<", ">": ">=", ">=": ">"}
FLIPPED |= {"in": "not in", "not in": "in", "is": "is not", "is not": "is"}
HANGS = 30
"""Seconds of CPU after which a test hangs, which is a failure."""
_OPERATOR = re.compile(r"[=!<>]=|[<>]|\b(?:not\s+in|is\s+not|in|is)\b")


@dataclass(frozen=True)
class Mutant:
    """A defect: the bytes from `start` to `end` of a source become `new`."""

    path: Path
    original: bytes = field(repr=False)
    line: int
    start: int
    end: int
    new: str

    def source(self) -> bytes:
        """The source with the defect."""
        return self.original[: self.start] + self.new.encode() + self.original[self.end :]

    @property
    def old(self) -> str:
        """What stands there without the defect."""
        return self.original[self.start : self.end].decode()

    def __str__(self) -> str:
        line = self.original.splitlines()[self.line - 1].decode().strip()
        old = " ".join(self.old.split())
        return f"{self.path}:{self.line}: {old} -> {self.new}    | {line}"


def mutants(path: Path) -> Iterator[Mutant]:
    """Every defect that can be put into the functions of a file."""
    source = (ROOT / path).read_bytes()
    lines = [0]
    for line in source.splitlines(keepends=True):
        lines.append(lines[-1] + len(line))

    def extent(node: ast.expr) -> tuple[int, int]:
        return lines[node.lineno - 1] + node.col_offset, lines[(node.end_lineno or 1) - 1] + (node.end_col_offset or 0)

    for node in inside(ast.parse(source)):
        if isinstance(node, ast.Compare):
            for left, right in pairwise((node.left, *node.comparators)):
                first, last = extent(left)[1], extent(right)[0]
                if sign := _OPERATOR.search(source[first:last].decode()):
                    place = first + sign.start(), first + sign.end()
                    yield Mutant(path, source, left.lineno, *place, FLIPPED[" ".join(sign[0].split())])
        for part, new in replacements(node):
            yield Mutant(path, source, part.lineno, *extent(part), new)


def replacements(node: ast.AST) -> Iterator[tuple[ast.expr, str]]:
    """Parts of an expression or statement, each with what takes its place."""
    match node:
        case ast.Constant(value=int()) if not isinstance(node.value, bool):
            yield node, str(node.value + 1)
        case ast.BoolOp():
            yield from ((value, str(isinstance(node.op, ast.And))) for value in node.values)
        case ast.If(test=test) | ast.IfExp(test=test) if not isinstance(test, ast.BoolOp):
            yield test, "True"
        case ast.comprehension(ifs=tests):
            yield from ((test, "True") for test in tests if not isinstance(test, ast.BoolOp))
        case ast.UnaryOp(op=ast.Not()):
            yield node, f"({ast.unparse(node.operand)})"


def inside(tree: ast.AST, within: bool = False) -> Iterator[ast.AST]:
    """The nodes of the bodies of functions; formatted strings and annotations are left out."""
    for name, value in ast.iter_fields(tree):
        if name in ("decorator_list", "annotation", "returns", "args") and isinstance(tree, ast.stmt):
            continue
        for node in value if isinstance(value, list) else [value]:
            if isinstance(node, ast.AST) and not isinstance(node, ast.JoinedStr):
                if within:
                    yield node
                yield from inside(node, within or isinstance(node, ast.FunctionDef))


def own(mutant: Mutant) -> tuple[str, ...]:
    """The folders of tests for the package that a mutant is in."""
    part, *more = mutant.path.relative_to(PACKAGE).parts
    return (f"tests/{part}/",) if more else ("tests/text/", "tests/parsing/", "tests/document/", "tests/cli/")


def sample(names: list[str], count: int, seed: int) -> list[Mutant]:
    """Defects in folders, files and lines, by chance."""
    every = {}
    for name, _, line in (name.partition(":") for name in names or [""]):
        place = ROOT / PACKAGE / name
        for path in place.rglob("*.py") if place.is_dir() else [place]:
            candidates = mutants(path.relative_to(ROOT))
            every |= {
                (mutant.path, mutant.start, mutant.end, mutant.new): mutant
                for mutant in candidates
                if not line or mutant.line == int(line)
            }
    return random.Random(seed).sample([every[key] for key in sorted(every)], min(count, len(every)))


# In the process of a mutant


def codes(code: types.CodeType) -> Iterator[types.CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from codes(constant)


def module_of(path: Path) -> str:
    return ".".join(path.with_suffix("").parts[1:]).removesuffix(".__init__")


def swap(path: Path, source: bytes | ast.Module) -> None:
    """Puts the code of a source into the functions of the module, and forgets what was kept."""
    new = {(code.co_qualname, code.co_firstlineno): code for code in codes(compile(source, str(path), "exec"))}
    module = module_of(path)
    for function in loaded()[0]:
        if function.__module__ == module and "<lambda>" not in function.__qualname__:
            code = new.get((function.__code__.co_qualname, function.__code__.co_firstlineno))
            if code and code.co_freevars == function.__code__.co_freevars:
                function.__code__ = code
    forget()


def forget() -> None:
    """Clears all that functions have kept."""
    for cached in loaded()[1]:
        cached.cache_clear()


@cache
def loaded() -> tuple[list[types.FunctionType], list[_lru_cache_wrapper[object]]]:
    """All functions, and those that keep results. To look for them in each process would copy all of its memory."""
    every = gc.get_objects()
    kept = [value for value in every if isinstance(value, _lru_cache_wrapper) and value.__module__]
    return (
        [value for value in every if isinstance(value, types.FunctionType)],
        [wrapper for wrapper in kept if not wrapper.__module__.startswith("_")],
    )


_MEETS = "meets_mutant"


def watched(mutants: Mapping[int, Mutant]) -> ast.Module:
    """The source of a file, in which the statements that have defects tell their numbers when they are executed."""
    tree = ast.parse(next(iter(mutants.values())).original)
    blocks = [
        block
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        for node in ast.walk(function)
        for block in (getattr(node, name, None) for name in ("body", "orelse", "finalbody"))
        if isinstance(block, list)
    ]
    for number, mutant in mutants.items():
        _, block, statement = max(
            (
                (node.lineno, block, node)
                for block in blocks
                for node in block
                if node.lineno <= mutant.line <= node.end_lineno
            ),
            key=lambda entry: entry[0],
        )
        place = block.index(statement)
        block[place:place] = ast.parse(f"{_MEETS}({number})").body
    return ast.fix_missing_locations(tree)


class Sampler:
    """Runs the tests of each mutant in place of all tests."""

    def __init__(self, wanted: list[Mutant], limit: int) -> None:
        self.wanted, self.limit = wanted, limit
        self.survivors: list[Mutant] = []
        self.seconds: dict[str, float] = {}
        """The CPU that each test takes, if it passes without a defect."""
        self.meeting: dict[int, set[str]] = {}
        """The tests that execute the statement of each mutant."""
        self.unseen: list[str] = []
        """The tests that talk to a server, in whose process no statement can be watched."""

    def pytest_sessionstart(self) -> None:
        """The examples that the tests try otherwise, and no search for the smallest that fails."""
        from hypothesis import Phase, settings

        phases = (Phase.explicit, Phase.generate)
        settings.register_profile("mutants", settings.get_profile("ci"), phases=phases)
        settings.load_profile("mutants")

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        assert not report.failed, report.longreprtext

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        unfreeze()  # else the functions are not found
        for mutant in self.wanted:
            import_module(module_of(mutant.path))
        loaded()
        gc.freeze()
        report = Path("report")
        self.unseen = [item.nodeid for item in session.items if starts_servers(item)]
        forked(lambda: self.watch(session, report))
        for name, seconds, *met in map(json.loads, report.read_text().splitlines()):
            self.seconds[name] = seconds
            for number in met:
                self.meeting.setdefault(number, set()).add(name)
        sys.stdout.write(f"{len(self.seconds)} of {len(session.items)} tests, {sum(self.seconds.values()):.0f} s\n")
        for number, mutant in enumerate(self.wanted):
            before = sum(os.times()[:4])
            killer = self.fate(session, number, report)
            mutant.path.write_bytes(mutant.original)
            if not killer:
                self.survivors.append(mutant)
            tried = f"{len(self.meeting.get(number, ()))} tests, {sum(os.times()[:4]) - before:.0f} s"
            sys.stdout.write(f"{number + 1} {'killed' if killer else 'SURVIVED'} {mutant}    {killer or tried}\n")
            sys.stdout.flush()
        return True

    def watch(self, session: pytest.Session, report: Path) -> None:
        """Runs all tests without a defect, and writes the time of each that passes, and the mutants that it meets."""
        met: set[int] = set()
        setattr(builtins, _MEETS, met.add)
        numbered = list(enumerate(self.wanted))
        for path in {mutant.path for mutant in self.wanted}:
            swap(path, watched({number: mutant for number, mutant in numbered if mutant.path == path}))
        with report.open("w", buffering=1) as out:
            items = [item for item in session.items if item.nodeid not in self.unseen]
            for item, after in zip(items, [*items[1:], None], strict=True):
                met.clear()
                forget()
                before, failed = time.process_time(), session.testsfailed
                session.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
                if session.testsfailed == failed:
                    out.write(json.dumps([item.nodeid, time.process_time() - before, *met]) + "\n")

    def fate(self, session: pytest.Session, number: int, report: Path) -> str:
        """The test that fails, or nothing."""
        report.write_text("")
        if number not in self.meeting:
            return self.try_anew(number)
        status = forked(lambda: self.try_tests(session, number, report))
        last = report.read_text()
        if os.WIFSIGNALED(status):
            return f"signal {os.WTERMSIG(status)} after {last}"
        if not os.WEXITSTATUS(status):
            return self.try_anew(number)
        return last or "import"

    def try_anew(self, number: int) -> str:
        """The test that fails in a new Python, or nothing."""
        mutant = self.wanted[number]
        mutant.path.write_bytes(mutant.source())
        tests = dict.fromkeys(name.partition("::")[0] for name in self.tests(number))
        command = [sys.executable, "-m", "pytest", "-o", "addopts=", "-qx", "--hypothesis-profile=ci", *tests]
        patience = 10 * (self.limit + HANGS)
        try:
            ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=patience)
        except subprocess.TimeoutExpired:
            return "a test that hangs"
        return ran.stdout.splitlines()[-2] if ran.returncode else ""

    def tests(self, number: int) -> list[str]:
        """The tests to run for a mutant, the quickest first."""
        mutant = self.wanted[number]
        meeting = self.meeting.get(number) or [name for name in self.seconds if name.startswith(own(mutant))]
        is_served = mutant.path.relative_to(PACKAGE).parts[0] in SERVED
        return [*sorted(meeting, key=self.seconds.__getitem__), *(self.unseen if is_served else ())]

    def try_tests(self, session: pytest.Session, number: int, report: Path) -> None:
        """Runs the tests of a mutant until one fails; writes the last one."""
        mutant = self.wanted[number]
        signal.alarm(10 * (self.limit + HANGS))
        resource.setrlimit(resource.RLIMIT_CPU, (self.limit + HANGS,) * 2)
        resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
        items = {item.nodeid: item for item in session.items}
        tests = [items[name] for name in self.tests(number)]
        mutant.path.write_bytes(mutant.source())
        swap(mutant.path, mutant.source())
        for item, after in zip(tests, [*tests[1:], None], strict=True):
            if time.process_time() > self.limit:
                break
            report.write_text(item.nodeid)
            session.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
            if session.testsfailed:
                os._exit(1)


def starts_servers(item: pytest.Item) -> bool:
    """Whether a test talks to a server in a process of its own."""
    return isinstance(item, pytest.Function) and any(
        getattr(value, "__module__", None) == "lsp.client" for value in vars(item.module).values()
    )


def forked(run: Callable[[], object]) -> int:
    """Runs something silently in a process of its own, and gives its status: 0 if it returns."""
    child = os.fork()
    if not child:
        os.setsid()
        for stream in (1, 2):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
        try:
            run()
            os._exit(0)
        finally:
            os._exit(1)
    _, status = os.waitpid(child, 0)
    with suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    return status


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("modules", nargs="*", help="folders, files and lines of files below server/wazir")
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--limit", type=int, default=150, help="seconds of CPU for the tests of a mutant")
    options = parser.parse_args()
    wanted = sample(options.modules, options.count, options.seed)
    files = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout.decode()
    with tempfile.TemporaryDirectory(prefix="mutants") as copy:
        for name in filter(None, files.split("\0")):
            (Path(copy) / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, Path(copy) / name)
        os.chdir(copy)
        sys.path[:0] = [f"{copy}/server", f"{copy}/tests"]
        os.environ["PYTHONPATH"] = os.pathsep.join(sys.path[:2])
        os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
        sampler = Sampler(wanted, options.limit)
        tests = [f"tests/{folder}" for folder in FOLDERS]
        wide = ["-o", "addopts=", "-s", "-p", "no:terminal"]
        pytest.main([*wide, *tests], plugins=[sampler])
    sys.stdout.write(f"{len(wanted) - len(sampler.survivors)} of {len(wanted)} killed\n")


if __name__ == "__main__":
    main()
