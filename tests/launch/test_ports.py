import socket
from collections.abc import Iterator

import pytest
from django.core.management import CommandError

from formsapp.launch.ports import choose_ports


@pytest.fixture
def busy_port() -> Iterator[int]:
    """A port something listens on for the length of a test."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen()
    port: int = listener.getsockname()[1]
    yield port
    listener.close()


@pytest.mark.parametrize("text", ["0", "65536", "x", "-1", "80 80"])
def test_a_value_that_is_no_port_is_refused(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("PORT", text)
    with pytest.raises(CommandError, match="PORT must be a port"):
        choose_ports()


def test_a_busy_port_is_named_with_a_way_out(
    monkeypatch: pytest.MonkeyPatch, busy_port: int
) -> None:
    monkeypatch.setenv("PORT", str(busy_port))
    with pytest.raises(CommandError, match=rf"Port {busy_port} .* make run"):
        choose_ports()


def test_the_two_ports_must_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", "9000")
    monkeypatch.setenv("BRIDGE_PORT", "9000")
    with pytest.raises(CommandError, match="must differ"):
        choose_ports()
