"""A real MCP client: starts the bridge over stdio, calls the tool, and is asked the form.

The client runs in a thread of its own, so that the person can be asked in the main one, where
Ctrl-C works as everywhere.
"""

import asyncio
import queue
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping
from concurrent.futures import Future
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import IO, Any, TextIO, TypeAlias, cast

from anyio.from_thread import BlockingPortal, start_blocking_portal
from mcp.client.session import ClientSession
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.shared.exceptions import MCPError
from mcp_types import CONNECTION_CLOSED, CallToolResult, Implementation

from formsapp.contract import ELICITATION_METHOD, EXTENSION_ID, TOOL_NAME

CLIENT = Implementation(name="formledger-terminal", version="0.1.0")
CAPABILITY: dict[str, dict[str, Any]] = {EXTENSION_ID: {"form": {}}}

NativeParams: TypeAlias = Mapping[str, Any]
Show: TypeAlias = Callable[[NativeParams], dict[str, Any]]
"""Shows a native form to the person and returns the host's result, `{action, content?}`."""


class BridgeError(Exception):
    """The bridge did not start or went away. The text is one line."""


class _HostSession(ClientSession):
    """The SDK's session, which by itself knows nothing of `openai/elicitation/create`."""

    on_form: Callable[[NativeParams], Coroutine[Any, Any, dict[str, Any]]]

    async def _on_request(
        self, dctx: Any, method: str, params: Mapping[str, Any] | None
    ) -> dict[str, Any]:
        if method == ELICITATION_METHOD:
            return await self.on_form(params or {})
        return await super()._on_request(dctx, method, params)


class Bridge:
    """A bridge process and our connection to it."""

    def __init__(self, portal: BlockingPortal, session: _HostSession) -> None:
        self._portal = portal
        self._session = session
        self._happened: queue.Queue[tuple[NativeParams, Future[dict[str, Any]]] | None]
        self._happened = queue.Queue()
        session.on_form = self._form_arrived

    def call(self, arguments: Any, show: Show) -> CallToolResult:
        """Call the tool, show its form where one comes, and return the tool's result.

        Raises:
            BridgeError: the bridge answered with a protocol error or went away.
        """
        call: Future[CallToolResult] = self._portal.start_task_soon(
            self._session.call_tool, TOOL_NAME, arguments
        )
        call.add_done_callback(lambda _: self._happened.put(None))
        while (form := self._happened.get()) is not None:
            params, answer = form
            answer.set_result(show(params))
        try:
            return call.result()
        except MCPError as error:
            if error.error.code == CONNECTION_CLOSED:
                raise BridgeError("The bridge went away before it answered.") from None
            raise BridgeError(f"The bridge answered with an error: {error}") from None

    async def _form_arrived(self, params: NativeParams) -> dict[str, Any]:
        answer: Future[dict[str, Any]] = Future()
        self._happened.put((params, answer))
        # Shielded: a form that is withdrawn meanwhile must not break the person's typing.
        return await asyncio.shield(asyncio.wrap_future(answer))


@contextmanager
def start_bridge(folder: Path, environment: dict[str, str]) -> Iterator[Bridge]:
    """Start the bridge in the project's folder and shake hands with it.

    Raises:
        BridgeError: it did not start.
    """
    server = StdioServerParameters(
        command=sys.executable, args=["-m", "mcpbridge"], env=environment, cwd=folder
    )
    with tempfile.TemporaryFile("w+") as log, start_blocking_portal() as portal:
        connection = portal.wrap_async_context_manager(_connected(server, cast("TextIO", log)))
        session = connection.__enter__()
        # Left without the caller's exception, which the client's task groups would wrap.
        try:
            if session is None:
                raise BridgeError(f"The bridge did not start: {_last_line(log)}")
            yield Bridge(portal, session)
        finally:
            connection.__exit__(None, None, None)


@asynccontextmanager
async def _connected(
    server: StdioServerParameters, log: TextIO
) -> AsyncIterator[_HostSession | None]:
    """A session with the bridge; None if it went away before hands were shaken."""
    async with stdio_client(server, errlog=log) as streams:
        session = _HostSession(*streams, client_info=CLIENT, extensions=CAPABILITY)
        async with session:
            try:
                await session.initialize()
            except MCPError:
                yield None
            else:
                yield session


def _last_line(log: IO[str]) -> str:
    log.seek(0)
    lines = log.read().strip().splitlines()
    return lines[-1] if lines else "it gave no reason."
