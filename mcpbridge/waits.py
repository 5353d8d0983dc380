"""The calls of this process that wait for a person, so that a shutdown can end them in order."""

from dataclasses import dataclass, field

import anyio

from formsapp.contract import ErrorCode

STOPPING = "The bridge is being stopped; ask again when it is back."


@dataclass(eq=False, slots=True)
class Wait:
    """One call's wait for a person. Whatever ends it first says why."""

    progress_seconds: int
    """How often to say that the call still waits."""
    scope: anyio.CancelScope = field(default_factory=anyio.CancelScope)
    code: ErrorCode = ErrorCode.TIMEOUT
    message: str = ""

    def end(self, message: str) -> None:
        """Give up waiting, because of the transport."""
        if not self.scope.cancel_called:
            self.code, self.message = ErrorCode.TRANSPORT_ERROR, message
            self.scope.cancel()


class Waits:
    """The waits of the process."""

    def __init__(self, progress_seconds: int) -> None:
        self._progress_seconds = progress_seconds
        self._calls: set[Wait] = set()
        self.closing = False
        """Whether the process is about to end, and shows no more forms."""

    @property
    def count(self) -> int:
        """How many calls are under way."""
        return len(self._calls)

    def begin(self) -> Wait:
        """A call begins that may wait."""
        wait = Wait(self._progress_seconds)
        self._calls.add(wait)
        return wait

    def finish(self, wait: Wait) -> None:
        """The call has its result."""
        self._calls.discard(wait)

    async def close(self, seconds: float, message: str = STOPPING) -> None:
        """End every wait, and give the calls some seconds to tell their hosts."""
        self.closing = True
        for wait in tuple(self._calls):
            wait.end(message)
        with anyio.move_on_after(seconds):
            while self._calls:
                await anyio.sleep(0.02)
