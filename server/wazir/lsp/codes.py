"""The numbers of errors in answers: those of JSON-RPC and those of the Language Server Protocol."""

from __future__ import annotations

from enum import IntEnum


class ErrorCode(IntEnum):
    """Why a request has no result."""

    PARSE_ERROR = -32700
    INVALID_REQUEST = -32600
    METHOD_NOT_FOUND = -32601
    INVALID_PARAMS = -32602
    INTERNAL_ERROR = -32603
    SERVER_NOT_INITIALIZED = -32002
    REQUEST_CANCELLED = -32800
    CONTENT_MODIFIED = -32801
    REQUEST_FAILED = -32803
