"""Authoring in the admin: drafts of any kind are kept, only valid ones are published."""

import json
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.urls import reverse

from formsapp.authoring.models import FormDefinition, FormVersion
from formsapp.authoring.publishing import publish

pytestmark = pytest.mark.django_db

EVIL = '"><script>alert(1)</script><img src=x onerror=alert(2)>'
ARGUMENTS = {
    "message": "What is new this week?",
    "questions": [
        {
            "id": "mood",
            "type": "single_select",
            "title": "How did it go?",
            "required": True,
            "options": [{"id": "well", "title": "Well"}, {"id": "badly", "title": "Badly"}],
        }
    ],
}


def made(draft: Any = ARGUMENTS, slug: str = "weekly") -> FormDefinition:
    text = draft if isinstance(draft, str) else json.dumps(draft, indent=2)
    return FormDefinition.objects.create(slug=slug, title=f"The {slug} form", draft=text)


def invalid() -> dict[str, Any]:
    """Arguments whose one question lacks its options."""
    question = {key: ARGUMENTS["questions"][0][key] for key in ("id", "type", "title", "required")}
    return {"message": "Nothing to choose", "questions": [question]}


def address(name: str, *args: Any) -> str:
    return reverse(f"admin:authoring_{name}", args=args)


def page(client: Client, name: str, *args: Any) -> str:
    response = client.get(address(name, *args))
    assert response.status_code == 200, response
    return response.content.decode()


def save(client: Client, definition: FormDefinition, **fields: str) -> str:
    data = {"title": definition.title, "description": "", "draft": definition.draft, **fields}
    response = client.post(
        address("formdefinition_change", definition.pk), {**data, "_save": "Save"}, follow=True
    )
    assert response.status_code == 200
    return response.content.decode()


def test_the_list_tells_what_each_draft_is(admin_client: Client) -> None:
    publish(made(slug="published"))
    changed = made(slug="changed")
    publish(changed)
    changed.draft = changed.draft.replace("this week", "today")
    changed.save()
    made(slug="fresh")
    made(invalid(), slug="broken")
    html = page(admin_client, "formdefinition_changelist")
    for text in ("Valid, as published", "Valid, differs from v1", "Valid, not published"):
        assert text in html
    assert "1 problem" in html


def test_the_order_of_questions_counts_as_a_difference(admin_client: Client) -> None:
    definition = made()
    publish(definition)
    definition.draft = json.dumps(dict(reversed(ARGUMENTS.items())))
    definition.save()
    assert "Valid, differs from v1" in page(admin_client, "formdefinition_changelist")


def test_a_definition_is_made_from_a_valid_starter(admin_client: Client) -> None:
    response = admin_client.get(address("formdefinition_add"))
    draft = response.context["adminform"].form.initial["draft"]
    response = admin_client.post(
        address("formdefinition_add"),
        {"title": "Hello", "slug": "hello", "description": "", "draft": draft, "_save": "Save"},
    )
    definition = FormDefinition.objects.get()
    assert response.headers["Location"] == address("formdefinition_change", definition.pk)
    assert "Valid, not published" in page(admin_client, "formdefinition_change", definition.pk)


def test_an_invalid_draft_is_saved_and_its_problems_shown(admin_client: Client) -> None:
    definition = made()
    html = save(admin_client, definition, draft=json.dumps(invalid()))
    definition.refresh_from_db()
    assert json.loads(definition.draft) == invalid()
    assert "What keeps the draft from being published" in html
    assert "questions" in html[html.index("What keeps") : html.index("What keeps") + 600]


def test_a_draft_that_is_not_json_is_saved_too(admin_client: Client) -> None:
    definition = made()
    html = save(admin_client, definition, draft='{"message":')
    definition.refresh_from_db()
    assert definition.draft == '{"message":'
    assert "The draft is not JSON" in html


def test_a_valid_draft_is_drawn(admin_client: Client) -> None:
    html = page(admin_client, "formdefinition_change", made().pk)
    assert "How did it go?" in html[html.index("as a host shows it") :]


def test_the_slug_stays(admin_client: Client) -> None:
    definition = made()
    save(admin_client, definition, slug="other", title="Renamed")
    definition.refresh_from_db()
    assert (definition.slug, definition.title) == ("weekly", "Renamed")


def test_publishing_makes_the_next_version(admin_client: Client, admin_user: User) -> None:
    definition = made()
    publish(definition)
    response = admin_client.post(
        address("formdefinition_publish", definition.pk), {"note": "Second look"}, follow=True
    )
    html = response.content.decode()
    assert "Published as version 2." in html
    assert "Second look" in html
    version = FormVersion.objects.get(number=2)
    assert (version.published_by, version.arguments) == (admin_user.username, ARGUMENTS)
    assert "Published version 2." in page(admin_client, "formdefinition_history", definition.pk)


def test_an_invalid_draft_is_not_published_and_told_why(admin_client: Client) -> None:
    definition = made(invalid())
    response = admin_client.post(address("formdefinition_publish", definition.pk), follow=True)
    html = response.content.decode()
    assert "Not published: 1 problem in the draft." in html
    assert "What keeps the draft from being published" in html
    assert not FormVersion.objects.exists()


def test_a_note_too_long_publishes_nothing(admin_client: Client) -> None:
    definition = made()
    admin_client.post(address("formdefinition_publish", definition.pk), {"note": "x" * 501})
    assert not FormVersion.objects.exists()


def test_publishing_takes_a_post_and_both_permissions(client: Client) -> None:
    definition = made()
    user = User.objects.create_user("curator", is_staff=True)
    client.force_login(user)
    publishing = address("formdefinition_publish", definition.pk)
    assert client.get(publishing).status_code == 405
    assert client.post(publishing).status_code == 403
    user.user_permissions.set(
        Permission.objects.filter(codename__in=["view_formdefinition", "change_formdefinition"])
    )
    assert client.post(publishing).status_code == 403
    assert "You may not publish forms." in page(client, "formdefinition_change", definition.pk)
    user.user_permissions.add(Permission.objects.get(codename="add_formversion"))
    assert client.post(publishing).status_code == 302
    assert FormVersion.objects.count() == 1


def test_publishing_needs_the_token_against_forgery(admin_user: User) -> None:
    definition = made()
    client = Client(enforce_csrf_checks=True)
    client.force_login(admin_user)
    assert client.post(address("formdefinition_publish", definition.pk)).status_code == 403


def test_a_version_is_drawn_and_never_changed(admin_client: Client) -> None:
    version = publish(made(), by="ada", note="First")
    html = page(admin_client, "formversion_change", version.pk)
    for text in ("The weekly form, version 1", "ada", "First", "How did it go?", "single_select"):
        assert text in html
    whole = page(admin_client, "formversion_json", version.pk, "arguments")
    assert json.loads(whole) == ARGUMENTS
    for name, args in (("add", ()), ("change", (version.pk,)), ("delete", (version.pk,))):
        response = admin_client.post(address(f"formversion_{name}", *args), {"post": "yes"})
        assert response.status_code == 403
    assert FormVersion.objects.get().note == "First"


def test_a_published_definition_is_not_deleted(admin_client: Client) -> None:
    version = publish(made())
    admin_client.post(address("formdefinition_delete", version.definition_id), {"post": "yes"})
    assert FormDefinition.objects.exists()


def test_who_may_do_nothing_sees_nothing(client: Client) -> None:
    version = publish(made())
    client.force_login(User.objects.create_user("powerless", is_staff=True))
    for name, args in (
        ("formdefinition_changelist", ()),
        ("formdefinition_change", (version.definition_id,)),
        ("formversion_change", (version.pk,)),
        ("formversion_json", (version.pk, "arguments")),
    ):
        assert client.get(address(name, *args)).status_code == 403


def test_nothing_in_a_draft_becomes_markup(admin_client: Client) -> None:
    arguments = {
        "message": EVIL,
        "questions": [
            {"id": "a", "type": "text", "title": EVIL, "description": EVIL, "required": False}
        ],
    }
    version = publish(made(arguments), by=EVIL, note=EVIL)
    broken = made({**arguments, EVIL: EVIL, "questions": [EVIL]}, slug="broken")
    FormDefinition.objects.update(title=EVIL, description=EVIL)
    pages = [
        page(admin_client, "formdefinition_changelist"),
        page(admin_client, "formdefinition_change", version.definition_id),
        page(admin_client, "formdefinition_change", broken.pk),
        page(admin_client, "formversion_change", version.pk),
    ]
    for html in pages:
        assert "<script>" not in html
        assert "<img src=x" not in html


def test_pages_cost_the_same_however_many_versions(
    admin_client: Client, django_assert_num_queries: Any
) -> None:
    for number in range(6):
        definition = made(slug=f"form-{number}")
        for _ in range(3):
            publish(definition)
    version = FormVersion.objects.filter(definition=definition)[1]
    for name, args, queries in (
        ("formdefinition_changelist", (), 5),
        ("formdefinition_change", (definition.pk,), 4),
        ("formversion_change", (version.pk,), 3),
    ):
        page(admin_client, name, *args)  # what Django keeps in memory is there afterwards
        with django_assert_num_queries(queries):
            page(admin_client, name, *args)
