"""How a host reaches a bridge: it starts one on stdio, or calls one that runs, with a token."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from tests.bridgeprocess import http_bridge
from tests.processes import ROOT, manage, python

COMMAND = [sys.executable, "-m", "mcpbridge"]


@dataclass(frozen=True)
class Reach:
    """What a host needs to know."""

    way: str
    environment: dict[str, str]
    """For the bridge that a host starts; it must run in the project's folder."""
    folder: str = str(ROOT)
    url: str = ""
    token: str = ""


@contextmanager
def reach(way: str, environment: dict[str, str]) -> Iterator[Reach]:
    """A bridge on the database of this environment, on "stdio" or over "http"."""
    if way == "stdio":
        yield Reach(way, environment)
        return
    token = manage(environment, "agent_token", "host").strip()
    with http_bridge(environment) as url:
        yield Reach(way, environment, url=url, token=token)


def recorded(environment: dict[str, str]) -> list[dict[str, Any]]:
    """The audit records, after recording what is concluded."""
    lines = python(environment, "-m", "tests.read_records").splitlines()
    return [json.loads(line) for line in lines]


def outcomes(environment: dict[str, str]) -> list[str]:
    """How the recorded calls ended, error codes included."""
    return [record["error_code"] or record["outcome"] for record in recorded(environment)]
