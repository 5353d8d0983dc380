"""What the bridge costs beside a bare server on the same SDK that checks and stores nothing.

Start-up, memory for each form that waits, and calls a second with 50 callers at once; both servers
in turns on the same machine, printed as ratios. Run as `python -m bench.bridge`; with `--check` it
exits 1 beyond the limits.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from statistics import median

from bench._host import BARE, BRIDGE, ROOT, host

Environment = Mapping[str, str]

MAX_START = 1.5
MAX_MEMORY = 1.3
MIN_THROUGHPUT = 0.6

STARTS = 7
PENDING = 5_000
CALLS, WARM_UP, IN_FLIGHT, ROUNDS = 2_000, 400, 50, 3


def start_ratio(environment: Environment) -> float:
    """Seconds from launch to the reply to `initialize`, relative to the bare server's."""
    seconds: dict[tuple[str, ...], list[float]] = {BARE: [], BRIDGE: []}
    for command in [BARE, BRIDGE] * STARTS:
        with host(command, environment) as running:
            seconds[command].append(running.start_seconds)
    bare, bridge = median(seconds[BARE]), median(seconds[BRIDGE])
    print(f"  start      {bare * 1000:8.0f} ms  bare {bridge * 1000:8.0f} ms  bridge", end="")
    return bridge / bare


def memory_ratio(environment: Environment) -> float:
    """Memory that one more waiting form takes, relative to the bare server's."""
    bare, bridge = (_memory_per_form(command, environment) for command in (BARE, BRIDGE))
    print(f"  memory     {bare / 1024:8.1f} KiB bare {bridge / 1024:8.1f} KiB bridge", end="")
    return bridge / bare


def _memory_per_form(command: tuple[str, ...], environment: Environment) -> float:
    with host(command, environment) as running:
        running.run(WARM_UP, IN_FLIGHT)
        before = running.memory()
        for call in range(PENDING):
            running.ask(call)
        forms = [running.form() for _ in range(PENDING)]
        used = running.memory() - before
        for form in forms:
            running.answer(form)
        for _ in forms:
            running.result()
        return used / PENDING


def throughput_ratio(environment: Environment) -> float:
    """Calls a second, committed and Celery told, relative to the bare server's."""
    rates: dict[tuple[str, ...], list[float]] = {BARE: [], BRIDGE: []}
    for command in [BARE, BRIDGE] * ROUNDS:
        with host(command, environment) as running:
            running.run(WARM_UP, IN_FLIGHT)
            rates[command].append(CALLS / running.run(CALLS, IN_FLIGHT))
    bare, bridge = max(rates[BARE]), max(rates[BRIDGE])
    print(f"  throughput {bare:8.0f} /s  bare {bridge:8.0f} /s  bridge", end="")
    return bridge / bare


def main() -> None:
    """Measure and print; with `--check` hold the ratios to their limits."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="exit 1 beyond the limits")
    options, _ = parser.parse_known_args()
    kept = True
    with tempfile.TemporaryDirectory() as home:
        environment = {
            **os.environ,
            "FORMLEDGER_HOME": home,
            "FORMLEDGER_MAX_OPEN_FORMS_PER_AGENT": "10000",
            "PYTHONPATH": str(ROOT),
        }
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        subprocess.run(
            [sys.executable, "manage.py", "migrate", "-v0"], cwd=ROOT, env=environment, check=True
        )
        for measure, limit in (
            (start_ratio, MAX_START),
            (memory_ratio, MAX_MEMORY),
            (throughput_ratio, -MIN_THROUGHPUT),
        ):
            ratio = measure(environment)
            within = ratio <= limit if limit > 0 else ratio >= -limit
            kept = kept and within
            print(f"  ratio {ratio:.2f}  ({'at most' if limit > 0 else 'at least'} {abs(limit)})")
    if options.check and not kept:
        sys.exit(1)


if __name__ == "__main__":
    main()
