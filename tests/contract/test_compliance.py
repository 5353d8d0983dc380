"""The compliance table has no gaps."""

import pytest

from tests.contract.compliance import FOLDERS, RULE_IDS, SEEN


def test_rule_ids_are_unique() -> None:
    assert len(set(RULE_IDS)) == len(RULE_IDS)


def test_every_rule_has_a_test(request: pytest.FixtureRequest) -> None:
    collected = {item.path for item in request.session.items}
    if not all(collected.issuperset(folder.glob("test_*.py")) for folder in FOLDERS):
        pytest.skip("only some of the tests were collected")
    assert request.config.stash[SEEN] == set(RULE_IDS)
