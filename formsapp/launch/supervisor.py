"""Running web, bridge and worker under one supervisor, from the Procfile."""

import os
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable

from django.conf import settings
from honcho.environ import parse_procfile
from honcho.manager import Manager
from honcho.printer import Printer

from formsapp.launch.ports import Ports

READY_WITHIN_SECONDS = 60
INTERRUPTED = {130, 143}
"""How honcho ends when Ctrl-C or SIGTERM stopped it: what the person asked for, no failure."""


def supervise(ports: Ports, on_ready: Callable[[], None]) -> int:
    """Run everything until Ctrl-C, SIGTERM or the end of one process; return an exit code.

    `on_ready` is called once, when every address answers.
    """
    manager = Manager(Printer(sys.stdout))
    procfile = parse_procfile((settings.BASE_DIR / "Procfile").read_text(encoding="utf-8"))
    environment = _environment(ports)
    for name, command in procfile.processes.items():
        manager.add_process(name, command, env=environment, cwd=str(settings.BASE_DIR))
    threading.Thread(target=_announce, args=(ports, on_ready), daemon=True).start()
    manager.loop()
    code = manager.returncode or 0
    return 0 if code in INTERRUPTED else code


def _environment(ports: Ports) -> dict[str, str]:
    return {
        "LOG_LEVEL": "WARNING",
        **os.environ,
        "PYTHON": sys.executable,
        "PYTHONUNBUFFERED": "1",
        "FORMLEDGER_HOME": str(settings.FORMLEDGER_HOME),
        "PORT": str(ports.web),
        "BRIDGE_PORT": str(ports.bridge),
    }


def _announce(ports: Ports, on_ready: Callable[[], None]) -> None:
    addresses = [f"{ports.web_url}/healthz", f"http://127.0.0.1:{ports.bridge}/healthz"]
    deadline = time.monotonic() + READY_WITHIN_SECONDS
    while time.monotonic() < deadline:
        if all(_answers(address) for address in addresses):
            on_ready()
            return
        time.sleep(0.1)


def _answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=2) as response:  # noqa: S310  our own address
            return bool(response.status == 200)
    except (urllib.error.URLError, OSError):
        return False
