"""Looking transcripts up by how their id begins."""

import re
import uuid

_HEX = re.compile(r"[0-9a-f]{8,32}")


def ids_beginning_with(term: str) -> tuple[uuid.UUID, uuid.UUID] | None:
    """The lowest and highest id that begin so; None for a term that may be something else.

    At least eight digits: shorter terms could be words, and an id's first eight are its time.
    """
    digits = term.strip().lower().replace("-", "")
    if not _HEX.fullmatch(digits):
        return None
    return uuid.UUID(digits.ljust(32, "0")), uuid.UUID(digits.ljust(32, "f"))
