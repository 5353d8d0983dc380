"""Published forms as resources: listed, read, and passed to the tool as they are."""

import json
from typing import Any

import pytest

from tests.processes import manage, python
from tests.rawhost import RawHost

MANY = (
    "from formsapp.authoring.models import *\n"
    "for n in range(230):\n"
    "    d = FormDefinition.objects.create(slug=f'form-{n:03}', title=f'Form {n}', draft='')\n"
    "    n % 2 or FormVersion.objects.create(definition=d, number=1, arguments={'n': 1})\n"
    "    n % 2 or FormVersion.objects.create(definition=d, number=2, arguments={'n': 2})\n"
)


def ask(host: RawHost, method: str, params: dict[str, Any]) -> dict[str, Any]:
    host.request(method, params)
    return host.receive()


def test_a_published_form_is_found_and_asked(bridge_environment: dict[str, str]) -> None:
    manage(bridge_environment, "load_gallery")
    with RawHost(bridge_environment) as host:
        instructions = host.initialize()["result"]["instructions"]
        assert "form://" in instructions
        listed = ask(host, "resources/list", {})["result"]["resources"]
        assert [r["uri"] for r in listed] == sorted(r["uri"] for r in listed)
        form = next(r for r in listed if r["uri"] == "form://report-template")
        assert form["title"]
        assert form["description"]
        assert form["mimeType"] == "application/json"
        (content,) = ask(host, "resources/read", {"uri": form["uri"]})["result"]["contents"]
        host.call(json.loads(content["text"]))
        host.answer(host.form(), {"action": "decline"})
        assert host.result()["structuredContent"] == {"action": "decline"}


def test_long_lists_come_in_pages_of_published_forms_only(prepared: dict[str, str]) -> None:
    python(prepared, "manage.py", "shell", "--no-imports", "-c", MANY)
    with RawHost(prepared) as host:
        host.initialize()
        pages = [ask(host, "resources/list", {})["result"]]
        while cursor := pages[-1].get("nextCursor"):
            pages.append(ask(host, "resources/list", {"cursor": cursor})["result"])
        names = [resource["name"] for page in pages for resource in page["resources"]]
        assert names == [f"form-{n:03}" for n in range(0, 230, 2)]
        assert [len(page["resources"]) for page in pages] == [100, 15]
        reply = ask(host, "resources/read", {"uri": "form://form-004"})["result"]
        assert json.loads(reply["contents"][0]["text"]) == {"n": 2}


@pytest.mark.parametrize(
    "uri", ["form://nothing", "form://form-001", "https://a.example/", "form://a\0b", "form://"]
)
def test_what_is_not_published_is_not_found(prepared: dict[str, str], uri: str) -> None:
    with RawHost(prepared) as host:
        host.initialize()
        assert ask(host, "resources/read", {"uri": uri})["error"]["code"] == -32002


def test_a_cursor_of_one_s_own_is_refused(prepared: dict[str, str]) -> None:
    with RawHost(prepared) as host:
        host.initialize()
        assert ask(host, "resources/list", {"cursor": "\0"})["error"]["code"] == -32602
