"""Standard input, line by line, in a way that can be given up.

A thread that waits for input cannot be interrupted, and a bridge told to stop must not wait for its
host to say something. So the thread is a daemon and reads the descriptor itself: nothing it holds
is needed to end the process.
"""

import asyncio
import os
import threading

CHUNK = 65_536
QUEUED_LINES = 64


class StdinLines:
    """Asynchronously iterates over the lines of a descriptor, decoded as UTF-8."""

    def __init__(self, descriptor: int = 0) -> None:
        self._descriptor = descriptor
        self._loop = asyncio.get_running_loop()
        # Bounded, so that a host that floods us is slowed down instead of filling our memory.
        self._lines: asyncio.Queue[str | None] = asyncio.Queue(QUEUED_LINES)
        threading.Thread(target=self._read, name="stdin", daemon=True).start()

    def __aiter__(self) -> "StdinLines":
        return self

    async def __anext__(self) -> str:
        line = await self._lines.get()
        if line is None:
            raise StopAsyncIteration
        return line

    def _read(self) -> None:
        rest = b""
        while chunk := os.read(self._descriptor, CHUNK):
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                self._put(line.decode("utf-8", "replace"))
        if rest:
            self._put(rest.decode("utf-8", "replace"))
        self._put(None)

    def _put(self, line: str | None) -> None:
        try:
            asyncio.run_coroutine_threadsafe(self._lines.put(line), self._loop).result()
        except RuntimeError:
            return  # the loop has ended and nobody listens any more
