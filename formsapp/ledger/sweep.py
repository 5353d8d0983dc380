"""The sweep: concludes forms past their deadline that nobody else will conclude."""

import uuid
from datetime import timedelta

from django.utils import timezone

from formsapp.contract import ErrorCode, Result, failed
from formsapp.ledger.entries import Conclusion
from formsapp.ledger.models import Transcript
from formsapp.ledger.recorder import write

GRACE = timedelta(seconds=60)
"""A bridge that lives concludes its forms at their deadline; it gets this long to do so."""

BATCH = 200
FIRST_WITHOUT_HANDSHAKE = "2026-07-28"


def sweep() -> int:
    """Conclude every form that is past its deadline and still open; return how many.

    From 2026-07-28 on it is the host's part to come back with an answer, and where it does not the
    form has timed out. Before, a bridge waited for the answer; one that has not concluded by now
    has died. Any number of processes may sweep at once: the first conclusion stands.
    """
    swept = 0
    while batch := _overdue():
        write([Conclusion(transcript, result, swept=True) for transcript, result in batch])
        swept += len(batch)
    return swept


def _overdue() -> list[tuple[uuid.UUID, Result]]:
    rows = Transcript.objects.filter(
        concluded_at__isnull=True, deadline__lt=timezone.now() - GRACE
    ).order_by("deadline")
    found = rows.values_list("pk", "protocol_version")[:BATCH]
    return [(pk, _result(version)) for pk, version in found]


def _result(protocol_version: str) -> Result:
    if protocol_version >= FIRST_WITHOUT_HANDSHAKE:
        return failed(ErrorCode.TIMEOUT, "The host did not return with an answer in time.")
    return failed(ErrorCode.TRANSPORT_ERROR, "The bridge ended before an answer arrived.")
