"""`docs/hosts.md` is written by the tests: each host and way it was tried in is a row of its table.

Rows of hosts that are not here in a run stay as they are. Results travel in `user_properties`, so
that the controller of pytest-xdist has them all.
"""

import json
from collections import defaultdict
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import pytest

from tests.processes import ROOT

PAGE = ROOT / "docs" / "hosts.md"
BEGIN, END = "<!-- written by tests/hosts -->\n", "<!-- end -->\n"
HEAD = "| Host | Way | Protocol | Checked |\n|---|---|---|---|\n"
ORDER = (
    "listing",
    "accept",
    "decline",
    "cancel",
    "invalid answer",
    "killed while open",
    "no native forms",
    "the scenarios that apply",
)


@dataclass(frozen=True)
class Row:
    """A host, how it reached the bridge, and the protocol they spoke."""

    host: str
    way: str
    protocol: str


Seen = Callable[..., None]
"""`seen(row, "accept", ...)`: this row did these things as it should."""


def seen(request: pytest.FixtureRequest) -> Seen:
    """The fixture by which tests report."""

    def note(row: Row, *checked: str) -> None:
        assert set(checked) <= set(ORDER)
        line = json.dumps({"row": asdict(row), "checked": checked})
        request.node.user_properties.append(("host", line))

    return note


class HostsReport:
    """The pytest plugin; register it once."""

    def __init__(self, page: Path = PAGE) -> None:
        self._page = page
        self._checked: dict[Row, set[str]] = defaultdict(set)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Collect what a test that passed has seen."""
        if report.when == "call" and report.passed:
            for name, value in report.user_properties:
                if name == "host":
                    found = json.loads(str(value))
                    self._checked[Row(**found["row"])] |= set(found["checked"])

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Write the table, where anything was seen and this is not a worker of xdist."""
        if self._checked and not hasattr(session.config, "workerinput"):
            text = self._page.read_text(encoding="utf-8")
            before, _, rest = text.partition(BEGIN)
            table, _, after = rest.partition(END)
            new = before + BEGIN + HEAD + self._merged(table) + END + after
            if new != text:
                self._page.write_text(new, encoding="utf-8")

    def _merged(self, table: str) -> str:
        rows = {}
        for line in table.splitlines():
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            if len(cells) == 4 and cells[0] != "Host" and not cells[0].startswith("---"):
                rows[(_name(cells[0]), cells[1], cells[2])] = line
        for row, checked in self._checked.items():
            words = ", ".join(word for word in ORDER if word in checked)
            line = f"| {row.host} | {row.way} | {row.protocol} | {words} |"
            rows[(_name(row.host), row.way, row.protocol)] = line
        return "".join(f"{line}\n" for _, line in sorted(rows.items()))


def _name(host: str) -> str:
    """A host without its version: a newer one takes the place of an older one."""
    return host.rpartition(" ")[0]
