"""The path of one form: open, ask, conclude. Every way out is a tool result.

The two protocol eras differ only in how the question travels between `open` and `conclude`; see
`mcpbridge.handshake` and `mcpbridge.rounds`.
"""

import math
import uuid
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from django.db import DatabaseError
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
from formsapp.ledger.entries import Call, Conclusion, Opening, Refusal
from formsapp.ledger.evidence import shape_of
from formsapp.ledger.limits import Full
from formsapp.ledger.recorder import Asked, asked
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
    deadline: datetime


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
            shape = {"arguments": shape_of(arguments)}
            return await self.refuse(call, ErrorCode.INVALID_ARGUMENTS, error.message, shape)
        if not supported:
            return await self.refuse(call, ErrorCode.UNSUPPORTED_CLIENT)
        native_form = compile_form(form)
        deadline = timezone.now() + timedelta(seconds=self.timeout_seconds)
        opening = Opening(call, arguments, native_form, deadline)
        if full := await self._ledger.open(opening):
            return await self.refuse(call, ErrorCode.TRANSPORT_ERROR, _full_message(full))
        return Opened(call.id, form, native_form, deadline)

    async def resume(
        self, transcript: uuid.UUID, deadline: datetime, arguments: object
    ) -> Asked | None:
        """What was asked in an earlier round; None if there is no such transcript.

        While the database does not answer, the caller's word counts: it is sealed.
        """
        spooled = self._ledger.spooled_result(transcript)
        try:
            found = await self._ledger.read(asked, transcript)
        except DatabaseError:
            found = None
        else:
            if found is not None or self._ledger.up_to_date:
                return found and replace(found, result=found.result or spooled)
        return Asked(arguments, compile_form(read_arguments(arguments)), deadline, spooled)

    async def answer(self, transcript: uuid.UUID, form: Form, response: object) -> Result:
        """Conclude with what the host sent back."""
        answered_at = timezone.now()
        try:
            result, detail = read_response(form, response), {}
        except InvalidResponse as error:
            result = failed(ErrorCode.INVALID_RESPONSE, error.message)
            detail = {"answer": shape_of(response)}
        return await self._end(Conclusion(transcript, result, answered_at, detail))

    async def fail(self, transcript: uuid.UUID, code: ErrorCode, message: str = "") -> Result:
        """Conclude without an answer."""
        return await self._end(Conclusion(transcript, failed(code, message or MESSAGES[code])))

    async def refuse(
        self,
        call: Call,
        code: ErrorCode,
        message: str = "",
        detail: dict[str, Any] | None = None,
    ) -> Result:
        """Record a call that shows no form."""
        return await self._end(Refusal(call, failed(code, message or MESSAGES[code]), detail or {}))

    async def _end(self, entry: Refusal | Conclusion) -> Result:
        result = await self._ledger.end(entry)
        self._nudge.send()
        return result


def _full_message(full: Full) -> str:
    whose = "open for this agent" if full.of_agent else "open"
    seconds = max(1, math.ceil((full.until - timezone.now()).total_seconds()))
    return (
        f"Too many forms are {whose} (at most {full.limit}). Try again once one of them has been "
        f"answered; the first of them ends in {seconds} s at the latest."
    )
