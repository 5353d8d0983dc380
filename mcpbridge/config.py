"""What the bridge reads from its environment and its command line."""

import argparse
import getpass
import os
import re
from dataclasses import dataclass

from formsapp.ledger.limits import Limits

DEFAULT_TIMEOUT_MS = 900_000
MAX_TIMEOUT_MS = 1_500_000
MAX_PORT = 65_535


class ConfigError(Exception):
    """The bridge cannot start as asked. The text is one line and says what is allowed."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where the bridge listens for HTTP."""

    host: str
    port: int

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"


@dataclass(frozen=True, slots=True)
class Http:
    """How the bridge serves HTTP."""

    address: Address
    url: str
    """Where agents reach it, as published to them."""


@dataclass(frozen=True, slots=True)
class Config:
    """How this bridge runs."""

    timeout_seconds: float
    """How long a person may take to answer a form."""
    agent: str
    """Who calls over stdio; over HTTP the bearer token says so."""
    limits: Limits
    """How many forms may be open at once."""
    progress_seconds: int
    """How often a waiting call says that it still waits, where the caller wants to know."""
    http: Http | None
    """How to serve HTTP; None serves stdio."""


def read_config(arguments: list[str]) -> Config:
    """Read the configuration.

    Raises:
        ConfigError: a value is not allowed.
    """
    parser = argparse.ArgumentParser(
        prog="python -m mcpbridge", description="Serve native forms over MCP, on stdio or HTTP."
    )
    parser.add_argument("--http", metavar="HOST:PORT", help="serve streamable HTTP at /mcp")
    options = parser.parse_args(arguments)
    return Config(
        timeout_seconds=_timeout_ms(os.environ.get("DATA_FORMS_TIMEOUT_MS")) / 1000,
        agent=os.environ.get("FORMLEDGER_AGENT") or _local_user(),
        limits=Limits(
            total=_whole("FORMLEDGER_MAX_OPEN_FORMS", 50_000),
            per_agent=_whole("FORMLEDGER_MAX_OPEN_FORMS_PER_AGENT", 1_000),
        ),
        progress_seconds=_whole("FORMLEDGER_PROGRESS_SECONDS", 10, most=3_600),
        http=_http(options.http) if options.http is not None else None,
    )


def _timeout_ms(text: str | None) -> int:
    if text is None:
        return DEFAULT_TIMEOUT_MS
    if re.fullmatch(r"[0-9]{1,7}", text) and 1 <= int(text) <= MAX_TIMEOUT_MS:
        return int(text)
    raise ConfigError(
        f"DATA_FORMS_TIMEOUT_MS must be a whole number of milliseconds from 1 to {MAX_TIMEOUT_MS}."
    )


def _whole(name: str, default: int, most: int = 1_000_000) -> int:
    text = os.environ.get(name)
    if text is None:
        return default
    if re.fullmatch(r"[0-9]{1,7}", text) and 1 <= int(text) <= most:
        return int(text)
    raise ConfigError(f"{name} must be a whole number from 1 to {most}.")


def _http(text: str) -> Http:
    address = _address(text)
    url = os.environ.get("FORMLEDGER_BRIDGE_URL") or f"http://{address}/mcp"
    if not re.fullmatch(r"https?://[^\s/?#]+/mcp", url):
        raise ConfigError("FORMLEDGER_BRIDGE_URL must be an address such as https://host/mcp.")
    return Http(address, url)


def _address(text: str) -> Address:
    host, _, port = text.rpartition(":")
    if host and re.fullmatch(r"[0-9]{1,5}", port) and 1 <= int(port) <= MAX_PORT:
        return Address(host.strip("[]"), int(port))
    raise ConfigError(f"--http takes HOST:PORT, such as 127.0.0.1:8765; got {text!r}.")


def _local_user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a user id without a name, as in some containers
        return f"uid-{os.getuid()}"
