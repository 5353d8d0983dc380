"""Servers of a test's own, on free ports, so that they can be killed."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
import redis

from tests.ports import free_port

POSTGRES_USER = "postgres"
START_SECONDS = 30


class OwnRedis:
    """A Redis that keeps an append-only file in a folder."""

    def __init__(self, folder: Path) -> None:
        binary = shutil.which("redis-server")
        if binary is None:
            pytest.skip("redis-server is not here (Debian: redis-server)")
        self._command = [binary, "--save", "", "--appendonly", "yes", "--dir", str(folder)]
        self._folder = folder
        self.port = free_port()
        self.start()

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Start, and wait until it answers."""
        command = [*self._command, "--port", str(self.port), "--bind", "127.0.0.1"]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        _wait(lambda: redis.Redis.from_url(self.url).ping())

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(20)

    def forget(self) -> None:
        """Remove what it has written; it must not be running."""
        for path in self._folder.iterdir():
            shutil.rmtree(path) if path.is_dir() else path.unlink()

    def queued(self) -> int:
        """How many messages wait."""
        waiting: int = redis.Redis.from_url(self.url).llen("celery")
        return waiting


class OwnPostgres:
    """A PostgreSQL cluster in a folder; it will not run as root, so it runs as `postgres` then."""

    def __init__(self, folder: Path) -> None:
        self._bin = _postgres_binaries()
        self._data = folder / "data"
        self._log = folder / "log"
        if os.geteuid() == 0:
            shutil.chown(folder, POSTGRES_USER)
        self._run("initdb", "-D", str(self._data), "-U", "postgres", "-A", "trust", "-N")
        self.port = free_port()
        self.start()
        with psycopg.connect(self._address("postgres"), autocommit=True) as connection:
            connection.execute("CREATE DATABASE formledger")

    @property
    def url(self) -> str:
        return self._address("formledger")

    def start(self) -> None:
        """Start, and wait until it answers."""
        options = f"-p {self.port} -k {self._data} -c listen_addresses=127.0.0.1"
        self._run(
            "pg_ctl", "-D", str(self._data), "-l", str(self._log), "-o", options, "-w", "start"
        )

    def kill(self) -> None:
        """SIGKILL to the whole server at once."""
        postmaster = int((self._data / "postmaster.pid").read_text().split()[0])
        children = Path(f"/proc/{postmaster}/task/{postmaster}/children").read_text().split()
        for pid in (postmaster, *map(int, children)):
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
        while any(Path(f"/proc/{pid}").exists() for pid in children):
            time.sleep(0.05)

    def stop(self) -> None:
        self._run("pg_ctl", "-D", str(self._data), "-m", "immediate", "stop", check=False)

    def _address(self, database: str) -> str:
        return f"postgres://postgres@127.0.0.1:{self.port}/{database}"

    def _run(self, tool: str, *arguments: str, check: bool = True) -> None:
        as_user = ["runuser", "-u", POSTGRES_USER, "--"] if os.geteuid() == 0 else []
        subprocess.run(
            [*as_user, str(self._bin / tool), *arguments],
            cwd=self._data.parent,
            check=check,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )


@contextmanager
def own_redis(folder: Path) -> Iterator[OwnRedis]:
    """A Redis for as long as the block."""
    server = OwnRedis(folder)
    try:
        yield server
    finally:
        server.kill()


@contextmanager
def own_postgres() -> Iterator[OwnPostgres]:
    """A PostgreSQL for as long as the block, in a folder that its user can reach."""
    with tempfile.TemporaryDirectory(prefix="formledger-postgres-") as folder:
        server = OwnPostgres(Path(folder))
        try:
            yield server
        finally:
            server.stop()


def _postgres_binaries() -> Path:
    on_path = shutil.which("initdb")
    found = [Path(on_path).parent] if on_path else []
    found += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    for folder in found:
        if (folder / "initdb").exists():
            return folder
    pytest.skip("initdb is not here (Debian: postgresql)")


def _wait(answers: object) -> None:
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            answers()  # type: ignore[operator]
            return
        except redis.RedisError:
            assert time.monotonic() < deadline
            time.sleep(0.05)
