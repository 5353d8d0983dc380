"""Serving one host over standard input and output."""

import signal
from typing import Any, cast

import anyio
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

from mcpbridge.stdin import StdinLines


async def serve_stdio(server: Server[Any]) -> None:
    """Serve until the host closes our input, or SIGTERM or SIGINT asks us to stop."""
    stdin = cast("anyio.AsyncFile[str]", StdinLines())  # the SDK only iterates over it
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(_cancel_on_signal, tasks.cancel_scope)
        async with stdio_server(stdin) as (reading, writing):
            await server.run(reading, writing, server.create_initialization_options())
        tasks.cancel_scope.cancel()


async def _cancel_on_signal(scope: anyio.CancelScope) -> None:
    with anyio.open_signal_receiver(signal.SIGTERM, signal.SIGINT) as signals:
        async for _ in signals:
            scope.cancel()
            return
