"""The protocol's own conformance suite against a bridge over HTTP."""

import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.hosts.node import FOLDER, find_node, node, package, version
from tests.hosts.reach import reach
from tests.hosts.report import Row, Seen
from tests.processes import manage

NAME = "@modelcontextprotocol/conformance"

APPLY = {
    "dns-rebinding-protection",
    "ping",
    "resources-list",
    "server-initialize",
    "server-sse-multiple-streams",
    "tools-list",
}

EVERYTHING = "calls a tool of the protocol's everything-server, which has no place here"
PROMPTS = "we serve no prompts"
FIXTURES = "reads a resource of the protocol's everything-server; ours are published forms"
SUBSCRIPTIONS = "we offer no subscriptions, and declare none"
DO_NOT_APPLY = {
    "completion-complete": "we offer no completions, and declare none",
    "elicitation-sep1034-defaults": EVERYTHING,
    "elicitation-sep1330-enums": EVERYTHING,
    "json-schema-2020-12": EVERYTHING,
    "logging-set-level": "we offer no logging over the protocol, and declare none",
    "prompts-get-embedded-resource": PROMPTS,
    "prompts-get-simple": PROMPTS,
    "prompts-get-with-args": PROMPTS,
    "prompts-get-with-image": PROMPTS,
    "prompts-list": PROMPTS,
    "resources-read-binary": FIXTURES,
    "resources-read-text": FIXTURES,
    "resources-subscribe": SUBSCRIPTIONS,
    "resources-templates-read": FIXTURES,
    "resources-unsubscribe": SUBSCRIPTIONS,
    "server-sse-polling": EVERYTHING,
    "tools-call-audio": EVERYTHING,
    "tools-call-elicitation": EVERYTHING,
    "tools-call-embedded-resource": EVERYTHING,
    "tools-call-error": EVERYTHING,
    "tools-call-image": EVERYTHING,
    "tools-call-mixed-content": EVERYTHING,
    "tools-call-sampling": EVERYTHING,
    "tools-call-simple-text": EVERYTHING,
    "tools-call-with-logging": EVERYTHING,
    "tools-call-with-progress": EVERYTHING,
}


@contextmanager
def with_token(url: str, token: str) -> Iterator[str]:
    """An address that needs no token, for the suite cannot send one."""
    command = [find_node() or "node", "proxy.mjs", url, token]
    proxy = subprocess.Popen(command, cwd=FOLDER, stdout=subprocess.PIPE, text=True)
    assert proxy.stdout is not None
    try:
        yield f"http://127.0.0.1:{proxy.stdout.readline().strip()}/mcp"
    finally:
        proxy.terminate()
        proxy.wait(20)


def test_every_scenario_that_applies_passes(
    prepared: dict[str, str], tmp_path: Path, seen: Seen
) -> None:
    script = str(package(NAME) / "dist" / "index.js")
    manage(prepared, "load_gallery")
    with reach("http", prepared) as reached, with_token(reached.url, reached.token) as url:
        done = node(script, "server", "--url", url, "--suite", "all", "-o", str(tmp_path))
    summary = done.stdout.partition("=== SUMMARY ===")[2]
    found = re.findall(r"^(\S) (\S+): (\d+) passed, (\d+) failed", summary, re.MULTILINE)
    passed = {name for _, name, passes, failures in found if int(passes) and not int(failures)}
    assert passed == APPLY
    assert {name for _, name, _, _ in found} == APPLY | set(DO_NOT_APPLY)
    seen(
        Row(f"Conformance suite {version(NAME)}", "http", "2025-11-25"), "the scenarios that apply"
    )
