import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.processes import python
from tests.rawhost import RawHost

Records = Callable[[], list[dict[str, Any]]]


@pytest.fixture(params=["prepared", "prepared_postgres"], ids=["sqlite", "postgres"])
def bridge_environment(request: pytest.FixtureRequest) -> dict[str, str]:
    """The environment of a bridge, once on each database."""
    environment: dict[str, str] = request.getfixturevalue(request.param)
    return environment


@pytest.fixture
def host(bridge_environment: dict[str, str]) -> Iterator[RawHost]:
    """A host connected to a fresh bridge, hands not yet shaken."""
    with RawHost(bridge_environment) as host:
        yield host


@pytest.fixture
def records(bridge_environment: dict[str, str]) -> Callable[[], list[dict[str, Any]]]:
    """Records what is concluded, verifies the chain and returns the exported records."""

    def read() -> list[dict[str, Any]]:
        lines = python(bridge_environment, "-m", "tests.read_records").splitlines()
        return [json.loads(line) for line in lines]

    return read
