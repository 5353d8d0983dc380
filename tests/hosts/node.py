"""Hosts that run on Node, from `tests/hosts/package.json`."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parent
MODULES = FOLDER / "node_modules"
PACKAGES: dict[str, str] = json.loads((FOLDER / "package.json").read_text())["dependencies"]
SECONDS = 120


def package(name: str) -> Path:
    """The folder of an installed package; without it the test is skipped."""
    folder = MODULES / name
    if not folder.exists() or find_node() is None:
        pytest.skip(f"{name} is not here (npm install --prefix tests/hosts; .ci/run does it)")
    return folder


def version(name: str) -> str:
    """The version of a package that is pinned."""
    return PACKAGES[name]


def find_node() -> str | None:
    """Node, the one among the packages before the machine's."""
    own = MODULES / ".bin" / "node"
    return str(own) if own.exists() else shutil.which("node")


def node(
    *arguments: str, job: Any = None, home: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Run Node in `tests/hosts`, with a job as JSON on its input."""
    return subprocess.run(
        [find_node() or "node", *arguments],
        cwd=FOLDER,
        env={**os.environ, "NO_COLOR": "1", **({"HOME": str(home)} if home else {})},
        input=json.dumps(job),
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )


def run_job(script: str, job: Any) -> Any:
    """Run a script that prints one JSON line, and return it."""
    done = node(script, job=job)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])
