"""Prints the compliance table after the tests of the contract."""

import pytest
from hypothesis import HealthCheck, settings

from tests.contract.compliance import ComplianceReport

# Examples are many and cheap; the machine may be busy, so no example has a deadline.
settings.register_profile(
    "contract",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def pytest_configure(config: pytest.Config) -> None:
    """Register the mark and the report."""
    config.addinivalue_line("markers", "rule(*ids): the rules of rules.json that a test checks")
    settings.load_profile("contract")
    if not config.pluginmanager.has_plugin("contract-compliance"):
        config.pluginmanager.register(ComplianceReport(), "contract-compliance")
