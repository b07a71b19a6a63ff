"""Corpora of trees: a title, a text, and the tree that it should have, with what is wrong with the
text.

    ==================
    a bounded slide
    ==================
    fW3
    ------------------
    (start (definition (moves (chain (leg "f" (atom "W") "3")))))

Words stand in quotes, a word that was put in is its bare kind. Line breaks and indentation of a
tree mean nothing. Below it stands a line for each problem, such as `! dropped RANGE "3" at 1`.
`\\r`, `\\n`, `\\t`, `\\x00` and `\\u2028` are what they are in Python; a text ends before the line
break that ends its last line.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from wazir.syntax import Node, Problem, ProblemKind, Token, Tree

_CASE = re.compile(
    r"^={3,}\n(?P<title>.*)\n={3,}\n(?P<text>(?:.*\n)*?)-{3,}\n(?P<answer>(?:(?!={3,}$).*\n)*)",
    re.MULTILINE,
)
_ESCAPE = re.compile(r"\\(?:[rnt]|x[0-9a-f]{2}|u[0-9a-f]{4})")
_SPECIAL = re.compile(r"[\0-\x1f\u2028\ud800-\udfff]")


class Case(NamedTuple):
    """A text and the answer that is expected."""

    title: str
    text: str
    answer: str


def cases(path: Path) -> list[Case]:
    """The cases of a file."""
    return [
        Case(match["title"].strip(), _unescaped(match["text"][:-1]), _even(match["answer"]))
        for match in _CASE.finditer(path.read_text("utf-8"))
    ]


def answer(tree: Tree) -> str:
    """A tree and the problems of its text, as they stand in a corpus."""
    return "\n".join([outline(tree.root), *map(_told, tree.problems)])


def outline(root: Node) -> str:
    """A tree as an s-expression on one line."""
    parts: list[str] = []
    waiting: list[Node | Token | None] = [root]
    while waiting:
        part = waiting.pop()
        if part is None:
            parts.append(")")
        elif isinstance(part, Token):
            parts.append(f' "{_escaped(part.text)}"' if part.text else f" {part.kind}")
        else:
            parts.append(f" ({part.kind}")
            waiting += [None, *reversed(part.children)]
    return "".join(parts).strip()


def _told(problem: Problem) -> str:
    what, where = problem.kind.value, f"{problem.span.start}-{problem.span.end}"
    if problem.kind is ProblemKind.UNEXPECTED and problem.found:
        what, where = (
            f'dropped {problem.found.kind} "{_escaped(problem.found.text)}"',
            f"{problem.span.start}",
        )
    elif problem.kind is ProblemKind.MISSING:
        what, where = f"missing {problem.missing}", f"{problem.span.start}"
    closing = f" for the bracket at {problem.opening.start}" if problem.opening else ""
    return f"! {what} at {where}{closing}{' (follows)' if problem.follows else ''}"


def _escaped(text: str) -> str:
    return _SPECIAL.sub(lambda letter: ascii(letter[0])[1:-1], text)


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(lambda escape: escape[0].encode("ascii").decode("unicode_escape"), text)


def _even(answer: str) -> str:
    """An answer with the tree on one line."""
    lines = [line.strip() for line in answer.strip().splitlines()]
    problems = [line for line in lines if line.startswith("!")]
    tree = re.sub(
        r"\s+(?=[)(\"A-Z])", " ", " ".join(line for line in lines if not line.startswith("!"))
    )
    return "\n".join([tree.strip(), *problems])
