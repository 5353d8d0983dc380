"""The path of one form: open, ask, conclude. Every way out is a tool result.

The two protocol eras differ only in how the question travels between `open` and `conclude`; see
`mcpbridge.handshake` and `mcpbridge.rounds`.
"""

import uuid
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.utils import timezone

from formsapp.contract import (
    ErrorCode,
    Form,
    InvalidArguments,
    InvalidResponse,
    NativeForm,
    Result,
    compile_form,
    failed,
    read_arguments,
    read_response,
)
from formsapp.ledger.evidence import shape_of
from formsapp.ledger.recorder import (
    Asked,
    Call,
    asked,
    conclude,
    open_transcript,
    refuse,
)
from mcpbridge.ledger import Ledger
from mcpbridge.nudge import Nudge

MESSAGES = {
    ErrorCode.UNSUPPORTED_CLIENT: "This host does not show native forms: it declared no "
    "openai/elicitation form extension. Ask the person in the conversation instead.",
    ErrorCode.TIMEOUT: "No answer arrived in time; the form was withdrawn. Nothing was decided.",
    ErrorCode.REQUEST_CANCELLED: "The request was cancelled before an answer arrived.",
}


@dataclass(frozen=True, slots=True)
class Opened:
    """A form that may be shown now: its transcript is committed."""

    transcript: uuid.UUID
    form: Form
    native_form: NativeForm


class FormFlow:
    """Runs calls of the tool and keeps the ledger's promises."""

    def __init__(self, ledger: Ledger, nudge: Nudge, timeout_seconds: float) -> None:
        self._ledger = ledger
        self._nudge = nudge
        self.timeout_seconds = timeout_seconds

    async def open(self, call: Call, arguments: object, *, supported: bool) -> Opened | Result:
        """Check the call and commit its transcript; a result means that no form is shown.

        `supported` is whether the host shows native forms.
        """
        try:
            form = read_arguments(arguments)
        except InvalidArguments as error:
            result = failed(ErrorCode.INVALID_ARGUMENTS, error.message)
            return await self._refuse(call, result, arguments=shape_of(arguments))
        if not supported:
            code = ErrorCode.UNSUPPORTED_CLIENT
            return await self._refuse(call, failed(code, MESSAGES[code]))
        native_form = compile_form(form)
        deadline = timezone.now() + timedelta(seconds=self.timeout_seconds)
        await self._ledger.run(open_transcript, call, arguments, form, native_form, deadline)
        return Opened(call.id, form, native_form)

    async def resume(self, transcript: uuid.UUID) -> Asked | None:
        """What was asked in an earlier round; None if there is no such transcript."""
        return await self._ledger.run(asked, transcript)

    async def answer(self, transcript: uuid.UUID, form: Form, response: object) -> Result:
        """Conclude with what the host sent back."""
        answered_at = timezone.now()
        try:
            result = read_response(form, response)
        except InvalidResponse as error:
            result = failed(ErrorCode.INVALID_RESPONSE, error.message)
            return await self._conclude(
                transcript, result, answered_at=answered_at, answer=shape_of(response)
            )
        return await self._conclude(transcript, result, answered_at=answered_at)

    async def fail(self, transcript: uuid.UUID, code: ErrorCode, message: str = "") -> Result:
        """Conclude without an answer."""
        return await self._conclude(transcript, failed(code, message or MESSAGES[code]))

    async def _refuse(self, call: Call, result: Result, **detail: Any) -> Result:
        await self._ledger.run(refuse, call, result, **detail)
        self._nudge.send()
        return result

    async def _conclude(self, transcript: uuid.UUID, result: Result, **detail: Any) -> Result:
        concluded = await self._ledger.run(conclude, transcript, result, **detail)
        self._nudge.send()
        return concluded
