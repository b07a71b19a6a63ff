"""The rules of PyChess for variants of users (V9 to V12), which it reads by itself, and refuses without a reason.

The facts are those of its `server/catalogued_variants.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from wazir.notations.kit import Report, counted
from wazir.notations.variants_ini import rules
from wazir.notations.variants_ini.meaning import Resolved
from wazir.notations.variants_ini.syntax import SEPARATOR, IniSetting
from wazir.text import Span

PROFILE = "pychess"
LARGEST = 64 * 1024
"""The most bytes of a file."""
_NAME = re.compile(r"[a-z][a-z0-9_-]{2,31}")
VARIANTS = frozenset(
    {
        *("alice", "borderlands", "cannonshogi", "chennis", "cwda", "dragon", "fogofwar", "gothhouse", "hoppelpoppel"),
        *("jieqi", "makbug", "mansindam", "shinobiplus", "xiangqihouse"),
    }
)
"""The names of its own variants that are not built-in variants of the engine."""

_IS_ON, _IS_OFF = frozenset({"true", "yes", "1", "on"}), frozenset({"", "-", "0", "false", "no", "off", "none"})
_REFUSED: Mapping[str, str] = {
    "twoboards": "two boards",
    "cambodianmoves": "the first moves of Ouk",
    "materialcounting": "counting of material",
    "freedrops": "free drops",
}
"""What PyChess cannot do, by a key in lower case that turns it on."""
_REFUSED_VALUES: Mapping[str, str] = {
    "wallingrule": "walls",
    "countingrule": "counting rules",
    "chasingrule": "chasing rules",
}
"""The same, by a key with any value that does not turn it off."""
_PIECES = re.compile(r"[#;][ \t]*pychessPieces[ \t]*=(?P<roles>[^#;\r\n]*)", re.IGNORECASE)
_ROLE = re.compile(r"[^\s,]+")


def report_pychess(resolved: Resolved, report: Report) -> None:
    """Report why PyChess refuses a section as the variant of a user."""
    section, header = resolved.section, resolved.section.header
    for span, message in _roles(section.text):
        report(rules.PYCHESS, span, message)
    if header is None:
        return
    others = [name for name in set(resolved.scope.defined_names()) if SEPARATOR not in name and name != section.name]
    if others:
        message = f"PyChess takes a file with one section; here are {len(others) + 1}."
        report(rules.PYCHESS, header.span, message)
    size = len(section.text.encode("utf-8", "surrogatepass"))
    if size > LARGEST:
        report(rules.PYCHESS, header.span, f"PyChess takes files of up to 64 KiB; this has {counted(size, 'byte')}.")
    if not _NAME.fullmatch(header.name.strip()):
        message = "A name in PyChess has 3 to 32 characters, `a` to `z`, `0` to `9`, `-` and `_`, a letter first."
        report(rules.PYCHESS, header.name_span, message)
    elif header.name.strip() in VARIANTS:
        report(rules.PYCHESS, header.name_span, f"PyChess has a variant `{header.name.strip()}` of its own.")
    if len(resolved.variant.start_fen.split()) == 1:
        start = section.last.get("startFen")
        report(
            rules.PYCHESS, start.value_span if start else header.span, "PyChess needs the side to move in `startFen`."
        )
    _report_settings(section.settings, report)


def _report_settings(settings: tuple[IniSetting, ...], report: Report) -> None:
    """Report refused settings. PyChess reads the first line with a key, in any case, up to a `#`."""
    first = dict[str, IniSetting]()
    for setting in settings:
        earlier = first.setdefault(setting.key.strip().lower(), setting)
        if earlier is not setting and _value(earlier) != _value(setting):
            message = f"PyChess reads the first line with `{earlier.key}`, the engine the last one."
            report(rules.PYCHESS, _line(earlier), message)
    gates = "seirawangating" in first and _value(first["seirawangating"]) in _IS_ON
    for key, setting in first.items():
        is_on = _value(setting) in _IS_ON
        what = _REFUSED.get(key) if is_on else None
        if _value(setting) not in _IS_OFF:
            what = what or _REFUSED_VALUES.get(key)
        if key == "gating" and is_on and not gates:
            what = "gating without `seirawanGating`"
        if what:
            report(rules.PYCHESS, _line(setting), f"PyChess does not support {what} in variants of users.")


def _line(setting: IniSetting) -> Span:
    return Span(setting.key_span.start, setting.value_span.end)


def _value(setting: IniSetting) -> str:
    return setting.read.partition("#")[0].strip().lower()


def _roles(text: str) -> Iterator[tuple[Span, str]]:
    """The roles in comments that are not one letter, possibly with a `+` before it."""
    for comment in re.finditer(rf"(?m)^[ \t]*{_PIECES.pattern}", text, re.IGNORECASE):
        for role in _ROLE.finditer(comment["roles"]):
            if not re.fullmatch(r"\+?[A-Za-z]", role[0]):
                span = Span(*role.span()).moved(comment.start("roles"))
                yield span, "A role in `pychessPieces` is one letter, with `+` before it for a promoted piece."
