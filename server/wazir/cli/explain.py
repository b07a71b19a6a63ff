"""Explains a diagnostic: what it reports, why it matters, an example, and what to write instead.

For a decision about a notation, such as B12, it prints the text of the decision. For a key of
variants.ini, such as flagPiece, it says what the key means, and its values.

examples:
  wazir explain unknown-letter
  wazir explain bad-range --notation lcpn
  wazir explain king-rule                    a ruling about Ben39
  wazir explain B12                          a decision about a notation
  wazir explain flagPiece                    a key of variants.ini
  wazir explain --keys                       all keys
  wazir explain --list
"""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Mapping, Sequence

from wazir.cli.command import Status, UsageError, similar, wrapped
from wazir.cli.console import Paint, columns, paint_for
from wazir.diagnostics import public_page
from wazir.features.decisions import decision
from wazir.features.definitions import page
from wazir.notations import REGISTRY
from wazir.notations.notation import Notation
from wazir.notations.results import HoverText
from wazir.settings.notation import SETTINGS

DOCUMENTED = {notation.name: notation for notation in (*REGISTRY, SETTINGS)}
"""All that has codes, by name."""


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command to its parser."""
    code = (
        "a code such as unknown-letter, a ruling such as king-rule, a decision such as B12, or a "
        "key such as flagPiece (default: list all codes)"
    )
    limit = "limit to the codes of this notation"
    parser.add_argument("code", nargs="?", metavar="CODE", help=code)
    parser.add_argument("--notation", choices=list(DOCUMENTED), metavar="NAME", help=limit)
    parser.add_argument("--list", action="store_true", help="list all codes")
    parser.add_argument("--keys", action="store_true", help="list the keys of variants.ini")


def run(options: Namespace) -> int:
    """Run the command and return its exit status."""
    paint = paint_for(sys.stdout)
    notations = (DOCUMENTED[options.notation],) if options.notation else tuple(DOCUMENTED.values())
    texts = key_texts(notations)
    if options.keys:
        sys.stdout.write(listing_of_keys(paint, texts))
        return Status.CLEAN
    if options.list or options.code is None:
        sys.stdout.write(listing(paint, notations))
        return Status.CLEAN
    if text := decision(options.code.upper()):
        sys.stdout.write(painted(text, paint))
        return Status.CLEAN
    code = options.code.lower()
    if (text := page(code, notations)) is not None:
        sys.stdout.write(f"{painted(text, paint)}\n{public_page(code)}\n")
        return Status.CLEAN
    by_lower = {name.lower(): text for name, text in texts.items()}
    if code in by_lower:
        sys.stdout.write(painted(page_of_key(by_lower[code]), paint))
        return Status.CLEAN
    if others := [
        other.title
        for other in DOCUMENTED.values()
        if any(known.id == code for known in other.codes)
    ]:
        have = f"{' and '.join(others)} {'have' if others[1:] else 'has'}"
        raise UsageError(f"{notations[0].title} has no code `{options.code}`; {have}.")
    names = [known.id for notation in notations for known in notation.codes]
    names += [ruling for notation in notations for ruling in notation.rulings]
    match = similar(code, names) or similar(options.code, texts)
    advice = f"Did you mean `{match}`?" if match else "`wazir explain` lists all codes."
    raise UsageError(f"Unknown code `{options.code}`. {advice}")


def listing(paint: Paint, notations: Sequence[Notation]) -> str:
    """One line per code: its id, its severity and its summary."""
    lines = []
    room = max(len(code.id) for notation in notations for code in notation.codes)
    for notation in notations:
        lines.append(paint("heading", notation.title))
        for code in sorted(notation.codes, key=lambda code: (code.severity, code.id)):
            word = code.severity.name.lower()
            lines.append(f"  {code.id:{room}}  {paint(word, f'{word:11}')}  {code.summary}")
        for name, title in notation.rulings.items():
            lines.append(f"  {name:{room}}  {'ruling':11}  {title}")
    return "\n".join(lines) + "\n"


def key_texts(notations: Iterable[Notation]) -> Mapping[str, HoverText]:
    """What the keys of variants mean, by their names."""
    return {
        name: text
        for notation in notations
        if notation.variants
        for name, text in notation.variants.key_texts().items()
    }


def listing_of_keys(paint: Paint, texts: Mapping[str, HoverText]) -> str:
    """One line per key: its name and its meaning."""
    room = max(map(len, texts), default=0)
    lines = (f"{paint('place', f'{name:{room}}')}  {text.text}\n" for name, text in texts.items())
    return "".join(lines)


def page_of_key(text: HoverText) -> str:
    """The page of a key, as Markdown."""
    return "\n\n".join((f"# {text.title.strip('`')}", text.text, " ".join(text.notes)))


def painted(page: str, paint: Paint) -> str:
    """A page for a terminal: headings are bold, examples indented, prose is wrapped, and Markdown
    syntax is removed.
    """
    lines, prose, fenced = list[str](), list[str](), False
    for line in [*page.splitlines(), ""]:
        is_row = line.startswith("|")
        is_prose = bool(line) and not fenced and not line.startswith(("#", "```", "|"))
        if not is_prose or line.startswith("- "):
            lines += _paragraph(prose, paint)
            prose.clear()
        if is_prose:
            prose.append(line.strip())
        elif line.startswith("```"):
            fenced = not fenced
        elif fenced:
            lines.append(f"    {paint('warning', line) if _CARETS.match(line) else line}".rstrip())
        elif not is_row:
            lines.append(paint("heading", line.lstrip("# ")))
        elif not _RULE.fullmatch(line):
            lines.append(_without_links(line).strip("| "))
    return "\n".join(lines).rstrip() + "\n"


def _paragraph(prose: Sequence[str], paint: Paint) -> list[str]:
    """Lines of a paragraph, wrapped, with the colour of quoted words; none of an empty one."""
    if not prose:
        return []
    lines = wrapped(_without_links(" ".join(prose)), columns(sys.stdout))
    return [_QUOTED.sub(lambda quoted: paint("place", quoted[0]), "\n".join(lines))]


def _without_links(text: str) -> str:
    """A text without the targets of its links, and without the marks of words that are
    emphasized.
    """
    return _EMPHASIS.sub(r"\1", _LINK.sub(r"\1", text))


_LINK = re.compile(r"\[([^\]]+)\]\([^)\s]+\)")
_EMPHASIS = re.compile(r"(?<![\w*`])\*{1,2}([^\s*`](?:[^*`]*[^\s*`])?)\*{1,2}(?![\w*`])")
_RULE = re.compile(r"[|\s:-]+")
"""The line between the heading of a table and its rows."""
_CARETS = re.compile(r"\s*\^+ [\w-]+\s*$")
_QUOTED = re.compile(r"`[^`]+`")
