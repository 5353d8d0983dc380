"""The ledger as the bridge's coroutines see it.

The recorder blocks on the database, so it runs in threads of its own, which also own the
connections. What is to be written meanwhile goes into the next transaction together. What was begun
there is finished: a call that is cancelled still waits for its commit.
"""

import asyncio
import queue
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import ParamSpec, TypeVar, cast

import anyio
from django.db import OperationalError, close_old_connections

from formsapp.contract import Result
from formsapp.ledger.entries import Conclusion, Entry, Opening, Refusal, TokenUse
from formsapp.ledger.limits import Full, Limits
from formsapp.ledger.recorder import Written, write

P = ParamSpec("P")
T = TypeVar("T")

BATCH = 100


@dataclass(frozen=True, slots=True)
class _Waiting:
    """An entry to be written, and who waits for it."""

    entry: Entry
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Written]


Outcome = tuple[_Waiting, Written | Exception]


class Ledger:
    """Writes entries in groups and reads beside them, away from the event loop."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._entries: queue.SimpleQueue[_Waiting | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write_all, name="ledger-writer")
        self._writer.start()
        self._reader = ThreadPoolExecutor(max_workers=1, thread_name_prefix="ledger-reader")

    async def open(self, opening: Opening) -> Full | None:
        """Commit an opening, unless there is no room for it."""
        return cast("Full | None", await self._write(opening))

    async def end(self, entry: Refusal | Conclusion) -> Result:
        """Commit how a call ended and return the result that counts."""
        return cast("Result", await self._write(entry))

    def note(self, use: TokenUse) -> None:
        """Write down a token's use some time soon; nobody waits for it."""
        loop = asyncio.get_running_loop()
        self._entries.put(_Waiting(use, loop, loop.create_future()))

    async def read(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a blocking function that only reads."""

        def work() -> T:
            close_old_connections()
            return function(*args, **kwargs)

        return await asyncio.get_running_loop().run_in_executor(self._reader, work)

    def close(self) -> None:
        """Finish what was begun."""
        self._entries.put(None)
        self._writer.join()
        self._reader.shutdown()

    async def _write(self, entry: Entry) -> Written:
        loop = asyncio.get_running_loop()
        waiting = _Waiting(entry, loop, loop.create_future())
        self._entries.put(waiting)
        with anyio.CancelScope(shield=True):
            await asyncio.wait([waiting.future])
        return waiting.future.result()

    def _write_all(self) -> None:
        while batch := self._next_batch():
            close_old_connections()
            outcomes = self._write_batch(batch)
            with suppress(RuntimeError):  # the loop has ended and nobody waits any more
                batch[0].loop.call_soon_threadsafe(_tell, outcomes)

    def _next_batch(self) -> list[_Waiting]:
        """Everything that waits, up to a limit; waits for the first. Empty at the end."""
        first = self._entries.get()
        batch = [] if first is None else [first]
        while batch and len(batch) < BATCH:
            try:
                waiting = self._entries.get_nowait()
            except queue.Empty:
                break
            if waiting is None:
                self._entries.put(None)  # for the next round, which then ends
                break
            batch.append(waiting)
        return batch

    def _write_batch(self, batch: list[_Waiting]) -> list[Outcome]:
        try:
            written = write([waiting.entry for waiting in batch], self._limits)
        except Exception as error:  # noqa: BLE001  whatever it is, those who wait must hear
            if len(batch) == 1 or isinstance(error, OperationalError):
                return [(waiting, error) for waiting in batch]
            # One of them is at fault, and must not take the others along.
            return [outcome for waiting in batch for outcome in self._write_batch([waiting])]
        return list(zip(batch, written, strict=True))


def _tell(outcomes: list[Outcome]) -> None:
    for waiting, outcome in outcomes:
        if waiting.future.done():
            continue
        if isinstance(outcome, Exception):
            if isinstance(waiting.entry, TokenUse):
                continue  # nobody waits, and it is only a note
            waiting.future.set_exception(outcome)
        else:
            waiting.future.set_result(outcome)
