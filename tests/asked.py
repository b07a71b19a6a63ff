"""What a client asks about a file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Message = dict[str, Any]


def requests(place: Message, whole: Message) -> Iterator[tuple[str, str, Message]]:
    """What can be asked for, with its method and what is said besides the document and the
    place.
    """
    options = {"options": {"tabSize": 4, "insertSpaces": True}}
    for method in (
        *(
            "hover",
            "completion",
            "signatureHelp",
            "definition",
            "documentHighlight",
            "prepareRename",
            "documentSymbol",
        ),
        *("foldingRange", "documentLink", "codeLens", "prepareCallHierarchy"),
    ):
        yield method, f"textDocument/{method}", {}
    yield "references", "textDocument/references", {"context": {"includeDeclaration": True}}
    yield "rename", "textDocument/rename", {"newName": "anothername"}
    yield "formatting", "textDocument/formatting", options
    yield "rangeFormatting", "textDocument/rangeFormatting", {"range": whole, **options}
    yield "onTypeFormatting", "textDocument/onTypeFormatting", {"ch": "\n", **options}
    yield "selectionRange", "textDocument/selectionRange", {"positions": [place]}
    yield "inlayHint", "textDocument/inlayHint", {"range": whole}
    yield "symbol", "workspace/symbol", {"query": "a"}
    yield "tokens", "textDocument/semanticTokens/full", {}
    yield "tokens delta", "textDocument/semanticTokens/full/delta", {"previousResultId": "1"}
    yield "tokens range", "textDocument/semanticTokens/range", {"range": whole}
    for what, only in (("actions", {}), ("fix all", {"only": ["source.fixAll"]})):
        yield (
            what,
            "textDocument/codeAction",
            {"range": whole, "context": {"diagnostics": [], **only}},
        )
    cursor = {"start": place, "end": place}
    yield (
        "actions here",
        "textDocument/codeAction",
        {"range": cursor, "context": {"diagnostics": []}},
    )
    yield "piece", "wazir/piece", {}
    yield "position", "wazir/position", {}
    yield "cards", "wazir/cards", {"positions": [place] * 100}
    yield "forms", "wazir/forms", {}
    yield "evaluate", "wazir/evaluate", {"nodes": 1}
    for form in ("html", "svg", "list"):
        yield f"gallery {form}", "wazir/gallery", {"form": form}
    for form in ("betza", "lcpn", "svg", "fen"):
        yield f"copy {form}", "wazir/copy", {"form": form}
    yield "copies", "wazir/copy", {}
