"""The head of a page that opens in a browser and needs nothing else, and what the browser may do with the page."""

from __future__ import annotations

import base64
import hashlib

from wazir.piece.svg import escaped

LONGEST_TITLE = 120

_HEAD = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
"""


def head(title: str, style: str, *, script: str = "", pictures: bool = False) -> str:
    """The head of a page, as HTML, up to where its body begins.

    Args:
        title: Of the page, as plain text.
        style: Its one style sheet.
        script: Its one script, which the page writes at its end; without one no script runs.
        pictures: Whether the page shows pictures, which it holds itself.
    """
    allowed = {
        "default-src": "'none'",
        "img-src": "data:" if pictures else "",
        "style-src": f"'{_digest(style)}'",
        "script-src": f"'{_digest(script)}'" if script else "",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    policy = "; ".join(f"{what} {sources}" for what, sources in allowed.items() if sources)
    return _HEAD.format(policy=policy, title=escaped(title, LONGEST_TITLE), style=style)


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii")
