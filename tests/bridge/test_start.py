"""Starting the bridge: what it refuses, and the schema it finds."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.processes import ROOT, manage
from tests.rawhost import RawHost


def start(environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "mcpbridge", *arguments],
        cwd=ROOT,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize("value", ["0", "-1", "1500001", "1.5", "", "soon", "١"])
def test_a_wrong_timeout_stops_the_start_with_one_line(
    environment: dict[str, str], value: str
) -> None:
    done = start({**environment, "DATA_FORMS_TIMEOUT_MS": value})
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert "1 to 1500000" in done.stderr


@pytest.mark.parametrize("address", ["8765", "127.0.0.1:", "127.0.0.1:99999", ":8765"])
def test_a_wrong_address_stops_the_start(environment: dict[str, str], address: str) -> None:
    done = start(environment, "--http", address)
    assert done.returncode == 1
    assert "HOST:PORT" in done.stderr


def test_an_unusable_home_stops_the_start_with_one_line(
    environment: dict[str, str], tmp_path: Path
) -> None:
    file = tmp_path / "file"
    file.touch()
    done = start({**environment, "FORMLEDGER_HOME": str(file)})
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert str(file) in done.stderr


def test_an_old_schema_on_postgres_is_refused(
    environment: dict[str, str], postgres_database: str
) -> None:
    done = start({**environment, "DATABASE_URL": postgres_database})
    assert done.returncode == 1
    assert "manage.py migrate" in done.stderr
    assert done.stderr.count("\n") == 1


def test_an_unreachable_database_is_one_line(environment: dict[str, str]) -> None:
    done = start({**environment, "DATABASE_URL": "postgres://nobody@127.0.0.1:1/none"})
    assert done.returncode == 1
    assert "cannot be reached" in done.stderr
    assert done.stderr.count("\n") == 1


def test_several_bridges_may_make_the_embedded_database_at_once(
    environment: dict[str, str],
) -> None:
    with ThreadPoolExecutor() as pool:
        codes = list(pool.map(lambda _: start(environment).returncode, range(4)))
    assert codes == [0, 0, 0, 0]
    assert manage(environment, "audit_verify").startswith("The chain is whole: 0 records")


def test_keys_are_made_once_and_only_their_owner_reads_them(
    environment: dict[str, str], home: Path
) -> None:
    assert start(environment).returncode == 0
    keys = [home / name for name in ("secret_key", "sealing_key", "signing_key.pem")]
    texts = [key.read_text() for key in keys]
    assert [key.stat().st_mode & 0o777 for key in keys] == [0o600] * 3
    assert start(environment).returncode == 0
    assert [key.read_text() for key in keys] == texts


def test_nothing_but_protocol_goes_to_stdout(environment: dict[str, str]) -> None:
    with RawHost({**environment, "LOG_LEVEL": "DEBUG"}) as host:
        reply = host.initialize()
        assert reply["result"]["serverInfo"]["name"] == "formledger"
    assert host.errors
