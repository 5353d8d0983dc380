"""Keys of rows: UUIDv7, so that the order of keys is the order of time."""

import secrets
import uuid

from uuid_utils.compat import uuid7


def new_key() -> uuid.UUID:
    """A new UUIDv7."""
    return uuid7()


def new_salt() -> str:
    """128 random bits in hexadecimal."""
    return secrets.token_hex(16)
