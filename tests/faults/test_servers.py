"""Redis and PostgreSQL that are killed, and a broker that says nothing."""

import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bridgeprocess import http_bridge
from tests.faults.calls import answer_one, connected, hold, wait_until
from tests.faults.servers import OwnPostgres, OwnRedis, own_postgres, own_redis
from tests.forms import NAME_FORM
from tests.httphost import HttpHost
from tests.processes import manage


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[OwnRedis]:
    folder = tmp_path / "redis"
    folder.mkdir()
    with own_redis(folder) as server:
        yield server


@pytest.fixture
def postgres() -> Iterator[OwnPostgres]:
    with own_postgres() as server:
        yield server


@pytest.mark.parametrize("forgets", [False, True], ids=["keeps", "forgets"])
def test_redis_killed_with_hints_queued(
    prepared: dict[str, str], redis: OwnRedis, forgets: bool
) -> None:
    environment = {**prepared, "CELERY_BROKER_URL": redis.url}
    with connected(environment) as host:
        answered = [answer_one(host, "Ada")]
        wait_until(lambda: redis.queued() > 0)
        redis.kill()
        answered += [answer_one(host, "Bob") for _ in range(5)]
        if forgets:
            redis.forget()
        redis.start()
        answered.append(answer_one(host, "Cem"))
        wait_until(lambda: redis.queued() > 0)
    hold(environment, answered)


def test_a_broker_that_accepts_and_never_answers(prepared: dict[str, str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        kept = []
        threading.Thread(target=lambda: kept.append(silent.accept()), daemon=True).start()
        environment = {**prepared, "CELERY_BROKER_URL": f"redis://127.0.0.1:{port}/0"}
        with connected(environment) as host:
            answered = [answer_one(host, "Ada") for _ in range(20)]
            started = time.monotonic()
        assert time.monotonic() - started < 20
    environment["CELERY_BROKER_URL"] = prepared.get("CELERY_BROKER_URL", "filesystem://localhost")
    hold(environment, answered)


def test_postgres_killed_with_writes_under_way(
    environment: dict[str, str], postgres: OwnPostgres
) -> None:
    environment = {**environment, "DATABASE_URL": postgres.url}
    manage(environment, "migrate", "--verbosity=0")
    with connected(environment) as host:
        answered = [answer_one(host, "Ada") for _ in range(3)]
        host.call(NAME_FORM)
        open_form = host.form()
        postgres.kill()
        # The one that was open, and new ones: all go on.
        host.answer(open_form, {"action": "accept", "content": {"name": "open"}})
        answered.append(host.result()["_meta"]["formledger/transcript"])
        answered += [answer_one(host, f"down {n}") for n in range(5)]
        postgres.start()
        answered += [answer_one(host, f"up {n}") for n in range(3)]
        home = Path(environment["FORMLEDGER_HOME"])
        wait_until(lambda: not list((home / "spool").glob("*.json")))
        answered.append(answer_one(host, "later"))
    hold(environment, answered)


def test_the_spool_is_replayed_at_the_next_start(
    environment: dict[str, str], postgres: OwnPostgres
) -> None:
    environment = {**environment, "DATABASE_URL": postgres.url}
    manage(environment, "migrate", "--verbosity=0")
    with connected(environment) as host:
        answered = [answer_one(host, "Ada")]
        postgres.kill()
        answered.append(answer_one(host, "down"))
        host.process.kill()
        host.process.wait(20)
    postgres.start()
    with connected(environment) as host:
        answered.append(answer_one(host, "up"))
    hold(environment, answered)


def test_agents_who_were_let_in_lately_go_on_while_postgres_is_away(
    environment: dict[str, str], postgres: OwnPostgres
) -> None:
    environment = {**environment, "DATABASE_URL": postgres.url}
    manage(environment, "migrate", "--verbosity=0")
    with http_bridge(environment) as url:
        host = HttpHost(url, manage(environment, "agent_token", "analyst").strip())
        host.initialize()
        postgres.kill()
        result = host.call(NAME_FORM, result={"action": "accept", "content": {"name": "down"}})
        answered = [result["_meta"]["formledger/transcript"]]
        stranger = HttpHost(url, "flt_unknown")
        assert stranger.post({"id": 1, "method": "initialize"}).status_code == 503
        postgres.start()
        wait_until(lambda: not list(Path(environment["FORMLEDGER_HOME"], "spool").glob("*.json")))
    hold(environment, answered)
