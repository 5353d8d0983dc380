"""The shape of docker-compose.yml. No engine runs in the tests: the file is read, not started."""

from typing import Any

import pytest
import yaml

from tests.processes import ROOT


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
    return loaded


def test_every_role_has_a_service(compose: dict[str, Any]) -> None:
    roles = {"postgres", "redis", "migrate", "web", "bridge", "worker", "beat"}
    assert compose["services"].keys() == roles


@pytest.mark.parametrize("role", ["migrate", "web", "bridge", "worker", "beat"])
def test_our_services_share_image_database_and_broker(compose: dict[str, Any], role: str) -> None:
    service = compose["services"][role]
    assert service["image"] == "formledger"
    assert service["environment"]["DATABASE_URL"].startswith("postgres://")
    assert service["environment"]["CELERY_BROKER_URL"].startswith("redis://")


@pytest.mark.parametrize("role", ["web", "bridge", "worker", "beat"])
def test_nothing_starts_on_an_old_schema(compose: dict[str, Any], role: str) -> None:
    needs = compose["services"][role]["depends_on"]
    assert needs["migrate"]["condition"] == "service_completed_successfully"


def test_only_web_and_bridge_are_reachable_and_only_from_here(compose: dict[str, Any]) -> None:
    published = {n: s["ports"] for n, s in compose["services"].items() if "ports" in s}
    assert published == {"web": ["127.0.0.1:8000:8000"], "bridge": ["127.0.0.1:8765:8765"]}


def test_no_password_is_in_the_file(compose: dict[str, Any]) -> None:
    environment = compose["services"]["postgres"]["environment"]
    assert environment["POSTGRES_PASSWORD"].startswith("${POSTGRES_PASSWORD:?")


def test_the_image_installs_what_the_lock_says() -> None:
    dockerfile = (ROOT / "Dockerfile").read_text()
    assert "uv sync --locked --no-dev" in dockerfile
    assert "USER formledger" in dockerfile
