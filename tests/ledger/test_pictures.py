import base64
from typing import Any

import pytest
from django.utils import timezone

from formsapp.contract import accepted, compile_form, declined, read_arguments
from formsapp.ledger.chain import stored_transcripts
from formsapp.ledger.digests import text_digest
from formsapp.ledger.entries import Call
from formsapp.ledger.evidence import dump
from formsapp.ledger.models import AuditRecord, Picture, PictureUse, Transcript
from formsapp.ledger.pictures import whole
from formsapp.ledger.recorder import asked
from formsapp.ledger.recording import drain
from formsapp.ledger.redaction import redact
from formsapp.ledger.verification import BrokenChainError, verify
from tests.ledger.conftest import CALLER
from tests.transcripts import conclude, open_form

pytestmark = pytest.mark.django_db

PNG = "data:image/png;base64," + base64.b64encode(b"\x89PNG" + bytes(6000)).decode()


def form(picture: str = PNG) -> dict[str, Any]:
    option = {"uri": "https://a.example/1", "name": "one", "title": "One"}
    question = {
        "id": "which",
        "type": "resource",
        "title": "Which one?",
        "required": False,
        "options": [{**option, "thumbnail": {"src": picture}}],
    }
    return {"message": "Choose", "questions": [question]}


def asked_and_declined(arguments: dict[str, Any]) -> Transcript:
    call = Call(CALLER)
    open_form(call, arguments)
    conclude(call.id, declined(), timezone.now())
    drain()
    return Transcript.objects.get(pk=call.id)


def test_a_large_picture_is_kept_once() -> None:
    one, two = asked_and_declined(form()), asked_and_declined(form())
    assert Picture.objects.get().content == PNG
    assert PictureUse.objects.count() == 2
    for row in stored_transcripts([one.pk, two.pk]):
        assert PNG not in str(row)
    assert whole(one.arguments) == form()
    assert verify().records == 2


def test_the_record_digests_the_form_as_it_was_sent() -> None:
    asked_and_declined(form())
    sent = dump(compile_form(read_arguments(form())))
    assert PNG in sent
    assert AuditRecord.objects.get().native_form_digest == text_digest(sent)


def test_what_was_asked_is_whole_again_for_a_later_round() -> None:
    call = Call(CALLER)
    open_form(call, form())
    found = asked(call.id)
    assert found is not None
    assert found.arguments == form()
    assert found.native_form == compile_form(read_arguments(form()))


def test_a_picture_that_was_changed_is_found() -> None:
    asked_and_declined(form())
    Picture.objects.update(content=PNG.replace("AAAA", "BBBB"))
    with pytest.raises(BrokenChainError, match="record 1: the native form"):
        verify()
    Picture.objects.update(content=PNG)
    verify()


def test_a_redaction_removes_pictures_that_no_other_transcript_shows() -> None:
    one, two = asked_and_declined(form()), asked_and_declined(form())
    redact(one.pk, by="ada", reason="x")
    assert Picture.objects.count() == 1
    redact(two.pk, by="ada", reason="x")
    assert Picture.objects.count() == 0
    verify()


def test_small_pictures_and_long_texts_stay_where_they_are() -> None:
    small = "data:image/png;base64," + base64.b64encode(b"\x89PNG").decode()
    transcript = asked_and_declined(form(small))
    assert transcript.arguments == form(small)
    assert not Picture.objects.exists()
    call = Call(CALLER)
    long = {
        "message": "Say it",
        "questions": [
            {"id": "a", "type": "text", "title": "Text", "required": False, "maxLength": 9000}
        ],
    }
    open_form(call, long)
    result = accepted({"a": "data:" + "x" * 5000})
    conclude(call.id, result, timezone.now())
    assert Transcript.objects.get(pk=call.id).result == result
