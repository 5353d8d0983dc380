"""Standard output, written by a thread of its own so that a host that does not read stops nobody.

What is queued meanwhile leaves in one write. The thread is a daemon: a bridge told to stop does not
wait for a host that never reads again.
"""

import asyncio
import os
import threading

QUEUED_BYTES = 1 << 20
"""Beyond this, whoever writes waits until the host has read."""


class StdoutLines:
    """Writes lines to a descriptor, in order."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._loop = asyncio.get_running_loop()
        self._lock = threading.Lock()
        self._wanted = threading.Event()
        self._queued: list[bytes] = []
        self._size = 0
        self._drained = asyncio.Event()
        self._drained.set()
        threading.Thread(target=self._write, name="stdout", daemon=True).start()

    async def write(self, line: bytes) -> None:
        """Queue a line; wait where the host is too far behind."""
        with self._lock:
            self._queued.append(line)
            self._size += len(line)
            if self._size > QUEUED_BYTES:
                self._drained.clear()
        self._wanted.set()
        await self._drained.wait()

    async def flush(self) -> None:
        """Wait until everything queued has been written."""
        with self._lock:
            if self._size:
                self._drained.clear()
        await self._drained.wait()

    def _write(self) -> None:
        while True:
            self._wanted.wait()
            self._wanted.clear()
            with self._lock:
                data, self._queued = b"".join(self._queued), []
            _write_all(self._descriptor, data)
            with self._lock:
                self._size -= len(data)
                empty = not self._size
            if empty:
                self._tell()

    def _tell(self) -> None:
        try:
            self._loop.call_soon_threadsafe(self._set_drained)
        except RuntimeError:
            return  # the loop has ended and nobody waits any more

    def _set_drained(self) -> None:
        with self._lock:
            if not self._size:
                self._drained.set()


def _write_all(descriptor: int, data: bytes) -> None:
    try:
        while data:
            data = data[os.write(descriptor, data) :]
    except BrokenPipeError:
        return  # the host is gone; its closed input ends us
