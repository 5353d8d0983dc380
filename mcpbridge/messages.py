"""Messages on stdio: read whatever a host may write, write what every host can read.

The SDK drops messages that its models refuse, and whoever waits for them waits in vain. Here such a
message is mended just enough to pass: what was wrong with it then ends as one of the tool's errors.
"""

import json
import re
from typing import Any, cast

from mcp_types import JSONRPCError, JSONRPCMessage, jsonrpc_message_adapter
from mcp_types.jsonrpc import ErrorData
from pydantic import ValidationError

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
INTERNAL_ERROR = -32603

MAX_DEPTH = 64
"""Nothing legal is nested this deep, and parsers give up not far beyond."""

_TOKEN = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[\[\]{}]|[^"\[\]{}]++|"', re.DOTALL)


class Unreadable(Exception):  # noqa: N818  carries the reply, it is no failure of ours
    """The message cannot be read; `reply` says so to whoever sent it."""

    def __init__(self, code: int, message: str, request_id: Any = None) -> None:
        super().__init__(message)
        error = ErrorData(code=code, message=message)
        self.reply = JSONRPCError(jsonrpc="2.0", id=request_id, error=error)


def read_message(line: str) -> JSONRPCMessage:
    """The message on a line, mended where the SDK's models would refuse it.

    Raises:
        Unreadable: it is not JSON, or no JSON-RPC message.
    """
    try:
        message = jsonrpc_message_adapter.validate_json(line, by_name=False)
    except ValidationError:
        return _mended(line)
    if getattr(message, "method", None) == "initialize":
        return _mended(line)
    return message


def write_message(message: JSONRPCMessage) -> bytes:
    """One line of ASCII JSON: some hosts take U+2028 and U+2029 for line ends."""
    value = message.model_dump(by_alias=True, mode="json", exclude_unset=True)
    return json.dumps(value, separators=(",", ":")).encode("ascii") + b"\n"


def _mended(line: str) -> JSONRPCMessage:
    try:
        raw = json.loads(_shallow(line))
    except (ValueError, RecursionError):
        raise Unreadable(PARSE_ERROR, "Parse error: a message is one line of JSON") from None
    if not isinstance(raw, dict):
        raise Unreadable(INVALID_REQUEST, "Invalid request: a message is a JSON object")
    try:
        return jsonrpc_message_adapter.validate_python(_mend(raw), by_name=False)
    except ValidationError:
        request_id = raw.get("id")
        known = request_id if isinstance(request_id, str | int) else None
        raise Unreadable(INVALID_REQUEST, "Invalid request", known) from None


def _mend(raw: dict[str, Any]) -> dict[str, Any]:
    if "method" not in raw:
        return _mend_response(raw)
    params = raw.get("params")
    if raw["method"] == "initialize" and isinstance(params, dict):
        return {**raw, "params": {**params, "capabilities": _capabilities(params)}}
    return raw


def _mend_response(raw: dict[str, Any]) -> dict[str, Any]:
    """An answer of any shape is an answer: an empty result fails the contract's own check."""
    if "result" in raw and not isinstance(raw["result"], dict):
        return {**raw, "result": {}}
    if "error" in raw and not _is_error(raw["error"]):
        return {**raw, "error": {"code": INTERNAL_ERROR, "message": "unreadable error"}}
    return raw


def _is_error(error: object) -> bool:
    return (
        isinstance(error, dict)
        and type(error.get("code")) is int
        and isinstance(error.get("message"), str)
    )


def _capabilities(params: dict[str, Any]) -> dict[str, Any]:
    """The declared capabilities without extensions that are no objects: those are not supported."""
    declared = params.get("capabilities")
    if not isinstance(declared, dict):
        return {}
    extensions = declared.get("extensions")
    if extensions is None:
        return declared
    kept = extensions.items() if isinstance(extensions, dict) else ()
    return {**declared, "extensions": {k: v for k, v in kept if isinstance(v, dict)}}


def _shallow(line: str) -> str:
    """The line with everything nested deeper than MAX_DEPTH cut out, so that it can be parsed."""
    kept, depth = [], 0
    for token in _TOKEN.findall(line):
        if token in {"[", "{"}:
            depth += 1
        if depth <= MAX_DEPTH:
            kept.append(token)
        if token in {"]", "}"}:
            depth -= 1
            if depth == MAX_DEPTH:
                kept.append("null")
    return "".join(cast("list[str]", kept))
