"""What authors who know another notation write in the place of moves."""

from __future__ import annotations

from wazir.notations.betza import rules
from wazir.notations.foreign import spelling

_B = r"[ \t]*+"
_APART = rf"(?:{_B},{_B}|[ \t]++)"
SPELLINGS = (
    spelling(
        r"(?<![A-Z])[O0]-[O0](?:-[O0])?(?!\w)",
        rules.UNKNOWN_LETTER,
        "Castling names the squares that the king goes.",
        "isO2",
    ),
    spelling(
        rf"[\[{{<]{_B}-?(?P<a>\d++){_APART}-?(?P<b>\d++)(?:{_B}[\]}}>)])?"
        rf"|\({_B}(?=-|\d++(?:{_B},{_B}-|[ \t]++-?\d++{_B}\)))-?(?P<c>\d++){_APART}-?(?P<d>\d++){_B}\)"
        rf"|(?<![\d,(\[{{<-])(?P<e>\d++){_B},{_B}(?P<f>\d++)(?![\d,)])",
        rules.BAD_LEAP,
        "A leap is two numbers in round brackets, without signs.",
        r"(\g<a>\g<c>\g<e>,\g<b>\g<d>\g<f>)",
    ),
    spelling(
        rf"(?<=[A-Z])(?P<at>{_B}[\[{{<]{_B}(?P<place>\d++){_B}[\]}}>])",
        rules.RANGE_ON_NOTHING,
        "A range stands without brackets behind its atom.",
        r"\g<place>",
    ),
    spelling(
        rf"(?<=[A-Z])(?P<at>{_B}(?:\d++{_B}-|\d*+{_B}\.\.++){_B}(?P<place>\d++))(?!{_B}\w)",
        rules.RANGE_ON_NOTHING,
        "A range is one number, the largest number of steps.",
        r"\g<place>",
    ),
    spelling(r"(?<=[A-Z])(?:\*|∞|\.\.\.)", rules.UNKNOWN_LETTER, "The range `0` is any number of steps.", "0"),
    spelling(r"([\"'])(?P<a>[^\"'\r\n]+)\1", rules.UNKNOWN_LETTER, "Moves stand without quotes.", r"\g<a>"),
    spelling(r"[-=]+>|[→⇒–—−]", rules.UNKNOWN_LETTER, "A `-` joins a leg to the next one.", "-"),
    spelling(r"[+,/|&](?=[ \t]*[A-Za-z(\[])", rules.UNKNOWN_LETTER, "Parts stand side by side, as in `WF`.", ""),
)
