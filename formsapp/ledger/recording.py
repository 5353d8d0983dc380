"""Recording: concluded transcripts become audit records, oldest first."""

from django.db import transaction
from django.utils import timezone

from formsapp.ledger.chain import GENESIS_HASH, next_record
from formsapp.ledger.models import AuditRecord, ChainHead, Transcript

BATCH = 200


def drain() -> int:
    """Record every concluded transcript that is not yet recorded; return how many.

    Any number of processes may drain at once: each batch is one transaction under the lock of
    the chain's head, so the chain never forks and no transcript is recorded twice.
    """
    recorded = 0
    while batch := _record_batch():
        recorded += batch
    return recorded


@transaction.atomic
def _record_batch() -> int:
    head = _locked_head()
    pending = list(
        Transcript.objects.filter(concluded_at__isnull=False, recorded_at__isnull=True).order_by(
            "concluded_at", "id"
        )[:BATCH]
    )
    now = timezone.now()
    records = []
    for transcript in pending:
        record = next_record(transcript, head.sequence + 1, head.hash, now)
        head.sequence, head.hash = record.sequence, record.hash
        records.append(record)
    if records:
        AuditRecord.objects.bulk_create(records)
        Transcript.objects.filter(pk__in=[t.pk for t in pending]).update(recorded_at=now)
        head.save()
    return len(records)


def _locked_head() -> ChainHead:
    head, _ = ChainHead.objects.select_for_update().get_or_create(
        pk=1, defaults={"sequence": 0, "hash": GENESIS_HASH}
    )
    return head
