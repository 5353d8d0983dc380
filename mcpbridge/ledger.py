"""The ledger as the bridge's coroutines see it.

The recorder blocks on the database, so it runs in one thread of its own, which also owns the
connection. What was begun there is finished: a call that is cancelled meanwhile still waits for
its commit.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

import anyio
from django.db import close_old_connections

P = ParamSpec("P")
T = TypeVar("T")


class Ledger:
    """Runs recorder functions one after another, away from the event loop."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="ledger")

    async def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a blocking function and wait for it, even through a cancellation."""

        def work() -> T:
            close_old_connections()
            return function(*args, **kwargs)

        running = asyncio.get_running_loop().run_in_executor(self._thread, work)
        with anyio.CancelScope(shield=True):
            await asyncio.wait([running])
        return running.result()

    def close(self) -> None:
        """Finish what was begun."""
        self._thread.shutdown()
