"""Texts below a megabyte that nobody would write, and that are made to take long: each with its
language.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from itertools import islice, permutations, product

SIZE = 950_000
"""The characters of a text that is as long as it may be."""
LCPN, BETZA, BENSAHAS, BEN39 = 2_900, 750, 1_400, 15_000
"""Those of a definition that is almost too long to be read."""

_LETTERS = "bcdfghjklmnpqrstvwxz"


def _names(length: int = 4) -> Iterator[str]:
    """Names that are much alike."""
    return ("q" + "".join(letters) for letters in product(_LETTERS, repeat=length))


def _anagrams(count: int, first: int = 0) -> Iterator[str]:
    """Names of the same letters."""
    return map("".join, islice(permutations("abcdefgh"), first, first + count))


def _filled(lines: Iterator[str], size: int = SIZE) -> str:
    """As many lines as there is room for."""
    taken, length = [], 0
    for line in lines:
        length += len(line)
        if length > size:
            break
        taken.append(line)
    return "".join(taken)


def _times(unit: str, size: int = SIZE) -> str:
    return unit * (size // len(unit))


def _chain(line: str, last: str) -> str:
    """Definitions each of which needs the next."""
    names = list(islice(_names(), SIZE // (len(line) + 10)))
    return "".join(
        line.format(name, other) for name, other in zip(names, [*names[1:], last], strict=True)
    )


def _circle(line: str) -> str:
    """Definitions each of which needs the next, and the last the first."""
    return _chain(line, next(_names()))


def _misspelt(line: str) -> str:
    """Each uses a name that is like that of many others."""
    return _filled(line.format(name, name + "ee") for name in _names())


def _broken(body: str, line: str = "{} := {}\n") -> str:
    """Definitions that are all broken in the same way."""
    return _filled(line.format(name, body) for name in _names())


def _mixed(crumbs: str, starts: str, size: int) -> str:
    """Signs of a language in no order, as one definition."""
    rng = random.Random(size)
    words = crumbs.split("|")
    return starts + _filled((rng.choice(words) for _ in range(size)), size)


_C_CRUMBS = '(|)|[|]|{|}|rook|, |/ |-> |=> |:forward|1|if|else|&|::royal|"|5|:*|a:b| '
_SQL_CRUMBS = _C_CRUMBS + "|IF |THEN |ELSE |END |OR |AND |moving |NOT |AND_THEN |IS "
_BETZA_CRUMBS = "W|F|f|b|[|]|-|(|)|1|,|9|y|?|m|c|i|N|R|K|a|x|{|}|<|>|"
_BENSAHAS_CRUMBS = 'm|c|(|)|{|}|1|, |;|!|n|/|&|:|@|=|[|]|rook|if |not |F|255|"|board '


def _lcpn() -> Mapping[str, str]:
    return {
        "c brackets": _times("("),
        "c brackets in lines": _times("(\n"),
        "c closing": _times(")"),
        "c pages": "".join(f"a{n} := page\n" for n in range(64)) + "1]:forward)\n" * 50,
        "c pages and much": "".join(f"a{n} := page\n" for n in range(64)) + _times("1]:forward)\n"),
        "c broken": _broken("1]:forward)"),
        "c broken chunk": _mixed(_C_CRUMBS, "a := ", LCPN),
        "c broken chunks": _filled(
            _mixed(_C_CRUMBS, f"{name} := ", LCPN) + "\n" for name in _names()
        ),
        "sql broken chunk": _mixed(_SQL_CRUMBS, "a IS ", LCPN),
        "sql broken chunks": _filled(
            _mixed(_SQL_CRUMBS, f"{name} IS ", LCPN) + "\n" for name in _names()
        ),
        "lisp broken chunk": _mixed(_C_CRUMBS, "(def a ", LCPN),
        "sql lines": "a IS\n" + _times("IF rook THEN\n"),
        "c line": "a := " + _times("rook / "),
        "c chunk": "a := " + _times("rook / ", LCPN) + "rook",
        "c chunk of arrows": "a := " + _times("rook -> ", LCPN) + "rook",
        "c many paths": "a := "
        + " -> ".join(["(rook / bishop / knight / camel / wazir / dabbabah / [4, 1])"] * 3),
        "c calls": "a := " + _times("move(rook) / capture & cannon(rook) / ", LCPN) + "rook",
        "c chunk of names": "x := " + _times("a / b:c / ", LCPN) + "a",
        "c chunk of unknown names": "x := "
        + "".join(f"{name} / " for name in islice(_names(3), LCPN // 5))
        + "a",
        "c chunks": _filled(
            f"{name} := " + _times("[1, 2]:forward / ", LCPN) + "rook\n" for name in _names()
        ),
        "c string": 'a := "' + _times("rook / "),
        "c strings": _times('a := "\n'),
        "c comment": "a := rook /*" + _times(" rook\n"),
        "c open comments": _times("/* a\n"),
        "c comments": _times("// a\n"),
        "c definitions": _filled(f"{name} := rook\n" for name in _names()),
        "c short lines": _times("a\n"),
        "c returns": _times("a:=b\r"),
        "c chain": _chain("{} := {}\n", "rook"),
        "c chain of arrows": _chain("{0} := {1} -> {1}\n", "rook"),
        "c circle": _circle("{} := {}\n"),
        "c misspelt": _misspelt("{} := {}\n"),
        "c one broken name": _filled(f"{name} := rook / brokn\n" for name in _names()),
        "c anagrams": "".join(f"{name} := rook\n" for name in _anagrams(300))
        + "x := "
        + "".join(f"{name} / " for name in _anagrams(LCPN // 11, 1_000)),
        "c same name": _times("rok := rook\n"),
        "c uses of one": "piece := rook\n" + _filled(f"{name} := piece\n" for name in _names()),
        "c number": "a := [1, " + _times("9") + "]",
        "c name": "a := " + _times("a"),
        "c combining": "a := " + _times("a\u0301"),
        "c hyphens": "a := " + _times("a-"),
        "c underscores": "a := " + _times("_1"),
        "c blanks": "a := " + _times(" ") + "b",
        "c board": "// board: " + _times("9x"),
        "c styles": _times("// style: sql\n"),
        "lisp brackets": _times("(def a (", SIZE),
        "lisp chunk": "(def a (/ " + _times("rook ", LCPN) + "))",
        "lisp chunk of arrays": "(def x (/ " + _times("[1 2] ", LCPN) + "))",
        "lisp chain": _chain("(def {} {})\n", "rook"),
        "lisp conds": "(def a " + _times("(cond ((= (rank) 2) ") + "rook",
        "sql chain": _chain("{} IS {}\n", "rook"),
        "sql gerunds": "a IS " + _times("moving ", LCPN) + "rook",
        "sql uses": _filled(f"{name} IS moving {name}ing {name}\n" for name in _names()),
    }


def _betza() -> Mapping[str, str]:
    return {
        "definitions": _filled(f"{name} = W\n" for name in _names()),
        "errors": _filled(f"{name} = T?\n" for name in _names()),
        "short lines": _times("a\n"),
        "returns": _times("=W\r"),
        "brackets": "a = " + _times("["),
        "groups": "a = " + "[" * 60 + "W" + "]" * 60,
        "line": "a = " + _times("W"),
        "chunk": "a = " + _times("WF", BETZA),
        "broken chunk": _mixed(_BETZA_CRUMBS, "a = ", BETZA),
        "broken chunks": _filled(
            _mixed(_BETZA_CRUMBS, f"{name} = ", BETZA) + "\n" for name in _names()
        ),
        "chain": "a = " + _times("W-", BETZA) + "W",
        "many paths": "a = " + "-".join(["KNADCZ"] * 4),
        "legs": "a = " + _times("a", BETZA) + "K",
        "chains": "a = " + _times("aK", BETZA),
        "ranges": "a = " + _times("W9", BETZA),
        "number": "a = W" + _times("9"),
        "continued": "a = W\n" + _times("  W\n"),
        "same name": _times("rook = R\n"),
        "board": "%board " + _times("9"),
        "boards": _times("%board 9x10\n"),
        "dialects": _times("%dialect xbetza\na = W\n"),
        "comments": _times("# a\n"),
        "combining": "a = " + _times("\u0301"),
        "name": _times("a\u0301 ") + "= W",
    }


def _bensahas() -> Mapping[str, str]:
    return {
        "definitions": _filled(f":{name} {{ m(1, 1)! }}\n" for name in _names()),
        "statement": ":a { " + _times("m(1, 1)! ", BENSAHAS) + "}",
        "chunk of conditions": ":a { " + _times("if (a) (n, 1)! ", BENSAHAS) + "}",
        "chunk of calls": ":a { " + _times("a(1, 1)! ", BENSAHAS) + "}",
        "giant statement": ":a { " + _times("m(1, 1)! ") + "}",
        "brackets": ":a { " + _times("("),
        "braces": _times("{"),
        "braces in lines": "{\n" * 300_000,
        "broken chunk": _mixed(_BENSAHAS_CRUMBS, ":a { ", BENSAHAS),
        "broken chunks": _filled(
            _mixed(_BENSAHAS_CRUMBS, f":{name} {{ ", BENSAHAS) + "\n" for name in _names()
        ),
        "numbers": ":a { (" + _times("1, ", BENSAHAS) + ")! }",
        "number": ":a { (" + _times("1") + ")! }",
        "misspelt": _filled(f":{name} {{ c/{name}e(n, 15)! }}\n" for name in _names()),
        "same name": _times(":a { (n, 15)! }\n"),
        "promotions": _filled(
            f":{name.title()} {{ m(1, 1)! }}\n" for name in islice(_names(), 6_000)
        )
        + ":X { m(1, 1)! flip(condition = [n, 8], promotes_to = "
        + f"{', '.join(name.title() + 'e' for name in islice(_names(3), BENSAHAS // 7))}) }}",
        "short lines": _times("a\n"),
        "returns": _times("a\r"),
        "string": ':a { igui("' + _times("rook "),
        "comments": _times("// a\n"),
        "headers": _times(":a\n"),
    }


def _ben39() -> Mapping[str, str]:
    moves = "position opening\nmoves:\n"
    seed = "1. Bf4-b8 I@m1\n2. Bb8xf12 Sf14xf12\n3. R@f14\nBj12-l10\n4. Rf14xh14\n"
    row = "|" + "###|*R*|" * 8 + "\n"
    return {
        "records": _times(f"position miniature\nmoves:\n{seed}"),
        "positions": _times("position\n"),
        "moves": moves + _times("1. Bf4-b8 I@m1\n"),
        "turns": moves + _times("Nf4-d5 Nf12-d11 Nd5-f4 Nd11-f12 "),
        "long play": moves
        + "".join(f"{n}. Nh4-g6 Nh12-g10\n{n + 1}. Ng6-h4 Ng10-h12\n" for n in range(1, 20_000, 2)),
        "one line": moves + _times("Bf4-b8 "),
        "chunk": moves + _times("Nf4-d5 Nf12-d11 Nd5-f4 Nd11-f12 ", BEN39),
        "broken chunk": moves + _times("xx@--?? ", BEN39),
        "chunk of keys": "position\n" + _filled((f"{name}: a\n" for name in _names()), BEN39),
        "broken moves": moves + _times("xx@--?? "),
        "diagram": "position\nboard:\n" + _times(row),
        "wide diagram": "position\nboard:\n" + ("|" + _times("*R*|", SIZE // 20) + "\n") * 18,
        "many diagrams": _times("position\nboard:\n" + row * 15),
        "reserve": "position\nwhite reserve: " + _times("X "),
        "fen": "position\nfen: " + _times("8/"),
        "keys": "position\n" + _times("trun: white\n"),
        "comments": _times("; a\n"),
        "short lines": _times("a\n"),
        "returns": _times("moves:\r"),
    }


def _markdown() -> Mapping[str, str]:
    return {
        "tiny fences": "```betza\nK\n```\n" * 20_000,
        "tiny fences of all": _times(
            "```betza\nW\n```\n```lcpn\na\n```\n```bensahas\n:a\n```\n```ben39\n```\n"
        ),
        "broken fences": _times("```betza\nT\n```\n"),
        "fences in a quote": _times("> ```betza\n> W\n> ```\n"),
        "broken fences in a quote": _times("> ```betza\n> T\n> ```\n"),
        "fences in a list": "- a\n" + _times("  ```betza\n  W\n  ```\n"),
        "one fence": "```betza\n" + _filled(f"{name} = W\n" for name in _names()),
        "fence of brackets": "```lcpn\n" + _times("("),
        "nested quotes": ">" * 2_000 + " a\n" + _times("> a\n"),
        "deep quotes": _times(">"),
        "deep quotes in lines": _times(">" * 500 + "\n"),
        "nested lists": "".join(" " * n + "- a\n" for n in range(0, 1_200, 2)),
        "deep lists": _times("- "),
        "deep lists in lines": _times("- " * 500 + "\n"),
        "paragraph": _times("word ```` a\n"),
        "ticks": _times("`"),
        "tag": "<a " + _times("a=b "),
        "tags": _times("<a b='c' "),
        "blanks": _times(" "),
        "blank lines": _times("\n"),
        "blank lines with blanks": _times("\n \t"),
        "underlines": _times("a\n=\n"),
        "html": "<!--\n" + _times("a\n"),
        "stars": _times("* "),
        "info": "```" + _times("{ ."),
        "short lines": _times("a\n"),
        "returns": _times("```betza\rW\r```\r"),
    }


TEXTS: Mapping[str, Callable[[], Mapping[str, str]]] = {
    "lcpn": _lcpn,
    "betza": _betza,
    "bensahas": _bensahas,
    "ben39": _ben39,
    "markdown": _markdown,
}
"""For each language its texts by their names."""
