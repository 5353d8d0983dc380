"""Telling Celery that there is something to record.

The message is a hint: losing it delays a record until the next beat and loses nothing. So it is
sent from a thread of its own, once for all that is waiting, and never holds a call up.
"""

import logging
import threading

logger = logging.getLogger(__name__)

CLOSING_SECONDS = 3
PAUSE_SECONDS = 0.2
"""Between two hints: one is enough for all that was concluded meanwhile."""


class Nudge:
    """Sends hints in the background, never more than one at a time."""

    def __init__(self) -> None:
        self.lost = 0
        """How many hints could not be sent."""
        self._wanted = threading.Event()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def send(self) -> None:
        """Ask for one hint and return at once."""
        self._wanted.set()
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="nudge", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """Send what is still wanted, within a few seconds, and stop."""
        if self._thread is not None:
            self._stop.set()
            self._wanted.set()
            self._thread.join(CLOSING_SECONDS)

    def _work(self) -> None:
        while not self._stop.is_set() or self._wanted.is_set():
            self._wanted.wait()
            self._wanted.clear()
            try:
                _publish()
            except Exception as error:  # noqa: BLE001  whatever the broker raises, the call went well
                self.lost += 1
                logger.warning("Celery was not told (%s); the next beat records", _name(error))
            self._stop.wait(PAUSE_SECONDS)


def _name(error: Exception) -> str:
    """The kind of error only: its text may hold the broker's password."""
    return type(error).__name__


def _publish() -> None:
    # Celery is imported at the first outcome: hosts start a bridge for every session.
    from formsapp.celery import app  # noqa: PLC0415

    app.send_task("ledger.record", retry=False, ignore_result=True)
