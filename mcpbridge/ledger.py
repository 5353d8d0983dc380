"""The ledger as the bridge's coroutines see it.

The recorder blocks on the database, so it runs in threads of its own, which also own the
connections. What is to be written meanwhile goes into the next transaction together. What was begun
there is finished: a call that is cancelled still waits for its commit. While the database does not
answer, entries go to the spool and the calls go on.
"""

import asyncio
import logging
import queue
import threading
import time
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from typing import ParamSpec, TypeVar, cast

import anyio
from django.db import InterfaceError, OperationalError, close_old_connections

from formsapp.contract import Result
from formsapp.ledger.entries import Conclusion, Entry, Opening, Refusal, TokenUse
from formsapp.ledger.limits import Full, Limits
from formsapp.ledger.recorder import Written, write
from formsapp.ledger.spool import Spool, Spooled

logger = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

BATCH = 100
RETRY_SECONDS = 2
"""Between two tries to reach a database that does not answer, or a full disk."""
KEEP_SECONDS = 60
"""For how long an answer that cannot be written anywhere is tried again before it is refused."""
UNANSWERED = (OperationalError, InterfaceError)


@dataclass(frozen=True, slots=True)
class _Waiting:
    """An entry to be written, and who waits for it."""

    entry: Entry
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Written]
    since: float = field(default_factory=time.monotonic)


Outcome = tuple[_Waiting, Written | Exception]


class Ledger:
    """Writes entries in groups and reads beside them, away from the event loop."""

    def __init__(self, limits: Limits, spool: Spool) -> None:
        self.spooled = 0
        """How many entries this process has put into the spool."""
        self._limits = limits
        self._spool = spool
        self._in_spool = not spool.empty
        self._retry_at = 0.0
        self._concluded: dict[uuid.UUID, Result] = {}
        self._stuck: list[_Waiting] = []
        self._entries: queue.SimpleQueue[_Waiting | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write_all, name="ledger-writer")
        self._writer.start()
        self._reader = ThreadPoolExecutor(max_workers=1, thread_name_prefix="ledger-reader")

    @property
    def up_to_date(self) -> bool:
        """Whether the database has everything, and nothing waits in the spool."""
        return not self._in_spool

    def spooled_result(self, transcript: uuid.UUID) -> Result | None:
        """How a transcript was concluded while the database did not answer."""
        return self._concluded.get(transcript)

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
        ended = False
        while not ended or self._stuck:
            batch, ended = self._next_batch(ended)
            outcomes = self._write_batch(batch) if batch else []
            if not batch and self._in_spool:
                self._replay()
            self._tell(outcomes)

    def _next_batch(self, ended: bool) -> tuple[list[_Waiting], bool]:
        """What waits, up to a limit, and whether that was all for ever."""
        batch, self._stuck = self._stuck, []
        wait: float | None = RETRY_SECONDS if batch or self._in_spool else None
        while not ended and len(batch) < BATCH:
            try:
                waiting = self._entries.get(timeout=wait)
            except queue.Empty:
                break
            if waiting is None:
                return batch, True
            batch.append(waiting)
            wait = 0
        return batch, ended

    def _write_batch(self, batch: list[_Waiting]) -> list[Outcome]:
        if self._in_spool and not self._replay():
            return self._put_aside(batch)
        close_old_connections()
        try:
            written = write([waiting.entry for waiting in batch], self._limits)
        except UNANSWERED as error:
            logger.error("the database does not answer (%s)", type(error).__name__)
            self._retry_at = time.monotonic() + RETRY_SECONDS
            return self._put_aside(batch)
        except Exception as error:  # noqa: BLE001  whatever it is, those who wait must hear
            if len(batch) == 1:
                return [(batch[0], error)]
            # One of them is at fault, and must not take the others along.
            return [outcome for waiting in batch for outcome in self._write_batch([waiting])]
        return list(zip(batch, written, strict=True))

    def _replay(self) -> bool:
        """Empty the spool into the database; False while the database does not answer."""
        if time.monotonic() < self._retry_at:
            return False
        close_old_connections()
        try:
            replayed = self._spool.replay()
        except UNANSWERED:
            self._retry_at = time.monotonic() + RETRY_SECONDS
            return False
        self._in_spool = False
        self._concluded.clear()
        if replayed:
            logger.warning("the database answers again: %d entries replayed", replayed)
        return True

    def _put_aside(self, batch: list[_Waiting]) -> list[Outcome]:
        """Write a batch into the spool, or keep its answers until anything can be written."""
        entries = [w.entry for w in batch if not isinstance(w.entry, TokenUse)]
        try:
            self._spool.put(cast("list[Spooled]", [e for e in entries if self._is_first(e)]))
        except OSError as error:
            logger.error("the spool cannot be written (%s)", type(error).__name__)
            return self._keep_answers(batch, error)
        self._in_spool = True
        self.spooled += len(entries)
        return [(waiting, self._result_of(waiting.entry)) for waiting in batch]

    def _is_first(self, entry: Entry) -> bool:
        return not (isinstance(entry, Conclusion) and entry.transcript in self._concluded)

    def _result_of(self, entry: Entry) -> Written:
        """The result that counts, as far as this process knows."""
        if isinstance(entry, Conclusion):
            return self._concluded.setdefault(entry.transcript, entry.result)
        return entry.result if isinstance(entry, Refusal) else None

    def _keep_answers(self, batch: list[_Waiting], error: OSError) -> list[Outcome]:
        """Refuse at once what is not shown yet; try again for what a person has answered."""
        late = time.monotonic() - KEEP_SECONDS
        kept = [w for w in batch if isinstance(w.entry, Conclusion) and w.since > late]
        self._stuck += kept
        return [(waiting, error) for waiting in batch if waiting not in kept]

    def _tell(self, outcomes: list[Outcome]) -> None:
        if outcomes:
            with suppress(RuntimeError):  # the loop has ended and nobody waits any more
                outcomes[0][0].loop.call_soon_threadsafe(_settle, outcomes)


def _settle(outcomes: list[Outcome]) -> None:
    for waiting, outcome in outcomes:
        if waiting.future.done() or isinstance(waiting.entry, TokenUse):
            continue
        if isinstance(outcome, Exception):
            waiting.future.set_exception(outcome)
        else:
            waiting.future.set_result(outcome)
