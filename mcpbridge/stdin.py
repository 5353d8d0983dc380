"""Standard input, line by line, in a way that can be given up.

A thread that waits for input cannot be interrupted, and a bridge told to stop must not wait for its
host to say something. So the thread is a daemon and reads the descriptor itself: nothing it holds
is needed to end the process.
"""

import asyncio
import os
import threading
from collections.abc import AsyncIterator

CHUNK = 65_536
CHUNKS_AHEAD = 16
"""How far we read ahead of the server: a host that floods us is slowed down instead."""


class StdinLines:
    """Asynchronously iterates over the lines of a descriptor, decoded as UTF-8."""

    def __init__(self, descriptor: int = 0) -> None:
        self._descriptor = descriptor
        self._loop = asyncio.get_running_loop()
        self._chunks: asyncio.Queue[list[bytes] | None] = asyncio.Queue()
        self._room = threading.Semaphore(CHUNKS_AHEAD)
        threading.Thread(target=self._read, name="stdin", daemon=True).start()

    async def __aiter__(self) -> AsyncIterator[str]:
        while (lines := await self._chunks.get()) is not None:
            self._room.release()
            for line in lines:
                yield line.decode("utf-8", "replace")

    def _read(self) -> None:
        rest: list[bytes] = []
        while chunk := os.read(self._descriptor, CHUNK):
            first, *more = chunk.split(b"\n")
            rest.append(first)
            if more:
                self._put([b"".join(rest), *more[:-1]])
                rest = [more[-1]]
        self._put([b"".join(rest)])
        self._put(None)

    def _put(self, lines: list[bytes] | None) -> None:
        self._room.acquire()
        try:
            self._loop.call_soon_threadsafe(self._chunks.put_nowait, lines)
        except RuntimeError:
            return  # the loop has ended and nobody listens any more
