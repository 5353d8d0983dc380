"""The embedded broker: kombu's filesystem transport, with messages that appear whole.

kombu creates a message's file under its final name and then fills it, so a worker that looks in
between reads half a message and stops. Here the file is filled first and renamed into place.
"""

import time
import uuid
from pathlib import Path
from typing import Any

from kombu.transport import filesystem
from kombu.utils.json import dumps


class Channel(filesystem.Channel):
    """A filesystem channel that publishes atomically."""

    def _put(  # type: ignore[override]  # kombu's own classes disagree on the second name
        self, queue: str, payload: Any, **kwargs: Any
    ) -> None:
        folder = Path(self.data_folder_out)
        name = f"{round(time.monotonic() * 1000)}_{uuid.uuid4()}.{queue}.msg"
        unfinished = folder / f".{name}.part"
        unfinished.write_text(dumps(payload), encoding="utf-8")
        unfinished.replace(folder / name)


class Transport(filesystem.Transport):
    """The transport Celery is given as `broker_transport`."""

    Channel = Channel
