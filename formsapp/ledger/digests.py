"""Digests: SHA-256 in lower-case hexadecimal. What is hashed is RFC 8785 canonical JSON."""

import hashlib
import hmac
import json
from datetime import UTC, datetime
from decimal import Decimal
from functools import lru_cache
from typing import Any

from django.conf import settings

# For what we hash (strings, integers, null, objects with ASCII keys) Python's own writer gives
# exactly what RFC 8785 asks for, and the rfc8785 package, which the tests hold it against, ten
# times as slowly.
canonical = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode


def digest(value: Any) -> str:
    """SHA-256 of the canonical JSON of strings, integers, null and containers of them."""
    return hashlib.sha256(canonical(value).encode()).hexdigest()


def text_digest(text: str | None) -> str:
    """SHA-256 of a text in UTF-8; empty where there is none."""
    return hashlib.sha256(text.encode()).hexdigest() if text else ""


def salted_digest(salt: bytes, text: str | None) -> str:
    """HMAC-SHA-256 of a text in UTF-8 under a transcript's own salt; empty where there is none."""
    return hmac.digest(salt, text.encode(), "sha256").hex() if text else ""


def answer_text_digest(text: str) -> str:
    """HMAC-SHA-256 of an answer's stored text under the installation's key.

    Equal answers have equal digests; nobody without the key can confirm a guessed one.
    """
    return hmac.digest(_key(settings.FORMLEDGER_SEALING_KEY), text.encode(), "sha256").hex()


@lru_cache(maxsize=1)
def _key(sealing_key: str) -> bytes:
    return f"answer digest:{sealing_key}".encode()


def utc(moment: datetime | None) -> str | None:
    """ISO 8601 in UTC with microseconds and a Z."""
    if moment is None:
        return None
    return moment.astimezone(UTC).isoformat(timespec="microseconds")[:-6] + "Z"


def seconds_text(seconds: Decimal | float | None) -> str | None:
    """Seconds with six decimals."""
    return None if seconds is None else f"{seconds:.6f}"
