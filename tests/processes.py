"""Running our commands as a person would: in processes of their own."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def manage(environment: dict[str, str], *arguments: str) -> str:
    """Run a management command that must succeed and return what it prints."""
    return python(environment, "manage.py", *arguments)


def python(environment: dict[str, str], *arguments: str) -> str:
    """Run Python in the project's folder; it must succeed. Return what it prints."""
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
