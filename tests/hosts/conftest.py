import pytest

from tests.hosts import report


@pytest.fixture
def seen(request: pytest.FixtureRequest) -> report.Seen:
    """Reports what a host did, for `docs/hosts.md`."""
    return report.seen(request)
