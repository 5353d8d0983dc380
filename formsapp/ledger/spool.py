"""The spool: where entries go while the database does not answer.

One file an entry, in the home: written, synced, renamed into place and the folder synced, so that
an entry is there whole or not at all, whatever happens to the machine. Replayed once the database
answers; replaying twice changes nothing.
"""

import json
import logging
import os
import uuid
from collections.abc import Callable, Iterable
from dataclasses import asdict, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from django.utils import timezone

from formsapp.home import one_at_a_time
from formsapp.ledger.entries import Call, Caller, Conclusion, Opening, Refusal
from formsapp.ledger.keys import new_key
from formsapp.ledger.models import Transcript
from formsapp.ledger.recorder import write

logger = logging.getLogger(__name__)

Spooled = Opening | Refusal | Conclusion
_KINDS: dict[str, type[Spooled]] = {
    "opening": Opening,
    "refusal": Refusal,
    "conclusion": Conclusion,
}
BATCH = 100


class Spool:
    """The spool of a home."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._folder = home / "spool"

    @property
    def empty(self) -> bool:
        """Whether there is nothing to replay."""
        return not any(True for _ in self._files())

    def put(self, entries: Iterable[Spooled]) -> None:
        """Write entries down, to be replayed later.

        Raises:
            OSError: the home cannot be written either.
        """
        self._folder.mkdir(mode=0o700, exist_ok=True)
        now = timezone.now()
        for entry in entries:
            self._write(f"{new_key()}.json", _dump(replace(entry, spooled_at=now)))
        _sync(self._folder)

    def replay(self) -> int:
        """Write everything into the database, in order, and return how many entries that were.

        Raises:
            DatabaseError: the database still does not answer; what is left stays in the spool.
        """
        if self.empty:
            return 0
        with one_at_a_time(self._home, "spool"):
            found = [(path, entry) for path in sorted(self._files()) if (entry := _read(path))]
            # A form opens before it ends, whatever the clock said meanwhile.
            found.sort(key=lambda item: isinstance(item[1], Conclusion))
            for start in range(0, len(found), BATCH):
                self._replay(found[start : start + BATCH])
            return len(found)

    def _replay(self, batch: list[tuple[Path, Spooled]]) -> None:
        entries = [entry for _, entry in batch]
        there = _known(entries)
        write([e for e in entries if not isinstance(e, Conclusion) and _id(e) not in there])
        there = _known(entries)
        conclusions = [e for e in entries if isinstance(e, Conclusion)]
        write([e for e in conclusions if _id(e) in there])
        for lost in (e for e in conclusions if _id(e) not in there):
            logger.error("the spool concludes a transcript that is not there (%s)", _id(lost))
        for path, _ in batch:
            path.unlink(missing_ok=True)

    def _files(self) -> Iterable[Path]:
        return self._folder.glob("*.json")

    def _write(self, name: str, text: str) -> None:
        temporary = self._folder / f".{name}"
        try:
            with temporary.open("w", encoding="utf-8") as file:
                os.fchmod(file.fileno(), 0o600)
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            temporary.rename(self._folder / name)
        except OSError:
            temporary.unlink(missing_ok=True)
            raise


def _known(entries: Iterable[Spooled]) -> set[uuid.UUID]:
    """Those of the entries' transcripts that the database has."""
    ids = [_id(entry) for entry in entries]
    return set(Transcript.objects.filter(pk__in=ids).values_list("pk", flat=True))


def _id(entry: Spooled) -> uuid.UUID:
    return entry.transcript if isinstance(entry, Conclusion) else entry.call.id


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _dump(entry: Spooled) -> str:
    kind = next(name for name, of in _KINDS.items() if isinstance(entry, of))
    return json.dumps({"kind": kind, **asdict(entry)}, default=str)


def _read(path: Path) -> Spooled | None:
    """The entry of a file; None if another process was faster."""
    try:
        values: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    entry = _KINDS[values.pop("kind")]
    for name in ("at", "spooled_at", "deadline", "answered_at"):
        if values.get(name):
            values[name] = datetime.fromisoformat(values[name])
    if "transcript" in values:
        values["transcript"] = uuid.UUID(values["transcript"])
    if "call" in values:
        call = values["call"]
        received_at, key = datetime.fromisoformat(call["received_at"]), uuid.UUID(call["id"])
        values["call"] = Call(Caller(**call["caller"]), received_at, key)
    make: Callable[..., Spooled] = entry
    return make(**values)
