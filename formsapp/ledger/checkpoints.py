"""Checkpoints: signed heads of the chain, to be kept elsewhere.

Whoever holds one can tell whether the chain up to there is still the same.
"""

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from formsapp.ledger.digests import canonical, utc
from formsapp.ledger.models import AuditRecord, ChainHead, Checkpoint, SigningKey
from formsapp.ledger.signing import Key, current_key, is_signed, key_id

FORMAT = "formledger-checkpoint-1"
EVERY_RECORDS = 1_000
EVERY = timedelta(hours=1)

Document = dict[str, Any]
"""A checkpoint as it is printed: what is signed, the public key and the signature."""


class CheckpointError(Exception):
    """This is no checkpoint of ours. The text is one line."""


def checkpoint_if_due() -> Checkpoint | None:
    """Make a checkpoint where enough was recorded, or enough time has passed, since the last."""
    head = ChainHead.objects.first()
    last = Checkpoint.objects.order_by("-sequence").first()
    if head is None or head.sequence == (last.sequence if last else 0):
        return None
    enough = head.sequence - (last.sequence if last else 0) >= EVERY_RECORDS
    late = last is None or timezone.now() - last.made_at >= EVERY
    return checkpoint_at(head.sequence) if enough or late else None


@transaction.atomic
def checkpoint_at(sequence: int) -> Checkpoint:
    """The checkpoint at a record, made and signed now if there is none yet.

    Raises:
        AuditRecord.DoesNotExist: the chain has no such record.
    """
    # The head's lock: two that make the same checkpoint wait for each other.
    ChainHead.objects.select_for_update().first()
    if found := Checkpoint.objects.filter(sequence=sequence).first():
        return found
    record = AuditRecord.objects.only("sequence", "hash").get(sequence=sequence)
    key, now = current_key(), timezone.now()
    register_key(key)
    made = Checkpoint(sequence=sequence, hash=record.hash, made_at=now, key_id=key.id)
    made.signature = key.sign(signed_bytes(document(made, key.public_key)))
    made.save(force_insert=True)
    return made


def register_key(key: Key) -> None:
    """Keep the public half, so that what it signed is verified for ever."""
    SigningKey.objects.get_or_create(
        id=key.id, defaults={"public_key": key.public_key, "first_used_at": timezone.now()}
    )


def document(checkpoint: Checkpoint, public_key: str | None = None) -> Document:
    """A checkpoint as it is printed and kept elsewhere."""
    return {
        "format": FORMAT,
        "sequence": checkpoint.sequence,
        "hash": checkpoint.hash,
        "made_at": utc(checkpoint.made_at),
        "public_key": public_key or checkpoint.key.public_key,
        "signature": checkpoint.signature,
    }


def signed_bytes(printed: Document) -> bytes:
    """What the signature of a checkpoint is over: all of it but the signature."""
    return canonical({k: v for k, v in printed.items() if k != "signature"}).encode()


def check_document(printed: Any) -> Document:
    """A printed checkpoint, if a key that has signed for this ledger signed it.

    Raises:
        CheckpointError: it is no checkpoint, or not signed by a key of ours.
    """
    names = {"format", "sequence", "hash", "made_at", "public_key", "signature"}
    if not isinstance(printed, dict) or printed.keys() != names or printed["format"] != FORMAT:
        raise CheckpointError("This is no checkpoint of Formledger.")
    public_key, signature = str(printed["public_key"]), str(printed["signature"])
    if not is_signed(public_key, signature, signed_bytes(printed)):
        raise CheckpointError("The checkpoint is forged: its signature does not fit.")
    ours = {current_key().public_key, *SigningKey.objects.values_list("public_key", flat=True)}
    if public_key not in ours:
        raise CheckpointError(f"The checkpoint's key is not one of ours: {key_id(public_key)}.")
    return printed
