"""Every test, on every database that is here: `python -m tests.run [pytest arguments]`.

The whole suite runs on SQLite. Where PostgreSQL answers, the tests of the rooms that use the
database run again on it.
"""

import os
import subprocess
import sys

from tests.servers import postgres_url, redis_url

ON_POSTGRES = ["tests/ledger", "tests/authoring", "tests/launch"]


def main() -> None:
    """Run, say what was left out, and exit as pytest did."""
    arguments = sys.argv[1:]
    parallel = ["-n", os.environ.get("PYTEST_WORKERS", "2")]
    code = pytest("SQLite", {}, [*parallel, *arguments])
    left_out = []
    if (url := postgres_url()) is None:
        left_out.append("PostgreSQL does not answer (Debian: postgresql): its runs were left out")
    elif not arguments and code == 0:
        code = pytest("PostgreSQL", {"DATABASE_URL": url}, ON_POSTGRES)
    if redis_url() is None:
        left_out.append("Redis does not answer (Debian: redis-server): its tests were left out")
    for line in left_out:
        print(f"Left out: {line}.")  # noqa: T201
    sys.exit(code)


def pytest(title: str, environment: dict[str, str], arguments: list[str]) -> int:
    """Run pytest once and return its exit code."""
    print(f"=== On {title} ===", flush=True)  # noqa: T201
    command = [sys.executable, "-m", "pytest", *arguments]
    return subprocess.run(command, env={**os.environ, **environment}, check=False).returncode


if __name__ == "__main__":
    main()
