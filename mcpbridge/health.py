"""Whether the bridge is alive, and whether it can do its work."""

import logging

import anyio
from django.db import DatabaseError
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from formsapp.ledger.schema import SchemaError, check_schema
from mcpbridge.ledger import Ledger
from mcpbridge.nudge import Nudge
from mcpbridge.waits import Waits

logger = logging.getLogger(__name__)

READY_SECONDS = 3


async def healthz(_request: Request) -> PlainTextResponse:
    """Answer that the process is alive; touches nothing else."""
    return PlainTextResponse("ok\n")


class Health:
    """Answers whether calls can be recorded now."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    async def readyz(self, _request: Request) -> PlainTextResponse:
        """200 where the database answers and has our schema; 503 and why not otherwise."""
        reason = "The database does not answer."
        with anyio.move_on_after(READY_SECONDS):
            try:
                await self._ledger.read(check_schema)
            except SchemaError as error:
                reason = str(error)
            else:
                return PlainTextResponse("ready\n")
        return PlainTextResponse(f"{reason}\n", status_code=503)


class Metrics:
    """Counts of this process, in Prometheus's text format."""

    def __init__(self, ledger: Ledger, nudge: Nudge, waits: Waits) -> None:
        self._ledger, self._nudge, self._waits = ledger, nudge, waits

    async def metrics(self, _request: Request) -> PlainTextResponse:
        """What an operator watches; no name and no content is in it."""
        values = (
            ("hints_lost_total", "counter", self._nudge.lost),
            ("entries_spooled_total", "counter", self._ledger.spooled),
            ("spool_waits", "gauge", int(not self._ledger.up_to_date)),
            ("calls_waiting", "gauge", self._waits.count),
        )
        lines = [
            f"# TYPE formledger_{name} {kind}\nformledger_{name} {value}\n"
            for name, kind, value in values
        ]
        return PlainTextResponse("".join(lines))


class Unavailable:
    """ASGI middleware: a database that does not answer is 503, not a crash."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self._app(scope, receive, send)
        except DatabaseError as error:
            logger.error("an agent could not be looked up (%s)", type(error).__name__)
            response = JSONResponse(
                {"error": "The database does not answer; try again."},
                status_code=503,
                headers={"Retry-After": "5"},
            )
            await response(scope, receive, send)
