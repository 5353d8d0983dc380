"""What `make run` says once everything answers."""

import sys

from django.conf import settings

from formsapp.launch.first_start import ADMIN_NAME, NewCredentials
from formsapp.launch.ports import Ports

# Longer than a form may stay open (1,500 s), so that Codex does not give up first.
TOOL_TIMEOUT_SECONDS = 1600


def banner(ports: Ports, credentials: NewCredentials) -> str:
    """Addresses, new credentials and how to connect Codex, as plain text."""
    return "\n".join(
        [
            "",
            "Formledger is ready.",
            "",
            f"  Front page     {ports.web_url}/",
            f"  Admin          {ports.web_url}/admin/",
            f"  MCP bridge     {ports.bridge_url}   (streamable HTTP, bearer token)",
            f"  Bridge health  http://127.0.0.1:{ports.bridge}/healthz",
            f"  Data           {settings.FORMLEDGER_HOME}",
            "",
            *_credentials(credentials),
            "",
            "Connect Codex: put one of these into ~/.codex/config.toml.",
            "",
            *_indent(_codex_stdio()),
            "",
            *_indent(_codex_http(ports)),
            "  # and in the shell that starts Codex:  export FORMLEDGER_TOKEN=<agent token>",
            "",
            "Try it now, in another terminal:  make ask",
            "Stop with Ctrl-C.",
            "",
        ]
    )


def _credentials(credentials: NewCredentials) -> list[str]:
    admin = (
        f"  Admin user     {ADMIN_NAME}\n  Password       {credentials.password}   (shown once)"
        if credentials.password
        else "  Admin user     as before (new password: "
        ".venv/bin/python manage.py changepassword admin)"
    )
    token = (
        f"  Agent token    {credentials.token}   (shown once)"
        if credentials.token
        else "  Agent token    as before (another: .venv/bin/python manage.py agent_token NAME)"
    )
    return [admin, token]


def _codex_stdio() -> list[str]:
    environment = f'{{ FORMLEDGER_HOME = "{settings.FORMLEDGER_HOME}" }}'
    return [
        "[mcp_servers.formledger]            # Codex starts its own bridge (stdio)",
        f'command = "{sys.executable}"',
        'args = ["-m", "mcpbridge"]',
        f'cwd = "{settings.BASE_DIR}"',
        f"env = {environment}",
        f"tool_timeout_sec = {TOOL_TIMEOUT_SECONDS}",
    ]


def _codex_http(ports: Ports) -> list[str]:
    return [
        "[mcp_servers.formledger]            # or Codex uses the bridge above (HTTP)",
        f'url = "{ports.bridge_url}"',
        'bearer_token_env_var = "FORMLEDGER_TOKEN"',
        f"tool_timeout_sec = {TOOL_TIMEOUT_SECONDS}",
    ]


def _indent(lines: list[str]) -> list[str]:
    return [f"  {line}" for line in lines]
