"""Collects which rules the tests cover and prints them as a table at the end of the run.

Tests name their rules with `@pytest.mark.rule("id", …)`; the `rules.json` here and of the host
forms list all rules by section, `not_covered.json` what is left to others. Results travel in
`user_properties`, so that the table is complete under pytest-xdist, where only the workers see
the tests.
"""

import json
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parent
FOLDERS = (FOLDER, FOLDER.parent / "hostforms")
RULES: list[dict[str, Any]] = [
    section
    for folder in FOLDERS
    for section in json.loads((folder / "rules.json").read_text(encoding="utf-8"))
]
NOT_COVERED: list[dict[str, str]] = json.loads(
    (FOLDER / "not_covered.json").read_text(encoding="utf-8")
)
RULE_IDS = [rule["id"] for section in RULES for rule in section["rules"]]

EXAMPLES: Counter[str] = Counter()
"""How many examples each property test ran in this process."""

SEEN = pytest.StashKey[set[str]]()


def count_example(what: str) -> None:
    """Note that a property test ran one more example."""
    EXAMPLES[what] += 1


class ComplianceReport:
    """The pytest plugin; register it once."""

    def __init__(self) -> None:
        self.outcomes: dict[str, Counter[str]] = defaultdict(Counter)
        self.facts: dict[str, None] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(
        self, config: pytest.Config, items: list[pytest.Item]
    ) -> None:
        """Attach the rules of each test to its reports, before any test is deselected."""
        seen = config.stash.setdefault(SEEN, set())
        for item in items:
            for mark in item.iter_markers("rule"):
                item.user_properties.extend(("rule", rule) for rule in mark.args)
                seen.update(mark.args)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> None:
        """Attach the number of examples a property test ran."""
        if call.when == "call":
            for what, count in EXAMPLES.items():
                item.user_properties.append(("fact", f"Examples run: {count:,} {what}"))
            EXAMPLES.clear()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count the outcome of a test for each of its rules."""
        if report.when != "call" and report.passed:
            return
        for name, value in report.user_properties:
            if name == "rule":
                self.outcomes[str(value)][report.outcome] += 1
            elif name == "fact":
                self.facts[str(value)] = None

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print the table, if any test with a rule ran."""
        if not self.outcomes:
            return
        out = terminalreporter
        out.section("Compliance with API.md")
        for section in RULES:
            out.write_line(section["section"], bold=True)
            for rule in section["rules"]:
                if rule["id"] in self.outcomes:
                    out.write_line(f"  {self._verdict(rule['id'])}  {rule['id']:22} {rule['text']}")
        if not_run := [rule for rule in RULE_IDS if rule not in self.outcomes]:
            out.write_line(f"Not run: {', '.join(not_run)}", bold=True)
        out.write_line("Covered elsewhere, or nowhere", bold=True)
        for entry in NOT_COVERED:
            out.write_line(f"  {entry['section']}: {entry['rule']} ({entry['why']})")
        for fact in self.facts:
            out.write_line(fact)

    def _verdict(self, rule: str) -> str:
        outcomes = self.outcomes[rule]
        failed = outcomes["failed"]
        return f"FAILED {failed:>5}" if failed else f"{outcomes['passed']:>5} passed"
