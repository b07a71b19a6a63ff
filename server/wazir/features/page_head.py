"""The head of a page for a browser, with its content security policy and the common style sheet."""

from __future__ import annotations

import base64
import hashlib

from wazir.piece.drawing.shapes import Theme, style_sheet
from wazir.piece.drawing.svg import escaped

LONGEST_TITLE = 120

_PAPER = {Theme.LIGHT: "--paper:#fbfaf7;--rule:#dcd6ca;", Theme.DARK: "--paper:#16181a;--rule:#35383c;"}
STYLE = f"""
:root {{ color-scheme: light dark; }}
{style_sheet(_PAPER)}
body {{
  margin: 0 auto; max-width: 76rem; padding: 1.5rem;
  font: 1rem/1.45 system-ui, sans-serif; color: var(--text);
  background: var(--vscode-editor-background, var(--paper)); --edge: var(--vscode-contrastBorder, var(--rule));
}}
h1, h2 {{ font-weight: 650; line-height: 1.2; overflow-wrap: anywhere; }}
h2 {{ margin: 2.2rem 0 1rem; }}
h3 {{ margin: 0 0 .6rem; font-size: 1.1rem; overflow-wrap: anywhere; }}
p {{ margin: .4rem 0; overflow-wrap: anywhere; }}
a {{ color: inherit; }}
nav ul {{ columns: 16rem; padding-left: 1.2rem; }}
code {{ font: .95rem ui-monospace, monospace; overflow-wrap: anywhere; white-space: pre-wrap; }}
.soft {{ color: var(--soft); font-size: .9rem; }}
"""
"""The common style sheet. It follows the theme of the system, or of VS Code."""

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
    """The head of a page as HTML, up to the start of its body.

    Args:
        title: The title, as plain text.
        style: The only style sheet.
        script: The only script, which the page contains at its end; if empty, no script runs.
        pictures: Whether the page contains pictures.
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
