"""Keys of rows: UUIDv7, so that the order of keys is the order of time."""

import uuid

from uuid_utils.compat import uuid7


def new_key() -> uuid.UUID:
    """A new UUIDv7."""
    return uuid7()
