"""The ledger's admin pages: who may see them, what they show, what nobody can do there."""

import json
import re
import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from formsapp.contract import ErrorCode, failed
from formsapp.ledger import agents, triggers
from formsapp.ledger.checkpoints import checkpoint_at
from formsapp.ledger.entries import Call, Caller
from formsapp.ledger.models import Agent, AuditRecord, Transcript
from formsapp.ledger.recording import drain
from formsapp.ledger.verification import BrokenChainError, verify, verify_and_note
from tests.transcripts import conclude, open_form, refuse

pytestmark = pytest.mark.django_db

PICTURE = "data:image/png;base64," + "iVBORw0KGgo" + "A" * 400
EVIL = '"><script>alert(1)</script><img src=x onerror=alert(2)>'
CALLER = Caller(
    agent="writer",
    transport="stdio",
    protocol_version="2025-11-25",
    client_name="Codex",
    client_version="0.90.1",
    capabilities={"extensions": {"openai/elicitation": {"form": {}}}},
)
ARGUMENTS = {
    "message": "Choose a report template",
    "questions": [
        {
            "id": "template",
            "type": "resource",
            "title": "Relevant report templates",
            "required": False,
            "options": [
                {
                    "uri": "https://example.com/review",
                    "name": "review",
                    "title": "Presentation · Business review",
                    "thumbnail": {"src": PICTURE},
                },
                {
                    "uri": "https://example.com/update",
                    "name": "update",
                    "title": "Document · Weekly update",
                },
            ],
        },
        {
            "id": "audience",
            "type": "multi_select",
            "title": "Who will read it?",
            "required": False,
            "options": [{"id": "team", "title": "The team"}, {"id": "board", "title": "The board"}],
        },
        {"id": "files", "type": "files", "title": "Your data", "required": False},
        {"id": "note", "type": "text", "title": "Anything else?", "required": False},
    ],
}
ANSWER = {
    "template": "https://example.com/review",
    "audience": ["board"],
    "files": ["file:///home/ada/week%2048.csv"],
}


def opened(caller: Caller = CALLER, arguments: Any = ARGUMENTS) -> Call:
    call = Call(caller)
    open_form(call, arguments)
    return call


def answered(result: dict[str, Any], *, after: float = 12.5, **kwargs: Any) -> uuid.UUID:
    call = opened(**kwargs)
    conclude(call.id, result, answered_at=timezone.now() + timedelta(seconds=after))
    return call.id


def accepted(content: dict[str, Any] = ANSWER, **kwargs: Any) -> uuid.UUID:
    return answered({"action": "accept", "content": content}, **kwargs)


def refused(caller: Caller = CALLER, code: ErrorCode = ErrorCode.UNSUPPORTED_CLIENT) -> uuid.UUID:
    call = Call(caller)
    refuse(call, failed(code, "This host shows no native forms."))
    return call.id


def page(client: Client, name: str, *args: Any, **query: str) -> str:
    response = client.get(reverse(f"admin:{name}", args=args), query)
    assert response.status_code == 200, response
    return response.content.decode()


def transcript_page(client: Client, key: uuid.UUID) -> str:
    return page(client, "ledger_transcript_change", key)


@pytest.fixture
def reader(client: Client) -> Client:
    """Staff who may see audit records and transcripts and nothing else."""
    user = User.objects.create_user("reader", is_staff=True)
    codes = ("view_auditrecord", "view_transcript")
    user.user_permissions.set(Permission.objects.filter(codename__in=codes))
    client.force_login(user)
    return client


@pytest.fixture
def powerless(client: Client) -> Client:
    """Staff without any permission."""
    client.force_login(User.objects.create_user("powerless", is_staff=True))
    return client


LISTS = ("ledger_auditrecord_changelist", "ledger_transcript_changelist", "ledger_agent_changelist")


@pytest.mark.parametrize("name", LISTS)
def test_lists_answer_a_superuser_and_no_one_without_permission(
    name: str, admin_client: Client, client: Client
) -> None:
    accepted()
    drain()
    page(admin_client, name)
    address = reverse(f"admin:{name}")
    assert client.get(address).status_code == 302
    client.force_login(User.objects.create_user("powerless", is_staff=True))
    assert client.get(address).status_code == 403


def test_rows_are_refused_without_permission(powerless: Client) -> None:
    key = accepted()
    drain()
    for name, args in (
        ("ledger_transcript_change", (key,)),
        ("ledger_transcript_json", (key, "result")),
        ("ledger_auditrecord_change", (1,)),
    ):
        assert powerless.get(reverse(f"admin:{name}", args=args)).status_code == 403


def test_the_view_permission_is_enough_to_read(reader: Client) -> None:
    key = accepted()
    drain()
    transcript_page(reader, key)
    page(reader, "ledger_transcript_json", key, "result")
    page(reader, "ledger_auditrecord_change", 1)


@pytest.mark.parametrize("model", ["auditrecord", "transcript"])
def test_nobody_adds_changes_or_deletes_here(model: str, admin_client: Client) -> None:
    key = accepted()
    drain()
    pk = 1 if model == "auditrecord" else key
    before = AuditRecord.objects.values().get(), Transcript.objects.values().get()
    for name, args in (("add", ()), ("change", (pk,)), ("delete", (pk,))):
        address = reverse(f"admin:ledger_{model}_{name}", args=args)
        assert admin_client.post(address, {"post": "yes", "agent": "x"}).status_code == 403
    admin_client.post(
        reverse(f"admin:ledger_{model}_changelist"),
        {"action": "delete_selected", "_selected_action": str(pk), "post": "yes"},
    )
    assert (AuditRecord.objects.values().get(), Transcript.objects.values().get()) == before


def test_the_history_is_newest_first_and_tells_each_record(admin_client: Client) -> None:
    accepted()
    refused()
    drain()
    html = page(admin_client, "ledger_auditrecord_changelist")
    assert html.index("#2") < html.index("#1")
    for text in ("Accepted", "Error", "unsupported_client", "Choose a report template", "12.5"):
        assert text in html
    for text in ("writer", "Codex 0.90.1", AuditRecord.objects.get(pk=1).hash[:8]):
        assert text in html
    assert reverse("admin:ledger_auditrecord_change", args=(1,)) in html


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({"outcome": "accept"}, 1),
        ({"outcome": "decline"}, 0),
        ({"error_code": "unsupported_client"}, 1),
        ({"outcome": "error", "error_code": "timeout"}, 0),
        ({}, 2),
    ],
)
def test_the_history_is_filtered(query: dict[str, str], found: int, admin_client: Client) -> None:
    accepted()
    refused()
    drain()
    response = admin_client.get(reverse("admin:ledger_auditrecord_changelist"), query)
    assert response.context["cl"].result_count == found


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({"outcome": "open"}, 1),
        ({"outcome": "accept"}, 1),
        ({"transport": "http"}, 1),
        ({"q": "wri"}, 2),
        ({"q": "report template"}, 2),
        ({"q": "Other"}, 1),
        ({"q": "nothing like it"}, 0),
    ],
)
def test_transcripts_are_filtered_and_searched(
    query: dict[str, str], found: int, admin_client: Client
) -> None:
    accepted()
    opened()
    refused(Caller(agent="reviewer", transport="http", client_name="Other"))
    response = admin_client.get(reverse("admin:ledger_transcript_changelist"), query)
    assert response.context["cl"].result_count == found


def test_a_transcript_is_found_by_how_its_id_begins(admin_client: Client) -> None:
    keys = [accepted(), accepted()]
    for term in (str(keys[0]), str(keys[0])[:-3], keys[0].hex.upper()):
        response = admin_client.get(reverse("admin:ledger_transcript_changelist"), {"q": term})
        assert [row.pk for row in response.context["cl"].result_list] == [keys[0]]


def test_a_record_shows_its_hashes_neighbours_and_transcript(admin_client: Client) -> None:
    keys = [accepted() for _ in range(3)]
    drain()
    html = page(admin_client, "ledger_auditrecord_change", 2)
    record = AuditRecord.objects.get(pk=2)
    for digest in (record.hash, record.previous_hash, record.transcript_digest):
        assert digest in html
    for name, pk in (("auditrecord", 1), ("auditrecord", 3), ("transcript", keys[1])):
        assert reverse(f"admin:ledger_{name}_change", args=(pk,)) in html
    assert "does not" not in html
    assert "✗" not in html


def test_a_changed_record_and_a_changed_transcript_are_told(admin_client: Client) -> None:
    keys = [accepted() for _ in range(2)]
    drain()
    with triggers.off():
        AuditRecord.objects.filter(pk=1).update(agent="someone else")
    Transcript.objects.filter(pk=keys[1]).update(agent="someone else")
    assert "The fields were changed" in page(admin_client, "ledger_auditrecord_change", 1)
    changed = "The transcript was changed after it was recorded"
    assert changed in page(admin_client, "ledger_auditrecord_change", 2)
    assert changed in transcript_page(admin_client, keys[1])
    assert changed not in transcript_page(admin_client, keys[0])


def test_a_transcript_tells_steps_form_answer_and_evidence(admin_client: Client) -> None:
    key = accepted()
    drain()
    html = transcript_page(admin_client, key)
    for text in ("Call received", "Host asked", "Host answered", "Concluded"):
        assert text in html
    for text in ("12.5 s", "Codex 0.90.1", "2025-11-25", "stdio", "openai/elicitation"):
        assert text in html
    for text in ("Presentation · Business review", "Document · Weekly update", "The board"):
        assert text in html
    assert "week 48.csv" in html
    assert "Skipped" in html
    assert f'src="{PICTURE}"' in html
    assert "data:image/png;base64,… 411 characters" in html
    assert reverse("admin:ledger_auditrecord_change", args=(1,)) in html


def test_evidence_can_be_had_whole(admin_client: Client) -> None:
    key = accepted()
    whole = page(admin_client, "ledger_transcript_json", key, "arguments")
    assert json.loads(whole) == ARGUMENTS
    for part in ("agent", "steps-of", "audit_record"):
        address = reverse("admin:ledger_transcript_json", args=(key, part))
        assert admin_client.get(address).status_code == 404


def test_a_transcript_not_yet_recorded_says_so(admin_client: Client) -> None:
    assert "not yet recorded" in transcript_page(admin_client, accepted())


def test_an_open_transcript_shows_its_deadline(admin_client: Client) -> None:
    call = opened()
    assert "answer until" in transcript_page(admin_client, call.id)
    Transcript.objects.update(deadline=timezone.now() - timedelta(minutes=3))
    assert "its deadline passed 3 min" in transcript_page(admin_client, call.id)


def test_a_decline_no_person_made_is_pointed_out(admin_client: Client) -> None:
    quick = answered({"action": "decline"}, after=0.04)
    slow = answered({"action": "decline"}, after=4)
    assert "probably never shown to a person" in transcript_page(admin_client, quick)
    assert "probably never shown" not in transcript_page(admin_client, slow)


def test_a_refused_call_tells_why_and_shows_no_form(admin_client: Client) -> None:
    html = transcript_page(admin_client, refused())
    assert "unsupported_client" in html
    assert "This host shows no native forms." in html
    assert "As the host showed it" not in html


def evil_caller() -> Caller:
    return Caller(EVIL, "stdio", EVIL[:20], EVIL, EVIL, {EVIL: {EVIL: EVIL}})


def evil_arguments() -> dict[str, Any]:
    option = {"uri": "https://example.com/x", "name": EVIL, "title": EVIL, "description": EVIL}
    common = {"description": EVIL, "required": False, "title": EVIL}
    choices = [{"id": "a", "title": EVIL, "description": EVIL}]
    return {
        "message": EVIL,
        "questions": [
            {"id": "a", "type": "resources", "options": [option], **common},
            {"id": "b", "type": "multi_select", "options": choices, **common},
            {"id": "c", "type": "text", **common},
            {"id": "d", "type": "files", **common},
        ],
    }


def test_nothing_an_agent_says_becomes_markup(admin_client: Client) -> None:
    content = {"a": ["https://example.com/x"], "b": ["a"], "c": EVIL, "d": ["file:///%3Cscript%3E"]}
    good = accepted(content, caller=evil_caller(), arguments=evil_arguments())
    bad = Call(evil_caller())
    refuse(bad, failed(ErrorCode.INVALID_ARGUMENTS, EVIL), arguments={EVIL: EVIL}, reason=EVIL)
    drain()
    pages = [page(admin_client, name) for name in LISTS]
    pages += [transcript_page(admin_client, key) for key in (good, bad.id)]
    pages += [page(admin_client, "ledger_auditrecord_change", number) for number in (1, 2)]
    for html in pages:
        assert "<script>" not in html
        assert "<img src=x" not in html


def test_text_that_cannot_be_encoded_does_not_break_the_page(admin_client: Client) -> None:
    half = "half a pair \ud83d"
    call = Call(Caller("writer", "stdio", capabilities={half: half}))
    refuse(call, failed(ErrorCode.INVALID_ARGUMENTS, "No."), arguments={half: half}, reason=half)
    html = transcript_page(admin_client, call.id)
    assert html.count("half a pair \\ud83d") == 5


def test_marks_that_turn_text_around_are_spelled_out_in_json(admin_client: Client) -> None:
    assert "x\\u202ey" in transcript_page(admin_client, accepted({"note": "x\u202ey"}))


@pytest.mark.parametrize(
    ("name", "queries"),
    [
        ("ledger_auditrecord_changelist", 4),
        ("ledger_transcript_changelist", 4),
        ("ledger_agent_changelist", 5),
    ],
)
def test_lists_cost_the_same_however_long(
    name: str, queries: int, admin_client: Client, django_assert_num_queries: Any
) -> None:
    for number in range(12):
        accepted()
        agents.register(f"agent {number}")
    drain()
    page(admin_client, name)  # what Django keeps in memory is there afterwards
    with django_assert_num_queries(queries) as counted:
        page(admin_client, name)
    assert not any('"native_form"' in query["sql"] for query in counted.captured_queries)


def test_rows_cost_the_same(admin_client: Client, django_assert_num_queries: Any) -> None:
    keys = [accepted() for _ in range(3)]
    drain()
    transcript_page(admin_client, keys[0])  # what Django keeps in memory is there afterwards
    with django_assert_num_queries(4):
        transcript_page(admin_client, keys[1])
    page(admin_client, "ledger_auditrecord_change", 1)
    with django_assert_num_queries(7):
        page(admin_client, "ledger_auditrecord_change", 2)


def test_revoking_refuses_a_token_and_is_logged(admin_client: Client) -> None:
    token = agents.register("writer")
    agent = Agent.objects.get()
    response = admin_client.post(
        reverse("admin:ledger_agent_changelist"),
        {"action": "revoke", "_selected_action": str(agent.pk)},
        follow=True,
    )
    assert "Revoked: writer." in response.content.decode()
    assert agents.authenticate(token) is None
    assert "Revoked." in page(admin_client, "ledger_agent_history", agent.pk)


def test_an_agent_is_registered_and_its_token_shown_once(admin_client: Client) -> None:
    response = admin_client.post(
        reverse("admin:ledger_agent_add"),
        {
            "name": "writer",
            "scopes": ["ask"],
            "expires_at_0": "2999-01-31",
            "expires_at_1": "12:00:00",
        },
    )
    assert response.status_code == 200
    assert "no-store" in response["Cache-Control"]
    (token,) = re.findall(r"flt_[\w-]{43}", response.content.decode())
    agent = agents.authenticate(token)
    assert agent is not None
    assert (agent.name, agent.scopes) == ("writer", "ask")
    for name, args in (("changelist", ()), ("change", (agent.pk,)), ("history", (agent.pk,))):
        assert "flt_" not in page(admin_client, f"ledger_agent_{name}", *args)


@pytest.mark.parametrize(
    ("field", "value"),
    [("name", "writer"), ("name", ""), ("scopes", "everything"), ("expires_at_0", "2001-01-01")],
)
def test_an_agent_that_cannot_be_registered_says_why(
    admin_client: Client, field: str, value: str
) -> None:
    agents.register("writer")
    posted = {"name": "other", "scopes": ["ask"], "expires_at_0": "", "expires_at_1": "12:00"}
    if field != "expires_at_0":
        posted["expires_at_1"] = ""
    html = admin_client.post(reverse("admin:ledger_agent_add"), {**posted, field: value})
    assert "errorlist" in html.content.decode()
    assert "flt_" not in html.content.decode()
    assert Agent.objects.count() == 1


def test_renewing_shows_a_new_token_and_ends_the_old_one(admin_client: Client) -> None:
    old = agents.register("writer")
    address = reverse("admin:ledger_agent_renew", args=(Agent.objects.get().pk,))
    assert admin_client.get(address).status_code == 405
    (token,) = re.findall(r"flt_[\w-]{43}", admin_client.post(address).content.decode())
    assert agents.authenticate(old) is None
    assert agents.authenticate(token)
    assert "Token renewed." in page(admin_client, "ledger_agent_history", Agent.objects.get().pk)


def test_agents_are_not_renamed_or_deleted(admin_client: Client) -> None:
    agents.register("writer")
    agent = Agent.objects.get()
    for name in ("change", "delete"):
        address = reverse(f"admin:ledger_agent_{name}", args=(agent.pk,))
        assert admin_client.post(address, {"name": "other", "post": "yes"}).status_code == 403
    assert Agent.objects.get().name == "writer"


def test_who_may_only_see_agents_cannot_revoke(client: Client) -> None:
    token = agents.register("writer")
    user = User.objects.create_user("reader", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename="view_agent"))
    client.force_login(user)
    client.post(
        reverse("admin:ledger_agent_changelist"),
        {"action": "revoke", "_selected_action": str(Agent.objects.get().pk)},
    )
    renew = reverse("admin:ledger_agent_renew", args=(Agent.objects.get().pk,))
    assert client.post(renew).status_code == 403
    assert client.get(reverse("admin:ledger_agent_add")).status_code == 403
    assert agents.authenticate(token)


def test_the_front_page_says_what_this_is_and_leads_inside(client: Client) -> None:
    html = client.get("/").content.decode()
    for name in ("ledger_auditrecord_changelist", "authoring_formdefinition_changelist"):
        assert f'href="{reverse(f"admin:{name}")}"' in html
    assert "<script" not in html


def do(client: Client, key: uuid.UUID, what: str, reason: str = "asked for") -> str:
    address = reverse("admin:ledger_transcript_do", args=(key, what))
    response = client.post(address, {"reason": reason}, follow=True)
    assert response.status_code == 200
    return response.content.decode()


def test_a_transcript_is_redacted_from_its_page(admin_client: Client) -> None:
    key = accepted()
    drain()
    assert "Say why" in do(admin_client, key, "redact", reason=" ")
    assert "Under legal hold." in do(admin_client, key, "hold")
    assert "It is under legal hold" in do(admin_client, key, "redact")
    do(admin_client, key, "release")
    html = do(admin_client, key, "redact", reason="the person asked")
    assert "Redacted by admin: the person asked" in html
    assert "week%2048" not in html
    assert 'name="reason"' not in html
    assert "Redacted" in page(admin_client, "ledger_transcript_changelist")
    records = page(admin_client, "ledger_auditrecord_changelist")
    assert "Redaction" in records
    assert "Legal hold" in records
    event = page(admin_client, "ledger_auditrecord_change", AuditRecord.objects.count())
    assert "the person asked" in event
    assert verify().records == 4


def test_who_may_not_redact_is_not_offered_it(client: Client) -> None:
    key = accepted()
    drain()
    user = User.objects.create_user("reader", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename="view_transcript"))
    client.force_login(user)
    assert 'name="reason"' not in transcript_page(client, key)
    address = reverse("admin:ledger_transcript_do", args=(key, "redact"))
    assert client.post(address, {"reason": "x"}).status_code == 403
    assert client.get(address).status_code == 405


def test_verifications_and_checkpoints_are_shown(admin_client: Client) -> None:
    accepted()
    drain()
    checkpoint_at(1)
    verify_and_note()
    html = page(admin_client, "ledger_verificationrun_changelist")
    assert "Whole" in html
    assert "1 to 1" in html
    with triggers.off():
        AuditRecord.objects.update(agent="someone else")
    with pytest.raises(BrokenChainError):
        verify_and_note()
    assert "record 1: changed" in page(admin_client, "ledger_verificationrun_changelist")
    assert "Download" in page(admin_client, "ledger_checkpoint_changelist")
    address = reverse("admin:ledger_checkpoint_download", args=(1,))
    assert admin_client.get(address).json()["sequence"] == 1


def test_retention_rules_are_edited_here(admin_client: Client) -> None:
    add = reverse("admin:ledger_retentionrule_add")
    assert admin_client.post(add, {"outcome": "accept", "days": "0"}).status_code == 200
    admin_client.post(add, {"outcome": "accept", "days": "30"})
    assert "30" in page(admin_client, "ledger_retentionrule_changelist")
