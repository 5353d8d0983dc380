"""What is hashed is RFC 8785 canonical JSON, as the rfc8785 package writes it."""

from typing import Any

import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from formsapp.ledger.digests import canonical

KEYS = st.text(st.characters(max_codepoint=127), max_size=8)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
VALUES = st.recursive(
    st.none() | TEXTS | st.integers(-(2**53) + 1, 2**53 - 1) | st.booleans(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=6),
    max_leaves=20,
)


@given(VALUES)
def test_our_writer_is_the_canonical_one(value: Any) -> None:
    assert canonical(value).encode() == rfc8785.dumps(value)
