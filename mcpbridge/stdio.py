"""Serving one host over standard input and output."""

import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import anyio
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.server.lowlevel import Server
from mcp.shared.message import SessionMessage

from mcpbridge.messages import Unreadable, read_message, write_message
from mcpbridge.stdin import StdinLines
from mcpbridge.stdout import StdoutLines
from mcpbridge.waits import Waits

STDOUT, STDERR = 1, 2
FLUSH_SECONDS = 2

Reading = MemoryObjectReceiveStream[SessionMessage | Exception]
Writing = MemoryObjectSendStream[SessionMessage]


async def serve_stdio(server: Server[Any], waits: Waits) -> None:
    """Serve until the host closes our input, or SIGTERM or SIGINT asks us to stop."""
    async with _streams(waits) as (reading, writing), anyio.create_task_group() as tasks:
        tasks.start_soon(_stop_on_signal, waits, tasks.cancel_scope)
        await server.run(reading, writing, server.create_initialization_options())
        tasks.cancel_scope.cancel()


@asynccontextmanager
async def _streams(waits: Waits) -> AsyncIterator[tuple[Reading, Writing]]:
    """The host's messages, and the way to send it some."""
    wire = _take_stdout()
    received, reading = anyio.create_memory_object_stream[SessionMessage | Exception](0)
    writing, to_send = anyio.create_memory_object_stream[SessionMessage](0)
    receiving = anyio.CancelScope()
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(_receive, waits, receiving, received, writing.clone())
        tasks.start_soon(_send, to_send, wire)
        yield reading, writing
        receiving.cancel()
        # What was said last still goes out, unless the host has stopped reading.
        tasks.cancel_scope.deadline = anyio.current_time() + FLUSH_SECONDS


async def _receive(
    waits: Waits,
    scope: anyio.CancelScope,
    received: MemoryObjectSendStream[SessionMessage | Exception],
    replies: Writing,
) -> None:
    try:
        with scope:
            async with received, replies:
                async for line in StdinLines():
                    await _handle(line, received, replies)
                # Before the server hears of it and can no longer withdraw what is shown.
                await waits.close(FLUSH_SECONDS, "The host closed the connection.")
    except (anyio.BrokenResourceError, anyio.ClosedResourceError):
        return  # the server has stopped listening


async def _handle(
    line: str, received: MemoryObjectSendStream[SessionMessage | Exception], replies: Writing
) -> None:
    if not line.strip():
        return
    try:
        message = SessionMessage(read_message(line))
    except Unreadable as unreadable:
        await replies.send(SessionMessage(unreadable.reply))
    else:
        await received.send(message)


async def _send(to_send: MemoryObjectReceiveStream[SessionMessage], wire: int) -> None:
    lines = StdoutLines(wire)
    async with to_send:
        async for message in to_send:
            await lines.write(write_message(message.message))
    await lines.flush()


def _take_stdout() -> int:
    """Keep standard output for the protocol: whatever else is printed goes to stderr."""
    wire = os.dup(STDOUT)
    os.dup2(STDERR, STDOUT)
    return wire


async def _stop_on_signal(waits: Waits, scope: anyio.CancelScope) -> None:
    with anyio.open_signal_receiver(signal.SIGTERM, signal.SIGINT) as signals:
        async for _ in signals:
            await waits.close(FLUSH_SECONDS)
            scope.cancel()
            return
