"""Prints the compliance table after the tests of the contract."""

import pytest

from tests.contract.compliance import ComplianceReport


def pytest_configure(config: pytest.Config) -> None:
    """Register the mark and the report."""
    config.addinivalue_line("markers", "rule(*ids): the rules of rules.json that a test checks")
    if not config.pluginmanager.has_plugin("contract-compliance"):
        config.pluginmanager.register(ComplianceReport(), "contract-compliance")
