"""Questions of scripts about pieces, each a function from a request to its answer (spec/questions.md)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from wazir.features.findings import Json
from wazir.features.questions import figures, find, names, same, write
from wazir.features.requests import Request, RequestError, text

QUESTIONS: Mapping[str, Callable[[Request], Json]] = {
    "figures": figures.answer,
    "find": find.answer,
    "names": names.answer,
    "same": same.answer,
    "write": write.answer,
}
"""The questions by what `ask` names them."""


def ask(request: Request) -> Json:
    """The answer to the question that `ask` names.

    Raises:
        RequestError: There is no such question, or it cannot be answered.
    """
    name = text(request, "ask")
    question = QUESTIONS.get(name)
    if question is None:
        raise RequestError(f"There is no question `{name}`; there are {', '.join(QUESTIONS)}.")
    return question(request)
