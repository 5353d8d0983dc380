"""Ports: chosen by the environment, checked before anything starts."""

import os
import re
import socket
from dataclasses import dataclass

from django.core.management.base import CommandError

HOST = "127.0.0.1"
MAX_PORT = 65_535


@dataclass(frozen=True, slots=True)
class Ports:
    """Where the web app and the bridge listen."""

    web: int
    bridge: int

    @property
    def web_url(self) -> str:
        return f"http://{HOST}:{self.web}"

    @property
    def bridge_url(self) -> str:
        return f"http://{HOST}:{self.bridge}/mcp"


def choose_ports() -> Ports:
    """Read `PORT` and `BRIDGE_PORT` and make sure that both are free.

    Raises:
        CommandError: one is not a port, both are the same, or one is in use.
    """
    ports = Ports(_port("PORT", 8000), _port("BRIDGE_PORT", 8765))
    if ports.web == ports.bridge:
        raise CommandError(f"PORT and BRIDGE_PORT must differ; both are {ports.web}.")
    _require_free("PORT", ports.web)
    _require_free("BRIDGE_PORT", ports.bridge)
    return ports


def _port(name: str, default: int) -> int:
    text = os.environ.get(name) or str(default)
    if not re.fullmatch(r"[0-9]{1,5}", text) or not 1 <= int(text) <= MAX_PORT:
        raise CommandError(f"{name} must be a port from 1 to {MAX_PORT}; got {text!r}.")
    return int(text)


def _require_free(name: str, port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as error:
            raise CommandError(
                f"Port {port} on {HOST} cannot be used ({error.strerror}). "
                f"Choose another: {name}={port + 1000} make run"
            ) from None
