"""Our reading of RFC 3986 is the host's, and URIs keep their spelling."""

import re
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rfc3986_validator import validate_rfc3986

from formsapp.contract import compile_form, read_arguments, read_response
from formsapp.contract.credentials import REASONS
from formsapp.contract.uris import resource_uri_problem
from tests.contract.compliance import count_example
from tests.contract.support import examples, host_accepts_answers

SYNTAX = re.compile("URI|percent|hexadecimal|brackets")

pieces = st.sampled_from(
    [
        *(
            "x",
            "https",
            "file",
            ":",
            "//",
            "/",
            "?",
            "#",
            "@",
            "[",
            "]",
            "%",
            "%41",
            "%4",
            ".",
            "a",
        ),
        *("example.com", "[::1]", "[::]", "[1:2:3:4:5:6:7::]", "[::ffff:1.2.3.4]", "[v1.a:b]"),
        *("[1::2::3]", "[fe80::1%25x]", "[1:2:3:4:5:6:7:8:9]", "[12345::]", "80", "é", " ", "\\"),
        *("~", "-", "+", "!", "'", "(", "*", ";", "=", "&", "$", ",", "_", "^", "|", "{", "\n"),
    ]
)
spellings = st.lists(pieces, max_size=10).map("".join)


@pytest.mark.rule("host.uri")
@examples(1500)
@given(st.one_of(spellings, spellings.map("https://".__add__), spellings.map("x:".__add__)))
@example("x://a:b/")
@example("https://a:b:c/")
def test_the_host_calls_the_same_texts_uris(uri: str) -> None:
    count_example("texts judged as URIs by both")
    valid = bool(validate_rfc3986(uri)) and not uri.endswith("\n")
    problem = resource_uri_problem(uri)
    if problem is None:
        assert valid
    elif valid:
        # What RFC 3986 allows is refused for another reason only.
        assert re.search("needs a host|user name|credential|runs code", problem), problem


@pytest.mark.rule("answer.exact", "resource.uri.unique")
def test_two_spellings_are_two_identities() -> None:
    tilde, encoded = "https://example.com/~me", "https://example.com/%7Eme"
    options = [{"uri": uri, "name": "n", "title": "T"} for uri in (tilde, encoded)]
    question = {"id": "q", "type": "resources", "title": "Q", "required": True, "options": options}
    form = read_arguments({"message": "M", "questions": [question]})
    for chosen in ([tilde], [encoded], [encoded, tilde]):
        content = {"q": list(chosen)}
        assert read_response(form, {"action": "accept", "content": content}) == {
            "action": "accept",
            "content": {"q": chosen},
        }
        host_accepts_answers(compile_form(form), content)


@pytest.mark.rule("url.credential")
def test_every_listed_name_is_folded_and_has_a_reason() -> None:
    for name, reason in REASONS.items():
        assert name == name.casefold()
        assert name.isalnum()
        assert reason
    ordinary = {"w", "v", "key", "code", "page", "se", "sp", "sv", "id", "q"}
    assert not ordinary & REASONS.keys()


@pytest.mark.rule("image.url")
def test_no_letter_of_a_host_hides_a_separator() -> None:
    # The host splits URLs after checking that normalisation adds no separator to the authority.
    letters = (chr(point) for point in range(0x110000) if re.match(r"\w", chr(point)))
    hidden = [c for c in letters if set("/?#@:") & set(unicodedata.normalize("NFKC", c))]
    assert hidden == []
