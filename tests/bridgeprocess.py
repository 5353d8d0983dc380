"""A bridge that serves HTTP, in a process of its own."""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import httpx2

from tests.ports import free_port
from tests.processes import ROOT


@contextmanager
def http_bridge(environment: dict[str, str]) -> Iterator[str]:
    """Start a bridge, yield the address of its MCP endpoint, and stop it."""
    with http_bridge_process(environment) as (url, _):
        yield url


@contextmanager
def http_bridge_process(
    environment: dict[str, str],
) -> Iterator[tuple[str, "subprocess.Popen[bytes]"]]:
    """As `http_bridge`, with the process."""
    address = f"127.0.0.1:{free_port()}"
    process = subprocess.Popen(
        [sys.executable, "-m", "mcpbridge", "--http", address],
        cwd=ROOT,
        env=environment,
        stderr=subprocess.DEVNULL,
    )
    for _ in range(300):
        try:
            httpx2.get(f"http://{address}/healthz").raise_for_status()
            break
        except httpx2.HTTPError:
            assert process.poll() is None
            time.sleep(0.1)
    yield f"http://{address}/mcp", process
    process.terminate()
    assert process.wait(20) == 0
