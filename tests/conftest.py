"""Fixtures for every room: a home, databases and a Redis of a test's own."""

import os
import shutil
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
import redis
from django.db import connection

from formsapp.ledger import triggers
from tests.contract.compliance import ComplianceReport
from tests.hosts.report import HostsReport
from tests.processes import ROOT, manage
from tests.servers import postgres_url, redis_url


def pytest_configure(config: pytest.Config) -> None:
    """Register the contract's mark, and the report that reads it (here: xdist needs it early)."""
    config.addinivalue_line("markers", "rule(*ids): the rules of rules.json that a test checks")
    config.pluginmanager.register(ComplianceReport(), "contract-compliance")
    config.pluginmanager.register(HostsReport(), "hosts")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A fresh FORMLEDGER_HOME."""
    return tmp_path / "home"


@pytest.fixture
def environment(home: Path) -> dict[str, str]:
    """The environment for a process of ours, with the embedded database and broker in `home`."""
    return {**our_environment(), "FORMLEDGER_HOME": str(home)}


def our_environment() -> dict[str, str]:
    """This process's environment without anything that sets Formledger up."""
    ours = ("FORMLEDGER_", "DATA_FORMS_", "CELERY_", "DATABASE_URL", "DJANGO_", "SECRET_KEY")
    inherited = {k: v for k, v in os.environ.items() if not k.startswith(ours)}
    return {**inherited, "PYTHONPATH": str(ROOT)}


@pytest.fixture(scope="session")
def prepared_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home whose embedded database has its schema, to be copied."""
    home = tmp_path_factory.mktemp("prepared") / "home"
    manage({**our_environment(), "FORMLEDGER_HOME": str(home)}, "migrate", "--verbosity=0")
    return home


@pytest.fixture
def prepared(environment: dict[str, str], home: Path, prepared_home: Path) -> dict[str, str]:
    """As `environment`, with the embedded database's schema in place already."""
    shutil.copytree(prepared_home, home)
    return environment


@pytest.fixture
def postgres_database() -> Iterator[str]:
    """The DATABASE_URL of an empty PostgreSQL database, dropped afterwards."""
    with new_postgres_database() as url:
        yield url


@pytest.fixture(scope="session")
def postgres_template(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The DATABASE_URL of a PostgreSQL database with our schema, to be copied."""
    home = tmp_path_factory.mktemp("postgres") / "home"
    with new_postgres_database() as url:
        environment = {**our_environment(), "FORMLEDGER_HOME": str(home), "DATABASE_URL": url}
        manage(environment, "migrate", "--verbosity=0")
        yield url


@pytest.fixture
def prepared_postgres(
    environment: dict[str, str], postgres_template: str
) -> Iterator[dict[str, str]]:
    """As `environment`, on a PostgreSQL database with our schema in place."""
    with new_postgres_database(postgres_template) as url:
        yield {**environment, "DATABASE_URL": url}


@contextmanager
def new_postgres_database(template: str = "template1") -> Iterator[str]:
    """Make a database, as a copy of another if one is named, and drop it at the end."""
    server = postgres_url()
    if server is None:
        pytest.skip("PostgreSQL does not answer (Debian: postgresql)")
    name = f"formledger_test_{uuid.uuid4().hex}"
    copied = template.rpartition("/")[2]
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{copied}"')
        try:
            yield f"{server.rpartition('/')[0]}/{name}"
        finally:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


@pytest.fixture
def removable_records(transactional_db: None) -> Iterator[None]:
    """Lets the database be emptied after a test that commits, in spite of the guards."""
    yield
    with connection.cursor() as cursor:
        for statement in triggers.removals():
            cursor.execute(statement)


@pytest.fixture
def redis_broker() -> Iterator[dict[str, str]]:
    """The environment of a Celery broker on Redis under a key prefix of its own, cleaned up."""
    url = redis_url()
    if url is None:
        pytest.skip("Redis does not answer (Debian: redis-server)")
    prefix = f"formledger-test-{uuid.uuid4().hex}:"
    yield {"CELERY_BROKER_URL": url, "CELERY_KEY_PREFIX": prefix}
    server = redis.Redis.from_url(url)
    for key in server.scan_iter(f"{prefix}*"):
        server.delete(key)
