"""The path of one form: check, open, ask, conclude. Every way out is a tool result."""

import logging
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import anyio
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
    supports_native_form,
)
from formsapp.ledger.evidence import shape_of
from formsapp.ledger.recorder import Call, conclude, open_transcript, refuse
from mcpbridge.host import HostFailedError, HostTimeoutError
from mcpbridge.ledger import Ledger
from mcpbridge.nudge import Nudge

logger = logging.getLogger(__name__)

Ask = Callable[[NativeForm], Awaitable[Any]]
"""Shows a native form and returns the host's unchecked result; see `mcpbridge.host.ask`."""


class FormFlow:
    """Runs calls of the tool from arguments to result, and keeps the ledger's promises."""

    def __init__(self, ledger: Ledger, nudge: Nudge, timeout_seconds: float) -> None:
        self._ledger = ledger
        self._nudge = nudge
        self._timeout = timedelta(seconds=timeout_seconds)

    async def run(self, call: Call, arguments: object, ask: Ask) -> Result:
        """Answer one call of the tool.

        Source: API.md, Results and errors.
        """
        try:
            return await self._run(call, arguments, ask)
        except DatabaseError:
            # Nothing is shown that is not recorded.
            logger.exception("the ledger could not be written")
            return failed(ErrorCode.TRANSPORT_ERROR, "The form could not be recorded; try again.")

    async def _run(self, call: Call, arguments: object, ask: Ask) -> Result:
        try:
            form = read_arguments(arguments)
        except InvalidArguments as error:
            result = failed(ErrorCode.INVALID_ARGUMENTS, error.message)
            return await self._refuse(call, result, arguments=shape_of(arguments))
        if not supports_native_form((call.caller.capabilities or {}).get("extensions")):
            message = (
                "This host does not show native forms: it declared no openai/elicitation form "
                "extension. Ask the person in the conversation instead."
            )
            return await self._refuse(call, failed(ErrorCode.UNSUPPORTED_CLIENT, message))
        native_form = compile_form(form)
        deadline = timezone.now() + self._timeout
        await self._ledger.run(open_transcript, call, arguments, form, native_form, deadline)
        return await self._ask(call, form, native_form, ask)

    async def _ask(self, call: Call, form: Form, native_form: NativeForm, ask: Ask) -> Result:
        try:
            response = await ask(native_form)
        except HostTimeoutError:
            message = "No answer arrived in time; the form was withdrawn. Nothing was decided."
            return await self._conclude(call, failed(ErrorCode.TIMEOUT, message))
        except HostFailedError as error:
            return await self._conclude(call, failed(ErrorCode.TRANSPORT_ERROR, str(error)))
        except InvalidResponse as error:
            return await self._conclude(call, failed(ErrorCode.INVALID_RESPONSE, error.message))
        except anyio.get_cancelled_exc_class():
            message = "The request was cancelled before an answer arrived."
            await self._conclude(call, failed(ErrorCode.REQUEST_CANCELLED, message))
            raise
        return await self._answer(call, form, response)

    async def _answer(self, call: Call, form: Form, response: object) -> Result:
        answered_at = timezone.now()
        try:
            result = read_response(form, response)
        except InvalidResponse as error:
            result = failed(ErrorCode.INVALID_RESPONSE, error.message)
            return await self._conclude(
                call, result, answered_at=answered_at, answer=shape_of(response)
            )
        return await self._conclude(call, result, answered_at=answered_at)

    async def _refuse(self, call: Call, result: Result, **detail: Any) -> Result:
        await self._ledger.run(refuse, call, result, **detail)
        self._nudge.send()
        return result

    async def _conclude(self, call: Call, result: Result, **detail: Any) -> Result:
        concluded = await self._ledger.run(conclude, call.id, result, **detail)
        self._nudge.send()
        return concluded
