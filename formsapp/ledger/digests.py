"""Digests: SHA-256 in lower-case hexadecimal. What is hashed is RFC 8785 canonical JSON."""

import hashlib
import hmac
from collections.abc import Iterable
from datetime import UTC, datetime
from functools import lru_cache
from json.encoder import encode_basestring as _quoted
from typing import Any

from django.conf import settings


def canonical(value: Any) -> str:
    """The RFC 8785 form of strings, integers, booleans, null and containers with ASCII keys.

    For these Python's own string writer gives exactly what RFC 8785 asks for; the tests hold this
    against the rfc8785 package, which is many times slower.
    """
    if isinstance(value, dict):
        members = [
            prefix + (_quoted(item) if type(item := value[name]) is str else canonical(item))
            for name, prefix in _members(tuple(value))
        ]
        return f"{{{','.join(members)}}}"
    if isinstance(value, list):
        return f"[{','.join(map(canonical, value))}]"
    if isinstance(value, str):
        return _quoted(value)
    if value is None:
        return "null"
    return str(value).lower() if isinstance(value, bool) else str(int(value))


@lru_cache(maxsize=256)
def _members(names: tuple[str, ...]) -> list[tuple[str, str]]:
    """An object's names in their canonical order, each with what is written before its value."""
    return [(name, f"{_quoted(name)}:") for name in sorted(names)]


def digest(value: Any) -> str:
    """SHA-256 of the canonical JSON of strings, integers, null and containers of them."""
    return hashlib.sha256(canonical(value).encode()).hexdigest()


def text_digest(text: str | None) -> str:
    """SHA-256 of a text in UTF-8; empty where there is none."""
    return hashlib.sha256(text.encode()).hexdigest() if text else ""


def content_digest(salt: str, parts: Iterable[str | None]) -> str:
    """HMAC-SHA-256 of several texts under a transcript's own salt, which is hexadecimal.

    Each text goes in with its length before it, so that none can pass for part of another.
    """
    texts = [text or "" for text in parts]
    message = "".join([f"{len(text)}:{text}," for text in texts]).encode()
    return hmac.digest(bytes.fromhex(salt), message, "sha256").hex()


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
