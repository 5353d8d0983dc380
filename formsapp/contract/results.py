"""What the tool answers, in the exact shapes of API.md, Results and errors."""

from enum import StrEnum
from typing import Literal, TypeAlias, TypedDict, final

Answer: TypeAlias = str | list[str]
"""One answer: text, an option id or a URI; or a list of ids or URIs."""


class ErrorCode(StrEnum):
    """Why there is no answer. Source: API.md, Results and errors."""

    INVALID_ARGUMENTS = "invalid_arguments"
    UNSUPPORTED_CLIENT = "unsupported_client"
    INVALID_RESPONSE = "invalid_response"
    REQUEST_CANCELLED = "request_cancelled"
    TIMEOUT = "timeout"
    TRANSPORT_ERROR = "transport_error"


class Outcome(StrEnum):
    """How a call ended: the person's action, or an error."""

    ACCEPT = "accept"
    DECLINE = "decline"
    CANCEL = "cancel"
    ERROR = "error"


@final
class Accepted(TypedDict):
    """The person answered: question id → answer, for the questions that were not skipped."""

    action: Literal["accept"]
    content: dict[str, Answer]


@final
class Declined(TypedDict):
    """The person declined."""

    action: Literal["decline"]


@final
class Cancelled(TypedDict):
    """The person closed the form."""

    action: Literal["cancel"]


class ErrorBody(TypedDict):
    """`code` is an ErrorCode's value; `message` is written for the agent."""

    code: str
    message: str


@final
class Failed(TypedDict):
    """There is no answer, and the person did not say why."""

    error: ErrorBody


Result: TypeAlias = Accepted | Declined | Cancelled | Failed


def accepted(content: dict[str, Answer]) -> Accepted:
    """The result of an accepted form."""
    return {"action": "accept", "content": content}


def declined() -> Declined:
    """The result of a declined form."""
    return {"action": "decline"}


def cancelled() -> Cancelled:
    """The result of a form closed without an answer."""
    return {"action": "cancel"}


def failed(code: ErrorCode, message: str) -> Failed:
    """The result of a call that ended in an error."""
    return {"error": {"code": code.value, "message": message}}


def is_error(result: Result) -> bool:
    """Whether the MCP result carries `isError: true`."""
    return "error" in result
